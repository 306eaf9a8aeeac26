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
from optimeld.records.database import open_database

_SCHEMA = """
create table if not exists games (
    id text primary key,
    series text not null,
    number integer not null,
    created real not null,
    updated real not null,
    over integer not null,
    state text not null,
    outcome text
);
create table if not exists chairs (
    key text primary key,
    game text not null,
    seat integer not null
);
create index if not exists games_by_series on games (series, number);
create index if not exists games_by_age on games (updated);
"""


_VERSION = 1


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


@dataclass(frozen=True)
class EndedGame:
    """How a game ended: all that a score sheet needs of it."""

    id: str
    number: int
    #: Where the first person sat.
    seat: int
    scores: list[int]
    winner: int
    #: The keys of the seats, where each person has one.
    keys: list[str | None]


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
            self._open = open_database(
                self._file or ":memory:", _SCHEMA, _VERSION, upgrades={0: _add_outcomes}, threads=True
            )
        return self._open

    def put(self, game: StoredGame) -> None:
        """Writes a game, new or changed."""
        now = time.time()
        state = json.dumps(game.state, separators=(",", ":"))
        self._connection.execute(
            "insert into games (id, series, number, created, updated, over, state, outcome) "
            "values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do update set updated = excluded.updated, "
            "over = excluded.over, state = excluded.state, outcome = excluded.outcome",
            (game.id, game.series, game.number, now, now, game.over, state, _outcome_text(game.state)),
        )

    def get(self, game_id: str) -> StoredGame | None:
        """The game with this id, if there is one."""
        row = self._connection.execute(
            "select id, series, number, over, state from games where id = ?", (game_id,)
        ).fetchone()
        return None if row is None else _read(row)

    def following(self, series: str, number: int) -> list[str]:
        """The ids of the games of a series after the one with this number, in the order they were begun."""
        rows = self._connection.execute(
            "select id from games where series = ? and number > ? order by number", (series, number)
        )
        return [game_id for (game_id,) in rows]

    def outcomes(self, series: str) -> list[EndedGame]:
        """How the games of a series ended, in the order they were begun; the games themselves stay unread."""
        rows = self._connection.execute(
            "select id, number, outcome from games where series = ? and outcome is not null order by number",
            (series,),
        )
        found = []
        for game_id, number, text in rows:
            # One damaged line is no reason to lose the others; the game itself says what is wrong with it.
            with contextlib.suppress(ValueError, TypeError):
                found.append(EndedGame(game_id, number, **json.loads(text)))
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


def _outcome_text(state: dict[str, Any]) -> str | None:
    """The outcome that a state tells of; None where the game goes on, or the state does not read."""
    result = state.get("result")
    if result is None:
        return None
    try:
        keys = [None if chair is None else chair["key"] for chair in state.get("chairs") or ()]
        told = {"seat": state["seat"], "scores": result["scores"], "winner": result["winner"], "keys": keys}
    except (KeyError, TypeError):
        return None
    return json.dumps(told, separators=(",", ":"))


def _add_outcomes(database: sqlite3.Connection) -> None:
    """Files from before outcomes were kept apart: they are read out of the games once."""
    if "outcome" in {row[1] for row in database.execute("pragma table_info(games)")}:
        return
    database.execute("alter table games add column outcome text")
    rows = database.execute("select id, series, number, over, state from games where over").fetchall()
    for row in rows:
        with contextlib.suppress(DamagedGameError):
            text = _outcome_text(_read(row).state)
            database.execute("update games set outcome = ? where id = ?", (text, row[0]))
