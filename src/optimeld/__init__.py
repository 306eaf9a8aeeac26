"""The engine for Rummikub: rules, exact solver, exact counts, full games."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.2.0"

# Where each public name lives, and its name there if it is another. A module is imported when one of its
# names is first asked for, so that `import optimeld` costs next to nothing.
_HOMES = {
    "Draw": "moves",
    "Game": "game",
    "Goal": "goals",
    "InputError": "errors",
    "JOKER": "tiles",
    "Meld": "melds",
    "OptimeldError": "errors",
    "Play": "moves",
    "Position": "position",
    "ResourceError": "errors",
    "Rules": "rules",
    "Solution": "solver",
    "Take": "moves",
    "Tile": "tiles",
    "Universe": "universe",
    "advise": "strategy.advise",
    "alternatives": "analysis",
    "count": "counting.hands",
    "finishes": "strategy.finish",
    "finishing_draws": "strategy.finish",
    "judge": "legality",
    "match": "arena.tournament:play_match",
    "odds": "counting.odds:opening_odds",
    "outs": "analysis",
    "plays": "analysis",
    "rebuild": "analysis",
    "simulate": "arena.simulate",
    "solve": "solver",
    "solve_many": "solver",
}

__all__ = [
    "JOKER",
    "Draw",
    "Game",
    "Goal",
    "InputError",
    "Meld",
    "OptimeldError",
    "Play",
    "Position",
    "ResourceError",
    "Rules",
    "Solution",
    "Take",
    "Tile",
    "Universe",
    "__version__",
    "advise",
    "alternatives",
    "count",
    "finishes",
    "finishing_draws",
    "judge",
    "match",
    "odds",
    "outs",
    "plays",
    "rebuild",
    "simulate",
    "solve",
    "solve_many",
]

if TYPE_CHECKING:
    from optimeld.analysis import alternatives, outs, plays, rebuild
    from optimeld.arena.simulate import simulate
    from optimeld.arena.tournament import play_match as match
    from optimeld.counting.hands import count
    from optimeld.counting.odds import opening_odds as odds
    from optimeld.errors import InputError, OptimeldError, ResourceError
    from optimeld.game import Game
    from optimeld.goals import Goal
    from optimeld.legality import judge
    from optimeld.melds import Meld
    from optimeld.moves import Draw, Play, Take
    from optimeld.position import Position
    from optimeld.rules import Rules
    from optimeld.solver import Solution, solve, solve_many
    from optimeld.strategy.advise import advise
    from optimeld.strategy.finish import finishes, finishing_draws
    from optimeld.tiles import JOKER, Tile
    from optimeld.universe import Universe


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'optimeld' has no attribute {name!r}")
    module, _, its_name = home.partition(":")
    value = getattr(import_module(f"optimeld.{module}"), its_name or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
