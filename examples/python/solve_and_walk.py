#!/usr/bin/env python3
"""Solves a problem, checks the plan, and carries it out in every position that is possible.

    ./run python examples/python/solve_and_walk.py [FILE] [--id ID]

The attacker is told nothing but what the referee says. The defender sees everything, and moves at random.
"""

import argparse
import random

import blindmate
from blindmate import Game, Problem

# Figure 1 of Russell & Wolfe 2005, on a 4x4 board: White has Kb1, Qa1, Bb2 and Bc2.
FIGURE = Problem(["n3/p3/1BBk/QK2 w - - 0 1", "nk2/p3/1BB1/QK2 w - - 0 1", "2k1/1p2/1BB1/QKn1 w - - 0 1"], ply=3,
                 id="figure 1")


def carry_out(problem, plan, fen, chance):
    """Plays one game by the plan, and returns how it ended and what was said."""
    game, walk, said = Game(problem.rules, fen), plan.walk(), []
    while not game.is_over:
        ask = walk.ask if game.turn == problem.side else chance.choice(game.askable())
        announcement = game.ask(ask)
        walk.hear(announcement)
        if announcement.by == problem.side:
            said.append(f"{ask}: {announcement}")
        elif announcement.is_ok:
            said.append(f"      {announcement}")
    return game.outcome, said


def main():
    parser = argparse.ArgumentParser(description="Solves a problem and carries the plan out.")
    parser.add_argument("file", nargs="?", help="problem lines; without it, a problem of our own")
    parser.add_argument("--id", help="of the problem in the file; the first unless given")
    parser.add_argument("--seed", type=int, default=1, help="of the defender (%(default)s)")
    options = parser.parse_args()

    problem = FIGURE
    if options.file:
        found = (each for each in Problem.read_file(options.file) if options.id in (None, each.id))
        problem = next(found, None)
        if problem is None:
            parser.error(f"{options.file} has no problem {options.id}")
    print(problem)
    solution = problem.solve(deepen=True)
    print(solution)
    if solution.plan is None:
        return
    print(solution.plan)
    print("the independent checker says:", "valid" if problem.verify(solution.plan) else "not valid")

    chance = random.Random(options.seed)
    for fen in problem.states:
        outcome, said = carry_out(problem, solution.plan, fen, chance)
        print(f"\n{fen}")
        print("\n".join(f"  {line}" for line in said))
        assert outcome == blindmate.Outcome("checkmate", problem.side, "checkmate")


if __name__ == "__main__":
    main()
