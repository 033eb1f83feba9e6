"""Players: the library's, and how they play against others."""

from __future__ import annotations

import ctypes
from typing import Optional, Protocol, Tuple

from ._library import Handle, byref, encoded, fault, handle_from, library, seed_number, whole
from .errors import BadArgument
from .game import Game
from .view import View
from .words import AskLike, Side, ask_text

PLAYERS: Tuple[str, ...] = tuple((library.bm_player_name(number) or b"").decode()
                                 for number in range(library.bm_player_count()))


class Chooses(Protocol):
    """Anything with this method can play. `view` is all that the player knows; it is called again after each
    refusal. The answer is a try such as "e2e4", or "any"."""

    def choose(self, view: View) -> AskLike:
        ...


class Player(Handle):
    """One of the library's players: PLAYERS names them, docs/players.md explains them.

    A player plays one game, whose views it sees one after another. Make a new Player for each game.
    """

    __slots__ = ("spec", "seconds", "nodes")
    _free = library.bm_player_free

    def __init__(self, spec: str = "club", seed: int = 1, seconds: float = 0.1, nodes: int = 0) -> None:
        """`spec` as in `blindmate match`: "club", "hs:k=100", "mate:hs". It thinks about a try for `seconds`, or with
        so many `nodes`: then the same seed plays the same game on every machine."""
        if not seconds >= 0:
            raise BadArgument(f"seconds is {seconds}: 0 or more")
        self._handle = handle_from(library.bm_player_new, encoded(spec), seed_number(seed))
        self.spec = spec
        self.seconds = seconds
        self.nodes = whole("nodes", nodes, 2**64 - 1)

    def choose(self, view: View) -> str:
        """What the player asks in its turn. BadArgument for the view of a second game: make a new Player for it."""
        ask = ctypes.c_uint16()
        status = library.bm_player_choose(self._handle, view._handle, self.seconds, self.nodes, byref(ask))
        if status:
            problem = fault(status)
            if isinstance(problem, BadArgument) and "another game" in str(problem):
                problem = BadArgument(f"{problem}; make a new Player for each game")
            raise problem
        return ask_text(ask.value)

    def __repr__(self) -> str:
        return f"<Player: {'closed' if self._is_closed else self.spec}>"


def play(white: Chooses, black: Chooses, game: Optional[Game] = None, most_plies: int = 400) -> Game:
    """Plays a game to its end, which after `most_plies` is a draw with the reason "ply-limit". Nonsense is an error
    of its player: BadArgument."""
    game = Game() if game is None else game
    players = (white, black)
    while not game.is_over:
        if game.plies >= most_plies:
            game.conclude("ply-limit")
            break
        side = game.turn
        with game.view(side) as view:
            ask = players[side].choose(view)
        said = game.ask(ask)
        if said.answer == "nonsense":
            raise BadArgument(f"{Side(side)} asks nonsense: {ask_text(ask)}")
    return game
