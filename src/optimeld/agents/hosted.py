"""Agents from outside, each in a process of its own: it sees what it is sent, and a clock can end it.

`module:Class` and `exec:COMMAND` speak the same protocol; the class is made to by `optimeld.agents.bot`. A
process is started once and used for many games. One that overruns its time or dies is ended, started again
and told all of the game so far; one that does so again and again is given up, so that a run always ends.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from optimeld.agents import hosting, protocol
from optimeld.agents.moves import AgentFailure
from optimeld.agents.names import EXEC, check_command, import_path
from optimeld.agents.process import AgentLimits, AgentProcess
from optimeld.game import GameError, View
from optimeld.moves import Move
from optimeld.tiles import Tile

#: How long a Python class may take to be imported and made.
START_LIMIT = 60.0
#: Deaths and overruns in a row after which an agent is given up for the game, and such games for the run.
PATIENCE = 3
_GOODBYE_SECONDS = 1.0

#: Sees every line, and whether it was the agent's.
Listener = Callable[[bytes, bool], None]


class HostedAgent:
    """An agent in another process, with limits for each decision.

    To the game it is an agent like any other; `close` ends the process.
    """

    def __init__(
        self, name: str, limits: AgentLimits | None = None, listener: Listener | None = None
    ) -> None:
        hosting.refuse_inside()
        self.name = name
        self.limits = limits or AgentLimits()
        self._listener = listener
        self._is_class = not name.startswith(EXEC)
        self._command = (
            [sys.executable, "-m", "optimeld.agents.bot", name] if self._is_class else check_command(name)
        )
        self._process: AgentProcess | None = None
        self._last_words = ""
        self._seq = 0
        #: How much of the history it was told; None: it does not know yet that there is a game.
        self._told: int | None = None
        self._fresh = self._starts = True
        self._failures = 0
        self._lost_games = 0
        try:
            self._start()
        except AgentFailure as failure:
            said = f": {self._last_words.splitlines()[-1]}" if self._last_words else ""
            raise GameError(f"the agent {name!r} did not start: {failure}{said}", word=name) from None

    def new_game(self) -> None:
        """A new game begins."""
        self._told = None
        if self._failures >= PATIENCE and self._lost_games < PATIENCE:
            self._lost_games += 1
            # Another chance, unless there were enough of them.
            self._failures = 0 if self._lost_games < PATIENCE else PATIENCE

    def choose(self, view: View) -> Move:
        """The agent's move, or `AgentFailure`."""
        move = self._ask(view)
        assert not isinstance(move, Tile)
        return move

    def keep(self, view: View, tiles: tuple[Tile, ...]) -> Tile:
        """Which of two tiles the agent keeps."""
        tile = self._ask(view)
        assert isinstance(tile, Tile)
        return tile

    def end_game(self, view: View) -> None:
        """Tells how the game ended."""
        if self._process is None or self._told is None or view.result is None:
            return
        try:
            self._tell(
                [*self._news(view), protocol.end_game(view.result)], time.monotonic() + _GOODBYE_SECONDS
            )
        except AgentFailure:
            self._end()
        self._told = None

    @property
    def stderr(self) -> str:
        """The end of what it has written to standard error."""
        return self._last_words if self._process is None else self._process.stderr

    @property
    def protection(self) -> dict[str, bool]:
        """Which of the protections that not every system has are in force."""
        process = self._process
        return {
            "namespace": process is not None and process.namespace,
            "files": process is not None and process.files,
        }

    @property
    def running(self) -> bool:
        """Whether its process is there."""
        return self._process is not None

    def finish(self, seconds: float) -> bool:
        """Closes its input: whether it then ends by itself."""
        ended = self._process is None or self._process.finish(seconds)
        self._end()
        return ended

    def close(self) -> None:
        """Ends the process, and those that it started."""
        self._end()

    def _start(self) -> None:
        extra = {"PYTHONPATH": import_path()} if self._is_class else {}
        self._process = AgentProcess(self._command, self.limits, extra, reports=self._is_class)
        self._told = None
        self._fresh = not self._is_class
        try:
            self._process.wait_started(START_LIMIT, ready=self._is_class)
        except AgentFailure:
            self._end()
            raise

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close()
            self._last_words = process.stderr.strip()

    def _ask(self, view: View) -> Move | Tile:
        if self._failures >= PATIENCE:
            what = "the game" if self._lost_games < PATIENCE else "the run"
            raise AgentFailure(f"given up for {what} after {PATIENCE} failures in a row")
        try:
            text = self._exchange(view)
        except AgentFailure:
            # Whatever it is doing, it will not answer this question any more.
            self._end()
            self._failures += 1
            raise
        self._failures = self._lost_games = 0
        self._told = len(view.history)
        self._fresh, self._starts = False, True
        return protocol.read_answer(text, self._seq, view)

    def _exchange(self, view: View) -> bytes:
        if self._process is None:
            try:
                self._start()
            except AgentFailure as failure:
                # It did start once: now this is a turn that it loses.
                raise AgentFailure(f"the agent {self.name!r} did not start: {failure}") from None
        assert self._process is not None
        self._seq += 1
        # Time to start is given once, and again to who has shown that it starts.
        grace = self.limits.start_seconds if self._fresh and self._starts else 0.0
        self._starts = False
        end = time.monotonic() + self.limits.seconds + grace
        self._tell([*self._news(view), protocol.request(self._seq, view, self.limits.seconds)], end)
        text = self._process.receive(end)
        if self._listener is not None:
            self._listener(text, True)
        return text

    def _news(self, view: View) -> list[protocol.Message]:
        """What it has not been told yet: all of the game where it is new to it."""
        news = [] if self._told is not None else [protocol.start_game(view)]
        return news + [protocol.event(turn, view.player) for turn in view.history[self._told or 0 :]]

    def _tell(self, messages: list[protocol.Message], end: float) -> None:
        assert self._process is not None
        lines = [protocol.line(message) for message in messages]
        if self._listener is not None:
            for line in lines:
                self._listener(line.rstrip(b"\n"), False)
        self._process.send(b"".join(lines), end)
