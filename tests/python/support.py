"""What the tests share: where things are, and a few positions."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
EXAMPLES = ROOT / "examples" / "python"
# Absolute, because some tests run in folders of their own.
LIBRARY = os.path.abspath(os.environ.get("BLINDMATE_LIBRARY", ROOT / "build" / "release" / "libblindmate.so"))
PROGRAM = os.path.abspath(os.environ.get("BLINDMATE_PROGRAM", ROOT / "build" / "release" / "blindmate"))

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
RULES = ("berkeley", "berkeley-any", "cincinnati", "wild16", "rand", "english")


def python(*arguments, folder=None, environment=None, executable=sys.executable):
    """Runs Python as a user would, and returns the finished process."""
    variables = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "PYTHONDONTWRITEBYTECODE": "1", "MPLBACKEND": "Agg",
                 "BLINDMATE_LIBRARY": LIBRARY}
    for name, value in (environment or {}).items():
        if value is None:
            variables.pop(name, None)
        else:
            variables[name] = value
    return subprocess.run([executable, *map(str, arguments)], cwd=folder, env=variables, capture_output=True,
                          text=True, encoding="utf-8", timeout=300)


def program(*arguments, text=None):
    """Runs the program blindmate, and returns what it printed."""
    done = subprocess.run([PROGRAM, *map(str, arguments)], input=text, capture_output=True, text=True,
                          encoding="utf-8", timeout=300)
    if done.returncode not in (0, 3):
        raise AssertionError(done.stderr)
    return done.stdout


class Test(unittest.TestCase):
    def assert_done(self, process):
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        return process.stdout
