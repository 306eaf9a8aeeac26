"""The analysis engine: one process that answers questions from a program, one JSON object a line."""

from optimeld.engine.serving import Engine

__all__ = ["Engine"]
