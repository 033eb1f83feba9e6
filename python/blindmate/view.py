"""View: all that one player knows, and nothing else."""

from __future__ import annotations

import ctypes
import json
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence

import numpy as np

from . import _filtered
from ._library import EventStruct, byref, check, int_from, library, text_from
from ._pgn import PgnGames
from ._table import Table
from .announcement import Announcement, Event
from .records import RECORD, action_text
from .rules import RuleSet, RulesLike
from .words import Side, SideLike, ask_text, draw_board

if TYPE_CHECKING:
    from .belief import Belief, Limits
    from .solver import Problem


class View(Table):
    """What a player knew when the view was taken: own men, own tries, and what was heard. It does not change, and
    outlives its game.
    """

    __slots__ = ()
    _free = library.bm_view_free
    _read_rules = library.bm_view_rules
    _read_turn = library.bm_view_turn
    _read_askable = library.bm_view_askable
    _read_result = library.bm_view_result

    def __init__(self) -> None:
        raise TypeError("a view comes from Game.view(), View.from_pgn() or View.from_log()")

    @classmethod
    def from_pgn(cls, pgn: str, number: int = 0, side: SideLike = Side.WHITE) -> "View":
        """The view of a filtered game's player; of a whole game that of `side`."""
        with PgnGames(pgn) as games:
            return cls._of(games.view(number, Side.of(side)))

    @classmethod
    def from_log(cls, log: Sequence[Mapping[str, Any]], side: SideLike, rules: RulesLike = "berkeley",
                 start: Optional[str] = None) -> "View":
        """The view of a player that has heard these entries: the `log` of to_dict(), or what a server has sent
        (docs/server.md). BadText if no referee can have said that.

        Nonsense is dropped, the own and the opponent's, because it says nothing about the position. That includes own
        nonsense that was answered "no" (wild16, english). The opponent's nonsense in english cannot be distinguished
        from a refusal, and is kept as one."""
        return _filtered.view_of_log(log, Side.of(side), RuleSet.of(rules), start)

    # ---------------------------------------------------------------- the board

    @property
    def side(self) -> Side:
        """Whose view it is."""
        return Side(int_from(library.bm_view_side, self._handle))

    @property
    def size(self) -> int:
        """Of the board: 4 to 8."""
        return int_from(library.bm_view_size, self._handle)

    @property
    def own_board(self) -> str:
        """The first field of a FEN with the own men only."""
        return text_from(library.bm_view_own_board, self._handle)

    # ---------------------------------------------------------------- what can be asked

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
        """What counts as announced for the own turn: check and pawn captures. The rest is empty."""
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
        if self._is_closed:
            return "<View: closed>"
        return (f"<View of {self.side}: {self.rules}, {self._state_text()}>\n"
                f"{draw_board(self.own_board, self.side)}")
