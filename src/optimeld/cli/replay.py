"""`optimeld replay`: read recorded games, play them again, and be sure of every turn."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from optimeld.cli.common import JsonFlag, answer
from optimeld.errors import OptimeldError, UsageError
from optimeld.notation import format_table, format_tiles
from optimeld.records.store import Store, StoredRecord, export_jsonl, export_parquet
from optimeld.records.text import Record, read_records

_SQLITE = b"SQLite format 3\0"


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Records, or a store; - for standard input.")],
    game: Annotated[
        int | None, typer.Option(metavar="N", help="Only this one, counted from 1.", show_default=False)
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option(metavar="N", help="Show table and racks after so many turns.", show_default=False),
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Print the records too.")] = False,
    export: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Write the games to OUT.jsonl or OUT.parquet.", show_default=False),
    ] = None,
    as_json: JsonFlag = False,
) -> int:
    """Plays recorded games again, turn by turn; says which are sound and where the others break."""
    if export is not None and export.suffix not in (".jsonl", ".parquet"):
        raise UsageError(
            f"export to a file that ends in .jsonl or .parquet, not {str(export)!r}", word=str(export)
        )
    tally = Tally()
    sound = _replayed(read_games(file, only=game), tally, turn, show, as_json)
    if export is None:
        for _ in sound:
            pass
    else:
        _export(sound, export)
    if not as_json and turn is None:
        broken = f", {tally.broken} broken" if tally.broken else ""
        games = "1 game" if tally.sound == 1 else f"{tally.sound} games"
        # Records that are printed can be read again: what is said of them stays out of them.
        said = f"{games} replayed move by move and sound{broken}"
        print(said, file=sys.stderr if show else sys.stdout)
    return 1 if tally.broken else 0


@dataclass
class Tally:
    """How many games were sound, and how many were not."""

    sound: int = 0
    broken: int = 0


def _replayed(
    games: Iterable[StoredRecord], tally: Tally, turn: int | None, show: bool, as_json: bool
) -> Iterator[StoredRecord]:
    """Tells of each game as it is replayed, and hands on those that are sound: one at a time in memory."""
    for item in games:
        record = item.record
        try:
            played = record.replay()
        except OptimeldError as error:
            tally.broken += 1
            _report(item.id, record, error.message, as_json)
            continue
        tally.sound += 1
        if turn is not None:
            _show_after(item.id, record, turn, as_json)
        elif as_json:
            result = None if played.result is None else played.result.to_json()
            shown = {"record": record.to_json()} if show else {}
            answer({"game": item.id, "sound": True, "result": result, **shown})
        elif show:
            print(record.to_text())
        yield item


def read_games(file: Path, only: int | None = None) -> Iterator[StoredRecord]:
    """The games of a file of records or a store, numbered from 1; or the one that is asked for."""
    number = 0
    for number, item in enumerate(_games(file), 1):
        if only is None or number == only:
            yield replace(item, id=number)
        if number == only:
            return
    if only is not None:
        raise UsageError(f"game {only}: {str(file)!r} has {number}", word=str(only))


def _games(file: Path) -> Iterator[StoredRecord]:
    if str(file) == "-":
        yield from _numbered(sys.stdin)
        return
    try:
        with file.open("rb") as head:
            is_store = head.read(len(_SQLITE)) == _SQLITE
        if is_store:
            with Store(file) as store:
                yield from store.games()
        else:
            with file.open(encoding="utf-8") as lines:
                yield from _numbered(lines)
    except OSError as error:
        raise UsageError(f"cannot read {str(file)!r}: {error.strerror}", word=str(file)) from None
    except UnicodeDecodeError:
        raise UsageError(f"{str(file)!r} is not text and not a store of games", word=str(file)) from None


def _numbered(lines: Iterable[str]) -> Iterator[StoredRecord]:
    for number, record in enumerate(read_records(lines), 1):
        yield StoredRecord(number, "", "file", 0, record)


def _report(number: int, record: Record, message: str, as_json: bool) -> None:
    if as_json:
        answer({"game": number, "sound": False, "message": message})
    else:
        print(f"game {number} (seed {record.seed}, game {record.index}) is broken: {message}")


def _show_after(number: int, record: Record, turn: int, as_json: bool) -> None:
    if not 0 <= turn <= len(record.lines):
        raise UsageError(f"turn {turn}: the game has {len(record.lines)}", word=str(turn))
    game = replace(record, lines=record.lines[:turn], outcome=None) if turn < len(record.lines) else record
    state = game.replay()
    if as_json:
        answer(
            {
                "game": number,
                "turn": turn,
                "pool": state.pool_size,
                "river": [str(tile) for tile in state.river],
                "table": [meld.to_json() for meld in state.table],
                "players": list(state.names),
                "racks": [[str(tile) for tile in state.rack(seat)] for seat in range(state.players)],
            }
        )
        return
    print(
        f"after turn {turn}, pool {state.pool_size}"
        + (f", river {format_tiles(state.river)}" if state.river else "")
    )
    print(f"  table  {format_table(state.table)}")
    for seat, name in enumerate(state.names):
        print(f"  {name:<12} {format_tiles(state.rack(seat))}")


def _export(games: Iterable[StoredRecord], path: Path) -> None:
    try:
        if path.suffix == ".jsonl":
            with path.open("w", encoding="utf-8") as out:
                count = export_jsonl(games, out)
        else:
            count = export_parquet(games, path)
    except OSError as error:
        raise UsageError(f"cannot write {str(path)!r}: {error.strerror}", word=str(path)) from None
    print(f"exported {count} games to {path}", file=sys.stderr)
