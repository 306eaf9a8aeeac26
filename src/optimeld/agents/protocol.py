"""The words of the bot protocol (docs/protocol.md): what a bot is told and asked, what its answer means."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from optimeld.agents.moves import AgentFailure
from optimeld.errors import OptimeldError
from optimeld.game import Result, View
from optimeld.moves import Draw, Move, Play, Take
from optimeld.notation import parse_tile, table_from_json
from optimeld.tiles import Tile
from optimeld.turns import Turn

PROTOCOL = 1
#: What a bot is called in the names it is sent: it need not know its own.
OWN_NAME = "you"

Message = dict[str, Any]


def words(tiles: Iterable[Tile]) -> list[str]:
    """Tiles as they travel."""
    return [str(tile) for tile in tiles]


def line(message: Message) -> bytes:
    """A message as one line.

    >>> line({"type": "pass", "seat": 1})
    b'{"type": "pass", "seat": 1}\\n'
    """
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


# What is told.


def start_game(view: View) -> Message:
    """The beginning of a game as the view's player knew it: names, rules, and the rack as it was dealt."""
    names = [OWN_NAME if seat == view.player else name for seat, name in enumerate(view.names)]
    return {
        "type": "start_game",
        "protocol": PROTOCOL,
        "seat": view.player,
        "players": names,
        "rules": view.rules.to_json(),
        "rack": words(dealt_rack(view)),
    }


def dealt_rack(view: View) -> tuple[Tile, ...]:
    """The rack that a player was dealt, from what has happened to it since.

    >>> from optimeld.game import Game
    >>> game = Game(seed=1)
    >>> _ = game.engine_turn("greedy"), game.engine_turn("greedy"), game.engine_turn("greedy")
    >>> dealt_rack(game.view(0)) == game.deals[0]
    True
    """
    tiles = Counter(view.rack)
    for turn in view.history:
        if turn.player == view.player:
            tiles.update(turn.played)
            tiles.subtract(turn.drawn)
            if turn.action == "take" and turn.river is not None:
                tiles[turn.river] -= 1
    return tuple(sorted(tiles.elements()))


def event(turn: Turn, seat: int) -> Message:
    """A turn as the player at `seat` hears of it: of others' hidden tiles only how many.

    Why a turn was lost is told to whom it happened, not to the others: it may speak of hidden tiles.
    """
    told: Message = {"type": turn.action, "seat": turn.player}
    own = turn.player == seat
    if turn.action == "play":
        table = [meld.to_json() for meld in turn.table]
        told |= {"played": words(turn.played), "table": table, "opening": turn.opening}
    elif turn.action == "draw":
        if own:
            told["tile"] = str(turn.drawn[0])
        if turn.river is not None:
            told["river"] = str(turn.river)
    elif turn.action == "take":
        told["tile"] = str(turn.river)
    elif turn.action == "forfeit":
        told["drawn"] = turn.drawn_count
        if own:
            told |= {"tiles": words(turn.drawn), "why": turn.note}
    return told


def end_game(result: Result) -> Message:
    """How it ended."""
    return {"type": "end_game", "winner": result.winner, "scores": list(result.scores)}


# What is asked.


def request(seq: int, view: View, seconds: float) -> Message:
    """A question to the player to move; with two tiles drawn (river), which of them stays."""
    asked: Message = {"type": "request", "seq": seq}
    if view.pending:
        asked["keep"] = words(view.pending)
    asked["time_ms"] = round(1000 * seconds)
    asked["view"] = {
        "seat": view.player,
        "turn": view.turn,
        "table": [meld.to_json() for meld in view.table],
        "rack": words(view.rack),
        "opened": list(view.opened),
        "rack_sizes": list(view.rack_sizes),
        "pool": view.pool_size,
        "river": words(view.river),
    }
    return asked


# What is answered.


def read_answer(text: bytes, seq: int, view: View) -> Move | Tile:
    """The move that an answer means, or the tile that stays; `AgentFailure` says in words what is wrong.

    >>> from optimeld.game import Game
    >>> view = Game(seed=1).view(0)
    >>> read_answer(b'{"seq": 3, "type": "draw"}', 3, view)
    Draw()
    >>> read_answer(b'{"seq": 2, "type": "draw"}', 3, view)
    Traceback (most recent call last):
    ...
    optimeld.agents.moves.AgentFailure: answered with seq 2, but the request has seq 3
    """
    answer = _object(text)
    given = answer.get("seq")
    if isinstance(given, bool) or not isinstance(given, int) or given != seq:
        said = "without a seq" if "seq" not in answer else f"with seq {_shown(given)}"
        raise AgentFailure(f"answered {said}, but the request has seq {seq}")
    kind = answer.get("type")
    if kind == "error":
        raise AgentFailure(_in_brief(answer.get("message", "gave up")))
    wanted = ("keep",) if view.pending else ("play", "draw", "take")
    if kind not in wanted:
        said = "without a type" if "type" not in answer else f"with type {_shown(kind)}"
        raise AgentFailure(f"answered {said}: it must be {' or '.join(wanted)}")
    if kind == "draw":
        return Draw()
    if kind == "play":
        return _read_play(answer, view)
    tile = _read_tile(answer, view)
    return tile if kind == "keep" else Take(tile)


def _object(text: bytes) -> Message:
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        raise AgentFailure(
            f"answered {_shown(text.decode(errors='replace').strip())}, which is not JSON"
        ) from None
    if not isinstance(answer, dict):
        raise AgentFailure(f"answered {_shown(answer)}, which is not a JSON object")
    return answer


def _read_play(answer: Message, view: View) -> Play:
    table = answer.get("table")
    listed = isinstance(table, list) and all(
        isinstance(meld, list) and all(isinstance(tile, str) for tile in meld) for meld in table
    )
    if not listed:
        said = "no table" if "table" not in answer else f"the table {_shown(table)}"
        raise AgentFailure(f"played with {said}: it must be a list of melds, each a list of tiles")
    try:
        return Play(table_from_json(table, view.rules))
    except OptimeldError as error:
        raise AgentFailure(f"illegal play: {error.message}") from None


def _read_tile(answer: Message, view: View) -> Tile:
    word = answer.get("tile")
    if not isinstance(word, str):
        said = "no tile" if "tile" not in answer else f"the tile {_shown(word)}"
        raise AgentFailure(f"answered {answer['type']} with {said}")
    try:
        return parse_tile(word, view.rules)
    except OptimeldError as error:
        raise AgentFailure(f"answered {answer['type']} with what is no tile: {error.message}") from None


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def _in_brief(message: object) -> str:
    text = " ".join(str(message).split())
    return text if len(text) <= 200 else text[:197] + "..."
