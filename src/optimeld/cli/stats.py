"""`optimeld stats`: what people ask about games."""

from __future__ import annotations

import contextlib
from typing import Annotated

import typer

from optimeld.arena.stats import Study, plot_studies
from optimeld.cli.common import JsonFlag, answer, with_rules
from optimeld.cli.gaming import GAME_RULES, SeedOption, WorkersOption, say_interrupted
from optimeld.cli.plotting import PlotOption, check_plot, drawing
from optimeld.cli.progress import Progress
from optimeld.errors import UsageError
from optimeld.rules import Rules


@with_rules(*GAME_RULES)
def command(
    rules: Rules,
    players: Annotated[str, typer.Option(metavar="N,M,..", help="Numbers of players.")] = "2,3,4",
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Games for each number of players.")] = 1000,
    agent: Annotated[str, typer.Option(metavar="NAME", help="Who plays, in every seat.")] = "greedy",
    seed: SeedOption = 1,
    workers: WorkersOption = 1,
    plot: PlotOption = None,
    as_json: JsonFlag = False,
) -> int:
    """Length, openings, seats, empty pools and scores, by number of players, with plots."""
    try:
        counts = [int(part) for part in players.split(",")]
    except ValueError:
        raise UsageError(f"players are numbers such as 2,3,4, not {players!r}", word=players) from None
    check_plot(plot)
    studies = [Study.of(count, agent, seed, rules) for count in counts]
    total = games * len(counts)
    with Progress("games", total) as progress, contextlib.suppress(KeyboardInterrupt):
        for each in studies:
            each.play(games, workers=workers, on_block=lambda _: progress.update(_played(studies)))
    played = [each for each in studies if each.games]
    if as_json:
        answer({"studies": [each.to_json() for each in played]})
    else:
        for each in played:
            _show(each)
    if plot is not None and played:
        with drawing(plot):
            plot_studies(played, plot)
    done = _played(studies)
    return 0 if done == total else say_interrupted(done, total)


def _played(studies: list[Study]) -> int:
    return sum(each.games for each in studies)


def _show(found: Study) -> None:
    facts = found.to_json()
    turns, opened, won = facts["turns"], facts["opened_on"], facts["winner_score"]
    print(f"{found.players} players, {found.games} games of {found.agent}, seed {found.plan.seed}")
    print(
        f"  length     {turns['mean']:.1f} turns ({facts['rounds']['mean']:.1f} rounds); "
        f"80 % of games between {turns['p10']} and {turns['p90']}, longest {turns['max']}"
    )
    print(
        f"  opening    {opened['first_turn']:.1%} in the first turn, {opened['by_turn_5']:.1%} by the fifth, "
        f"{opened['by_turn_10']:.1%} by the tenth, never {opened['never']:.1%}"
    )
    for seat, facts_of in enumerate(facts["seats"], 1):
        rate, score = facts_of["win_rate"], facts_of["mean_score"]
        print(
            f"  seat {seat}     {rate['mean']:.1%} won [{rate['low']:.1%}, {rate['high']:.1%}], "
            f"score {score['mean']:+.1f}"
        )
    empty, blocked = facts["pool_empty"]["mean"], facts["blocked"]["mean"]
    print(f"  pool       empty at the end of {empty:.1%}, blocked {blocked:.1%}")
    between = f"80 % between {won['p10']} and {won['p90']}, most {won['max']}"
    print(f"  winner     {won['mean']:.1f} points; {between}")
