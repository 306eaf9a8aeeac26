// Games in the page: one person against the engine's players, kept in the browser. As the server has them, but that
// nobody else can join.

import { Refused } from "./core.js";
import { check, readTable } from "./positions.js";
import { readRules, readTile, tilesInBox } from "./reading.js";
import { badRecord, readRecord, resultWords, writeRecord } from "./records.js";
import { parseTurn } from "./turns.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("../shared/types.js").Tile} Tile */
/** @typedef {import("../shared/types.js").Rules} Rules */
/** @typedef {import("../shared/types.js").Opponent} Opponent */
/** @typedef {{ player: number, action: "play" | "draw" | "take" | "pass" | "forfeit", opening: boolean, played: Tile[], drawn: Tile[], drawn_count: number, river: Tile | null, table: Tile[][] }} Turn */
/** @typedef {{ turn: number, to_move: number, over: boolean, racks: Tile[][], opened: boolean[], table: Tile[][], river: Tile[], pending: Tile[], pool: number,
 *   result: { winner: number, scores: number[], rack_values: number[], blocked: boolean } | null }} State */
/** What is kept of a game; `index` is which of the games of its seed it is, the first where nothing is said.
 * @typedef {{ id: string, series: string, number: number, seat: number, agents: (string | null)[], names: string[], clock: number | null, hints: number[],
 *   rules: Rules, seed: string, index?: string, turns: string[], notes: Record<number, string>, pending: boolean, result: State["result"], saved: number }} Kept */
/** Where games are kept.
 * @typedef {{ get: (id: string) => Promise<Kept | undefined>, put: (game: Kept) => Promise<void>, series: (series: string) => Promise<Kept[]> }} Store */

const PENALTY_TILES = 3;
// How much later than the clock a play may arrive.
const GRACE_SECONDS = 3;
const MOST_TILES = 160;

/** @param {string} message @param {Record<string, unknown>} [details] */
const notNow = (message, details = {}) => new Refused({ code: "not-now", message, ...details });

/** @param {number} bytes */
function randomBytes(bytes) {
  return crypto.getRandomValues(new Uint8Array(bytes));
}

