"""A SQLite file of ours: opened in one way, with a version that says what is in it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path

from optimeld.errors import InputError

#: Brings a file from one version to the next.
Upgrade = Callable[[sqlite3.Connection], None]


class StoreError(InputError):
    """A file of games that cannot be opened, read or written."""

    code = "bad-store"


def open_database(
    path: str | Path,
    schema: str,
    version: int,
    *,
    upgrades: Mapping[int, Upgrade] | None = None,
    threads: bool = False,
) -> sqlite3.Connection:
    """Opens a file, made where there is none, and brings an old one up to `version` step by step.

    `threads`: it may be used by any thread, one at a time.

    >>> database = open_database(":memory:", "create table if not exists games (id)", 1)
    >>> database.execute("pragma user_version").fetchone()
    (1,)
    """
    try:
        database = sqlite3.connect(path, isolation_level=None, check_same_thread=not threads)
        found = database.execute("pragma user_version").fetchone()[0]
        if found > version:
            database.close()
            raise StoreError(
                f"{str(path)!r} has version {found}; this program knows {version}", word=str(path)
            )
        # With the write-ahead log a write costs no flush, and readers do not wait for it.
        database.execute("pragma journal_mode = wal")
        database.execute("pragma synchronous = normal")
        is_new = not database.execute("select count(*) from sqlite_master").fetchone()[0]
        for step in range(version if is_new else found, version):
            if upgrades and step in upgrades:
                upgrades[step](database)
        database.executescript(schema)
        database.execute(f"pragma user_version = {version}")
    except sqlite3.Error as error:
        raise StoreError(f"cannot use {str(path)!r} as a store of games: {error}", word=str(path)) from None
    return database
