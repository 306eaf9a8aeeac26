"""Requests in, answers out as they come: several at once, each with its time, each can be cancelled."""

from __future__ import annotations

import heapq
import json
import logging
import math
import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from optimeld.deadlines import Stop, deadline
from optimeld.engine.questions import QUESTIONS, Fields, Json, Question, RequestError
from optimeld.errors import OptimeldError, ResourceError
from optimeld.machine import cores

Id = str | int
_EVERYWHERE = frozenset({"id", "type", "time_ms"})
_LONGEST_TIME = 86_400_000
#: Seconds kept of a request's time for its answer.
_TO_ANSWER = 0.25
_log = logging.getLogger(__name__)


class TimeLimitError(ResourceError):
    """No answer within the time."""

    code = "time-limit"


class CancelledError(ResourceError):
    """A request that was cancelled."""

    code = "cancelled"


class TooManyRequestsError(ResourceError):
    """Too many requests are waiting."""

    code = "busy"


@dataclass(order=True)
class EngineJob:
    """A request under way. It is answered once: by its work, by its time, or by who cancels it."""

    #: What is soon done comes first, and then who came first.
    long: bool
    number: int
    id: Id = field(compare=False)
    question: Question = field(compare=False)
    data: Json = field(compare=False)
    ends: float = field(compare=False)
    stop: Stop = field(compare=False, default_factory=Stop)
    answered: bool = field(compare=False, default=False)


class Engine:
    """Answers requests on some threads; `write` gets every answer as one line, from whichever thread it is.

    >>> lines = []
    >>> with Engine(lines.append) as engine:
    ...     engine.take('{"id": 1, "type": "finish", "position": "K1 K2 K3 // K4"}')
    >>> lines
    ['{"id": 1, "type": "finish", "answer": {"finishes": true}}']
    """

    def __init__(
        self,
        write: Callable[[str], object],
        *,
        workers: int | None = None,
        seconds: float = 60.0,
        waiting: int = 10_000,
    ) -> None:
        self._write = write
        self._seconds = seconds
        self._most_waiting = waiting
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._number = 0
        self._jobs: dict[Id, EngineJob] = {}
        self._queue: queue.PriorityQueue[EngineJob] = queue.PriorityQueue()
        self._clock = _Clock()
        self._ended = False
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(workers or cores())]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def serve(self, lines: Iterable[str]) -> None:
        """Takes every line, and waits until all are answered."""
        for line in lines:
            if line.strip():
                self.take(line)
        self.close()

    def take(self, line: str) -> None:
        """Takes a request. What is wrong with it is its answer."""
        request_id: Id | None = None
        kind: object = None
        try:
            data = _read(line)
            request_id = _id_of(data)
            kind = data.get("type")
            if kind == "cancel":
                self._cancel(request_id, data)
            else:
                self._begin(request_id, data)
        except OptimeldError as error:
            self._answer(request_id, kind, error.to_json())

    def close(self) -> None:
        """Waits for what is under way, and ends the threads."""
        if self._ended:
            return
        self._ended = True
        self._queue.join()
        for _ in self._threads:
            self._queue.put(_END)
        self._clock.close()

    def _begin(self, request_id: Id, data: Json) -> None:
        kind = data.get("type")
        question = QUESTIONS.get(kind) if isinstance(kind, str) else None
        if question is None:
            kinds = ", ".join(sorted([*QUESTIONS, "cancel"]))
            raise RequestError(f"no request has the type {kind!r}: it must be one of {kinds}")
        unknown = data.keys() - question.fields - _EVERYWHERE
        if unknown:
            raise RequestError(f"{kind} has no field {min(unknown)!r}", word=min(unknown))
        seconds = self._seconds
        if "time_ms" in data:
            seconds = Fields(data).number("time_ms", 0, 1, _LONGEST_TIME) / 1000
        with self._lock:
            if request_id in self._jobs:
                raise RequestError(f"the id {request_id!r} is under way already")
            if len(self._jobs) >= self._most_waiting:
                raise TooManyRequestsError(f"{self._most_waiting} requests are under way: wait for answers")
            self._number += 1
            ends = time.monotonic() + seconds
            job = EngineJob(question.long, self._number, request_id, question, data, ends)
            self._jobs[request_id] = job
        self._clock.call_at(ends, lambda: self._too_late(job, seconds))
        self._queue.put(job)

    def _cancel(self, request_id: Id, data: Json) -> None:
        if "of" not in data:
            raise RequestError("cancel needs 'of': the id of the request")
        with self._lock:
            job = self._jobs.get(_checked_id(data["of"], "of"))
        done = job is not None and self._end(job, CancelledError("the request was cancelled").to_json())
        self._answer(request_id, "cancel", {"answer": {"cancelled": done}})

    def _too_late(self, job: EngineJob, seconds: float) -> None:
        self._end(job, TimeLimitError(f"no answer within {seconds:g} s").to_json())

    def _work(self) -> None:
        while (job := self._queue.get()) is not _END:
            try:
                if not job.answered:
                    self._end(job, outcome(job))
            finally:
                self._queue.task_done()

    def _end(self, job: EngineJob, said: Json) -> bool:
        """Answers a request unless it was answered; whether this was the answer."""
        with self._lock:
            if job.answered:
                return False
            job.answered = True
            # Whatever is still being worked out for it ends now.
            job.stop.set()
            del self._jobs[job.id]
        self._answer(job.id, job.data["type"], said)
        return True

    def _answer(self, request_id: Id | None, kind: object, said: Json) -> None:
        line = json.dumps({"id": request_id, "type": kind, **said}, ensure_ascii=False)
        with self._writing:
            self._write(line)


