"""`optimeld review`: recorded games looked at again, turn by turn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from optimeld.cli.common import JsonFlag, answer
from optimeld.cli.replay import read_games
from optimeld.errors import UsageError
from optimeld.game import Game
from optimeld.notation import format_tiles
from optimeld.strategy.review import GameSummary, Moment, moments, summary

if TYPE_CHECKING:
    from optimeld.strategy.verdicts import Stretch, Verdict


def command(
    file: Annotated[
        Path, typer.Argument(metavar="RECORD", help="Records, or a store; - for standard input.")
    ],
    game: Annotated[int, typer.Option(metavar="N", help="Which game of the file, counted from 1.")] = 1,
    player: Annotated[int, typer.Option(metavar="N", help="Whose game, counted from 1 in turn order.")] = 1,
    think: Annotated[
        float, typer.Option(metavar="SECONDS", help="For each turn of the player; 0: tiles alone.")
    ] = 0.0,
    rollouts: Annotated[
        int | None,
        typer.Option(metavar="N", help="Games to play on, in place of a time.", show_default=False),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Fixes the sampled tiles.")] = 1,
    as_json: JsonFlag = False,
) -> None:  # fmt: skip
    """A recorded game turn by turn: what was played, what could have been, and where the game turned.

    With --think or --rollouts also the chance of winning at each of the player's turns: what the choice cost,
    what the tile that was drawn gave, and what the others' turns changed.
    """
    [item] = read_games(file, only=game)
    played = item.record.replay()
    if not 1 <= player <= played.players:
        raise UsageError(f"player {player}: the game has {played.players}", word=str(player))
    found: list[Moment] = []
    for moment in moments(played):
        found.append(moment)
        if not as_json:
            print(_line(played, moment), flush=True)
    whole = summary(played, found, player - 1)
    if as_json:
        told = {"turns": [moment.to_json() for moment in found], **whole.to_json()}
    else:
        _show(whole)
    if think > 0 or rollouts is not None:
        from optimeld.strategy.verdicts import balance, stretches, turning_points, verdicts

        weighed: list[Verdict] = []
        if not as_json:
            print()
        for verdict in verdicts(played, player - 1, think=think or 1.0, rollouts=rollouts, seed=seed):
            weighed.append(verdict)
            # What the others changed shows at the next turn.
            if not as_json and len(weighed) > 1:
                print(_worth(played, stretches(played, player - 1, weighed)[-2]), flush=True)
        if weighed and not as_json:
            print(_worth(played, stretches(played, player - 1, weighed)[-1]), flush=True)
        sums = balance(played, player - 1, weighed)
        points = turning_points(played, player - 1, weighed)
        if as_json:
            told |= {
                "verdicts": [verdict.to_json() for verdict in weighed],
                "balance": None if sums is None else sums.to_json(),
                "turning_points": [{"number": point.number, "words": point.words} for point in points],
            }
        else:
            if sums is not None:
                print(
                    f"chance of winning at the first turn {sums.start:.0%}, choices {-sums.cost:+.0%}, "
                    f"tiles drawn {sums.draws:+.0%}, the others {sums.others:+.0%}, the end {sums.end:.0%}"
                )
            for point in points:
                print(f"turn {point.number}: {point.words}")
    if as_json:
        answer(told)


def _line(game: Game, moment: Moment) -> str:
    turn, best = moment.turn, moment.best
    did = format_tiles(turn.played) if turn.played else turn.action
    could = f"   best {best.tiles}: {format_tiles(best.played)}" if moment.missed else ""
    return f"{moment.number:>4} {game.names[moment.player]:<12} {did}{could}"


def _worth(game: Game, stretch: Stretch) -> str:
    verdict = stretch.verdict
    parts = [f"{verdict.number:>4} {verdict.before:>6.1%}"]
    if verdict.cost > 0.0:
        best = verdict.best
        what = f"play {format_tiles(best.played)}" if best.action == "play" else best.action
        parts.append(f"choice {-verdict.cost:+.1%} (better {what})")
    if verdict.drawn is not None:
        tiles = format_tiles(game.turns[verdict.number - 1].drawn)
        parts.append(f"drew {tiles} {verdict.draw:+.1%}")
    if stretch.others is not None and stretch.last > verdict.number:
        parts.append(f"others {stretch.others:+.1%}")
    return "   ".join(parts)


def _show(whole: GameSummary) -> None:
    print()
    for each in whole.players:
        print(
            f"{each.name:<12} laid {each.laid} tiles in {each.turns} turns, missed {each.missed}; laid all "
            f"possible in {each.best_turns} of {each.chances}, drew instead in {each.drew_though_possible}"
        )
    for point in whole.turning_points:
        print(f"turn {point.number}: {point.words}")
