"""A review as the page gets it: the whole game at once, and then turn by turn what it was worth."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

from optimeld.game import Game
from optimeld.strategy import review as reviewing
from optimeld.strategy.verdicts import Verdict, balance, turning_points, verdicts
from optimeld.web.streams import Event
from optimeld.web.work import Crew

#: How long each of the player's turns is thought about.
THINK_SECONDS = 0.3


async def reviewed(game: Game, seat: int, crew: Crew, key: str | None = None) -> AsyncIterator[Event]:
    """Events `game`, `turn`..., `summary`, `verdict`..., and the summary again with what the verdicts add.

    With its key a game of this server can be tried again.
    """
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
    yield "summary", reviewing.summary(game, found, seat, names).to_json() | {"balance": None}
    weighed: list[Verdict] = []
    judging = verdicts(game, seat, think=THINK_SECONDS)
    while (verdict := await workers.run(lambda: next(judging, None))) is not None:
        weighed.append(verdict)
        yield "verdict", verdict.to_json()
    whole = replace(
        reviewing.summary(game, found, seat, names), turning_points=turning_points(game, seat, weighed)
    )
    sums = balance(game, seat, weighed)
    yield "summary", whole.to_json() | {"balance": None if sums is None else sums.to_json()}
