"""`--plot FILE`: looked at before the work begins, drawn after the results are out."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from optimeld.errors import ResourceError, UsageError

PlotOption = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", help="Draw it: .png, .svg, .pdf.", show_default=False),
]

_ENDINGS = (".png", ".svg", ".pdf", ".jpg", ".jpeg", ".eps", ".ps", ".tif", ".tiff", ".webp")


class PlotError(ResourceError):
    """A plot that could not be written after all; the results are out already."""

    code = "no-plot"


def check_plot(path: Path | None) -> None:
    """Raises where FILE cannot be drawn: before anything long is begun."""
    if path is None:
        return
    if find_spec("matplotlib") is None:
        raise UsageError("--plot needs matplotlib: pip install 'optimeld[plot]'")
    if path.suffix.lower() not in _ENDINGS:
        raise UsageError(f"cannot draw {str(path)!r}: a plot is a .png, .svg or .pdf", word=str(path))
    writable = os.access(path, os.W_OK) if path.exists() else os.access(path.parent, os.W_OK)
    if path.is_dir() or not writable:
        raise UsageError(f"cannot write {str(path)!r}", word=str(path))


@contextlib.contextmanager
def drawing(path: Path) -> Iterator[None]:
    """Around the drawing: what goes wrong with the file is told in one line."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise PlotError(f"cannot write {str(path)!r}: {error}", word=str(path)) from None
