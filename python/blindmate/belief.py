"""Belief: every position that a player's observations allow."""

from __future__ import annotations

import ctypes
import operator
from dataclasses import dataclass
from typing import Dict, Iterator, List, Optional

import numpy as np

from ._library import (Handle, LimitsStruct, byref, check, encoded, handle_from, int_from, library, text_from,
                       whole)
from .errors import BadArgument
from .view import View
from .words import MEN, square_name

_CHUNK = 4096


@dataclass(frozen=True)
class Limits:
    """What a computation may use. 0 is no limit."""

    states: int = 0
    bytes: int = 0
    seconds: float = 0.0
    threads: int = 1

    def __post_init__(self) -> None:
        whole("states", self.states, 2**64 - 1)
        whole("bytes", self.bytes, 2**64 - 1)
        whole("threads", self.threads)
        if not self.seconds >= 0:
            raise BadArgument(f"seconds is {self.seconds}: 0 or more")

    def _struct(self) -> LimitsStruct:
        return LimitsStruct(operator.index(self.states), operator.index(self.bytes), self.seconds,
                            operator.index(self.threads), 0)


def limits_argument(limits: Optional[Limits]) -> Optional[object]:
    """Limits as the library takes them."""
    return None if limits is None else byref(limits._struct())


class Belief(Handle):
    """The set of all positions that a player must think possible, with the side to move, castling rights and
    en-passant squares. len(), `in` and iteration work as with a set of FENs, whose clocks are "0 1".
    """

    __slots__ = ("side", "board_size", "_size")
    _free = library.bm_belief_free

    def __init__(self, view: View, limits: Optional[Limits] = None) -> None:
        """LimitReached when a limit is reached; BadText when no position fits what a filtered game says."""
        self._handle = handle_from(library.bm_belief_of_view, view._handle, limits_argument(limits))
        self.side = view.side
        self.board_size = view.size
        size = ctypes.c_uint64()
        check(library.bm_belief_size(self._handle, byref(size)))
        self._size = size.value

    def __len__(self) -> int:
        return self._size

    def __contains__(self, fen: object) -> bool:
        return isinstance(fen, str) and bool(int_from(library.bm_belief_contains, self._handle, encoded(fen)))

    def __iter__(self) -> Iterator[str]:
        for first in range(0, self._size, _CHUNK):
            yield from self.positions(first, _CHUNK)

    def positions(self, first: int = 0, most: int = 100) -> List[str]:
        """Positions from number `first` on, at most `most`, as FENs."""
        return text_from(library.bm_belief_positions, self._handle, whole("first", first, 2**64 - 1),
                         whole("most", most, 2**64 - 1)).splitlines()

    @property
    def counts(self) -> np.ndarray:
        """In how many positions a man of the opponent stands on a square: shape (6, 8, 8) by man (pawn, knight,
        bishop, rook, queen, king), rank and file. White's first rank is rank 0 for both sides."""
        counts = np.zeros((6, 8, 8), np.uint64)
        check(library.bm_belief_counts(self._handle, counts.ctypes.data))
        return counts

    def shares(self) -> np.ndarray:
        """The same as parts of all positions, from 0 to 1."""
        return self.counts / max(1, self._size)

    def where(self, man: str) -> Dict[str, float]:
        """The squares on which a man ("p", "n", "b", "r", "q" or "k") can be, with the part of the positions."""
        if len(man) != 1 or man.lower() not in MEN:
            raise BadArgument(f"{man!r} is no man: one of {MEN}")
        shares = self.shares()[MEN.index(man.lower())].reshape(64)
        return {square_name(square): float(shares[square]) for square in np.flatnonzero(shares)}

    def __repr__(self) -> str:
        if self._is_closed:
            return "<Belief: closed>"
        return f"<Belief of {self.side}: {self._size} position{'' if self._size == 1 else 's'}>"
