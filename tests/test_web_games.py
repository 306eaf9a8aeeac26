"""Games over the wire: what a player sees, what is refused, and what survives a restart."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from optimeld.game import Game
from optimeld.rules import Rules
from optimeld.web.app import Settings, create_app
from optimeld.web.games_store import GamesStore, StoredGame
from optimeld.web.live_game import LiveGame, NotNow

VIEW_FIELDS = {
    "id", "number", "seat", "rules", "turn", "to_move", "over", "result", "rack", "table", "river", "pending",
    "pool", "players", "log", "events", "clock", "sheet",
}  # fmt: skip


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(games=tmp_path / "games.sqlite"))) as made:
        yield made


def begin(client: TestClient, **body: Any) -> dict[str, Any]:
    response = client.post("/api/games", json={"opponents": ["greedy", "simple"], "seed": 11, **body})
    assert response.status_code == 201
    view: dict[str, Any] = response.json()
    return view


def act(client: TestClient, view: dict[str, Any], action: str, **body: Any) -> Any:
    return client.post(f"/api/games/{view['id']}/{action}", json={"turn": view["turn"], **body})


def to_the_end(client: TestClient, view: dict[str, Any], hints: bool = True) -> dict[str, Any]:
    while not view["over"]:
        hint = act(client, view, "hint", tier=3).json() if hints else {"status": "no-play"}
        if hint["status"] == "optimal":
            response = act(client, view, "play", table=hint["table"])
        else:
            response = act(client, view, "draw")
        assert response.status_code == 200, response.text
        view = response.json()
    return view


def test_a_players_view_never_holds_hidden_tiles(client: TestClient) -> None:
    view = begin(client)
    while not view["over"]:
        assert view.keys() == VIEW_FIELDS
        assert len(view["rack"]) == view["players"][view["seat"]]["tiles"]
        for turn in [*view["log"], *view["events"]]:
            if turn["player"] != view["seat"]:
                assert turn["drawn"] == []
        shown = client.get(f"/api/games/{view['id']}", params={"since": 0}).json()
        assert shown.keys() == VIEW_FIELDS
        assert "seed" not in json.dumps(shown)
        view = act(client, view, "draw").json()
    assert len(view["racks"]) == 3


def test_the_same_view_is_served_after_a_restart(tmp_path: Path) -> None:
    settings = Settings(games=tmp_path / "games.sqlite")
    with TestClient(create_app(settings)) as client:
        view = begin(client)
        for _ in range(4):
            view = act(client, view, "draw").json()
        before = client.get(f"/api/games/{view['id']}").json()
    with TestClient(create_app(settings)) as client:
        assert client.get(f"/api/games/{view['id']}").json() == before
        assert act(client, view, "draw").status_code == 200


def test_a_refused_play_says_why_and_changes_nothing(client: TestClient) -> None:
    view = begin(client)
    rack = view["rack"]
    response = act(client, view, "play", table=[rack[:2]])
    assert response.status_code == 422
    assert "at least 3" in response.json()["error"]["message"]
    foreign = act(client, view, "play", table=[["K1", "K1", "K1"]])
    assert foreign.status_code == 422
    assert client.get(f"/api/games/{view['id']}").json()["rack"] == rack


def test_a_draft_is_checked_meld_by_meld_and_its_opening_points_are_counted(client: TestClient) -> None:
    view = begin(client)
    hint = act(client, view, "hint", tier=3).json()
    while hint["status"] != "optimal":
        view = act(client, view, "draw").json()
        hint = act(client, view, "hint", tier=3).json()
    draft = act_check(client, view, hint["table"])
    assert draft["ok"]
    assert draft["opening"]["points"] >= draft["opening"]["needed"] == 30
    assert sorted(draft["played"]) == sorted(hint["played"])
    half = act_check(client, view, [view["rack"][:1]])
    assert not half["ok"]
    assert "at least 3" in half["refusal"]["message"]


def act_check(client: TestClient, view: dict[str, Any], table: list[list[str]]) -> dict[str, Any]:
    found: dict[str, Any] = client.post(f"/api/games/{view['id']}/check", json={"table": table}).json()
    return found


def test_hints_tell_more_with_each_tier(client: TestClient) -> None:
    view = begin(client)
    keys = [act(client, view, "hint", tier=tier).json().keys() for tier in (1, 2, 3)]
    assert "played" not in keys[0]
    assert "played" in keys[1]
    assert "table" not in keys[1]
    assert {"played", "table", "steps"} <= keys[2]


def test_an_action_for_another_turn_is_refused_and_changes_nothing(client: TestClient) -> None:
    view = begin(client)
    after = act(client, view, "draw").json()
    late = act(client, view, "draw")
    assert late.status_code == 422
    assert late.json()["error"]["code"] == "not-now"
    assert client.get(f"/api/games/{view['id']}").json()["rack"] == after["rack"]


def test_a_game_with_a_giant_box_is_refused(client: TestClient) -> None:
    response = client.post("/api/games", json={"rules": {"copies": 4, "jokers": 4}})
    assert response.json()["error"]["code"] == "over-limit"


def test_ids_cannot_be_guessed_and_an_unknown_one_is_404(client: TestClient) -> None:
    ids = {begin(client)["id"] for _ in range(20)}
    assert len(ids) == 20
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", each) for each in ids)
    assert client.get(f"/api/games/{'A' * 22}").status_code == 404
    assert client.get("/api/games").status_code == 405


@pytest.mark.long  # tests/browser plays and reviews one every time
def test_a_whole_game_can_be_played_reviewed_and_followed_by_the_next(client: TestClient) -> None:
    view = begin(client)
    assert client.post(f"/api/games/{view['id']}/review").json()["error"]["code"] == "not-over"
    assert client.post(f"/api/games/{view['id']}/next").json()["error"]["code"] == "not-over"
    view = to_the_end(client, view)
    assert sum(view["result"]["scores"]) == 0
    text = client.post(f"/api/games/{view['id']}/review").text
    turns = [json.loads(data) for data in re.findall(r"event: turn\ndata: (.*)\n\n", text)]
    summary = json.loads(re.findall(r"event: summary\ndata: (.*)\n\n", text)[0])
    assert len(turns) == view["turn"]
    assert all(turn["missed"] == 0 for turn in turns if turn["player"] == view["seat"])
    assert all(turn["missed"] == 0 for turn in turns if turn["player"] == 1)  # the greedy one
    assert [player["laid"] for player in summary["players"]] == [
        sum(len(turn["played"]) for turn in turns if turn["player"] == seat) for seat in range(3)
    ]
    following = client.post(f"/api/games/{view['id']}/next").json()
    assert following["seat"] == 2
    assert [player["name"] for player in following["players"]] == ["Ada", "Mia", "You"]
    assert following["sheet"][0]["scores"] == view["result"]["scores"]
    again = client.post(f"/api/games/{view['id']}/next").json()
    assert again["id"] == following["id"]


def test_with_the_river_a_draw_waits_for_the_choice(client: TestClient) -> None:
    view = begin(client, rules={"river": True})
    view = act(client, view, "draw").json()
    assert len(view["pending"]) == 2
    assert act(client, view, "draw").status_code == 422
    view = act(client, view, "keep", tile=view["pending"][0]).json()
    assert view["pending"] == []
    assert view["river"]
    taken = view["river"][0]
    assert taken in act(client, view, "take", tile=taken).json()["rack"]


class Clock:
    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def timed_game() -> tuple[LiveGame, Clock]:
    game = LiveGame.start("id", "series", 0, Rules(), "You", ["greedy"], 4, clock=60)
    clock = Clock()
    game.now = clock
    game.stopwatch.began = 0.0
    return game, clock


def test_the_clock_draws_for_a_player_who_did_nothing_and_costs_three_for_an_unfinished_play() -> None:
    game, clock = timed_game()
    with pytest.raises(NotNow, match="time left"):
        game.time_out(0, [])
    clock.time = 60.0
    game.time_out(0, [])
    assert game.game.turns[0].action == "draw"
    turn = game.view()["turn"]
    clock.time = 120.0
    game.time_out(turn, [[game.view()["rack"][0]]])
    lost = game.game.turns[turn]
    assert (lost.action, lost.drawn_count) == ("forfeit", 3)


def test_a_play_long_after_the_clock_is_refused() -> None:
    game, clock = timed_game()
    clock.time = 100.0
    with pytest.raises(NotNow, match="time for this turn"):
        game.play(0, [])


def game_with_a_table(**rules: Any) -> LiveGame:
    """The person has drawn until the opponent has opened."""
    live = LiveGame.start("id", "series", 0, Rules(**rules), "You", ["greedy"], 9, None)
    while not live.game.table:
        live.draw(len(live.game.turns))
    return live


def test_tiles_of_the_table_bring_nothing_towards_an_opening() -> None:
    live = game_with_a_table()
    table = [meld.to_json() for meld in live.game.table]
    group = next(meld for meld in live.game.table if meld.kind == "group" and len(meld) == 3)
    taken = {tile.letter for tile in group.tiles}
    fourth = next(f"{letter}{group.tiles[0].value}" for letter in "KRBO" if letter not in taken)
    longer = [[*meld, fourth] if meld == group.to_json() else meld for meld in table]
    found = live.check(longer).to_json()
    assert found["opening"] == {"points": 0, "needed": 30}
    assert not found["ok"]


def test_a_draft_is_judged_without_playing_the_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    live = game_with_a_table(opening_then_table=True)
    monkeypatch.setattr(Game, "replay", lambda *_: pytest.fail("the game was replayed"))
    found = live.check([meld.to_json() for meld in live.game.table]).to_json()
    assert found["refusal"]["code"] == "nothing-played"


def test_what_nobody_reads_is_not_stored() -> None:
    live = game_with_a_table()
    live.hint(len(live.game.turns))
    assert "hints" not in live.store().state


def damage(file: Path, game_id: str, state: str | None) -> str:
    """Writes something else in a game's row; what was there."""
    with sqlite3.connect(file) as connection:
        (before,) = connection.execute("select state from games where id = ?", (game_id,)).fetchone()
        connection.execute("update games set state = ? where id = ?", (state, game_id))
    connection.close()
    return str(before)


