#!/usr/bin/env python3
"""A bot on a server that plays as one of our players, or as your own.

    ./run python examples/python/server_bot.py http://localhost:8080 --token-file my-bot.token --accept-any

Lobby, games and connections are those of examples/bots/random_bot.py, with all its options. Only the choice is new:
the log that the server sends becomes a View, and a player looks at it. The environment variables BLINDMATE_PLAYER
(club) and BLINDMATE_SECONDS (0.2) choose the player and its time for a try. docs/bots.md explains how to get a token.
"""

import importlib.util
import os
import threading
from pathlib import Path

import blindmate

PLAYER = os.environ.get("BLINDMATE_PLAYER", "club")
SECONDS = float(os.environ.get("BLINDMATE_SECONDS", "0.2"))


def load_random_bot():
    path = Path(__file__).resolve().parent.parent / "bots" / "random_bot.py"
    spec = importlib.util.spec_from_file_location("random_bot", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


random_bot = load_random_bot()
play_with_choices = random_bot.play
seat = threading.local()  # each game has a thread of its own


def play(server, game):
    about = server.get(f"/api/games/{game}")
    seat.rules, seat.side = about["rules"], about["side"]
    seat.player = blindmate.Player(PLAYER, seconds=SECONDS)
    return play_with_choices(server, game)


def choose(now, log):
    with blindmate.View.from_log(log, seat.side, seat.rules) as view:
        assert sorted(view.askable()) == sorted(now["askable"]), "the server sees another game"
        return seat.player.choose(view)


random_bot.play, random_bot.choose = play, choose

if __name__ == "__main__":
    random_bot.main()
