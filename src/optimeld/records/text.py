"""Whole games as text that people can read and the engine can replay.

    optimeld game 1
    rules values=13 colours=4 ... joker_rule=official opening_then_table=no river=no must_play=no
    seed 1 game 17
    players greedy | simple
    rack 1 K1 K4 ...
    rack 2 ...
    1 1 draws R4
    2 2 opens R10 R11 R12 : => R10 R11 R12
    ...
    result 2 wins -34 +34 by an empty rack

A turn is its number, the player from 1, and what was done; melds that went stand before `=>`, melds that came
after it. Records in one file are separated by blank lines; lines that begin with `#` are remarks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from optimeld import notation
from optimeld.errors import OptimeldError
from optimeld.game import Game, Result
from optimeld.rules import RULE_NAMES, Rules, read_rule_word, rule_word
from optimeld.tiles import Tile
from optimeld.turns import RecordError

_FIRST_LINE = "optimeld game 1"
_HOW = {False: "by an empty rack", True: "by the lowest rack"}
_UNFINISHED = "unfinished"


@dataclass(frozen=True)
class Record:
    """One game as it was played. Nothing in it is believed until `replay` has played it again.

    >>> game = Game(players=["simple", "simple"], seed=2)
    >>> while not game.over:
    ...     _ = game.engine_turn("simple")
    >>> record = Record.of(game)
    >>> Record.parse(record.to_text()) == record
    True
    >>> record.replay().result == game.result
    True
    """

    rules: Rules
    seed: int
    index: int
    players: tuple[str, ...]
    racks: tuple[tuple[Tile, ...], ...]
    #: One turn each, without its number.
    lines: tuple[str, ...]
    #: The winner from 0, the scores, and whether it ended by passes; None: the game was not finished.
    outcome: tuple[int, tuple[int, ...], bool] | None

    @classmethod
    def of(cls, game: Game) -> Record:
        """The record of a game so far."""
        return cls(
            game.rules, game.seed, game.index, game.names, game.deals, tuple(game.turn_lines()),
            outcome_of(game.result),
        )  # fmt: skip

    @classmethod
    def of_lines(
        cls, rules: Rules, seed: int, index: int, players: tuple[str, ...], lines: Iterable[str],
        outcome: tuple[int, tuple[int, ...], bool] | None,
    ) -> Record:  # fmt: skip
        """The record of a game played elsewhere, from its turns; the deal follows from the seed."""
        return cls(
            rules, seed, index, players, Game(rules, players, seed, index).deals, tuple(lines), outcome
        )

    def to_text(self) -> str:
        """The record as text, with a newline at its end."""
        rules = " ".join(f"{name}={rule_word(getattr(self.rules, name))}" for name in RULE_NAMES)
        head = [_FIRST_LINE, f"rules {rules}", f"seed {self.seed} game {self.index}"]
        head.append(f"players {' | '.join(self.players)}")
        head += [f"rack {seat} {notation.format_tiles(rack)}" for seat, rack in enumerate(self.racks, 1)]
        turns = [f"{number} {line}" for number, line in enumerate(self.lines, 1)]
        return "\n".join([*head, *turns, f"result {self._result_words()}", ""])

    def _result_words(self) -> str:
        if self.outcome is None:
            return _UNFINISHED
        winner, scores, blocked = self.outcome
        return f"{winner + 1} wins {' '.join(f'{score:+d}' for score in scores)} {_HOW[blocked]}"

    @classmethod
    def parse(cls, text: str) -> Record:
        """Reads one record."""
        lines = [line.strip() for line in text.splitlines()]
        return _Reader([line for line in lines if line and not line.startswith("#")]).read()

    def replay(self) -> Game:
        """Plays the game again, every turn judged, and compares the deal and the result."""
        game = Game(self.rules, self.players, self.seed, self.index)
        for seat, (dealt, told) in enumerate(zip(game.deals, self.racks, strict=True), 1):
            if dealt != told:
                raise RecordError(
                    f"rack {seat} is not what seed {self.seed}, game {self.index} deals", rack=seat
                )
        game.replay(self.lines)
        if outcome_of(game.result) != self.outcome:
            played = Record.of(game)._result_words()
            raise RecordError(f"the result is '{played}', not '{self._result_words()}'")
        return game

    def to_json(self) -> dict[str, Any]:
        """The record as JSON values, every turn a line of text."""
        outcome = self.outcome
        return {
            "rules": self.rules.to_json(),
            "seed": self.seed,
            "index": self.index,
            "players": list(self.players),
            "racks": [[str(tile) for tile in rack] for rack in self.racks],
            "turns": list(self.lines),
            "winner": None if outcome is None else outcome[0],
            "scores": None if outcome is None else list(outcome[1]),
            "blocked": None if outcome is None else outcome[2],
        }


def outcome_of(result: Result | None) -> tuple[int, tuple[int, ...], bool] | None:
    """What a record keeps of a result."""
    return None if result is None else (result.winner, result.scores, result.blocked)


def read_records(lines: Iterable[str]) -> Iterator[Record]:
    """The records of a file, one after another.

    >>> text = Record.of(Game(seed=1)).to_text()
    >>> len(list(read_records((text + "\\n" + text).splitlines())))
    2
    """
    part: list[str] = []
    for line in lines:
        if line.strip() == _FIRST_LINE and part:
            yield Record.parse("\n".join(part))
            part = []
        if line.strip() and not line.startswith("#"):
            part.append(line)
    if part:
        yield Record.parse("\n".join(part))


_SEED = re.compile(r"seed (\d{1,20}) game (\d{1,20})")
_TURN = re.compile(r"(\d{1,6}) (.*)")
_RESULT = re.compile(r"result (\d) wins ((?:[+-]\d{1,7} )+)(by an empty rack|by the lowest rack)")


class _Reader:
    """Reads the lines of one record from the top, and says which line is wrong."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.at = 0

    def read(self) -> Record:
        try:
            return self._read()
        except RecordError as error:
            raise RecordError(f"line {self.at}: {error.message}", line=self.at) from None
        except OptimeldError as error:
            raise RecordError(f"line {self.at}: {error.message}", line=self.at, **error.details) from None

    def _read(self) -> Record:
        if self._next("the first line") != _FIRST_LINE:
            raise RecordError(f"a record begins with '{_FIRST_LINE}', not {self.lines[0]!r}")
        rules = self._rules()
        seed = _SEED.fullmatch(line := self._next("the seed"))
        if seed is None:
            raise RecordError(f"no seed in {line!r}: it should be 'seed N game N'")
        players = tuple(name.strip() for name in self._after("players ").split("|"))
        racks = tuple(
            notation.parse_tiles(self._after(f"rack {seat} "), rules) for seat in range(1, len(players) + 1)
        )
        turns: list[str] = []
        while not (line := self._next("the result")).startswith("result "):
            turn = _TURN.fullmatch(line)
            if turn is None:
                raise RecordError(f"not a turn: {line!r}")
            if int(turn[1]) != len(turns) + 1:
                raise RecordError(f"turn {len(turns) + 1} should come here, not {line!r}")
            turns.append(turn[2])
        outcome = self._outcome(line, len(players))
        if self.at < len(self.lines):
            self.at += 1
            raise RecordError(f"nothing follows the result, but here is {self.lines[self.at - 1]!r}")
        return Record(rules, int(seed[1]), int(seed[2]), players, racks, tuple(turns), outcome)

    def _next(self, what: str) -> str:
        self.at += 1
        if self.at > len(self.lines):
            raise RecordError(f"the record ends before {what}")
        return self.lines[self.at - 1]

    def _after(self, word: str) -> str:
        line = self._next(f"'{word.strip()}'")
        if not line.startswith(word):
            raise RecordError(f"'{word.strip()}' should come here, not {line!r}")
        return line[len(word) :]

    def _rules(self) -> Rules:
        given: dict[str, Any] = {}
        for part in self._after("rules ").split():
            name, equals, word = part.partition("=")
            if not equals or name in given:
                raise RecordError(f"not a rule: {part!r}")
            given[name] = read_rule_word(word)
        # A rule that is not named is one that the game was played without, before there was such a rule.
        return Rules.from_json(given)

    @staticmethod
    def _outcome(line: str, players: int) -> tuple[int, tuple[int, ...], bool] | None:
        if line == f"result {_UNFINISHED}":
            return None
        form = _RESULT.fullmatch(line)
        if form is None or len(form[2].split()) != players or not 1 <= int(form[1]) <= players:
            raise RecordError(f"not a result: {line!r}")
        return int(form[1]) - 1, tuple(map(int, form[2].split())), form[3] == _HOW[True]
