#!/usr/bin/env python3
"""A game through the interface of PettingZoo (AEC), with random agents.

    ./run python examples/python/aec_random.py --rules wild16 --seed 3
"""

import argparse

from blindmate.aec import AEC


def main():
    parser = argparse.ArgumentParser(description="Random agents in an AEC environment.")
    parser.add_argument("--rules", default="berkeley", help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(%(default)s)")
    parser.add_argument("--most-plies", type=int, default=400, help="of a game (%(default)s)")
    options = parser.parse_args()

    env = AEC(options.rules, most_plies=options.most_plies)
    env.reset(seed=options.seed)
    decisions, rewards = 0, {}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation:
            rewards[agent] = reward
            env.step(None)
        else:
            decisions += 1
            env.step(env.action_space(agent).sample(info["action_mask"]))
    print(env.render())
    print(f"{decisions} decisions for {env.game.plies} plies; rewards: {rewards}")


if __name__ == "__main__":
    main()