def stored_state(file: Path, game_id: str) -> str:
    with sqlite3.connect(file) as connection:
        (state,) = connection.execute("select state from games where id = ?", (game_id,)).fetchone()
    connection.close()
    return str(state)


DAMAGES: list[tuple[str, Callable[[dict[str, Any]], str], str]] = [
    ("no JSON", lambda _: "{'game", "not JSON"),
    ("empty", lambda _: "", "not JSON"),
    ("null", lambda _: "null", "an object was expected"),
    ("deep", lambda _: "[" * 100_000, "not JSON"),
    *(
        (f"without {name}", lambda s, name=name: json.dumps({k: v for k, v in s.items() if k != name}), name)
        for name in ("game", "seat", "agents", "clock")
    ),
    *(
        (f"{name} is null", lambda s, name=name: json.dumps({**s, name: None}), "damaged")
        for name in ("game", "seat", "agents")
    ),
    ("another seat", lambda s: json.dumps({**s, "seat": 2}), "seat is 2"),
    ("an unknown agent", lambda s: json.dumps({**s, "agents": [None, "greedy", "nobody"]}), "'nobody'"),
    (
        "a turn that cannot be",
        lambda s: json.dumps({**s, "game": {**s["game"], "turns": ["1 draws J"]}}),
        "turn 1",
    ),
    ("a turn that is none", lambda s: json.dumps({**s, "game": {**s["game"], "turns": [None]}}), "turn 1"),
    ("rules that are none", lambda s: json.dumps({**s, "game": {**s["game"], "rules": 3}}), "rules"),
]


