"""Games with friends: who may see and do what, invitations, and what survives a restart."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi.testclient import TestClient

from optimeld.rules import Rules
from optimeld.web.app import Settings, create_app
from optimeld.web.friends import Chair, Watchers
from optimeld.web.live_game import LiveGame, NotNow

SEATS = [
    {"person": {"name": "Ann", "here": True}},
    {"agent": "greedy"},
    {"person": {"name": "Ben"}},
    {"agent": "simple"},
]
TILE = re.compile(rb"\"([KRBO]\d{1,2}|J)\"|\b([KRBO]\d{1,2})\b")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def client(games: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(games=games))) as made:
        yield made


def set_table(client: TestClient | httpx.Client, **body: Any) -> tuple[str, str]:
    """Ann's key and Ben's, who has followed his invitation."""
    table = client.post("/api/tables", json={"seats": SEATS, "seed": 8, **body})
    assert table.status_code == 201, table.text
    (ann,) = table.json()["chairs"]
    invitation = invitations(client, ann["key"])[2]
    return ann["key"], client.post(f"/api/invitations/{invitation}", json={}).json()["key"]


def invitations(client: TestClient | httpx.Client, key: str) -> list[str | None]:
    players = client.get(f"/api/games/{key}").json()["players"]
    return [player.get("invitation") for player in players]


def take_turn(client: TestClient, key: str, view: dict[str, Any]) -> Any:
    hint = client.post(f"/api/games/{key}/hint", json={"turn": view["turn"], "tier": 3}).json()
    if hint["status"] == "optimal":
        return client.post(f"/api/games/{key}/play", json={"turn": view["turn"], "table": hint["table"]})
    return client.post(f"/api/games/{key}/draw", json={"turn": view["turn"]})


def test_an_invitation_is_good_for_one_person_and_only_the_first_sees_it(client: TestClient) -> None:
    table = client.post("/api/tables", json={"seats": SEATS}).json()
    ann = table["chairs"][0]["key"]
    assert [chair["name"] for chair in table["chairs"]] == ["Ann"]
    invitation = invitations(client, ann)[2]
    assert invitation
    shown = client.get(f"/api/invitations/{invitation}").json()
    assert (shown["name"], shown["taken"]) == ("Ben", False)
    ben = client.post(f"/api/invitations/{invitation}", json={}).json()["key"]
    assert len({ann, ben, invitation}) == 3
    assert client.get(f"/api/invitations/{invitation}").json()["taken"] is True
    again = client.post(f"/api/invitations/{invitation}", json={})
    assert (again.status_code, again.json()["error"]["code"]) == (409, "taken")
    assert invitations(client, ben) == [None] * 4
    assert invitations(client, ann) == [None] * 4


def test_an_invitation_is_not_a_key_and_a_key_is_not_an_invitation(client: TestClient) -> None:
    table = client.post("/api/tables", json={"seats": SEATS}).json()
    ann = table["chairs"][0]["key"]
    invitation = invitations(client, ann)[2]
    assert client.get(f"/api/games/{invitation}").status_code == 404
    assert client.post(f"/api/games/{invitation}/draw", json={"turn": 0}).status_code == 404
    assert client.get(f"/api/invitations/{ann}").status_code == 404
    assert client.get("/api/games/" + "A" * 22).status_code == 404


def test_nobody_moves_for_another(client: TestClient) -> None:
    ann, ben = set_table(client)
    refused = client.post(f"/api/games/{ben}/draw", json={"turn": 0})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "not-now")
    assert "turn of Ann" in refused.json()["error"]["message"]
    hint = client.post(f"/api/games/{ben}/hint", json={"turn": 0, "tier": 3})
    assert hint.json()["error"]["code"] == "not-now"
    assert client.post(f"/api/games/{ann}/draw", json={"turn": 0}).status_code == 200
    # The engine has moved for its own seat, and now it is Ben's turn.
    view = client.get(f"/api/games/{ben}").json()
    assert (view["turn"], view["to_move"], view["seat"]) == (2, 2, 2)
    assert client.post(f"/api/games/{ann}/draw", json={"turn": 2}).status_code == 422


class Eavesdropper:
    """Looks at every byte that a seat receives for a tile that this seat cannot know of.

    `client` is a client of the app, or of a server over the network.
    """

    def __init__(self, client: TestClient | httpx.Client, key: str, strangers: list[str]) -> None:
        self.client = client
        self.key = key
        self.strangers = strangers
        self.bytes = 0
        self.over = False
        #: Every tile that the seat has seen so far.
        self.known: set[str] = set()

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        response = self.client.request(method, f"/api/games/{self.key}{path}", json=body)
        self.look(response.content)
        return response.json()

    def look(self, content: bytes) -> None:
        self.bytes += len(content)
        data = json.loads(content)
        if "rack" in data:
            self.over = data["over"]
            self.known |= {*data["rack"], *data["pending"], *data["river"], *chain(*data["table"])}
            for turn in data["log"]:
                self.known |= {*turn["played"], *(turn["drawn"] if turn["player"] == data["seat"] else ())}
        self.listen(content)

    def listen(self, content: bytes) -> None:
        """Whatever it is: answers, refusals, streams. When the game is over every rack lies open."""
        told = {(a or b).decode() for a, b in TILE.findall(content)}
        assert self.over or told <= self.known, (told - self.known, content)
        for stranger in self.strangers:
            assert stranger.encode() not in content


@pytest.mark.parametrize("seed", range(6))
def test_no_byte_that_a_seat_receives_has_anothers_tile_or_key(client: TestClient, seed: int) -> None:
    ann, ben = set_table(client, seed=seed)
    ears = {0: Eavesdropper(client, ann, [ben]), 2: Eavesdropper(client, ben, [ann])}
    view = ears[0].ask("GET", "")
    while not view["over"]:
        view = eavesdropped_turn(ears, view)
    assert min(ear.bytes for ear in ears.values()) > 20_000


def eavesdropped_turn(ears: dict[int, Eavesdropper], view: dict[str, Any]) -> dict[str, Any]:
    """One person's turn, and all that either of them may ask meanwhile, also what is refused."""
    seat = view["to_move"]
    views = {each: ears[each].ask("GET", f"?since={max(0, view['turn'] - 3)}") for each in ears}
    turn = views[seat]["turn"]
    waiting = ears[2 - seat]
    waiting.ask("POST", "/check", {"table": views[2 - seat]["table"]})
    refused = [waiting.ask("POST", path, {"turn": turn}) for path in ("/hint", "/draw", "/again")]
    refused += [waiting.ask("POST", "/review"), waiting.ask("GET", "/record"), waiting.ask("POST", "/next")]
    assert all("error" in each for each in refused)
    for tier in (1, 2):
        ears[seat].ask("POST", "/hint", {"turn": turn, "tier": tier})
    hint = ears[seat].ask("POST", "/hint", {"turn": turn, "tier": 3})
    if hint["status"] == "optimal":
        return dict(ears[seat].ask("POST", "/play", {"turn": turn, "table": hint["table"]}))
    return dict(ears[seat].ask("POST", "/draw", {"turn": turn}))


