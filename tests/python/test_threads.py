"""Foreign calls release the interpreter's lock, and different objects can be used by different threads at once."""

import threading

from support import Test, python

from blindmate import Game, VectorEnv
from test_game import random_game

# One thread is inside a single long call: a search with a limit of 60 seconds, in a problem that takes far longer. If
# the call kept the lock, the main thread could not finish its games before the call returns.
WHILE_ANOTHER_THREAD_SOLVES = """
import os, threading
from blindmate import Game, Limits, Problem

states = [f"{file or ''}k{7 - file or ''}/8/8/8/3KN3/4B3/8/8 w - - 0 1" for file in range(8)]
begun, returned = threading.Event(), threading.Event()

def solve():
    begun.set()
    try:
        Problem(states, ply=25).solve(algorithm="dfs", limits=Limits(seconds=60))
    finally:
        returned.set()

threading.Thread(target=solve, daemon=True).start()
begun.wait()
for _ in range(300):
    game = Game()
    for ask in ("e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5") * 20:
        game.ask(ask)
print("the call has returned" if returned.is_set() else "both have worked", flush=True)
os._exit(0)
"""


class Threads(Test):
    def test_a_long_call_lets_others_work(self):
        self.assertEqual(self.assert_done(python("-c", WHILE_ANOTHER_THREAD_SOLVES)), "both have worked\n")

    def test_two_threads_step_two_environments(self):
        def work(seed, results):
            with VectorEnv(32, seed=seed) as env:
                for number in range(60):
                    env.step(env.random_actions(number))
                results[seed] = env.records.tobytes()

        alone, together = {}, {}
        for seed in (1, 2):
            work(seed, alone)
        threads = [threading.Thread(target=work, args=(seed, together)) for seed in (1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(alone, together)

    def test_two_threads_estimate(self):
        views = [random_game("berkeley", seed, plies=8).view("white") for seed in (1, 4)]
        sizes = {}
        threads = [threading.Thread(target=lambda n=n: sizes.update({n: len(views[n].belief())})) for n in (0, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([sizes[0], sizes[1]], [len(view.belief()) for view in views])

    def test_errors_belong_to_their_thread(self):
        reasons = {}

        def fail(name, text):
            for _ in range(300):
                try:
                    Game("berkeley", text)
                except ValueError as problem:
                    reasons.setdefault(name, set()).add(str(problem))

        threads = [threading.Thread(target=fail, args=pair) for pair in
                   (("one", "8/8/8/8/8/8/8/8 w - - 0 1"), ("two", "rubbish"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((len(reasons["one"]), len(reasons["two"])), (1, 1))
        self.assertNotEqual(reasons["one"], reasons["two"])
