"""`optimeld replay`: read recorded games, play them again, and be sure of every turn."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from optimeld.cli.common import JsonFlag, answer
from optimeld.errors import OptimeldError, UsageError
from optimeld.notation import format_table, format_tiles
from optimeld.records import Record, read_records
from optimeld.records.store import Store, StoredGame, export_jsonl, export_parquet

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
    sound = broken = 0
    kept: list[StoredGame] = []
    for number, item in enumerate(_games(file), 1):
        if game is not None and number != game:
            continue
        record = item.record
        try:
            replayed = record.replay()
        except OptimeldError as error:
            broken += 1
            _report(number, record, error.message, as_json)
            continue
        sound += 1
        if export is not None:
            kept.append(item)
        if turn is not None:
            _show_after(record, turn)
        elif show:
            print(record.to_text())
        elif as_json:
            result = replayed.result
            answer({"game": number, "sound": True, "result": None if result is None else result.to_json()})
    if export is not None:
        _export(kept, export)
    if not as_json and turn is None:
        print(f"{sound} games replayed move by move and sound" + (f", {broken} broken" if broken else ""))
    return 1 if broken else 0


def _games(file: Path) -> Iterator[StoredGame]:
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


def _numbered(lines: object) -> Iterator[StoredGame]:
    for number, record in enumerate(read_records(lines), 1):  # type: ignore[arg-type]
        yield StoredGame(number, "", "file", 0, record)


def _report(number: int, record: Record, message: str, as_json: bool) -> None:
    if as_json:
        answer({"game": number, "sound": False, "message": message})
    else:
        print(f"game {number} (seed {record.seed}, game {record.index}) is broken: {message}")


def _show_after(record: Record, turn: int) -> None:
    from dataclasses import replace

    if not 0 <= turn <= len(record.lines):
        raise UsageError(f"turn {turn}: the game has {len(record.lines)}", word=str(turn))
    game = replace(record, lines=record.lines[:turn], outcome=None) if turn < len(record.lines) else record
    state = game.replay()
    print(
        f"after turn {turn}, pool {state.pool_size}"
        + (f", river {format_tiles(state.river)}" if state.river else "")
    )
    print(f"  table  {format_table(state.table)}")
    for seat, name in enumerate(state.names):
        print(f"  {name:<12} {format_tiles(state.rack(seat))}")


def _export(games: list[StoredGame], path: Path) -> None:
    if path.suffix == ".jsonl":
        try:
            with path.open("w", encoding="utf-8") as out:
                count = export_jsonl(games, out)
        except OSError as error:
            raise UsageError(f"cannot write {str(path)!r}: {error.strerror}", word=str(path)) from None
    elif path.suffix == ".parquet":
        count = export_parquet(games, path)
    else:
        raise UsageError(
            f"export to a file that ends in .jsonl or .parquet, not {str(path)!r}", word=str(path)
        )
    print(f"exported {count} games to {path}", file=sys.stderr)
