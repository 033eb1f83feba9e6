"""The environment: layouts, masks and actions, determinism, and that its records are those of a player's own view."""

import ctypes
import os
import re
from unittest import mock

import numpy as np
from support import ROOT, RULES, Test
from test_game import random_game

import blindmate
from blindmate import ACTION_ANY, ACTIONS, BadArgument, BadText, Game, NotNow, VectorEnv, environment
from blindmate.announcement import ENDS


def played(steps=60, games=24, **options):
    """What an environment has written in random play: all records, truths and steps, in order."""
    with VectorEnv(games, truths=True, **options) as env:
        written = [env.records.tobytes(), env.truths.tobytes()]
        for number in range(steps):
            env.step(env.random_actions(number))
            written += [env.records.tobytes(), env.truths.tobytes(), env.steps.tobytes()]
        return written


class Layout(Test):
    def test_constants_are_those_of_the_header(self):
        header = (ROOT / "include" / "blindmate.h").read_text()
        for name in ("PLANES", "NUMBERS", "ACTIONS", "ACTION_ANY"):
            value = re.search(rf"#define BM_{name} (\d+)", header).group(1)
            self.assertEqual(getattr(blindmate, name), int(value))
        interface = re.search(r"#define BM_INTERFACE_VERSION (\d+)", header).group(1)
        self.assertEqual(blindmate._library.library.bm_interface_version(), int(interface))
        most = re.search(r"#define BM_MOST_RULE_SETS (\d+)", header).group(1)
        self.assertEqual(blindmate._library.MOST_RULE_SETS, int(most))
        ends = re.search(r"BM_END_NONE,(.*?)\}", header, re.DOTALL).group(1)
        words = [word.lower().replace("_", "-") for word in re.findall(r"BM_END_(\w+)", ends)]
        self.assertEqual(ENDS[1:], tuple(words))

    def test_sizes_of_the_structs(self):
        class Record(ctypes.Structure):
            _fields_ = [("planes", ctypes.c_uint64 * 50), ("askable", ctypes.c_uint64 * 66),
                        ("impossible", ctypes.c_uint64 * 66), ("numbers", ctypes.c_uint8 * 40)]

        self.assertEqual(ctypes.sizeof(Record), blindmate.RECORD.itemsize)
        self.assertEqual({name: offset for name, (_, offset) in blindmate.RECORD.fields.items()},
                         {name: getattr(Record, name).offset for name, _ in Record._fields_})
        self.assertEqual(blindmate.TRUTH.fields["castle_short"][1], 64)
        self.assertEqual(blindmate.STEP.fields["plies"][1], 8)

    def test_every_function_of_the_header_is_declared_and_the_other_way_round(self):
        from blindmate._library import _PROTOTYPES
        header = (ROOT / "include" / "blindmate.h").read_text()
        code = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
        declared = {name: " ".join(parameters.split())
                    for name, parameters in re.findall(r"^\w[\w ]*?\*? ?(bm_\w+)\(([^)]*)\);", code, re.MULTILINE)}
        self.assertEqual(declared.keys(), _PROTOTYPES.keys())
        for name, parameters in declared.items():
            count = 0 if parameters == "void" else parameters.count(",") + 1
            self.assertEqual(len(_PROTOTYPES[name][1]), count, name)


