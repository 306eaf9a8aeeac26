"""What the analysis page asks on every edit: all about a layout, piece by piece."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

from optimeld.drafts import look_over
from optimeld.position import Position
from optimeld.solver import solve
from optimeld.web import engine
from optimeld.web.bodies import AnalyseBody
from optimeld.web.limits import Limits
from optimeld.web.streams import Event
from optimeld.web.work import Crew


async def analysis(body: AnalyseBody, crew: Crew, limits: Limits) -> AsyncIterator[Event]:
    """Events `check`, `solution`, `alternatives`, `outs`; only the first where the layout is no position.

    A best play that could not be proved in time is all there is: the rest would take longer still.
    """
    rules = body.read_rules(limits)
    draft = look_over(body.table, body.rack, rules)
    yield "check", draft.to_json()
    if not draft.ok:
        return
    laid = {"table": body.table, "rack": body.rack, "opened": not body.opening}
    position, goal = Position.from_json(laid, rules), body.goal
    tiles = len(position.rack) + sum(map(len, position.table))
    best = await crew.solve(rules, tiles, partial(solve, position, goal))
    yield "solution", best.to_json()
    if not best.play_proved:
        # What took all the time for one answer has none for a hundred.
        return
    workers = crew.workers(rules)
    if body.alternatives:
        others = await workers.run(partial(engine.different_plays, position, body.alternatives, goal))
        yield "alternatives", [play.to_json() for play in others]
    if body.outs:
        yield "outs", (await workers.run(partial(engine.draws, position, goal))).to_json()
