"""The bot's side of the protocol, for agents in Python: it follows the games, and asks the agent.

`serve` speaks it on two streams. Run as a module it is what stands behind an agent `module:Class`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Any, BinaryIO

from optimeld.agents import hosting
from optimeld.agents.engine import EngineAgent
from optimeld.agents.moves import Agent
from optimeld.agents.names import load_class
from optimeld.agents.protocol import PROTOCOL, Message, line
from optimeld.errors import OptimeldError
from optimeld.game import GameError, View, check_engine_agent, is_engine_agent
from optimeld.melds import Meld
from optimeld.moves import Draw, Play, Take, as_move
from optimeld.notation import parse_tile, table_from_json, tiles_from_json
from optimeld.rules import Rules
from optimeld.turns import Turn


class Followed:
    """One game as it is told from one seat.

    >>> from optimeld.agents import protocol
    >>> from optimeld.game import Game
    >>> game = Game(seed=1)
    >>> followed = Followed(protocol.start_game(game.view(1)))
    >>> followed.hear(protocol.event(game.engine_turn("greedy"), 1))
    >>> view = followed.view(protocol.request(1, game.view(1), 10.0))
    >>> view.rack == game.rack(1), view.table == game.table, view.turn
    (True, True, 1)
    """

    def __init__(self, start: Message) -> None:
        if start["protocol"] != PROTOCOL:
            raise GameError(f"this speaks protocol {PROTOCOL}, not {start['protocol']!r}")
        self.rules = Rules.from_json(start["rules"])
        self.seat: int = start["seat"]
        self.names = tuple(start["players"])
        self._turns: list[Turn] = []
        self._heard = blake2b(json.dumps(start).encode(), digest_size=8)

    def hear(self, event: Message) -> None:
        """A turn was taken."""
        self._heard.update(json.dumps(event).encode())
        rules, action = self.rules, event["type"]
        before = self._turns[-1].table if self._turns else ()
        river = event["tile"] if action == "take" else event.get("river")
        drawn = [event["tile"]] if action == "draw" and "tile" in event else event.get("tiles", [])
        self._turns.append(
            Turn(
                player=event["seat"],
                action=action,
                opening=event.get("opening", False),
                played=tiles_from_json(event.get("played", []), rules),
                drawn=tiles_from_json(drawn, rules),
                drawn_count=event["drawn"] if action == "forfeit" else int(action == "draw"),
                river=None if river is None else parse_tile(river, rules),
                table=table_from_json(event["table"], rules) if action == "play" else before,
                note=event.get("why", ""),
            )
        )

    def view(self, request: Message) -> View:
        """What the agent may know when it is asked."""
        seen, rules = request["view"], self.rules
        # Luck that can be repeated, and from which nothing hidden follows: all that was heard, well stirred.
        luck = self._heard.copy()
        luck.update(json.dumps([seen["turn"], request.get("keep")]).encode())
        return View(
            rules=rules,
            player=self.seat,
            to_move=self.seat,
            turn=seen["turn"],
            rack=tiles_from_json(seen["rack"], rules),
            table=table_from_json(seen["table"], rules),
            river=tiles_from_json(seen["river"], rules),
            pool_size=seen["pool"],
            rack_sizes=tuple(seen["rack_sizes"]),
            opened=tuple(seen["opened"]),
            names=self.names,
            history=tuple(self._turns),
            pending=tiles_from_json(request.get("keep", []), rules),
            luck=int.from_bytes(luck.digest(), "little"),
        )


def answer(agent: Agent, request: Message, view: View) -> Message:
    """The agent's answer to a request; an error, in words, where it has none."""
    try:
        said = _decide(agent, view)
    except Exception as error:
        text = " ".join(str(error).split())
        said = {"type": "error", "message": f"raised {type(error).__name__}: {text}"[:200]}
    return {"seq": request["seq"], **said}


def _decide(agent: Any, view: View) -> Message:
    if view.pending:
        keep = getattr(agent, "keep", None)
        return {"type": "keep", "tile": str(view.pending[0] if keep is None else keep(view, view.pending))}
    move = as_move(agent.choose(view))
    if isinstance(move, Play):
        table = [
            [str(tile) for tile in (meld.tiles if isinstance(meld, Meld) else meld)] for meld in move.table
        ]
        return {"type": "play", "table": table}
    if isinstance(move, Take):
        return {"type": "take", "tile": str(move.tile)}
    if isinstance(move, Draw):
        return {"type": "draw"}
    return {"type": "error", "message": f"answered {repr(move)[:80]}, which is no move"}


def serve(make: Callable[[], Agent], lines: Iterable[bytes], write: Callable[[bytes], object]) -> None:
    """Speaks the protocol until the input ends; a new agent is made for every game."""
    game: Followed | None = None
    agent: Agent | None = None
    for text in lines:
        if not text.strip():
            continue
        message = _read(text)
        kind = message.get("type")
        try:
            if kind == "start_game":
                game, agent = Followed(message), make()
            elif kind == "end_game":
                game = agent = None
            elif game is None or agent is None:
                raise GameError(f"{kind!r} before 'start_game'")
            elif kind == "request":
                write(line(answer(agent, message, game.view(message))))
            else:
                game.hear(message)
        except (KeyError, TypeError, ValueError, OptimeldError) as error:
            raise GameError(
                f"not a message of the protocol: {error} in {text.decode(errors='replace')[:200]}"
            ) from error


def _read(text: bytes) -> Message:
    try:
        message = json.loads(text)
    except ValueError as error:
        raise GameError(f"not JSON: {error} in {text.decode(errors='replace')[:200]}") from None
    if not isinstance(message, dict):
        raise GameError(f"not a JSON object: {text.decode(errors='replace')[:200]}")
    return message


def maker(name: str) -> Callable[[], Agent]:
    """What makes the agent of this name: one of the engine's, or a class.

    >>> maker("greedy")().choose  # doctest: +ELLIPSIS
    <bound method EngineAgent.choose of ...>
    """
    if is_engine_agent(name):
        check_engine_agent(name)
        return lambda: EngineAgent(name)
    made: Callable[[], Agent] = load_class(name)
    return made


def _make_first_now(make: Callable[[], Agent]) -> Callable[[], Agent]:
    """What makes the first agent at once, so that one that cannot be made is known before any game."""
    made = [make()]
    return lambda: made.pop() if made else make()


def open_streams() -> tuple[BinaryIO, BinaryIO]:
    """The protocol's two streams. What the agent prints goes to standard error, not between the answers."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return sys.stdin.buffer, answers


def main() -> None:
    """Runs in the process of an agent `module:Class`; tells on the pipe that is named whether it is ready."""
    hosting.begin()
    questions, answers = open_streams()
    report = os.fdopen(int(sys.argv[2]), "wb")
    os.set_inheritable(report.fileno(), False)
    with report:
        try:
            make = _make_first_now(load_class(sys.argv[1]))
        except Exception as error:
            report.write(line({"error": f"{type(error).__name__}: {error}"}))
            return
        report.write(line({"ready": True}))
    serve(make, questions, answers.write)


if __name__ == "__main__":
    main()