class Unfolding(Test):
    def test_squares(self):
        board = blindmate.unfold_squares(np.uint64(1 << 12 | 1 << 63))
        self.assertEqual(board.shape, (8, 8))
        self.assertEqual([tuple(square) for square in np.argwhere(board)], [(1, 4), (7, 7)])  # e2, h8

    def test_planes_of_the_start(self):
        env = VectorEnv(3)
        planes = env.planes()
        self.assertEqual((planes.shape, planes.dtype), ((3, 50, 8, 8), np.dtype(bool)))
        self.assertTrue(planes[:, 0, 1].all())  # pawns on the second rank
        self.assertEqual(planes[0, 0].sum(), 8)
        self.assertTrue(planes[0, 5, 0, 4])  # the king on e1
        self.assertTrue(planes[0, 46].all())  # the board
        self.assertTrue(planes[0, 47, 0, 0])  # a1 is dark
        self.assertEqual(planes[0, 38].sum(), 1)  # everybody knows where the black king begins
        self.assertTrue(planes[0, 38, 7, 4])

    def test_masks_are_the_bits(self):
        env = VectorEnv(4, seed=3, rules=RULES, random_plies=30)
        mask, possible = env.askable(), env.possible()
        self.assertEqual((mask.shape, mask.dtype), ((4, ACTIONS), np.dtype(bool)))
        for game in range(4):
            words = [int(word) for word in env.records["askable"][game]]
            self.assertEqual(np.flatnonzero(mask[game]).tolist(),
                             [a for a in range(ACTIONS) if words[a // 64] >> a % 64 & 1])
        self.assertFalse((possible & ~mask).any())
        np.testing.assert_array_equal(possible.sum(axis=1), env.numbers()[:, 35])

    def test_arrays_are_not_copied(self):
        env = VectorEnv(2)
        numbers, steps, records = env.numbers(), env.steps, env.records
        self.assertEqual(numbers[:, 3].tolist(), [0, 0])
        e2e4 = blindmate.action_of("e2e4", "white")
        self.assertIs(env.step([e2e4, e2e4]), steps)
        self.assertIs(env.records, records)
        self.assertEqual(numbers[:, 0].tolist(), [1, 1])  # Black is to move
        self.assertTrue(np.shares_memory(numbers, env.records))


class Actions(Test):
    def test_numbers_by_hand(self):
        self.assertEqual(blindmate.action_of("e2e4", "white"), 64 * 12 + 28)
        self.assertEqual(blindmate.action_of("e7e5", "black"), 64 * 12 + 28)  # turned upside down
        self.assertEqual(blindmate.action_of("any", "black"), ACTION_ANY)
        self.assertEqual(blindmate.action_of("a7a8q", "white"), 64 * 48 + 56)
        self.assertEqual(blindmate.action_of("a7b8r", "white"), 4096 + 0 + 3 * 0 + 2)
        self.assertEqual(blindmate.action_of("h2h1n", "black"), 4096 + 48 + 3 * 7 + 1)
        self.assertEqual(blindmate.action_of("a3a4b", "white", 4), 4096 + 24 + 1)
        self.assertEqual(blindmate.ask_of_action(64 * 48 + 56, "white", promotes=True), "a7a8q")
        self.assertEqual(blindmate.ask_of_action(64 * 48 + 56, "white"), "a7a8")

    def test_there_and_back(self):
        for side, asks in (("white", ("b1c3", "a1a8", "h7h8q", "c7d8n", "c7b8b", "any")),
                           ("black", ("b8c6", "a8a1", "h2h1q", "c2d1r", "c2b1n", "any"))):
            for ask in asks:
                action = blindmate.action_of(ask, side)
                self.assertEqual(blindmate.ask_of_action(action, side, promotes=len(ask) == 5), ask)

    def test_every_action_of_the_mask_is_askable_in_the_view_and_the_other_way_round(self):
        seen = set()
        for rules in RULES:
            for seed in range(5):
                for fen in (None, "krbn/p3/3P/NBRK w - - 0 1", "1n2k3/P6P/8/8/8/8/p6p/4K1N1 w - - 0 1"):
                    game = random_game(rules, seed, plies=9, fen=fen)
                    if game.is_over:
                        continue
                    view = game.view()
                    record = view.record()
                    texts = [blindmate.action_text(record, action)
                             for action in np.flatnonzero(blindmate.askable_mask(record))]
                    self.assertEqual(len(texts), len(set(texts)))
                    expected = view.askable() + ["any"] * view.may_ask_any
                    self.assertEqual(sorted(texts), sorted(expected), game.pgn())
                    size = view.size
                    self.assertEqual(sorted(blindmate.action_of(ask, view.side, size) for ask in expected),
                                     np.flatnonzero(blindmate.askable_mask(record)).tolist())
                    seen.update(len(text) for text in texts)
        self.assertEqual(seen, {3, 4, 5})

    def test_what_is_impossible_is_refused_and_what_is_legal_is_possible(self):
        for rules in RULES:
            for seed in range(6):
                game = random_game(rules, seed, plies=20)
                if game.is_over:
                    continue
                record = game.view().record()
                possible = blindmate.possible_mask(record)
                for action in np.flatnonzero(blindmate.askable_mask(record)):
                    if action != ACTION_ANY:
                        answer = game.copy().ask(blindmate.action_text(record, action)).answer
                        self.assertTrue(possible[action] or answer == "no", blindmate.action_text(record, action))

    def test_bad_ones(self):
        for action in (-1, ACTIONS, 2**40):
            with self.assertRaises(BadArgument):
                blindmate.ask_of_action(action, "white")
        with self.assertRaises(BadArgument):
            blindmate.action_of("h8h7", "white", 4)


class Environments(Test):
    def test_the_same_seed_writes_the_same_bytes(self):
        options = dict(seed=7, rules=RULES, random_plies=10, most_plies=60)
        once = played(threads=1, **options)
        self.assertEqual(once, played(threads=1, **options))
        self.assertEqual(once, played(threads=2, **options))
        self.assertNotEqual(once, played(threads=1, **{**options, "seed": 8}))

    def test_a_game_followed_by_hand(self):
        """The records of an environment are those of a view of the same game."""
        for rules in RULES:
            env, game = VectorEnv(1, rules=rules, seed=2, truths=True), Game(rules)
            for number in range(120):
                with game.view() as view:
                    self.assertEqual(view.record().tobytes(), env.records[0].tobytes())
                self.check_truth(env, game)
                action = int(env.random_actions(number)[0])
                said = game.ask(env.action_text(0, action))
                step = env.step([action])[0]
                self.assertEqual(blindmate.announcement.ANSWERS[step["answer"]], said.answer)
                self.assertEqual(bool(step["ended"]), game.is_over)
                self.assertEqual(step["mover"], said.by)
                if game.is_over:
                    break
                self.assertEqual((step["to_move"], step["plies"], step["reward"]), (game.turn, game.plies, 0))

    def check_truth(self, env, game):
        board = np.zeros((6, 8, 8), bool)
        opponent = "pnbrqk" if game.turn == 0 else "PNBRQK"
        for rank, row in zip(range(7, -1, -1), game.position.split()[0].split("/")):
            file = 0
            for letter in row:
                if letter in opponent:
                    board[opponent.index(letter), rank if game.turn == 0 else 7 - rank, file] = True
                file += int(letter) if letter.isdigit() else 1
        np.testing.assert_array_equal(blindmate.unfold_squares(env.truths["men"][0]), board)

    def test_counts_and_rewards(self):
        env = VectorEnv(32, seed=1, rules={"berkeley": 1, "english": 2.5}, most_plies=80)
        ended = moves = refusals = questions = 0
        rewards = {1: 0, -1: 0, 0: 0}
        for number in range(400):
            steps = env.step(env.random_actions(number))
            over = steps["ended"] == 1
            ended += over.sum()
            moves += (steps["answer"] == 0).sum()
            refusals += (steps["answer"] == 1).sum()
            questions += (steps["answer"] >= 3).sum()
            self.assertFalse(steps["reward"][~over].any())
            self.assertTrue((env.numbers()[over, 3] == 0).all())  # new games
            self.assertTrue((steps["first"][over] == 1).all())
            for step in steps[over]:
                rewards[int(step["reward"])] += 1
                self.assertEqual(step["reward"] == 1, ENDS[step["end"]] == "checkmate")
                self.assertLessEqual(step["plies"], 80)
        counts = env.counts()
        self.assertGreater(ended, 20)
        self.assertEqual((counts.decisions, counts.games, counts.moves, counts.refusals, counts.questions),
                         (32 * 400, ended, moves, refusals, questions))
        self.assertEqual(counts.white_wins + counts.black_wins + counts.draws, ended)
        self.assertEqual(sum(counts.ends.values()), ended)
        self.assertEqual(counts.ends["checkmate"], rewards[1])
        self.assertEqual(set(np.unique(env.steps["rules"])) - {0, 5}, set())

    def test_send_and_wait(self):
        env, same = VectorEnv(16, seed=4, threads=2), VectorEnv(16, seed=4)
        for number in range(30):
            actions = same.random_actions(number).copy()
            env.send(actions)
            actions[:] = -1  # the environment has its own copy
            with self.assertRaises(NotNow):
                env.send(actions)
            with self.assertRaises(NotNow):
                env.random_actions()
            same.step(same.random_actions(number))
            env.wait()
            self.assertEqual(env.records.tobytes(), same.records.tobytes())

    def test_reset(self):
        env = VectorEnv(8, seed=5)
        for number in range(20):
            env.step(env.random_actions(number))
        env.reset()
        self.assertFalse(env.numbers()[:, 3].any())
        self.assertTrue((env.steps["first"] == 1).all())

    def test_reset_while_a_step_is_in_flight(self):
        calls = []

        def recorded(name, call):
            return lambda *arguments: (calls.append(name), call(*arguments))[1]

        env = VectorEnv(64, seed=5, threads=2)
        with mock.patch.object(environment, "_env_wait", recorded("wait", environment._env_wait)):
            for wrong in (False, True):
                calls.clear()
                actions = env.random_actions().copy()
                if wrong:
                    actions[3] = -1  # a pending BadArgument is of no interest any more
                env.send(actions)
                env.reset()
                self.assertEqual(calls, ["wait"])
                self.assertFalse(env.numbers()[:, 3].any())
                env.step(env.random_actions())

    def test_reset_counts_games(self):
        env = VectorEnv(2)
        before = env.steps["game"].copy()
        env.reset()
        self.assertTrue((env.steps["game"] > before).all())

    def test_busy_while_the_library_may_work(self):
        """It is busy before the library is called, until bm_env_wait has returned."""
        env, seen = VectorEnv(4), []

        def step(*arguments):
            seen.append(env._is_busy)
            return send(*arguments)

        def wait(*arguments):
            seen.append(env._is_busy)
            return wait_for(*arguments)

        send, wait_for = environment._env_step, environment._env_wait
        with mock.patch.object(environment, "_env_step", step), mock.patch.object(environment, "_env_wait", wait):
            env.step(env.random_actions())
        self.assertEqual((seen, env._is_busy), ([True, True], False))
        with mock.patch.object(environment, "_env_step", lambda *_: 3):
            with self.assertRaises(NotNow):
                env.send(env.random_actions())
        self.assertFalse(env._is_busy)
        env.step(env.random_actions())

    def test_nothing_changes_actions_in_flight(self):
        env = VectorEnv(16, threads=2)
        drawn = env.random_actions()
        env.send(drawn)
        sent = env._actions.copy()
        drawn[:] = -1  # the caller's array is not the library's
        for call in (env.random_actions, lambda: env.send(np.zeros(16, int)), lambda: env.step(sent)):
            with self.assertRaises(NotNow):
                call()
        np.testing.assert_array_equal(env._actions, sent)
        env.wait()

    def test_a_forked_process_does_not_touch_the_environment(self):
        env = VectorEnv(8, threads=2)
        env.send(env.random_actions())
        child = os.fork()
        if child == 0:  # must not return into the test
            code = 1
            try:
                for use in (env.wait, env.reset, env.counts, lambda: env.send(np.zeros(8, int))):
                    try:
                        use()
                        os._exit(2)
                    except NotNow as problem:
                        if "another process" not in str(problem):
                            os._exit(3)
                env.close()
                own = VectorEnv(2)
                own.step(own.random_actions())
                own.close()
                code = 0
            finally:
                os._exit(code)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        env.wait()
        env.step(env.random_actions())
        env.close()

    def test_an_action_that_is_not_askable(self):
        env = VectorEnv(3)
        e2e4, before = blindmate.action_of("e2e4", "white"), env.records.copy()
        for wrong in (64 * 12 + 44, ACTION_ANY, ACTIONS, -1):
            env.reset()
            with self.assertRaisesRegex(BadArgument, "1"):
                env.step([e2e4, wrong, e2e4])
            self.assertEqual(env.numbers()[:, 0].tolist(), [1, 0, 1])  # the others have gone on
            self.assertEqual(env.records[1], before[1])
            step = env.steps[1]
            self.assertEqual((step["answer"], step["ended"], step["reward"], step["mover"]), (2, 0, 0, 0))
            env.step([blindmate.action_of("e7e5", "black"), e2e4, blindmate.action_of("e7e5", "black")])

    def test_actions_of_the_wrong_shape_or_kind(self):
        env = VectorEnv(2)
        for actions in ([1], [[1, 2]], [0.5, 1], 3, ["e2e4", "e2e4"], None):
            with self.assertRaises(BadArgument, msg=repr(actions)):
                env.step(actions)
        with self.assertRaises(BadArgument):
            env.step(np.array([2**32 + 796, 796]))  # does not fit 32 bits, and is not cut to fit
        env.close()
        for use in (lambda: env.step([796, 796]), env.wait, env.reset, env.counts):
            with self.assertRaisesRegex(BadArgument, "this VectorEnv is closed"):
                use()

    def test_actions_of_every_integer_type(self):
        e2e4 = blindmate.action_of("e2e4", "white")
        for kind in (np.int16, np.int32, np.int64, np.uint16, np.uint32, np.uint64, ">i8", ">u8", ">i4"):
            env = VectorEnv(2)
            env.step(np.array([e2e4, e2e4], kind))
            self.assertEqual(env.numbers()[:, 0].tolist(), [1, 1], kind)
            env.reset()
            most = np.iinfo(kind).max
            with self.assertRaisesRegex(BadArgument, "1", msg=str(kind)):
                env.step(np.array([e2e4, most], kind))
            self.assertEqual(env.numbers()[:, 0].tolist(), [1, 0], kind)
        for kind in (np.int8, np.uint8):  # these hold few actions, but a1b1 is one of them
            env = VectorEnv(1, starts=["4k3/8/8/8/8/8/8/R3K3 w - - 0 1"])
            env.step(np.array([blindmate.action_of("a1b1", "white")], kind))
            self.assertEqual(env.numbers()[0, 0], 1)

    def test_seeds_of_numpy(self):
        for seed in (-1, 2**63 - 1, 7):
            expected = VectorEnv(4, seed=seed, random_plies=8)
            same = VectorEnv(np.int64(4), threads=np.uint8(1), seed=np.int64(seed), random_plies=np.int32(8),
                             most_plies=np.uint64(400))
            self.assertEqual(same.records.tobytes(), expected.records.tobytes())
            np.testing.assert_array_equal(same.random_actions(), expected.random_actions())
            np.testing.assert_array_equal(same.random_actions(np.int64(seed)), expected.random_actions(seed))
            np.testing.assert_array_equal(blindmate.random_actions(same.records, np.uint64(seed % 2**64)),
                                          blindmate.random_actions(same.records, seed))
        self.assertEqual(VectorEnv(2, seed=np.uint64(2**64 - 1), random_plies=8).records.tobytes(),
                         VectorEnv(2, seed=-1, random_plies=8).records.tobytes())
        with self.assertRaises(TypeError):
            VectorEnv(1, seed=1.5)

    def test_options_that_cannot_be(self):
        for options in (dict(games=0), dict(games=-1), dict(threads=-1), dict(most_plies=-5), dict(rules=[]),
                        dict(rules={"berkeley": 0.0}), dict(rules={"berkeley": -1.0}), dict(rules="poker")):
            with self.assertRaises(BadArgument, msg=repr(options)):
                VectorEnv(**{"games": 1, **options})
        with self.assertRaises(BadText):
            VectorEnv(1, starts=["rubbish"])

    def test_starts_of_every_size(self):
        starts = ["krbn/p3/3P/NBRK w - - 0 1", "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"]
        env = VectorEnv(20, starts=starts, seed=1)
        self.assertEqual(set(env.numbers()[:, 2].tolist()), {4, 5})
        for number in range(30):
            env.step(env.random_actions(number))

    def test_table_wins(self):
        """King and rook against a king that has been seen: a sure mate for the side to move."""
        env = VectorEnv(64, starts=["4k3/8/8/8/8/8/8/R3K3 b - - 0 1"], tables_win=True, seed=1)
        for number in range(60):
            env.step(env.random_actions(number))
        counts = env.counts()
        self.assertGreater(counts.ends["table"], 10)
        self.assertGreaterEqual(counts.white_wins, counts.ends["table"])

    def test_arrays_outlive_the_environment(self):
        records = VectorEnv(4).records
        self.assertTrue((records["numbers"][:, 2] == 8).all())

    def test_an_environment_that_is_forgotten_while_it_works(self):
        for _ in range(20):
            env = VectorEnv(64, threads=2)
            env.send(env.random_actions())
            del env
