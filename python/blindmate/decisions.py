"""What aec.py and openspiel.py share: one game in actions and records instead of tries and views."""

from __future__ import annotations

from typing import Optional

import numpy as np

from .announcement import Announcement
from .errors import BadArgument, NotNow
from .game import Game
from .records import ACTIONS, ACTION_ANY, action_text, askable_mask, possible_mask
from .words import Side


class Decisions:
    """A game that always waits for one decision, until it is over or has had `most_plies`."""

    def __init__(self, game: Game, most_plies: int, only_possible: bool) -> None:
        if most_plies < 1:
            raise BadArgument(f"most_plies is {most_plies}")
        self.game = game
        self.most_plies = most_plies
        self.only_possible = only_possible
        self.record: Optional[np.ndarray] = None  # of the side to move; None at the end
        self.mask = np.zeros(ACTIONS, bool)
        self._look()

    def copy(self) -> "Decisions":
        other = Decisions.__new__(Decisions)
        other.__dict__.update(self.__dict__)  # record and mask are replaced, never changed
        other.game = self.game.copy()
        return other

    @property
    def turn(self) -> Side:
        return self.game.turn

    @property
    def is_over(self) -> bool:
        """By the rules, or by the limit of plies."""
        return self.record is None

    @property
    def is_cut_off(self) -> bool:
        """By the limit of plies alone."""
        return self.is_over and not self.game.is_over

    def value(self, side: Side) -> int:
        """1 for a win, -1 for a loss, 0 for a draw and while the game goes on."""
        outcome = self.game.outcome
        if outcome is None or outcome.winner is None:
            return 0
        return 1 if outcome.winner == side else -1

    def text(self, action: int) -> str:
        """An action of the side to move as a try."""
        if self.record is None:
            raise NotNow("the game is over")
        return action_text(self.record, action)

    def act(self, action: int) -> Announcement:
        """Asks what the action means. BadArgument for an action that the mask does not have."""
        if self.record is None:
            raise NotNow("the game is over")
        if not 0 <= action < ACTIONS or not self.mask[action]:
            raise BadArgument(f"action {action} is not askable now")
        said = self.game.ask("any" if action == ACTION_ANY else self.text(action))
        self._look()
        return said

    def _look(self) -> None:
        if self.game.is_over or self.game.plies >= self.most_plies:
            self.record, self.mask = None, np.zeros(ACTIONS, bool)
            return
        with self.game.view() as view:
            self.record = view.record()
        self.mask = (possible_mask if self.only_possible else askable_mask)(self.record)
