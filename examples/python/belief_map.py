#!/usr/bin/env python3
"""Draws where the opponent's men can be, for each kind of man a heat map.

    ./run python examples/python/belief_map.py --output belief.png

needs matplotlib (Debian: python3-matplotlib).
"""

import argparse

import matplotlib

matplotlib.use("Agg")  # draws into files, without a window
import matplotlib.pyplot as plt

import blindmate

GAME = "1. e4 {:} e5 {:} 2. Nf3 {:exd5} Nc6 {:} 3. Bb5 {:} Nf6 {:} 4. Bxc6 {c6:} dxc6 {c6:} *"

NAMES = ("pawns", "knights", "bishops", "rooks", "queen", "king")


def draw(view, belief, path):
    shares = belief.shares()
    figure, axes = plt.subplots(2, 3, figsize=(10, 7), layout="constrained")
    figure.suptitle(f"What {view.side} must think possible: {len(belief)} positions")
    for man, (name, ax) in enumerate(zip(NAMES, axes.flat)):
        image = ax.imshow(shares[man], origin="lower", cmap="Reds", vmin=0, vmax=1)
        for row, rank in enumerate(reversed(view.own_board.split("/"))):
            file = 0
            for letter in rank:
                if letter.isdigit():
                    file += int(letter)
                else:
                    ax.text(file, row, letter, ha="center", va="center", color="steelblue")
                    file += 1
        ax.set_title(name)
        ax.set_xticks(range(8), "abcdefgh")
        ax.set_yticks(range(8), "12345678")
    figure.colorbar(image, ax=axes, shrink=0.6, label="part of the positions")
    figure.savefig(path, dpi=100)


def main():
    parser = argparse.ArgumentParser(description="Draws where the opponent's men can be.")
    parser.add_argument("game", nargs="?", help="a PGN file; without it, a short game of our own")
    parser.add_argument("--side", default="white", choices=("white", "black"), help="(%(default)s)")
    parser.add_argument("--output", default="belief.png", help="PNG or SVG (%(default)s)")
    parser.add_argument("--limit", type=int, default=5_000_000, help="positions at most (%(default)s)")
    options = parser.parse_args()

    pgn = GAME
    if options.game:
        with open(options.game, encoding="utf-8") as file:
            pgn = file.read()
    view = blindmate.View.from_pgn(pgn, side=options.side)
    print(view)
    belief = view.belief(blindmate.Limits(states=options.limit))
    print(f"{len(belief)} positions are possible; the king can be on", ", ".join(sorted(belief.where("k"))))
    draw(view, belief, options.output)
    print(options.output)


if __name__ == "__main__":
    main()
