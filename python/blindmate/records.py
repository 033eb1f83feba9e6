"""What the environment writes, as numpy sees it: docs/environment.md explains each bit.

The dtypes mirror bm_record, bm_truth and bm_step of include/blindmate.h.
"""

from __future__ import annotations

import ctypes

import numpy as np

from ._library import byref, check, library, seed_number, whole
from .errors import BadArgument
from .words import AskLike, Side, SideLike, ask_number, ask_text

PLANES = 50
NUMBERS = 40
ACTIONS = 4169
ACTION_WORDS = 66
ACTION_ANY = 4168

RECORD = np.dtype([
    ("planes", np.uint64, (PLANES,)),
    ("askable", np.uint64, (ACTION_WORDS,)),
    ("impossible", np.uint64, (ACTION_WORDS,)),
    ("numbers", np.uint8, (NUMBERS,)),
], align=True)

TRUTH = np.dtype([
    ("men", np.uint64, (6,)),
    ("attacked", np.uint64),
    ("en_passant", np.uint64),
    ("castle_short", np.uint8),
    ("castle_long", np.uint8),
    ("quiet_plies", np.uint8),
    ("occurrences", np.uint8),
    ("captured", np.uint8),
    ("reserved", np.uint8, (11,)),
], align=True)

STEP = np.dtype([
    ("mover", np.uint8),
    ("answer", np.uint8),
    ("ended", np.uint8),
    ("end", np.uint8),
    ("reward", np.int8),
    ("to_move", np.uint8),
    ("first", np.uint8),
    ("rules", np.uint8),
    ("plies", np.uint32),
    ("game", np.uint32),
], align=True)

assert RECORD.itemsize == 1496 and TRUTH.itemsize == 80 and STEP.itemsize == 16, "not the layout of blindmate.h"


def _bits(words: np.ndarray) -> np.ndarray:
    """The bits of 64-bit words, bit 0 first: shape (...) becomes (..., 64)."""
    octets = np.ascontiguousarray(words).view(np.uint8).reshape(-1)  # in one row, unpackbits is three times as fast
    return np.unpackbits(octets, bitorder="little").reshape(words.shape + (64,))


def unfold_squares(sets: np.ndarray) -> np.ndarray:
    """Sets of squares as boards: shape (...) of uint64 becomes (..., 8, 8) of bool, indexed by rank and file."""
    sets = np.asarray(sets, np.uint64)
    return _bits(sets).reshape(sets.shape + (8, 8)).view(bool)


def unfold_planes(records: np.ndarray) -> np.ndarray:
    """The planes of records: shape (N,) becomes (N, 50, 8, 8) of bool, the own first rank first."""
    return unfold_squares(records["planes"])


def unfold_mask(words: np.ndarray) -> np.ndarray:
    """A set of actions for each row: shape (..., 66) of uint64 becomes (..., 4169) of bool."""
    return _bits(words).reshape(words.shape[:-1] + (64 * ACTION_WORDS,))[..., :ACTIONS].view(bool)


def askable_mask(records: np.ndarray) -> np.ndarray:
    """(N, 4169) of bool: what can be asked and was not refused in this turn."""
    return unfold_mask(records["askable"])


def possible_mask(records: np.ndarray) -> np.ndarray:
    """(N, 4169) of bool: the same without what the player can prove to be refused."""
    return unfold_mask(records["askable"] & ~records["impossible"])


def random_actions(records: np.ndarray, seed: int) -> np.ndarray:
    """An action for each record, all that are askable and not impossible equally likely."""
    actions = np.empty(records.shape, np.int32)
    _fill_random_actions(records, seed, actions)
    return actions


def _fill_random_actions(records: np.ndarray, seed: int, actions: np.ndarray) -> None:
    if records.dtype != RECORD or not records.flags.c_contiguous:
        raise BadArgument("records are needed, in one piece")
    check(library.bm_random_actions(records.ctypes.data, records.size, seed_number(seed), actions.ctypes.data))


def action_of(ask: AskLike, side: SideLike, size: int = 8) -> int:
    """A try as an action of a side, on a board of this size."""
    action = ctypes.c_int32()
    check(library.bm_action_of(ask_number(ask), Side.of(side), whole("the size", size), byref(action)))
    return action.value


def ask_of_action(action: int, side: SideLike, size: int = 8, promotes: bool = False) -> str:
    """An action of a side as a try. `promotes`: it is a pawn's move to the last rank."""
    ask = ctypes.c_uint16()
    check(library.bm_action_ask(whole("the action", action, ACTIONS - 1), Side.of(side), whole("the size", size),
                                promotes, byref(ask)))
    return ask_text(ask.value)


def action_text(record: np.ndarray, action: int) -> str:
    """An action as a try of the record's player: "e2e4", "e7e8q", "any"."""
    action = int(action)
    size = int(record["numbers"][2])
    origin, target = divmod(action, 64)
    promotes = action < 4096 and target // 8 == size - 1 and bool(int(record["planes"][0]) >> origin & 1)
    return ask_of_action(action, int(record["numbers"][0]), size, promotes or 4096 <= action < ACTION_ANY)
