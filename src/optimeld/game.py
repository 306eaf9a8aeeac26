"""One game at a table: who may do what, what each player sees, and how it ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from optimeld import _core, notation
from optimeld.errors import InputError, MeldError, OptimeldError
from optimeld.legality import judge
from optimeld.melds import Meld
from optimeld.position import Position, TableLike
from optimeld.refusals import Refusal
from optimeld.rules import RETAIL, Rules
from optimeld.tiles import Tile
from optimeld.turns import RecordError, Table, Turn, format_turn, from_core, parse_turn

MIN_PLAYERS, MAX_PLAYERS = 2, 6


class AgentKind(NamedTuple):
    """A kind of agent of the core: `hold`, written `hold:K[:END]`, for example `hold:8`."""

    name: str
    parameters: str
    example: str
    words: str

    def to_json(self) -> dict[str, str]:
        """The kind as JSON values."""
        return self._asdict()


AGENT_KINDS: tuple[AgentKind, ...] = tuple(AgentKind(*kind) for kind in _core.engine_agents())
#: What a holding agent may do with an empty pool: the word, and what it means.
POOL_ENDS: tuple[tuple[str, str], ...] = tuple(_core.pool_ends())
#: One agent of each kind, by name.
ENGINE_AGENTS: tuple[str, ...] = tuple(kind.example for kind in AGENT_KINDS)
#: Those of them that decide at once, without playing on.
QUICK_AGENTS = tuple(agent for agent in ENGINE_AGENTS if not agent.startswith("master"))
#: What a failed manipulation costs a person, in tiles.
PENALTY_TILES = 3


class GameError(InputError):
    """Something that cannot be done now: not this player's turn, a game that is over, a tile not there."""

    code = "bad-move"


class MustPlayError(GameError):
    """A draw or a pass where a play exists, under the house rule `must_play`."""

    code = "must-play"


@dataclass(frozen=True)
class Result:
    """How a game ended.

    `blocked`: everyone passed with an empty pool, and the lowest rack won.
    """

    winner: int
    scores: tuple[int, ...]
    rack_values: tuple[int, ...]
    blocked: bool

    def to_json(self) -> dict[str, Any]:
        """The result as JSON values."""
        return {
            "winner": self.winner,
            "scores": list(self.scores),
            "rack_values": list(self.rack_values),
            "blocked": self.blocked,
        }


@dataclass(frozen=True)
class View:
    """All that one player may know. Nothing hidden is in it: no other rack, no order of the pool.

    >>> view = Game(seed=1).view(1)
    >>> len(view.rack), view.rack_sizes, view.pool_size
    (14, (14, 14), 78)
    """

    rules: Rules
    player: int
    to_move: int
    #: How many turns were taken before this one.
    turn: int
    rack: tuple[Tile, ...]
    table: Table
    #: The face-up tiles (house rule `river`), oldest first.
    river: tuple[Tile, ...]
    pool_size: int
    rack_sizes: tuple[int, ...]
    opened: tuple[bool, ...]
    names: tuple[str, ...]
    history: tuple[Turn, ...]
    #: With the river: the two tiles this player has drawn and must choose from.
    pending: tuple[Tile, ...] = ()
    #: A random number for this player and turn alone, unrelated to the tiles: luck that can be repeated.
    luck: int = 0
    over: bool = False
    result: Result | None = None

    @property
    def has_opened(self) -> bool:
        """Whether this player has opened."""
        return self.opened[self.player]

    @property
    def position(self) -> Position:
        """The table and the own rack, as the solver takes them."""
        return Position(self.table, self.rack, self.rules, self.has_opened)

    @property
    def conduct(self) -> tuple[tuple[int, int], ...]:
        """For each player, the turns with and without a play since its opening: what shows who holds back."""
        plays, draws = [0] * len(self.names), [0] * len(self.names)
        opened = [False] * len(self.names)
        for turn in self.history:
            if opened[turn.player]:
                (plays if turn.action == "play" else draws)[turn.player] += 1
            opened[turn.player] |= turn.opening
        return tuple(zip(plays, draws, strict=True))

    @property
    def passes(self) -> int:
        """How many passed just before, with an empty pool."""
        count = 0
        for turn in reversed(self.history):
            if turn.action != "pass":
                break
            count += 1
        return count

    @property
    def unseen(self) -> dict[Tile, int]:
        """How many of each tile are in the pool or on other racks.

        >>> sum(Game(seed=1).view(0).unseen.values())
        92
        """
        return self.rules.unseen((*self.position.all_tiles(), *self.river, *self.pending))

    def to_json(self) -> dict[str, Any]:
        """The view as JSON values, for the wire."""
        return {
            "rules": self.rules.to_json(),
            "player": self.player,
            "to_move": self.to_move,
            "turn": self.turn,
            "rack": [str(tile) for tile in self.rack],
            "table": [meld.to_json() for meld in self.table],
            "river": [str(tile) for tile in self.river],
            "pool_size": self.pool_size,
            "rack_sizes": list(self.rack_sizes),
            "opened": list(self.opened),
            "names": list(self.names),
            "pending": [str(tile) for tile in self.pending],
            "history": [turn.to_json() for turn in self.history],
            "over": self.over,
            "result": None if self.result is None else self.result.to_json(),
        }


