"""The games that are being played: in memory while they are, on disk always, found by the key of a seat."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from optimeld.errors import InputError
from optimeld.web.friends import Watchers
from optimeld.web.games_store import GamesStore
from optimeld.web.live_game import LiveGame
from optimeld.web.opponents import BY_AGENT
from optimeld.web.work import is_small

T = TypeVar("T")

#: Threads for players of the engine that think: the others are answered meanwhile.
THINKING_THREADS = 2


class NoSuchGameError(InputError):
    """A key that opens no game."""

    code = "no-such-game"
    http_status = 404


class NoSuchInvitationError(InputError):
    """An invitation to no chair."""

    code = "no-such-invitation"
    http_status = 404


class Games:
    """Finds games, lets people act in them, keeps what happens, and tells whoever follows."""

    def __init__(self, store: GamesStore, in_memory: int = 500) -> None:
        self.store = store
        self.watchers = Watchers()
        self._live: OrderedDict[str, LiveGame] = OrderedDict()
        self._in_memory = in_memory
        self._acting: dict[str, asyncio.Lock] = {}
        self._thinkers: ThreadPoolExecutor | None = None

    # Finding

    def find(self, key: str) -> LiveGame:
        """The game, as it is seen from the seat with this key."""
        game = self._by_id(key)
        if game is not None and not game.chairs:
            return game
        game = self._seat(key)
        if game is None or game.key != key:
            raise NoSuchGameError("no game has this key; it may have been forgotten", game=key)
        return game

    def invited(self, token: str) -> LiveGame:
        """The game, as it is seen from the seat that an invitation is to."""
        game = self._seat(token)
        if game is None or game.key == token:
            raise NoSuchInvitationError("this invitation is not known here", invitation=token)
        return game

    def _seat(self, key: str) -> LiveGame | None:
        found = self.store.chair(key)
        game = None if found is None else self._by_id(found[0])
        return None if game is None or found is None else game.at(found[1])

    def _by_id(self, game_id: str) -> LiveGame | None:
        game = self._live.get(game_id)
        if game is None:
            stored = self.store.get(game_id)
            if stored is None:
                return None
            game = LiveGame.load(stored)
        self._remember(game)
        return game

    def _remember(self, game: LiveGame) -> None:
        self._live[game.id] = game
        self._live.move_to_end(game.id)
        while len(self._live) > self._in_memory:
            gone, _ = self._live.popitem(last=False)
            self._acting.pop(gone, None)

    # Acting

    async def begin(self, deal: Callable[[], LiveGame], thinks: bool = False) -> LiveGame:
        """Takes in a new game."""
        game = await self._think(deal) if thinks else deal()
        self.store.put(game.store())
        keys = [(key, seat) for seat, chair in enumerate(game.chairs) if chair for key in chair.keys]
        self.store.put_chairs(game.id, keys)
        self.store.prune()
        self._remember(game)
        return game

    async def act(self, key: str, work: Callable[[LiveGame], T]) -> tuple[LiveGame, T]:
        """Does something in a game, one thing at a time; what the engine answers belongs to it."""
        game = self.find(key)
        async with self._acting.setdefault(game.id, asyncio.Lock()):
            done = await self._think(lambda: work(game)) if thinks(game) else work(game)
            self.save(game)
        return game, done

    def save(self, game: LiveGame) -> None:
        """Writes what has happened, and tells whoever follows."""
        self.store.put(game.store())
        self.watchers.tell(game.id)

    async def expire(self, game: LiveGame) -> None:
        """Goes on where somebody has let their time run out and is not there."""
        if game.late and not (lock := self._acting.setdefault(game.id, asyncio.Lock())).locked():
            async with lock:
                if await self._think(game.expire):
                    self.save(game)

    async def _think(self, work: Callable[[], T]) -> T:
        if self._thinkers is None:
            self._thinkers = ThreadPoolExecutor(THINKING_THREADS, thread_name_prefix="optimeld-thinking")
        # A turn is taken whole, whether or not whoever asked for it still waits.
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._thinkers, work))

    # Series

    def sheet(self, game: LiveGame) -> list[dict[str, Any]]:
        """The scores of a series' games that have ended, the person's first and then round the table."""
        lines = []
        for outcome in self.store.outcomes(game.series):
            # A line that is damaged is left out; the game itself says what is wrong with it.
            with contextlib.suppress(TypeError, ZeroDivisionError, IndexError):
                seats = len(outcome.scores)
                seat = (outcome.seat + game.place) % seats
                order = [(seat + place) % seats for place in range(seats)]
                lines.append({
                    "number": outcome.number,
                    "id": (outcome.keys[seat] if outcome.keys else None) or outcome.id,
                    "scores": [outcome.scores[seat] for seat in order],
                    "winner": order.index(outcome.winner) if outcome.winner in order else None,
                })  # fmt: skip
        return lines

    def after(self, game: LiveGame) -> LiveGame | None:
        """The next game of the same people, as it is seen from the same chair, if there is one."""
        for game_id in self.store.following(game.series, game.number):
            if following := self._by_id(game_id):
                return following.at((following.first + game.place) % len(following.agents))
        return None


def thinks(game: LiveGame) -> bool:
    """Whether the engine's turns in a game may take longer than others should wait."""
    return not is_small(game.game.rules) or any(
        agent is not None and BY_AGENT[agent].thinks for agent in game.agents
    )