/** A key that nobody guesses, as the server makes them. */
function newKey() {
  const text = btoa(String.fromCharCode(...randomBytes(16)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function newSeed() {
  return (new BigUint64Array(randomBytes(8).buffer)[0] ?? 0n) >> 1n;
}

/** One game, in the core while it is played.
 * A core that was begun anew has forgotten it; then it is dealt and played again from its turns. */
export class Table {
  /** @param {Core} core @param {Kept} kept */
  constructor(core, kept) {
    this.core = core;
    this.kept = kept;
    this.began = 0;
    this.number = 0;
    this.turnBegan = performance.now();
  }

  /** @param {Record<string, unknown>} question @returns {any} */
  #ask(question) {
    const { rules } = this.kept;
    return this.core.ask({ ask: "game", rules, game: this.number, ...question });
  }

  #seat() {
    if (this.began === this.core.begun && this.number > 0) return;
    const { seed, index, names } = this.kept;
    const dealt = this.#ask({ op: "new", players: names.length, seed, index: index ?? "0" });
    this.began = this.core.begun;
    this.number = dealt.game;
    /** @type {Tile[][]} */
    let table = [];
    for (const line of this.kept.turns) {
      const turn = parseTurn(line, table);
      table = turn.table ?? table;
      for (const move of turn.moves) this.#ask(move);
    }
    if (this.kept.pending) this.#ask({ op: "draw" });
  }

  /** @param {Record<string, unknown>} question @returns {any} */
  ask(question) {
    this.#seat();
    return this.#ask(question);
  }

  /** @returns {State} */
  state() {
    return this.ask({ op: "state" });
  }

  /** @returns {(Turn & { note: string })[]} */
  turns() {
    return this.ask({ op: "turns" }).map((/** @type {Turn} */ turn, /** @type {number} */ i) => ({
      ...turn,
      note: this.kept.notes[i] ?? "",
    }));
  }

  /** The racks as they were dealt.
   * @returns {Tile[][]} */
  deals() {
    const { rules, seed, index, names } = this.kept;
    const ask = (/** @type {Record<string, unknown>} */ question) =>
      this.core.ask({ ask: "game", rules, ...question });
    const { game } = ask({ op: "new", players: names.length, seed, index: index ?? "0" });
    const { racks } = ask({ op: "state", game });
    ask({ op: "away", game });
    return racks;
  }

  /** The turns as lines, with what was noted of them. */
  lines() {
    const { turns, notes } = this.kept;
    return turns.map((line, i) => (notes[i] ? `${line} # ${notes[i]}` : line));
  }

  /** The finished game as text. */
  record() {
    const { rules, seed, index = "0", names, result } = this.kept;
    const told = { rules, seed, index, names, racks: this.deals(), turns: this.lines() };
    return writeRecord({ ...told, result: resultWords(result) });
  }

  /** The same game dealt anew, with none of its turns taken. */
  afresh() {
    return new Table(this.core, { ...this.kept, turns: [], notes: {}, pending: false, result: null });
  }

  /** Takes a turn as its line tells it; gives the judge's ruling where it is refused.
   * @param {string} line */
  retake(line) {
    for (const move of parseTurn(line, this.state().table).moves) {
      const ruling = this.ask(move);
      if (ruling.ok === false) return ruling;
    }
    this.kept.turns.push(line);
    return null;
  }

  /** Its number in the core. */
  seated() {
    this.#seat();
    return this.number;
  }

  putAway() {
    if (this.began === this.core.begun && this.number > 0) this.#ask({ op: "away" });
    this.number = 0;
  }
}

/** @param {Turn & { note: string }} turn @param {number} seat others' draws are only counted */
function short(turn, seat) {
  const { player, action, opening, played, drawn, drawn_count, river, note } = turn;
  return { player, action, opening, played, drawn: player === seat ? drawn : [], drawn_count, river, note };
}

/** The tiles of one table that another does not have.
 * @param {Tile[][]} after @param {Tile[][]} before */
function added(after, before) {
  const left = before.flat();
  return after.flat().filter((tile) => {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Which melds of a table were not on the table before.
 * @param {Tile[][]} after @param {Tile[][]} before */
function newMelds(after, before) {
  const left = before.map((meld) => meld.join(" "));
  return after.flatMap((meld, place) => {
    const at = left.indexOf(meld.join(" "));
    if (at < 0) return [place];
    left.splice(at, 1);
    return [];
  });
}

/** Under the rule `must_play`, nobody draws who could play.
 * @param {Table} table */
function mayDraw(table) {
  if (!table.ask({ op: "may_draw" }))
    throw new Refused({ code: "must-play", message: "a play exists, and who can play must" });
}

/** @param {Tile[][]} table */
const tableKey = (table) =>
  table
    .map((meld) => [...meld].sort().join(" "))
    .sort()
    .join("|");

export class Games {
  /** @type {Map<string, Table>} */
  #live = new Map();

  /** @param {Core} core @param {Store} store @param {Opponent[]} opponents */
  constructor(core, store, opponents) {
    this.core = core;
    this.store = store;
    this.opponents = opponents;
  }

  /** @param {string | null} agent */
  #opponent(agent) {
    return this.opponents.find((each) => each.agent === agent);
  }

  /** @param {string} person @param {(string | null)[]} seats everyone's name; a second opponent of one kind is told apart by a number */
  #names(person, seats) {
    /** @type {string[]} */
    const names = [];
    for (const agent of seats) {
      const usual = agent === null ? person : (this.#opponent(agent)?.name ?? agent);
      let name = usual;
      for (let number = 2; names.includes(name) || (agent !== null && name === person); number += 1) {
        name = `${usual} ${number}`;
      }
      names.push(name);
    }
    return names;
  }

  /** @param {any} body */
  async begin(body) {
    const rules = readRules(body.rules);
    if (tilesInBox(rules) > MOST_TILES) {
      const message = "games here are for boxes up to that for six players";
      throw new Refused({ code: "over-limit", message });
    }
    const agents = body.opponents ?? ["greedy"];
    for (const agent of agents) {
      if (!this.#opponent(agent)) {
        throw new Refused({
          code: "bad-body",
          message: `no opponent is called '${agent}'`,
          place: "opponents",
        });
      }
    }
    const seed = body.seed === undefined || body.seed === null ? newSeed() : BigInt(body.seed);
    const table = this.#deal(newKey(), 0, rules, body.name ?? "You", agents, seed, body.clock ?? null);
    return this.#shown(table, 0);
  }

  /** The person begins the first game of a series, and then the beginning goes round.
   * @param {string} series @param {number} number @param {Rules} rules @param {string} name @param {string[]} agents @param {bigint} seed @param {number | null} clock */
  #deal(series, number, rules, name, agents, seed, clock) {
    const players = agents.length + 1;
    const seat = (players - (number % players)) % players;
    const round = [null, ...agents];
    const called = this.#names(name, round);
    const chairs = round.map((_, place) => (place - seat + players) % players);
    const seats = chairs.map((chair) => round[chair] ?? null);
    const names = chairs.map((chair) => called[chair] ?? "");
    const table = new Table(this.core, {
      id: newKey(), series, number, seat, agents: seats, names, clock, hints: [],
      rules, seed: String(seed), turns: [], notes: {}, pending: false, result: null, saved: 0,
    }); // biome-ignore format: one field beside the other
    this.#live.set(table.kept.id, table);
    this.#runEngine(table);
    return table;
  }

  /** @param {string} id @returns {Promise<Table>} */
  async find(id) {
    let table = this.#live.get(id);
    if (!table) {
      const kept = await this.store.get(id);
      if (!kept) {
        const message = "no game has this key; it may have been forgotten";
        throw new Refused({ code: "no-such-game", message, game: id }, 404);
      }
      table = new Table(this.core, kept);
      this.#live.set(id, table);
      this.#runEngine(table);
    }
    return table;
  }

  /** Lets the engine's players take their turns until it is the person's.
   * @param {Table} table */
  #runEngine(table) {
    for (;;) {
      const state = table.state();
      const agent = table.kept.agents[state.to_move] ?? null;
      if (state.over || agent === null) break;
      table.ask({ op: "engine", agent });
      this.#note(table);
    }
    table.turnBegan = performance.now();
  }

  /** Takes down what has happened, so that the game can be dealt and played again.
   * @param {Table} table */
  #note(table) {
    const state = table.state();
    table.kept.turns = table.ask({ op: "lines" }).split("\n").filter(Boolean);
    table.kept.pending = state.pending.length > 0;
    table.kept.result = state.result;
  }

  /** @param {Table} table */
  async #save(table) {
    this.#note(table);
    table.kept.saved = Date.now();
    await this.store.put(table.kept);
  }

  /** @param {Table} table */
  #spent(table) {
    return (performance.now() - table.turnBegan) / 1000;
  }

  /** @param {Table} table @param {number} turn */
  #mayAct(table, turn) {
    const state = table.state();
    if (state.over) throw notNow("the game is over", { turn: state.turn });
    if (turn !== state.turn) {
      throw notNow(`this was meant for turn ${turn}, but the game is at turn ${state.turn}`, {
        turn: state.turn,
      });
    }
    return state;
  }

  /** A turn, or a part of one.
   * @param {string} id @param {string} action @param {any} body */
  async act(id, action, body) {
    const table = await this.find(id);
    const state = this.#mayAct(table, body.turn);
    if (action === "play") this.#play(table, body.table);
    else if (action === "draw") this.#draw(table, state);
    else if (action === "keep") this.#keep(table, state, body.tile);
    else if (action === "take") this.#take(table, state, body.tile);
    else this.#timeOut(table, state, body.table);
    if (table.state().pending.length === 0) this.#runEngine(table);
    await this.#save(table);
    return this.#shown(table, body.turn);
  }

  /** @param {Table} table @param {Tile[][]} laid */
  #play(table, laid) {
    const { clock } = table.kept;
    if (clock !== null && this.#spent(table) > clock + GRACE_SECONDS) {
      throw notNow("the time for this turn is over", { reason: "time-up" });
    }
    const refusal = this.#submit(table, laid);
    if (refusal) throw new Refused(refusal);
  }

  /** Why a play is refused, or null where it was accepted.
   * @param {Table} table @param {Tile[][]} laid */
  #submit(table, laid) {
    const { rules } = table.kept;
    if (table.state().pending.length > 0) {
      const drawn = table.state().pending.join(" ");
      throw new Refused({ code: "bad-move", message: `first keep one of the tiles drawn: ${drawn}` });
    }
    /** @type {Tile[][]} */
    let after;
    try {
      after = readTable(this.core, laid, rules);
    } catch (error) {
      if (error instanceof Refused && error.problem.code === "not-a-meld") {
        return { code: "not-a-meld", message: error.message, meld: error.problem.meld };
      }
      throw error;
    }
    const before = table.state().table;
    const ruling = table.ask({ op: "play", table: after });
    if (ruling.ok !== false) return null;
    return {
      code: ruling.code,
      message: ruling.reason,
      ...("meld" in ruling ? { meld: after[ruling.meld]?.join(" ") } : {}),
      ...("old_meld" in ruling ? { old_meld: before[ruling.old_meld]?.join(" ") } : {}),
      ...("tile" in ruling ? { tile: ruling.tile } : {}),
      ...("points" in ruling ? { points: ruling.points } : {}),
    };
  }

  /** @param {Table} table @param {State} state */
  #draw(table, state) {
    if (state.pending.length > 0) {
      const message = `first keep one of the tiles drawn: ${state.pending.join(" ")}`;
      throw new Refused({ code: "bad-move", message });
    }
    mayDraw(table);
    table.ask({ op: "draw" });
  }

  /** @param {Table} table @param {State} state @param {unknown} word */
  #keep(table, state, word) {
    const tile = readTile(word, table.kept.rules, "tile 1");
    if (state.pending.length === 0) {
      throw new Refused({ code: "bad-move", message: "no tiles were drawn to choose from" });
    }
    if (!state.pending.includes(tile)) {
      const message = `'${tile}' was not drawn: keep one of ${state.pending.join(" ")}`;
      throw new Refused({ code: "bad-move", message, word: tile });
    }
    table.ask({ op: "keep", tile });
  }

  /** @param {Table} table @param {State} state @param {unknown} word */
  #take(table, state, word) {
    const tile = readTile(word, table.kept.rules, "tile 1");
    if (!state.river.includes(tile)) {
      throw new Refused({ code: "bad-move", message: `'${tile}' is not in the river`, word: tile });
    }
    mayDraw(table);
    table.ask({ op: "take", tile });
  }

  /** A finished play stands, an unfinished one is undone and costs three tiles.
   * @param {Table} table @param {State} state @param {Tile[][]} laid */
  #timeOut(table, state, laid) {
    const { clock } = table.kept;
    if (clock === null) throw notNow("this game has no clock");
    if (this.#spent(table) < clock - 0.5) throw notNow("there is time left in this turn");
    if (state.pending.length > 0) table.ask({ op: "keep", tile: state.pending[0] });
    else if (tableKey(laid) === tableKey(state.table) && table.ask({ op: "may_draw" })) {
      const after = table.ask({ op: "draw" });
      if (after.pending.length > 0) table.ask({ op: "keep", tile: after.pending[0] });
    } else if (tableKey(laid) === tableKey(state.table) || this.#submit(table, laid)) {
      table.kept.notes[state.turn] = "the time ran out";
      table.ask({ op: "forfeit", tiles: PENALTY_TILES });
    }
  }

  /** The table as it lies during the turn: every meld, the opening, whether it would be accepted.
   * @param {string} id @param {Tile[][]} laid */
  async check(id, laid) {
    const table = await this.find(id);
    const { rules, seat } = table.kept;
    const state = table.state();
    const opened = state.opened[seat] ?? false;
    const found = check(this.core, laid, [], rules);
    const fresh = newMelds(
      found.melds.map((meld) => meld.tiles),
      state.table,
    );
    const points = fresh.reduce((sum, place) => sum + (found.melds[place]?.worth ?? 0), 0);
    /** @type {any} */
    const answer = {
      melds: found.melds,
      played: added(laid, state.table),
      ok: false,
      refusal: null,
      opening: opened ? null : { points, needed: rules.opening_points },
    };
    if (!found.ok) {
      const wrong = found.melds.find((meld) => !meld.legal);
      const message = wrong
        ? `'${wrong.tiles.join(" ")}' is not a meld: ${wrong.reason}`
        : found.problems[0]?.message;
      return { ...answer, refusal: { code: "not-a-meld", message } };
    }
    const ruling = this.core.ask({
      ask: "judge", rules, table: state.table, rack: state.racks[seat] ?? [], opening: !opened,
      after: found.melds.map((meld) => meld.tiles),
    }); // biome-ignore format: one field beside the other
    return {
      ...answer,
      ok: ruling.ok,
      refusal: ruling.ok ? null : { code: ruling.code, message: ruling.reason },
    };
  }

  /** The best play in three tiers: how many tiles, which, the melds.
   * @param {string} id @param {number} turn @param {number} tier */
  async hint(id, turn, tier) {
    const table = await this.find(id);
    const state = this.#mayAct(table, turn);
    if (state.pending.length > 0) throw notNow("first keep one of the two tiles");
    const { rules, seat } = table.kept;
    const opening = !state.opened[seat];
    const best = this.core.ask({
      ask: "solve", rules, table: state.table, rack: state.racks[seat] ?? [], opening,
    }); // biome-ignore format: one field beside the other
    table.kept.hints.push(state.turn);
    await this.#save(table);
    return {
      tier,
      tiles: best.tiles,
      status: best.status,
      opening,
      ...(tier >= 2 ? { played: best.played } : {}),
      ...(tier >= 3 ? { table: best.table, steps: best.steps } : {}),
    };
  }

  /** The next game of the same players, once this one is over; the beginning goes round.
   * @param {string} id */
  async next(id) {
    const table = await this.find(id);
    if (!table.state().over) {
      throw new Refused({ code: "not-over", message: "this game is not over yet" }, 409);
    }
    const { series, number, agents, seat, names, rules, clock } = table.kept;
    const later = (await this.store.series(series)).find((kept) => kept.number > number);
    if (later) return this.#shown(await this.find(later.id), 0);
    const round = agents.map((_, place) => agents[(seat + place) % agents.length] ?? null).slice(1);
    const others = round.filter((agent) => agent !== null);
    const following = this.#deal(series, number + 1, rules, names[seat] ?? "You", others, newSeed(), clock);
    await this.#save(following);
    return this.#shown(following, 0);
  }

  /** A finished game; `what` shows every rack.
   * @param {string} id @param {string} what */
  async finished(id, what) {
    const table = await this.find(id);
    if (table.state().over) return table;
    const message = `${what} shows every rack: it waits for the end of the game`;
    throw new Refused({ code: "not-over", message }, 409);
  }

  /** A finished game once more from one of the person's turns on: the same tiles come, in the same order.
   * @param {string} id @param {number} turn */
  async again(id, turn) {
    const { kept } = await this.finished(id, "trying again");
    const table = await this.find(id);
    if (table.turns()[turn]?.player !== kept.seat)
      throw notNow(`turn ${turn} of this game was not yours`, { turn });
    const same = new Table(this.core, {
      ...structuredClone(kept), id: newKey(), series: newKey(), number: 0, hints: [], result: null, saved: 0,
      turns: kept.turns.slice(0, turn), pending: false,
      notes: Object.fromEntries(Object.entries(kept.notes).filter(([number]) => Number(number) < turn)),
    }); // biome-ignore format: one field beside the other
    this.#live.set(same.kept.id, same);
    this.#runEngine(same);
    return { ...(await this.#shown(same, turn)), sheet: [] };
  }

  /** A game told by its record, played again; looked at from one seat, and kept nowhere.
   * @param {string} text @param {number} seat @returns {Table} */
  told(text, seat) {
    const { racks, result, turns, ...dealt } = readRecord(text);
    const { names, seed, index } = dealt;
    if (seat >= names.length)
      throw new Refused({
        code: "bad-input", message: `seat ${seat}: the game has ${names.length} players`, word: String(seat),
      }); // biome-ignore format: one field beside the other
    const table = new Table(this.core, {
      ...dealt, id: "", series: "", number: 0, seat, agents: names.map(() => null), clock: null, hints: [],
      turns: [], notes: {}, pending: false, result: null, saved: 0,
    }); // biome-ignore format: one field beside the other
    const sorted = (/** @type {Tile[]} */ rack) => [...rack].sort().join(" ");
    table.deals().forEach((rack, i) => {
      if (sorted(rack) !== sorted(racks[i] ?? []))
        throw badRecord(`rack ${i + 1} is not what seed ${seed}, game ${index} deals`, { rack: i + 1 });
    });
    for (const [i, line] of turns.entries()) this.#retake(table, line, i);
    const came = table.state().result;
    if (resultWords(came) !== result)
      throw badRecord(`the result is '${resultWords(came)}', not '${result}'`);
    table.kept.result = came;
    return table;
  }

  /** Takes a turn of a record again; it must come out as told.
   * @param {Table} table @param {string} line @param {number} i */
  #retake(table, line, i) {
    const wrong = (/** @type {string} */ message) =>
      badRecord(`turn ${i + 1}: ${message}`, { turn: i + 1, line });
    const [words = "", note = ""] = line.split(" # ");
    try {
      const ruling = table.retake(words.trim());
      if (ruling) throw wrong(ruling.reason);
    } catch (error) {
      if (error instanceof Refused && error.problem.code !== "bad-record") throw wrong(error.message);
      throw error;
    }
    const shown = table.ask({ op: "lines" }).split("\n")[i];
    if (shown !== words.trim()) throw wrong(`'${words.trim()}' should be '${shown}'`);
    if (note) table.kept.notes[i] = note;
  }

  /** @param {string} id @param {number} [since] */
  async view(id, since) {
    return this.#shown(await this.find(id), since);
  }

  /** The game as the person may see it, and the turns from `since` on with all that shows them; left out, those of
   * the others since the person's own last one.
   * @param {Table} table @param {number} [since] */
  async #shown(table, since) {
    const { kept } = table;
    if (kept.saved === 0) await this.#save(table);
    const { seat } = kept;
    const state = table.state();
    const turns = table.turns();
    const own = turns.map((turn) => turn.player).lastIndexOf(seat);
    const from = since ?? own + 1;
    return {
      id: kept.id,
      number: kept.number,
      seat,
      rules: kept.rules,
      turn: state.turn,
      to_move: state.to_move,
      over: state.over,
      result: state.result,
      rack: state.racks[seat] ?? [],
      table: state.table,
      river: state.river,
      pending: state.to_move === seat ? state.pending : [],
      pool: state.pool,
      players: kept.names.map((name, place) => ({
        name,
        agent: kept.agents[place] ?? null,
        rating: this.#opponent(kept.agents[place] ?? null)?.rating ?? null,
        tiles: state.racks[place]?.length ?? 0,
        opened: state.opened[place] ?? false,
      })),
      log: turns.map((turn) => short(turn, seat)),
      events: turns.slice(from).map((_, i) => this.#event(table, turns, from + i)),
      clock:
        kept.clock === null
          ? null
          : { seconds: kept.clock, left: Math.max(0, kept.clock - this.#spent(table)) },
      ...(state.over ? { racks: state.racks } : {}),
      sheet: await this.#sheet(kept.series),
    };
  }

  /** A turn with the tables before and after it, and the steps between.
   * @param {Table} table @param {(Turn & { note: string })[]} turns @param {number} number */
  #event(table, turns, number) {
    const turn = /** @type {Turn & { note: string }} */ (turns[number]);
    const before = turns[number - 1]?.table ?? [];
    const { rules, seat } = table.kept;
    const steps =
      turn.action === "play" ? this.core.ask({ ask: "steps", rules, table: before, after: turn.table }) : [];
    return { ...short(turn, seat), number, before, table: turn.table, steps };
  }

  /** The scores of a series' games that have ended, the person's first and then round the table.
   * @param {string} series */
  async #sheet(series) {
    const games = (await this.store.series(series)).sort((a, b) => a.number - b.number);
    return games.flatMap(({ number, id, seat, result }) => {
      if (!result) return [];
      const seats = result.scores.map((_, place) => (seat + place) % result.scores.length);
      const winner = seats.indexOf(result.winner);
      return [
        {
          number,
          id,
          scores: seats.map((place) => result.scores[place] ?? 0),
          winner: winner < 0 ? null : winner,
        },
      ];
    });
  }
}
