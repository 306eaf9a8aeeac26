"""What goes wrong is named for what it is: bad input, or good input that is too much."""

from __future__ import annotations

import json
import os
import pickle

import pytest

from optimeld import Position, Rules, _core, analysis, solver
from optimeld.arena.cluster import ClusterError
from optimeld.cli import run
from optimeld.counting.automata import HandShape, vast_counts
from optimeld.errors import InputError, OptimeldError, ResourceError, TooLargeError, UsageError
from optimeld.machine import cores


def test_too_large_is_one_thing_wherever_it_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TooLargeError):
        vast_counts(HandShape.of(Rules(), 2), 13, [2], memory=1 << 20)

    class Full:
        def solve(self, *_: object, **__: object) -> None:
            raise _core.TooLarge("no memory")

    monkeypatch.setattr(solver, "core_solver", lambda _: Full())
    with pytest.raises(TooLargeError):
        solver.solve(Position.parse("// K1"))


def test_what_is_no_fault_of_the_input_is_no_value_error() -> None:
    for kind in (TooLargeError, ClusterError, analysis.BudgetError):
        assert issubclass(kind, ResourceError)
        assert not issubclass(kind, ValueError)
    assert issubclass(UsageError, InputError)
    assert issubclass(InputError, ValueError)


@pytest.mark.parametrize("kind", [InputError, ResourceError])
def test_an_error_travels_between_processes(kind: type[OptimeldError]) -> None:
    error = pickle.loads(pickle.dumps(kind("no", word="X5")))
    assert type(error) is kind
    assert error.to_json() == kind("no", word="X5").to_json()


def test_the_command_line_tells_the_two_apart(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("optimeld.arena.cluster._CONNECT_SECONDS", 1)
    assert run(["count", "--jokers", "2", "--memory", "0.01", "--no-cache", "--json"]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert json.loads(err)["error"]["code"] == "too-large"
    assert run(["simulate", "--games", "1", "--cluster", "127.0.0.1:1"]) == 3
    assert "no Dask scheduler at" in capsys.readouterr().err
    assert run(["count", "--jokers", "9"]) == 2


def test_cores_are_counted_where_the_system_does_not_say_which_are_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert cores() == os.cpu_count()
