"""The interface of PettingZoo: what its own api_test asks of an AEC environment, and that the game is Kriegspiel."""

import numpy as np
from support import RULES, Test

from blindmate import ACTIONS, BadArgument, Game, NotNow, action_of
from blindmate.aec import AEC, Box, Discrete


def play(env, seed):
    env.reset(seed=seed)
    history = []
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        done = termination or truncation
        action = None if done else env.action_space(agent).sample(info["action_mask"])
        history.append((agent, reward, done, action))
        env.step(action)
    return history


class Invariants(Test):
    def test_a_whole_game_under_every_rule_set(self):
        for rules in RULES:
            env = AEC(rules, most_plies=60)
            env.reset(seed=3)
            self.assertEqual(env.agents, env.possible_agents)
            total, last_plies = {"white": 0, "black": 0}, 0
            for agent in env.agent_iter():
                self.assertEqual(agent, env.agent_selection)
                observation, reward, termination, truncation, info = env.last()
                total[agent] += reward
                self.assertIn(observation, env.observation_space(agent))
                np.testing.assert_array_equal(observation["action_mask"], info["action_mask"])
                self.assertEqual(set(env.rewards), set(env.agents))
                self.assertEqual(set(env.infos), set(env.agents))
                if termination or truncation:
                    self.assertFalse(info["action_mask"].any())
                    env.step(None)
                    continue
                self.assertTrue(info["action_mask"].any())
                other = env.observe("black" if agent == "white" else "white")
                self.assertFalse(other["action_mask"].any())
                self.assertEqual(observation["numbers"][0], env.game.turn)
                env.step(env.action_space(agent).sample(info["action_mask"]))
                moved = env.game.plies > last_plies
                last_plies = env.game.plies
                if env.game.outcome is None and env.game.plies < 60:
                    self.assertEqual(env.agent_selection != agent, moved)  # a refused agent acts again
            self.assertEqual(env.agents, [])
            self.assertEqual(total["white"], -total["black"])

    def test_the_same_seed_plays_the_same_game(self):
        env = AEC("english", most_plies=40)
        self.assertEqual(play(env, 5), play(env, 5))
        self.assertNotEqual(play(env, 5), play(env, 6))

    def test_rewards_of_a_mate(self):
        env = AEC()
        env.reset()
        for ask, side in (("f2f3", 0), ("e7e5", 1), ("g2g4", 0), ("d8h4", 1)):
            self.assertEqual(env.last()[1], 0)
            env.step(action_of(ask, side))
        self.assertEqual((env.rewards, env.terminations, env.truncations),
                         ({"white": -1, "black": 1}, {"white": True, "black": True},
                          {"white": False, "black": False}))
        seen = {}
        for agent in env.agent_iter():
            seen[agent] = env.last()[1]
            env.step(None)
        self.assertEqual(seen, {"white": -1, "black": 1})

    def test_the_limit_truncates(self):
        env = AEC(most_plies=1)
        env.reset()
        env.step(action_of("e2e4", "white"))
        self.assertTrue(all(env.truncations.values()))
        self.assertFalse(any(env.terminations.values()))
        self.assertEqual(env.rewards, {"white": 0, "black": 0})

    def test_the_mask_can_have_everything_askable(self):
        sizes = []
        for only_possible in (True, False):
            env = AEC(only_possible=only_possible)
            env.reset()
            sizes.append(int(env.last()[4]["action_mask"].sum()))
        self.assertEqual(sizes, [20, 34])  # nothing can be taken at the beginning

    def test_the_true_game(self):
        env = AEC("wild16", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
        env.reset()
        self.assertIsInstance(env.game, Game)
        self.assertIn("♚", env.render())
        action = action_of("e4d5", "white")
        self.assertEqual(env.action_text(action), "e4d5")


    def test_a_start_that_is_over(self):
        for fen, rewards in (("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", {"white": 1, "black": -1}),
                             ("7k/8/6K1/8/8/8/8/8 w - - 0 1", {"white": 0, "black": 0})):
            env = AEC(fen=fen)
            history = play(env, 1)
            self.assertEqual({agent: reward for agent, reward, _, _ in history}, rewards)
            self.assertEqual([(done, action) for _, _, done, action in history], [(True, None)] * 2)
            env.reset()
            self.assertEqual(env.terminations, {"white": True, "black": True})
            self.assertEqual(env.truncations, {"white": False, "black": False})

    def test_every_integer_is_a_seed(self):
        env = AEC(most_plies=10)
        self.assertEqual(play(env, -1), play(env, -1))
        self.assertNotEqual(play(env, -1), play(env, 1))
        for seed in (-1, 5, 2**63 - 1):
            self.assertEqual(play(env, np.int64(seed)), play(env, seed))
        self.assertEqual(play(env, np.uint64(2**64 - 1)), play(env, 2**64 - 1))


class BadInput(Test):
    def test_actions(self):
        env = AEC()
        env.reset()
        for action in (None, -1, ACTIONS, action_of("e2d3", "white"), "e2e4", 1.5):
            with self.assertRaises(BadArgument, msg=repr(action)):
                env.step(action)
        self.assertEqual(env.game.plies, 0)
        env.step(action_of("e2e4", "white"))

    def test_moments(self):
        env = AEC(most_plies=1)
        for use in (env.last, env.render, lambda: env.observe("white"), lambda: env.action_text(0), lambda: env.game):
            with self.assertRaisesRegex(NotNow, "reset"):
                use()
        env.reset()
        env.step(action_of("e2e4", "white"))
        with self.assertRaises(BadArgument):
            env.step(5)
        env.step(None)
        env.step(None)
        with self.assertRaises(NotNow):
            env.step(None)
        with self.assertRaises(KeyError):
            env.action_space("red")

    def test_spaces(self):
        self.assertIn(3, Discrete(4))
        self.assertNotIn(4, Discrete(4))
        self.assertNotIn(np.zeros((2,), np.int8), Box(0, 1, (3,), np.int8))
        self.assertNotIn(np.full((3,), 2, np.int8), Box(0, 1, (3,), np.int8))
        space = Discrete(10)
        space.seed(1)
        self.assertEqual({space.sample(np.arange(10) == 7) for _ in range(5)}, {7})
