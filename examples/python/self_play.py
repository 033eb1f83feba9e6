#!/usr/bin/env python3
"""Random self-play in many games at once: where a program that learns can begin.

    ./run python examples/python/self_play.py --games 1024 --steps 500 --threads 2
"""

import argparse
import time

import blindmate


def main():
    parser = argparse.ArgumentParser(description="Random self-play in many games at once.")
    parser.add_argument("--games", type=int, default=256, help="at once (%(default)s)")
    parser.add_argument("--steps", type=int, default=500, help="decisions in each game (%(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="that step the games (%(default)s)")
    parser.add_argument("--rules", default="berkeley", help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(%(default)s)")
    options = parser.parse_args()

    with blindmate.VectorEnv(options.games, threads=options.threads, seed=options.seed, rules=options.rules,
                             random_plies=4) as env:
        begun = time.perf_counter()
        for _ in range(options.steps):
            # A learned policy looks at env.records here: env.planes(), env.numbers(), and env.possible() as the mask.
            actions = env.random_actions()
            steps = env.step(actions)
            rewards = steps["reward"]  # to the mover; where steps["ended"], the record is of a new game
            assert not rewards[steps["ended"] == 0].any()
        seconds = time.perf_counter() - begun
        counts = env.counts()

    print(f"{counts.decisions} decisions in {seconds:.2f} s: {counts.decisions / seconds / 1e6:.2f} million a second")
    print(f"{counts.moves} moves, {counts.refusals} refusals, {counts.questions} questions")
    print(f"{counts.games} games: {counts.white_wins} won by White, {counts.black_wins} by Black, {counts.draws} drawn")
    for end, games in counts.ends.items():
        if games:
            print(f"  {end:22} {games}")


if __name__ == "__main__":
    main()
