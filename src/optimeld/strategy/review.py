"""A finished game looked at again: what was possible, what was played, and where the game turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from optimeld.game import Game
from optimeld.goals import Goal
from optimeld.position import Position
from optimeld.solver import Solution, solve
from optimeld.tiles import Tile
from optimeld.turns import Table, Turn

#: A turn that laid this many tiles fewer than it could is worth a second look.
MISSED_MANY = 3
#: A turn that laid this many tiles changed the game, whatever was possible.
LAID_MANY = 5
TURNING_POINTS = 5


@dataclass(frozen=True)
class Moment:
    """One turn, and what the solver would have done in its place."""

    #: Counted from 1.
    number: int
    player: int
    turn: Turn
    #: What the player had before the turn.
    position: Position
    best: Solution
    #: Every player's rack after the turn.
    hands: tuple[tuple[Tile, ...], ...]

    @property
    def racks_after(self) -> tuple[int, ...]:
        """How many tiles every player had after the turn."""
        return tuple(map(len, self.hands))

    @property
    def played(self) -> int:
        """How many tiles were laid."""
        return len(self.turn.played)

    @property
    def missed(self) -> int:
        """How many more tiles could have been laid."""
        return max(0, self.best.tiles - self.played)

    def to_json(self) -> dict[str, Any]:
        """The moment as JSON values."""
        best = self.best.to_json(steps=False)
        return {
            "number": self.number,
            "player": self.player,
            "action": self.turn.action,
            "opening": self.turn.opening,
            "played": [str(tile) for tile in self.turn.played],
            "drawn": [str(tile) for tile in self.turn.drawn],
            "drawn_count": self.turn.drawn_count,
            "river": None if self.turn.river is None else str(self.turn.river),
            "table": [meld.to_json() for meld in self.turn.table],
            "hands": [[str(tile) for tile in hand] for hand in self.hands],
            "note": self.turn.note,
            "value": sum(map(self.best.goal.worth, self.turn.played)),
            "best": {name: best[name] for name in ("status", "played", "tiles", "value")},
            "missed": self.missed,
            "racks": list(self.racks_after),
            "position": self.position.to_url(),
            "notation": str(self.position),
        }


def moments(game: Game) -> Iterator[Moment]:
    """Every turn of a game, in order, with the best play in its position.

    >>> game = Game(seed=1)
    >>> _ = game.draw(0)
    >>> [(moment.played, moment.missed) for moment in moments(game)]
    [(0, 6)]
    """
    racks = [list(rack) for rack in game.deals]
    opened = [False] * game.players
    table: Table = ()
    goal = Goal("tiles", game.rules.joker_penalty)
    for number, turn in enumerate(game.turns, 1):
        player = turn.player
        position = Position(table, tuple(sorted(racks[player])), game.rules, opened[player])
        best = solve(position, goal)
        for tile in turn.played:
            racks[player].remove(tile)
        racks[player] += turn.drawn
        if turn.action == "take" and turn.river is not None:
            racks[player].append(turn.river)
        opened[player] = opened[player] or turn.action == "play"
        table = turn.table
        yield Moment(number, player, turn, position, best, tuple(tuple(sorted(rack)) for rack in racks))


@dataclass(frozen=True)
class PlayerSummary:
    """One player's game in numbers."""

    name: str
    turns: int
    laid: int
    #: Tiles that could have been laid, turn by turn, and were not.
    missed: int
    #: Turns in which something could be laid, and those of them in which nothing more could have been.
    chances: int
    best_turns: int
    nothing_possible: int
    drew_though_possible: int
    #: The own turn, from 1, of the first play.
    opened_on: int | None


@dataclass(frozen=True)
class TurningPoint:
    """A turn that mattered, and why in a few words."""

    number: int
    words: str


@dataclass(frozen=True)
class GameSummary:
    """What each player could and did lay, and one player's turning points."""

    players: tuple[PlayerSummary, ...]
    turning_points: tuple[TurningPoint, ...]

    def to_json(self) -> dict[str, Any]:
        """The summary as JSON values."""
        return {
            "players": [asdict(player) for player in self.players],
            "turning_points": [asdict(point) for point in self.turning_points],
        }


def summary(
    game: Game, found: Sequence[Moment], seat: int, names: Sequence[str] | None = None
) -> GameSummary:
    """The game in numbers. `names` are what the players are called in the words for turning points."""
    players = tuple(_summed(game.names[player], found, player) for player in range(game.players))
    return GameSummary(players, turning_points(found, seat, names or game.names))


def _summed(name: str, found: Sequence[Moment], player: int) -> PlayerSummary:
    own = [moment for moment in found if moment.player == player]
    plays = [place for place, moment in enumerate(own, 1) if moment.turn.action == "play"]
    could = [moment for moment in own if moment.best.tiles > 0]
    return PlayerSummary(
        name=name,
        turns=len(own),
        laid=sum(moment.played for moment in own),
        missed=sum(moment.missed for moment in own),
        chances=len(could),
        best_turns=sum(moment.missed == 0 for moment in could),
        nothing_possible=len(own) - len(could),
        drew_though_possible=sum(moment.played == 0 for moment in could),
        opened_on=plays[0] if plays else None,
    )


def turning_points(found: Sequence[Moment], seat: int, names: Sequence[str]) -> tuple[TurningPoint, ...]:
    """The turns that mattered most to one player: chances missed, long plays, the lead changing hands."""
    weighed: list[tuple[float, int, str]] = []
    lead = 0.0
    for moment in found:
        others = [size for player, size in enumerate(moment.racks_after) if player != seat]
        now = min(others) - moment.racks_after[seat]
        if moment.player == seat and moment.missed >= MISSED_MANY:
            weighed.append(
                (moment.missed * 1.5, moment.number, f"{moment.missed} more tiles could have been laid")
            )
        elif moment.played >= LAID_MANY:
            words = f"{names[moment.player]} laid {moment.played} tiles at once"
            weighed.append((moment.played, moment.number, words))
        elif lead * now < 0 and abs(now - lead) >= 2:
            words = f"{names[seat]} {'took' if now > 0 else 'lost'} the lead"
            weighed.append((abs(now - lead), moment.number, words))
        if now:
            lead = now
    chosen = sorted(weighed, reverse=True)[:TURNING_POINTS]
    return tuple(TurningPoint(number, words) for _, number, words in sorted(chosen, key=lambda each: each[1]))
