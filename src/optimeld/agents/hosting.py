"""Whether this process is an agent's: then it starts no games with agents in processes of their own.

A script that names a class of its own as `module:Class` is imported by the agent's process. Without a guard
it would begin its games there again, and its agents' processes in turn.
"""

from __future__ import annotations

from optimeld.game import GameError

_in_agent = False


def begin() -> None:
    """From now on this process is an agent's."""
    global _in_agent
    _in_agent = True


def refuse_inside() -> None:
    """Raises in an agent's process."""
    if _in_agent:
        raise GameError(
            "games are begun while the agent's module is imported: "
            'put them below `if __name__ == "__main__":`'
        )
