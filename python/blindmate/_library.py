"""libblindmate.so as ctypes sees it: include/blindmate.h, line by line, and how calls report what went wrong."""

from __future__ import annotations

import ctypes
import operator
import os
from ctypes import (POINTER, c_char_p, c_double, c_int, c_int32, c_size_t, c_uint8, c_uint16, c_uint32, c_uint64,
                    c_void_p)
from typing import Any, Union

from . import _find
from .errors import BY_STATUS, BadArgument, BadText, BlindmateError, InternalError

INTERFACE_VERSION = 2
RECORD_VERSION = 1
MOST_RULE_SETS = 16

WHITE, BLACK = 0, 1
NO_SQUARE = 64
ANY = 0xFFFF  # the question "Any?" as a number


class RuleSetStruct(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("summary", c_char_p), ("refusal_is_private", c_int32), ("nonsense", c_int32),
                ("any", c_int32), ("pawn_tries", c_int32), ("tells_pawn_or_piece", c_int32),
                ("names_en_passant", c_int32), ("tells_promotion", c_int32), ("check_narrows_tries", c_int32),
                ("stalemate_loses", c_int32), ("chess_draws", c_int32)]


class AnnouncementStruct(ctypes.Structure):
    # Announcement in announcement.py inherits these fields, and decodes them only when they are looked at.
    _fields_ = [("_by", c_uint8), ("_answer", c_uint8), ("_capture", c_uint8), ("_captured_kind", c_uint8),
                ("_check", c_uint8), ("_en_passant", c_uint8), ("_promotion", c_uint8), ("_end", c_uint8),
                ("_pawn_tries_form", c_uint8), ("_opponent_hears", c_uint8), ("_reserved", c_uint8 * 6),
                ("_pawn_tries", c_uint64)]


class EventStruct(ctypes.Structure):
    _fields_ = [("heard", AnnouncementStruct), ("ask", c_uint16), ("has_ask", c_uint8), ("nonsense", c_uint8),
                ("times", c_uint32)]


class LimitsStruct(ctypes.Structure):
    _fields_ = [("states", c_uint64), ("bytes", c_uint64), ("seconds", c_double), ("threads", c_uint32),
                ("reserved", c_uint32)]


class SolveOptionsStruct(ctypes.Structure):
    _fields_ = [("algorithm", c_char_p), ("ply", c_int32), ("deepen", c_int32), ("all_keys", c_int32),
                ("plan", c_int32), ("material_wins", c_int32), ("limits", LimitsStruct)]


class EnvOptionsStruct(ctypes.Structure):
    _fields_ = [("games", c_uint32), ("threads", c_uint32), ("seed", c_uint64),
                ("rule_weights", c_double * MOST_RULE_SETS), ("starts", POINTER(c_char_p)), ("start_count", c_size_t),
                ("random_plies", c_uint32), ("most_plies", c_uint32), ("tables_win", c_uint32),
                ("reserved", c_uint32)]


class EnvCountsStruct(ctypes.Structure):
    _fields_ = [("decisions", c_uint64), ("moves", c_uint64), ("refusals", c_uint64), ("questions", c_uint64),
                ("games", c_uint64), ("plies", c_uint64), ("white_wins", c_uint64), ("black_wins", c_uint64),
                ("draws", c_uint64), ("ends", c_uint64 * 9)]


_handle = c_void_p
_out_int = POINTER(c_int)
_out_size = POINTER(c_size_t)
_out_handle = POINTER(c_void_p)
_out_text = POINTER(c_void_p)  # c_char_p would lose the address that bm_text_free needs
_array = c_void_p  # the address of a numpy array
_status = c_int

