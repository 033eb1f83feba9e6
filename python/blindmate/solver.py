"""Problem: whether a mate is certain in every position that is possible. docs/formats.md has the problem files."""

from __future__ import annotations

import ctypes
import operator
import os
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from ._library import SolveOptionsStruct, byref, check, encoded, file_text, library, take_text, text_from, whole
from .belief import Limits, limits_argument
from .errors import BadArgument, BadText
from .plan import Plan, read_json, write_json
from .rules import RuleSet, RulesLike
from .view import View
from .words import Side, draw_board

ALGORITHMS: Tuple[str, ...] = tuple((library.bm_algorithm_name(number) or b"").decode()
                                    for number in range(library.bm_algorithm_count()))

MATERIAL_WINS = {None: 0, "certain": 1, "likely": 2}


class Solution(NamedTuple):
    """What the solver answers."""

    verdict: str  # "mate", "no-mate", or "unknown" when a limit was reached
    ply: int  # the bound
    length: Optional[int]  # of the plan's longest line
    plan: Optional[Plan]
    keys: Optional[List[str]]  # every first try that starts a guaranteed mate, if they were asked for
    limit: Optional[str]  # "states", "memory" or "time" if one was reached
    data: Dict[str, Any]  # the whole line of `blindmate solve --json`

    @property
    def is_mate(self) -> bool:
        return self.verdict == "mate"

    @classmethod
    def _read(cls, line: str) -> "Solution":
        data = read_json(line)
        plan = data.get("plan")
        return cls(data["verdict"], data["ply"], data["length"], None if plan is None else Plan(plan),
                   data.get("keys"), data["limit"], data)

    def __repr__(self) -> str:
        if not self.is_mate:
            return f"<Solution: {self.verdict} within {self.ply} ply>"
        return f"<Solution: mate in {self.length} ply>"


class Verification(NamedTuple):
    """What the independent checker says about a plan. True in a condition when the plan is valid."""

    valid: bool
    reason: str  # why it is not valid

    def __bool__(self) -> bool:
        return self.valid


class Problem:
    """The positions that are possible, with the side to move as the attacker, and a bound of ply."""

    __slots__ = ("data",)

    def __init__(self, states: Sequence[str], ply: Optional[int] = None, rules: RulesLike = "berkeley",
                 id: str = "problem", **more: Any) -> None:
        """`states` are FENs with the same men of the attacker. `more` are further fields of a problem line, such as
        heard={"check": ["file"]}. What is wrong with a problem is found when it is solved."""
        data = {"id": id, "rules": RuleSet.of(rules).name, "states": list(states), **more}
        if ply is not None:
            data["ply"] = operator.index(ply)
        self.data: Dict[str, Any] = data

    @classmethod
    def _of(cls, data: Any) -> "Problem":
        if not isinstance(data, dict) or not isinstance(data.get("states"), list):
            raise BadText("a problem is a JSON object with its states")
        problem = cls.__new__(cls)
        problem.data = data
        return problem

    @classmethod
    def from_json(cls, line: str) -> "Problem":
        """From a problem line."""
        return cls._of(read_json(line))

    @classmethod
    def from_view(cls, view: View, ply: int = 0, limits: Optional[Limits] = None) -> "Problem":
        """What a player in its turn can ask for, with all positions that are possible."""
        return cls.from_json(text_from(library.bm_problem_of_view, view._handle, whole("ply", ply),
                                       limits_argument(limits)))

    @classmethod
    def read_file(cls, path: Union[str, "os.PathLike[str]"]) -> Iterator["Problem"]:
        """The problems of a file with one on each line. The file may be packed by zstd."""
        lines = file_text(path).split("\n")
        return (cls.from_json(line) for line in lines if line.strip())

    def json(self) -> str:
        """The problem line."""
        return write_json(self.data)

    @property
    def id(self) -> str:
        return self.data.get("id", "")

    @property
    def rules(self) -> RuleSet:
        return RuleSet.of(self.data.get("rules", "berkeley"))

    @property
    def ply(self) -> Optional[int]:
        return self.data.get("ply")

    @property
    def states(self) -> List[str]:
        return self.data["states"]

    @property
    def side(self) -> Side:
        """The attacker."""
        return Side.BLACK if self.states and self.states[0].split()[1:2] == ["b"] else Side.WHITE

    def solve(self, ply: int = 0, *, algorithm: Optional[str] = None, deepen: bool = False, all_keys: bool = False,
              plan: bool = True, material_wins: Optional[str] = None, limits: Limits = Limits()) -> Solution:
        """Whether a mate is certain within `ply`, or within the problem's own bound.

        deepen: find the shortest mate. all_keys: find all first tries that mate. material_wins: None, "certain" or
        "likely" (docs/formats.md). A limit that is reached gives the verdict "unknown".
        """
        options = _options(ply, algorithm, deepen, all_keys, plan, material_wins, limits)
        return Solution._read(text_from(library.bm_solve, encoded(self.json()), byref(options)))

    def verify(self, plan: Union[Plan, Mapping[str, Any]], ply: int = 0, *, material_wins: Optional[str] = None,
               limits: Optional[Limits] = None) -> Verification:
        """Whether a plan mates in every position against every reply, by code that is independent of the solver."""
        text = plan.json() if isinstance(plan, Plan) else write_json(plan)
        valid, reason = ctypes.c_int(), ctypes.c_void_p()
        check(library.bm_verify(encoded(self.json()), encoded(text), whole("ply", ply), _material(material_wins),
                                limits_argument(limits), byref(valid), byref(reason)))
        return Verification(bool(valid.value), take_text(reason))

    def __repr__(self) -> str:
        head = f"<Problem {self.id}: {self.rules}, {len(self.states)} positions, {self.ply or '?'} ply>"
        if not self.states:
            return head
        is_own = str.isupper if self.side == Side.WHITE else str.islower
        board = "".join(letter if not letter.isalpha() or is_own(letter) else "1"
                        for letter in self.states[0].split()[0])
        return f"{head}\n{draw_board(board, self.side)}"


def solve_view(view: View, ply: int, *, algorithm: Optional[str] = None, deepen: bool = False, all_keys: bool = False,
               plan: bool = True, material_wins: Optional[str] = None, limits: Limits = Limits()) -> Solution:
    """Whether the player of a view has a certain mate in its turn, within so many ply."""
    options = _options(ply, algorithm, deepen, all_keys, plan, material_wins, limits)
    return Solution._read(text_from(library.bm_solve_view, view._handle, byref(options)))


def _options(ply: int, algorithm: Optional[str], deepen: bool, all_keys: bool, plan: bool,
             material_wins: Optional[str], limits: Limits) -> SolveOptionsStruct:
    name = None if algorithm is None else encoded(algorithm)
    return SolveOptionsStruct(name, whole("ply", ply), bool(deepen), bool(all_keys), bool(plan),
                              _material(material_wins), limits._struct())


def _material(wins: Optional[str]) -> int:
    if wins not in MATERIAL_WINS:
        raise BadArgument(f"material_wins is None, 'certain' or 'likely', not {wins!r}")
    return MATERIAL_WINS[wins]
