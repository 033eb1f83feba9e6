"""Words of chess: sides, squares, men, tries, and boards as text."""

from __future__ import annotations

import ctypes
import enum
import operator
from typing import Dict, List, SupportsIndex, Union

from ._library import ANY, byref, check, encoded, library
from .errors import BadArgument

MEN = "pnbrqk"  # in the library's order

AskLike = Union[str, SupportsIndex]
"""A try as text ("e2e4", "e7e8q", "any") or as the library's number for it."""


class Side(enum.IntEnum):
    WHITE = 0
    BLACK = 1

    @property
    def opponent(self) -> "Side":
        return Side(1 - self)

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, form: str) -> str:
        return format(str(self), form)

    @classmethod
    def of(cls, side: "SideLike") -> "Side":
        """A Side from itself, 0 or 1, "white" or "black"."""
        if isinstance(side, str):
            if side.upper() in cls.__members__:
                return cls[side.upper()]
        elif side in (0, 1):
            return cls(side)
        raise BadArgument(f"{side!r} is no side: white or black")


SideLike = Union[Side, int, str]

WHITE = Side.WHITE
BLACK = Side.BLACK


def square_name(square: int) -> str:
    """"a1" for 0, "h8" for 63."""
    if not 0 <= square < 64:
        raise BadArgument(f"{square} is no square: 0 to 63")
    return "abcdefgh"[square % 8] + "12345678"[square // 8]


def square_number(name: str) -> int:
    """0 for "a1", 63 for "h8"."""
    if len(name) != 2 or name[0] not in "abcdefgh" or name[1] not in "12345678":
        raise BadArgument(f"{name!r} is no square: a1 to h8")
    return "12345678".index(name[1]) * 8 + "abcdefgh".index(name[0])


def squares_of(bits: int) -> List[str]:
    """The names of a set of squares, sorted."""
    return sorted(square_name(square) for square in range(64) if bits >> square & 1)


_numbers: Dict[str, int] = {}
_texts: Dict[int, str] = {ANY: "any"}


def ask_number(ask: AskLike) -> int:
    """The library's number for a try; a number is returned as it is. BadText for what is no try."""
    if isinstance(ask, str):
        number = _numbers.get(ask)
        if number is None:
            out = ctypes.c_uint16()
            check(library.bm_ask_read(encoded(ask), byref(out)))
            number = _numbers[ask] = out.value
        return number
    number = operator.index(ask)
    if not 0 <= number <= 0xFFFF:
        raise BadArgument(f"{number} is no try: 0 to 65535")
    return number


def ask_text(ask: AskLike) -> str:
    """A try as text: "e2e4", "e7e8q", "any"."""
    number = ask_number(ask)
    text = _texts.get(number)
    if text is None:
        out = ctypes.create_string_buffer(8)
        check(library.bm_ask_text(number, out))
        text = _texts[number] = out.value.decode()
    return text


_PICTURES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟"))


def draw_board(board: str, seen_by: Side = WHITE) -> str:
    """The first field of a FEN as a picture, as in the README."""
    ranks = board.split("/")
    size = len(ranks)
    rows = []
    for number, rank in zip(range(size, 0, -1), ranks):
        men = "".join("." * int(letter) if letter.isdigit() else letter for letter in rank)
        rows.append((number, [_PICTURES.get(man, "·") for man in men]))
    files = list("abcdefgh"[:size])
    if seen_by == BLACK:
        rows = [(number, men[::-1]) for number, men in reversed(rows)]
        files.reverse()
    lines = [f"  {number}  {' '.join(men)}" for number, men in rows]
    return "\n".join(lines + ["     " + " ".join(files)])
