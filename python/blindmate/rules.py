"""The rule sets, as docs/rules.md explains them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple, Union

from ._library import RuleSetStruct, byref, check, encoded, int_from, library


@dataclass(frozen=True)
class RuleSet:
    """What a referee says, to whom, and which draws he knows."""

    number: int
    name: str
    summary: str
    refusal_is_private: bool
    nonsense: str  # "mover" hears it, "both" hear it, or it sounds like a "refusal"
    any: str  # "" where there is no question; after yes, pawn captures "until-legal", or "once"
    pawn_tries: str  # told before a turn: "" nothing, "whether" there are any, their "number", their "squares"
    tells_pawn_or_piece: bool
    names_en_passant: bool
    tells_promotion: bool
    check_narrows_tries: bool
    stalemate_loses: bool
    chess_draws: bool  # repetition and fifty moves

    def __str__(self) -> str:
        return self.name

    @classmethod
    def of(cls, rules: "RulesLike") -> "RuleSet":
        """A rule set from itself or its name."""
        if isinstance(rules, RuleSet):
            return rules
        return RULE_SETS[int_from(library.bm_rule_set_find, encoded(rules))]


RulesLike = Union[RuleSet, str]


def _read(number: int) -> RuleSet:
    raw = RuleSetStruct()
    check(library.bm_rule_set_at(number, byref(raw)))
    return RuleSet(
        number=number,
        name=raw.name.decode(),
        summary=raw.summary.decode(),
        refusal_is_private=bool(raw.refusal_is_private),
        nonsense=("mover", "both", "refusal")[raw.nonsense],
        any=("", "until-legal", "once")[raw.any],
        pawn_tries=("", "whether", "number", "squares")[raw.pawn_tries],
        tells_pawn_or_piece=bool(raw.tells_pawn_or_piece),
        names_en_passant=bool(raw.names_en_passant),
        tells_promotion=bool(raw.tells_promotion),
        check_narrows_tries=bool(raw.check_narrows_tries),
        stalemate_loses=bool(raw.stalemate_loses),
        chess_draws=bool(raw.chess_draws),
    )


RULE_SETS: Tuple[RuleSet, ...] = tuple(_read(number) for number in range(library.bm_rule_set_count()))
