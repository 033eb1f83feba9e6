"""The examples, run as a user runs them."""

import json
import re
import subprocess
import sys
import tempfile
import threading
import urllib.request
from pathlib import Path

from support import DATA, EXAMPLES, PROGRAM, ROOT, RULES, Test, python

from blindmate import Game


class Examples(Test):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_example(self, name, *arguments):
        return self.assert_done(python(EXAMPLES / name, *arguments, folder=self.folder))

    def test_self_play(self):
        out = self.run_example("self_play.py", "--games", 32, "--steps", 100, "--threads", 2, "--rules", "wild16")
        self.assertIn("3200 decisions in", out)
        self.assertRegex(out, r"\d+ moves, \d+ refusals, 0 questions")

    def test_belief_map(self):
        game = Game()
        for ask in ("e2e4", "e7e5", "g1f3", "b8c6"):
            game.ask(ask)
        (self.folder / "game.pgn").write_text(game.pgn())
        out = self.run_example("belief_map.py", "game.pgn", "--side", "white", "--output", "map.png")
        self.assertIn(f"{len(game.view('white').belief())} positions are possible", out)
        self.assertEqual((self.folder / "map.png").read_bytes()[:4], b"\x89PNG")

    def test_solve_and_walk(self):
        out = self.run_example("solve_and_walk.py")
        self.assertIn("the independent checker says: valid", out)
        self.assertEqual(out.count("Checkmate!"), 3)
        out = self.run_example("solve_and_walk.py", DATA / "problems.jsonl", "--id", "p-0008")
        self.assertEqual(out.count("Checkmate!"), 2)

    def test_club_against_python(self):
        out = self.run_example("club_against_python.py", "--games", 2, "--nodes", 500, "--most-plies", 20, "--pgn",
                               "games.pgn")
        self.assertRegex(out, r"club has [\d.]+ of 2 points")
        self.assertEqual(len(list(Game.all_from_pgn((self.folder / "games.pgn").read_text()))), 2)

    def test_aec(self):
        for rules in RULES:
            self.assertRegex(self.run_example("aec_random.py", "--rules", rules, "--most-plies", 30),
                             r"\d+ decisions for \d+ plies; rewards")

    def test_openspiel(self):
        self.assertIn("returns: [", self.run_example("openspiel_random.py", "--most-plies", 20))

    def test_all_are_tested_and_named_in_the_guide(self):
        guide, tests = (ROOT / "docs" / "python.md").read_text(), Path(__file__).read_text()
        for path in EXAMPLES.glob("*.py"):
            self.assertIn(f"`{path.name}`", guide)
            self.assertIn(f'"{path.name}"', tests)


class ServerBot(Test):
    """examples/python/server_bot.py on a real server, against somebody who makes a few moves and resigns."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.server = self.start([PROGRAM, "serve", "--port", "0", "--store", str(self.folder / "games.sqlite")])
        self.url = re.search(r"http://\S+:\d+", self.line_with(self.server, "http://")).group(0).rstrip(".")

    def start(self, command):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   encoding="utf-8")
        watchdog = threading.Timer(120, process.kill)
        watchdog.start()

        def stop():
            watchdog.cancel()
            process.kill()
            process.wait()
            process.stdout.close()

        self.addCleanup(stop)
        return process

    def line_with(self, process, words):
        seen = []
        for line in process.stdout:
            seen.append(line)
            if words in line:
                return line
        self.fail(f"{words!r} never came: {''.join(seen)}")

    def make_bot(self, name):
        """An account of somebody, and a bot of it: returns the bot's token."""
        cookies = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

        def post(path, body):
            request = urllib.request.Request(self.url + path, json.dumps(body).encode(),
                                             {"Content-Type": "application/json"})
            return json.load(cookies.open(request, timeout=60))

        post("/api/account", {"name": f"{name}-owner", "password": "correct horse"})
        return post("/api/bots", {"name": name})["token"]

    def test_a_game(self):
        sys.path.insert(0, str(ROOT / "examples" / "bots"))
        self.addCleanup(sys.path.remove, str(ROOT / "examples" / "bots"))
        import random_bot

        token_file = self.folder / "token"
        token_file.write_text(self.make_bot("robot"))
        bot = self.start(["env", "BLINDMATE_PLAYER=hs", "BLINDMATE_SECONDS=0.02", f"PYTHONPATH={ROOT / 'python'}",
                          sys.executable, "-B", "-u", str(EXAMPLES / "server_bot.py"), self.url, "--token-file",
                          str(token_file), "--games", "1"])
        self.line_with(bot, "robot is in the lobby")

        server = random_bot.Server(self.url, self.make_bot("tester"))
        lobby = random_bot.WebSocket(server, "/ws/lobby")
        lobby.send({"type": "challenge", "settings": {"rules": "english", "colour": "black", "rated": False,
                                                      "clock": {"minutes": 5, "increment": 3},
                                                      "opponent": {"name": "robot"}}})
        game = next(message["game"] for message in lobby.messages() if message["type"] == "started")
        table, moves, log = random_bot.WebSocket(server, f"/ws/games/{game}"), 0, []
        for message in table.messages():
            if message["type"] != "view":
                continue
            log[message["from"]:] = message["log"]
            now = message["now"]
            if now["end"]:
                break
            if now["turn"] == "black" and now["status"] == "playing":
                moves = sum(entry["by"] == "black" and entry["heard"]["answer"] == "ok" for entry in log)
                table.send({"type": "resign"} if moves == 4 else
                           {"type": "try", "move": now["askable"][0], "known": len(log)})
        self.assertEqual(moves, 4)
        self.assertEqual((now["end"]["reason"], now["end"]["winner"]), ("resignation", "white"))
        self.assertIn("White wins", self.line_with(bot, game))
        self.assertEqual(bot.wait(60), 0)
