"""`optimeld league`: agents, numbers of players and rules, all crossed; and what beats an agent."""

from __future__ import annotations

from typing import Annotated

import typer

from optimeld.arena.league import VARIANTS, Division, Exploit, best_response, play_league, variant_rules
from optimeld.cli.common import JsonFlag, answer, with_rules
from optimeld.cli.gaming import GAME_RULES, SeedOption, WorkersOption
from optimeld.cli.match import interval
from optimeld.errors import UsageError
from optimeld.rules import Rules


@with_rules(*GAME_RULES)
def command(
    rules: Rules,
    agents: Annotated[list[str], typer.Argument(metavar="A [B ..]", help="Names of agents of the engine.")],
    players: Annotated[str, typer.Option(metavar="N,N,..", help="Players at a table.")] = "2",
    variants: Annotated[
        str, typer.Option(metavar="NAME,..", help=f"Rules: {', '.join(VARIANTS)}.")
    ] = "retail",
    deals: Annotated[int, typer.Option(metavar="N", min=2, help="Deals in each match, mirrored.")] = 200,
    exploit: Annotated[
        bool, typer.Option("--exploit", help="For each agent the best answer of a family of others.")
    ] = False,
    seed: SeedOption = 1,
    workers: WorkersOption = 1,
    as_json: JsonFlag = False,
) -> int:  # fmt: skip
    """Every agent against a table of every other: wins, points, ratings, circles; and what beats it."""
    counts, names = _numbers(players), [name.strip() for name in variants.split(",")]
    for name in names:
        variant_rules(name, rules)
    try:
        if exploit:
            for n in counts:
                for name in names:
                    for agent in agents:
                        found = best_response(
                            agent, players=n, deals=deals, seed=seed, rules=variant_rules(name, rules),
                            workers=workers,
                        )  # fmt: skip
                        if as_json:
                            answer({"variant": name, "players": n, **found.to_json()})
                        else:
                            _show_exploit(name, n, found)
            return 0
        for division in play_league(agents, counts, names, deals, seed, rules, workers=workers):
            if as_json:
                answer(division.to_json())
            else:
                _show(division)
    except KeyboardInterrupt:
        return 130
    return 0


def _numbers(text: str) -> list[int]:
    try:
        return [int(word) for word in text.split(",")]
    except ValueError:
        raise UsageError(f"numbers of players are such as 2,3,4, not {text!r}", word=text) from None


def _show(division: Division) -> None:
    ratings = division.ratings()
    width = max(map(len, division.agents))
    print(f"{division.variant}, {division.players} players: Elo, mean 0, with 95 % intervals")
    for i in sorted(range(len(ratings)), key=lambda i: -ratings[i].mean):
        print(f"  {division.agents[i]:<{width}}  {interval(ratings[i], lambda x: f'{x:+.0f}')}")
    others = division.players - 1
    print(f"matches: one against {others} of the other, {100 / division.players:.1f} % is fair")
    for (a, b), match in division.matches.items():
        rate = interval(match.win_rate(0), lambda x: f"{100 * x:.1f} %")
        score = interval(match.mean_score(0), lambda x: f"{x:+.1f}")
        print(f"  {division.agents[a]:<{width}} - {division.agents[b]:<{width}}  {rate}   score {score}")
    circles = division.circles()
    for circle in circles:
        print("  circle: " + " beats ".join(division.agents[i] for i in (*circle, circle[0])))
    if not circles:
        print("  no circle: nowhere does a beat b, b beat c, and c beat a, each beyond its error")


def _show_exploit(variant: str, players: int, found: Exploit) -> None:
    rate = interval(found.win_rate, lambda x: f"{100 * x:.1f} %")
    score = interval(found.mean_score, lambda x: f"{x:+.1f}")
    print(
        f"{variant}, {players} players: the best of {found.tried} answers to {found.against} is "
        f"{found.agent}: {rate}   score {score}   ({found.deals} deals)"
    )
