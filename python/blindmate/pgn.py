"""Kriegspiel PGN with several games, of text and of files."""

from __future__ import annotations

import os
from typing import Any, Iterator, Union

from ._library import file_text
from ._pgn import PgnGames, each_game
from .game import Game
from .view import View


def read_pgn(pgn: str) -> Iterator[Union[Game, View]]:
    """The games of a PGN text, in order: a Game for each whole game, a View for each filtered one."""
    return (_read(games, number) for games, number in each_game(pgn))


def read_pgn_file(path: Union[str, "os.PathLike[Any]"]) -> Iterator[Union[Game, View]]:
    """The games of a PGN file, which may be packed by zstd."""
    return read_pgn(file_text(path))


def count_games(pgn: str) -> int:
    """How many games a PGN text has, whole and filtered ones."""
    return sum(1 for _ in each_game(pgn))


def _read(games: PgnGames, number: int) -> Union[Game, View]:
    handle = games.whole_game(number)
    return View._of(games.view(number)) if handle is None else Game._of(handle)
