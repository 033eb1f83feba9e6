"""Game: the referee at the table."""

from __future__ import annotations

from typing import Any, Iterator, Optional

from ._library import byref, check, encoded, fault, handle_from, int_from, library, text_from
from ._pgn import PgnGames, each_game
from ._table import Table
from .announcement import Announcement
from .rules import RuleSet, RulesLike
from .view import View
from .words import AskLike, Side, SideLike, ask_number, draw_board

_ask = library.bm_game_ask


class Game(Table):
    """The true position, both players' views, and a referee who answers tries.

    >>> game = Game("berkeley")
    >>> print(game.ask("e2e4"))
    White has moved.
    """

    __slots__ = ()
    _free = library.bm_game_free
    _read_rules = library.bm_game_rules
    _read_turn = library.bm_game_turn
    _read_askable = library.bm_game_askable
    _read_result = library.bm_game_result

    def __init__(self, rules: RulesLike = "berkeley", fen: Optional[str] = None) -> None:
        """A game from the initial position, or from any other of a board of 4x4 to 8x8."""
        self._handle = handle_from(library.bm_game_new, encoded(RuleSet.of(rules).name),
                                   None if fen is None else encoded(fen))

    # ---------------------------------------------------------------- asking

    def ask(self, ask: AskLike) -> Announcement:
        """The side to move asks, a try or "any". A legal try is played at once. Castling is the king's move: "e1g1".

        Nonsense is an answer. NotNow after the end of the game; BadText for what is no try at all.
        """
        number = ask if ask.__class__ is int and 0 <= ask <= 0xFFFF else ask_number(ask)  # type: ignore[operator]
        said = Announcement()
        status = _ask(self._handle, number, byref(said))
        if status:
            raise fault(status)
        return said

    def conclude(self, reason: str, winner: Optional[SideLike] = None) -> None:
        """Ends the game from outside the rules: "resignation", "adjudication". No winner is a draw. The reason must not
        be a word of the referee's, such as "checkmate"."""
        check(library.bm_game_conclude(self._handle, encoded(reason), -1 if winner is None else Side.of(winner)))

    # ---------------------------------------------------------------- looking

    @property
    def plies(self) -> int:
        """Moves made by both sides."""
        return int_from(library.bm_game_plies, self._handle)

    @property
    def position(self) -> str:
        """The true position as FEN: the referee's knowledge, no player's."""
        return text_from(library.bm_game_position, self._handle)

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
        with PgnGames(pgn) as games:
            return cls._of(games.game(number))

    @classmethod
    def all_from_pgn(cls, pgn: str) -> Iterator["Game"]:
        """The games of a PGN text, in order. The text is read once. BadText at a filtered game; read_pgn gives both
        kinds."""
        return (cls._of(games.game(number)) for games, number in each_game(pgn))

    def __repr__(self) -> str:
        if self._is_closed:
            return "<Game: closed>"
        return f"<Game: {self.rules}, ply {self.plies}, {self._state_text()}>\n{draw_board(self.position.split()[0])}"
