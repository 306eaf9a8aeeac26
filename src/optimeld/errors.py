"""What can go wrong: bad input, one type for each kind of mistake, and good input that is too much for us."""

from __future__ import annotations

from typing import ClassVar


class OptimeldError(Exception):
    """What this package says when it cannot answer; never raised itself, but as one of the two kinds below.

    A code for programs, one line for people, and details such as the offending word.

    >>> from optimeld import solve
    >>> try:
    ...     solve("K1 K2 K4 // K5")
    ... except OptimeldError as error:
    ...     print(error.code, "-", error)
    not-a-meld - 'K1 K2 K4' at table meld 1 is not a meld: the run has a gap at K3
    """

    code: ClassVar[str] = "error"
    #: What a command ends with, and what the server answers with.
    exit_status: ClassVar[int] = 2
    http_status: ClassVar[int] = 422

    def __init__(self, message: str, **details: object) -> None:
        super().__init__(message)
        self.message = message
        self.details = details

    def __reduce__(self) -> tuple[object, ...]:
        # Details are keyword-only, which the default way of pickling an exception does not know.
        return _rebuild, (type(self), self.message, self.details)

    def to_json(self) -> dict[str, dict[str, object]]:
        """The body that the command line prints under `--json` and the server sends."""
        return {"error": {"code": self.code, "message": self.message, **self.details}}


def _rebuild(kind: type[OptimeldError], message: str, details: dict[str, object]) -> OptimeldError:
    return kind(message, **details)


class InputError(OptimeldError, ValueError):
    """Bad input: the message quotes it.

    >>> error = InputError("no tile 'X5'", word="X5", place="rack tile 2")
    >>> error.to_json()
    {'error': {'code': 'bad-input', 'message': "no tile 'X5'", 'word': 'X5', 'place': 'rack tile 2'}}
    """

    code = "bad-input"


class ResourceError(OptimeldError, RuntimeError):
    """Nothing is wrong with the input, but time, memory or other machines did not suffice for an answer.

    >>> isinstance(ResourceError("no memory left"), ValueError)
    False
    """

    code = "resources"
    exit_status = 3
    http_status = 503


class TooLargeError(ResourceError):
    """More memory than there is, or is allowed, would be needed: refused before the memory is gone."""

    code = "too-large"


class RulesError(InputError):
    """A rule out of its range, or rules that are impossible together."""

    code = "bad-rules"


class NotationError(InputError):
    """Text, JSON or a URL that does not have the form of a tile, a meld, a table or a position."""

    code = "bad-notation"


class TileError(InputError):
    """A tile that no box holds, or not the box of the rules in force."""

    code = "unknown-tile"


class UnknownTileError(NotationError, TileError):
    """A word that names no tile of the rules in force."""

    code = "unknown-tile"


class MeldError(InputError):
    """Tiles that are not a meld."""

    code = "not-a-meld"

    @property
    def reason(self) -> str:
        """Why they are not, without the tiles themselves."""
        return self.message.partition("is not a meld: ")[2] or self.message


class PositionError(InputError):
    """A position that cannot arise from one box of tiles."""

    code = "bad-position"


class TooManyCopiesError(PositionError):
    """More copies of a tile than the rules have."""

    code = "too-many-copies"


class UsageError(InputError):
    """A command, an option or an argument that the command line does not have or cannot take."""

    code = "usage"
