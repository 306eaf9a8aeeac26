"""Games on disk: one row of SQLite a game, so that a closed tab or a restarted server loses nothing."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from optimeld.errors import InputError

_SCHEMA = """
create table if not exists games (
    id text primary key,
    series text not null,
    number integer not null,
    created real not null,
    updated real not null,
    over integer not null,
    state text not null
);
create table if not exists chairs (
    key text primary key,
    game text not null,
    seat integer not null
);
create index if not exists games_by_series on games (series, number);
create index if not exists games_by_age on games (updated);
"""


class DamagedGameError(InputError):
    """A stored game that cannot be read. Its row is left as it is: someone may mend it."""

    code = "damaged-game"

    def __init__(self, game_id: str, why: str) -> None:
        super().__init__(f"what is stored of this game is damaged: {why}", game=game_id)


@dataclass(frozen=True)
class StoredGame:
    """A game as it is kept: whose series it belongs to, and its whole state."""

    id: str
    series: str
    number: int
    over: bool
    state: dict[str, Any]


class GamesStore:
    """Where games are kept. Without a file they live as long as the store does."""

    def __init__(self, file: Path | None, most: int = 20_000) -> None:
        self._file = file
        self._most = most
        self._open: sqlite3.Connection | None = None

    @property
    def _connection(self) -> sqlite3.Connection:
        if self._open is None:
            if self._file is not None:
                self._file.parent.mkdir(parents=True, exist_ok=True)
            self._open = sqlite3.connect(
                self._file or ":memory:", check_same_thread=False, isolation_level=None
            )
            # Every turn is written; with the write-ahead log that costs no flush.
            self._open.execute("pragma journal_mode = wal")
            self._open.execute("pragma synchronous = normal")
            self._open.executescript(_SCHEMA)
        return self._open

    def put(self, game: StoredGame) -> None:
        """Writes a game, new or changed."""
        now = time.time()
        state = json.dumps(game.state, separators=(",", ":"))
        self._connection.execute(
            "insert into games (id, series, number, created, updated, over, state) "
            "values (?, ?, ?, ?, ?, ?, ?) on conflict (id) do update "
            "set updated = excluded.updated, over = excluded.over, state = excluded.state",
            (game.id, game.series, game.number, now, now, game.over, state),
        )

    def get(self, game_id: str) -> StoredGame | None:
        """The game with this id, if there is one."""
        row = self._connection.execute(
            "select id, series, number, over, state from games where id = ?", (game_id,)
        ).fetchone()
        return None if row is None else _read(row)

    def series(self, series: str) -> list[StoredGame]:
        """The games of a series that can be read, in the order they were begun."""
        rows = self._connection.execute(
            "select id, series, number, over, state from games where series = ? order by number", (series,)
        )
        found = []
        for row in rows:
            # One damaged game is no reason to lose the others.
            with contextlib.suppress(DamagedGameError):
                found.append(_read(row))
        return found

    def put_chairs(self, game_id: str, keys: Iterable[tuple[str, int]]) -> None:
        """Which keys and invitations lead to which seat of a game."""
        self._connection.executemany(
            "insert or replace into chairs (key, game, seat) values (?, ?, ?)",
            [(key, game_id, seat) for key, seat in keys],
        )

    def chair(self, key: str) -> tuple[str, int] | None:
        """The game and the seat that a key or an invitation leads to, if there is one."""
        found: tuple[str, int] | None = self._connection.execute(
            "select game, seat from chairs where key = ?", (key,)
        ).fetchone()
        return found

    def prune(self) -> int:
        """Forgets the games that were left alone longest where there are too many; how many."""
        gone = self._connection.execute(
            "delete from games where id in (select id from games order by updated desc limit -1 offset ?)",
            (self._most,),
        ).rowcount
        if gone:
            self._connection.execute("delete from chairs where game not in (select id from games)")
        return gone

    def close(self) -> None:
        """Closes the file; it is opened again where the store is used again."""
        if self._open is not None:
            self._open.close()
            self._open = None


def _read(row: tuple[Any, ...]) -> StoredGame:
    game_id, series, number, over, text = row
    try:
        state = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise DamagedGameError(game_id, f"not JSON ({error})") from None
    if not isinstance(state, dict):
        raise DamagedGameError(game_id, f"an object was expected, but it is {str(text)[:40]!r}")
    return StoredGame(game_id, series, number, bool(over), state)
