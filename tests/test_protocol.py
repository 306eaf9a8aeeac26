"""The bot protocol: what is sent fits the schema and shows nothing hidden, what is answered is understood."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from golden_transcripts import TRANSCRIPTS, transcript, transcript_file
from optimeld.agents import AgentFailure, Draw, Play, Take, protocol, take_turn
from optimeld.agents.bot import Followed
from optimeld.agents.checking import KINDS_OF_GAME, Variant
from optimeld.agents.engine import EngineAgent
from optimeld.agents.hosted import HostedAgent
from optimeld.agents.moves import OVERLOOKED
from optimeld.arena.simulate import Plan, Runner
from optimeld.game import QUICK_AGENTS, Game
from optimeld.melds import Meld
from optimeld.rules import Rules
from optimeld.tiles import Tile
from volume import volume

ROOT = Path(__file__).parent.parent
BOTS = ROOT / "examples" / "bots"
SCHEMA = json.loads((files("optimeld.agents.data") / "protocol.schema.json").read_text(encoding="utf-8"))
SEEN = (
    "rules", "player", "turn", "rack", "table", "river", "rack_sizes", "opened", "pool_size", "pending",
    "history",
)  # fmt: skip
BOT = f"exec:{sys.executable} -m optimeld bot"


def schema_of(name: str) -> Any:
    return jsonschema_rs.Draft202012Validator({**SCHEMA, "oneOf": [{"$ref": f"#/$defs/{name}"}]})


TO_BOT, FROM_BOT = schema_of("to_bot"), schema_of("from_bot")


def lines_of(game: Game, seat: int) -> list[protocol.Message]:
    """All that a player is told of a game so far."""
    view = game.view(seat)
    return [protocol.start_game(view), *(protocol.event(turn, seat) for turn in view.history)]


@pytest.mark.parametrize("variant", KINDS_OF_GAME, ids=lambda variant: variant.words)
def test_what_a_bot_is_told_fits_the_schema_and_gives_back_the_view(variant: Variant) -> None:
    # The variants' numbers of players differ, so that every seat is sat in; all of all of them take long.
    for seat in range(variant.players) if volume(0, long=1) else (variant.players - 1,):
        game = Game(variant.rules, variant.players, seed=seat)
        followed: Followed | None = None
        told = 0
        while not game.over:
            if game.to_move != seat:
                game.engine_turn("random")
                continue
            view = game.view(seat)
            if followed is None:
                start = protocol.start_game(view)
                TO_BOT.validate(start)
                assert start["rack"] == protocol.words(game.deals[seat])
                followed = Followed(start)
            for turn in view.history[told:]:
                event = protocol.event(turn, seat)
                TO_BOT.validate(event)
                followed.hear(event)
            told = len(view.history)
            request = protocol.request(told + 1, view, 10.0)
            TO_BOT.validate(request)
            seen = followed.view(request)
            for name in SEEN:
                assert getattr(seen, name) == getattr(view, name), name
            if told % 7 == 3 and not game.pending:
                game.forfeit(seat, "for the test")
            else:
                game.engine_turn("greedy")
        assert game.result is not None
        TO_BOT.validate(protocol.end_game(game.result))


def test_a_bot_is_told_nothing_of_what_others_drew_nor_why_they_lost_a_turn() -> None:
    game = Game(Rules(river=True), 3, seed=4)
    game.forfeit(0, "it held K1")
    game.engine_turn("greedy")
    told = json.dumps(lines_of(game, 2)[1:])
    assert "K1" not in told
    assert "tile" not in told
    assert lines_of(game, 0)[1]["why"] == "it held K1"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"hello", "answered 'hello', which is not JSON"),
        (b"", "answered '', which is not JSON"),
        (b"\xff\xfe", "which is not JSON"),
        (b"[" * 100_000, "which is not JSON"),
        (b"[1]", "answered [1], which is not a JSON object"),
        (b'{"type": "draw"}', "answered without a seq, but the request has seq 7"),
        (b'{"seq": 6, "type": "draw"}', "answered with seq 6, but the request has seq 7"),
        (b'{"seq": true, "type": "draw"}', "answered with seq True, but the request has seq 7"),
        (b'{"seq": "7", "type": "draw"}', "answered with seq '7', but the request has seq 7"),
        (b'{"seq": 7}', "answered without a type: it must be play or draw or take"),
        (b'{"seq": 7, "type": "resign"}', "answered with type 'resign': it must be play or draw or take"),
        (b'{"seq": 7, "type": "keep", "tile": "K1"}', "answered with type 'keep': it must be"),
        (b'{"seq": 7, "type": ["play"]}', "answered with type ['play']: it must be"),
        (b'{"seq": 7, "type": "play"}', "played with no table: it must be a list of melds"),
        (b'{"seq": 7, "type": "play", "table": "K1 K2 K3"}', "played with the table 'K1 K2 K3'"),
        (b'{"seq": 7, "type": "play", "table": [[1]]}', "played with the table [[1]]"),
        (b'{"seq": 7, "type": "play", "table": [["K1", "K2"]]}', "illegal play: 'K1 K2' at table meld"),
        (b'{"seq": 7, "type": "play", "table": [["X1", "K2", "K3"]]}', "illegal play: "),
        (b'{"seq": 7, "type": "take"}', "answered take with no tile"),
        (b'{"seq": 7, "type": "take", "tile": 3}', "answered take with the tile 3"),
        (b'{"seq": 7, "type": "take", "tile": "X3"}', "answered take with what is no tile"),
        (b'{"seq": 7, "type": "error", "message": "no\\nidea"}', "no idea"),
    ],
)  # fmt: skip
def test_an_answer_that_is_none_is_named_in_words(answer: bytes, said: str) -> None:
    with pytest.raises(AgentFailure) as failure:
        protocol.read_answer(answer, 7, Game(seed=1).view(0))
    assert said in str(failure.value)


def test_answers_are_read() -> None:
    view = Game(seed=1).view(0)
    assert protocol.read_answer(b'{"seq": 7, "type": "draw", "mood": "good"}', 7, view) == Draw()
    assert protocol.read_answer(b'{"seq": 7, "type": "take", "tile": "r3"}', 7, view) == Take(Tile(1, 3))
    played = protocol.read_answer(b'{"seq": 7, "type": "play", "table": [["k1", "k2", "K3"]]}', 7, view)
    assert played == Play((Meld.parse("K1 K2 K3"),))
    river = Game(Rules(river=True), seed=1)
    river.draw(0)
    assert protocol.read_answer(b'{"seq": 7, "type": "keep", "tile": "O9"}', 7, river.view(0)) == Tile(3, 9)


@pytest.mark.parametrize("name", [name for name in QUICK_AGENTS if name != "random"])
@pytest.mark.parametrize("variant", KINDS_OF_GAME, ids=lambda variant: variant.words)
def test_an_agent_of_the_engine_decides_the_same_from_a_view(name: str, variant: Variant) -> None:
    game, twin = (Game(variant.rules, variant.players, seed=2) for _ in range(2))
    agent = EngineAgent(name)
    while not game.over:
        assert take_turn(game, agent) == twin.engine_turn(name)


def test_the_engines_agents_play_the_same_games_as_bots() -> None:
    rules = Rules(river=True)
    for name in ("greedy", "simple"):
        plain = Plan(rules, (name, "greedy-value"), 5, 2, records=True)
        as_bot = Plan(rules, (f"{BOT} {name}", "greedy-value"), 5, 2, records=True, salt="")
        with Runner(plain) as one, Runner(as_bot) as two:
            assert one.run(0, 2) == two.run(0, 2)


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_game_is_told_and_asked_as_in_its_transcript(name: str) -> None:
    found = transcript(name)
    assert found == transcript_file(name).read_text(encoding="utf-8")
    for line in found.splitlines():
        (FROM_BOT if line.startswith("<") else TO_BOT).validate(json.loads(line[2:]))


# The example bots, in three languages.


@pytest.fixture(scope="module")
def example_bots(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    compiled = tmp_path_factory.mktemp("bots") / "bot"
    subprocess.run(["g++", "-std=c++20", "-O2", "-o", compiled, BOTS / "bot.cpp"], check=True)
    bots = {"Python": f"exec:{sys.executable} {BOTS / 'bot.py'}", "C++": f"exec:{compiled}"}
    if shutil.which("node"):
        bots["JavaScript"] = f"exec:node {BOTS / 'bot.mjs'}"
    return bots


@pytest.mark.long
def test_the_example_bots_of_all_languages_play_every_variant_alike(example_bots: dict[str, str]) -> None:
    answers: dict[str, list[Any]] = {}
    for language, name in example_bots.items():
        said = answers.setdefault(language, [])

        def listener(line: bytes, from_bot: bool, said: list[Any] = said) -> None:
            said.append(json.loads(line))

        agent = HostedAgent(name, listener=listener)
        try:
            for variant in KINDS_OF_GAME:
                game = Game(variant.rules, variant.players, seed=6)
                agent.new_game()
                while not game.over:
                    turn = take_turn(game, agent) if game.to_move == 0 else game.engine_turn("greedy")
                    if not (variant.rules.must_play and turn.note.startswith(OVERLOOKED)):
                        assert turn.note == "", (language, variant.words, turn.note)
                agent.end_game(game.view(0))
            assert agent.finish(5.0)
            assert agent.stderr == ""
        finally:
            agent.close()
    assert len(answers["Python"]) > 500
    for language, said in answers.items():
        assert said == answers["Python"], language
