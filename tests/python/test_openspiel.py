"""The interface of OpenSpiel: what its simulations ask of every game, and that a player's strings hold no secret."""

import random

import numpy as np
from support import RULES, Test

from blindmate import ACTIONS, BadArgument, NotNow
from blindmate.openspiel import TERMINAL_PLAYER, KriegspielGame


class Invariants(Test):
    def test_random_simulation(self):
        for rules in RULES:
            chance, game = random.Random(2), KriegspielGame(rules, most_plies=40)
            state = game.new_initial_state()
            while not state.is_terminal():
                player = state.current_player()
                self.assertIn(player, (0, 1))
                actions = state.legal_actions()
                self.assertEqual(actions, sorted(set(actions)))
                self.assertEqual((state.legal_actions(player), state.legal_actions(1 - player)), (actions, []))
                self.assertEqual(np.flatnonzero(state.legal_actions_mask()).tolist(), actions)
                for action in actions[:5]:
                    self.assertEqual(state.string_to_action(state.action_to_string(player, action)), action)
                tensor = state.observation_tensor()
                self.assertEqual((list(tensor.shape), tensor.dtype), (game.observation_tensor_shape(), np.float32))
                self.assertTrue(((0 <= tensor) & (tensor <= 1)).all() and tensor.any())
                self.assertFalse(state.observation_tensor(1 - player).any())
                self.assertEqual(state.returns(), [0.0, 0.0])
                clone, before = state.clone(), str(state)
                clone.apply_action(chance.choice(actions))
                self.assertEqual((str(state), state.legal_actions()), (before, actions))
                self.assertEqual(len(clone.history()), len(state.history()) + 1)
                state.apply_action(chance.choice(actions))
            self.assertEqual((state.current_player(), state.legal_actions()), (TERMINAL_PLAYER, []))
            self.assertEqual(sum(state.returns()), 0)
            again = game.new_initial_state()
            for action in state.history():
                again.apply_action(action)
            self.assertEqual((str(again), again.returns()), (str(state), state.returns()))

    def test_a_mate(self):
        state = KriegspielGame().new_initial_state()
        for ask in ("f2f3", "e7e5", "g2g4", "d8h4"):
            state.apply_action(state.string_to_action(ask))
        self.assertTrue(state.is_terminal())
        self.assertEqual((state.returns(), state.player_return(1)), ([-1.0, 1.0], 1.0))

    def test_a_refused_player_acts_again(self):
        state = KriegspielGame().new_initial_state()
        action = state.string_to_action("e2d3")
        state.apply_action(action)
        self.assertEqual(state.current_player(), 0)
        self.assertNotIn(action, state.legal_actions())

    def test_information_states_hold_what_a_player_knows_and_nothing_else(self):
        one, two = (KriegspielGame("wild16").new_initial_state() for _ in range(2))
        for state, asks in ((one, ("e2d3", "e2e4", "g8f6")), (two, ("d2d4", "g8f6"))):
            for ask in asks:
                state.apply_action(state.string_to_action(ask))
        self.assertEqual(one.information_state_string(1), two.information_state_string(1))
        self.assertNotEqual(one.information_state_string(0), two.information_state_string(0))
        self.assertEqual(one.observation_string(1), two.observation_string(1))
        self.assertNotIn("p", one.observation_string(0).split()[0])

    def test_sizes(self):
        game = KriegspielGame("rand")
        self.assertEqual((game.num_distinct_actions(), game.num_players(), game.min_utility(), game.max_utility()),
                         (ACTIONS, 2, -1, 1))
        self.assertEqual(len(game.new_initial_state().observation_tensor()), game.observation_tensor_size())


class BadInput(Test):
    def test_actions(self):
        state = KriegspielGame().new_initial_state()
        for action in (-1, ACTIONS, 0):
            with self.assertRaises(BadArgument):
                state.apply_action(action)
        self.assertEqual(state.history(), [])
        with self.assertRaises(BadArgument):
            state.information_state_string(2)
        with self.assertRaises(BadArgument):
            state.action_to_string(1, state.legal_actions()[0])
        with self.assertRaises(BadArgument):
            KriegspielGame(most_plies=0).new_initial_state()

    def test_after_the_end(self):
        state = KriegspielGame(most_plies=1).new_initial_state()
        state.apply_action(state.string_to_action("e2e4"))
        with self.assertRaises(NotNow):
            state.apply_action(0)
