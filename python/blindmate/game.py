"""Game: the referee at the table."""

from __future__ import annotations

import ctypes
from typing import Any, Iterator, List, Optional

from ._library import Handle, byref, check, encoded, fault, handle_from, int_from, library, text_from, whole
from .announcement import Announcement, Outcome, read_outcome
from .rules import RULE_SETS, RuleSet, RulesLike
from .view import View
from .words import AskLike, Side, SideLike, ask_number, ask_text, draw_board

_MOST_TRIES = 1024  # no position has so many
_Tries = ctypes.c_uint16 * _MOST_TRIES
_ask = library.bm_game_ask
_askable = library.bm_game_askable


class Game(Handle):
    """The true position, both players' views, and a referee who answers tries.

    >>> game = Game("berkeley")
    >>> print(game.ask("e2e4"))
    White has moved.
    """

    __slots__ = ("_tries", "_count")
    _free = library.bm_game_free

    def __init__(self, rules: RulesLike = "berkeley", fen: Optional[str] = None) -> None:
        """A game from the initial position, or from any other of a board of 4x4 to 8x8."""
        self._adopt(handle_from(library.bm_game_new, encoded(RuleSet.of(rules).name),
                                None if fen is None else encoded(fen)))

    def _adopt(self, handle: int) -> None:
        self._handle = handle
        self._tries = _Tries()
        self._count = ctypes.c_size_t()

    @classmethod
    def _of(cls, handle: int) -> "Game":
        game = cls.__new__(cls)
        game._adopt(handle)
        return game

    # ---------------------------------------------------------------- asking

    def ask(self, ask: AskLike) -> Announcement:
        """The side to move asks, a try or "any". A legal try is played at once.

        Nonsense is an answer. NotNow after the end of the game; BadText for what is no try at all.
        """
        number = ask if ask.__class__ is int and 0 <= ask <= 0xFFFF else ask_number(ask)  # type: ignore[operator]
        said = Announcement()
        status = _ask(self._handle, number, byref(said))
        if status:
            raise fault(status)
        return said

    def askable(self) -> List[str]:
        """What the side to move can ask and has not been refused yet, "any" aside. Empty after the end."""
        return [ask_text(number) for number in self.askable_numbers()]

    def askable_numbers(self) -> List[int]:
        """The same as numbers, which ask() takes too: the fast way."""
        count = self._count
        status = _askable(self._handle, self._tries, _MOST_TRIES, byref(count))
        if status:
            raise fault(status)
        return self._tries[:count.value]

    def conclude(self, reason: str, winner: Optional[SideLike] = None) -> None:
        """Ends the game from outside the rules: "resignation", "adjudication". No winner is a draw."""
        check(library.bm_game_conclude(self._handle, encoded(reason), -1 if winner is None else Side.of(winner)))

    # ---------------------------------------------------------------- looking

    @property
    def rules(self) -> RuleSet:
        return RULE_SETS[int_from(library.bm_game_rules, self._handle)]

    @property
    def turn(self) -> Side:
        return Side(int_from(library.bm_game_turn, self._handle))

    @property
    def plies(self) -> int:
        """Moves made by both sides."""
        return int_from(library.bm_game_plies, self._handle)

    @property
    def position(self) -> str:
        """The true position as FEN: the referee's knowledge, no player's."""
        return text_from(library.bm_game_position, self._handle)

    @property
    def is_over(self) -> bool:
        end = ctypes.c_int()
        check(library.bm_game_result(self._handle, byref(end), None, None))
        return end.value != 0

    @property
    def outcome(self) -> Optional[Outcome]:
        """None while the game goes on."""
        return read_outcome(library.bm_game_result, self._handle)

    def view(self, side: Optional[SideLike] = None) -> View:
        """What a side knows now; the side to move unless said otherwise."""
        wanted = self.turn if side is None else Side.of(side)
        return View._of(handle_from(library.bm_game_view, self._handle, wanted))

    # ---------------------------------------------------------------- copies and text

    def copy(self) -> "Game":
        return type(self)._of(handle_from(library.bm_game_copy, self._handle))

    __copy__ = copy

    def __deepcopy__(self, _: Any) -> "Game":
        return self.copy()

    def pgn(self) -> str:
        """Kriegspiel PGN of the whole game."""
        return text_from(library.bm_game_pgn, self._handle)

    @classmethod
    def from_pgn(cls, pgn: str, number: int = 0) -> "Game":
        """A whole game of a PGN text; `number` counts from 0. A filtered one is read by View.from_pgn."""
        return cls._of(handle_from(library.bm_game_from_pgn, encoded(pgn), whole("number", number)))

    @classmethod
    def all_from_pgn(cls, pgn: str) -> Iterator["Game"]:
        """The whole games of a PGN text, in order."""
        for number in range(count_games(pgn)):
            yield cls.from_pgn(pgn, number)

    def __repr__(self) -> str:
        if not self._handle:
            return "<Game: closed>"
        outcome = self.outcome
        state = f"{self.turn} to move" if outcome is None else f"{outcome.result}, {outcome.reason}"
        return f"<Game: {self.rules}, ply {self.plies}, {state}>\n{draw_board(self.position.split()[0])}"


def count_games(pgn: str) -> int:
    """How many games a PGN text has."""
    count = ctypes.c_size_t()
    check(library.bm_pgn_count(encoded(pgn), byref(count)))
    return count.value
