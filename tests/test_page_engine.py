"""The engine of the static board answers as the server does: the core in WebAssembly, under Node."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from optimeld import Position
from optimeld.bench.corpus import corpus
from optimeld.game import Game
from optimeld.records.text import Record
from optimeld.reference.positions import random_position
from optimeld.rules import Rules
from optimeld.strategy.advise import AdviseError, advise
from optimeld.strategy.verdicts import balance, turning_points, verdicts
from optimeld.web import reviewing
from optimeld.web.app import create_app
from optimeld.web.opponents import OPPONENTS

ROOT = Path(__file__).resolve().parents[1]
MODULE = ROOT / "build" / "wasm" / "optimeld.wasm"

pytestmark = pytest.mark.skipif(
    not MODULE.exists() or shutil.which("node") is None, reason="needs node, and ./run wasm before"
)

Json = Any


class PageEngine:
    """`answers.js` in a process of its own, one request a line."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            ["node", str(ROOT / "tests" / "page_engine.mjs"), str(MODULE)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._say({"opponents": [opponent.to_json() for opponent in OPPONENTS]})

    def _say(self, message: Json) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def ask(self, method: str, path: str, body: Json = None) -> Json:
        """The value, the list of events, or the error."""
        self._say({"method": method, "path": path, "body": body})
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(10)


@pytest.fixture(scope="module")
def page() -> Iterator[PageEngine]:
    engine = PageEngine()
    yield engine
    engine.close()


@pytest.fixture(scope="module")
def server() -> Iterator[TestClient]:
    with TestClient(create_app()) as client:
        yield client


def served(server: TestClient, path: str, body: Json) -> Json:
    """What the server answers, in the form that the page's engine answers in."""
    response = server.post(path, json=body)
    if response.headers["content-type"].startswith("text/event-stream"):
        events = []
        for block in response.text.strip().split("\n\n"):
            name, data = block.split("\n")
            if name != "event: done":
                events.append([name.removeprefix("event: "), json.loads(data.removeprefix("data: "))])
        return events
    return response.json()


def timeless(answer: Json) -> Json:
    """The same but for the times."""
    if isinstance(answer, dict):
        times = ("elapsed_us", "elapsed_ms")
        return {name: timeless(value) for name, value in answer.items() if name not in times}
    return [timeless(value) for value in answer] if isinstance(answer, list) else answer