class Game:
    """A game for 2 to 6 players. Game `index` of `seed` is the same everywhere: the two fix every tile.

    Players are numbered from 0 in turn order; player 0 begins. The players' names are only names.

    >>> game = Game(players=["Ada", "greedy"], seed=7)
    >>> game.to_move, game.pool_size, len(game.rack(0))
    (0, 78, 14)
    >>> game.draw(0).action
    'draw'
    >>> bool(game.submit(1, "K1 K2 K3"))
    False
    """

    def __init__(
        self, rules: Rules = RETAIL, players: int | Sequence[str] = 2, seed: int = 0, index: int = 0
    ) -> None:
        if isinstance(players, int):
            players = [f"player {seat + 1}" for seat in range(players)]
        elif isinstance(players, str):
            raise GameError(f"players is {players!r}: it must be a number or a list of names", word=players)
        names = tuple(players)
        check_players(rules, len(names))
        for name in names:
            check_name(name)
        check_seed(seed, "seed")
        check_seed(index, "index")
        self.rules = rules
        self.names = names
        self._core = _core.Game(rules.core, len(names), seed, index)
        self._deals = tuple(self.rack(player) for player in range(len(names)))
        self._turns: list[Turn] = []
        self._engines: dict[str, _core.EngineAgent] = {}
        self._dealt_anew = False

    def __repr__(self) -> str:
        state = "over" if self.over else f"{self.names[self.to_move]} to move"
        players = ", ".join(self.names)
        return f"Game(seed={self.seed}, index={self.index}: {players}; turn {len(self._turns) + 1}, {state})"

    # What can be asked of a game.

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.names)

    @property
    def seed(self) -> int:
        """The seed of the deal."""
        return self._core.seed

    @property
    def index(self) -> int:
        """Which game of the seed this is."""
        return self._core.index

    @property
    def to_move(self) -> int:
        """Whose turn it is; after the end, who moved last or would be next."""
        return self._core.to_move

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._core.over

    @property
    def table(self) -> Table:
        """The melds on the table."""
        return self._turns[-1].table if self._turns else ()

    @property
    def river(self) -> tuple[Tile, ...]:
        """The face-up tiles, oldest first."""
        return self._tiles(self._core.river)

    @property
    def pool_size(self) -> int:
        """How many tiles are left to draw."""
        return self._core.pool_size

    @property
    def pending(self) -> tuple[Tile, ...]:
        """With the river: the two tiles drawn by the player to move, one of which must be kept."""
        return self._tiles(self._core.pending)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Every turn so far, hidden tiles included."""
        return tuple(self._turns)

    @property
    def deals(self) -> tuple[tuple[Tile, ...], ...]:
        """The racks as they were dealt."""
        return self._deals

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        if not self.over:
            return None
        seats = range(self.players)
        scores = tuple(self._core.score(seat) for seat in seats)
        values = tuple(self._core.rack_value(seat) for seat in seats)
        return Result(self._core.winner, scores, values, self._core.blocked)

    def rack(self, player: int) -> tuple[Tile, ...]:
        """A player's rack, sorted. Hidden from the others: give them a `view`."""
        return self._tiles(self._core.rack(self._seat(player)))

    def opened(self, player: int) -> bool:
        """Whether a player has opened."""
        return self._core.opened(self._seat(player))

    def position(self, player: int) -> Position:
        """The table and a player's rack, as the solver takes them. Hidden from the others."""
        return Position(self.table, self.rack(player), self.rules, self.opened(player))

    def view(self, player: int) -> View:
        """What a player may know now."""
        core, seats = self._core, range(self.players)
        self._seat(player)
        return View(
            rules=self.rules,
            player=player,
            to_move=core.to_move,
            turn=core.turns,
            rack=self.rack(player),
            table=self.table,
            river=self.river,
            pool_size=core.pool_size,
            rack_sizes=tuple(core.rack_size(seat) for seat in seats),
            opened=tuple(core.opened(seat) for seat in seats),
            names=self.names,
            history=tuple([turn.seen_by(player) for turn in self._turns]),
            pending=self.pending if player == core.to_move else (),
            luck=core.luck(player),
            over=core.over,
            result=self.result,
        )

    # What a player can do. Each takes the whole turn, but for a draw with the river, which `keep` ends.

    def submit(self, player: int, table: TableLike) -> Turn | Refusal:
        """Plays: `table` is the whole table as it should lie afterwards. The turn, or why it was refused.

        >>> game = Game(seed=3)
        >>> game.submit(0, "R1 R2 R4").message
        "'R1 R2 R4' at table meld 1 is not a meld: the run has a gap at R3"
        """
        self._may_act(player)
        try:
            after = self._read_table(table)
        except MeldError as error:
            return Refusal("not-a-meld", error.message, meld=str(error.details.get("meld", "")))
        if not self._core.play([meld.core for meld in after]).ok:
            # The core has said no; the judge in Python says why.
            before = self.position(player)
            return Refusal.of(judge(before, after), before.table, after)
        return self._log()

    def draw(self, player: int) -> Turn | None:
        """Draws a tile; with an empty pool, passes. With the river two become `pending`, to choose from.

        >>> game = Game(Rules(river=True), seed=1)
        >>> game.draw(0), game.pending
        (None, (Tile('O9'), Tile('R11')))
        >>> game.keep(0, Tile(1, 11)).river
        Tile('O9')
        """
        self._may_act(player)
        self._may_draw()
        self._core.draw()
        return None if self._core.pending else self._log()

    @property
    def may_draw(self) -> bool:
        """Whether the player to move may draw or pass: always, but for the rule `must_play`."""
        return self._core.may_draw()

    def _may_draw(self) -> None:
        if not self.may_draw:
            raise MustPlayError("a play exists, and who can play must")

    def keep(self, player: int, tile: Tile) -> Turn:
        """Ends a draw with the river: this tile stays, the other is laid face up."""
        self._may_act(player, choosing=True)
        if tile not in self.pending:
            drawn = notation.format_tiles(self.pending)
            raise GameError(f"'{tile}' was not drawn: keep one of {drawn}", word=str(tile))
        self._core.keep(self.rules.index_of(tile))
        return self._log()

    def take(self, player: int, tile: Tile) -> Turn:
        """Takes a face-up tile of the river instead of drawing."""
        self._may_act(player)
        if tile not in self.river:
            raise GameError(f"'{tile}' is not in the river", word=str(tile))
        self._may_draw()
        self._core.take(self.rules.index_of(tile))
        return self._log()

    def forfeit(self, player: int, note: str = "", tiles: int = 1) -> Turn:
        """Loses the turn: draws `tiles` as a penalty, as many as the pool has. Says why in the record."""
        self._may_act(player, choosing=bool(self.pending))
        if not 0 <= tiles <= self.rules.tiles_in_box:
            raise GameError(f"a penalty of {tiles} tiles", word=str(tiles))
        self._core.forfeit(tiles)
        return self._log(" ".join(note.split()))

    def engine_turn(self, agent: str = "greedy") -> Turn:
        """The player to move lets an agent of the engine take the turn (and choose, where a draw was begun).

        >>> Game(seed=1).engine_turn("simple").action
        'play'
        """
        if self.over:
            raise GameError("the game is over")
        if agent not in self._engines:
            check_engine_agent(agent)
            self._engines[agent] = _core.EngineAgent(agent, self.rules.core)
        self._engines[agent].take_turn(self._core)
        return self._log()

    # Thinking ahead: the same game again, as it might be, and as it was.

    def copy(self) -> Game:
        """The same game, to be played on by itself.

        >>> game = Game(seed=1)
        >>> _ = game.copy().draw(0)
        >>> len(game.turns)
        0
        """
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin._core = self._core.copy()
        twin._turns = self._turns[:]
        twin._engines = {}
        return twin

    def determinize(self, player: int, seed: int) -> Game:
        """A copy in which all that a player cannot see is dealt anew: the other racks and the pool.

        >>> game = Game(seed=1)
        >>> other = game.determinize(0, seed=5)
        >>> other.rack(0) == game.rack(0), other.rack(1) == game.rack(1)
        (True, False)
        """
        self._seat(player)
        check_seed(seed, "seed")
        twin = self.copy()
        twin._core.resample_hidden(player, seed)
        twin._dealt_anew = True
        return twin

    def undo(self, turns: int = 1) -> None:
        """Takes back the last turns, and a draw that was begun.

        >>> game = Game(seed=1)
        >>> _ = game.draw(0)
        >>> game.undo()
        >>> game.to_move, len(game.turns)
        (0, 0)
        """
        self._has_record("take turns of")
        if not 0 <= turns <= len(self._turns):
            raise GameError(f"cannot take back {turns} turns: {len(self._turns)} were taken", word=str(turns))
        lines = self.turn_lines()[: len(self._turns) - turns]
        self._core.deal(self.seed, self.index)
        self._turns = []
        self.replay(lines)

    def __str__(self) -> str:
        """The table, whose turn it is and that player's rack, as text."""
        from optimeld.pictures.terminal import Pen

        player = self.to_move
        racks = [f"{name} {len(self.rack(seat))}" for seat, name in enumerate(self.names)]
        turn = f"turn {len(self._turns) + 1}, {self.names[player]} to move"
        result = self.result
        if result is not None:
            turn = f"{self.names[result.winner]} won, {result.scores[result.winner]:+} points"
        tiles = f"tiles: {', '.join(racks)}, pool {self.pool_size}"
        picture = Pen(colour=False, shapes=True).position(self.position(player))
        return f"Game {self.index} of seed {self.seed}: {turn} ({tiles})\n{picture}"

    def _has_record(self, what: str) -> None:
        if self._dealt_anew:
            raise GameError(f"cannot {what} a game whose hidden tiles were dealt anew")

    # Saving, and being sure.

    def turn_lines(self) -> list[str]:
        """Every turn as a line of text, as in records."""
        lines: list[str] = []
        before: Table = ()
        for turn in self._turns:
            lines.append(format_turn(turn, before))
            before = turn.table
        return lines

    def to_json(self) -> dict[str, Any]:
        """The whole game, hidden tiles included: `from_json` goes on exactly where this stood.

        >>> game = Game(seed=5)
        >>> _ = game.draw(0)
        >>> game.to_json()["turns"]
        ['1 draws O12']
        """
        self._has_record("save")
        return {
            "format": 1,
            "rules": self.rules.to_json(),
            "seed": self.seed,
            "index": self.index,
            "players": list(self.names),
            "turns": self.turn_lines(),
            "pending": bool(self._core.pending),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Game:
        """The game of `to_json`, played again turn by turn and checked as it goes.

        >>> Game.from_json(Game(seed=5).to_json()).rack(1) == Game(seed=5).rack(1)
        True
        """
        try:
            if data["format"] != 1:
                raise RecordError(f"no game has the format {data['format']!r}")
            names, lines, pending = data["players"], data["turns"], data.get("pending", False)
            if not isinstance(names, list) or not isinstance(lines, list) or not isinstance(pending, bool):
                raise RecordError("players and turns must be lists, and pending true or false")
            game = cls(Rules.from_json(data["rules"]), names, data["seed"], data.get("index", 0))
        except (KeyError, TypeError, AttributeError) as error:
            raise RecordError(f"not a game: {error}") from None
        game.replay(lines)
        if pending and (game.over or game.draw(game.to_move) is not None):
            raise RecordError("no choice between two drawn tiles can be open at the end")
        return game

    def replay(self, lines: Iterable[str]) -> None:
        """Takes the turns written in `lines`; the first that cannot have happened raises `RecordError`."""
        for line in lines:
            number = len(self._turns) + 1
            try:
                if not isinstance(line, str):
                    raise RecordError(f"a turn is a line of text, not {line!r}")
                turn = parse_turn(line, self.rules, self.table)
                self.apply(turn)
                if self._turns[-1] != turn:
                    shown = format_turn(self._turns[-1], self._turns[-2].table if number > 1 else ())
                    raise RecordError(f"{line!r} should be {shown!r}")
            except OptimeldError as error:
                raise RecordError(f"turn {number}: {error.message}", turn=number, line=str(line)) from None

    def apply(self, turn: Turn) -> Turn:
        """Takes a turn that is known already. A draw must find the tile that the turn says it found."""
        player = turn.player
        if not 0 <= player < self.players:
            raise RecordError(f"there is no player {player + 1}")
        if turn.action == "play":
            done = self.submit(player, turn.table)
            if isinstance(done, Refusal):
                raise RecordError(done.message)
            return done
        if turn.action == "take":
            if turn.river is None:
                raise RecordError("which tile was taken?")
            return self.take(player, turn.river)
        if turn.action == "forfeit":
            return self.forfeit(player, turn.note, len(turn.drawn))
        self._may_act(player)
        # What is in the pool is looked at before anything is changed.
        if turn.action == "pass" and self.pool_size:
            raise RecordError("a pass, but the pool is not empty")
        if turn.action == "draw":
            coming = [self.rules.tile_at(index) for index in self._core.pool[:-3:-1]]
            expected = sorted(coming if self.rules.river else coming[:1])
            told = sorted((*turn.drawn, *(() if turn.river is None else (turn.river,))))
            if told != expected:
                raise RecordError(
                    f"the pool held {notation.format_tiles(expected) or 'nothing'}, "
                    f"not {notation.format_tiles(told) or 'nothing'}"
                )
        drawn = self.draw(player)
        return drawn if drawn is not None else self.keep(player, turn.drawn[0])

    def broken(self) -> str | None:
        """What is wrong with the state, if anything: tiles lost or made, a table that is not melds."""
        return self._core.broken()

    def _log(self, note: str = "") -> Turn:
        self._turns.append(from_core(self._core.turn(len(self._turns)), self.rules, self.table, note))
        return self._turns[-1]

    def _seat(self, player: int) -> int:
        if not isinstance(player, int) or not 0 <= player < self.players:
            raise GameError(f"no player {player!r}: they are 0 to {self.players - 1}")
        return player

    def _may_act(self, player: int, *, choosing: bool = False) -> None:
        self._seat(player)
        if self.over:
            raise GameError("the game is over")
        if player != self.to_move:
            raise GameError(f"it is the turn of {self.names[self.to_move]}, not of {self.names[player]}")
        if choosing and not self._core.pending:
            raise GameError("no tiles were drawn to choose from")
        if not choosing and self._core.pending:
            raise GameError(f"first keep one of the tiles drawn: {notation.format_tiles(self.pending)}")

    def _read_table(self, table: TableLike) -> Table:
        given = table if isinstance(table, str) else list(table)
        melds = [meld for meld in given if isinstance(meld, Meld) and meld.rules == self.rules]
        if len(melds) == len(given):
            return tuple(melds)
        return notation.table_from_json(given, self.rules)

    def _tiles(self, indices: Iterable[int]) -> tuple[Tile, ...]:
        every = self.rules.tiles
        return tuple([every[index] for index in indices])


def check_players(rules: Rules, players: int) -> None:
    """Raises unless so many can play with the tiles there are.

    >>> check_players(Rules(), 7)
    Traceback (most recent call last):
    ...
    optimeld.game.GameError: 7 players: a game is for 2 to 6
    """
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise GameError(f"{players} players: a game is for {MIN_PLAYERS} to {MAX_PLAYERS}", players=players)
    needed = players * rules.rack_size
    if needed > rules.tiles_in_box:
        raise GameError(
            f"{players} racks need {needed} tiles, but the box holds {rules.tiles_in_box}",
            players=players,
        )


def is_engine_agent(name: str) -> bool:
    """Whether a name, parameters and all, means an agent of the engine and not one from outside.

    >>> is_engine_agent("hold:8"), is_engine_agent("mymodule:Agent")
    (True, False)
    """
    return name.split(":")[0] in {kind.name for kind in AGENT_KINDS}


def check_engine_agent(name: str) -> None:
    """Raises unless the engine has an agent of this name, with these parameters.

    >>> check_engine_agent("hold:none")
    Traceback (most recent call last):
    ...
    optimeld.game.GameError: 'hold:none': 'none' is not a number of tiles from 1 to 999
    """
    fault = _core.agent_fault(name)
    if fault is not None:
        raise GameError(fault, word=name)


def check_name(name: object) -> None:
    """Raises unless this can be a player's name in a record."""
    if not isinstance(name, str) or not name.strip() or name != name.strip():
        raise GameError(f"{name!r} is no name for a player", word=str(name))
    if not name.isprintable() or "|" in name:
        raise GameError(f"a player's name is printable and without '|', not {name!r}", word=name)


def check_seed(number: object, what: str) -> None:
    """Raises unless the number fits the core's 64 bits."""
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 2**64:
        raise GameError(f"{what} is {number!r}, but it must be from 0 to 2^64 - 1", word=str(number))
