"""Guaranteed mates: problems with known answers, plans that the checker accepts, and damaged ones that it does not."""

import copy
import json
import random
import tempfile

import numpy as np
from support import DATA, ROOT, Test

import blindmate
from blindmate import BadArgument, BadText, Game, Limits, NotInPlan, NotNow, Plan, Problem, solve_view

FIGURE = Problem(["n3/p3/1BBk/QK2 w - - 0 1", "nk2/p3/1BB1/QK2 w - - 0 1", "2k1/1p2/1BB1/QKn1 w - - 0 1"], ply=3)
# Kc6 and Rh1 against a king on a8 or b8: not both can be mated at once.
CORNER = Problem(["k7/8/1K6/8/8/8/8/7R w - - 0 1", "1k6/8/1K6/8/8/8/8/7R w - - 0 1"], ply=1)


class Files(Test):
    def test_a_packed_file(self):
        packed = list(Problem.read_file(ROOT / "data" / "problems" / "mates-5.jsonl.zst"))
        self.assertGreater(len(packed), 100)
        self.assertEqual({problem.ply for problem in packed}, {5})

    def test_a_file_that_cannot_be_read(self):
        for read in (Problem.read_file, blindmate.read_pgn_file):
            with self.assertRaises(FileNotFoundError) as raised:
                read(ROOT / "no-such-file")
            self.assertIn("no-such-file", str(raised.exception))
            with self.assertRaises(IsADirectoryError):
                read(ROOT)

    def test_bytes_that_are_no_text(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"\xff\xfe")
            file.flush()
            with self.assertRaises(BadText):
                Problem.read_file(file.name)

    def test_numbers_of_numpy(self):
        problem = Problem(FIGURE.states, ply=np.int64(3))
        solution = problem.solve(np.int16(3), deepen=np.bool_(False), limits=Limits(states=np.int64(10**6)))
        self.assertEqual(solution.verdict, "mate")


class DeepNesting(Test):
    def test_plans(self):
        plan = {"try": "a1a2"}
        for _ in range(100_000):
            plan = {"try": "a1a2", "refused": plan}
        with self.assertRaises(BadText):
            Plan(plan)
        with self.assertRaises(BadText):
            FIGURE.verify(plan)
        text = '{"try":"a1a2","refused":' * 100_000 + "null" + "}" * 100_000
        with self.assertRaises(BadText):
            Plan.from_json(text)
        with self.assertRaises(BadText):
            Problem.from_json(text)
        while plan:  # a deep dictionary is freed level by level
            plan = plan.pop("refused", None)


class Solving(Test):
    def test_known_problems(self):
        verdicts = {}
        for problem in Problem.read_file(DATA / "problems.jsonl"):
            if problem.ply > 3:
                continue
            solution = problem.solve()
            self.assertEqual(solution.verdict, problem.data["expect"], problem.id)
            verdicts[solution.verdict] = verdicts.get(solution.verdict, 0) + 1
            if solution.is_mate:
                self.assertLessEqual(solution.length, problem.ply)
                self.assertTrue(problem.verify(solution.plan), problem.id)
                self.assertFalse(solution.plan.ask == "any")
            else:
                self.assertIsNone(solution.plan)
        self.assertGreater(min(verdicts["mate"], verdicts["no-mate"]), 10)

    def test_corner_cases_of_every_rule_set(self):
        rules = set()
        for problem in Problem.read_file(DATA / "edge_problems.jsonl"):
            solution = problem.solve()
            self.assertEqual(solution.verdict, problem.data["expect"], problem.id)
            if solution.is_mate:
                self.assertTrue(problem.verify(solution.plan), problem.id)
            rules.add(problem.rules.name)
        self.assertEqual(len(rules), 6)

    def test_algorithms_agree(self):
        self.assertIn("gl-dbu-subset", blindmate.ALGORITHMS)
        for algorithm in blindmate.ALGORITHMS:
            solution = FIGURE.solve(algorithm=algorithm)
            self.assertEqual((solution.verdict, solution.length), ("mate", 3), algorithm)
            self.assertTrue(FIGURE.verify(solution.plan))
            self.assertEqual(solution.data["algorithm"], algorithm)

    def test_options(self):
        self.assertEqual(FIGURE.solve(ply=1).verdict, "no-mate")
        self.assertEqual(FIGURE.solve(ply=5, deepen=True).length, 3)
        self.assertEqual(FIGURE.solve(all_keys=True).keys, ["a1a4"])
        self.assertIsNone(FIGURE.solve(plan=False).plan)
        self.assertEqual(repr(FIGURE.solve()), "<Solution: mate in 3 ply>")
        self.assertEqual(CORNER.solve().verdict, "mate")  # Rh8: from b8 the king cannot leave the rank either
        unknown = FIGURE.solve(limits=Limits(states=1))
        self.assertEqual((unknown.verdict, unknown.limit), ("unknown", "states"))

    def test_material_wins(self):
        problem = Problem(["8/8/8/8/8/k7/8/1K5Q w - - 0 1"], ply=1)
        self.assertEqual(problem.solve().verdict, "no-mate")
        won = problem.solve(material_wins="certain")
        self.assertEqual((won.verdict, won.plan.played[0].won), ("mate", "material"))
        self.assertTrue(problem.verify(won.plan, material_wins="certain"))
        self.assertFalse(problem.verify(won.plan))

    def test_a_view_in_its_turn(self):
        game = Game("berkeley", "7k/8/6K1/8/8/8/8/R7 b - - 0 1")
        game.ask("h8g8")  # the only move
        view = game.view("white")
        solution = solve_view(view, 1)
        self.assertEqual((solution.verdict, solution.plan.ask), ("mate", "a1a8"))
        problem = view.problem(1)
        self.assertEqual((set(problem.states), problem.ply), (set(view.belief()), 1))
        self.assertTrue(problem.verify(solution.plan))
        with self.assertRaises(NotNow):
            solve_view(game.view("black"), 1)

    def test_bad_problems(self):
        for problem in (Problem([], ply=1), Problem(["rubbish"], ply=1), Problem(FIGURE.states, ply=2),
                        Problem(FIGURE.states), Problem([*FIGURE.states, "k3/4/4/3K w - - 0 1"], ply=1),
                        Problem(FIGURE.states, ply=1, heard={"check": ["up"]})):
            with self.assertRaises((BadText, BadArgument), msg=problem.json()):
                problem.solve()
        for line in ("", "{", "[]", '{"id":"x"}'):
            with self.assertRaises(BadText, msg=line):
                Problem.from_json(line)
        with self.assertRaises(BadArgument):
            FIGURE.solve(algorithm="guessing")
        with self.assertRaises(BadArgument):
            FIGURE.solve(material_wins="perhaps")

    def test_drawing(self):
        self.assertEqual(repr(FIGURE).split("\n"), ["<Problem problem: berkeley, 3 positions, 3 ply>", "  4  · · · ·",
                                                    "  3  · · · ·", "  2  · ♗ ♗ ·", "  1  ♕ ♔ · ·", "     a b c d"])


