"""The golden transcripts of the bot protocol: a game each, every line of both sides; `./run golden` anew."""

from __future__ import annotations

import sys
from pathlib import Path

from optimeld.agents import take_turn
from optimeld.agents.hosted import HostedAgent
from optimeld.game import Game
from optimeld.rules import Rules

FOLDER = Path(__file__).parent / "golden" / "protocol"
BOT = Path(__file__).parent.parent / "examples" / "bots" / "bot.py"

TRANSCRIPTS = {
    "two-players": (Rules(), ("greedy", "simple"), 1),
    "river": (Rules(river=True), ("simple", "greedy"), 2),
    "six-players": (Rules.six_players(), ("greedy",) * 5, 3),
    "pool-runs-out": (Rules(values=7, colours=3, rack_size=10, opening_points=40), ("greedy",) * 3, 4),
}


def transcript(name: str) -> str:
    """A game of the example bot against agents of the engine, who lose a turn now and then."""
    rules, opponents, seed = TRANSCRIPTS[name]
    heard: list[str] = []

    def listen(line: bytes, from_bot: bool) -> None:
        heard.append(("< " if from_bot else "> ") + line.decode())

    bot = HostedAgent(f"exec:{sys.executable} {BOT}", listener=listen)
    seat = seed % (len(opponents) + 1)
    names = [*opponents[:seat], "bot", *opponents[seat:]]
    game = Game(rules, names, seed)
    try:
        while not game.over:
            if len(game.turns) % 11 == 10:
                game.forfeit(game.to_move, "for the transcript")
            elif game.to_move == seat:
                assert take_turn(game, bot).note == ""
            else:
                game.engine_turn(names[game.to_move])
        bot.end_game(game.view(seat))
    finally:
        bot.close()
    return "\n".join([*heard, ""])


def transcript_file(name: str) -> Path:
    """Where a transcript is kept."""
    return FOLDER / f"{name}.jsonl"
