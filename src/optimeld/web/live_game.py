"""A game with people and the engine: whose turn, the clock, and what each person may see of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from optimeld.drafts import Draft, added_tiles, look_over, points_laid
from optimeld.errors import InputError, OptimeldError
from optimeld.game import PENALTY_TILES, Game
from optimeld.legality import Ruling, judge
from optimeld.notation import tiles_from_json
from optimeld.position import Position
from optimeld.refusals import Refusal
from optimeld.rules import Rules
from optimeld.solver import Solution, solve
from optimeld.steps import plan
from optimeld.tiles import Tile
from optimeld.turns import RecordError, Turn
from optimeld.web.friends import Chair
from optimeld.web.games_store import DamagedGameError, StoredGame
from optimeld.web.opponents import BY_AGENT, FORMER

#: How much later than the clock a play may arrive: the way from the browser takes time too.
GRACE_SECONDS = 3.0
#: Who plays for people who are not there when a game is tried again.
STAND_IN = "greedy"

TableWords = Sequence[Sequence[str]]


class NotNow(InputError):
    """Something that this game does not allow at this moment."""

    code = "not-now"


@dataclass(frozen=True)
class DraftRuling:
    """A table in the middle of a turn, and what the judge says of it."""

    draft: Draft
    played: tuple[Tile, ...]
    #: What the new melds bring towards an opening; None where the player has opened.
    points: int | None
    ruling: Ruling

    def to_json(self) -> dict[str, Any]:
        """What the page shows while tiles are moved."""
        needed = self.draft.rules.opening_points
        refusal = {"code": self.ruling.code, "message": self.ruling.reason}
        return {
            "melds": [meld.to_json() for meld in self.draft.melds],
            "played": [str(tile) for tile in self.played],
            "ok": self.ruling.ok,
            "refusal": None if self.ruling.ok else refusal,
            "opening": None if self.points is None else {"points": self.points, "needed": needed},
        }


@dataclass
class Stopwatch:
    """When the turn began; one for everyone at the table."""

    began: float = 0.0


@dataclass
class LiveGame:
    """A game as it is played, seen from one person's `seat`; `at` has it from another's."""

    id: str
    series: str
    number: int
    game: Game
    seat: int
    #: The agent of each seat; None for a person's.
    agents: list[str | None]
    clock: int | None = None
    now: Callable[[], float] = time.monotonic
    #: With several people: each one's chair, by seat. A single person has the game's own key.
    chairs: list[Chair | None] = field(default_factory=list)
    #: The seat of whoever set the table up; from game to game the chairs move one on.
    first: int = 0
    stopwatch: Stopwatch = field(default_factory=Stopwatch)

    @classmethod
    def start(
        cls,
        game_id: str,
        series: str,
        number: int,
        rules: Rules,
        name: str,
        agents: Sequence[str],
        seed: int,
        clock: int | None,
    ) -> LiveGame:
        """Deals a game for one person and the engine."""
        names = names_of([name, *[None for _ in agents]], [None, *agents])
        return cls.deal(game_id, series, number, rules, names, [None, *agents], seed, clock)

    @classmethod
    def deal(
        cls,
        game_id: str,
        series: str,
        number: int,
        rules: Rules,
        names: Sequence[str],
        agents: Sequence[str | None],
        seed: int,
        clock: int | None,
        chairs: Sequence[Chair | None] = (),
    ) -> LiveGame:
        """Deals a game. The first begins the first game of a series, and then the beginning goes round."""
        players = len(agents)
        seat = (players - number % players) % players
        order = [(place - seat) % players for place in range(players)]
        dealt = Game(rules, [names[chair] for chair in order], seed=seed)
        seated = [agents[chair] for chair in order]
        game = cls(game_id, series, number, dealt, seat, seated, clock, first=seat)
        game.chairs = [chairs[chair] for chair in order] if chairs else []
        game.run_engine()
        return game

    def following(self, game_id: str, seed: int) -> LiveGame:
        """The next game of the same people and agents."""
        order = [(self.first + place) % len(self.agents) for place in range(len(self.agents))]
        names = [self.game.names[seat] for seat in order]
        agents = [self.agents[seat] for seat in order]
        old = [self.chairs[seat] for seat in order] if self.chairs else []
        chairs = [None if chair is None else chair.again() for chair in old]
        return LiveGame.deal(
            game_id, self.series, self.number + 1, self.game.rules, names, agents, seed, self.clock, chairs
        )

    def at(self, seat: int) -> LiveGame:
        """The same game, seen from another seat."""
        return replace(self, seat=seat)

    @property
    def key(self) -> str:
        """The key of this seat."""
        chair = self.chairs[self.seat] if self.chairs else None
        return self.id if chair is None else chair.key

    @property
    def place(self) -> int:
        """How many chairs after the first this one is: the same in all games of a series."""
        return (self.seat - self.first) % len(self.agents)

    @classmethod
    def load(cls, stored: StoredGame) -> LiveGame:
        """The game as it was kept. The clock of the turn starts anew: a restart is not the player's fault."""
        state = stored.state
        try:
            game = Game.from_json(state["game"])
            seat, agents, clock = (state[name] for name in ("seat", "agents", "clock"))
            if isinstance(agents, list):
                agents = [FORMER.get(agent, agent) for agent in agents]
            chairs = [None if chair is None else Chair.from_json(chair) for chair in state.get("chairs", [])]
            _check_seats(game, seat, agents, chairs)
            if not isinstance(clock, int | None):
                raise RecordError(f"the clock is {clock!r}")
        except (KeyError, TypeError) as error:
            raise DamagedGameError(stored.id, f"no field {error}") from None
        except OptimeldError as error:
            raise DamagedGameError(stored.id, error.message) from None
        live = cls(stored.id, stored.series, stored.number, game, seat, agents, clock, first=seat)
        live.chairs = chairs
        live.run_engine()
        return live

    def again(self, game_id: str, series: str, turn: int) -> LiveGame:
        """The same game as it was before turn `turn`, a series of its own; the pool keeps its order."""
        turns = self.game.turns
        if not 0 <= turn < len(turns) or turns[turn].player != self.seat:
            raise NotNow(f"turn {turn} of this game was not yours", turn=turn)
        before = Game(self.game.rules, self.game.names, self.game.seed, self.game.index)
        before.replay(self.game.turn_lines()[:turn])
        # Other people are not here again: the engine takes their chairs.
        agents = [None if seat == self.seat else agent or STAND_IN for seat, agent in enumerate(self.agents)]
        live = LiveGame(game_id, series, 0, before, self.seat, agents, self.clock, first=self.seat)
        live.run_engine()
        return live

    def store(self) -> StoredGame:
        """What is kept of it."""
        state = {
            "game": self.game.to_json(),
            "seat": self.first,
            "agents": self.agents,
            "clock": self.clock,
        }
        if self.chairs:
            state["chairs"] = [None if chair is None else chair.to_json() for chair in self.chairs]
        result = self.game.result
        if result is not None:
            state["result"] = result.to_json()
        return StoredGame(self.id, self.series, self.number, self.game.over, state)

    # What the person does. Each action names the turn it is meant for, so that a second tab cannot act twice.

    def play(self, turn: int, table: TableWords) -> Turn | Refusal:
        """Lays tiles: `table` is the whole table afterwards."""
        self._may_act(turn)
        if self.clock is not None and self._spent() > self.clock + GRACE_SECONDS:
            raise NotNow("the time for this turn is over", reason="time-up")
        done = self.game.submit(self.seat, table)
        if isinstance(done, Turn):
            self.run_engine()
        return done

    def draw(self, turn: int) -> None:
        """Draws; with an empty pool, passes."""
        self._may_act(turn)
        if self.game.draw(self.seat) is not None:
            self.run_engine()

    def keep(self, turn: int, tile: str) -> None:
        """With the river: which of the two drawn tiles stays."""
        self._may_act(turn)
        self.game.keep(self.seat, self._tile(tile))
        self.run_engine()

    def take(self, turn: int, tile: str) -> None:
        """With the river: takes a face-up tile."""
        self._may_act(turn)
        self.game.take(self.seat, self._tile(tile))
        self.run_engine()

    def time_out(self, turn: int, table: TableWords) -> None:
        """The clock ran out. A finished play stands, an unfinished one is undone and costs three tiles."""
        self._may_act(turn)
        if self.clock is None:
            raise NotNow("this game has no clock")
        if self._spent() < self.clock - 0.5:
            raise NotNow("there is time left in this turn")
        if self.game.pending:
            self.game.keep(self.seat, self.game.pending[0])
        elif self._same_table(table) and self.game.may_draw:
            if self.game.draw(self.seat) is None:
                self.game.keep(self.seat, self.game.pending[0])
        elif self._same_table(table) or isinstance(self.game.submit(self.seat, table), Refusal):
            self.game.forfeit(self.seat, "the time ran out", PENALTY_TILES)
        self.run_engine()

    def hint(self, turn: int) -> Solution:
        """The best play."""
        self._may_act(turn)
        if self.game.pending:
            raise NotNow("first keep one of the two tiles")
        return solve(self.game.position(self.seat))

    def check(self, table: TableWords) -> DraftRuling:
        """The table as it lies during the turn: every meld, the opening, whether it would be accepted."""
        position = self.game.position(self.seat)
        draft = look_over(table, [], self.game.rules)
        points = None if position.opened else points_laid(draft, position.table)
        if not draft.ok:
            ruling = Ruling(False, "not-a-meld", draft.complaint())
        else:
            ruling = judge(position, [meld.tiles for meld in draft.melds])
        return DraftRuling(draft, tuple(added_tiles(draft, position.table)), points, ruling)

    def run_engine(self) -> None:
        """Lets the engine's players take their turns until it is the person's."""
        while not self.game.over:
            agent = self.agents[self.game.to_move]
            if agent is None:
                break
            self.game.engine_turn(agent)
        self.stopwatch.began = self.now()

    @property
    def late(self) -> bool:
        """Whether somebody among several people has let the time run out, and more."""
        if not self.chairs or self.clock is None or self.game.over:
            return False
        return self._spent() > self.clock + 2 * GRACE_SECONDS

    def expire(self) -> bool:
        """With several people: whoever let the time run out, and is not there to say so, draws."""
        if not self.late:
            return False
        table = [meld.to_json() for meld in self.game.table]
        self.at(self.game.to_move).time_out(len(self.game.turns), table)
        return True

    # What the person sees

    def view(self, since: int | None = None) -> dict[str, Any]:
        """The game as the person may see it, and the turns from `since` on with all that shows them.

        Left out, those are the turns of the others since the person's own last one.
        """
        view = self.game.view(self.seat)
        history = view.history
        if since is None:
            own = [number for number, turn in enumerate(history) if turn.player == self.seat]
            since = own[-1] + 1 if own else 0
        shown = {
            "id": self.key,
            "number": self.number,
            "seat": self.seat,
            "rules": view.rules.to_json(),
            "turn": view.turn,
            "to_move": view.to_move,
            "over": view.over,
            "result": None if view.result is None else view.result.to_json(),
            "rack": [str(tile) for tile in view.rack],
            "table": [meld.to_json() for meld in view.table],
            "river": [str(tile) for tile in view.river],
            "pending": [str(tile) for tile in view.pending],
            "pool": view.pool_size,
            "players": [
                {
                    "name": view.names[seat],
                    "agent": self.agents[seat],
                    "rating": None if (agent := self.agents[seat]) is None else BY_AGENT[agent].rating,
                    "tiles": view.rack_sizes[seat],
                    "opened": view.opened[seat],
                    **self._chair(seat),
                }
                for seat in range(len(view.names))
            ],
            "log": [_short(turn) for turn in history],
            "events": [self._event(history, number) for number in range(since, len(history))],
            "clock": None
            if self.clock is None
            else {"seconds": self.clock, "left": max(0.0, self.clock - self._spent())},
        }
        if view.over:
            shown["racks"] = [
                [str(tile) for tile in self.game.rack(seat)] for seat in range(self.game.players)
            ]
        return shown

    def _chair(self, seat: int) -> dict[str, Any]:
        """What this seat may know of another's chair. Invitations are for whoever set the table up."""
        chair = self.chairs[seat] if self.chairs else None
        if chair is None:
            return {}
        mine = self.seat == self.first
        return {"joined": chair.joined} | ({"invitation": chair.invitation} if mine else {})

    def _event(self, history: Sequence[Turn], number: int) -> dict[str, Any]:
        """A turn with all that shows it: the tables before and after it, and the steps between."""
        turn = history[number]
        before = history[number - 1].table if number else ()
        steps = []
        if turn.action == "play":
            played = Position(before, turn.played, self.game.rules)
            steps = [step.to_json() for step in plan(played, turn.table)]
        return _short(turn) | {
            "number": number,
            "before": [meld.to_json() for meld in before],
            "table": [meld.to_json() for meld in turn.table],
            "steps": steps,
        }

    def _may_act(self, turn: int) -> None:
        now = len(self.game.turns)
        if self.game.over:
            raise NotNow("the game is over", turn=now)
        if turn != now:
            raise NotNow(f"this was meant for turn {turn}, but the game is at turn {now}", turn=now)
        if self.game.to_move != self.seat:
            raise NotNow(f"it is the turn of {self.game.names[self.game.to_move]}", turn=now)

    def _spent(self) -> float:
        return self.now() - self.stopwatch.began

    def _tile(self, word: str) -> Tile:
        return tiles_from_json([word], self.game.rules, place="tile")[0]

    def _same_table(self, table: TableWords) -> bool:
        now = sorted(sorted(meld.to_json()) for meld in self.game.table)
        return sorted(sorted(meld) for meld in table) == now


