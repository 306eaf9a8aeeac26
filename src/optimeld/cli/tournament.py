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
    DEFAULT_MEMORY_LIMIT,
    DEFAULT_TIME_LIMIT,
    GAME_RULES,
    AgentFolderOption,
    ClusterOption,
    MemoryLimitOption,
    SaltOption,
    SaveOption,
    Saver,
    SeedOption,
    TimeLimitOption,
    WorkersOption,
    keep_secrets,
    limits_of,
    say_interrupted,
    show_lost_turns,
)
from optimeld.cli.match import interval
from optimeld.cli.progress import Progress
from optimeld.rules import Rules


@with_rules(*GAME_RULES)
def command(
    rules: Rules,
    agents: Annotated[list[str], typer.Argument(metavar="A B C ..", help=AGENT_NAMES)],
    deals: Annotated[int, typer.Option(metavar="N", min=1, help="Deals in each match, mirrored.")] = 500,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="The first agent against each of the others only.")
    ] = False,
    seed: SeedOption = 1,
    workers: WorkersOption = 1,
    cluster: ClusterOption = None,
    save: SaveOption = None,
    time_limit: TimeLimitOption = DEFAULT_TIME_LIMIT,
    memory_limit: MemoryLimitOption = DEFAULT_MEMORY_LIMIT,
    agent_folder: AgentFolderOption = None,
    salt: SaltOption = None,
    as_json: JsonFlag = False,
) -> int:
    """Everyone against everyone on the same mirrored deals: a table of results, and Elo."""
    limits = limits_of(time_limit, memory_limit, agent_folder)
    tournament = Tournament.between(
        agents, seed, rules, gauntlet=gauntlet, records=save is not None, limits=limits, salt=salt
    )
    plans = [match.plan for match in tournament.matches.values()]
    keep_secrets(plans)
    total = deals * len(tournament.matches)
    with Saver(save, "tournament") as saver, Progress("deals", total) as progress:

        def on_block(match: Match, block: list[Played]) -> None:
            saver.save(match.plan, block)
            progress.update(tournament.deals)

        with contextlib.suppress(KeyboardInterrupt):
            tournament.play(deals, workers=workers, cluster=cluster, on_block=on_block)
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
