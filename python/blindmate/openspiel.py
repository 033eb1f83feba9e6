"""A game in states and actions, with the interface of OpenSpiel's games. The module pyspiel is not needed.

    state = KriegspielGame("wild16").new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    print(state.returns())

Player 0 is White, player 1 is Black. The legal actions are what a player can ask: whether a try is legal on the true
board is what the referee's answer says. A player who is refused is the current player again.
"""

from __future__ import annotations

from typing import List, Optional

import numpy as np

from .decisions import Decisions
from .errors import BadArgument
from .game import Game
from .records import ACTIONS, NUMBERS, PLANES, action_of, unfold_planes
from .rules import RuleSet, RulesLike
from .words import Side

TERMINAL_PLAYER = -4  # as in OpenSpiel


class State:
    """A game at one moment. Not made directly: KriegspielGame.new_initial_state() begins one."""

    def __init__(self, game: "KriegspielGame", decisions: Decisions, history: List[int]) -> None:
        self._game = game
        self._decisions = decisions
        self._history = history

    def get_game(self) -> "KriegspielGame":
        return self._game

    # ---------------------------------------------------------------- playing

    def current_player(self) -> int:
        return TERMINAL_PLAYER if self.is_terminal() else int(self._decisions.turn)

    def legal_actions(self, player: Optional[int] = None) -> List[int]:
        """Sorted; empty for the player who is not to act."""
        if player is not None and player != self.current_player():
            return []
        return np.flatnonzero(self._decisions.mask).tolist()

    def legal_actions_mask(self, player: Optional[int] = None) -> List[int]:
        mask = np.zeros(ACTIONS, int)
        mask[self.legal_actions(player)] = 1
        return mask.tolist()

    def apply_action(self, action: int) -> None:
        self._decisions.act(int(action))
        self._history.append(int(action))

    def child(self, action: int) -> "State":
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> "State":
        return State(self._game, self._decisions.copy(), list(self._history))

    def is_terminal(self) -> bool:
        return self._decisions.is_over

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def returns(self) -> List[float]:
        """1 for a win, -1 for a loss, 0 for a draw and while the game goes on."""
        return [float(self._decisions.value(side)) for side in Side]

    rewards = returns  # all of it comes with the last action

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def history(self) -> List[int]:
        return list(self._history)

    def history_str(self) -> str:
        return ", ".join(map(str, self._history))

    def num_players(self) -> int:
        return 2

    def move_number(self) -> int:
        return len(self._history)

    # ---------------------------------------------------------------- what a player knows

    def information_state_string(self, player: Optional[int] = None) -> str:
        """All that a player has heard and asked, as a filtered PGN: equal for what the player cannot tell apart."""
        with self._decisions.game.view(self._side(player)) as view:
            return view.pgn()

    def observation_string(self, player: Optional[int] = None) -> str:
        """The own men, and whose turn it is."""
        with self._decisions.game.view(self._side(player)) as view:
            return f"{view.own_board} {view.turn}"

    def observation_tensor(self, player: Optional[int] = None) -> np.ndarray:
        """The record of docs/environment.md as 3,240 floats: 50 planes of 8x8, then 40 numbers from 0 to 1 (255 is 1).
        All 0 for the player who is not to act."""
        record = self._decisions.record
        if record is None or self._side(player) != self._decisions.turn:
            return np.zeros(64 * PLANES + NUMBERS, np.float32)
        planes = unfold_planes(record).reshape(-1).astype(np.float32)
        return np.concatenate([planes, record["numbers"].astype(np.float32) / 255])

    def _side(self, player: Optional[int]) -> Side:
        if player is None:
            return self._decisions.turn
        if player not in (0, 1):
            raise BadArgument(f"{player} is no player: 0 or 1")
        return Side(player)

    # ---------------------------------------------------------------- words

    def action_to_string(self, player: int, action: Optional[int] = None) -> str:
        """An action as a try: action_to_string(action), or action_to_string(player, action) as in OpenSpiel."""
        if action is not None and player != self.current_player():
            raise BadArgument(f"it is not player {player}'s turn")
        return self._decisions.text(player if action is None else action)

    def string_to_action(self, text: str) -> int:
        size = len(self._decisions.game.position.split()[0].split("/"))
        return action_of(text, self._decisions.turn, size)

    @property
    def referee(self) -> Game:
        """The referee's game: for those who may know the truth."""
        return self._decisions.game

    def __str__(self) -> str:
        return self._decisions.game.position

    def __repr__(self) -> str:
        return repr(self._decisions.game)


class KriegspielGame:
    """The game of a rule set and a start."""

    def __init__(self, rules: RulesLike = "berkeley", fen: Optional[str] = None, most_plies: int = 400,
                 only_possible: bool = False) -> None:
        """only_possible: legal_actions() leaves out what the player can prove to be refused."""
        self.rules = RuleSet.of(rules)
        self.fen = fen
        self.most_plies = most_plies
        self.only_possible = only_possible

    def new_initial_state(self) -> State:
        return State(self, Decisions(Game(self.rules, self.fen), self.most_plies, self.only_possible), [])

    def num_distinct_actions(self) -> int:
        return ACTIONS

    def num_players(self) -> int:
        return 2

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def observation_tensor_shape(self) -> List[int]:
        return [64 * PLANES + NUMBERS]

    def observation_tensor_size(self) -> int:
        return 64 * PLANES + NUMBERS

    def max_game_length(self) -> int:
        """In plies; refused tries come in addition."""
        return self.most_plies

    def __repr__(self) -> str:
        return f"kriegspiel(rules={self.rules})"
