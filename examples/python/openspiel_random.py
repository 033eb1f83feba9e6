#!/usr/bin/env python3
"""A game through the interface of OpenSpiel, in which White looks one try ahead and Black tries at random.

    ./run python examples/python/openspiel_random.py --rules cincinnati --seed 3

White is a cheat: it clones the state, which holds the truth, and prefers tries that are played and capture something.
"""

import argparse
import random

from blindmate.openspiel import KriegspielGame


def cheat(state, chance):
    def value(action):
        child = state.child(action)
        if child.is_terminal():
            return 100 * child.player_return(0)
        men = sum(letter.islower() for letter in str(child).split()[0])
        return -men - 0.5 * (child.current_player() == 0)  # a refusal is a little worse

    actions = state.legal_actions()
    chance.shuffle(actions)
    return max(actions, key=value)


def main():
    parser = argparse.ArgumentParser(description="OpenSpiel's interface: a cheat against random tries.")
    parser.add_argument("--rules", default="berkeley", help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(%(default)s)")
    parser.add_argument("--most-plies", type=int, default=200, help="of a game (%(default)s)")
    options = parser.parse_args()

    chance = random.Random(options.seed)
    state = KriegspielGame(options.rules, most_plies=options.most_plies).new_initial_state()
    while not state.is_terminal():
        white = state.current_player() == 0
        state.apply_action(cheat(state, chance) if white else chance.choice(state.legal_actions()))
    print(repr(state))
    print(f"{state.move_number()} decisions; returns: {state.returns()}")
    print("what Black knew:")
    print(state.information_state_string(1).split("\n\n")[1][:300], "...")


if __name__ == "__main__":
    main()
