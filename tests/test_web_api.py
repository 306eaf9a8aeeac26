"""The server's answers about positions, and its refusals."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from optimeld.position import Position
from optimeld.solver import solve
from optimeld.web.app import Settings, create_app
from optimeld.web.limits import Limits
from optimeld.web.pages import GAME_PAGES, HTML, PAGES, STATIC


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app()) as made:
        yield made


def events(text: str) -> list[tuple[str, object]]:
    found = re.findall(r"event: (\w+)\ndata: (.*)\n\n", text)
    return [(name, json.loads(data)) for name, data in found]


def test_solve_answers_with_the_contracts_fields(client: TestClient) -> None:
    answer = client.post("/api/solve", json={"position": "K1 K2 K3 | R5 B5 O5 // R6 K4 J"}).json()
    expected = solve(Position.parse("K1 K2 K3 | R5 B5 O5 // R6 K4 J")).to_json()
    for name in expected.keys() - {"elapsed_us"}:
        assert answer[name] == expected[name], name
    assert (answer["status"], answer["tiles"], answer["value"], answer["kept"]) == ("optimal", 2, 34, 1)


@pytest.mark.parametrize(
    "body",
    [
        {"position": "K1 K2 K3 // K4"},
        {"table": "K1 K2 K3", "rack": "K4"},
        {"table": [["K1", "K2", "K3"]], "rack": ["K4"]},
    ],
)
def test_a_position_may_be_given_as_one_text_as_two_or_as_lists(
    client: TestClient, body: dict[str, object]
) -> None:
    assert client.post("/api/solve", json=body).json()["played"] == ["K4"]


@pytest.mark.parametrize("rules", [None, {"joker_rule": "free"}, {"values": 9, "jokers": 1}])
@pytest.mark.parametrize(
    "position", ["K1 K2 K3 | R5 B5 J // R6 K4 B5", " // r1 r2 r3  K9 ", "K1 K2 K3 // R9"]
)
def test_the_short_way_and_the_careful_way_give_the_same_answer(
    client: TestClient, position: str, rules: dict[str, object] | None
) -> None:
    table, rack = position.split("//")
    short, careful = (
        client.post("/api/solve", json={**body, "rules": rules, "objective": "value"})
        for body in ({"position": position}, {"table": table, "rack": rack})
    )
    assert short.status_code == careful.status_code == 200
    # To the letter, but for the time it took.
    untimed = [re.sub(r"[\d.]+}$", "", each.text) for each in (short, careful)]
    assert untimed[0] == untimed[1]
    assert dict(short.headers) | {"content-length": ""} == dict(careful.headers) | {"content-length": ""}


@pytest.mark.parametrize("table", [[["K1", "K2", "K3"]], [["K1", "K2", "K4"]], [["K1", "X2"]], []])
def test_an_analysis_is_the_same_by_the_short_way_and_by_the_careful_way(
    client: TestClient, table: list[list[str]]
) -> None:
    body = json.dumps({"table": table, "rack": ["K5", "K6", "J"]})
    found = []
    # A body that names its character set is nothing for the short way.
    for content_type in ("application/json", "application/json; charset=utf-8"):
        response = client.post("/api/analyse", content=body, headers={"content-type": content_type})
        assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
        found.append(re.sub(r'"elapsed_us":[\d.]+', "", response.text))
    assert found[0] == found[1]
    assert found[0].endswith("event: done\ndata: {}\n\n")


@pytest.mark.parametrize(
    "content_type", ["application/json", "application/json; charset=utf-8", "Application/JSON"]
)
def test_a_body_in_pieces_is_put_together(client: TestClient, content_type: str) -> None:
    pieces = iter([b'{"position": "K1 K2 ', b'K3 // K4"}'])
    answer = client.post("/api/solve", content=pieces, headers={"content-type": content_type})
    assert answer.json()["played"] == ["K4"]


def test_rules_objective_and_opening_are_taken_from_the_body(client: TestClient) -> None:
    opening = client.post("/api/solve", json={"position": "// K10 B10 J R1", "opening": True}).json()
    assert opening["points"] == 30
    free = {"position": "R5 B5 K5 J // O10 O11 O12", "rules": {"joker_rule": "free"}, "objective": "value"}
    assert client.post("/api/solve", json=free).json()["joker_rule"] == "free"


@pytest.mark.parametrize(
    ("body", "code", "quoted"),
    [
        ({"position": "K1 K2 X3 // K4"}, "unknown-tile", "X3"),
        ({"position": "K1 K2 K4 // K4"}, "not-a-meld", "K1 K2 K4"),
        ({"position": "K1 K2 K3 // K1 K1"}, "too-many-copies", "K1"),
        ({"position": "// K1", "rules": {"values": 3, "min_meld": 5}}, "bad-rules", "min_meld"),
        ({"position": "// K1", "rules": {"values": 2}}, "bad-body", "values"),
        ({"position": "// K1", "rules": {"values": 100, "copies": 4, "colours": 8}}, "over-limit", "400"),
        ({"position": "// K1", "rack": "K1"}, "usage", "not both"),
        ({"position": "// K1", "objective": "speed"}, "bad-body", "speed"),
        ({"position": "// K1", "surprise": 1}, "bad-body", "surprise"),
        ({"position": ["K1"]}, "bad-body", "position"),
        ({"position": "K" * 9000}, "bad-body", "8000"),
    ],
)
def test_bad_input_is_422_with_the_contracts_error(
    client: TestClient, body: dict[str, object], code: str, quoted: str
) -> None:
    response = client.post("/api/solve", json=body)
    assert response.status_code == 422
    error = response.json()["error"]
    assert error["code"] == code
    assert quoted in error["message"]


@pytest.mark.parametrize(
    ("content", "content_type"),
    [
        (b"", "application/json"),
        (b"{", "application/json"),
        (b"null", "application/json"),
        (b'"K1"', "application/json"),
        (b"\xff\xfe\x00", "application/json"),
        (b'{"position": "\\ud800"}', "application/json"),
        (b'{"position": "// K1\\u0000"}', "application/json"),
        (b'{"joker_value": NaN, "position": "// K1"}', "application/json"),
        (b'{"joker_value": 1e999, "position": "// K1"}', "application/json"),
        (b'{"joker_value": ' + b"9" * 5000 + b', "position": "// K1"}', "application/json"),
        (b"[" * 20_000, "application/json"),
        (b"position=K1", "application/x-www-form-urlencoded"),
        (b"<position/>", "text/xml"),
    ],
)
def test_malformed_and_hostile_bodies_are_refused_with_the_contracts_error(
    client: TestClient, content: bytes, content_type: str
) -> None:
    for path in ("/api/solve", "/api/analyse", "/api/games", "/api/rebuild"):
        response = client.post(path, content=content, headers={"content-type": content_type})
        assert 400 <= response.status_code < 500, (path, response.status_code)
        assert set(response.json()["error"]) >= {"code", "message"}


def test_a_body_over_the_limit_is_413_whether_or_not_it_says_its_length(client: TestClient) -> None:
    large = b'{"position": "' + b" " * 70_000 + b'"}'
    told = client.post("/api/solve", content=large, headers={"content-type": "application/json"})
    untold = client.post(
        "/api/solve", content=iter([large[:1000], large[1000:]]), headers={"content-type": "application/json"}
    )
    for response in (told, untold):
        assert response.status_code == 413
        assert response.json()["error"]["code"] == "too-large"


def test_a_batch_answers_in_order_and_an_unreadable_position_has_its_error_in_place(
    client: TestClient,
) -> None:
    answers = client.post("/api/solve-many", json={"positions": ["K1 K2 K3 // K4", "K1", "// R1"]}).json()[
        "answers"
    ]
    assert answers[0]["played"] == ["K4"]
    assert answers[1]["error"]["code"] == "bad-notation"
    assert answers[2]["status"] == "no-play"
    too_many = client.post("/api/solve-many", json={"positions": ["// R1"] * 257})
    assert too_many.json()["error"]["code"] == "over-limit"


def test_work_over_the_time_limit_is_refused_and_does_not_hang() -> None:
    with TestClient(create_app(Settings(limits=Limits(seconds=0.0)))) as client:
        response = client.post("/api/outs", json={"position": "K1 K2 K3 // K5"})
    assert response.status_code == 503
    assert response.json()["error"]["code"] == "time-limit"


def test_check_names_every_wrong_meld_with_its_reason_and_writes_the_right_ones_in_order(
    client: TestClient,
) -> None:
    table = [["K3", "K1", "K2"], ["R5", "R6", "R8"], ["B1", "B2"], ["X1", "K1", "K2"]]
    found = client.post("/api/check", json={"table": table, "rack": ["J"]}).json()
    assert [meld["legal"] for meld in found["melds"]] == [True, False, False, False]
    assert found["melds"][0]["tiles"] == ["K1", "K2", "K3"]
    assert "gap" in found["melds"][1]["reason"]
    assert "at least 3" in found["melds"][2]["reason"]
    assert found["problems"][0]["code"] == "unknown-tile"
    assert not found["ok"]
    assert found["unseen"]["counts"]["J"] == 1


def test_analyse_streams_the_check_first_and_then_the_answer(client: TestClient) -> None:
    body = {"table": [["K1", "K2", "K3"]], "rack": ["K4", "R1"]}
    found = events(client.post("/api/analyse", json=body).text)
    assert [name for name, _ in found] == ["check", "solution", "alternatives", "outs", "done"]
    wrong = events(client.post("/api/analyse", json={"table": [["K1", "K2"]]}).text)
    assert [name for name, _ in wrong] == ["check", "done"]


def test_outs_count_every_unseen_tile_once_and_tell_which_finish(client: TestClient) -> None:
    found = client.post("/api/outs", json={"position": "K1 K2 K3 // R5 R6"}).json()
    assert found["unseen"] == 106 - 5
    finishing = {out["tile"] for out in found["outs"] if out["finishes"]}
    assert {"R4", "R7", "J"} <= finishing
    assert found["finishing"] == sum(out["unseen"] for out in found["outs"] if out["finishes"])


def test_rebuild_lays_loose_tiles_out_or_says_that_it_cannot(client: TestClient) -> None:
    laid = client.post("/api/rebuild", json={"tiles": "K1 R5 K2 B5 K3 O5"}).json()
    assert laid["possible"]
    assert sorted(map(len, laid["table"])) == [3, 3]
    assert client.post("/api/rebuild", json={"tiles": ["K1", "K2"]}).json() == {
        "possible": False,
        "table": [],
    }


def test_counts_are_exact_and_told_as_text(client: TestClient) -> None:
    found = events(client.post("/api/count", json={"jokers": 0, "max_size": 6}).text)
    assert found[-1][0] == "done"
    table = dict(found)["count"]
    assert isinstance(table, dict)
    assert [hand["winning"] for hand in table["hands"]] == ["1", "0", "0", "96", "53", "36", "4656"]
    assert table["hands"][3]["configurations"] == "24752"


def test_a_count_that_takes_too_long_is_stopped_with_the_contracts_error() -> None:
    with TestClient(create_app(Settings(limits=Limits(count_seconds=0.0)))) as client:
        found = events(client.post("/api/count", json={"jokers": 1, "max_size": 40}).text)
    name, body = found[-2]
    assert name == "error"
    assert isinstance(body, dict)
    assert body["error"]["code"] == "time-limit"


def test_the_share_of_racks_that_open_is_estimated_with_its_interval(client: TestClient) -> None:
    found = events(client.post("/api/opening-odds", json={"deals": 1000}).text)
    last = found[-2][1]
    assert isinstance(last, dict)
    assert last["deals"] == 1000
    # 49.75 % over 20 million hands.
    assert last["low"] < 0.4975 < last["high"]


def test_every_page_comes_with_a_strict_policy_and_nothing_inline(client: TestClient) -> None:
    for path in [*PAGES, *(f"/{name}/{'x' * 22}" for name in GAME_PAGES)]:
        response = client.get(path)
        assert response.status_code == 200
        policy = response.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", response.text)
        ids = re.findall(r'\bid="([^"]+)"', response.text)
        assert len(ids) == len(set(ids))


def test_a_page_names_every_module_it_needs_and_each_is_there(client: TestClient) -> None:
    for path in PAGES:
        named = re.findall(r'(?:href|src)="(/static/[^"]+)"', client.get(path).text)
        assert len(named) > 5
        for file in named:
            assert client.get(file).status_code == 200, file
        for file in named:
            for needed in re.findall(r'^import .*"(\./|\.\./)(.*)";', client.get(file).text, re.MULTILINE):
                assert any(other.endswith(needed[1]) for other in named), (file, needed)


def test_a_page_that_the_browser_has_is_not_sent_again(client: TestClient) -> None:
    first = client.get("/play")
    again = client.get("/play", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/play", headers={"if-none-match": '"another"'}).text == first.text
    head = client.head("/play")
    assert (head.content, head.headers["content-length"]) == (b"", str(len(first.content)))


def test_no_file_of_the_front_end_names_another_host() -> None:
    for file in [*STATIC.rglob("*"), *HTML.rglob("*")]:
        if file.is_file():
            for address in re.findall(r"https?://[^\s\"'`)<>]+", file.read_text(encoding="utf-8")):
                assert address.startswith("http://www.w3.org/"), (file, address)


@pytest.mark.parametrize(
    "path", ["/nothing", "/static/../app.py", "/static/%2e%2e/app.py", "/api/nothing", "/api/solve"]
)
def test_what_is_not_there_is_a_4xx_with_the_contracts_error(client: TestClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code in (404, 405)
    assert set(response.json()["error"]) == {"code", "message"}


def test_pages_are_there_before_the_framework_is() -> None:
    script = (
        "import sys; from optimeld.web.app import create_app; create_app();"
        "from optimeld.web.pages import page_at; assert b'<main' in page_at('/').html();"
        "print(sorted({'fastapi', 'starlette', 'pydantic'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
