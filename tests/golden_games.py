"""The golden games: each is its own recipe (rules, seed, players), so that one command plays all anew.

    ./run golden

A game changes only when the rules, an agent's choice or the form of a record does: look at `git diff`.
"""

from __future__ import annotations

from pathlib import Path

from golden_transcripts import TRANSCRIPTS, transcript, transcript_file
from optimeld.game import ENGINE_AGENTS, Game
from optimeld.records import Record
from optimeld.turns import Turn, parse_turn

FOLDER = Path(__file__).parent / "golden"
FILES = sorted(FOLDER.glob("*.game"))
#: Who plays for a person, between the turns that the person is known to have lost.
STAND_IN = "greedy"


def played_anew(text: str) -> str:
    """The record of the same game as it is played today, under the same remarks."""
    old = Record.parse(text)
    lost = forfeits(old)
    game = Game(old.rules, old.players, old.seed, old.index)
    while not game.over:
        name, number = game.names[game.to_move], len(game.turns)
        if name in ENGINE_AGENTS:
            game.engine_turn(name)
        elif number in lost:
            game.forfeit(game.to_move, lost[number].note, lost[number].drawn_count)
        else:
            game.engine_turn(STAND_IN)
    remarks = [line for line in text.splitlines() if line.startswith("#")]
    return "\n".join([*remarks, Record.of(game).to_text()])


def forfeits(record: Record) -> dict[int, Turn]:
    """The turns that were lost, by number from 0; they leave the table as it was."""
    lines = enumerate(record.lines)
    return {number: parse_turn(line, record.rules, ()) for number, line in lines if " forfeits" in line}


def main() -> None:
    """Writes every golden game anew, and every golden transcript of the bot protocol."""
    for file in FILES:
        write(file, played_anew(file.read_text(encoding="utf-8")))
    for name in TRANSCRIPTS:
        write(transcript_file(name), transcript(name))


def write(file: Path, new: str) -> None:
    """Writes what is new, and says whether it is."""
    old = file.read_text(encoding="utf-8") if file.exists() else ""
    if new != old:
        file.write_text(new, encoding="utf-8")
    print(f"{'changed' if new != old else 'as it was':>10}  {file.name}")


if __name__ == "__main__":
    main()
