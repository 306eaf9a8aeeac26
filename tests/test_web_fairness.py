"""Who asks much does not keep others waiting: shares of the threads, limits that end, clients that go."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from fastapi.testclient import TestClient

from optimeld.bench.hard import HARDEST
from optimeld.web.app import Settings, create_app
from optimeld.web.asking import Asker, Attended, asker
from optimeld.web.limits import BusyError, GoneError, Limits, TooLateError
from optimeld.web.work import Workers

LONG = 30.0


def in_a_loop(work: Coroutine[Any, Any, None]) -> None:
    """Runs it in a thread of its own: a browser that is being driven has a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def on_threads(check: Callable[[Workers], Coroutine[Any, Any, None]], **limits: Any) -> None:
    """Runs a check with three threads, one of which is a share."""
    workers = Workers(Limits(**{"seconds": LONG, **limits}), threads=3)
    try:
        in_a_loop(asyncio.wait_for(check(workers), LONG))
    finally:
        workers.close()


class Gate:
    """Work that goes on until it is let go, and knows how much of it runs."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.begun = 0

    def __call__(self) -> int:
        self.begun += 1
        assert self.open.wait(LONG)
        return 1


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.001)


async def asked_by(host: str, work: Coroutine[Any, Any, Any]) -> Any:
    asker.set(Asker(host))
    return await work


def test_batches_leave_threads_for_single_questions_even_of_the_same_machine() -> None:
    async def check(workers: Workers) -> None:
        gate = Gate()
        batches = [asyncio.ensure_future(asked_by("a", workers.run_many([gate] * 84))) for _ in range(2)]
        await until(lambda: gate.begun == 1)
        assert await asked_by("a", workers.run(lambda: "quick")) == "quick"
        assert await asked_by("b", workers.run(lambda: "quick")) == "quick"
        assert gate.begun == 1
        gate.open.set()
        for batch in batches:
            assert await batch == [1] * 84

    on_threads(check)


def test_one_machines_single_questions_leave_a_thread_for_another_machine() -> None:
    async def check(workers: Workers) -> None:
        gate = Gate()
        asked = [asyncio.ensure_future(asked_by("a", workers.run(gate))) for _ in range(5)]
        await until(lambda: gate.begun == 1)
        assert await asked_by("b", workers.run(lambda: "quick")) == "quick"
        gate.open.set()
        assert await asyncio.gather(*asked) == [1] * 5

    on_threads(check)


def test_the_machine_that_was_served_least_comes_first() -> None:
    async def check(workers: Workers) -> None:
        order: list[str] = []
        gate = Gate()
        first = asyncio.ensure_future(asked_by("a", workers.run(gate)))
        await until(lambda: gate.begun == 1)
        asked = [
            asyncio.ensure_future(asked_by(host, workers.run_many([partial(order.append, host)] * 3)))
            for host in ("a", "b")
        ]
        await asyncio.gather(*asked)
        assert order[:2] == ["a", "b"]
        gate.open.set()
        assert await first == 1

    on_threads(check)


def test_what_is_not_begun_in_time_is_never_begun_and_what_was_done_is_answered() -> None:
    async def check(workers: Workers) -> None:
        done = threading.Event()

        def slow() -> int:
            done.wait(LONG)
            return 2

        late = Gate()
        pieces: list[Callable[[], object]] = [lambda: 1, slow, late]
        found = await workers.run_many(pieces)
        assert found == [1, None, None]
        done.set()
        assert await workers.run_many([lambda: 3]) == [3]
        assert late.begun == 0

    on_threads(check, seconds=0.3)


def test_a_question_that_takes_too_long_is_told_so() -> None:
    async def check(workers: Workers) -> None:
        gate = Gate()
        with pytest.raises(TooLateError) as refused:
            await workers.run(gate)
        assert refused.value.to_json()["error"]["code"] == "time-limit"
        gate.open.set()

    on_threads(check, seconds=0.1)


def test_one_machine_cannot_take_all_the_places_in_the_queue() -> None:
    async def check(workers: Workers) -> None:
        gate = Gate()
        asked = [asyncio.ensure_future(asked_by("a", workers.run(gate))) for _ in range(7)]
        await until(lambda: gate.begun == 1)
        with pytest.raises(BusyError, match="busy"):
            await asked_by("a", workers.run(gate))
        assert await asked_by("b", workers.run(lambda: "quick")) == "quick"
        gate.open.set()
        await asyncio.gather(*asked)

    on_threads(check, waiting=8)


def test_work_for_a_client_that_has_gone_is_not_begun() -> None:
    async def check(workers: Workers) -> None:
        gate, late = Gate(), Gate()
        who = Asker("a")

        async def ask() -> None:
            asker.set(who)
            with pytest.raises(GoneError, match="nobody waits"):
                await workers.run_many([gate, late])

        asked = asyncio.ensure_future(ask())
        await until(lambda: gate.begun == 1)
        who.leave()
        await asked
        gate.open.set()
        assert await workers.run_many([lambda: 1]) == [1]
        assert late.begun == 0

    on_threads(check)


def test_a_client_that_disconnects_is_noticed_while_the_answer_is_worked_out() -> None:
    async def check() -> None:
        gone = asyncio.Event()
        noticed = asyncio.Event()
        messages = [{"type": "http.request", "body": b"{}", "more_body": False}]

        async def receive() -> Any:
            if messages:
                return messages.pop()
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(_message: Any) -> None: ...

        async def app(_scope: Any, receive: Any, _send: Any) -> None:
            await receive()
            who = asker.get()
            assert who is not None
            who.when_gone(noticed.set)
            gone.set()
            await noticed.wait()

        await asyncio.wait_for(Attended(app)({"type": "http", "client": ("a", 1)}, receive, send), LONG)

    in_a_loop(check())


@pytest.mark.long
def test_two_batches_of_hard_positions_leave_another_client_its_answers() -> None:
    """Over the whole server: every small question is answered before either of the batches is."""
    with TestClient(create_app(Settings(limits=Limits(seconds=2.0)))) as client:
        assert client.post("/api/check", json={}).status_code == 200  # loaded
        with ThreadPoolExecutor(2) as pool:
            batches = [
                pool.submit(client.post, "/api/solve-many", json={"positions": [HARDEST] * 150})
                for _ in range(2)
            ]
            for _ in range(20):
                found = client.post("/api/alternatives", json={"position": "K1 K2 K3 // K4 K5"})
                assert [play["played"] for play in found.json()["plays"]] == [["K4", "K5"], ["K4"]]
                assert not any(batch.done() for batch in batches)
            for batch in batches:
                answers = batch.result().json()["answers"]
                assert len(answers) == 150
                assert answers[-1]["error"]["code"] == "time-limit"
