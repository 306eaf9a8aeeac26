"""Games kept in SQLite: what `simulate --save`, `match --save` and `tournament --save` leave behind."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from optimeld.records.database import StoreError, open_database
from optimeld.records.text import Record

_VERSION = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY,
    saved_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    source TEXT NOT NULL,
    seed TEXT NOT NULL,
    game TEXT NOT NULL,
    rotation INTEGER NOT NULL,
    players TEXT NOT NULL,
    rules TEXT NOT NULL,
    turns INTEGER NOT NULL,
    winner INTEGER,
    scores TEXT,
    blocked INTEGER,
    record TEXT NOT NULL,
    UNIQUE (source, rules, players, seed, game, rotation)
) STRICT;
"""


@dataclass(frozen=True)
class StoredRecord:
    """A game with what the store knows about it."""

    id: int
    saved_at: str
    source: str
    rotation: int
    record: Record

    def to_json(self) -> dict[str, Any]:
        """One flat object: the line of a JSON-lines export."""
        about = {"id": self.id, "saved_at": self.saved_at, "source": self.source, "rotation": self.rotation}
        return about | self.record.to_json()


class Store:
    """A file of games. One that is there already (same source, rules, players, seed, number) is kept once.

    >>> from optimeld.game import Game
    >>> with Store(":memory:") as store:
    ...     store.add([Record.of(Game(seed=1))], source="doctest")
    ...     store.add([Record.of(Game(seed=1))], source="doctest")
    ...     len(store)
    1
    0
    1
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self._db = open_database(self.path, _SCHEMA, _VERSION)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._db.close()

    def __len__(self) -> int:
        return int(self._db.execute("SELECT count(*) FROM games").fetchone()[0])

    def add(self, records: Iterable[Record], source: str, rotations: Iterable[int] | None = None) -> int:
        """Adds games in one transaction: all of them or none. How many were new."""
        before = self._db.total_changes
        records = list(records)
        turned = [0] * len(records) if rotations is None else list(rotations)
        rows = [_row(record, source, turn) for record, turn in zip(records, turned, strict=True)]
        try:
            self._db.execute("BEGIN")
            self._db.executemany(
                "INSERT OR IGNORE INTO games"
                " (source, seed, game, rotation, players, rules, turns, winner, scores, blocked, record)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                rows,
            )
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise StoreError(f"cannot write to {self.path!r}: {error}", word=self.path) from None
        return self._db.total_changes - before

    def games(self, first: int = 0) -> Iterator[StoredRecord]:
        """Every game from an id on, in the order they were added."""
        query = "SELECT id, saved_at, source, rotation, record FROM games WHERE id >= ? ORDER BY id"
        try:
            with closing(self._db.execute(query, (first,))) as rows:
                for number, saved_at, source, rotation, text in rows:
                    yield StoredRecord(number, saved_at, source, rotation, Record.parse(text))
        except sqlite3.Error as error:
            raise StoreError(f"cannot read {self.path!r}: {error}", word=self.path) from None


def _row(record: Record, source: str, rotation: int) -> tuple[Any, ...]:
    outcome = record.outcome
    return (
        source,
        str(record.seed),  # SQLite's integers have 63 bits and a sign
        str(record.index),
        rotation,
        json.dumps(record.players),
        json.dumps(record.rules.to_json()),
        len(record.lines),
        None if outcome is None else outcome[0],
        None if outcome is None else json.dumps(outcome[1]),
        None if outcome is None else int(outcome[2]),
        record.to_text(),
    )


def export_jsonl(games: Iterable[StoredRecord], out: IO[str]) -> int:
    """Writes one JSON object a line; how many."""
    count = 0
    for game in games:
        out.write(json.dumps(game.to_json(), ensure_ascii=False) + "\n")
        count += 1
    return count


def export_parquet(games: Iterable[StoredRecord], path: str | Path) -> int:
    """Writes a Parquet file (extra `parquet`), a few thousand games at a time; how many."""
    try:
        import pyarrow as arrow  # type: ignore[import-untyped, unused-ignore]
        from pyarrow import parquet
    except ImportError:
        raise StoreError("Parquet needs the package 'pyarrow': pip install 'optimeld[parquet]'") from None
    schema = arrow.schema(
        [
            ("id", arrow.int64()),
            ("saved_at", arrow.string()),
            ("source", arrow.string()),
            ("rotation", arrow.int32()),
            ("rules", arrow.string()),
            ("seed", arrow.uint64()),
            ("index", arrow.uint64()),
            ("players", arrow.list_(arrow.string())),
            ("racks", arrow.list_(arrow.list_(arrow.string()))),
            ("turns", arrow.list_(arrow.string())),
            ("winner", arrow.int32()),
            ("scores", arrow.list_(arrow.int32())),
            ("blocked", arrow.bool_()),
        ]
    )
    count = 0
    with parquet.ParquetWriter(path, schema) as writer:
        rows: list[dict[str, Any]] = []
        for game in games:
            row = game.to_json()
            rows.append(row | {"rules": json.dumps(row["rules"])})
            if len(rows) == 4096:
                writer.write_table(arrow.Table.from_pylist(rows, schema))
                count, rows = count + len(rows), []
        writer.write_table(arrow.Table.from_pylist(rows, schema))
    return count + len(rows)
