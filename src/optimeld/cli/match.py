"""`optimeld match`: agents against each other on mirrored deals."""

from __future__ import annotations

import contextlib
from typing import Annotated

import typer

from optimeld.arena.simulate import Plan, Played
from optimeld.arena.sprt import Sprt
from optimeld.arena.tournament import Match
from optimeld.cli.common import JsonFlag, answer, with_rules
from optimeld.cli.gaming import (
    AGENT_NAMES,
    GAME_RULES,
    Running,
    Saver,
    keep_secrets,
    say_interrupted,
    show_lost_turns,
    with_running,
)
from optimeld.cli.progress import Progress
from optimeld.intervals import Estimate
from optimeld.rules import Rules


@with_rules(*GAME_RULES)
@with_running
def command(
    rules: Rules,
    running: Running,
    agents: Annotated[list[str], typer.Argument(metavar="A B [C ..]", help=AGENT_NAMES)],
    deals: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, show_default=False,
            help="Deals, each played in every rotation of the seats. [500; with --sprt at most 100000]",
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option("--sprt", metavar="ELO0,ELO1", help="Stop when it is known which.", show_default=False),
    ] = None,
    as_json: JsonFlag = False,
) -> int:  # fmt: skip
    """Agents against each other on the same tiles in every seat: win rate, score and Elo with intervals."""
    test = None if sprt is None else Sprt.parse(sprt)
    total = deals or (500 if test is None else 100_000)
    plan = Plan(rules, tuple(agents), running.seed, len(agents), **running.of_plan)
    keep_secrets([plan])
    match = Match(plan, test)
    with Saver(running.save, "match") as saver, Progress("deals", total) as progress:

        def on_block(match: Match, block: list[Played]) -> None:
            saver.save(plan, block)
            progress.update(match.deals, f"   {match.win_rate(0).mean:.1%}")

        with contextlib.suppress(KeyboardInterrupt):
            match.play(total, **running.where, on_block=on_block)
    if as_json:
        answer(match.to_json())
    else:
        show_match(match)
    show_lost_turns([match.lost])
    return say_interrupted(match.deals, total, "deals") if match.interrupted else 0


def show_match(match: Match) -> None:
    """A match for people."""
    speed = match.games / match.seconds if match.seconds > 0 else 0
    seatings, seed = len(match.agents), match.plan.seed
    print(f"{match.deals} deals in {seatings} seatings, seed {seed}, {speed:,.0f} games a second")
    width = max(map(len, match.agents))
    for agent, name in enumerate(match.agents):
        rate = interval(match.win_rate(agent), lambda x: f"{100 * x:.1f} %")
        score = interval(match.mean_score(agent), lambda x: f"{x:+.1f}")
        print(f"  {name:<{width}}  won {match.wins[agent]:>6}  {rate}   score {score}")
    if match.plan.salt:
        print(f"  the deals are salted: --salt {match.plan.salt} plays them again")
    if match.elo is not None:
        print(f"  Elo {interval(match.elo, lambda x: f'{x:+.0f}')}")
    if match.sprt is not None:
        test = match.sprt
        low, high = test.bounds
        what = {
            "going on": "not decided yet",
            "at least elo1": f"{match.agents[0]} is stronger: {test.elo1:g} Elo accepted over {test.elo0:g}",
            "at most elo0": f"no such gain: {test.elo0:g} Elo accepted over {test.elo1:g}",
        }[test.verdict]
        print(f"  SPRT {what} (log-likelihood ratio {test.llr:.2f} of {low:.2f} .. {high:.2f})")


def interval(estimate: Estimate, form: object) -> str:
    """A figure and its 95 % interval in one notation."""
    assert callable(form)
    return f"{form(estimate.mean)} [{form(estimate.low)}, {form(estimate.high)}]"
