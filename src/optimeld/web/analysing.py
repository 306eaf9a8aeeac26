"""What the analysis page asks on every edit: all about a layout, piece by piece."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

from optimeld.position import Position
from optimeld.web import engine
from optimeld.web.bodies import AnalyseBody
from optimeld.web.limits import Limits
from optimeld.web.streams import Event
from optimeld.web.work import Crew


async def analysis(body: AnalyseBody, crew: Crew, limits: Limits) -> AsyncIterator[Event]:
    """Events `check`, `solution`, `alternatives`, `outs`; only the first where the layout is no position."""
    rules = body.read_rules(limits)
    found = engine.check(body.table, body.rack, rules)
    yield "check", found
    if not found["ok"]:
        return
    position = Position.from_json({"table": body.table, "rack": body.rack}, rules)
    asked = (body.objective, body.opening, body.joker_value)
    tiles = len(position.rack) + sum(map(len, position.table))
    yield "solution", await crew.solve(rules, tiles, partial(engine.solve, position, *asked))
    workers = crew.workers(rules)
    if body.alternatives:
        work = partial(engine.alternatives, position, body.alternatives, *asked)
        yield "alternatives", await workers.run(work)
    if body.outs:
        yield "outs", await workers.run(partial(engine.outs, position, *asked))
