"""Agents from outside, each in a process of its own: it sees what it is sent, and a clock can end it.

The game's process sends views (pickled: it is trusted), the agent's process answers in JSON (it is not). The
process is started once and used for many games, with a new agent for each. One that overruns its time or dies
is replaced, and the agent's memory of that game goes with it, but for the history in the view.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import select
import signal
import struct
import subprocess
import sys
import time
from dataclasses import replace
from importlib import import_module
from typing import Any, BinaryIO

from optimeld.agents import AgentFailure, Draw, Move, Play, Take
from optimeld.errors import OptimeldError
from optimeld.game import GameError, View
from optimeld.melds import Meld
from optimeld.notation import parse_tile, table_from_json
from optimeld.tiles import Tile
from optimeld.turns import Turn

START_LIMIT = 60.0
_SIZE = struct.Struct("<Q")
_LARGEST_ANSWER = 1 << 20


def load_class(path: str) -> Any:
    """The class (or any callable that makes an agent) that `module:Class` names.

    >>> load_class("optimeld.agents:Draw").__name__
    'Draw'
    """
    module, colon, name = path.partition(":")
    if not colon or not module or not name:
        raise GameError(f"no agent {path!r}: an agent is a name of the engine's or 'module:Class'", word=path)
    try:
        found = import_module(module)
    except ImportError as error:
        raise GameError(f"cannot import {module!r} for the agent {path!r}: {error}", word=path) from None
    if not callable(getattr(found, name, None)):
        raise GameError(f"module {module!r} has no class {name!r}", word=path)
    return getattr(found, name)


class HostedAgent:
    """An agent `module:Class` in another process, with a time limit for each decision in seconds.

    To the game it is an agent like any other; `close` ends the process.
    """

    def __init__(self, path: str, time_limit: float) -> None:
        self.path = path
        self.time_limit = time_limit
        self._process: subprocess.Popen[bytes] | None = None
        self._told = 0
        self._new_game = True
        self._start()

    def new_game(self) -> None:
        """A new game begins: a new agent is made for it."""
        self._new_game = True

    def choose(self, view: View) -> Move:
        """The agent's move, or `AgentFailure`."""
        answer = self._ask("choose", view)
        try:
            return _read_move(answer, view)
        except (OptimeldError, KeyError, TypeError, AttributeError) as error:
            raise AgentFailure(f"answered what is no move: {error}") from None

    def keep(self, view: View, tiles: tuple[Tile, ...]) -> Tile:
        """Which of two tiles the agent keeps."""
        answer = self._ask("keep", view)
        try:
            return parse_tile(answer["tile"], view.rules)
        except (OptimeldError, KeyError, TypeError) as error:
            raise AgentFailure(f"kept what is no tile: {error}") from None

    def close(self) -> None:
        """Ends the process, and those that it started."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()

    def _start(self) -> None:
        self.close()
        self._told = 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", "optimeld.agent_host", self.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([os.getcwd(), *filter(None, sys.path)])},
            # Of its own, so that Ctrl-C in a terminal is not for it, and that it ends with all it started.
            start_new_session=True,
        )
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        try:
            answer = self._receive(time.monotonic() + START_LIMIT, START_LIMIT)
        except AgentFailure as failure:
            self.close()
            raise GameError(f"the agent {self.path!r} did not start: {failure}", word=self.path) from None
        if "error" in answer:
            self.close()
            raise GameError(f"the agent {self.path!r} did not start: {answer['error']}", word=self.path)

    def _ask(self, question: str, view: View) -> Any:
        if self._process is None:
            try:
                self._start()
            except GameError as error:
                # It did start once: now this is a turn that it loses.
                raise AgentFailure(str(error)) from None
        if self._new_game:
            self._told = 0
        # Only what is new of the history travels.
        fresh = view.history[self._told :]
        message = (self._new_game, question, replace(view, history=()), self._told, fresh)
        self._new_game = False
        try:
            end = time.monotonic() + self.time_limit
            self._send(message, end)
            answer = self._receive(end, self.time_limit)
        except AgentFailure:
            # Whatever it is doing, it will not answer this question any more.
            self.close()
            raise
        self._told = len(view.history)
        if "error" in answer:
            raise AgentFailure(str(answer["error"]))
        return answer

    def _send(self, message: object, end: float) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        stream = self._process.stdin.fileno()
        body = pickle.dumps(message)
        data = memoryview(_SIZE.pack(len(body)) + body)
        while data:
            # Whoever does not read must not stop the game either.
            left = end - time.monotonic()
            if left <= 0 or not select.select([], [stream], [], left)[1]:
                raise AgentFailure(f"overran its time of {self.time_limit:g} s")
            try:
                data = data[os.write(stream, data) :]
            except OSError:
                raise AgentFailure("its process died") from None

    def _receive(self, end: float, limit: float) -> Any:
        size = _SIZE.unpack(self._read(_SIZE.size, end, limit))[0]
        if size > _LARGEST_ANSWER:
            raise AgentFailure("its answer is too long")
        try:
            answer = json.loads(self._read(size, end, limit))
        except ValueError:
            raise AgentFailure("its answer is not JSON") from None
        if not isinstance(answer, dict):
            raise AgentFailure("its answer is not an object")
        return answer

    def _read(self, count: int, end: float, limit: float) -> bytes:
        assert self._process is not None
        assert self._process.stdout is not None
        stream = self._process.stdout.fileno()
        data = b""
        while len(data) < count:
            left = end - time.monotonic()
            if left <= 0 or not select.select([stream], [], [], left)[0]:
                raise AgentFailure(f"overran its time of {limit:g} s")
            part = os.read(stream, count - len(data))
            if not part:
                raise AgentFailure("its process died")
            data += part
        return data


def _read_move(answer: dict[str, Any], view: View) -> Move:
    if answer["move"] == "play":
        return Play(table_from_json(answer["table"], view.rules))
    if answer["move"] == "take":
        return Take(parse_tile(answer["tile"], view.rules))
    if answer["move"] == "draw":
        return Draw()
    raise AgentFailure(f"answered {answer.get('shown', answer['move'])}, which is no move")


# The other side: what runs in the agent's process.


def _write_move(move: object) -> dict[str, Any]:
    if isinstance(move, Play):
        return {"move": "play", "table": _words(move.table)}
    if isinstance(move, Take):
        return {"move": "take", "tile": str(move.tile)}
    if isinstance(move, Draw):
        return {"move": "draw"}
    return {"move": "nonsense", "shown": repr(move)[:80]}


def _words(table: Any) -> list[list[str]]:
    return [[str(tile) for tile in (meld.tiles if isinstance(meld, Meld) else meld)] for meld in table]


def _answer(agent: Any, question: str, view: View) -> dict[str, Any]:
    if question == "choose":
        return _write_move(agent.choose(view))
    keep = getattr(agent, "keep", None)
    return {"tile": str(view.pending[0] if keep is None else keep(view, view.pending))}


def _serve(path: str, questions: BinaryIO, answers: BinaryIO) -> None:
    def reply(answer: dict[str, Any]) -> None:
        data = json.dumps(answer).encode()
        answers.write(_SIZE.pack(len(data)) + data)
        answers.flush()

    try:
        make = load_class(path)
        agent = make()
    except Exception as error:
        reply({"error": f"{type(error).__name__}: {error}"})
        return
    reply({"ready": True})
    history: list[Turn] = []
    used = False
    while head := questions.read(_SIZE.size):
        new_game, question, view, told, fresh = pickle.loads(questions.read(_SIZE.unpack(head)[0]))
        try:
            if new_game and used:
                agent = make()
            used = True
            history[told:] = fresh
            answer = _answer(agent, question, replace(view, history=tuple(history)))
        except Exception as error:
            answer = {"error": f"raised {type(error).__name__}: {' '.join(str(error).split())}"[:200]}
        reply(answer)


def main() -> None:
    """Runs in the agent's process. What the agent prints goes to standard error, not between the answers."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    _serve(sys.argv[1], sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
