"""A program in a process of its own: lines in and out, each with a time by which it must be done.

It is confined by `launcher.py`, which also ends whatever it started. Nobody who does not read, writes without
end, falls silent or dies can hold up who asks.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from optimeld.agents.moves import AgentFailure
from optimeld.agents.secrecy import Secrecy
from optimeld.errors import InputError

_LAUNCHER = str(Path(__file__).with_name("launcher.py"))
_LONGEST_LINE = 1 << 20
_STDERR_KEPT = 16 << 10
_END_SECONDS = 5.0
_REPORT_SECONDS = 0.5
_PART = 1 << 16


@dataclass(frozen=True)
class AgentLimits:
    """What an agent from outside may take."""

    #: Seconds for one decision.
    seconds: float = 10.0
    #: Seconds more for the first decision of a program that has just been started.
    start_seconds: float = 10.0
    #: Megabytes of memory, all its processes together.
    memory: int = 4096
    processes: int = 64
    #: A folder that it may change; without one only a folder of its own that goes with it.
    folder: str | None = None

    def __post_init__(self) -> None:
        day = 86400
        ranges = {
            "seconds": (0, day),
            "start_seconds": (0, day),
            "memory": (15, 1 << 24),
            "processes": (0, 65536),
        }
        for name, (low, high) in ranges.items():
            value = getattr(self, name)
            if not low < value <= high:
                raise InputError(
                    f"{name} of an agent is {value:g}: it must be above {low}, and at most {high}"
                )


class AgentProcess:
    """One program, from its start to its end. `close` ends it, and everything that it started."""

    def __init__(
        self,
        command: Sequence[str],
        limits: AgentLimits,
        environment: Mapping[str, str],
        *,
        reports: bool = False,
    ) -> None:
        if os.name != "posix":
            raise AgentFailure("agents in processes of their own need Linux, macOS or another Unix")
        self.limits = limits
        #: What protects others from it: see docs/protocol.md.
        self.namespace = False
        self.files = False
        self._received = b""
        self._reported = b""
        self._stderr = bytearray()
        self._unasked = 0
        self._secrecy = Secrecy()
        self._folder = tempfile.mkdtemp(prefix="optimeld-agent-")
        try:
            self._start(command, environment, reports)
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._secrecy.end()
            raise

    def _start(self, command: Sequence[str], environment: Mapping[str, str], reports: bool) -> None:
        control, self._control = os.pipe()
        self._report, report = os.pipe()
        limits = self.limits
        config = {
            "command": list(command),
            "control": control,
            "report": report,
            "reports": reports,
            "memory": limits.memory << 20,
            "processes": limits.processes,
            "writable": [self._folder, *filter(None, [limits.folder])],
        }
        if reports:
            config["command"] = [*command, str(report)]
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", _LAUNCHER, json.dumps(config)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
                env={**os.environ, "TMPDIR": self._folder, **environment}, pass_fds=(control, report),
                # Ctrl-C in a terminal is not for it.
                start_new_session=True,
            )  # fmt: skip
        finally:
            os.close(control)
            os.close(report)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        self._err: int | None = self._process.stderr.fileno()
        os.set_blocking(self._in, False)

    def wait_started(self, seconds: float, *, ready: bool = False) -> None:
        """Waits until the program runs or, where it can say so, is ready; `AgentFailure` says why not."""
        end = time.monotonic() + seconds
        while (told := self._next_report(end)) is not None:
            if "error" in told:
                raise AgentFailure(str(told["error"]))
            if "ended" in told:
                raise AgentFailure(f"it ended at once ({told['ended']})")
            self.namespace = bool(told.get("namespace", self.namespace))
            self.files = bool(told.get("files", self.files))
            if not ready or told.get("ready"):
                return
        raise AgentFailure(
            "its process died" if time.monotonic() < end else f"it took more than {seconds:g} s"
        )

    def send(self, data: bytes, end: float) -> None:
        """Writes lines. What it wrote meanwhile without being asked is dropped."""
        left = memoryview(data)
        self._received = b""
        while left:
            readable, writable = self._wait([self._in], end)
            # What can be read now was written before it had the last of these lines.
            if self._out in readable:
                self._unasked += len(self._read_part())
                if self._unasked > _LONGEST_LINE:
                    raise AgentFailure("wrote more than it was asked for")
            if writable:
                try:
                    left = left[os.write(self._in, left) :]
                except BlockingIOError:
                    continue
                except OSError:
                    raise AgentFailure(self._death()) from None

    def receive(self, end: float) -> bytes:
        """The next line that it writes."""
        while b"\n" not in self._received:
            if len(self._received) > _LONGEST_LINE:
                raise AgentFailure("its answer is too long")
            if self._out in self._wait([], end)[0]:
                self._received += self._read_part()
        text, _, self._received = self._received.partition(b"\n")
        return text

    @property
    def stderr(self) -> str:
        """The end of what it has written to standard error."""
        return self._stderr.decode(errors="replace")

    def finish(self, seconds: float) -> bool:
        """Closes its input and waits: whether it ended by itself."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._in = -1
        return (told := self._next_report(time.monotonic() + seconds)) is not None and "ended" in told

    def close(self) -> None:
        """Ends it, with all that it started."""
        if self._control < 0:
            return
        self._drain_stderr()
        os.close(self._control)
        self._control = -1
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._report)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        shutil.rmtree(self._folder, ignore_errors=True)
        self._secrecy.end()

    def _wait(self, write: list[int], end: float) -> tuple[list[int], list[int]]:
        """Waits for its output or, where there is something to write, for its input; keeps its last words."""
        left = end - time.monotonic()
        reading = [self._out] if self._err is None else [self._out, self._err]
        readable, writable, _ = select.select(reading, write, [], max(left, 0))
        if left <= 0 or not (readable or writable):
            raise AgentFailure(f"overran its time of {self.limits.seconds:g} s")
        if self._err in readable:
            self._keep_stderr()
        return readable, writable

    def _read_part(self) -> bytes:
        part = os.read(self._out, _PART)
        if not part:
            raise AgentFailure(self._death())
        return part

    def _keep_stderr(self) -> None:
        assert self._err is not None
        part = os.read(self._err, _PART)
        if not part:
            self._err = None
        self._stderr += part
        del self._stderr[:-_STDERR_KEPT]

    def _drain_stderr(self) -> None:
        for _ in range(_LONGEST_LINE // _PART):
            if self._err is None or not select.select([self._err], [], [], 0)[0]:
                break
            self._keep_stderr()

    def _death(self) -> str:
        """What became of it, in words."""
        end = time.monotonic() + _REPORT_SECONDS
        while (told := self._next_report(end)) is not None:
            if str(told.get("ended", "")).startswith("more than"):
                return f"its process took {told['ended']}"
            if "ended" in told:
                break
        self._drain_stderr()
        return "its process died"

    def _next_report(self, end: float) -> dict[str, object] | None:
        while b"\n" not in self._reported:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self._report], [], [], left)[0]:
                return None
            part = os.read(self._report, 4096)
            if not part or len(self._reported) > _LONGEST_LINE:
                return None
            self._reported += part
        text, _, self._reported = self._reported.partition(b"\n")
        try:
            told = json.loads(text)
        except (ValueError, RecursionError):
            return {}
        return told if isinstance(told, dict) else {}
