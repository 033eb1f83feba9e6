#!/usr/bin/env python3
"""The claims: 0.5 million decisions a second through Python on two cores, and 200,000 tries a second in a single game.

    ./run python bench/python_bench.py [--seconds 2]

OpenSpiel's Kriegspiel is measured beside it when the module pyspiel can be imported.
"""

import argparse
import os
import random
import statistics
import sys
import time

import numpy as np

import blindmate
from blindmate._library import library

ROUNDS = 5
OPENSPIEL_KNOWN = 0.18  # million answers a second, measured elsewhere


def rate(work, seconds):
    """The medians of so many rounds: answers a second, and a second of processor time, which a busy machine changes
    less. `work` returns how many it has made."""
    rates, cpu_rates = [], []
    for _ in range(ROUNDS):
        answers, begun, cpu_begun = 0, time.perf_counter(), time.process_time()
        while (passed := time.perf_counter() - begun) < seconds / ROUNDS:
            answers += work()
        rates.append(answers / passed)
        cpu_rates.append(answers / (time.process_time() - cpu_begun))
    return statistics.median(rates), statistics.median(cpu_rates)


def vector_env(threads, games):
    """Decisions of a random policy, the choice of its actions included."""
    env = blindmate.VectorEnv(games, threads=threads, seed=1, most_plies=400)

    def work():
        env.step(env.random_actions())
        return games

    return work


def vector_env_masked(threads, games):
    """The same, with planes and masks unfolded for a network."""
    env = blindmate.VectorEnv(games, threads=threads, seed=1, most_plies=400)

    def work():
        env.planes()
        env.possible()
        env.step(env.random_actions())
        return games

    return work


def single_game():
    """A game from Python, one try at a time, in which Python lists and chooses the tries."""
    chance = random.Random(1).random

    def work():
        game, answers = blindmate.Game(), 0
        for _ in range(300):
            tries = game.askable_numbers()
            if not tries:
                break
            while True:
                answers += 1
                said = game.ask(tries.pop(int(chance() * len(tries))))
                if said.is_ok or not tries:
                    break
        return answers

    return work


def asks_only():
    """The tries of random games, asked again: the referee through Game.ask alone."""
    recordings, chance = [], random.Random(1)
    for _ in range(50):
        game, asked = blindmate.Game(), []
        while not game.is_over and game.plies < 300:
            asked.append(chance.choice(game.askable_numbers()))
            game.ask(asked[-1])
        recordings.append(asked)

    def work():
        for asked in recordings:
            ask = blindmate.Game().ask
            for number in asked:
                ask(number)
        return sum(map(len, recordings))

    return work


def openspiel():
    """OpenSpiel's Kriegspiel under random tries, or None."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, chance = pyspiel.load_game("kriegspiel"), random.Random(1)

    def work():
        state, answers = game.new_initial_state(), 0
        while not state.is_terminal() and answers < 600:
            state.apply_action(chance.choice(state.legal_actions()))
            answers += 1
        return answers

    return work


def call_cost():
    """Nanoseconds of one call into the library that does nothing else."""
    call, count = library.bm_interface_version, 200_000

    def once():
        begun = time.perf_counter()
        for _ in range(count):
            call()
        return (time.perf_counter() - begun) / count * 1e9

    return statistics.median(once() for _ in range(ROUNDS))


def main():
    parser = argparse.ArgumentParser(description="Answers a second through Python.")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each row (%(default)s)")
    parser.add_argument("--games", type=int, default=1024, help="of VectorEnv (%(default)s)")
    options = parser.parse_args()

    print(f"Python {sys.version.split()[0]}, numpy {np.__version__}, {os.cpu_count()} cores")
    rows = [("VectorEnv, 1 thread", vector_env(1, options.games)),
            ("VectorEnv, 2 threads", vector_env(2, options.games)),
            ("  with planes and masks, 2 threads", vector_env_masked(2, options.games)),
            ("Game, one try at a time", single_game()), ("Game.ask alone", asks_only()), ("OpenSpiel", openspiel())]
    results = {}
    for name, work in rows:
        if work is not None:
            results[name] = rate(work, options.seconds)
    known = results.get("OpenSpiel", [OPENSPIEL_KNOWN * 1e6])[0]
    print(f"{'':36} {'answers/s':>12} {'per CPU second':>15} {'OpenSpiel = 1':>14}")
    for name, (answers, per_cpu) in results.items():
        print(f"{name:36} {answers:12,.0f} {per_cpu:15,.0f} {answers / known:14.2f}")
    if "OpenSpiel" not in results:
        print(f"{'OpenSpiel: not installed, known is':36} {known:12,.0f} {'':15} {1:14.2f}")
    print(f"one call into the library: {call_cost():.0f} ns")
    for claim, name, needed in (("two threads", "VectorEnv, 2 threads", 500_000),
                                ("a single game", "Game, one try at a time", 200_000)):
        reached = results[name][0] >= needed
        print(f"claim: {claim}, {needed:,} a second: {'reached' if reached else 'NOT reached'}")


if __name__ == "__main__":
    main()
