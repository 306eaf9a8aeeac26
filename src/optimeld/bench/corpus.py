"""The benchmark's positions: decisions taken from full games between greedy players.

They are kept in `corpus.txt`, one a line: joker rule, objective of the players, number of players, whether
the player to move has opened, and the position. `make` is how they came about; the games depend on which of
several equally good plays the solver picks, so the file is the reference and not the seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, product
from pathlib import Path

from optimeld.game import Game
from optimeld.goals import OBJECTIVES, Objective
from optimeld.position import Position
from optimeld.rules import JOKER_RULES, Rules

CORPUS_FILE = Path(__file__).with_name("corpus.txt")
PLAYERS = (2, 3, 4)
SEED = 1


@dataclass(frozen=True)
class Entry:
    """A position of the corpus, and the game it comes from."""

    position: Position
    objective: Objective
    players: int

    @property
    def opening(self) -> bool:
        return not self.position.opened

    @property
    def joker_rule(self) -> str:
        return self.position.rules.joker_rule

    @property
    def table_joker(self) -> bool:
        """Whether a joker lies on the table."""
        return any(meld.jokers for meld in self.position.table)

    def __str__(self) -> str:
        opened = "opened" if self.position.opened else "opening"
        return f"{self.joker_rule} {self.objective} {self.players} {opened} {self.position}"


def read_entry(line: str) -> Entry:
    """The entry of one line.

    >>> str(read_entry("free value 2 opened K1 K2 K3 // K4"))
    'free value 2 opened K1 K2 K3 // K4'
    """
    joker_rule, objective, players, opened, text = line.split(maxsplit=4)
    rules = _RULES[joker_rule]
    position = Position.parse(text, rules, opened=opened == "opened")
    return Entry(position, _OBJECTIVES[objective], int(players))


_RULES: dict[str, Rules] = {rule: Rules(joker_rule=rule) for rule in JOKER_RULES}
_AGENTS: dict[Objective, str] = {"tiles": "greedy", "value": "greedy-value"}
_OBJECTIVES: dict[str, Objective] = {objective: objective for objective in OBJECTIVES}


@lru_cache(maxsize=1)
def corpus() -> tuple[Entry, ...]:
    """The whole corpus, in its order."""
    with CORPUS_FILE.open(encoding="utf-8") as lines:
        return tuple(read_entry(line) for line in lines if line.strip() and not line.startswith("#"))


def greedy_game(
    rules: Rules, objective: Objective, players: int, seed: int, index: int
) -> Iterator[Position]:
    """The positions of one game in which everyone always makes the best play there is, or else draws."""
    game = Game(rules, players, seed, index)
    while not game.over:
        yield game.view(game.to_move).position
        game.engine_turn(_AGENTS[objective])


def make(per_class: int = 140, openings: int = 20, seed: int = SEED) -> Iterator[Entry]:
    """The corpus: of each joker rule, objective and number of players, so many positions from games.

    One decision in six is taken, so that many games contribute; `openings` of them are openings.
    """
    kinds = product(_RULES.values(), OBJECTIVES, PLAYERS)
    for number, (rules, objective, players) in enumerate(kinds):
        game_seed = 100 * seed + number  # no two classes share their deals
        rng = random.Random(game_seed)
        wanted = {True: per_class - openings, False: openings}
        for index in count():
            for position in greedy_game(rules, objective, players, game_seed, index):
                if rng.random() < 1 / 6 and wanted[position.opened]:
                    wanted[position.opened] -= 1
                    yield Entry(position, objective, players)
            if not any(wanted.values()):
                break


def write(entries: Iterable[Entry], path: Path = CORPUS_FILE, seed: int = SEED) -> int:
    """Writes entries as a corpus file, and says how many."""
    lines = [str(entry) for entry in entries]
    head = [
        f"# Decisions from full games between greedy players, made by bench/make_corpus.py with seed {seed}.",
        "# joker rule, objective, players, opened or opening, TABLE // RACK",
    ]
    path.write_text("\n".join(head + lines) + "\n", encoding="utf-8")
    return len(lines)
