"""View: all that one player knows, and nothing else."""

from __future__ import annotations

import ctypes
import json
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence

import numpy as np

from . import _filtered
from ._library import EventStruct, Handle, byref, check, encoded, handle_from, int_from, library, text_from, whole
from .announcement import Announcement, Event, Outcome, read_outcome
from .records import RECORD, action_text
from .rules import RULE_SETS, RuleSet, RulesLike
from .words import Side, SideLike, ask_text, draw_board

if TYPE_CHECKING:
    from .belief import Belief, Limits
    from .solver import Problem

_MOST_TRIES = 1024


class View(Handle):
    """What a player knew when the view was taken: own men, own tries, and what was heard. It does not change, and
    outlives its game.
    """

    __slots__ = ()
    _free = library.bm_view_free

    def __init__(self) -> None:
        raise TypeError("a view comes from Game.view(), View.from_pgn() or View.from_log()")

    @classmethod
    def _of(cls, handle: int) -> "View":
        view = cls.__new__(cls)
        view._handle = handle
        return view

    @classmethod
    def from_pgn(cls, pgn: str, number: int = 0, side: SideLike = Side.WHITE) -> "View":
        """The view of a filtered game's player; of a whole game that of `side`."""
        return cls._of(handle_from(library.bm_view_from_pgn, encoded(pgn), whole("number", number), Side.of(side)))

    @classmethod
    def from_log(cls, log: Sequence[Mapping[str, Any]], side: SideLike, rules: RulesLike = "berkeley",
                 start: Optional[str] = None) -> "View":
        """The view of a player who has heard these entries: the `log` of to_dict(), or what a server has sent
        (docs/server.md). BadText if no referee can have said that."""
        return cls.from_pgn(_filtered.pgn_of_log(log, Side.of(side), RuleSet.of(rules), start))

    # ---------------------------------------------------------------- the board

    @property
    def rules(self) -> RuleSet:
        return RULE_SETS[int_from(library.bm_view_rules, self._handle)]

    @property
    def side(self) -> Side:
        """Whose view it is."""
        return Side(int_from(library.bm_view_side, self._handle))

    @property
    def turn(self) -> Side:
        return Side(int_from(library.bm_view_turn, self._handle))

    @property
    def size(self) -> int:
        """Of the board: 4 to 8."""
        return int_from(library.bm_view_size, self._handle)

    @property
    def own_board(self) -> str:
        """The first field of a FEN with the own men only."""
        return text_from(library.bm_view_own_board, self._handle)

    # ---------------------------------------------------------------- what can be asked

    def askable(self) -> List[str]:
        """What can be asked now and has not been refused in this turn, "any" aside. Empty in the other side's turn."""
        return [ask_text(number) for number in self.askable_numbers()]

    def askable_numbers(self) -> List[int]:
        tries, count = (ctypes.c_uint16 * _MOST_TRIES)(), ctypes.c_size_t()
        check(library.bm_view_askable(self._handle, tries, _MOST_TRIES, byref(count)))
        return tries[:count.value]

    @property
    def may_ask_any(self) -> bool:
        return bool(self._any()[0])

    @property
    def duty(self) -> bool:
        """After "Any?" was answered yes: a pawn capture must be tried."""
        return bool(self._any()[1])

    def _any(self) -> "tuple[int, int]":
        may, duty = ctypes.c_int(), ctypes.c_int()
        check(library.bm_view_any(self._handle, byref(may), byref(duty)))
        return may.value, duty.value

    # ---------------------------------------------------------------- what was heard

    @property
    def announced(self) -> Announcement:
        """What counts as announced for the own turn: check, and what is told of pawn captures. The rest is empty."""
        announced = Announcement()
        check(library.bm_view_announced(self._handle, byref(announced)))
        return announced

    @property
    def events(self) -> List[Event]:
        """All that the player has heard, in order."""
        count = ctypes.c_size_t()
        check(library.bm_view_events(self._handle, byref(count)))
        events, raw = [], EventStruct()
        for number in range(count.value):
            check(library.bm_view_event(self._handle, number, byref(raw)))
            events.append(Event(Announcement.from_buffer_copy(raw.heard), ask_text(raw.ask) if raw.has_ask else None,
                                bool(raw.nonsense), raw.times))
        return events

    @property
    def outcome(self) -> Optional[Outcome]:
        """None while the game goes on."""
        return read_outcome(library.bm_view_result, self._handle)

    @property
    def is_over(self) -> bool:
        end = ctypes.c_int()
        check(library.bm_view_result(self._handle, byref(end), None, None))
        return end.value != 0

    # ---------------------------------------------------------------- as text and numbers

    def to_dict(self) -> Dict[str, Any]:
        """All that this player may be sent, as in docs/formats.md (export)."""
        return json.loads(text_from(library.bm_view_json, self._handle))

    def pgn(self) -> str:
        """Kriegspiel PGN, filtered for this player."""
        return text_from(library.bm_view_pgn, self._handle)

    def record(self) -> np.ndarray:
        """The record of docs/environment.md, as an array of shape () and dtype RECORD. The own turn only."""
        record = np.zeros((), RECORD)
        check(library.bm_view_record(self._handle, record.ctypes.data))
        return record

    def action_text(self, action: int) -> str:
        """An action of the environment as a try of this player: "e2e4", "e7e8n", "any"."""
        return action_text(self.record(), action)

    # ---------------------------------------------------------------- what follows from it

    def belief(self, limits: Optional["Limits"] = None) -> "Belief":
        """Every position that the player must think possible."""
        from .belief import Belief
        return Belief(self, limits)

    def problem(self, ply: int = 0, limits: Optional["Limits"] = None) -> "Problem":
        """The question whether a mate is certain within so many ply, with all possible positions."""
        from .solver import Problem
        return Problem.from_view(self, ply, limits)

    def __repr__(self) -> str:
        if not self._handle:
            return "<View: closed>"
        outcome = self.outcome
        state = f"{self.turn} to move" if outcome is None else f"{outcome.result}, {outcome.reason}"
        return f"<View of {self.side}: {self.rules}, {state}>\n{draw_board(self.own_board, self.side)}"
