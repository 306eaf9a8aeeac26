"""The analysis engine: every line is answered once, in whatever order, by the package's own words."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
import time
from importlib.resources import files
from typing import Any

import jsonschema_rs
import pytest

from optimeld import analysis
from optimeld.bench.corpus import corpus
from optimeld.bench.hard import HARDEST
from optimeld.engine import Engine, questions, serving
from optimeld.engine.questions import QUESTIONS, Fields, Json, Question
from optimeld.position import Position
from optimeld.rules import Rules
from optimeld.solver import solve
from optimeld.strategy.advise import advise

SCHEMA = json.loads((files("optimeld.engine.data") / "engine.schema.json").read_text(encoding="utf-8"))


def schema_of(name: str) -> Any:
    return jsonschema_rs.Draft202012Validator({**SCHEMA, "oneOf": [{"$ref": f"#/$defs/{name}"}]})


REQUEST, RESPONSE = schema_of("request"), schema_of("response")


def ask(*requests: object, **settings: Any) -> list[Json]:
    """The answers to some requests, in the order they came."""
    lines: list[str] = []
    with Engine(lines.append, **settings) as engine:
        for request in requests:
            engine.take(request if isinstance(request, str) else json.dumps(request))
    found = [json.loads(line) for line in lines]
    for answer in found:
        RESPONSE.validate(answer)
    return found


def ask_one(**request: Any) -> Json:
    (found,) = ask({"id": 1, **request})
    return found


def test_each_kind_of_question_is_answered_as_the_package_does() -> None:
    text = "K1 K2 K3 | R5 B5 O5 // R6 K4 J"
    position = Position.parse(text)
    solved = ask_one(type="solve", position=text)["answer"]
    assert solved | {"elapsed_us": 0} == solve(position).to_json() | {"elapsed_us": 0}
    several = ask_one(type="alternatives", position=text, n=3)["answer"]
    assert [play["played"] for play in several["plays"]] == [
        [str(tile) for tile in play.played] for play in analysis.alternatives(position, 3)
    ]
    assert several["complete"] is True
    outs = ask_one(type="outs", position=text)["answer"]
    assert outs["outs"] == [out.to_json() for out in analysis.outs(position)]
    after = [["K1", "K2", "K3", "K4"], ["R5", "B5", "O5"]]
    assert ask_one(type="judge", position=text, after=after)["answer"] == {"ok": True}
    refused = ask_one(type="judge", position=text, after="K1 K2 | K3 K4 J | R5 B5 O5")["answer"]
    assert (refused["ok"], refused["meld"]) == (False, 0)
    assert ask_one(type="finish", position="K1 K2 K3 // K5", draws=True)["answer"] == {
        "finishes": False,
        "draws": ["K4", "J"],
    }
    advice = ask_one(type="advise", position=text, opponents=[3], rollouts=64)["answer"]
    assert advice | {"elapsed_ms": 0} == advise(position, (3,), rollouts=64).to_json() | {"elapsed_ms": 0}
    assert ask_one(type="about")["answer"]["types"] == sorted(QUESTIONS)


def test_rules_goal_and_opening_are_taken_from_the_request() -> None:
    opening = ask_one(type="solve", rack="K10 B10 J R1", opening=True, objective="value", steps=False)
    assert opening["answer"]["points"] == 30
    assert "steps" not in opening["answer"]
    free = ask_one(type="solve", position="// K1", rules={"joker_rule": "free"})
    assert free["answer"]["joker_rule"] == "free"
    assert ask_one(type="solve", position="// K9", rules={"values": 8})["error"]["code"] == "unknown-tile"


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("hello", "bad-request", "not JSON"),
        ("[" * 100_000, "bad-request", "not JSON"),
        ("[1]", "bad-request", "a request is an object"),
        ('{"type": "solve"}', "bad-request", "needs an 'id'"),
        ('{"id": null, "type": "about"}', "bad-request", "id is None"),
        ('{"id": true, "type": "about"}', "bad-request", "id is True"),
        ('{"id": 1}', "bad-request", "no request has the type None"),
        ('{"id": 1, "type": ["solve"]}', "bad-request", "no request has the type ['solve']"),
        ('{"id": 1, "type": "guess"}', "bad-request", "'guess': it must be one of about"),
        ('{"id": 1, "type": "solve", "postion": "// K1"}', "bad-request", "solve has no field 'postion'"),
        ('{"id": 1, "type": "solve", "position": 3}', "bad-request", "position is 3"),
        ('{"id": 1, "type": "solve", "position": "//", "rack": "K1"}', "bad-request", "not both"),
        ('{"id": 1, "type": "solve", "position": "// X1"}', "unknown-tile", "X1"),
        ('{"id": 1, "type": "solve", "position": "K1 K2 // K3"}', "not-a-meld", "K1 K2"),
        ('{"id": 1, "type": "solve", "position": "// K1", "objective": "most"}', "bad-objective", "most"),
        ('{"id": 1, "type": "solve", "position": "// K1", "rules": 3}', "bad-rules", "3"),
        ('{"id": 1, "type": "solve", "position": "// K1", "time_ms": 0}', "bad-request", "time_ms is 0"),
        ('{"id": 1, "type": "solve", "position": "// K1", "opening": 1}', "bad-request", "opening is 1"),
        ('{"id": 1, "type": "alternatives", "position": "// K1", "n": 0}', "bad-request", "n is 0"),
        ('{"id": 1, "type": "judge", "position": "// K1"}', "bad-request", "needs 'after'"),
        ('{"id": 1, "type": "judge", "position": "// K1", "after": 7}', "bad-request", "after is 7"),
        ('{"id": 1, "type": "advise", "position": "// K1", "opponents": 3}', "bad-request", "rack sizes"),
        ('{"id": 1, "type": "advise", "position": "// K1", "think": "long"}', "bad-request", "think is"),
        ('{"id": 1, "type": "advise", "position": "// K1", "objective": "fun"}', "bad-advise", "fun"),
        ('{"id": 1, "type": "cancel"}', "bad-request", "needs 'of'"),
        ('{"id": 1, "type": "cancel", "of": 2.5}', "bad-request", "of is 2.5"),
    ],
)
def test_what_is_wrong_with_a_request_is_its_answer(line: str, code: str, said: str) -> None:
    (found,) = ask(line)
    assert found["error"]["code"] == code
    assert said in found["error"]["message"]


def test_many_requests_at_once_are_each_answered_once_and_rightly() -> None:
    entries = [entry for entry in corpus() if entry.position.rules == Rules() and entry.position.opened]
    chosen = random.Random(5).sample(entries, 200)
    positions = [str(entry.position) for entry in chosen]
    asked = [{"id": f"q{number}", "type": "solve", "position": text} for number, text in enumerate(positions)]
    for request in asked[:5]:
        REQUEST.validate(request)
    found = {answer["id"]: answer["answer"] for answer in ask(*asked, workers=4)}
    assert len(found) == len(asked)
    for request in asked:
        expected = solve(Position.parse(request["position"])).to_json()
        assert found[request["id"]] | {"elapsed_us": 0} == expected | {"elapsed_us": 0}


class Held:
    """A question that is answered when it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.open = threading.Event(), threading.Event()
        monkeypatch.setitem(QUESTIONS, "held", Question(self.answer, long=True))
        self.lines: list[str] = []

    def answer(self, _fields: Fields) -> Json:
        self.begun.set()
        assert self.open.wait(30)
        return {"held": True}

    def answers(self) -> list[Json]:
        return [json.loads(line) for line in self.lines]


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    return Held(monkeypatch)


