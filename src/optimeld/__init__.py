"""The engine for Rummikub: rules, exact solver, exact counts, full games."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.2.0"

# Where each public name lives. A module is imported when one of its names is first asked for, so that
# `import optimeld` costs next to nothing.
_HOMES = {
    "Game": "game",
    "Goal": "goals",
    "InputError": "errors",
    "JOKER": "tiles",
    "Meld": "melds",
    "OptimeldError": "errors",
    "Position": "position",
    "ResourceError": "errors",
    "Rules": "rules",
    "Solution": "solver",
    "Tile": "tiles",
    "Universe": "universe",
    "alternatives": "analysis",
    "finishes": "strategy.finish",
    "finishing_draws": "strategy.finish",
    "judge": "legality",
    "outs": "analysis",
    "plays": "analysis",
    "rebuild": "analysis",
    "solve": "solver",
    "solve_many": "solver",
}

__all__ = [
    "JOKER",
    "Game",
    "Goal",
    "InputError",
    "Meld",
    "OptimeldError",
    "Position",
    "ResourceError",
    "Rules",
    "Solution",
    "Tile",
    "Universe",
    "__version__",
    "alternatives",
    "finishes",
    "finishing_draws",
    "judge",
    "outs",
    "plays",
    "rebuild",
    "solve",
    "solve_many",
]

if TYPE_CHECKING:
    from optimeld.analysis import alternatives, outs, plays, rebuild
    from optimeld.errors import InputError, OptimeldError, ResourceError
    from optimeld.game import Game
    from optimeld.goals import Goal
    from optimeld.legality import judge
    from optimeld.melds import Meld
    from optimeld.position import Position
    from optimeld.rules import Rules
    from optimeld.solver import Solution, solve, solve_many
    from optimeld.strategy.finish import finishes, finishing_draws
    from optimeld.tiles import JOKER, Tile
    from optimeld.universe import Universe


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'optimeld' has no attribute {name!r}")
    value = getattr(import_module(f"optimeld.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
