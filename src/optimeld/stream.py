"""Positions one a line, answers one a line: the stream of `optimeld solve -`."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator

from optimeld import _core
from optimeld.deadlines import checked_limit
from optimeld.errors import NotationError, OptimeldError
from optimeld.goals import MOST_TILES, Goal
from optimeld.machine import cores
from optimeld.notation import tile_words
from optimeld.position import Position
from optimeld.rules import Rules
from optimeld.solver import Solution, core_solver, solve
from optimeld.steps import names

#: Lines solved together: enough to keep every core busy, few enough that answers come as they are found.
BATCH = 128
LONGEST_LINE = 1 << 20

Solve = Callable[[Position], Solution]


class PositionStream:
    """Answers lines as they come in, in order. `bad` counts those that were not positions.

    >>> stream = PositionStream(Rules())
    >>> for text in stream.answers([b"// K1 K2 K3\\n// K1 X2", b"\\n// K1 K2\\n"]):
    ...     answer = json.loads(text)
    ...     print(answer["status"] if "status" in answer else answer["error"]["message"])
    optimal
    no tile 'X2' at rack tile 2: the colours are K R B O
    no-play
    >>> stream.bad
    1
    """

    def __init__(
        self,
        rules: Rules,
        goal: Goal = MOST_TILES,
        *,
        opened: bool = True,
        method: Solve | None = None,
        threads: int | None = None,
        time_limit: float | None = None,
    ) -> None:
        self.bad = 0
        self._rules = rules
        self._opened = opened
        self._threads = threads or cores()
        self._solve: Solve = method or (lambda position: solve(position, goal, time_limit=time_limit))
        # The core reads plain lines itself; with another method every line goes the slow way.
        self._core: _core.Stream | None = None
        if method is None:
            known = [(word, rules.index_of(tile)) for word, tile in tile_words(rules).items()]
            self._core = _core.Stream(
                core_solver(rules),
                known,
                names(rules),
                opening=not opened,
                **goal.core,
                time_limit=None if time_limit is None else checked_limit(time_limit),
            )

    def answers(self, chunks: Iterable[bytes]) -> Iterator[str]:
        """One JSON text for each line that is not blank; a chunk is answered before the next is read."""
        for batch in self.batches(chunks):
            yield from batch

    def batches(self, chunks: Iterable[bytes]) -> Iterator[list[str]]:
        """As `answers`, but in lists of answers that were found together."""
        number = 0
        for lines in _lines(chunks):
            for begin in range(0, len(lines), BATCH):
                batch = lines[begin : begin + BATCH]
                numbered = [(number + i, line) for i, line in enumerate(batch, 1) if line.strip()]
                number += len(batch)
                if numbered:
                    yield self._answer(numbered)

    def plain(self, line: str) -> str | None:
        """The core's answer to one line that is plainly a position; else None."""
        return self._core.answer([line], 1)[0] or None if self._core is not None else None

    def _answer(self, numbered: list[tuple[int, str]]) -> list[str]:
        found = [""] * len(numbered)
        if self._core is not None:
            # An answer that fails its check stops the batch; which line it was, the slow way finds out.
            with contextlib.suppress(RuntimeError):
                found = self._core.answer([line for _, line in numbered], self._threads)
        return [
            text or self._answer_slowly(number, line)
            for text, (number, line) in zip(found, numbered, strict=True)
        ]

    def _answer_slowly(self, number: int, line: str) -> str:
        """One line with all care: the answer, or what is wrong with it and where."""
        try:
            if len(line) >= LONGEST_LINE:
                raise NotationError(f"a line of {len(line)} characters or more is no position")
            position = Position.parse(line.strip(), self._rules, opened=self._opened)
            return json.dumps(self._solve(position).to_json(), ensure_ascii=False)
        except OptimeldError as error:
            body = error.to_json()
        except RuntimeError as error:
            body = {"error": {"code": "internal", "message": str(error)}}
        self.bad += 1
        body["error"]["line"] = number
        return json.dumps(body, ensure_ascii=False)


def _lines(chunks: Iterable[bytes]) -> Iterator[list[str]]:
    """The whole lines of each chunk; what a line is too long for is cut off."""
    pending = b""
    skipping = False
    for chunk in chunks:
        *whole, rest = (pending + chunk).split(b"\n")
        if skipping and whole:
            del whole[0]
            skipping = False
        if skipping:
            rest = b""
        elif len(rest) >= LONGEST_LINE:
            whole.append(rest[:LONGEST_LINE])
            rest, skipping = b"", True
        pending = rest
        if whole:
            yield [line.decode("utf-8", "replace") for line in whole]
    if pending:
        yield [pending.decode("utf-8", "replace")]
