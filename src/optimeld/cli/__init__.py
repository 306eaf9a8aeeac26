"""The `optimeld` command. Each subcommand is a module here, imported when it is the one that runs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer
from typer.core import TyperGroup
from typer.main import get_command

from optimeld import __version__
from optimeld.cli.lazy import InterruptibleGroup, LazyCommand, usage_errors
from optimeld.errors import OptimeldError, UsageError

#: Every subcommand with its help, in the order of `--help`. The module `optimeld.cli.NAME` (with `_` for `-`)
#: holds a function `command`, or a Typer called `app` where the subcommand has subcommands of its own.
COMMANDS = {
    "solve": "The best play in a position, proved, and how to carry it out.",
    "advise": "What to do in a turn to win: every candidate with its chance, drawing among them, and why.",
    "show": "A position as a picture, in the terminal or as SVG.",
    "melds": "How many melds there are, by kind, length and jokers, and which.",
    "count": "How many hands of each size can be laid down whole.",
    "odds": "How likely a hand holds an opening.",
    "reproduce": "Every number of the papers on Rummikub, computed anew.",
    "rules": "The rules in force, and their ranges.",
    "endgame": "The best move of two players with an empty pool, where all tiles are known.",
    "agents": "The agents of the engine: names, parameters, and what each does.",
    "simulate": "Whole games between agents: who wins, by how much, how long it takes.",
    "match": "Agents against each other on the same tiles in every seat, with intervals, Elo and SPRT.",
    "tournament": "Everyone against everyone, or a gauntlet, on the same mirrored deals.",
    "league": "Agents, players and rules crossed: wins, points, ratings, circles; and what beats an agent.",
    "check-agent": "Whether a bot is sound: it plays every variant, and what is wrong is said in words.",
    "bot": "An agent that speaks the bot protocol, one JSON object a line.",
    "generate": "Positions reached by playing games, filtered; and puzzles with one solution.",
    "puzzle": "Today's puzzle, the same for everyone, and new ones by kind and level.",
    "stats": "Length, openings, seats, empty pools and scores of games, with plots.",
    "replay": "Recorded games played again, every turn checked; export to JSON lines and Parquet.",
    "review": "A recorded game turn by turn: what was played, and what could have been.",
    "engine": "Answers a program's questions: JSON lines in and out, several at once, with limits.",
    "bench": "How fast the solver is on positions from full games, alone and beside others.",
    "crosscheck": "The solver against slow independent methods, position by position.",
    "serve": "The board in the browser: analyse a position, play against the engine.",
}

app = typer.Typer(
    name="optimeld",
    cls=InterruptibleGroup,
    rich_markup_mode=None,  # plain help: drawing it with rich costs more than most commands take
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(asked: bool) -> None:
    if asked:
        print(f"optimeld {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and stop.", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    """The engine for Rummikub: rules, exact solver, exact counts, full games."""


def run(args: Sequence[str]) -> int:
    """Runs one command line; the exit status. What cannot be answered is one line on standard error.

    Bad input ends with status 2; good input for which time, memory or other machines did not suffice with 3.
    """
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    for name, summary in COMMANDS.items():
        group.add_command(LazyCommand(name, help=summary))
    try:
        status = group.main(list(args) or ["--help"], prog_name="optimeld", standalone_mode=False)
    except usage_errors as error:
        return _complain(UsageError(error.format_message()), args)
    except OptimeldError as error:
        return _complain(error, args)
    except BrokenPipeError:
        # Whoever read our output has seen enough. Standard output is closed, so nothing may flush it again.
        sys.stdout = None
        return 1
    return status if isinstance(status, int) else 0


def _complain(error: OptimeldError, args: Sequence[str]) -> int:
    import json

    options = args[: args.index("--")] if "--" in args else args
    if "--json" in options:
        line = json.dumps(error.to_json(), ensure_ascii=False)
    else:
        line = f"optimeld: {error.message}"
    # Whatever was typed, it is one line.
    line = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in line)
    print(line, file=sys.stderr)
    return error.exit_status


def main() -> None:
    """Entry point of the `optimeld` command."""
    sys.exit(run(sys.argv[1:]))
