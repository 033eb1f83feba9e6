"""Belief states, against numbers that others have computed, against the program, and against brute force."""

import json
import random
import tempfile
from pathlib import Path

import numpy as np
from support import DATA, RULES, Test, program
from test_game import random_game

from blindmate import (BadArgument, BadText, Belief, Game, LimitReached, Limits, View, square_name, square_number)

MOST = Limits(states=200_000)
BOARD = {(x, y) for x in range(4) for y in range(4)}


def name(square):
    return "abcd"[square[0]] + "1234"[square[1]]


def attacked(rook):
    """On a 4x4 board by a white king on a1 and a rook, which sees through the black king."""
    squares = {(0, 1), (1, 0), (1, 1)}
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        x, y = rook[0] + dx, rook[1] + dy
        while 0 <= x < 4 and 0 <= y < 4 and (x, y) != (0, 0):
            squares.add((x, y))
            x, y = x + dx, y + dy
    return squares


def after(kings, rook, check):
    """Brute force: where a bare black king can be after a rook's move that was announced so and a silent reply."""
    directions = {king: tuple(name for name, same in (("file", king[0] == rook[0]), ("rank", king[1] == rook[1]))
                              if same) for king in kings}
    steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    targets = {(x + dx, y + dy) for x, y in kings if directions[x, y] == check for dx, dy in steps}
    return {to for to in targets if to in BOARD and to != rook and to not in attacked(rook)}