class Plans(Test):
    @classmethod
    def setUpClass(cls):
        cls.plan = FIGURE.solve().plan

    def test_json_round_trip(self):
        self.assertEqual(Plan.from_json(self.plan.json()), self.plan)
        for text in ("", "[]", "3", '{"try":"a1a4","refused":7}', '{"refused":null}', '{"try":"a1a4","played":[{}]}'):
            with self.assertRaises(BadText, msg=text):
                Plan.from_json(text)

    def test_damaged_plans_are_refused(self):
        """Every try is replaced by another one, and every part is cut off: no such plan is a mate."""
        damaged = 0
        for number, (parent, key) in enumerate(self.parts(self.plan.data)):
            for change in ("cut", "other try"):
                data = copy.deepcopy(self.plan.data)
                parent, key = list(self.parts(data))[number]
                if change == "cut":
                    if isinstance(parent, list):
                        del parent[key]
                    elif key in ("refused",):
                        parent[key] = None
                    else:
                        continue
                elif isinstance(parent[key], dict) and "try" in parent[key]:
                    parent[key]["try"] = "b1c1"
                else:
                    continue
                verification = FIGURE.verify(data)
                self.assertFalse(verification, json.dumps(data))
                self.assertNotEqual(verification.reason, "")
                damaged += 1
        self.assertGreater(damaged, 8)

    def parts(self, data):
        """Where the parts of a plan hang."""
        things = list(data.items()) if isinstance(data, dict) else list(enumerate(data))
        for key, value in things:
            if key in ("refused", "played", "replies", "plan") or isinstance(key, int):
                if isinstance(value, (dict, list)):
                    if not isinstance(value, list):
                        yield data, key
                    yield from self.parts(value)

    def test_a_bound_that_is_too_small(self):
        self.assertFalse(FIGURE.verify(self.plan, ply=1))
        self.assertTrue(FIGURE.verify(self.plan, ply=5))

    def test_text_that_is_no_plan(self):
        for plan in ({}, {"try": "zz"}, []):
            with self.assertRaises(BadText, msg=repr(plan)):
                FIGURE.verify(plan)
        self.assertFalse(FIGURE.verify({"try": "a1a4"}))

    def test_walks_mate_in_every_position_against_many_defenders(self):
        solved = [problem for problem in Problem.read_file(DATA / "problems.jsonl")
                  if problem.ply == 3 and problem.data["expect"] == "mate"][:8]
        chance = random.Random(1)
        for problem in [FIGURE, *solved]:
            plan = problem.solve().plan
            for fen in problem.states[:20]:
                for _ in range(3):
                    game, walk = Game(problem.rules, fen), plan.walk()
                    while not game.is_over:
                        is_own = game.turn == problem.side
                        self.assertEqual(walk.ask is not None, is_own)
                        walk.hear(game.ask(walk.ask if is_own else chance.choice(game.askable())))
                    self.assertEqual((game.outcome.reason, game.outcome.winner), ("checkmate", problem.side))
                    self.assertTrue(walk.is_done)
                    self.assertLessEqual(game.plies, problem.ply)

    def test_a_walk_that_leaves_the_plan(self):
        walk = self.plan.walk()
        elsewhere = Game("berkeley", "2k1/4/1BB1/QK2 w - - 0 1")
        with self.assertRaises(NotInPlan):
            walk.hear(elsewhere.ask("b1c1"))
        done = self.plan.walk()
        done.hear(Game("berkeley", FIGURE.states[2]).ask("a1a4"))
        self.assertTrue(done.is_done)
        with self.assertRaises(NotNow):
            done.hear(elsewhere.ask(elsewhere.askable()[0]))

    def test_questions_in_plans(self):
        asked = 0
        for problem in Problem.read_file(DATA / "edge_problems.jsonl"):
            if problem.data["expect"] == "mate" and problem.rules.any:
                plan = problem.solve().plan
                if plan.ask == "any":
                    asked += 1
                    self.assertTrue(plan.yes or plan.no)
                    self.assertIn("ask Any?", str(plan))
                    if not any(field in problem.data for field in ("heard", "any", "duty", "refused")):
                        for fen in problem.states:
                            game, walk = Game(problem.rules, fen), plan.walk()
                            walk.hear(game.ask("any"))
                            self.assertIsNotNone(walk.ask)
        self.assertGreater(asked, 0)
