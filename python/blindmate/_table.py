"""What a Game and a View have in common: the rules, whose turn it is, what can be asked, the end."""

from __future__ import annotations

import ctypes
import threading
from typing import Any, List, Optional

from ._library import Handle, byref, check, fault, int_from
from .announcement import Outcome, read_outcome
from .rules import RULE_SETS, RuleSet
from .words import Side, ask_text

_MOST_TRIES = 1024  # no position has so many


class _Room(threading.local):
    """Where the library writes tries: one for each thread, because calls release the interpreter's lock."""

    def __init__(self) -> None:
        self.tries = (ctypes.c_uint16 * _MOST_TRIES)()
        self.count = ctypes.c_size_t()


_room = _Room()


class Table(Handle):
    """A subclass names the functions of the library that read its kind of handle."""

    __slots__ = ()
    _read_rules: Any
    _read_turn: Any
    _read_askable: Any
    _read_result: Any

    @classmethod
    def _of(cls, handle: int) -> Any:
        table = cls.__new__(cls)
        table._handle = handle
        return table

    @property
    def rules(self) -> RuleSet:
        return RULE_SETS[int_from(self._read_rules, self._handle)]

    @property
    def turn(self) -> Side:
        return Side(int_from(self._read_turn, self._handle))

    def askable(self) -> List[str]:
        """What the side to move can ask and has not been refused in this turn, "any" aside. Empty after the end, and
        in a view of the other side."""
        return [ask_text(number) for number in self.askable_numbers()]

    def askable_numbers(self) -> List[int]:
        """The same as numbers, which Game.ask takes too: the fast way."""
        tries, count = _room.tries, _room.count
        status = self._read_askable(self._handle, tries, _MOST_TRIES, byref(count))
        if status:
            raise fault(status)
        return tries[:count.value]

    @property
    def outcome(self) -> Optional[Outcome]:
        """None while the game goes on."""
        return read_outcome(self._read_result, self._handle)

    @property
    def is_over(self) -> bool:
        end = ctypes.c_int()
        check(self._read_result(self._handle, byref(end), None, None))
        return end.value != 0

    def _state_text(self) -> str:
        """Whose turn it is, or how the game ended."""
        outcome = self.outcome
        return f"{self.turn} to move" if outcome is None else f"{outcome.result}, {outcome.reason}"
