"""Agents from outside, good and bad, that the tests name as `agents_for_tests:Class`."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from optimeld.agents import Draw, Move, Play, Take
from optimeld.game import View
from optimeld.melds import Meld
from optimeld.tiles import Tile


class Drawer:
    """Only ever draws."""

    def choose(self, view: View) -> Move:
        return Draw()


class Raising:
    def choose(self, view: View) -> Move:
        raise RuntimeError("no idea\nwhat to do")


class Slow:
    """Never answers."""

    def choose(self, view: View) -> Move:
        while True:
            time.sleep(0.01)


class Busy:
    """Never answers, and never lets go of the interpreter's lock for long either."""

    def choose(self, view: View) -> Move:
        while True:
            sum(range(1000))


class Dying:
    def choose(self, view: View) -> Move:
        os._exit(3)


class DyingForGood:
    """Starts once, dies, and never starts again."""

    def __init__(self) -> None:
        mark = Path(os.environ["OPTIMELD_TEST_MARK"])
        if mark.exists():
            raise RuntimeError("not again")
        mark.touch()

    def choose(self, view: View) -> Move:
        os._exit(3)


class Forking:
    """Leaves a process behind that has gone its own way, and that shows that it lives."""

    def choose(self, view: View) -> Move:
        mark = Path(os.environ["OPTIMELD_TEST_MARK"])
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                while True:
                    mark.write_text(str(time.time()), encoding="ascii")
                    time.sleep(0.01)
            os._exit(0)
        while not mark.exists():
            time.sleep(0.01)
        return Draw()


class Nonsense:
    def choose(self, view: View) -> Any:
        return 42


class Chatty:
    """Prints: its output must not get in between the answers."""

    def choose(self, view: View) -> Move:
        print("thinking", flush=True)
        return Draw()


class Cheating:
    """Lays tiles it does not have."""

    def choose(self, view: View) -> Move:
        return Play((*view.table, Meld.parse("O11 O12 O13", view.rules)))


class Thieving:
    """Takes a meld off the table."""

    def choose(self, view: View) -> Move:
        return Play(view.table[1:]) if view.table else Draw()


class Grabbing:
    """Takes from a river that does not have it, and keeps what it did not draw."""

    def choose(self, view: View) -> Move:
        return Take(Tile(0, 1)) if view.turn % 4 < 2 else Draw()

    def keep(self, view: View, tiles: tuple[Tile, ...]) -> Any:
        return "everything"


class NotAnAgent:
    pass


class Failing:
    def __init__(self) -> None:
        raise ValueError("out of order")


class Remembering:
    """Checks in its own process that the history it is sent is whole and shows nothing hidden."""

    def __init__(self) -> None:
        self.seen = 0

    def choose(self, view: View) -> Move:
        assert len(view.history) == view.turn, (len(view.history), view.turn)
        assert view.turn >= self.seen
        self.seen = view.turn
        for turn in view.history:
            assert turn.player == view.player or turn.drawn == ()
        return Draw()

    def keep(self, view: View, tiles: tuple[Tile, ...]) -> Tile:
        assert view.pending == tiles
        return max(tiles)
