"""Agents: who decides. One small protocol for everyone's own, and the engine's agents by name."""

from __future__ import annotations

from typing import Protocol

from optimeld import notation
from optimeld.game import PENALTY_TILES, Game, MustPlayError, View
from optimeld.melds import Meld
from optimeld.moves import Draw, Move, Play, Take, as_move
from optimeld.refusals import Refusal
from optimeld.solver import Solution
from optimeld.tiles import Tile
from optimeld.turns import Turn

#: How the note begins of a turn that was lost because a play was overlooked (house rule `must_play`).
OVERLOOKED = "drew: "


class Agent(Protocol):
    """What an agent is: anything that chooses a move from a view. A new one is made for every game.

    An answer of `solve` counts as the play it found, or as a draw where it found none. An agent may also have
    `keep(view, tiles)`, which says which of two drawn tiles stays (house rule `river`); without it the first
    does. Whatever goes wrong in there costs the turn, not the game.

    >>> class Lazy:
    ...     def choose(self, view: View) -> Move:
    ...         return Draw()
    >>> game = Game(seed=1)
    >>> take_turn(game, Lazy()).action
    'draw'
    """

    def choose(self, view: View) -> Move | Solution:
        """The move to make."""
        ...


class AgentFailure(Exception):
    """An agent that did not come to a decision; the message becomes the note in the record."""


def take_turn(game: Game, agent: Agent) -> Turn:
    """Lets an agent take the turn of the player to move.

    An agent that raises, answers nonsense, or makes a move that is refused loses its turn: it draws one tile,
    and the record says why.

    >>> class Cheat:
    ...     def choose(self, view: View) -> Move:
    ...         return Play((Meld.parse("J J J"),))
    >>> turn = take_turn(Game(seed=1), Cheat())
    >>> turn.action, turn.note
    ('forfeit', "illegal play: J, now in 'J J J', is neither from the table nor on the rack")
    """
    player = game.to_move
    try:
        turn = _decide(game, player, agent)
    except AgentFailure as failure:
        return game.forfeit(player, str(failure))
    except MustPlayError as refused:
        # One tile is what the draw would have brought: it must cost more.
        return game.forfeit(player, f"{OVERLOOKED}{refused}", PENALTY_TILES)
    except Exception as error:
        return game.forfeit(player, f"raised {_in_brief(error)}")
    return turn


def _decide(game: Game, player: int, agent: Agent) -> Turn:
    move = as_move(agent.choose(game.view(player)))
    if isinstance(move, Play):
        return _play(game, player, move)
    if isinstance(move, Take):
        if not isinstance(move.tile, Tile) or move.tile not in game.river:
            raise AgentFailure(f"took {_shown(move.tile)}, which is not in the river")
        return game.take(player, move.tile)
    if not isinstance(move, Draw):
        raise AgentFailure(f"answered {_shown(move)}, which is no move")
    turn = game.draw(player)
    if turn is not None:
        return turn
    keep = getattr(agent, "keep", None)
    tile = game.pending[0] if keep is None else keep(game.view(player), game.pending)
    if tile not in game.pending:
        drawn = notation.format_tiles(game.pending)
        raise AgentFailure(f"kept {_shown(tile)}, which is not one of {drawn}")
    return game.keep(player, tile)


def _play(game: Game, player: int, move: Play) -> Turn:
    table = move.table
    if not isinstance(table, list | tuple) or not all(isinstance(meld, Meld) for meld in table):
        raise AgentFailure(f"played {_shown(table)}, which is no table")
    done = game.submit(player, table)
    if isinstance(done, Refusal):
        raise AgentFailure(f"illegal play: {done.message}")
    return done


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def _in_brief(error: BaseException) -> str:
    text = " ".join(str(error).split())
    text = text if len(text) <= 200 else text[:197] + "..."
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
