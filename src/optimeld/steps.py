"""How to carry a play out: the way from one table to another as the actions of a person at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from optimeld import _core
from optimeld.errors import OptimeldError
from optimeld.melds import Meld
from optimeld.position import Position
from optimeld.rules import Rules
from optimeld.tiles import JOKER, Tile

Action = Literal["lay", "extend", "split", "move", "join", "swap", "place", "rearrange"]
Place = int | Literal["rack", "hand"]

_NO_MELD: dict[int, Place] = {-1: "rack", -2: "hand"}


class StepError(OptimeldError):
    """A step that cannot be taken from the table as it is."""

    code = "bad-step"


@dataclass(frozen=True)
class Pile:
    """Tiles that lie together: a meld, or on the way something incomplete, or a heap.

    `loose` tiles at the end of a heap are still to leave it.

    >>> from optimeld.notation import parse_tiles
    >>> str(Pile(parse_tiles("R4 R5 R6"), "run")), str(Pile(parse_tiles("K1 O1 K2"), "", 1))
    ('the run R4 R5 R6', 'K1 O1 (with K2)')
    """

    tiles: tuple[Tile, ...] = ()
    kind: Literal["run", "group", "meld", ""] = ""
    loose: int = 0

    def __str__(self) -> str:
        if self.loose:
            return f"{_row(self.tiles[: -self.loose])} (with {_row(self.tiles[-self.loose :])})"
        return f"the {self.kind} {_row(self.tiles)}" if self.kind else _row(self.tiles)


NOTHING = Pile()


@dataclass(frozen=True)
class Step:
    """One action. Melds have numbers: those of the old table their own from 0, new ones the next.

    `lay` and `extend` bring `tiles` from the rack, `split`, `move` and `join` from another meld. `swap` puts
    `tiles` in the place of jokers, which come into the hand; `place` puts jokers from the hand down, and the
    other actions may take `laid_jokers` along. `rearrange` writes the same tiles in another order.
    """

    action: Action
    source: Place
    target: int
    tiles: tuple[Tile, ...]
    #: What the source becomes, where it is a meld; nothing when it is used up.
    left: Pile
    #: What the target becomes.
    makes: Pile
    #: What the two were.
    source_was: Pile = NOTHING
    target_was: Pile = NOTHING
    laid_jokers: int = 0
    freed_jokers: int = 0

    @cached_property
    def text(self) -> str:
        """The action in words."""
        return _words(self)

    def __str__(self) -> str:
        return self.text

    def to_json(self) -> dict[str, Any]:
        """The action as JSON values; `from` is `"rack"`, `"hand"` or a meld's number."""
        data: dict[str, Any] = {
            "action": self.action,
            "tiles": list(map(str, self.tiles)),
            "from": self.source,
            "to": self.target,
            "left": list(map(str, self.left.tiles)) if isinstance(self.source, int) else None,
            "makes": list(map(str, self.makes.tiles)),
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
    made = _core.plan_steps(rules.core, position.core_table, [meld.core for meld in table], kept)
    return from_core(made, position.table, rules)


def from_core(made: Iterable[tuple[Any, ...]], table: Iterable[Meld], rules: Rules) -> tuple[Step, ...]:
    """The core's steps as values; `table` is the old one."""
    every = rules.tiles
    piles: dict[int, Pile] = {number: Pile(meld.tiles, _kind(meld)) for number, meld in enumerate(table)}
    steps = []
    for action, source, target, tiles, laid, freed, left, left_kind, left_loose, makes, kind, loose in made:
        step = Step(
            action,
            _NO_MELD.get(source, source),
            target,
            tuple([every[t] for t in tiles]),
            Pile(tuple([every[t] for t in left]), left_kind, left_loose) if left else NOTHING,
            Pile(tuple([every[t] for t in makes]), kind, loose),
            piles.get(source, NOTHING),
            piles.get(target, NOTHING),
            laid,
            freed,
        )
        if source >= 0:
            piles[source] = step.left
        piles[target] = step.makes
        steps.append(step)
    return tuple(steps)


def _kind(meld: Meld) -> Literal["run", "group", "meld"]:
    return meld.kind if len(meld.kinds) == 1 else "meld"


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
        if moving - there or there - moving != Counter(step.left.tiles):
            raise StepError(f"{step.text!r} does not fit meld {step.source}")
        melds[step.source] = step.left.tiles
        if not step.left.tiles:
            del melds[step.source]
    target = Counter(melds.get(step.target, ()))
    target += moving + Counter({JOKER: step.laid_jokers})
    if target[JOKER] < step.freed_jokers:
        raise StepError(f"{step.text!r} needs a joker in meld {step.target}")
    target -= Counter({JOKER: step.freed_jokers})
    if target != Counter(step.makes.tiles):
        raise StepError(f"{step.text!r} does not make {_row(step.makes.tiles)!r}")
    melds[step.target] = step.makes.tiles
    return TableState(melds, tuple(rack.elements()), hand)


def _words(step: Step) -> str:
    moved = _listed(step.tiles)
    makes = _row(step.makes.tiles)
    jokers = {0: "", 1: "the joker"}.get(step.laid_jokers, f"{step.laid_jokers} jokers")
    them = "it" if len(step.tiles) == 1 else "them"
    match step.action:
        case "lay":
            if jokers:
                return f"Lay {moved} from your rack with {jokers}: {makes}."
            later = "" if step.makes.kind else ", to be completed"
            return f"Lay {makes} from your rack{later}."
        case "extend":
            along = f" and {jokers}" if jokers else ""
            return f"Add {moved} from your rack{along} to {step.target_was}{_result(step)}."
        case "split":
            if step.left.kind and step.makes.kind:
                return f"Split {step.source_was} into {_row(step.left.tiles)} and {makes}."
            return f"Take {moved} from {step.source_was} and put {them} aside."
        case "move":
            return f"Take {moved} from {step.source_was} and add {them} to {step.target_was}{_result(step)}."
        case "join":
            verb = "Join" if step.source_was.kind else "Add"
            return f"{verb} {step.source_was} to {step.target_was}{_result(step)}."
        case "swap":
            what = "the joker" if step.freed_jokers == 1 else f"{step.freed_jokers} jokers"
            place = f"in the place of {what} in {step.target_was}: {makes}"
            if step.source == "rack":
                return f"Put {moved} from your rack {place}."
            return f"Take {moved} from {step.source_was} and put {them} {place}."
        case "place":
            if not step.target_was.tiles:
                return f"Put {jokers} down, to be completed."
            return f"Add {jokers} to {step.target_was}: {makes}."
        case "rearrange":
            return f"Rearrange {step.target_was} as {makes}."
    raise AssertionError(step.action)


def _result(step: Step) -> str:
    """What comes out, where it is not plain: jokers stand somewhere, or something is incomplete."""
    if step.makes.loose:
        return f": {step.makes}"
    plain = step.target_was.kind and step.makes.kind and JOKER not in step.makes.tiles
    return "" if plain else f": {_row(step.makes.tiles)}"


def _row(tiles: Sequence[Tile]) -> str:
    return " ".join(map(str, tiles))


def _listed(tiles: Sequence[Tile]) -> str:
    """`K7 and B7`; a longer stretch without `and`."""
    words = list(map(str, tiles))
    return " and ".join(words) if len(words) < 3 else " ".join(words)
