"""The engine's players as people meet them: a name, a level, and what to expect."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Opponent:
    """A player of the engine."""

    agent: str
    name: str
    level: int
    words: str
    #: Whether a turn takes it longer than others should wait.
    thinks: bool = False

    def to_json(self) -> dict[str, object]:
        """The opponent as JSON values."""
        return asdict(self)


#: By level, the easiest first.
OPPONENTS = (
    Opponent("simple", "Mia", 1, "A beginner: lays new melds and adds to old ones, never rearranges."),
    Opponent("random", "Rolf", 2, "Sees every play and picks any of them."),
    Opponent("greedy-value", "Viktor", 3, "Gets rid of the highest value he can, every turn."),
    Opponent("greedy", "Ada", 4, "Lays as many tiles as can be laid, every turn."),
)

BY_AGENT = {opponent.agent: opponent for opponent in OPPONENTS}