def test_answers_come_as_they_are_found_and_what_is_soon_done_goes_first(held: Held) -> None:
    with Engine(held.lines.append, workers=1) as engine:
        engine.take('{"id": 1, "type": "held"}')
        assert held.begun.wait(30)
        engine.take('{"id": 2, "type": "outs", "position": "// K1"}')
        engine.take('{"id": 3, "type": "finish", "position": "// K1"}')
        held.open.set()
    assert [answer["id"] for answer in held.answers()] == [1, 3, 2]


def test_a_request_can_be_cancelled_before_and_while_it_is_worked_on(held: Held) -> None:
    with Engine(held.lines.append, workers=1) as engine:
        engine.take('{"id": 1, "type": "held"}')
        engine.take('{"id": 2, "type": "held"}')
        assert held.begun.wait(30)
        for number in (2, 1, 1):
            engine.take(json.dumps({"id": f"c{number}", "type": "cancel", "of": number}))
        held.open.set()
    said = [(answer["id"], answer.get("answer") or answer["error"]["code"]) for answer in held.answers()]
    assert said == [
        (2, "cancelled"),
        ("c2", {"cancelled": True}),
        (1, "cancelled"),
        ("c1", {"cancelled": True}),
        ("c1", {"cancelled": False}),
    ]


def test_a_request_that_takes_too_long_is_told_so_once(held: Held) -> None:
    with Engine(held.lines.append, workers=1) as engine:
        engine.take('{"id": 1, "type": "held", "time_ms": 50}')
        while not held.lines:
            threading.Event().wait(0.01)
        held.open.set()
    (answer,) = held.answers()
    assert answer["error"]["code"] == "time-limit"
    assert "0.05 s" in answer["error"]["message"]


