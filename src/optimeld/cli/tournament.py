"""`optimeld tournament`: many agents, two at a time, and the ratings that follow."""

from __future__ import annotations

import contextlib
import math
from typing import Annotated

import typer

from optimeld.arena.simulate import Played
from optimeld.arena.tournament import Match, Tournament
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
from optimeld.cli.match import interval
from optimeld.cli.progress import Progress
from optimeld.rules import Rules


@with_rules(*GAME_RULES)
@with_running
def command(
    rules: Rules,
    running: Running,
    agents: Annotated[list[str], typer.Argument(metavar="A B C ..", help=AGENT_NAMES)],
    deals: Annotated[int, typer.Option(metavar="N", min=1, help="Deals in each match, mirrored.")] = 500,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="The first agent against each of the others only.")
    ] = False,
    as_json: JsonFlag = False,
) -> int:
    """Everyone against everyone on the same mirrored deals: a table of results, and Elo."""
    tournament = Tournament.between(agents, running.seed, rules, gauntlet=gauntlet, **running.of_plan)
    plans = [match.plan for match in tournament.matches.values()]
    keep_secrets(plans)
    total = deals * len(tournament.matches)
    with Saver(running.save, "tournament") as saver, Progress("deals", total) as progress:

        def on_block(match: Match, block: list[Played]) -> None:
            saver.save(match.plan, block)
            progress.update(tournament.deals)

        with contextlib.suppress(KeyboardInterrupt):
            tournament.play(deals, **running.where, on_block=on_block)
    if as_json:
        answer(tournament.to_json())
    else:
        _show(tournament)
        if salts := [plan.salt for plan in plans if plan.salt]:
            print(f"the deals of agents from outside are salted: --salt {salts[0]} plays them again")
    show_lost_turns(match.lost for match in tournament.matches.values())
    return say_interrupted(tournament.deals, total, "deals") if tournament.interrupted else 0


def _show(tournament: Tournament) -> None:
    ratings = tournament.ratings()
    width = max(map(len, tournament.agents))
    print("Elo, mean 0, with 95 % intervals")
    for i in sorted(range(len(ratings)), key=lambda i: -ratings[i].mean):
        known = math.isfinite(ratings[i].high)
        rating = interval(ratings[i], lambda x: f"{x:+.0f}") if known else "unknown: no games yet"
        print(f"  {tournament.agents[i]:<{width}}  {rating}")
    print("matches")
    for match in tournament.matches.values():
        if not match.deals:
            continue
        rate = interval(match.win_rate(0), lambda x: f"{100 * x:.1f} %")
        score = interval(match.mean_score(0), lambda x: f"{x:+.1f}")
        a, b = match.agents
        print(
            f"  {a:<{width}} - {b:<{width}}  {match.wins[0]:>6} : {match.wins[1]:<6}  {rate}   score {score}"
        )
