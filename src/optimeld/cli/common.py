"""What the subcommands share: options, reading positions, answering."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from optimeld.errors import UsageError
from optimeld.position import Position
from optimeld.rules import JOKER_RULES, RANGES, RETAIL, RULE_WORDS, Rules

#: `as_json: JsonFlag = False` gives a command its `--json`.
JsonFlag = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
PositionArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="[POSITION]", help="TABLE // RACK, or - for one position a line.", show_default=False
    ),
]
TableOption = Annotated[
    str | None,
    typer.Option("--table", metavar="MELDS", help="The table, in place of POSITION.", show_default=False),
]
RackOption = Annotated[
    str | None,
    typer.Option("--rack", metavar="TILES", help="The rack, in place of POSITION.", show_default=False),
]
SvgOption = Annotated[
    Path | None, typer.Option("--svg", metavar="FILE", help="Draw the picture into FILE.", show_default=False)
]

_BOXES: dict[str, Callable[[], Rules]] = {"retail": Rules.retail, "six-players": Rules.six_players}

#: The rule options of the contract, which most commands take.
CONTRACT_RULES = ("values", "colours", "copies", "jokers", "min_meld", "opening_points", "joker_rule")


def with_rules(
    *more: str, only: tuple[str, ...] | None = None, **defaults: Any
) -> Callable[..., Callable[..., Any]]:
    """Gives a command the rule options, and hands it the `Rules` they make as its argument `rules`.

    `more` names further rules to offer (`"rack_size"`), `only` replaces the contract's list, and `defaults`
    are rules whose default for this command is not the retail one.

        @with_rules("rack_size", jokers=0)
        def command(rules: Rules, as_json: JsonFlag = False) -> None: ...
    """
    names = (*(CONTRACT_RULES if only is None else only), *more)

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        own = inspect.signature(function, eval_str=True)
        kept = [parameter for name, parameter in own.parameters.items() if name != "rules"]
        added = [_box_option(), *(_rule_option(name, defaults) for name in names)]

        def command(**given: Any) -> Any:
            box = given.pop("box")
            changes = {name: given.pop(name) for name in names}
            rules = rules_from(
                box, defaults | {name: value for name, value in changes.items() if value is not None}
            )
            return function(rules=rules, **given)

        command.__doc__ = function.__doc__
        command.__name__ = function.__name__
        command.__module__ = function.__module__
        parameters = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in (*kept, *added)]
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        command.__annotations__ = {p.name: p.annotation for p in parameters}
        return command

    return decorate


def rules_from(box: str, changes: dict[str, Any]) -> Rules:
    """The rules of a box with some changes."""
    if box not in _BOXES:
        raise UsageError(f"no box is called {box!r}: it must be one of {', '.join(_BOXES)}", word=box)
    return _BOXES[box]().replace(**changes)


def _box_option() -> inspect.Parameter:
    annotation = Annotated[
        str,
        typer.Option(
            "--box", metavar="NAME", help="The box to start from: " + ", ".join(_BOXES) + ".",
            autocompletion=lambda: list(_BOXES),
        ),
    ]  # fmt: skip
    return inspect.Parameter("box", inspect.Parameter.KEYWORD_ONLY, default="retail", annotation=annotation)


def _rule_option(name: str, defaults: dict[str, Any]) -> inspect.Parameter:
    usual, words = defaults.get(name, getattr(RETAIL, name)), RULE_WORDS[name]
    flag = "--" + name.replace("_", "-")
    annotation: Any
    if isinstance(usual, bool):
        annotation = Annotated[bool | None, typer.Option(flag, help=words, show_default=False)]
    elif name in RANGES:
        low, high = RANGES[name]
        # A rack's upper bound is the box.
        text = f"{words} [{usual}]" if name == "rack_size" else f"{words} [{usual}; {low}..{high}]"
        annotation = Annotated[int | None, typer.Option(flag, metavar="N", help=text, show_default=False)]
    else:
        option = typer.Option(
            flag, metavar="RULE", help=f"{words} [{usual}]", show_default=False,
            autocompletion=lambda: list(JOKER_RULES),
        )  # fmt: skip
        annotation = Annotated[str | None, option]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def read_position(
    position: str | None, table: str | None, rack: str | None, rules: Rules, *, opened: bool = True
) -> Position:
    """The position of a command's arguments: POSITION, or `--table` and `--rack`."""
    if position is not None and (table is not None or rack is not None):
        raise UsageError("give POSITION, or --table and --rack, but not both")
    if position is not None:
        return Position.parse(position, rules, opened=opened)
    if table is None and rack is None:
        raise UsageError("no position: give 'TABLE // RACK', or --table and --rack")
    return Position.of(table or "", rack or "", rules, opened=opened)


def read_positions(
    position: str | None, table: str | None, rack: str | None, rules: Rules, *, opened: bool = True
) -> Iterator[Position]:
    """As `read_position`, and `-` reads one position a line from standard input as the lines come."""
    if position != "-" or table is not None or rack is not None:
        yield read_position(position, table, rack, rules, opened=opened)
        return
    for line in stdin_lines():
        yield Position.parse(line, rules, opened=opened)


def stdin_lines() -> Iterator[str]:
    """The lines of standard input that are not blank, as they come."""
    for line in sys.stdin:
        if line.strip():
            yield line.strip()


def answer(data: Any) -> None:
    """Prints one JSON value on one line."""
    print(json.dumps(data, ensure_ascii=False), flush=True)


def write_file(path: Path, text: str) -> None:
    """Writes a file that an option named; a path that cannot be written is bad input."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {str(path)!r}: {error.strerror}", word=str(path)) from None
