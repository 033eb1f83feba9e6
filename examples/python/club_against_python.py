#!/usr/bin/env python3
"""Our player club against a player that is written in Python.

    ./run python examples/python/club_against_python.py --games 2 --seconds 0.05

A player is anything with a method choose(view), which returns a try. This one takes back: after a capture it first
tries everything that reaches that square.
"""

import argparse
import random

import blindmate


class TakesBack:
    def __init__(self, seed):
        self.chance = random.Random(seed)

    def choose(self, view):
        tries = view.askable()
        last = next((event.heard for event in reversed(view.events) if event.heard.is_ok), None)
        if last is not None and last.by != view.side and last.capture:
            recaptures = [ask for ask in tries if ask[2:4] == last.capture]
            tries = recaptures or tries
        return self.chance.choice(tries)


def main():
    parser = argparse.ArgumentParser(description="club against a player in Python.")
    parser.add_argument("--games", type=int, default=2, help="with changing colours (%(default)s)")
    parser.add_argument("--seconds", type=float, default=0.02, help="that club thinks about a try (%(default)s)")
    parser.add_argument("--nodes", type=int, default=0, help="instead of seconds; then every run is the same")
    parser.add_argument("--rules", default="berkeley", help="(%(default)s)")
    parser.add_argument("--most-plies", type=int, default=200, help="of a game (%(default)s)")
    parser.add_argument("--pgn", help="a file to which the games are written")
    options = parser.parse_args()

    points, games = 0.0, []
    for number in range(options.games):
        club = blindmate.Player("club", seed=number, seconds=options.seconds, nodes=options.nodes)
        other = TakesBack(seed=number)
        side = blindmate.Side(number % 2)
        pair = (club, other) if side == blindmate.WHITE else (other, club)
        game = blindmate.play(*pair, game=blindmate.Game(options.rules), most_plies=options.most_plies)
        outcome = game.outcome
        points += 0.5 if outcome.winner is None else float(outcome.winner == side)
        games.append(game.pgn())
        print(f"game {number + 1}: club has {side}, {outcome.result} by {outcome.reason} after {game.plies} plies")
    print(f"club has {points} of {options.games} points")
    if options.pgn:
        with open(options.pgn, "w", encoding="utf-8") as file:
            file.write("\n".join(games))


if __name__ == "__main__":
    main()