@pytest.mark.parametrize(("spoil", "said"), [d[1:] for d in DAMAGES], ids=[d[0] for d in DAMAGES])
def test_a_damaged_game_says_what_is_wrong_and_is_kept_and_the_others_go_on(
    tmp_path: Path, spoil: Callable[[dict[str, Any]], str], said: str
) -> None:
    file = tmp_path / "games.sqlite"
    with TestClient(create_app(Settings(games=file))) as client:
        over = to_the_end(client, begin(client), hints=False)
        following = client.post(f"/api/games/{over['id']}/next").json()
        other = begin(client)
    whole = json.loads(stored_state(file, over["id"]))
    damaged = spoil(whole)
    damage(file, over["id"], damaged)
    with TestClient(create_app(Settings(games=file))) as client:
        for answer in (
            client.get(f"/api/games/{over['id']}"),
            act(client, over, "draw"),
            client.post(f"/api/games/{over['id']}/next"),
            client.post(f"/api/games/{over['id']}/review"),
        ):
            assert answer.status_code == 422
            assert answer.json()["error"]["code"] == "damaged-game"
            assert said in answer.json()["error"]["message"]
        assert act(client, following, "draw").status_code == 200
        assert act(client, other, "draw").status_code == 200
    assert stored_state(file, over["id"]) == damaged
    damage(file, over["id"], json.dumps(whole))
    with TestClient(create_app(Settings(games=file))) as client:
        assert client.get(f"/api/games/{over['id']}").json()["result"] == over["result"]


def finished_game(number: int) -> StoredGame:
    state = {"game": {}, "seat": 0, "result": {"scores": [number, -number], "winner": 0}}
    return StoredGame(f"game {number}", "evening", number, True, state)


def test_a_score_sheet_reads_no_game_of_its_series(tmp_path: Path) -> None:
    store = GamesStore(tmp_path / "games.sqlite")
    for number in range(3):
        store.put(finished_game(number))
    store._connection.execute("update games set state = 'not JSON at all'")
    assert [outcome.scores for outcome in store.outcomes("evening")] == [[0, 0], [1, -1], [2, -2]]
    assert store.following("evening", 0) == ["game 1", "game 2"]
    store.close()


def test_a_file_from_before_outcomes_were_kept_apart_keeps_its_score_sheets(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    store = GamesStore(file)
    for number in range(3):
        store.put(finished_game(number))
    store._connection.execute("update games set state = 'damaged' where number = 1")
    store._connection.execute("alter table games drop column outcome")
    store._connection.execute("pragma user_version = 0")
    store.close()
    assert [outcome.number for outcome in GamesStore(file).outcomes("evening")] == [0, 2]