# name: (result, parameters)
_PROTOTYPES = {
    "bm_interface_version": (c_int, []),
    "bm_record_version": (c_int, []),
    "bm_version": (c_char_p, []),
    "bm_error": (c_char_p, []),
    "bm_text_free": (None, [c_void_p]),
    "bm_ask_read": (_status, [c_char_p, POINTER(c_uint16)]),
    "bm_ask_text": (_status, [c_uint16, c_char_p]),
    "bm_rule_set_count": (c_int, []),
    "bm_rule_set_at": (_status, [c_int, POINTER(RuleSetStruct)]),
    "bm_rule_set_find": (_status, [c_char_p, _out_int]),
    "bm_announcement_text": (_status, [POINTER(AnnouncementStruct), _out_text]),
    "bm_game_new": (_status, [c_char_p, c_char_p, _out_handle]),
    "bm_game_copy": (_status, [_handle, _out_handle]),
    "bm_game_free": (None, [_handle]),
    "bm_game_ask": (_status, [_handle, c_uint16, POINTER(AnnouncementStruct)]),
    "bm_game_rules": (_status, [_handle, _out_int]),
    "bm_game_turn": (_status, [_handle, _out_int]),
    "bm_game_plies": (_status, [_handle, _out_int]),
    "bm_game_position": (_status, [_handle, _out_text]),
    "bm_game_askable": (_status, [_handle, POINTER(c_uint16), c_size_t, _out_size]),
    "bm_game_result": (_status, [_handle, _out_int, _out_int, _out_text]),
    "bm_game_conclude": (_status, [_handle, c_char_p, c_int]),
    "bm_game_pgn": (_status, [_handle, _out_text]),
    "bm_game_view": (_status, [_handle, c_int, _out_handle]),
    "bm_view_free": (None, [_handle]),
    "bm_view_rules": (_status, [_handle, _out_int]),
    "bm_view_side": (_status, [_handle, _out_int]),
    "bm_view_turn": (_status, [_handle, _out_int]),
    "bm_view_size": (_status, [_handle, _out_int]),
    "bm_view_own_board": (_status, [_handle, _out_text]),
    "bm_view_askable": (_status, [_handle, POINTER(c_uint16), c_size_t, _out_size]),
    "bm_view_any": (_status, [_handle, _out_int, _out_int]),
    "bm_view_announced": (_status, [_handle, POINTER(AnnouncementStruct)]),
    "bm_view_events": (_status, [_handle, _out_size]),
    "bm_view_event": (_status, [_handle, c_size_t, POINTER(EventStruct)]),
    "bm_view_result": (_status, [_handle, _out_int, _out_int, _out_text]),
    "bm_view_json": (_status, [_handle, _out_text]),
    "bm_view_pgn": (_status, [_handle, _out_text]),
    "bm_view_record": (_status, [_handle, _array]),
    "bm_pgn_read": (_status, [c_char_p, _out_handle]),
    "bm_pgn_free": (None, [_handle]),
    "bm_pgn_count": (_status, [_handle, _out_size]),
    "bm_pgn_game": (_status, [_handle, c_size_t, _out_handle]),
    "bm_pgn_view": (_status, [_handle, c_size_t, c_int, _out_handle]),
    "bm_file_text": (_status, [c_char_p, _out_text]),
    "bm_belief_of_view": (_status, [_handle, POINTER(LimitsStruct), _out_handle]),
    "bm_belief_free": (None, [_handle]),
    "bm_belief_size": (_status, [_handle, POINTER(c_uint64)]),
    "bm_belief_counts": (_status, [_handle, _array]),
    "bm_belief_positions": (_status, [_handle, c_uint64, c_uint64, _out_text]),
    "bm_belief_contains": (_status, [_handle, c_char_p, _out_int]),
    "bm_algorithm_count": (c_size_t, []),
    "bm_algorithm_name": (c_char_p, [c_size_t]),
    "bm_solve": (_status, [c_char_p, POINTER(SolveOptionsStruct), _out_text]),
    "bm_solve_view": (_status, [_handle, POINTER(SolveOptionsStruct), _out_text]),
    "bm_problem_of_view": (_status, [_handle, c_int, POINTER(LimitsStruct), _out_text]),
    "bm_verify": (_status, [c_char_p, c_char_p, c_int, c_int, POINTER(LimitsStruct), _out_int, _out_text]),
    "bm_player_count": (c_size_t, []),
    "bm_player_name": (c_char_p, [c_size_t]),
    "bm_player_new": (_status, [c_char_p, c_uint64, _out_handle]),
    "bm_player_free": (None, [_handle]),
    "bm_player_choose": (_status, [_handle, _handle, c_double, c_uint64, POINTER(c_uint16)]),
    "bm_env_defaults": (_status, [POINTER(EnvOptionsStruct)]),
    "bm_env_new": (_status, [POINTER(EnvOptionsStruct), _array, _array, _array, _out_handle]),
    "bm_env_free": (None, [_handle]),
    "bm_env_step": (_status, [_handle, _array]),
    "bm_env_wait": (_status, [_handle]),
    "bm_env_reset": (_status, [_handle]),
    "bm_env_count": (_status, [_handle, POINTER(EnvCountsStruct)]),
    "bm_random_actions": (_status, [_array, c_size_t, c_uint64, _array]),
    "bm_action_of": (_status, [c_uint16, c_int, c_int, POINTER(c_int32)]),
    "bm_action_ask": (_status, [c_int32, c_int, c_int, c_int, POINTER(c_uint16)]),
}


