"""A finished game looked at again: what was possible, what was played, and where the game turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from optimeld.game import Game
from optimeld.position import Position
from optimeld.tiles import Tile
from optimeld.turns import Turn
from optimeld.web import engine

#: A turn that laid this many tiles fewer than it could is worth a second look.
MISSED_MANY = 3
#: A turn that laid this many tiles changed the game, whatever was possible.
LAID_MANY = 5
TURNING_POINTS = 5


@dataclass(frozen=True)
class Moment:
    """One turn, and what the solver would have done in its place."""

    number: int
    player: int
    turn: Turn
    position: Position
    best: dict[str, Any]
    racks_after: tuple[int, ...]

    @property
    def played(self) -> int:
        """How many tiles were laid."""
        return len(self.turn.played)

    @property
    def missed(self) -> int:
        """How many more tiles could have been laid."""
        return max(0, int(self.best["tiles"]) - self.played)

    def to_json(self) -> dict[str, Any]:
        """The moment as JSON values."""
        value = sum(_value(tile, self.position.rules.joker_penalty) for tile in self.turn.played)
        return {
            "number": self.number,
            "player": self.player,
            "action": self.turn.action,
            "opening": self.turn.opening,
            "played": [str(tile) for tile in self.turn.played],
            "drawn_count": self.turn.drawn_count,
            "note": self.turn.note,
            "value": value,
            "best": {name: self.best[name] for name in ("status", "played", "tiles", "value")},
            "missed": self.missed,
            "racks": list(self.racks_after),
            "position": self.position.to_url(),
            "notation": str(self.position),
        }


def moments(game: Game) -> Iterator[Moment]:
    """Every turn of a game, in order, with the best play in its position."""
    racks = [list(rack) for rack in game.deals]
    opened = [False] * game.players
    table: tuple[Any, ...] = ()
    for number, turn in enumerate(game.turns, 1):
        player = turn.player
        position = Position(table, tuple(sorted(racks[player])), game.rules, opened[player])
        best = engine.solve(position, "tiles", not opened[player], game.rules.joker_penalty, steps=False)
        for tile in turn.played:
            racks[player].remove(tile)
        racks[player] += turn.drawn
        if turn.action == "take" and turn.river is not None:
            racks[player].append(turn.river)
        opened[player] = opened[player] or turn.action == "play"
        table = turn.table
        yield Moment(number, player, turn, position, best, tuple(map(len, racks)))


def summary(game: Game, found: list[Moment], seat: int) -> dict[str, Any]:
    """The game in numbers: what each player could and did lay, and one player's turning points."""
    players = []
    for player in range(game.players):
        own = [moment for moment in found if moment.player == player]
        plays = [place for place, moment in enumerate(own, 1) if moment.turn.action == "play"]
        could = [moment for moment in own if moment.best["tiles"] > 0]
        players.append({
            "name": game.names[player],
            "turns": len(own),
            "laid": sum(moment.played for moment in own),
            "missed": sum(moment.missed for moment in own),
            "best_turns": sum(moment.missed == 0 for moment in could),
            "chances": len(could),
            "nothing_possible": len(own) - len(could),
            "drew_though_possible": sum(moment.played == 0 for moment in could),
            "opened_on": plays[0] if plays else None,
        })  # fmt: skip
    return {"players": players, "turning_points": turning_points(found, seat, game.names)}


def turning_points(found: list[Moment], seat: int, names: Sequence[str]) -> list[dict[str, Any]]:
    """The turns that mattered most to one player: chances missed, long plays, the lead changing hands."""
    weighed: list[tuple[float, int, str]] = []
    lead = 0.0
    for moment in found:
        others = [size for player, size in enumerate(moment.racks_after) if player != seat]
        now = min(others) - moment.racks_after[seat]
        mine = moment.player == seat
        if mine and moment.missed >= MISSED_MANY:
            weighed.append(
                (moment.missed * 1.5, moment.number, f"{moment.missed} more tiles could have been laid")
            )
        elif moment.played >= LAID_MANY:
            who = "You laid" if mine else f"{names[moment.player]} laid"
            weighed.append((moment.played, moment.number, f"{who} {moment.played} tiles at once"))
        elif lead * now < 0 and abs(now - lead) >= 2:
            weighed.append(
                (abs(now - lead), moment.number, "You took the lead" if now > 0 else "You lost the lead")
            )
        if now:
            lead = now
    chosen = sorted(weighed, reverse=True)[:TURNING_POINTS]
    return [
        {"number": number, "words": words} for _, number, words in sorted(chosen, key=lambda point: point[1])
    ]


def _value(tile: Tile, joker: int) -> int:
    return joker if tile.is_joker else tile.value
