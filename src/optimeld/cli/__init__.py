"""The `optimeld` command."""

import typer

app = typer.Typer(no_args_is_help=True)


@app.callback()
def root() -> None:
    """The engine for Rummikub."""


def main() -> None:
    """Entry point of the `optimeld` command."""
    app()
