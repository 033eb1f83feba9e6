"""The games of a PGN text as handles of the library, read once."""

from __future__ import annotations

import ctypes
from typing import Any, Iterator, Optional, Tuple

from ._library import Handle, byref, check, encoded, fault, handle_from, library, whole
from .errors import BadText
from .words import Side

_BAD_TEXT = 2


class PgnGames(Handle):
    """All games of a Kriegspiel PGN, numbered from 0."""

    __slots__ = ()
    _free = library.bm_pgn_free

    def __init__(self, text: str) -> None:
        self._handle = handle_from(library.bm_pgn_read, encoded(text))

    def __len__(self) -> int:
        count = ctypes.c_size_t()
        check(library.bm_pgn_count(self._handle, byref(count)))
        return count.value

    def game(self, number: Any) -> int:
        """The handle of a game. BadText for a filtered one."""
        handle = self.whole_game(number)
        if handle is None:
            raise BadText(f"game {number} is filtered for one side: View.from_pgn or read_pgn reads it")
        return handle

    def whole_game(self, number: Any) -> Optional[int]:
        """The handle of a game, or None for a filtered one."""
        value = ctypes.c_void_p()
        status = library.bm_pgn_game(self._handle, whole("number", number), byref(value))
        if status == _BAD_TEXT:
            return None
        if status:
            raise fault(status)
        return value.value

    def view(self, number: Any, side: Side = Side.WHITE) -> int:
        """The handle of a view: of a filtered game its player's, of a whole game that of `side`."""
        return handle_from(library.bm_pgn_view, self._handle, whole("number", number), side)


def each_game(text: str) -> Iterator[Tuple[PgnGames, int]]:
    """The games of a text, which is read once and at once, with their numbers. A blank text has none."""
    if not text.strip():
        return iter(())
    games = PgnGames(text)
    return ((games, number) for number in range(len(games)))
