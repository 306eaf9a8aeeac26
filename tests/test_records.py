"""Records: written, read back, replayed; and what becomes of broken ones."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

import pytest

from golden_games import FILES as GOLDEN
from golden_games import played_anew
from optimeld.cli import run
from optimeld.errors import OptimeldError
from optimeld.game import Game
from optimeld.records.database import StoreError
from optimeld.records.store import Store, export_jsonl, export_parquet
from optimeld.records.text import Record, read_records
from optimeld.rules import Rules
from optimeld.turns import RecordError


def played(rules: Rules | None = None, seed: int = 1, agents: tuple[str, ...] = ("greedy", "simple")) -> Game:
    game = Game(rules or Rules(), agents, seed)
    while not game.over:
        game.engine_turn(agents[game.to_move])
    return game


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_playthrough_replays_to_the_same_words(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = Record.parse(text)
    body = "".join(line + "\n" for line in text.splitlines() if not line.startswith("#"))
    assert record.to_text() == body
    assert Record.of(record.replay()) == record


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_playthrough_is_what_the_agents_play_today(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert played_anew(text) == text, "where this is meant: ./run golden, and look at the difference"


def test_there_is_a_golden_playthrough_for_every_variant() -> None:
    records = [Record.parse(path.read_text(encoding="utf-8")) for path in GOLDEN]
    rules = [record.rules for record in records]
    for changed in fields(Rules):
        usual = getattr(Rules(), changed.name)
        assert any(getattr(r, changed.name) != usual for r in rules), changed.name
    assert {r.joker_rule for r in rules} == {"official", "free", "locked"}
    assert {r.jokers for r in rules} >= {0, 1, 2, 4}
    assert Rules.six_players() in rules
    assert {len(record.players) for record in records} == {2, 3, 4, 5, 6}
    words = {word for path in GOLDEN for word in path.read_text(encoding="utf-8").split()}
    assert words >= {"opens", "plays", "draws", "lays", "takes", "passes", "forfeits", "empty", "lowest"}


def test_a_record_reads_back_as_it_was_written() -> None:
    record = Record.of(played())
    assert Record.parse(record.to_text()) == record
    assert record.replay().result is not None


def test_a_record_from_before_there_was_a_rule_reads_as_played_without_it() -> None:
    text = Record.of(played()).to_text()
    assert Record.parse(text.replace(" river=no", "")) == Record.parse(text)


def test_an_unfinished_game_is_a_record_too() -> None:
    game = Game(seed=4, players=["Ada Lovelace", "Ben"])
    game.draw(0)
    game.forfeit(1, "fell asleep # really", 3)
    record = Record.of(game)
    assert "result unfinished" in record.to_text()
    again = Record.parse(record.to_text()).replay()
    assert again.turns == game.turns
    assert again.turns[1].note == "fell asleep # really"


def test_a_seat_with_nothing_left_to_draw_forfeits_without_tiles() -> None:
    rules = Rules(values=6, colours=2, copies=1, jokers=0, rack_size=3, opening_points=100)
    game = Game(rules, seed=4)
    while not game.over:
        game.forfeit(game.to_move, "no time")
    record = Record.of(game)
    assert Record.parse(record.to_text()).replay().result == game.result


def broken(text: str) -> str:
    with pytest.raises(RecordError) as error:
        Record.parse(text).replay()
    return str(error.value)


def test_every_kind_of_corruption_is_found_and_named() -> None:
    text = Record.of(played()).to_text()
    lines = text.splitlines()
    opens = next(i for i, line in enumerate(lines) if " opens " in line)
    draws = next(i for i, line in enumerate(lines) if " draws " in line)
    number = int(lines[draws].split()[0])

    def change(at: int, new: str | None) -> str:
        return "\n".join([*lines[:at], *([] if new is None else [new]), *lines[at + 1 :], ""])

    assert "line 1" in broken(change(0, "optimeld game 9"))
    assert "joker_rule" in broken(change(1, lines[1].replace("official", "loose")))
    assert "no seed" in broken(change(2, "seed one game 0"))
    assert "not what seed" in broken(change(2, "seed 2 game 0"))
    assert "rack 1" in broken(change(4, lines[4].replace(lines[4].split()[2], "O13", 1)))
    assert f"turn {number} should come here" in broken(change(draws, None))
    assert "the pool held" in broken(change(draws, f"{number} {lines[draws].split()[1]} draws J"))
    wrong_player = "2" if lines[draws].split()[1] == "1" else "1"
    assert "it is the turn of" in broken(
        change(draws, f"{number} {wrong_player} {' '.join(lines[draws].split()[2:])}")
    )
    assert "pass" in broken(change(draws, f"{number} {lines[draws].split()[1]} passes"))
    assert "not a turn" in broken(change(draws, f"{number} 1 dances"))
    assert "no tile 'X1'" in broken(change(opens, lines[opens].replace("=> ", "=> X1 ")))
    assert f"turn {lines[opens].split()[0]}" in broken(
        change(opens, lines[opens].replace(" opens ", " plays "))
    )
    assert "not a result" in broken(change(len(lines) - 1, "result 3 wins +1 -1 by an empty rack"))
    assert "the result is" in broken(change(len(lines) - 1, "result unfinished"))
    assert "ends before the result" in broken("\n".join(lines[:-1]))
    assert "nothing follows" in broken(text + "1 1 passes\n")
    assert "line 1" in broken("")


def test_random_mutations_either_replay_or_are_refused_in_words() -> None:
    text = Record.of(played()).to_text()
    rng = random.Random(0)
    survived = 0
    for _ in range(300):
        at = rng.randrange(len(text))
        kind = rng.randrange(3)
        new = text[:at] + (rng.choice("KRBO0123456789J |=>:-+x\n") if kind else "") + text[at + (kind != 1) :]
        with contextlib.suppress(OptimeldError):
            Record.parse(new).replay()
            survived += 1
    # Spaces, remarks and the players' names may change; the tiles may not.
    assert survived < 60


def test_a_file_holds_many_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = [Record.of(played(seed=seed)).to_text() for seed in (1, 2, 3)]
    path = tmp_path / "three.game"
    path.write_text("# three games\n" + "\n".join(texts))
    assert len(list(read_records(path.read_text().splitlines()))) == 3
    assert run(["replay", str(path)]) == 0
    assert "3 games replayed move by move and sound" in capsys.readouterr().out
    assert run(["replay", str(path), "--game", "2", "--turn", "10"]) == 0
    assert "after turn 10" in capsys.readouterr().out
    assert run(["replay", str(path), "--game", "2", "--show"]) == 0
    shown = capsys.readouterr()
    assert shown.err == "1 game replayed move by move and sound\n"
    assert Record.parse(shown.out) == Record.parse(texts[1])
    path.write_text(texts[0] + texts[1].replace(" draws ", " draws J ", 1))
    assert run(["replay", str(path), "--json"]) == 1
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["sound"] for row in rows] == [True, False]


@pytest.mark.parametrize("content", [b"", b"hello\n", b"\xff\xfe\x00", b"SQLite format 3\0 but not really"])
def test_a_file_that_holds_no_games_is_bad_input_or_nothing(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd"
    path.write_bytes(content)
    assert run(["replay", str(path)]) == (2 if content else 0)
    assert run(["replay", str(tmp_path / "nowhere")]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_simulate_and_match_save_games_that_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.db"
    assert run(["simulate", "--games", "7", "--players", "3", "--save", str(path)]) == 0
    assert run(["match", "greedy", "simple", "--deals", "4", "--save", str(path)]) == 0
    # The same games again are not kept twice.
    assert run(["match", "greedy", "simple", "--deals", "4", "--save", str(path)]) == 0
    capsys.readouterr()
    with Store(path) as store:
        assert len(store) == 15
        games = list(store.games())
    for game in games:
        assert game.record.replay().result is not None
    assert [game.rotation for game in games[7:]] == [0, 1] * 4
    assert run(["replay", str(path)]) == 0
    assert "15 games" in capsys.readouterr().out


def test_games_are_exported_to_json_lines_and_parquet(tmp_path: Path) -> None:
    from pyarrow import parquet  # type: ignore[import-untyped, unused-ignore]

    with Store(tmp_path / "games.db") as store:
        store.add([Record.of(played(seed=seed)) for seed in (1, 2)], "test")
        with (tmp_path / "out.jsonl").open("w") as out:
            assert export_jsonl(store.games(), out) == 2
        assert export_parquet(store.games(), tmp_path / "out.parquet") == 2
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    table = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    for row, other in zip(rows, table, strict=True):
        assert other["turns"] == row["turns"]
        assert other["scores"] == row["scores"]
        assert json.loads(other["rules"]) == row["rules"]
    assert run(["replay", str(tmp_path / "games.db"), "--export", str(tmp_path / "x.csv")]) == 2


def test_a_store_takes_all_games_of_a_block_or_none(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.db")
    good = Record.of(Game(seed=1))
    with pytest.raises((StoreError, AttributeError)):
        store.add([good, None], "test")  # type: ignore[list-item]
    assert len(store) == 0
    assert store.add([good], "test") == 1
    store.close()


def test_a_store_of_the_future_is_left_alone(tmp_path: Path) -> None:
    import sqlite3

    path = tmp_path / "future.db"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="version 99"):
        Store(path)


def recorded(tmp_path: Path, games: int = 3) -> Path:
    file = tmp_path / "games.txt"
    file.write_text("\n".join(Record.of(played(seed=seed)).to_text() for seed in range(games)))
    return file


def test_a_game_that_the_file_does_not_hold_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = recorded(tmp_path)
    assert run(["replay", str(file), "--game", "99"]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"optimeld: game 99: {str(file)!r} has 3\n")
    assert run(["replay", str(file), "--game", "0"]) == 2


def test_a_turn_and_a_record_are_shown_in_json_where_json_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = recorded(tmp_path)
    assert run(["replay", str(file), "--game", "2", "--turn", "3", "--json"]) == 0
    state = json.loads(capsys.readouterr().out)
    assert (state["game"], state["turn"], len(state["racks"])) == (2, 3, 2)
    assert state["pool"] + sum(map(len, state["racks"])) + sum(map(len, state["table"])) == 106
    assert run(["replay", str(file), "--show", "--json"]) == 0
    shown = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["game"] for one in shown] == [1, 2, 3]
    assert [one["record"]["seed"] for one in shown] == [0, 1, 2]


def test_an_export_holds_one_game_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = recorded(tmp_path)
    seen: list[str] = []
    replay = Record.replay

    def replayed(record: Record) -> Game:
        seen.append("replayed")
        return replay(record)

    def written(games: Iterable[object], _out: object) -> int:
        for _ in games:
            seen.append("written")
        return 3

    monkeypatch.setattr(Record, "replay", replayed)
    monkeypatch.setattr("optimeld.cli.replay.export_jsonl", written)
    assert run(["replay", str(file), "--export", str(tmp_path / "out.jsonl")]) == 0
    assert seen == ["replayed", "written"] * 3


def test_a_review_says_what_could_have_been_laid(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = recorded(tmp_path)
    assert run(["review", str(file), "--game", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["turns"]) == len(played(seed=1).turns)
    for turn in found["turns"]:
        assert turn["missed"] == max(0, turn["best"]["tiles"] - len(turn["played"]))
    for seat, player in enumerate(found["players"]):
        own = [turn for turn in found["turns"] if turn["player"] == seat]
        assert player["missed"] == sum(turn["missed"] for turn in own)
    assert run(["review", str(file), "--player", "2"]) == 0
    assert "laid" in capsys.readouterr().out
    assert run(["review", str(file), "--player", "3"]) == 2
    assert run(["review", str(file), "--game", "4"]) == 2
