"""A game for two agents in turn, with the interface of PettingZoo's AECEnv. The package pettingzoo is not needed.

    env = AEC("wild16")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        done = termination or truncation
        env.step(None if done else env.action_space(agent).sample(info["action_mask"]))

An agent that is refused acts again: agent_selection changes when a move was made.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Optional, Tuple

import numpy as np

from ._library import seed_number
from .decisions import Decisions
from .errors import BadArgument, NotNow
from .game import Game
from .records import ACTIONS, NUMBERS, PLANES, unfold_planes
from .rules import RuleSet, RulesLike
from .words import Side

Observation = Dict[str, np.ndarray]


@dataclass
class Discrete:
    """Numbers from 0 to n - 1."""

    n: int
    _random: np.random.Generator = field(default_factory=np.random.default_rng, repr=False, compare=False)

    def seed(self, seed: Optional[int]) -> None:
        self._random = np.random.default_rng(None if seed is None else seed_number(seed))

    def contains(self, action: Any) -> bool:
        return isinstance(action, (int, np.integer)) and 0 <= action < self.n

    __contains__ = contains

    def sample(self, mask: Optional[np.ndarray] = None) -> int:
        """A random number, of those that the mask has."""
        return int(self._random.integers(self.n) if mask is None else self._random.choice(np.flatnonzero(mask)))


@dataclass(frozen=True)
class Box:
    """Arrays of a shape and a type."""

    low: int
    high: int
    shape: Tuple[int, ...]
    dtype: type

    def contains(self, array: Any) -> bool:
        return (isinstance(array, np.ndarray) and array.shape == self.shape and array.dtype == self.dtype
                and bool(np.all((array >= self.low) & (array <= self.high))))

    __contains__ = contains


@dataclass(frozen=True)
class DictSpace:
    """Dictionaries with a space for each key."""

    spaces: Dict[str, Box]

    def __getitem__(self, key: str) -> Box:
        return self.spaces[key]

    def contains(self, values: Any) -> bool:
        return (isinstance(values, dict) and values.keys() == self.spaces.keys()
                and all(space.contains(values[key]) for key, space in self.spaces.items()))

    __contains__ = contains


class AEC:
    """Kriegspiel for the agents "white" and "black"."""

    metadata = {"name": "kriegspiel_v1", "is_parallelizable": False, "render_modes": ["ansi"]}

    def __init__(self, rules: RulesLike = "berkeley", fen: Optional[str] = None, most_plies: int = 400,
                 only_possible: bool = True) -> None:
        """only_possible: the action mask leaves out what the player can prove to be refused."""
        self.rules = RuleSet.of(rules)
        self.fen = fen
        self.most_plies = most_plies
        self.only_possible = only_possible
        self.render_mode = "ansi"
        self.possible_agents = ["white", "black"]
        self.agents: List[str] = []
        self._decisions: Optional[Decisions] = None  # until reset()
        self._action_spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}
        self._observation_space = DictSpace({
            "observation": Box(0, 1, (PLANES, 8, 8), np.uint8),
            "numbers": Box(0, 255, (NUMBERS,), np.uint8),
            "action_mask": Box(0, 1, (ACTIONS,), np.int8),
        })

    def action_space(self, agent: str) -> Discrete:
        return self._action_spaces[agent]

    def observation_space(self, agent: str) -> DictSpace:
        self._action_spaces[agent]  # KeyError for a stranger
        return self._observation_space

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    # ---------------------------------------------------------------- a game

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a new game. Nothing in the game is random; the seed is for action_space().sample()."""
        if seed is not None:
            for number, agent in enumerate(self.possible_agents):
                self._action_spaces[agent].seed(2 * operator.index(seed) + number)
        self._decisions = Decisions(Game(self.rules, self.fen), self.most_plies, self.only_possible)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._judge()  # a start can be a mate already
        self._seen = {agent: (np.zeros((PLANES, 8, 8), np.uint8), np.zeros(NUMBERS, np.uint8))
                      for agent in self.agents}
        self.agent_selection = str(self._decisions.turn)
        self._look()

    def step(self, action: Optional[int]) -> None:
        """The selected agent acts; None when its game is over. BadArgument for an action outside the mask."""
        agent = self._selected()
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        if not self.action_space(agent).contains(action):
            raise BadArgument(f"{action!r} is no action: 0 to {ACTIONS - 1}")
        self._begun().act(int(action))  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0
        self._judge()
        self.agent_selection = str(self._begun().turn)
        self._look()

    def _judge(self) -> None:
        """Sets rewards and ends of all agents by the present state of the game."""
        decisions = self._begun()
        for agent in self.agents:
            self.rewards[agent] = decisions.value(Side.of(agent))
            self._cumulative_rewards[agent] += self.rewards[agent]
            self.terminations[agent] = decisions.is_over and not decisions.is_cut_off
            self.truncations[agent] = decisions.is_cut_off

    def _leave(self, agent: str, action: Optional[int]) -> None:
        """An agent whose game is over steps once more, and is gone then."""
        if action is not None:
            raise BadArgument("when the game is over, the only valid action is None")
        self.agents.remove(agent)
        for table in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            table.pop(agent)
        if self.agents:
            self.rewards = dict.fromkeys(self.agents, 0)
            self.agent_selection = self.agents[0]

    def _selected(self) -> str:
        if not self.agents:
            raise NotNow("reset() begins a game")
        return self.agent_selection

    def _begun(self) -> Decisions:
        if self._decisions is None:
            raise NotNow("reset() begins a game")
        return self._decisions

    def _look(self) -> None:
        decisions = self._begun()
        record = decisions.record
        self.infos: Dict[str, Dict[str, Any]] = {agent: {"action_mask": np.zeros(ACTIONS, np.int8)}
                                                 for agent in self.agents}
        if record is not None:
            self._seen[self.agent_selection] = unfold_planes(record).view(np.uint8), record["numbers"]
            self.infos[self.agent_selection]["action_mask"] = decisions.mask.view(np.int8)

    # ---------------------------------------------------------------- looking

    def observe(self, agent: str) -> Observation:
        """What the agent knew at its last decision, and what it can ask now: nothing, unless it is selected."""
        self._begun()
        planes, numbers = self._seen[agent]
        mask = self.infos[agent]["action_mask"] if agent in self.agents else np.zeros(ACTIONS, np.int8)
        return {"observation": planes, "numbers": numbers, "action_mask": mask}

    def last(self, observe: bool = True) -> Tuple[Optional[Observation], int, bool, bool, Dict[str, Any]]:
        """Observation, reward since its last action, termination, truncation and info of the selected agent."""
        agent = self._selected()
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The selected agents in turn, until all are gone."""
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def action_text(self, action: int) -> str:
        """An action of the selected agent as a try: "e2e4"."""
        return self._begun().text(action)

    @property
    def game(self) -> Game:
        """The referee's game: for those who may know the truth."""
        return self._begun().game

    def render(self) -> str:
        return repr(self.game)

    def close(self) -> None:
        self.agents = []
