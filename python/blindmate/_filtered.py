"""A player's log as a filtered Kriegspiel PGN (docs/formats.md), which the library reads and checks."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional, Sequence

from .errors import BadText
from .rules import RuleSet
from .words import Side

_DIRECTIONS = {"file": "F", "long": "L", "knight": "N", "rank": "R", "short": "S"}


def _announced(heard: Mapping[str, Any]) -> str:
    """ANNOUNCED of a HEARD."""
    capture = heard.get("capture")
    letters = "".join(sorted(_DIRECTIONS[name] for name in heard.get("check", ())))
    text = ",".join(part for part in (capture["square"] if capture else "", letters) if part)
    if capture and capture.get("kind"):
        text += f"/{capture['kind']}"
    if heard.get("en_passant"):
        text += "/ep"
    if heard.get("promotion"):
        text += "/promotion"
    return text + _pawn_tries(heard.get("pawn_tries"))


def _pawn_tries(told: Any) -> str:
    if told is None:
        return ""
    if isinstance(told, bool):
        return f"/try={'yes' if told else 'no'}"
    if isinstance(told, int):
        return f"/tries={told}"
    return f"/from={'.'.join(told)}"


def _turns(log: Sequence[Mapping[str, Any]], side: Side) -> List[str]:
    """Each turn as a move and its comment; the last may have no move yet."""
    turns: List[str] = []
    asked: List[str] = []  # in the turn that is going on
    for entry in log:
        heard, is_own = entry["heard"], entry["by"] == str(side)
        answer = heard.get("answer", "ok")
        if answer == "ok":
            turns.append(f"{entry['ask'] if is_own else '??'} {{{_announced(heard)}:{','.join(asked)}}}")
            asked = []
        elif answer in ("any-yes", "any-no"):
            asked.append(f"Any?={answer[4:]}")
        elif answer == "no":
            asked.append(entry["ask"] if is_own else str(entry.get("times", 1)))
    return turns + [f"-- {{:{','.join(asked)}}}"] if asked else turns


def _before_the_start(rules: RuleSet, start: Optional[str]) -> str:
    """The pawn tries of the start position, which both players are told."""
    from .game import Game
    if not rules.pawn_tries:
        return ""
    with Game(rules, start) as game, game.view() as view:
        return f"{{{_pawn_tries(view.announced.pawn_tries)}:}} "


def pgn_of_log(log: Sequence[Mapping[str, Any]], side: Side, rules: RuleSet, start: Optional[str]) -> str:
    tags = [("Result", "*"), ("Variant", rules.name), ("Filtered", str(side).capitalize())]
    if start is not None:
        tags += [("SetUp", "1"), ("FEN", start)]
    black_begins = start is not None and start.split()[1:2] == ["b"]
    try:
        turns = _turns(log, side)
    except (KeyError, TypeError, AttributeError) as problem:
        raise BadText(f"this is no log of a game: {problem!r}") from problem
    words = []
    for ply, turn in enumerate(turns, start=1 if black_begins else 0):
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else f"{ply // 2 + 1}... " if not words else ""
        words.append(number + turn)
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags)
    return f"{head}\n{_before_the_start(rules, start)}{' '.join([*words, '*'])}\n"