def bodies(count: int) -> Iterator[Json]:
    """Positions of games and at random, by several rules."""
    rng = random.Random(13)
    for entry in rng.sample(corpus(), count // 2):
        yield entry.position
    boxes = [Rules(), Rules(joker_rule="free"), Rules(joker_rule="locked"), Rules(copies=3, jokers=4)]
    for number in range(count // 2):
        yield random_position(rng, boxes[number % len(boxes)], melds=6, rack=14)


def test_everything_about_a_position_is_said_alike(page: PageEngine, server: TestClient) -> None:
    for number, position in enumerate(bodies(60)):
        body = {
            **position.to_json(),
            "rules": position.rules.to_json(),
            "objective": ("tiles", "value")[number % 2],
            "opening": not position.opened,
            "alternatives": 5,
        }
        body = {name: body[name] for name in body if name != "opened"}
        assert timeless(page.ask("POST", "/api/analyse", body)) == timeless(
            served(server, "/api/analyse", body)
        ), position


def test_the_first_answer_and_the_rest_are_the_whole_answer(page: PageEngine) -> None:
    for position in bodies(12):
        body = {**position.to_json(), "rules": position.rules.to_json()}
        first = page.ask("WITHIN", "10000", body)
        rest = page.ask("POST", "/api/analyse/more", body)
        assert timeless([*first, *rest]) == timeless(page.ask("POST", "/api/analyse", body)), position
    assert len(page.ask("WITHIN", "10000", {"table": [["K1", "K3"]], "rack": ["K2"]})) == 1
    assert page.ask("POST", "/api/analyse/more", {"table": [["K1", "K3"]], "rack": ["K2"]}) == []


def test_an_answer_that_takes_longer_than_it_may_is_not_given(page: PageEngine) -> None:
    table = "R13 B13 O13 | R3 B3 O3 | B11 J B13 | K6 K7 K8 | B4 B5 B6 | K1 R1 B1 O1 | K12 R12 J"
    rack = "O5 R4 K5 O9 B12 B12 K13 R1 B2 O2 K3 B10 R2 B4 O12 K4 B11 O6 O10 O11 O4 B8 R9 R11 O7 R6 B9 B7 K11"
    body = {"table": [meld.split() for meld in table.split("|")], "rack": rack.split()}
    assert page.ask("WITHIN", "0", body) is None
    assert page.ask("WITHIN", "10000", body)[1][1]["status"] == "optimal"


def test_how_to_win_is_said_alike(page: PageEngine) -> None:
    tables = [((7,), None), ((3, 12), (True, False)), ((1, 14, 9), None)]
    small = [position for position in bodies(10) if position.rules.copies == 2]  # the others take long
    for number, position in enumerate([*small, Position.parse("R1 R2 R3 | K5 K6 K7 // K10")]):
        opponents, opened = tables[number % len(tables)]
        body = {
            **{name: value for name, value in position.to_json().items() if name != "opened"},
            "rules": position.rules.to_json(),
            "opening": not position.opened,
            "opponents": opponents,
            "opened": opened,
            "win_or_points": ("win", "points")[number % 2],
            "rollouts": 160,
            "seed": number,
        }
        events = page.ask("POST", "/api/advise", body)
        advice = advise(
            position, opponents, opened=opened, objective=body["win_or_points"], rollouts=160, seed=number
        )
        assert timeless(events[-1]) == ["advice", timeless(advice.to_json())], position


@pytest.mark.parametrize(
    "more",
    [
        {"opponents": []},
        {"opponents": [0]},
        {"opponents": [102]},
        {"opponents": [7], "opened": [True, False]},
        {"opponents": [7], "pool": 99},
        {"position": "K1 K2 K3 //"},
    ],
)
def test_a_table_that_cannot_be_is_refused_in_the_same_words(page: PageEngine, more: Json) -> None:
    body = {"position": "K1 K2 K3 // K4 R7", **more}
    refused = page.ask("POST", "/api/advise", body)["error"]
    with pytest.raises(AdviseError) as error:
        advise(body.pop("position"), **{"opponents": (14,), **body})
    assert (refused["code"], refused["message"]) == (error.value.code, str(error.value))


def test_what_is_wrong_with_a_layout_is_said_alike(page: PageEngine, server: TestClient) -> None:
    layouts: list[Json] = [
        {"table": [["K1", "K2"], ["R5", "R7", "R8"], ["J", "J", "J", "J"]], "rack": ["X1", "R14", "K1"]},
        {"table": [["K1", "K1", "K1"], ["K2", "R2", "B2", "O2", "K2"], ["R5", "B6", "O7"]], "rack": ["K1"]},
        {"table": [["r3", "J", "y5"]], "rack": ["k01", "j", "G1", "J5"]},
        {"table": [["R3", "J", "J", "R4"]], "rack": []},
    ]
    for body in layouts:
        assert page.ask("POST", "/api/check", body) == served(server, "/api/check", body)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/solve", {"position": "K1 K2 K4 // R6"}),
        ("/api/solve", {"position": "K1 K2 K3"}),
        ("/api/solve", {"position": "K1 K2 K3 // K1 K1"}),
        ("/api/solve", {"position": "// K14"}),
        ("/api/rebuild", {"tiles": ["K1", "K1", "K1"]}),
        ("/api/rebuild", {"tiles": "K3 R7 K1 B7 K2 O7"}),
        ("/api/alternatives", {"position": "K1 K2 K3 // K4 K5", "n": 3}),
        ("/api/outs", {"position": "K1 K2 K3 // K5"}),
    ],
)
def test_questions_and_refusals_are_answered_alike(
    page: PageEngine, server: TestClient, path: str, body: Json
) -> None:
    assert timeless(page.ask("POST", path, body)) == timeless(served(server, path, body))


#: Games to play on for each turn of a review.
FEW = {"rollouts": 36}
#: What differs from one game to the next of the same seed.
OWN = {"id", "sheet", "clock"}


