"""A table and a rack as someone has laid them out, right or wrong: looked over meld by meld."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from optimeld.errors import InputError, MeldError, TooManyCopiesError
from optimeld.melds import Meld
from optimeld.notation import check_copies, parse_tile
from optimeld.rules import Rules
from optimeld.tiles import Tile

Words = Sequence[str]


@dataclass(frozen=True)
class DraftMeld:
    """Tiles that lie together: the meld they make, or why they make none."""

    words: tuple[str, ...]
    #: Those of the words that name a tile.
    tiles: tuple[Tile, ...]
    meld: Meld | None
    reason: str = ""

    def to_json(self) -> dict[str, Any]:
        """What can be said of it; a meld is given in the order that melds are written in."""
        meld = self.meld
        if meld is None:
            words = list(self.words)
            return {"tiles": words, "legal": False, "kind": None, "worth": None, "reason": self.reason}
        return {
            "tiles": meld.to_json(),
            "legal": True,
            "kind": meld.kind,
            "worth": meld.worth,
            "reason": None,
        }

    def __str__(self) -> str:
        return " ".join(self.words) if self.meld is None else str(self.meld)


@dataclass(frozen=True)
class Draft:
    """A whole layout, and what is wrong with it.

    >>> draft = look_over([["K3", "K1", "K2"], ["R5", "R7"]], ["J"], Rules())
    >>> [str(meld) for meld in draft.melds], draft.ok
    (['K1 K2 K3', 'R5 R7'], False)
    >>> draft.melds[1].reason
    'a meld has at least 3 tiles'
    """

    rules: Rules
    melds: tuple[DraftMeld, ...]
    rack: tuple[Tile, ...]
    #: Words that name no tile, and tiles that come too often.
    problems: tuple[InputError, ...]
    rack_words: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether it is a position: every meld is one, and nothing else is wrong."""
        return not self.problems and all(draft.meld is not None for draft in self.melds)

    @property
    def unseen(self) -> dict[Tile, int]:
        """How many of each kind of tile lie elsewhere, where there are any."""
        return self.rules.unseen((*(tile for draft in self.melds for tile in draft.tiles), *self.rack))

    def complaint(self) -> str:
        """What is wrong with it, in one sentence; empty where nothing is."""
        for draft in self.melds:
            if draft.meld is None:
                return f"'{draft}' is not a meld: {draft.reason}"
        return self.problems[0].message if self.problems else ""

    def to_json(self) -> dict[str, Any]:
        """The layout looked over, as JSON values."""
        unseen = {str(tile): self.unseen.get(tile, 0) for tile in self.rules.tiles}
        table = " | ".join(map(str, self.melds))
        return {
            "ok": self.ok,
            "melds": [meld.to_json() for meld in self.melds],
            "problems": [problem.to_json()["error"] for problem in self.problems],
            "notation": f"{table} // {' '.join(self.rack_words)}".strip(),
            "unseen": {"total": sum(unseen.values()), "counts": unseen},
        }


def look_over(table: Iterable[Words], rack: Words, rules: Rules) -> Draft:
    """Looks over what was laid out, in the words for its tiles."""
    problems: list[InputError] = []
    melds = tuple(_meld(words, rules, number, problems) for number, words in enumerate(table, 1))
    held = [_tile(word, rules, f"rack tile {number}", problems) for number, word in enumerate(rack, 1)]
    known = tuple(tile for tile in held if tile is not None)
    every = Counter(tile for draft in melds for tile in draft.tiles) + Counter(known)
    for tile, count in sorted(every.items()):
        try:
            check_copies([tile] * count, rules)
        except TooManyCopiesError as error:
            problems.append(error)
    return Draft(rules, melds, known, tuple(problems), tuple(rack))


def _tile(word: str, rules: Rules, place: str, problems: list[InputError]) -> Tile | None:
    try:
        return parse_tile(word, rules, place=place)
    except InputError as error:
        problems.append(error)
        return None


def _meld(words: Words, rules: Rules, number: int, problems: list[InputError]) -> DraftMeld:
    wrong: list[InputError] = []
    found = [_tile(word, rules, f"table meld {number}", wrong) for word in words]
    tiles = tuple(tile for tile in found if tile is not None)
    if wrong:
        problems.append(wrong[0])
        return DraftMeld(tuple(words), tiles, None, wrong[0].message)
    try:
        return DraftMeld(tuple(words), tiles, Meld.of(tiles, rules))
    except MeldError as error:
        return DraftMeld(tuple(words), tiles, None, error.reason)


def added_tiles(draft: Draft, before: Iterable[Meld]) -> list[Tile]:
    """The tiles that lie on the table now and did not before, in the order they lie."""
    left = Counter(tile for meld in before for tile in meld.tiles)
    added = []
    for draft_meld in draft.melds:
        for tile in draft_meld.tiles:
            if left[tile]:
                left[tile] -= 1
            else:
                added.append(tile)
    return added


def points_laid(draft: Draft, before: Iterable[Meld]) -> int:
    """What the new melds bring towards an opening: those without a tile of a table meld that was taken apart.

    >>> from optimeld.notation import parse_table
    >>> draft = look_over([["R7", "R8", "R9", "R10"], ["K5", "B5", "O5"]], [], Rules())
    >>> points_laid(draft, parse_table("R7 R8 R9"))
    15
    """
    standing = list(before)
    fresh = []
    for draft_meld in draft.melds:
        if draft_meld.meld is not None and draft_meld.meld in standing:
            standing.remove(draft_meld.meld)
        else:
            fresh.append(draft_meld)
    loose = Counter(tile for meld in standing for tile in meld.tiles)
    points = 0
    for draft_meld in fresh:
        tiles = Counter(draft_meld.tiles)
        if tiles & loose:
            loose -= tiles
        elif draft_meld.meld is not None:
            points += draft_meld.meld.worth
    return points
