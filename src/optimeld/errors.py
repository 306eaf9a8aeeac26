"""What can be wrong with input: one type for each kind of mistake, all of them `ValueError`s."""

from __future__ import annotations

from typing import ClassVar


class OptimeldError(ValueError):
    """Bad input: a code for programs, one line for people, and details such as the offending word.

    >>> error = OptimeldError("no tile 'X5'", word="X5", place="rack tile 2")
    >>> error.to_json()
    {'error': {'code': 'bad-input', 'message': "no tile 'X5'", 'word': 'X5', 'place': 'rack tile 2'}}
    """

    code: ClassVar[str] = "bad-input"

    def __init__(self, message: str, **details: object) -> None:
        super().__init__(message)
        self.message = message
        self.details = details

    def __reduce__(self) -> tuple[object, ...]:
        # Details are keyword-only, which the default way of pickling an exception does not know.
        return _rebuild, (type(self), self.message, self.details)

    def to_json(self) -> dict[str, dict[str, object]]:
        """The body that the CLI prints under `--json` and the server sends with status 422."""
        return {"error": {"code": self.code, "message": self.message, **self.details}}


def _rebuild(kind: type[OptimeldError], message: str, details: dict[str, object]) -> OptimeldError:
    return kind(message, **details)


class RulesError(OptimeldError):
    """A rule out of its range, or rules that are impossible together."""

    code = "bad-rules"


class NotationError(OptimeldError):
    """Text, JSON or a URL that does not have the form of a tile, a meld, a table or a position."""

    code = "bad-notation"


class UnknownTileError(NotationError):
    """A word that names no tile of the rules in force."""

    code = "unknown-tile"


class MeldError(OptimeldError):
    """Tiles that are not a meld."""

    code = "not-a-meld"


class PositionError(OptimeldError):
    """A position that cannot arise from one box of tiles."""

    code = "bad-position"


class TooManyCopiesError(PositionError):
    """More copies of a tile than the rules have."""

    code = "too-many-copies"


class UsageError(OptimeldError):
    """A command, an option or an argument that the command line does not have or cannot take."""

    code = "usage"
