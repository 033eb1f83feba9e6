"""VectorEnv: many games at once over the real referee, for programs that learn. docs/environment.md explains it."""

from __future__ import annotations

import ctypes
import operator
import os
import weakref
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Union

import numpy as np

from ._library import (EnvCountsStruct, EnvOptionsStruct, byref, check, encoded, fault, handle_from, library,
                       seed_number, whole)
from .announcement import ENDS
from .errors import BadArgument, NotNow
from .records import (ACTIONS, RECORD, STEP, TRUTH, _fill_random_actions, action_text, askable_mask,
                      possible_mask, unfold_planes)
from .rules import RuleSet, RulesLike

_env_step = library.bm_env_step
_env_wait = library.bm_env_wait


class Counts(NamedTuple):
    """What has happened since the beginning."""

    decisions: int
    moves: int
    refusals: int
    questions: int
    games: int  # finished
    plies: int  # of finished games
    white_wins: int
    black_wins: int
    draws: int
    ends: Dict[str, int]  # finished games by their end: "checkmate" ... "ply-limit", "table"


class VectorEnv:
    """Each of `games` games waits for one decision. step() takes an action for each and writes the next decisions.

    `records`, `steps` and `truths` are numpy arrays with a place for each game. The library writes into them without
    copying; they always show the present, so copy what you want to keep.

    An environment has threads of its own, which a fork does not copy: make one in each process.
    """

    def __init__(self, games: int = 1, *, threads: int = 1, seed: int = 0,
                 rules: Union[RulesLike, Sequence[RulesLike], Mapping[str, float]] = "berkeley",
                 starts: Sequence[str] = (), random_plies: int = 0, most_plies: int = 400, tables_win: bool = False,
                 truths: bool = False) -> None:
        """`rules` is one rule set, several that are drawn evenly, or weights by name. `truths` adds what the players
        cannot know, for a teacher. The other options are those of docs/environment.md."""
        games, threads, seed = whole("games", games), whole("threads", threads), operator.index(seed)
        if games == 0:
            raise BadArgument("an environment has at least one game")
        options = EnvOptionsStruct()
        check(library.bm_env_defaults(byref(options)))
        options.games, options.threads, options.seed = games, threads, seed_number(seed)
        options.rule_weights[:] = _weights(rules, len(options.rule_weights))
        fens = (ctypes.c_char_p * len(starts))(*(encoded(fen) for fen in starts))
        options.starts, options.start_count = fens, len(starts)
        options.random_plies = whole("random_plies", random_plies)
        options.most_plies = whole("most_plies", most_plies)
        options.tables_win = bool(tables_win)

        self.games = games
        self.threads = threads
        self.records = np.zeros(games, RECORD)
        self.steps = np.zeros(games, STEP)
        self.truths: Optional[np.ndarray] = np.zeros(games, TRUTH) if truths else None
        self._actions = np.zeros(games, np.int32)  # the library reads them while a step is in flight
        self._drawn = np.zeros(games, np.int32)  # by random_actions()
        self._draws = seed
        self._is_busy = False
        self._process = os.getpid()
        self._handle: Optional[int] = handle_from(
            library.bm_env_new, byref(options), self.records.ctypes.data,
            None if self.truths is None else self.truths.ctypes.data, self.steps.ctypes.data)
        self._actions_address = self._actions.ctypes.data
        # The finalizer holds the arrays too: the library may still write while the environment is given back.
        self._finalizer = weakref.finalize(self, _free, self._process, self._handle, self.records, self.steps,
                                           self.truths, self._actions)

    def __len__(self) -> int:
        return self.games

    # ---------------------------------------------------------------- stepping

    def step(self, actions: Any) -> np.ndarray:
        """Gives each game its action, waits, and returns `steps`. BadArgument names the first game whose action is not
        askable. Such a game is as it was, and its step has the answer nonsense (2); the others have gone on."""
        self.send(actions)
        return self.wait()

    def send(self, actions: Any) -> None:
        """Gives each game its action and returns at once, so that you can do something else until wait(). NotNow while
        earlier actions have not been waited for."""
        handle = self._own_handle()
        given = np.asarray(actions)
        if given.shape != self._actions.shape:
            raise BadArgument(f"{self.games} actions are needed, not an array of shape {given.shape}")
        if given.dtype.kind not in "iu":
            raise BadArgument(f"actions are integers, not {given.dtype}")
        if self._is_busy:
            raise NotNow("wait() comes before the next actions")
        np.copyto(self._actions, given if given.dtype == np.int32 else _in_range(given), casting="unsafe")
        self._is_busy = True
        status = _env_step(handle, self._actions_address)
        if status:
            self._is_busy = False
            raise fault(status)

    def wait(self) -> np.ndarray:
        """Waits until all actions have been answered, and returns `steps`."""
        status = _env_wait(self._own_handle())
        self._is_busy = False
        if status:
            raise fault(status)
        return self.steps

    def reset(self) -> np.ndarray:
        """Replaces all games by new ones, and returns `records`. If actions are still being answered, it waits for
        them first."""
        handle = self._own_handle()
        if self._is_busy:
            try:
                self.wait()
            except BadArgument:
                pass  # an action was not askable: its game is replaced now
        check(library.bm_env_reset(handle))
        return self.records

    def _own_handle(self) -> int:
        if self._handle is None:
            raise BadArgument("this VectorEnv is closed")
        if os.getpid() != self._process:
            raise NotNow("this VectorEnv was made in another process; make a new one in this process")
        return self._handle

    def random_actions(self, seed: Optional[int] = None) -> np.ndarray:
        """An action for each game: what is askable and not impossible, all equally likely. Without a seed, each call
        draws others, and the same environment always the same ones. The array is valid until the next call."""
        if seed is None:
            seed = self._draws = self._draws + 1
        if self._is_busy:
            raise NotNow("wait() comes before the next actions")
        _fill_random_actions(self.records, seed, self._drawn)
        return self._drawn

    # ---------------------------------------------------------------- looking

    def planes(self) -> np.ndarray:
        """(games, 50, 8, 8) of bool, by plane, rank and file from the own side. A copy."""
        return unfold_planes(self.records)

    def numbers(self) -> np.ndarray:
        """(games, 40) of uint8: a view into `records`."""
        return self.records["numbers"]

    def askable(self) -> np.ndarray:
        """(games, 4169) of bool: the actions that can be asked now. A copy."""
        return askable_mask(self.records)

    def possible(self) -> np.ndarray:
        """(games, 4169) of bool: the same without those that the player can prove to be refused. A copy."""
        return possible_mask(self.records)

    def action_text(self, game: int, action: int) -> str:
        """An action of a game as a try: "e2e4", "e7e8q", "any"."""
        return action_text(self.records[game], action)

    def counts(self) -> Counts:
        """What has happened since the beginning."""
        raw = EnvCountsStruct()
        check(library.bm_env_count(self._own_handle(), byref(raw)))
        ends = {name: count for name, count in zip(ENDS, raw.ends) if name is not None}
        return Counts(raw.decisions, raw.moves, raw.refusals, raw.questions, raw.games, raw.plies, raw.white_wins,
                      raw.black_wins, raw.draws, ends)

    # ---------------------------------------------------------------- the end

    def close(self) -> None:
        """Gives the environment back; the arrays stay. In another process than its own it does nothing more than mark
        the environment as closed."""
        self._handle = None
        self._finalizer()

    def __enter__(self) -> "VectorEnv":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError("a VectorEnv cannot be pickled; keep its options instead")

    def __repr__(self) -> str:
        return f"<VectorEnv: {self.games} games, {self.threads} threads{'' if self._handle else ', closed'}>"


def _free(process: int, handle: int, *_arrays: Any) -> None:
    if os.getpid() == process:  # a forked process has none of the environment's threads
        library.bm_env_free(handle)


def _in_range(actions: np.ndarray) -> np.ndarray:
    """Integers of any type so that 32 bits hold them; what is out of range stays out of range."""
    if actions.dtype.kind == "u" and actions.dtype.itemsize == 8:
        actions = np.minimum(actions, np.uint64(ACTIONS))
    return np.clip(actions.astype(np.int64), -1, ACTIONS)


def _weights(rules: Union[RulesLike, Sequence[RulesLike], Mapping[str, float]], count: int) -> List[float]:
    """How often each rule set is drawn, by its number."""
    if isinstance(rules, (str, RuleSet)):
        rules = [rules]
    pairs = rules.items() if isinstance(rules, Mapping) else [(name, 1.0) for name in rules]
    weights = [0.0] * count
    for name, weight in pairs:
        weights[RuleSet.of(name).number] += weight
    return weights
