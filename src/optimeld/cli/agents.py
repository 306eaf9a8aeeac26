"""`optimeld agents`: who can play."""

from __future__ import annotations

from optimeld.cli.common import JsonFlag, answer
from optimeld.game import AGENT_KINDS, POOL_ENDS


def command(as_json: JsonFlag = False) -> None:
    """The agents of the engine: names, parameters, and what each does."""
    if as_json:
        answer({"agents": [kind.to_json() for kind in AGENT_KINDS], "pool_ends": dict(POOL_ENDS)})
        return
    written = {kind.name + kind.parameters: kind.words for kind in AGENT_KINDS}
    written |= {
        "module:Class": "an agent of your own, in Python",
        "exec:COMMAND": "a program of your own, in any language (docs/protocol.md)",
    }
    width = max(map(len, written))
    for name, words in written.items():
        print(f"{name:<{width}}  {words}")
    print("\nEND, once the pool is empty and not everything can be laid:")
    for word, words in POOL_ENDS:
        print(f"  {word:<{width - 2}}  {words}")
