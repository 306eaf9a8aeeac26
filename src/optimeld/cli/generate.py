"""`optimeld generate`: positions that really arise, and puzzles."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Annotated

import typer

from optimeld.arena.generate import (
    ANY,
    STAGES,
    Found,
    LayingPuzzle,
    Range,
    Wanted,
    positions,
    puzzles,
    show_puzzle,
)
from optimeld.cli.common import JsonFlag, answer, with_rules
from optimeld.cli.gaming import GAME_RULES, SeedOption, agents_of
from optimeld.errors import ResourceError, UsageError
from optimeld.rules import Rules


class NotEnoughError(ResourceError):
    """The games that were allowed did not hold as many positions as were wanted."""

    code = "not-enough"


def _range(help_text: str) -> typer.models.OptionInfo:
    return typer.Option(metavar="N..M", help=help_text, show_default=False)  # type: ignore[no-any-return]


@with_rules(*GAME_RULES)
def command(
    rules: Rules,
    count: Annotated[int, typer.Option(metavar="N", min=1, help="How many.")] = 10,
    players: Annotated[int, typer.Option(metavar="N", help="Players in the games.")] = 3,
    agents: Annotated[str, typer.Option(metavar="A,B,..", help="Who plays the games.")] = "greedy",
    seed: SeedOption = 1,
    stage: Annotated[
        str | None,
        typer.Option(metavar="STAGE", help="One of " + ", ".join(STAGES) + ".", show_default=False),
    ] = None,
    table: Annotated[str | None, _range("Melds on the table.")] = None,
    rack: Annotated[str | None, _range("Tiles on the rack.")] = None,
    with_jokers: Annotated[str | None, _range("Jokers on table and rack.")] = None,
    playable: Annotated[str | None, _range("Tiles of the best play.")] = None,
    best_plays: Annotated[str | None, _range("Distinct plays of as many tiles.")] = None,
    broken: Annotated[str | None, _range("Table melds that the best play must break.")] = None,
    puzzle: Annotated[
        int | None, typer.Option(metavar="N", help="Puzzles: lay all N; one solution.", show_default=False)
    ] = None,
    difficulty: Annotated[str | None, _range("Of a puzzle.")] = None,
    answers: Annotated[bool, typer.Option("--answers", help="Print the puzzles' answers too.")] = False,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Give up after so many games.")] = 20_000,
    as_json: JsonFlag = False,
) -> int:
    """Legal positions reached by playing games, filtered; or puzzles with one solution."""
    names = agents_of(agents, players)
    if stage is not None and stage not in STAGES:
        raise UsageError(f"no stage is called {stage!r}: it must be one of {', '.join(STAGES)}", word=stage)
    if puzzle is not None:
        if any((stage, table, rack, with_jokers, playable, best_plays, broken)):
            raise UsageError("puzzles are filtered by --difficulty alone")
        made = puzzles(puzzle, seed, rules, agents=names, difficulty=_read(difficulty), games=games)
        given = _give(islice(made, count), as_json, answers)
    else:
        if difficulty is not None or answers:
            raise UsageError("--difficulty and --answers are for puzzles: add --puzzle N")
        wanted = Wanted(
            stage=stage,
            table=_read(table),
            rack=_read(rack),
            jokers=_read(with_jokers),
            playable=_read(playable),
            best_plays=_read(best_plays),
            broken=_read(broken),
        )
        found = positions(seed, rules, agents=names, wanted=wanted, games=games)
        given = _give(islice(found, count), as_json, answers)
    if given < count:
        # What was found is printed already; nothing was wrong with the question.
        raise NotEnoughError(
            f"only {given} of {count} found in {games} games: ask for less, or raise --games"
        )
    return 0


def _read(text: str | None) -> Range:
    return ANY if text is None else Range.parse(text)


def _give(items: Iterable[Found | LayingPuzzle], as_json: bool, answers: bool) -> int:
    """Prints each as it is found; how many."""
    given = 0
    for item in items:
        given += 1
        if as_json:
            answer(item.to_json())
        elif isinstance(item, LayingPuzzle):
            print(show_puzzle(item), flush=True)
            if answers:
                print("  answer " + " | ".join(map(str, item.solution.table)))
        else:
            print(item.position, flush=True)
    return given
