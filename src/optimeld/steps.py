"""How to carry a play out: the way from one table to another as the actions of a person at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from optimeld import _core
from optimeld.errors import InputError
from optimeld.melds import Meld
from optimeld.pictures.palette import Mark
from optimeld.position import Position
from optimeld.rules import Rules
from optimeld.tiles import JOKER, Tile

StepAction = Literal["lay", "extend", "split", "move", "join", "swap", "place", "rearrange"]
Place = int | Literal["rack", "hand"]

_NO_MELD: dict[int, Place] = {-1: "rack", -2: "hand"}


class StepError(InputError):
    """A step that cannot be taken from the table as it is."""

    code = "bad-step"


@dataclass(frozen=True)
class Step:
    """One action. Melds have numbers: those of the old table their own from 0, new ones the next.

    `lay` and `extend` bring `tiles` from the rack, `split`, `move` and `join` from another meld. `swap` puts
    `tiles` in the place of jokers, which come into the hand; `place` puts jokers from the hand down, and the
    other actions may take `laid_jokers` along. `rearrange` writes the same tiles in another order.
    """

    action: StepAction
    source: Place
    target: int
    tiles: tuple[Tile, ...]
    laid_jokers: int
    freed_jokers: int
    #: What the source becomes, where it is a meld; empty when it is used up.
    left: tuple[Tile, ...]
    #: What the target becomes; on the way it may be incomplete.
    makes: tuple[Tile, ...]
    #: The action in words.
    text: str

    def __str__(self) -> str:
        return self.text

    def to_json(self) -> dict[str, Any]:
        """The action as JSON values; `from` is `"rack"`, `"hand"` or a meld's number."""
        data: dict[str, Any] = {
            "action": self.action,
            "tiles": list(map(str, self.tiles)),
            "from": self.source,
            "to": self.target,
            "left": list(map(str, self.left)) if isinstance(self.source, int) else None,
            "makes": list(map(str, self.makes)),
        }
        if self.laid_jokers:
            data["laid_jokers"] = self.laid_jokers
        if self.freed_jokers:
            data["freed_jokers"] = self.freed_jokers
        data["text"] = self.text
        return data


@dataclass(frozen=True)
class TableState:
    """The table in the middle of a play: numbered melds (complete or not), the rack, jokers in the hand."""

    melds: Mapping[int, tuple[Tile, ...]]
    rack: tuple[Tile, ...]
    hand: int = 0

    @classmethod
    def of(cls, position: Position) -> TableState:
        """The state before the first step."""
        return cls({number: meld.tiles for number, meld in enumerate(position.table)}, position.rack)


def plan(
    position: Position, table: Sequence[Meld], kept_from: Sequence[int] | None = None
) -> tuple[Step, ...]:
    """The steps from a position's table to a new one, which must be a legal play.

    `kept_from` tells for each new meld which old meld it is, untouched, or -1; left out, melds that are
    written the same are the same.

    >>> from optimeld.notation import parse_table
    >>> position = Position.parse("R4 R5 R6 R7 | K1 K2 K3 // K7 B7 K4")
    >>> for step in plan(position, parse_table("R4 R5 R6 | R7 K7 B7 | K1 K2 K3 K4")):
    ...     print(step)
    Take R7 from the run R4 R5 R6 R7 and put it aside.
    Add K7 and B7 from your rack to R7: K7 R7 B7.
    Add K4 from your rack to the run K1 K2 K3.
    """
    rules = position.rules
    kept = None if kept_from is None else list(kept_from)
    made = _core.plan_steps(
        rules.core, names(rules), position.core_table, [meld.core for meld in table], kept
    )
    every = rules.tiles
    return tuple(
        Step(
            action,
            _NO_MELD.get(source, source),
            target,
            tuple([every[t] for t in tiles]),
            laid,
            freed,
            tuple([every[t] for t in left]),
            tuple([every[t] for t in makes]),
            text,
        )
        for action, source, target, tiles, laid, freed, left, makes, text in made
    )


@lru_cache(maxsize=32)
def names(rules: Rules) -> list[str]:
    """The words for the tiles in the core's order; not to be changed."""
    return [str(tile) for tile in rules.tiles]


