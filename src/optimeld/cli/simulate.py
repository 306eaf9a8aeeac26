"""`optimeld simulate`: whole games between agents."""

from __future__ import annotations

import contextlib
from typing import Annotated

import typer

from optimeld.arena.simulate import Plan, Played, Summary
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
    agents_of,
    keep_secrets,
    limits_of,
    say_interrupted,
    show_lost_turns,
)
from optimeld.cli.progress import Progress
from optimeld.rules import Rules


@with_rules(*GAME_RULES)
def command(
    rules: Rules,
    players: Annotated[int, typer.Option(metavar="N", help="Players, 2 to 6.")] = 2,
    games: Annotated[int, typer.Option(metavar="N", help="Games.", min=0)] = 1000,
    agents: Annotated[
        str,
        typer.Option(metavar="A,B,..", help=f"One for each seat, or one for all. {AGENT_NAMES}"),
    ] = "greedy",
    seed: SeedOption = 1,
    workers: WorkersOption = 1,
    cluster: ClusterOption = None,
    save: SaveOption = None,
    check: Annotated[
        bool,
        typer.Option("--check", help="Test tiles, table, scores and hidden information after every turn."),
    ] = False,
    time_limit: TimeLimitOption = DEFAULT_TIME_LIMIT,
    memory_limit: MemoryLimitOption = DEFAULT_MEMORY_LIMIT,
    agent_folder: AgentFolderOption = None,
    salt: SaltOption = None,
    as_json: JsonFlag = False,
) -> int:
    """Whole games between agents: who wins, by how much, how long it takes."""
    limits = limits_of(time_limit, memory_limit, agent_folder)
    plan = Plan(
        rules, agents_of(agents, players), seed,
        check=check, records=save is not None, limits=limits, salt=salt,
    )  # fmt: skip
    keep_secrets([plan])
    summary = Summary(plan)
    with Saver(save, "simulate") as saver, Progress("games", games) as progress:

        def on_block(block: list[Played]) -> None:
            saver.save(plan, block)
            progress.update(summary.games)

        with contextlib.suppress(KeyboardInterrupt):
            summary.play(games, workers=workers, cluster=cluster, on_block=on_block)
    if as_json:
        answer(summary.to_json())
    else:
        _show(summary, check)
    show_lost_turns([summary.lost])
    return 0 if summary.games == games else say_interrupted(summary.games, games)


def _show(summary: Summary, checked: bool) -> None:
    figures = summary.to_json()
    print(
        f"{summary.games} games, seed {summary.plan.seed}: {figures['turns_per_game']:.1f} turns a game, "
        f"{figures['games_per_second']:,.0f} games a second"
    )
    width = max(map(len, summary.plan.agents))
    for seat, name in enumerate(summary.plan.agents):
        rate, score = figures["win_rate"][seat], figures["mean_score"][seat]
        print(f"  {seat + 1} {name:<{width}}  won {summary.wins[seat]:>7}  {rate:7.2%}  score {score:+8.2f}")
    if summary.plan.salt:
        print(f"the deals are salted: --salt {summary.plan.salt} plays them again")
    if checked:
        print("every turn checked: tiles conserved, table legal, nothing hidden seen, scores sum to zero")
