"""`optimeld review`: recorded games looked at again, turn by turn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from optimeld.cli.common import JsonFlag, answer
from optimeld.cli.replay import read_games
from optimeld.errors import UsageError
from optimeld.game import Game
from optimeld.notation import format_tiles
from optimeld.strategy.review import GameSummary, Moment, moments, summary


def command(
    file: Annotated[
        Path, typer.Argument(metavar="RECORD", help="Records, or a store; - for standard input.")
    ],
    game: Annotated[int, typer.Option(metavar="N", help="Which game of the file, counted from 1.")] = 1,
    player: Annotated[
        int, typer.Option(metavar="N", help="Whose turning points, counted from 1 in turn order.")
    ] = 1,
    as_json: JsonFlag = False,
) -> None:
    """A recorded game turn by turn: what was played, what could have been, and where the game turned."""
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
        answer({"turns": [moment.to_json() for moment in found], **whole.to_json()})
    else:
        _show(whole)


def _line(game: Game, moment: Moment) -> str:
    turn, best = moment.turn, moment.best
    did = format_tiles(turn.played) if turn.played else turn.action
    could = f"   best {best.tiles}: {format_tiles(best.played)}" if moment.missed else ""
    return f"{moment.number:>4} {game.names[moment.player]:<12} {did}{could}"


def _show(whole: GameSummary) -> None:
    print()
    for each in whole.players:
        print(
            f"{each.name:<12} laid {each.laid} tiles in {each.turns} turns, missed {each.missed}; laid all "
            f"possible in {each.best_turns} of {each.chances}, drew instead in {each.drew_though_possible}"
        )
    for point in whole.turning_points:
        print(f"turn {point.number}: {point.words}")