def apply(state: TableState, step: Step) -> TableState:
    """The state after one step; a step that the state does not allow is an error.

    >>> position = Position.parse("K1 K2 K3 // K4")
    >>> from optimeld.notation import parse_table
    >>> (step,) = plan(position, parse_table("K1 K2 K3 K4"))
    >>> after = apply(TableState.of(position), step)
    >>> " ".join(map(str, after.melds[0])), after.rack
    ('K1 K2 K3 K4', ())
    """
    melds = dict(state.melds)
    rack = Counter(state.rack)
    moving = Counter(step.tiles)
    hand = state.hand - step.laid_jokers + step.freed_jokers
    if state.hand < step.laid_jokers:
        raise StepError(f"{step.text!r} needs a joker in the hand")
    if step.source == "rack":
        if moving - rack:
            raise StepError(f"{step.text!r} needs tiles that are not on the rack")
        rack -= moving
    elif isinstance(step.source, int) and step.action != "rearrange":
        there = Counter(melds.get(step.source, ()))
        if moving - there or there - moving != Counter(step.left):
            raise StepError(f"{step.text!r} does not fit meld {step.source}")
        melds[step.source] = step.left
        if not step.left:
            del melds[step.source]
    target = Counter(melds.get(step.target, ()))
    target += moving + Counter({JOKER: step.laid_jokers})
    if target[JOKER] < step.freed_jokers:
        raise StepError(f"{step.text!r} needs a joker in meld {step.target}")
    target -= Counter({JOKER: step.freed_jokers})
    if target != Counter(step.makes):
        raise StepError(f"{step.text!r} does not make {' '.join(map(str, step.makes))!r}")
    melds[step.target] = step.makes
    return TableState(melds, tuple(rack.elements()), hand)


#: Where a tile of the new table was before: a meld and a place in it, or `"rack"` and a place on it.
Origin = tuple[int | Literal["rack"], int]


def trace(position: Position, steps: Iterable[Step]) -> dict[int, tuple[Origin, ...]]:
    """For each meld after the steps, by its number, where each of its tiles was before them.

    >>> from optimeld.notation import parse_table
    >>> position = Position.parse("K1 K2 K3 // K4")
    >>> trace(position, plan(position, parse_table("K1 K2 K3 K4")))
    {0: ((0, 0), (0, 1), (0, 2), ('rack', 0))}
    """
    rack: list[tuple[Tile, Origin]] = [(tile, ("rack", place)) for place, tile in enumerate(position.rack)]
    hand: list[tuple[Tile, Origin]] = []
    melds: dict[int, list[tuple[Tile, Origin]]] = {
        number: [(tile, (number, place)) for place, tile in enumerate(meld.tiles)]
        for number, meld in enumerate(position.table)
    }
    for step in steps:
        target = melds.setdefault(step.target, [])
        if step.action != "rearrange":
            source = rack if step.source == "rack" else hand if step.source == "hand" else melds[step.source]
            moving = _pick(source, step.tiles) + _pick(hand, [JOKER] * step.laid_jokers)
            hand += _pick(target, [JOKER] * step.freed_jokers)
            target += moving
        melds[step.target] = _pick(target, step.makes)
    return {number: tuple(origin for _, origin in meld) for number, meld in melds.items() if meld}


def _pick(tiles: list[tuple[Tile, Origin]], wanted: Iterable[Tile]) -> list[tuple[Tile, Origin]]:
    """Takes the wanted tiles out of a list, in their order."""
    taken = []
    for tile in wanted:
        place = next(place for place, (there, _) in enumerate(tiles) if there == tile)
        taken.append(tiles.pop(place))
    return taken


def marks(
    position: Position, table: Sequence[Meld], kept_from: Sequence[int], steps: Iterable[Step]
) -> tuple[dict[tuple[int, int], Mark], dict[int, Mark], dict[tuple[int, int], Mark]]:
    """What to point out in pictures of a play: table tiles before it, rack tiles, table tiles after it.

    Table tiles are told by meld and place. A tile is `played` from the rack, or `moved` to another meld.
    """
    before: dict[tuple[int, int], Mark] = {}
    rack: dict[int, Mark] = {}
    after: dict[tuple[int, int], Mark] = {}
    made = trace(position, steps)
    tiles_of: dict[int, tuple[Tile, ...]] = {
        number: tuple(position.rack[p] if m == "rack" else position.table[m].tiles[p] for m, p in origins)
        for number, origins in made.items()
    }
    for index, (meld, kept) in enumerate(zip(table, kept_from, strict=True)):
        number = kept if kept >= 0 else next(n for n, tiles in tiles_of.items() if tiles == meld.tiles)
        del tiles_of[number]
        for place, (source, there) in enumerate(made[number]):
            if source == "rack":
                after[index, place] = rack[there] = "played"
            elif source != number:
                after[index, place] = before[source, there] = "moved"
    return before, rack, after
