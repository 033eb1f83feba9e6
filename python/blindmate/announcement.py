"""What the referee says, and what a player has heard."""

from __future__ import annotations

import ctypes
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union

from ._library import NO_SQUARE, AnnouncementStruct, byref, check, library, take_text, text_from
from .words import Side, square_name, squares_of

ANSWERS = ("ok", "no", "nonsense", "any-yes", "any-no")
KINDS = (None, "pawn", "piece")
DIRECTIONS = ((1, "file"), (2, "knight"), (4, "long"), (8, "rank"), (16, "short"))
ENDS = (None, "checkmate", "stalemate", "insufficient-material", "repetition", "fifty-moves", "outside", "ply-limit",
        "table")

PawnTries = Union[None, bool, int, List[str]]


class Announcement(AnnouncementStruct):
    """What the referee says to a try, as the mover hears it. str() has the referee's words.

    Each property is decoded when it is looked at, which keeps Game.ask fast.
    """

    __slots__ = ()

    @property
    def by(self) -> Side:
        """Whose turn it was."""
        return Side(self._by)

    @property
    def answer(self) -> str:
        """"ok", "no", "nonsense", "any-yes" or "any-no"."""
        return ANSWERS[self._answer]

    @property
    def is_ok(self) -> bool:
        """The try was legal and has been played."""
        return self._answer == 0

    @property
    def capture(self) -> Optional[str]:
        """The square of a capture."""
        return None if self._capture == NO_SQUARE else square_name(self._capture)

    @property
    def captured(self) -> Optional[str]:
        """"pawn" or "piece", where the rule set announces it."""
        return KINDS[self._captured_kind]

    @property
    def check(self) -> Tuple[str, ...]:
        """The directions of a check, sorted: "file", "knight", "long", "rank", "short"."""
        return tuple(name for bit, name in DIRECTIONS if self._check & bit)

    @property
    def en_passant(self) -> bool:
        return bool(self._en_passant)

    @property
    def promotion(self) -> bool:
        return bool(self._promotion)

    @property
    def end(self) -> Optional[str]:
        """How the game has ended, or None."""
        return ENDS[self._end]

    @property
    def pawn_tries(self) -> PawnTries:
        """What is announced of the pawn captures of the side that moves next: None if nothing, else whether there are
        any, how many, or from which squares, by the rule set."""
        return (None, bool(self._pawn_tries), self._pawn_tries,
                squares_of(self._pawn_tries) if self._pawn_tries_form == 3 else None)[self._pawn_tries_form]

    @property
    def opponent_hears(self) -> bool:
        return bool(self._opponent_hears)

    def to_dict(self) -> Dict[str, Any]:
        """HEARD of docs/formats.md."""
        capture = None if self._capture == NO_SQUARE else {"square": self.capture, "kind": self.captured}
        return {"answer": self.answer, "capture": capture, "check": list(self.check), "en_passant": self.en_passant,
                "promotion": self.promotion, "pawn_tries": self.pawn_tries, "end": self.end}

    def __str__(self) -> str:
        return text_from(library.bm_announcement_text, byref(self))

    def __repr__(self) -> str:
        return f"<Announcement: {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Announcement) and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))


class Event(NamedTuple):
    """One thing that a player heard."""

    heard: Announcement
    ask: Optional[str]  # what was asked; known of the own turns only
    nonsense: bool  # the own try was nonsense, whatever was answered
    times: int  # refusals of the opponent in a row are one event

    @property
    def by(self) -> Side:
        return self.heard.by


class Outcome(NamedTuple):
    """How a game ended."""

    reason: str  # "checkmate", or a word from outside the rules such as "resignation"
    winner: Optional[Side]  # None: a draw
    end: str  # "checkmate" ... "fifty-moves", or "outside"

    @property
    def result(self) -> str:
        """As in PGN."""
        return "1/2-1/2" if self.winner is None else ("1-0", "0-1")[self.winner]


def read_outcome(call: Any, handle: Optional[int]) -> Optional[Outcome]:
    """What bm_game_result and bm_view_result write."""
    end, winner, reason = ctypes.c_int(), ctypes.c_int(), ctypes.c_void_p()
    check(call(handle, byref(end), byref(winner), byref(reason)))
    words = take_text(reason)
    if end.value == 0:
        return None
    return Outcome(words, None if winner.value < 0 else Side(winner.value), ENDS[end.value] or "")
