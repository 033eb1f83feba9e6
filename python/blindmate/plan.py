"""Plan: what to ask, and what next after each announcement, until mate. PLAN of docs/formats.md."""

from __future__ import annotations

import json
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple

from .announcement import Announcement
from .errors import BadText, NotInPlan, NotNow

Heard = Mapping[str, Any]

TOO_DEEP = "the JSON is nested too deeply"


def read_json(text: str) -> Any:
    """The value of a JSON text. BadText if there is none."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as problem:
        raise BadText(str(problem)) from problem
    except RecursionError:
        raise BadText(TOO_DEEP) from None


def write_json(data: Any) -> str:
    """The shortest JSON text of a value."""
    try:
        return json.dumps(data, separators=(",", ":"))
    except RecursionError:
        raise BadText(TOO_DEEP) from None


def heard_key(heard: Heard) -> Tuple[Any, ...]:
    """Two announcements that sound alike have the same key. Fields that are left out have their default."""
    capture = heard.get("capture") or {}
    tries = heard.get("pawn_tries")
    return (capture.get("square"), capture.get("kind"), tuple(heard.get("check", ())), bool(heard.get("en_passant")),
            bool(heard.get("promotion")), type(tries), tuple(tries) if isinstance(tries, list) else tries)


def heard_text(heard: Heard) -> str:
    """An announcement in short: "capture d5, check file"."""
    capture = heard.get("capture")
    parts = []
    if capture:
        parts.append(f"capture {capture['square']}" + (f" ({capture['kind']})" if capture.get("kind") else ""))
    parts += [f"check {name}" for name in heard.get("check", ())]
    parts += [word for field, word in (("en_passant", "en passant"), ("promotion", "promotion")) if heard.get(field)]
    if heard.get("pawn_tries") is not None:
        parts.append(f"pawn tries {heard['pawn_tries']}")
    return ", ".join(parts) or "nothing"


class Branch:
    """One announcement that can follow a played try: it is mate, or the game is won, or the opponent replies."""

    __slots__ = ("announced", "is_mate", "won", "replies")

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.announced: Heard = data["announced"]
        self.is_mate: bool = bool(data.get("mate"))
        self.won: Optional[str] = data.get("won")  # "material", where such wins were asked for
        self.replies: List[Tuple[Heard, Plan]] = [(reply["announced"], Plan(reply["plan"]))
                                                  for reply in data.get("replies", ())]


class Plan:
    """What to ask in one turn, and a plan for every answer. str() draws the tree."""

    __slots__ = ("data", "ask", "refused", "yes", "no", "played")

    def __init__(self, data: Mapping[str, Any]) -> None:
        """`data` is a PLAN of docs/formats.md."""
        self.data = data
        try:
            self.ask: str = data["try"] if "try" in data else data["ask"]  # "e2e4", or "any"
            self.refused = self._part("refused")  # the plan after a refusal; None where the try is always legal
            self.yes = self._part("yes")  # the plans after the answers to "any"
            self.no = self._part("no")
            self.played = [Branch(branch) for branch in data.get("played", ())]
        except RecursionError:
            raise BadText(TOO_DEEP) from None
        except (KeyError, TypeError, AttributeError) as problem:
            raise BadText(f"this is no plan: {problem!r}") from problem

    def _part(self, name: str) -> "Optional[Plan]":
        part = self.data.get(name)
        return None if part is None else Plan(part)

    @classmethod
    def from_json(cls, text: str) -> "Plan":
        return cls(read_json(text))

    def json(self) -> str:
        return write_json(self.data)

    def walk(self) -> "Walk":
        """Follows the plan through one game."""
        return Walk(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plan) and self.data == other.data

    def __str__(self) -> str:
        return "\n".join(self._lines(""))

    def _lines(self, indent: str) -> Iterator[str]:
        yield f"{indent}{'ask Any?' if self.ask == 'any' else 'try ' + self.ask}"
        for answer, plan in (("yes", self.yes), ("no", self.no)):
            if plan is not None:
                yield f"{indent}  {answer}:"
                yield from plan._lines(indent + "    ")
        for branch in self.played:
            end = ": checkmate" if branch.is_mate else f": won by {branch.won}" if branch.won else ""
            yield f"{indent}  played, {heard_text(branch.announced)}{end}"
            for heard, plan in branch.replies:
                yield f"{indent}    reply, {heard_text(heard)}"
                yield from plan._lines(indent + "      ")
        if self.refused is not None:
            yield f"{indent}  refused:"
            yield from self.refused._lines(indent + "    ")

    def __repr__(self) -> str:
        return f"<Plan: {self.ask} ...>"


class Walk:
    """A way through a plan. Ask what `ask` says, and pass on what the referee says of both sides to hear()."""

    __slots__ = ("_plan", "_branch")

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._branch: Optional[Branch] = None  # after the own move, until the reply

    @property
    def ask(self) -> Optional[str]:
        """What to ask now; None while the opponent must move, and at the end."""
        return None if self._branch else self._plan.ask

    @property
    def is_done(self) -> bool:
        """Mate, or a win by material."""
        return self._branch is not None and (self._branch.is_mate or self._branch.won is not None)

    def hear(self, said: Announcement) -> None:
        """What the referee said to the own try, or of the opponent's turn. NotInPlan where the plan has no such
        announcement: then the game is none of those for which it was made."""
        if self.is_done:
            raise NotNow("the plan is at its end")
        if self._branch is None:
            self._hear_own(said)
        elif said.is_ok:  # refusals and questions of the opponent are not part of a plan
            self._plan = self._next(said, dict((heard_key(heard), plan) for heard, plan in self._branch.replies))
            self._branch = None

    def _hear_own(self, said: Announcement) -> None:
        if not said.is_ok:
            plans: Dict[str, Optional[Plan]] = {"no": self._plan.refused, "any-yes": self._plan.yes,
                                                "any-no": self._plan.no}
            plan = plans.get(said.answer)
            if plan is None:
                raise NotInPlan(f"the plan has no answer {said.answer!r} to {self._plan.ask}")
            self._plan = plan
            return
        is_mate = said.end == "checkmate"
        self._branch = self._next(said, dict((heard_key(branch.announced), branch) for branch in self._plan.played
                                             if branch.is_mate == is_mate))

    @staticmethod
    def _next(said: Announcement, ways: Mapping[Tuple[Any, ...], Any]) -> Any:
        heard = said.to_dict()
        try:
            return ways[heard_key(heard)]
        except KeyError:
            raise NotInPlan(f"the plan does not have this announcement: {said}") from None