@contextmanager
def over_the_network(games: Path) -> Iterator[str]:
    """The address of a real server: streams come through it as they do to a browser."""
    server = uvicorn.Server(
        uvicorn.Config(create_app(Settings(games=games)), port=0, log_level="error", lifespan="on")
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = server.force_exit = True
    thread.join(20)


def test_the_live_stream_of_a_seat_tells_that_something_happened_and_no_tile(games: Path) -> None:
    with over_the_network(games) as url, httpx.Client(base_url=url, timeout=30) as client:
        ann, ben = set_table(client)
        ears = {0: Eavesdropper(client, ann, [ben]), 2: Eavesdropper(client, ben, [ann])}
        heard: dict[int, list[bytes]] = {seat: [] for seat in ears}

        def follow(seat: int) -> None:
            with (
                suppress(httpx.HTTPError),
                httpx.Client(base_url=url, timeout=30) as own,
                own.stream("GET", f"/api/games/{ears[seat].key}/live") as coming,
            ):
                for part in coming.iter_bytes():
                    heard[seat].append(part)

        followers = [threading.Thread(target=follow, args=(seat,), daemon=True) for seat in ears]
        for each in followers:
            each.start()
        while not all(heard.values()):
            time.sleep(0.01)
        view = ears[0].ask("GET", "")
        begun = view["turn"]
        while not view["over"]:
            view = eavesdropped_turn(ears, view)
        # An end that both have been told of is the end of what they can be told.
        told = f'"turn":{view["turn"]}'.encode()
        while not all(told in b"".join(heard[seat]) for seat in ears):
            time.sleep(0.01)
        for seat, ear in ears.items():
            ear.over = False
            ear.known = set()
            everything = b"".join(heard[seat])
            turns = [int(turn) for turn in re.findall(rb'"turn":(\d+)', everything)]
            # Several turns that come close together may be told as one.
            assert turns == sorted(turns)
            assert (turns[0], turns[-1]) == (begun, view["turn"])
            ear.listen(everything)


def test_a_restart_in_the_middle_loses_nobody(client: TestClient, games: Path) -> None:
    ann, ben = set_table(client)
    for key in (ann, ben, ann):
        view = client.get(f"/api/games/{key}").json()
        assert take_turn(client, key, view).status_code == 200
    before = {key: client.get(f"/api/games/{key}").json() for key in (ann, ben)}
    with TestClient(create_app(Settings(games=games))) as other:
        assert {key: other.get(f"/api/games/{key}").json() for key in (ann, ben)} == before
        assert take_turn(other, ben, before[ben]).status_code == 200


def test_the_next_game_finds_everyone_in_their_chair_one_seat_on(client: TestClient) -> None:
    ann, ben = set_table(client)
    view = client.get(f"/api/games/{ann}").json()
    while not view["over"]:
        key = {0: ann, 2: ben}[view["to_move"]]
        view = take_turn(client, key, view).json()
    nexts = {key: client.post(f"/api/games/{key}/next", json={}).json() for key in (ann, ben)}
    assert [nexts[key]["seat"] for key in (ann, ben)] == [3, 1]
    assert len({ann, ben, *(view["id"] for view in nexts.values())}) == 4
    names = [player["name"] for player in nexts[ann]["players"]]
    assert (names[3], names[1]) == ("Ann", "Ben")
    assert client.post(f"/api/games/{ann}/next", json={}).json()["id"] == nexts[ann]["id"]
    lines = {key: client.get(f"/api/games/{nexts[key]['id']}").json()["sheet"] for key in (ann, ben)}
    assert [lines[key][0]["id"] for key in (ann, ben)] == [ann, ben]
    scores = view["result"]["scores"]
    assert lines[ben][0]["scores"] == [*scores[2:], *scores[:2]]


def test_a_table_has_two_to_six_seats_and_the_first_is_here(client: TestClient) -> None:
    wrong: tuple[list[Any], ...] = (
        SEATS[:1], [*SEATS, *SEATS], SEATS[1:], [{"person": {"name": "Ben"}}, SEATS[1]], [{}, {}],
    )  # fmt: skip
    for seats in wrong:
        assert client.post("/api/tables", json={"seats": seats}).status_code == 422
    six = [*SEATS, {"person": {"name": "Ann", "here": True}}, {"agent": "random"}]
    rules = {"copies": 3, "jokers": 4}
    table = client.post("/api/tables", json={"seats": six, "rules": rules}).json()
    assert [chair["name"] for chair in table["chairs"]] == ["Ann", "Ann 2"]
    view = client.get(f"/api/games/{table['chairs'][1]['key']}").json()
    assert (view["seat"], view["pool"], len(view["players"])) == (4, 160 - 6 * 14, 6)


def test_whoever_is_away_past_the_clock_draws() -> None:
    chairs = [Chair.here(), Chair.here()]
    live = LiveGame.deal("id", "series", 0, Rules(), ["Ann", "Ben"], [None, None], 1, 30, chairs)
    time = 0.0
    live.now = lambda: time
    live.stopwatch.began = 0.0
    ben = live.at(1)
    time = 33.0
    assert not ben.expire()
    time = 37.0
    assert ben.expire()
    assert (live.game.turns[0].action, live.game.to_move) == ("draw", 1)
    assert not ben.expire()
    with pytest.raises(NotNow, match="turn of Ben"):
        live.draw(1)


def test_everyone_who_follows_is_told_at_once_and_seen_to_be_here() -> None:
    async def follow() -> list[set[int]]:
        watchers = Watchers()
        seen = []
        first, second = watchers.follow("game", 0), watchers.follow("game", 2)
        assert await anext(first)
        seen.append(watchers.here("game"))
        assert await anext(second)
        assert await anext(first)
        seen.append(watchers.here("game"))
        watchers.tell("game")
        assert await anext(first)
        assert await anext(second)
        await second.aclose()
        assert await anext(first)
        seen.append(watchers.here("game"))
        await first.aclose()
        seen.append(watchers.here("game"))
        return seen

    # In a thread of its own: a browser that is being driven has a loop in this one.
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, follow()).result() == [{0}, {0, 2}, {0}, set()]


def test_a_seat_receives_the_same_bytes_whatever_the_others_hold() -> None:
    """The same public game with other hidden tiles: nothing that a seat is sent may differ."""
    chairs = [Chair("a" * 22), Chair("b" * 22), Chair("c" * 22)]
    shown = set()
    for seed in range(60):
        live = LiveGame.deal("id", "s", 0, Rules(), ["A", "B", "C"], [None] * 3, seed, None, chairs)
        view = live.at(1).view()
        view["rack"] = "own"
        shown.add(json.dumps(view))
    assert len(shown) == 1