class Beliefs(Test):
    def test_the_first_reply(self):
        game = Game()
        game.ask("e2e4")
        game.ask("e7e5")
        belief = game.view("white").belief()
        self.assertEqual(len(belief), 20)
        self.assertEqual(len(game.view("black").belief()), 20)
        self.assertEqual(belief.where("K"), {"e8": 1.0})
        self.assertEqual(belief.where("n"), {"a6": 0.05, "b8": 0.9, "c6": 0.05, "f6": 0.05, "g8": 0.9, "h6": 0.05})

    def test_refusals_of_the_opponent_count(self):
        # One refusal: Black, on his first move, has tried a pawn capture, of which he always has 14; still 20.
        game = Game()
        for ask in ("e2e4", "a7b6", "e7e5", "e4f5"):
            game.ask(ask)
        belief = game.view("white").belief()
        self.assertEqual(len(belief), 19)  # all but f7f5
        self.assertNotIn("f5", belief.where("p"))

    def test_numbers_that_two_other_programs_have_computed(self):
        """tests/data/histories.jsonl: after each event, so many positions were possible for White."""
        compared = 0
        for line in (DATA / "histories.jsonl").read_text().splitlines()[:6]:
            history = json.loads(line)
            log = []
            for number, event in enumerate(history["events"]):
                capture = event["capture"] and {"square": event["capture"]}
                heard = {"answer": "no" if event.get("answer") == "illegal" else "ok", "capture": capture,
                         "check": event["check"]}
                if event.get("illegal"):
                    log.append({"by": "black", "ask": None, "heard": {"answer": "no"}, "times": event["illegal"]})
                log.append({"by": event["by"], "ask": event.get("try"), "heard": heard})
                last = number == len(history["events"]) - 1
                if event["belief"] <= 20_000 and (number < 12 or number % 5 == 0 or last):
                    view = View.from_log(log, "white", history["rules"], history["start"])
                    self.assertEqual(len(view.belief()), event["belief"], f"{history['id']}, event {number + 1}")
                    compared += 1
        self.assertGreater(compared, 60)

    def test_the_program_counts_the_same(self):
        for rules in RULES:
            game = random_game(rules, seed=5, plies=7)
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "game.pgn"
                path.write_text(game.pgn())
                for side in ("white", "black"):
                    lines = program("estimate", path, "--side", side, "--json", "--list", "--map", "--method", "depth")
                    last = json.loads(lines.splitlines()[-1])
                    belief = game.view(side).belief()
                    self.assertEqual(len(belief), last["states"])
                    self.assertEqual(set(belief), set(last["list"]))
                    for man, squares in last["map"].items():
                        where = belief.where(man)
                        self.assertEqual(where.keys(), squares.keys())
                        for square, share in squares.items():
                            self.assertAlmostEqual(where[square], share, 4)

    def test_brute_force_on_a_tiny_board(self):
        """White has Ka1 and a rook that goes back and forth, Black a king that moves at random and takes nothing."""
        sizes = set()
        for seed in range(10):
            chance = random.Random(seed)
            game, rook, kings = Game("berkeley", "3k/4/4/KR2 w - - 0 1"), (1, 0), {(3, 3)}
            for _ in range(6):
                to = chance.choice([(1, 0), (1, 1), (2, 1), (1, 2)])
                said = game.copy().ask(name(rook) + name(to))
                if not said.is_ok or said.end:
                    continue
                game.ask(name(rook) + name(to))
                rook = to
                replies = [ask for ask in game.askable() if (reply := game.copy().ask(ask)).is_ok and not reply.capture]
                if not replies:
                    break
                game.ask(chance.choice(replies))
                kings = after(kings, rook, said.check)
                belief = game.view("white").belief()
                self.assertEqual((len(belief), sorted(belief.where("k"))), (len(kings), sorted(map(name, kings))))
                sizes.add(len(belief))
        self.assertGreater(len(sizes), 3)

    def test_the_truth_is_inside(self):
        for rules in RULES:
            for seed in range(4):
                game = random_game(rules, seed, plies=6)
                for side in ("white", "black"):
                    belief = game.view(side).belief(MOST)
                    self.assertIn(game.position, belief)
                    self.assertNotIn("4k3/8/8/8/8/8/8/4K3 w - - 0 1", belief)

    def test_counts_are_those_of_the_positions(self):
        belief = random_game("wild16", 3, plies=4).view("black").belief()
        counts = np.zeros((6, 64), int)
        for fen in belief:
            for rank, row in zip(range(7, -1, -1), fen.split()[0].split("/")):
                file = 0
                for letter in row:
                    if letter.isupper():
                        counts["PNBRQK".index(letter), square_number("abcdefgh"[file] + str(rank + 1))] += 1
                    file += int(letter) if letter.isdigit() else 1
        np.testing.assert_array_equal(belief.counts.reshape(6, 64), counts)
        self.assertEqual(belief.where("q"), {square_name(s): counts[4, s] / len(belief)
                                             for s in range(64) if counts[4, s]})

    def test_pages_of_positions(self):
        belief = random_game("berkeley", 2, plies=6).view("white").belief()
        everything = list(belief)
        self.assertEqual(len(everything), len(belief))
        self.assertEqual(len(set(everything)), len(belief))
        self.assertEqual(belief.positions(5, 3), everything[5:8])
        self.assertEqual(belief.positions(len(belief), 3), [])

    def test_threads_change_nothing(self):
        view = random_game("berkeley", 4, plies=8).view("white")
        self.assertEqual(set(view.belief(Limits(threads=1))), set(view.belief(Limits(threads=2))))

    def test_limits(self):
        view = random_game("berkeley", 4, plies=8).view("white")
        with self.assertRaises(LimitReached):
            view.belief(Limits(states=10))
        with self.assertRaises(LimitReached):
            view.belief(Limits(bytes=1))
        with self.assertRaises(BadArgument):
            Limits(states=-1)

    def test_a_history_that_no_position_fits(self):
        # From h5 the queen cannot give check on a file before the king has moved.
        with self.assertRaises(BadText):
            View.from_pgn('[Filtered "White"]\n\n1. e4 {:} ?? {:} 2. Qh5 {F:} *').belief()

    def test_bad_arguments(self):
        belief = Belief(Game().view())
        for man in ("x", "", "kk"):
            with self.assertRaises(BadArgument):
                belief.where(man)
        with self.assertRaises(BadArgument):
            belief.positions(-1)
        with self.assertRaises(BadText):
            "rubbish" in belief
        self.assertFalse(None in belief)
        belief.close()
        with self.assertRaises(BadArgument):
            belief.positions()
