"""Subcommands that are known by name and help, and imported when they run."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand
from typer.main import get_command

#: What Typer raises for a wrong command line. Its base class has lived in different packages over the
#: versions, but it has always been the grandparent of BadParameter.
usage_errors: Any = typer.BadParameter.__mro__[2]


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