def _declare(library: ctypes.CDLL) -> ctypes.CDLL:
    """Checks that the library is the one this package was written for, and declares what it exports."""
    try:
        versions = library.bm_interface_version(), library.bm_record_version()
    except AttributeError as problem:
        raise ImportError(f"{library._name} is not Blindmate's library: {problem}. {_find.HOW_TO_BUILD}") from problem
    for what, has, needs in zip(("interface", "record"), versions, (INTERFACE_VERSION, RECORD_VERSION)):
        if has != needs:
            raise ImportError(
                f"{library._name} has version {has} of the {what}, this package needs {needs}. "
                f"Use the library and the package of one checkout. {_find.HOW_TO_BUILD}"
            )
    for name, (result, parameters) in _PROTOTYPES.items():
        try:
            function = getattr(library, name)
        except AttributeError as problem:
            raise ImportError(f"{library._name} is older than this package: {problem}. "
                              f"Use the library and the package of one checkout. {_find.HOW_TO_BUILD}") from problem
        function.restype = result
        function.argtypes = parameters
    return library


library = _declare(_find.load_library())
byref = ctypes.byref


def fault(status: int) -> BlindmateError:
    """The exception for a call of this thread that has just failed."""
    reason = (library.bm_error() or b"").decode("utf-8", "replace")
    return BY_STATUS.get(status, InternalError)(reason or f"status {status}")


def check(status: int) -> None:
    if status:
        raise fault(status)


def encoded(text: str) -> bytes:
    """Text for the library. A NUL would end it early and hide the rest."""
    if not isinstance(text, str):
        raise TypeError(f"text is needed, not {type(text).__name__}")
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as problem:
        raise BadText(str(problem)) from problem
    if b"\0" in data:
        raise BadText("the text has a NUL character")
    return data


def whole(name: str, value: Any, most: int = 2**31 - 1) -> int:
    """A number from 0 to `most` for the library. ctypes would cut off what does not fit."""
    number = operator.index(value)
    if not 0 <= number <= most:
        raise BadArgument(f"{name} is {number}: 0 to {most}")
    return number


def seed_number(seed: Any) -> int:
    """Any integer as a seed of 64 bits; numpy's integers too."""
    return operator.index(seed) & (2**64 - 1)


def text_from(call: Any, *arguments: Any) -> str:
    """What a function writes into its last parameter, a `char** text`."""
    pointer = c_void_p()
    check(call(*arguments, byref(pointer)))
    return take_text(pointer)


def take_text(pointer: c_void_p) -> str:
    try:
        return ctypes.string_at(pointer.value).decode("utf-8") if pointer.value else ""
    finally:
        library.bm_text_free(pointer)


def file_text(path: Union[str, bytes, "os.PathLike[Any]"]) -> str:
    """The text of a file, unpacked if it is packed by zstd. OSError if there is no such file."""
    with open(path, "rb"):  # Python's own error has the reason and the path
        pass
    try:
        return text_from(library.bm_file_text, os.fsencode(path))
    except UnicodeDecodeError as problem:
        raise BadText(f"{os.fspath(path)!r} is not UTF-8: {problem}") from problem


def int_from(call: Any, *arguments: Any) -> int:
    """What a function writes into its last parameter, an `int*`."""
    value = c_int()
    check(call(*arguments, byref(value)))
    return value.value


def handle_from(call: Any, *arguments: Any) -> int:
    """The handle that a function writes into its last parameter."""
    value = c_void_p()
    check(call(*arguments, byref(value)))
    return value.value or 0


class Handle:
    """An object that owns a handle of the library, and gives it back by close(), at the end of `with`, or when the
    object is forgotten. After close() every use raises BadArgument."""

    __slots__ = ("_handle", "__weakref__")
    _free: Any = None  # the function that takes the handle back
    _handle: int  # not there after close()

    def __getattr__(self, name: str) -> Any:  # called only for what is not there
        if name == "_handle":
            raise BadArgument(f"this {type(self).__name__} is closed")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def _is_closed(self) -> bool:
        try:
            object.__getattribute__(self, "_handle")
        except AttributeError:
            return True
        return False

    def close(self) -> None:
        if not self._is_closed:
            handle = self._handle
            del self._handle
            self._free(handle)

    def __del__(self) -> None:
        self.close()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __reduce__(self) -> Any:  # two owners of one handle would give it back twice
        raise TypeError(f"a {type(self).__name__} cannot be pickled; keep its PGN or its options instead")