def _check_seats(game: Game, seat: object, agents: object, chairs: Sequence[Chair | None]) -> None:
    """Raises unless people and the engine's agents sit at the table, each person in a chair."""
    if not isinstance(agents, list) or len(agents) != game.players:
        raise RecordError(f"{game.players} players, but the agents are {agents!r}")
    people = [place for place, agent in enumerate(agents) if agent is None]
    seated = [place for place, chair in enumerate(chairs) if chair is not None]
    if seat not in people or people != (seated if chairs else [seat]):
        raise RecordError(f"the person's seat is {seat!r}, but the agents are {agents!r}")
    for agent in agents:
        if agent is not None and agent not in BY_AGENT:
            raise RecordError(f"there is no opponent {agent!r}")


def names_of(people: Sequence[str | None], agents: Sequence[str | None]) -> list[str]:
    """Everyone's name; a second of the same name is told apart by a number.

    >>> names_of(["Ada", None, None], [None, "greedy", "greedy"])
    ['Ada', 'Ada 2', 'Ada 3']
    """
    names: list[str] = []
    for person, agent in zip(people, agents, strict=True):
        wanted = person or BY_AGENT[agent or ""].name
        name, number = wanted, 2
        while name in names or (agent is not None and name in people):
            name, number = f"{wanted} {number}", number + 1
        names.append(name)
    return names


def _short(turn: Turn) -> dict[str, Any]:
    """A line of the log."""
    return {
        "player": turn.player,
        "action": turn.action,
        "opening": turn.opening,
        "played": [str(tile) for tile in turn.played],
        "drawn": [str(tile) for tile in turn.drawn],
        "drawn_count": turn.drawn_count,
        "river": None if turn.river is None else str(turn.river),
        "note": turn.note,
    }
