"""What can go wrong. Every exception carries the library's own reason."""


class BlindmateError(Exception):
    """Base of all errors of this package."""


class BadArgument(BlindmateError, ValueError):
    """A number out of range, an unknown name, an action that is not askable, a closed object."""


class BadText(BlindmateError, ValueError):
    """FEN, PGN, JSON or a move that cannot be read. The message has the place and the reason."""


class NotNow(BlindmateError, RuntimeError):
    """The game is over, it is the other side's turn, or the environment is busy or of another process."""


class LimitReached(BlindmateError, RuntimeError):
    """A limit of states, memory or time was reached before the answer was known."""


class OutOfMemory(BlindmateError, MemoryError):
    """The library could not allocate memory."""


class InternalError(BlindmateError, RuntimeError):
    """A fault of the library. Please report it."""


class NotInPlan(BlindmateError, LookupError):
    """An announcement for which a plan has no branch."""


BY_STATUS = {1: BadArgument, 2: BadText, 3: NotNow, 4: LimitReached, 5: OutOfMemory, 6: InternalError}
