"""Blindmate: Kriegspiel, which is chess in which neither player sees the other's men.

Game is the referee, View what a player knows, Belief all positions that a player must think possible, Problem the
question whether a mate is certain, Player an opponent to play against, VectorEnv an environment for learning.
aec.AEC and openspiel.KriegspielGame have the interfaces of PettingZoo and OpenSpiel. docs/python.md is the guide.
"""

from . import _library
from ._version import __version__
from .announcement import Announcement, Event, Outcome
from .belief import Belief, Limits
from .environment import Counts, VectorEnv
from .errors import (BadArgument, BadText, BlindmateError, InternalError, LimitReached, NotInPlan, NotNow, OutOfMemory)
from .game import Game
from .pgn import count_games, read_pgn, read_pgn_file
from .plan import Branch, Plan, Walk
from .players import PLAYERS, Chooses, Player, play
from .records import (ACTION_ANY, ACTIONS, NUMBERS, PLANES, RECORD, STEP, TRUTH, action_of, action_text, ask_of_action,
                      askable_mask, possible_mask, random_actions, unfold_mask, unfold_planes, unfold_squares)
from .rules import RULE_SETS, RuleSet
from .solver import ALGORITHMS, Problem, Solution, Verification, solve_view
from .view import View
from .words import BLACK, MEN, WHITE, Side, ask_number, ask_text, draw_board, square_name, square_number

__all__ = [
    "ACTIONS", "ACTION_ANY", "ALGORITHMS", "Announcement", "BLACK", "BadArgument", "BadText", "Belief",
    "BlindmateError", "Branch", "Chooses", "Counts", "Event", "Game", "InternalError", "LimitReached", "Limits",
    "MEN", "NUMBERS", "NotInPlan", "NotNow", "OutOfMemory", "Outcome", "PLANES", "PLAYERS", "Plan", "Player",
    "Problem", "RECORD", "RULE_SETS", "RuleSet", "STEP", "Side", "Solution", "TRUTH", "VectorEnv", "Verification",
    "View", "WHITE", "Walk", "__version__", "action_of", "action_text", "ask_number", "ask_of_action", "ask_text",
    "askable_mask", "count_games", "draw_board", "library_version", "play", "possible_mask", "random_actions",
    "read_pgn", "read_pgn_file", "solve_view", "square_name", "square_number", "unfold_mask", "unfold_planes",
    "unfold_squares",
]


def library_version() -> str:
    """The version of the library that was loaded."""
    return _library.library.bm_version().decode()