def test_work_that_is_cancelled_or_late_really_ends() -> None:
    """Hard positions without end would keep the two threads from the question that comes after them."""
    hard = [{"id": number, "type": "solve", "position": HARDEST, "time_ms": 60_000} for number in range(40)]
    lines: list[str] = []
    with Engine(lines.append, workers=2) as engine:
        for request in hard:
            engine.take(json.dumps(request))
        for number in range(40):
            engine.take(json.dumps({"id": f"c{number}", "type": "cancel", "of": number}))
        engine.take('{"id": "after", "type": "about"}')
    assert json.loads(lines[-1])["id"] == "after"


def test_a_solve_that_runs_out_of_time_answers_what_is_proved() -> None:
    data = {"id": 1, "type": "solve", "position": HARDEST, "steps": False}
    found = serving.outcome(serving.EngineJob(False, 1, 1, QUESTIONS["solve"], data, ends=time.monotonic()))
    assert found["answer"]["status"] == "time-limit"
    assert not (found["answer"]["play_proved"] and found["answer"]["kept_proved"])
    RESPONSE.validate({"id": 1, "type": "solve", **found})


def test_an_id_is_free_again_when_its_answer_is_out_and_too_many_are_refused(held: Held) -> None:
    with Engine(held.lines.append, workers=1, waiting=2) as engine:
        for number in (1, 1, 2, 3):
            engine.take(json.dumps({"id": number, "type": "held"}))
        held.open.set()
    refused = [answer["error"]["code"] for answer in held.answers() if "error" in answer]
    assert refused == ["bad-request", "busy"]
    assert sum("answer" in answer for answer in held.answers()) == 2


def test_a_mistake_of_ours_is_one_answer_and_not_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(_fields: Fields) -> Json:
        raise ZeroDivisionError

    monkeypatch.setitem(questions.QUESTIONS, "mistaken", Question(mistaken))
    first, second = ask({"id": 1, "type": "mistaken"}, {"id": 2, "type": "about"}, workers=1)
    assert first["error"]["code"] == "internal"
    assert second["answer"]["protocol"] == 1


def test_the_command_answers_what_it_reads_and_ends_with_its_input() -> None:
    lines = [
        {"id": 1, "type": "solve", "position": "K1 K2 K3 // K4"},
        {"id": 2, "type": "finish", "position": "// K1", "rules": Rules().to_json()},
    ]
    text = "\n".join(["", *map(json.dumps, lines), "nonsense", ""])
    done = subprocess.run(
        [sys.executable, "-m", "optimeld", "engine"], input=text, capture_output=True, text=True, check=True
    )
    found = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    assert found[1]["answer"]["played"] == ["K4"]
    assert found[2]["answer"] == {"finishes": False}
    assert found[None]["error"]["code"] == "bad-request"
