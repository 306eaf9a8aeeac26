"""A review as the page gets it: the whole game at once, and then turn by turn what it was worth."""

from __future__ import annotations

from collections.abc import AsyncIterator

from optimeld.game import Game
from optimeld.strategy import review as reviewing
from optimeld.web.streams import Event
from optimeld.web.work import Crew


async def reviewed(game: Game, seat: int, crew: Crew, key: str | None = None) -> AsyncIterator[Event]:
    """Events `game`, `turn`..., `summary`. With its key a game of this server can be tried again."""
    workers = crew.workers(game.rules)
    yield (
        "game",
        {
            "names": list(game.names),
            "seat": seat,
            "rules": game.rules.to_json(),
            "deals": [[str(tile) for tile in rack] for rack in game.deals],
            "result": None if game.result is None else game.result.to_json(),
            "key": key,
        },
    )
    found: list[reviewing.Moment] = []
    coming = reviewing.moments(game)
    while (moment := await workers.run(lambda: next(coming, None))) is not None:
        found.append(moment)
        yield "turn", moment.to_json()
    names = ["You" if place == seat else name for place, name in enumerate(game.names)]
    yield "summary", reviewing.summary(game, found, seat, names).to_json()