def view(game: Json) -> Json:
    assert "error" not in game, game
    return {name: value for name, value in game.items() if name not in OWN}


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"joker_rule": "locked"},
        pytest.param({"river": True}, marks=pytest.mark.long),
        pytest.param({"opening_then_table": True}, marks=pytest.mark.long),
        pytest.param({"must_play": True}, marks=pytest.mark.long),
    ],
)
def test_a_whole_game_goes_as_it_does_on_the_server(
    page: PageEngine, server: TestClient, rules: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "THINK_SECONDS", 1e-6)  # what turns were worth is tested by itself
    body = {"opponents": ["simple", "greedy", "greedy-value"], "seed": 11, "rules": rules}
    ours, theirs = page.ask("POST", "/api/games", body), served(server, "/api/games", body)
    keys = ours["id"], theirs["id"]

    def both(action: str, more: Json) -> tuple[Json, Json]:
        path = "/api/games/{}/" + action
        return (
            page.ask("POST", path.format(keys[0]), more),
            served(server, path.format(keys[1]), more),
        )

    while True:
        assert view(ours) == view(theirs)
        if ours["over"]:
            break
        turn = {"turn": ours["turn"]}
        if ours["pending"]:
            ours, theirs = both("keep", turn | {"tile": ours["pending"][-1]})
            continue
        hints = both("hint", turn | {"tier": 3})
        assert timeless(hints[0]) == timeless(hints[1])
        table = hints[0]["table"]
        drafts = both("check", {"table": table})
        assert drafts[0] == drafts[1]
        half = both("check", {"table": table[1:]})
        assert half[0] == half[1]
        if hints[0]["status"] == "optimal":
            if rules.get("must_play"):
                refused = both("draw", turn)
                assert refused[0] == refused[1]
                assert refused[0]["error"]["code"] == "must-play"
            ours, theirs = both("play", turn | {"table": table})
        else:
            refused = both("play", turn | {"table": ours["table"]})
            assert refused[0] == refused[1]
            ours, theirs = both("draw", turn)
    record = page.ask("GET", f"/api/games/{keys[0]}/record")
    assert record == server.get(f"/api/games/{keys[1]}/record").json()
    reviews = (
        page.ask("POST", f"/api/games/{keys[0]}/review", FEW),
        served(server, f"/api/games/{keys[1]}/review", {}),
    )
    assert reviews[0][0][1] | {"key": keys[1]} == reviews[1][0][1]
    # Turns are weighed by another number of games here and there.
    turns = 1 + [name for name, _ in reviews[0]].index("summary")
    assert reviews[0][1:turns] == reviews[1][1:turns]
    assert [name for name, _ in reviews[0]] == [name for name, _ in reviews[1]]
    game = Record.parse(record["record"]).replay()
    weighed = list(verdicts(game, ours["seat"], rollouts=FEW["rollouts"]))
    assert [told for name, told in reviews[0] if name == "verdict"] == [each.to_json() for each in weighed]
    sums = balance(game, ours["seat"], weighed)
    assert sums is not None
    assert reviews[0][-1][1]["balance"] == sums.to_json()
    points = turning_points(game, ours["seat"], weighed)
    assert reviews[0][-1][1]["turning_points"] == [asdict(point) for point in points]
    again = page.ask("GET", f"/api/games/{keys[0]}")
    assert again["result"] == theirs["result"]
    assert again["sheet"][0]["scores"] == theirs["sheet"][0]["scores"]
    told = page.ask("POST", "/api/review", {"record": record["record"], "seat": ours["seat"], **FEW})
    assert told[0][1] == reviews[0][0][1] | {"key": None}
    assert told[1:] == reviews[0][1:]
    mine = [at for at, turn in enumerate(ours["log"]) if turn["player"] == ours["seat"]]
    begun = both("again", {"turn": mine[1]})
    assert view(begun[0]) == view(begun[1])


def test_a_record_that_is_wrong_is_refused_in_words(page: PageEngine, server: TestClient) -> None:
    game = Game(players=["simple", "simple"], seed=2)
    while not game.over:
        game.engine_turn("simple")
    text = Record.of(game).to_text()
    lines = text.splitlines()
    play = next(at for at, line in enumerate(lines) if " opens " in line)
    for wrong in (
        "",
        "optimeld game 2",
        text.replace("seed 2", "seed 3"),
        text.replace("rack 2 ", "rack 2 K99 "),
        text.replace("values=13", "values=x"),
        text.replace(" wins ", " wins +"),
        "\n".join(lines[:play] + lines[play + 1 :]),
        "\n".join(lines[:-1]),
        text + "more",
    ):
        ours = page.ask("POST", "/api/review", {"record": wrong})
        theirs = served(server, "/api/review", {"record": wrong})
        if "error" in theirs:
            assert ours["error"]["code"] == theirs["error"]["code"], wrong
            assert ours["error"]["message"].partition(":")[0] == theirs["error"]["message"].partition(":")[0]
        else:
            assert ours[0][0] == "game"


def test_a_core_that_breaks_down_is_begun_anew_and_games_go_on(page: PageEngine) -> None:
    game = page.ask("POST", "/api/games", {"opponents": ["greedy"], "seed": 3})
    before = page.ask("GET", f"/api/games/{game['id']}")
    assert page.ask("BREAK", "")["error"]["code"] == "internal"
    assert view(page.ask("GET", f"/api/games/{game['id']}")) == view(before)
