"""A player's log as a filtered Kriegspiel PGN (docs/formats.md), which the library reads and checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Sequence, Set, Tuple

from .errors import BadText
from .rules import RuleSet
from .words import Side

if TYPE_CHECKING:
    from .view import View

Entry = Mapping[str, Any]
Log = Sequence[Entry]

_DIRECTIONS = {"file": "F", "long": "L", "knight": "N", "rank": "R", "short": "S"}


def _announced(heard: Mapping[str, Any]) -> str:
    """ANNOUNCED of a HEARD."""
    capture = heard.get("capture")
    letters = "".join(sorted(_DIRECTIONS[name] for name in heard.get("check", ())))
    text = ",".join(part for part in (capture["square"] if capture else "", letters) if part)
    if capture and capture.get("kind"):
        text += f"/{capture['kind']}"
    if heard.get("en_passant"):
        text += "/ep"
    if heard.get("promotion"):
        text += "/promotion"
    return text + _pawn_tries(heard.get("pawn_tries"))


def _pawn_tries(told: Any) -> str:
    if told is None:
        return ""
    if isinstance(told, bool):
        return f"/try={'yes' if told else 'no'}"
    if isinstance(told, int):
        return f"/tries={told}"
    return f"/from={'.'.join(told)}"


class _Movetext:
    """A log as the movetext of a filtered game, entry by entry."""

    def __init__(self, head: str, side: Side, black_begins: bool) -> None:
        self._head = head
        self._side = side
        self._ply = 1 if black_begins else 0
        self._turns: List[str] = []
        self._asked: List[str] = []  # in the turn that is going on
        self._refusals = 0  # of the opponent, since the last question

    def is_own(self, entry: Entry) -> bool:
        return entry["by"] == str(self._side)

    def add(self, entry: Entry) -> None:
        heard = entry["heard"]
        answer = heard.get("answer", "ok")
        if answer == "ok":
            self._turns.append(self._turn(entry["ask"] if self.is_own(entry) else "??", _announced(heard)))
            self._ply += 1
            self._asked, self._refusals = [], 0
        elif answer in ("any-yes", "any-no"):
            self._asked = self._all_asked() + [f"Any?={answer[4:]}"]
            self._refusals = 0
        elif answer == "no":
            if self.is_own(entry):
                self._asked.append(entry["ask"])
            else:  # in a row they are one number, whatever nonsense was heard between them
                self._refusals += entry.get("times", 1)

    def _all_asked(self) -> List[str]:
        return self._asked + ([str(self._refusals)] if self._refusals else [])

    def _turn(self, move: str, announced: str) -> str:
        number = f"{self._ply // 2 + 1}"
        shown = f"{number}. " if self._ply % 2 == 0 else f"{number}... " if not self._turns else ""
        return f"{shown}{move} {{{announced}:{','.join(self._all_asked())}}}"

    def text(self, result: str = "*") -> str:
        """The game so far; its last turn may have no move yet."""
        last = [self._turn("--", "")] if self._all_asked() else []
        return f"{self._head}{' '.join([*self._turns, *last, result])}\n"


def _askable_at_the_end(movetext: _Movetext) -> Set[str]:
    from .view import View
    with View.from_pgn(movetext.text()) as view:
        return set(view.askable())


def _without_nonsense(log: Log, movetext: _Movetext) -> List[Entry]:
    """The log without own nonsense that was answered "no": a try is nonsense exactly if it is not askable."""
    kept: List[Entry] = []
    askable: Optional[Set[str]] = None  # None: not known
    duty = False
    for entry in log:
        answer = entry["heard"].get("answer", "ok")
        if movetext.is_own(entry) and answer == "no":
            if askable is None:
                askable = _askable_at_the_end(movetext)
            refused = entry["ask"]
            if refused not in askable:
                continue
            # A refused promotion refuses all four. The refusal may have ended the duty to capture with a pawn.
            askable = None if duty else {ask for ask in askable if ask[:4] != refused[:4]}
        elif answer != "nonsense":
            askable = None
            duty = answer == "any-yes"
        movetext.add(entry)
        kept.append(entry)
    return kept


def _before_the_start(rules: RuleSet, start: Optional[str]) -> str:
    """The pawn tries of the start position, which both players are told."""
    from .game import Game
    if not rules.pawn_tries:
        return ""
    with Game(rules, start) as game, game.view() as view:
        return f"{{{_pawn_tries(view.announced.pawn_tries)}:}} "


def _head(side: Side, rules: RuleSet, start: Optional[str], result: str = "*", end: Optional[str] = None) -> str:
    tags = [("Result", result), ("Variant", rules.name), ("Filtered", str(side).capitalize())]
    if end is not None:
        tags.append(("Termination", end))
    if start is not None:
        tags += [("SetUp", "1"), ("FEN", start)]
    return "".join(f'[{name} "{value}"]\n' for name, value in tags) + f"\n{_before_the_start(rules, start)}"


def _end(log: Log, rules: RuleSet) -> Tuple[str, Optional[str]]:
    """The result, and the end that the last entry announces."""
    end = log[-1]["heard"].get("end") if log else None
    if end is None:
        return "*", None
    if end == "checkmate" or end == "stalemate" and rules.stalemate_loses:
        return "1-0" if log[-1]["by"] == "white" else "0-1", end
    return "1/2-1/2", end


def view_of_log(log: Log, side: Side, rules: RuleSet, start: Optional[str]) -> "View":
    """What View.from_log returns."""
    from .view import View
    black_begins = start is not None and start.split()[1:2] == ["b"]
    try:
        result, end = _end(log, rules)
        head = _head(side, rules, start, result, end)

        def pgn(entries: Log) -> str:
            movetext = _Movetext(head, side, black_begins)
            for entry in entries:
                movetext.add(entry)
            return movetext.text(result)

        try:
            return View.from_pgn(pgn(log))
        except BadText:
            if rules.nonsense != "refusal":
                raise
        # A try that is not askable does not fit into a game. If it was nonsense, the rest fits.
        return View.from_pgn(pgn(_without_nonsense(log, _Movetext(_head(side, rules, start), side, black_begins))))
    except (KeyError, TypeError, AttributeError) as problem:
        raise BadText(f"this is no log of a game: {problem!r}") from problem
