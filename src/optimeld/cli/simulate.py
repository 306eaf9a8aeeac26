"""`optimeld simulate`: whole games between agents."""

from __future__ import annotations

import contextlib
from typing import Annotated

import typer

from optimeld.arena.simulate import Plan, Played, Summary
from optimeld.cli.common import JsonFlag, answer, with_rules
from optimeld.cli.gaming import (
    AGENT_NAMES,
    GAME_RULES,
    Running,
    Saver,
    agents_of,
    keep_secrets,
    say_interrupted,
    show_lost_turns,
    with_running,
)
from optimeld.cli.progress import Progress
from optimeld.rules import Rules


@with_rules(*GAME_RULES)
@with_running
def command(
    rules: Rules,
    running: Running,
    players: Annotated[int, typer.Option(metavar="N", help="Players, 2 to 6.")] = 2,
    games: Annotated[int, typer.Option(metavar="N", help="Games.", min=0)] = 1000,
    agents: Annotated[
        str,
        typer.Option(metavar="A,B,..", help=f"One for each seat, or one for all. {AGENT_NAMES}"),
    ] = "greedy",
    check: Annotated[
        bool,
        typer.Option("--check", help="Test tiles, table, scores and hidden information after every turn."),
    ] = False,
    as_json: JsonFlag = False,
) -> int:
    """Whole games between agents: who wins, by how much, how long it takes."""
    plan = Plan(rules, agents_of(agents, players), running.seed, check=check, **running.of_plan)
    keep_secrets([plan])
    summary = Summary(plan)
    with Saver(running.save, "simulate") as saver, Progress("games", games) as progress:

        def on_block(block: list[Played]) -> None:
            saver.save(plan, block)
            progress.update(summary.games)

        with contextlib.suppress(KeyboardInterrupt):
            summary.play(games, **running.where, on_block=on_block)
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
