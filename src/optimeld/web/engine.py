"""The one place where the server reaches the package below: positions in, the contract's JSON out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from optimeld import analysis
from optimeld.errors import OptimeldError
from optimeld.melds import Meld
from optimeld.notation import check_copies, parse_tile, tiles_from_json
from optimeld.position import Position
from optimeld.rules import Rules
from optimeld.solver import Objective
from optimeld.solver import solve as best_play
from optimeld.stream import PositionStream
from optimeld.tiles import Tile

Json = dict[str, Any]

#: Branches that the search for other plays may open: a fraction of a second.
PLAYS_BUDGET = 20_000


def check(table: Sequence[Sequence[str]], rack: Sequence[str], rules: Rules) -> Json:
    """What is right and wrong with a table and a rack as laid out, meld by meld; never an error.

    >>> found = check([["K3", "K1", "K2"], ["R5", "R7"]], ["J"], Rules())
    >>> [meld["legal"] for meld in found["melds"]], found["melds"][0]["tiles"]
    ([True, False], ['K1', 'K2', 'K3'])
    >>> found["melds"][1]["reason"]
    'a meld has at least 3 tiles'
    """
    problems: list[Json] = []
    melds = [_check_meld(words, rules, number, problems) for number, words in enumerate(table, 1)]
    seen = Counter(tile for words in table for tile in _known(words, rules))
    for number, word in enumerate(rack, 1):
        try:
            seen[parse_tile(word, rules, place=f"rack tile {number}")] += 1
        except OptimeldError as error:
            problems.append(error.to_json()["error"])
    for tile, count in sorted(seen.items()):
        if count > rules.copies_of(tile):
            problems.append(
                {"code": "too-many-copies", "message": _too_many(tile, count, rules), "word": str(tile)}
            )
    unseen = {str(tile): max(0, rules.copies_of(tile) - seen[tile]) for tile in rules.tiles}
    notation = f"{' | '.join(' '.join(meld['tiles']) for meld in melds)} // {' '.join(rack)}".strip()
    return {
        "ok": not problems and all(meld["legal"] for meld in melds),
        "melds": melds,
        "problems": problems,
        "notation": notation,
        "unseen": {"total": sum(unseen.values()), "counts": unseen},
    }


def _known(words: Sequence[str], rules: Rules) -> list[Tile]:
    tiles = []
    for word in words:
        try:
            tiles.append(parse_tile(word, rules))
        except OptimeldError:
            continue
    return tiles


def _too_many(tile: Tile, count: int, rules: Rules) -> str:
    return f"{tile} comes {count} times, but the box has {rules.copies_of(tile)}"


def _check_meld(words: Sequence[str], rules: Rules, number: int, problems: list[Json]) -> Json:
    found: Json = {"tiles": list(words), "legal": False, "kind": None, "worth": None, "reason": None}
    try:
        tiles = [parse_tile(word, rules, place=f"table meld {number}") for word in words]
    except OptimeldError as error:
        problems.append(error.to_json()["error"])
        found["reason"] = error.message
        return found
    try:
        meld = Meld.of(tiles, rules)
    except OptimeldError as error:
        found["reason"] = error.message.partition("is not a meld: ")[2] or error.message
        return found
    return {"tiles": meld.to_json(), "legal": True, "kind": meld.kind, "worth": meld.worth, "reason": None}


def solve(
    position: Position, objective: Objective, opening: bool, joker_value: int, *, steps: bool = True
) -> Json:
    """The best play, as `solve --json` has it."""
    return best_play(position, objective, opening=opening, joker_value=joker_value).to_json(steps=steps)


@lru_cache(maxsize=64)
def _lane(rules: Rules, objective: Objective, opening: bool, joker_value: int) -> PositionStream:
    return PositionStream(rules, objective=objective, opening=opening, joker_value=joker_value, threads=1)


def solve_text(text: str, rules: Rules, objective: Objective, opening: bool, joker_value: int) -> str | None:
    """The best play in a position given as text, as JSON text made by the core; None where it is not plain.

    >>> solve_text("K1 K2 K3 // K4", Rules(), "tiles", False, 30)[:20]
    '{"status": "optimal"'
    >>> solve_text("K1 K2 K3 // X4", Rules(), "tiles", False, 30) is None
    True
    """
    return _lane(rules, objective, opening, joker_value).plain(text)


def solve_many(
    texts: Sequence[str], rules: Rules, objective: Objective, opening: bool, joker_value: int
) -> list[str]:
    """The best plays of several positions, in order, each as JSON text; an error where one cannot be read."""
    answers = []
    for text in texts:
        answer = solve_text(text, rules, objective, opening, joker_value)
        if answer is None:
            try:
                found = solve(Position.parse(text, rules), objective, opening, joker_value)
            except OptimeldError as error:
                found = error.to_json()
            answer = json.dumps(found)
        answers.append(answer)
    return answers


def alternatives(
    position: Position, n: int, objective: Objective, opening: bool, joker_value: int
) -> list[Json]:
    """The n best distinct plays, best first. Where there are too many to look through, the best alone."""
    try:
        found = analysis.alternatives(
            position, n, objective, opening=opening, joker_value=joker_value, budget=PLAYS_BUDGET
        )
    except analysis.BudgetError:
        found = [best_play(position, objective, opening=opening, joker_value=joker_value)]
    return [play.to_json() for play in found if play.tiles]


def outs(position: Position, objective: Objective, opening: bool, joker_value: int) -> Json:
    """For every unseen tile: how many are unseen, and what the best play becomes when it is drawn."""
    now = best_play(position, objective, opening=opening, joker_value=joker_value)
    found = analysis.outs(position, objective, opening=opening, joker_value=joker_value)
    better = [out for out in found if out.best.tiles > now.tiles and not out.finishes]
    return {
        "outs": [out.to_json() for out in found],
        "unseen": sum(out.unseen for out in found),
        "finishing": sum(out.unseen for out in found if out.finishes),
        "improving": sum(out.unseen for out in better),
        "tiles_now": now.tiles,
    }


def rebuild(tiles: str | Sequence[str], rules: Rules) -> Json:
    """Whether loose tiles can be laid out as melds, and how."""
    loose = tiles_from_json(tiles, rules, place="tile")
    check_copies(loose, rules)
    table = analysis.rebuild(loose, rules)
    return {"possible": table is not None, "table": [meld.to_json() for meld in table or ()]}
