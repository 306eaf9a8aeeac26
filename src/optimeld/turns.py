"""One turn of a game as a value, and as one line of text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from optimeld import notation
from optimeld.errors import InputError
from optimeld.melds import Meld
from optimeld.rules import Rules
from optimeld.tiles import Tile

TurnAction = Literal["play", "draw", "take", "pass", "forfeit"]
Table = tuple[Meld, ...]


class RecordError(InputError):
    """A record of a game that does not read, or tells of something that cannot have happened."""

    code = "bad-record"


@dataclass(frozen=True)
class Turn:
    """What one player did in one turn.

    `table` is the whole table afterwards.

    >>> turn = parse_turn("1 plays K4 : K1 K2 K3 => K1 K2 K3 K4", Rules(), (Meld.parse("K1 K2 K3"),))
    >>> turn.player, turn.action, turn.played, turn.table
    (0, 'play', (Tile('K4'),), (Meld('K1 K2 K3 K4'),))
    """

    player: int
    action: TurnAction
    opening: bool = False
    played: tuple[Tile, ...] = ()
    #: What came from the pool; empty in what the other players see, where only `drawn_count` tells.
    drawn: tuple[Tile, ...] = ()
    drawn_count: int = 0
    #: The tile laid face up in the river by a draw, or taken from it.
    river: Tile | None = None
    table: Table = ()
    #: Why the turn was lost.
    note: str = ""

    def seen_by(self, player: int) -> Turn:
        """The turn as a player saw it: others' draws are only counted."""
        return self if player == self.player or not self.drawn else replace(self, drawn=())

    def to_json(self) -> dict[str, Any]:
        """The turn as JSON values: tiles as words, seats from 0."""
        return {
            "player": self.player,
            "action": self.action,
            "opening": self.opening,
            "played": [str(tile) for tile in self.played],
            "drawn": [str(tile) for tile in self.drawn],
            "drawn_count": self.drawn_count,
            "river": None if self.river is None else str(self.river),
            "table": [meld.to_json() for meld in self.table],
            "note": self.note,
        }


def from_core(data: tuple[Any, ...], rules: Rules, table: Table, note: str = "") -> Turn:
    """The core's turn as a value; `table` is the table before it."""
    player, action, opening, played, drawn, river, after = data
    every = rules.tiles
    if action == "play":
        table = melds_from_core(after, rules)
    return Turn(
        player=player,
        action=action,
        opening=opening,
        played=tuple([every[index] for index in played]),
        drawn=tuple([every[index] for index in drawn]),
        drawn_count=len(drawn),
        river=None if river is None else every[river],
        table=table,
        note=note,
    )


def melds_from_core(melds: Iterable[Sequence[int]], rules: Rules) -> Table:
    """A table of the core, whose melds are known to be melds."""
    every = rules.tiles
    return tuple([Meld.laid(tuple([every[index] for index in meld]), rules) for meld in melds])


_LINE = re.compile(r"(?P<seat>[1-9]) (?P<verb>opens|plays|draws|takes|passes|forfeits)(?: (?P<rest>.*))?")
_NOTE = " # "


def parse_turn(text: str, rules: Rules, before: Table) -> Turn:
    """Reads a line; `before` is the table before the turn. Whether it could happen is for the game to say.

    >>> parse_turn("2 draws R4 lays O9", Rules(), ()).river
    Tile('O9')
    """
    body, _, note = text.partition(_NOTE)
    form = _LINE.fullmatch(body.strip())
    if form is None:
        raise RecordError(f"not a turn: {text!r}", word=text)
    player, verb, rest = int(form["seat"]) - 1, form["verb"], form["rest"] or ""
    turn = Turn(player, "pass", table=before, note=note.strip())
    if verb in ("opens", "plays"):
        return _parse_play(turn, verb == "opens", rest, rules, before)
    if verb == "passes":
        if rest:
            raise RecordError(f"a pass has nothing after it: {text!r}", word=text)
        return turn
    if verb == "takes":
        return replace(turn, action="take", river=notation.parse_tile(rest, rules))
    drawn_text, lays, laid = rest.partition(" lays ")
    drawn = notation.parse_tiles(drawn_text, rules)
    if verb == "draws" and len(drawn) != 1:
        raise RecordError(f"a draw is one tile: {text!r}", word=text)
    river = notation.parse_tile(laid, rules) if lays else None
    action: TurnAction = "draw" if verb == "draws" else "forfeit"
    return replace(turn, action=action, drawn=drawn, drawn_count=len(drawn), river=river)


def _parse_play(turn: Turn, opening: bool, rest: str, rules: Rules, before: Table) -> Turn:
    played, colon, changes = rest.partition(" : ")
    if not colon:
        raise RecordError(f"no ' : ' between the tiles played and the melds: {rest!r}", word=rest)
    tiles = notation.parse_tiles(played, rules)
    return replace(turn, action="play", opening=opening, played=tiles, table=_changed(changes, rules, before))


def _changed(text: str, rules: Rules, before: Table) -> Table:
    """`melds that went => melds that came`, applied."""
    gone, arrow, came = text.partition("=>")
    if not arrow:
        raise RecordError(f"no '=>' in {text!r}", word=text)
    table = list(before)
    for meld in notation.table_from_json(gone.strip(), rules):
        if meld not in table:
            raise RecordError(f"'{meld}' goes, but it was not on the table", meld=str(meld))
        # Of two alike the game keeps the first where it lay.
        del table[len(table) - 1 - table[::-1].index(meld)]
    table += notation.table_from_json(came.strip(), rules)
    return tuple(table)


def format_turn(turn: Turn, before: Table) -> str:
    """The line that `parse_turn` reads; `before` is the table before the turn.

    >>> format_turn(Turn(0, "pass"), ())
    '1 passes'
    """
    tiles = notation.format_tiles
    seat = turn.player + 1
    if turn.action == "play":
        change = _format_change(before, turn.table)
        line = f"{seat} {'opens' if turn.opening else 'plays'} {tiles(turn.played)} : {change}"
    elif turn.action == "draw":
        line = f"{seat} draws {tiles(turn.drawn)}" + ("" if turn.river is None else f" lays {turn.river}")
    elif turn.action == "take":
        line = f"{seat} takes {turn.river}"
    elif turn.action == "pass":
        line = f"{seat} passes"
    else:
        line = f"{seat} forfeits {tiles(turn.drawn)}".rstrip()
    return line + (f"{_NOTE}{turn.note}" if turn.note else "")


def _format_change(before: Table, after: Table) -> str:
    came = list(after)
    gone = []
    for meld in before:
        if meld in came:
            came.remove(meld)
        else:
            gone.append(meld)
    return f"{notation.format_table(gone)} => {notation.format_table(came)}".strip()
