"""What the subcommands share: options, reading positions, answering."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from optimeld.errors import UsageError
from optimeld.position import Position
from optimeld.rules import JOKER_RULES, RANGES, RETAIL, RULE_WORDS, Rules

#: `as_json: JsonFlag = False` gives a command its `--json`.
JsonFlag = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
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

    def make(box: str, **changes: Any) -> Rules:
        return rules_from(
            box, defaults | {name: value for name, value in changes.items() if value is not None}
        )

    return partial(
        with_options, "rules", make, last=[_box_option(), *(_rule_option(name, defaults) for name in names)]
    )


def with_position(opening: str, *, stream: bool = False) -> Callable[..., Callable[..., Any]]:
    """Gives a command POSITION, `--table`, `--rack` and `--opening`, and hands it what they hold as `given`.

    `opening` says what the flag means here, `stream` whether the command takes `-` too. It stands below
    `@with_rules`, whose rules the position is read by:

        @with_rules()
        @with_position("You have not opened yet.")
        def command(rules: Rules, given: Given, as_json: JsonFlag = False) -> None: ...
    """
    text = "TABLE // RACK" + (", or - for one position a line." if stream else ".")
    options = [
        make_option(
            "text", str | None, None,
            typer.Argument(metavar="[POSITION]", help=text, show_default=False),
        ),
        make_option(
            "table", str | None, None,
            typer.Option(metavar="MELDS", help="The table, in place of POSITION.", show_default=False),
        ),
        make_option(
            "rack", str | None, None,
            typer.Option(metavar="TILES", help="The rack, in place of POSITION.", show_default=False),
        ),
        make_option("opening", bool, False, typer.Option("--opening", help=opening)),
    ]  # fmt: skip
    return partial(with_options, "given", Given, first=options)


@dataclass(frozen=True)
class Given:
    """The position of a command's arguments: POSITION, or `--table` and `--rack`."""

    text: str | None
    table: str | None
    rack: str | None
    opening: bool

    @property
    def nothing(self) -> bool:
        """Whether there is none."""
        return self.text is None and self.table is None and self.rack is None

    @property
    def is_stream(self) -> bool:
        """Whether it is `-`: one position a line from standard input."""
        return self.text == "-" and self.table is None and self.rack is None

    def position(self, rules: Rules) -> Position:
        """The one position."""
        if self.nothing:
            raise UsageError("no position: give 'TABLE // RACK', or --table and --rack")
        opened = not self.opening
        if self.text is None:
            return Position.of(self.table or "", self.rack or "", rules, opened=opened)
        if self.table is not None or self.rack is not None:
            raise UsageError("give POSITION, or --table and --rack, but not both")
        return Position.parse(self.text, rules, opened=opened)

    def positions(self, rules: Rules) -> Iterator[Position]:
        """The one position, or those of standard input as the lines come."""
        if not self.is_stream:
            yield self.position(rules)
            return
        for line in stdin_lines():
            yield Position.parse(line, rules, opened=not self.opening)


def with_options(
    argument: str,
    make: Callable[..., Any],
    function: Callable[..., Any],
    first: Sequence[inspect.Parameter] = (),
    last: Sequence[inspect.Parameter] = (),
) -> Callable[..., Any]:
    """The command with options in place of an argument, which is made of them."""
    own = inspect.signature(function, eval_str=True)
    kept = [parameter for name, parameter in own.parameters.items() if name != argument]
    names = [parameter.name for parameter in (*first, *last)]

    def command(**given: Any) -> Any:
        made = make(**{name: given.pop(name) for name in names})
        return function(**{argument: made}, **given)

    command.__doc__ = function.__doc__
    command.__name__ = function.__name__
    command.__module__ = function.__module__
    parameters = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in (*first, *kept, *last)]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {p.name: p.annotation for p in parameters}
    return command


def make_option(name: str, kind: Any, default: Any, option: Any) -> inspect.Parameter:
    """An option of a command as a parameter of its function."""
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option]
    )


def rules_from(box: str, changes: dict[str, Any]) -> Rules:
    """The rules of a box with some changes."""
    if box not in _BOXES:
        raise UsageError(f"no box is called {box!r}: it must be one of {', '.join(_BOXES)}", word=box)
    return _BOXES[box]().replace(**changes)


def _box_option() -> inspect.Parameter:
    option = typer.Option(
        "--box", metavar="NAME", help="The box to start from: " + ", ".join(_BOXES) + ".",
        autocompletion=lambda: list(_BOXES),
    )  # fmt: skip
    return make_option("box", str, "retail", option)


def _rule_option(name: str, defaults: dict[str, Any]) -> inspect.Parameter:
    usual, words = defaults.get(name, getattr(RETAIL, name)), RULE_WORDS[name]
    flag = "--" + name.replace("_", "-")
    if isinstance(usual, bool):
        return make_option(name, bool | None, None, typer.Option(flag, help=words, show_default=False))
    if name in RANGES:
        low, high = RANGES[name]
        # A rack's upper bound is the box.
        text = f"{words} [{usual}]" if name == "rack_size" else f"{words} [{usual}; {low}..{high}]"
        return make_option(
            name, int | None, None, typer.Option(flag, metavar="N", help=text, show_default=False)
        )
    option = typer.Option(
        flag, metavar="RULE", help=f"{words} [{usual}]", show_default=False,
        autocompletion=lambda: list(JOKER_RULES),
    )  # fmt: skip
    return make_option(name, str | None, None, option)


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