def outcome(job: EngineJob) -> Json:
    """What the work on a request came to."""
    # It ends a little before its time, so that what it has found by then is still an answer.
    left = job.ends - time.monotonic()
    left = max(0.0, left - min(_TO_ANSWER, left / 4))
    try:
        with deadline(left, stop=job.stop):
            return {"answer": job.question.answer(Fields(job.data, lambda: not job.answered))}
    except OptimeldError as error:
        return error.to_json()
    except Exception:
        # One question that we cannot cope with must not take the others with it.
        _log.exception("a request of type %r broke off", job.data["type"])
        return {"error": {"code": "internal", "message": "the engine made a mistake"}}


class _Clock:
    """Calls things when their time has come, from one thread."""

    def __init__(self) -> None:
        self._calls: list[tuple[float, int, Callable[[], object]]] = []
        self._changed = threading.Condition()
        self._number = 0
        self._ended = False
        threading.Thread(target=self._run, daemon=True).start()

    def call_at(self, when: float, call: Callable[[], object]) -> None:
        """Has something called at a time."""
        with self._changed:
            self._number += 1
            heapq.heappush(self._calls, (when, self._number, call))
            self._changed.notify()

    def close(self) -> None:
        """Calls nothing any more."""
        with self._changed:
            self._ended = True
            self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._ended and (not self._calls or self._calls[0][0] > time.monotonic()):
                    self._changed.wait(self._calls[0][0] - time.monotonic() if self._calls else None)
                if self._ended:
                    return
                _, _, call = heapq.heappop(self._calls)
            call()


def _read(line: str) -> Json:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RequestError(f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise RequestError(f"a request is an object, not {line.strip()[:40]!r}")
    return data


def _id_of(data: Json) -> Id:
    if "id" not in data:
        raise RequestError("a request needs an 'id'")
    return _checked_id(data["id"], "id")


def _checked_id(value: Any, name: str) -> Id:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise RequestError(f"{name} is {value!r}, but it must be a text or a whole number")
    return value


_END = EngineJob(True, 2**63, "", QUESTIONS["about"], {}, math.inf)
