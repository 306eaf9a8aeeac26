"""Subcommands that are known by name and help, and imported when they run."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

#: What Typer raises for a wrong command line. Its base class has lived in different packages over the
#: versions, but it has always been the grandparent of BadParameter.
usage_errors: Any = typer.BadParameter.__mro__[2]


#: The exit status after Ctrl-C, as shells have it.
INTERRUPTED = 130


class InterruptibleGroup(TyperGroup):
    """Says that Ctrl-C ended a command that has nothing else to say of it; Typer itself would be silent."""

    def invoke(self, ctx: Any) -> Any:
        """Runs the command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            print("optimeld: interrupted", file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None


class LazyCommand(TyperCommand):
    """Stands in the list of commands with its help; the module is imported when its arguments are read."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """The context of the real command."""
        assert self.name is not None
        return load(self.name).make_context(info_name, args, parent=parent, **extra)


def load(name: str) -> Any:
    """The real command called `name`."""
    module = import_module(f"optimeld.cli.{name.replace('-', '_')}")
    app = getattr(module, "app", None)
    if app is None:
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(name)(module.command)
    return get_command(app)
