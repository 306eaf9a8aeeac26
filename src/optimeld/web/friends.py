"""People at one table: a chair with a key for each, invitations, and word to all when something happens."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncGenerator, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

#: A stream in which nothing happens says so after this many seconds: a reader that has gone is noticed then.
QUIET_SECONDS = 15.0


def new_key() -> str:
    """A key that cannot be guessed."""
    return secrets.token_urlsafe(16)


@dataclass(frozen=True)
class Chair:
    """A person's place at the table. Whoever has the key sees its rack and moves for it, and nobody else."""

    key: str
    #: What is sent to the person before they have sat down; it is good for one time.
    invitation: str | None = None

    @classmethod
    def here(cls) -> Chair:
        """A chair whose person sits at the device that set the table up."""
        return cls(new_key())

    @classmethod
    def invited(cls) -> Chair:
        """A chair whose person is still to come."""
        return cls(new_key(), new_key())

    @property
    def keys(self) -> tuple[str, ...]:
        """What leads to this chair."""
        return (self.key,) if self.invitation is None else (self.key, self.invitation)

    @property
    def joined(self) -> bool:
        """Whether the person has sat down."""
        return self.invitation is None

    def taken(self) -> Chair:
        """The chair when its person has sat down."""
        return replace(self, invitation=None)

    def again(self) -> Chair:
        """The same person's chair in another game."""
        return Chair.here() if self.joined else Chair.invited()

    def to_json(self) -> dict[str, Any]:
        """The chair as it is kept."""
        return {"key": self.key, "invitation": self.invitation}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Chair:
        """The chair as it was kept."""
        return cls(str(data["key"]), data["invitation"])


class Watchers:
    """Who follows which game from which seat at this moment."""

    def __init__(self) -> None:
        self._following: dict[str, list[tuple[int, asyncio.Event]]] = {}

    def here(self, game_id: str) -> set[int]:
        """The seats from which a game is being followed."""
        return {seat for seat, _ in self._following.get(game_id, ())}

    def tell(self, game_id: str) -> None:
        """Something has happened in a game."""
        for _, happened in self._following.get(game_id, ()):
            happened.set()

    async def follow(self, game_id: str, seat: int) -> AsyncGenerator[bool, None]:
        """At once and whenever something happens: True; False where nothing did for a while."""
        happened = asyncio.Event()
        with self._seated(game_id, (seat, happened)):
            yield True
            while True:
                try:
                    await asyncio.wait_for(happened.wait(), QUIET_SECONDS)
                except TimeoutError:
                    yield False
                else:
                    happened.clear()
                    yield True

    @contextlib.contextmanager
    def _seated(self, game_id: str, watcher: tuple[int, asyncio.Event]) -> Iterator[None]:
        following = self._following.setdefault(game_id, [])
        self.tell(game_id)
        following.append(watcher)
        try:
            yield
        finally:
            following.remove(watcher)
            if not following:
                del self._following[game_id]
            self.tell(game_id)
