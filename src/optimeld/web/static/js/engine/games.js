// Games in the page: one person against the engine's players, kept in the browser. As the server has them, but that
// nobody else can join.

import { Refused } from "./core.js";
import { draftOf } from "./drafts.js";
import { act, mayAct, notNow } from "./moves.js";
import { readRules, tilesInBox } from "./reading.js";
import { Table } from "./table.js";
import { sheetOf, view } from "./views.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./table.js").Kept} Kept */
/** @typedef {import("../shared/types.js").Tile} Tile */
/** @typedef {import("../shared/types.js").Rules} Rules */
/** @typedef {import("../shared/types.js").Opponent} Opponent */
/** Where games are kept.
 * @typedef {{ get: (id: string) => Promise<Kept | undefined>, put: (game: Kept) => Promise<void>, series: (series: string) => Promise<Kept[]> }} Store */

const MOST_TILES = 160;

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
      table.note();
    }
    table.turnBegan = performance.now();
  }

  /** @param {Table} table */
  async #save(table) {
    table.note();
    table.kept.saved = Date.now();
    await this.store.put(table.kept);
  }

  /** A turn, or a part of one.
   * @param {string} id @param {string} action @param {any} body */
  async act(id, action, body) {
    const table = await this.find(id);
    act(table, action, body);
    if (table.state().pending.length === 0) this.#runEngine(table);
    await this.#save(table);
    return this.#shown(table, body.turn);
  }

  /** The table as it lies during the turn.
   * @param {string} id @param {Tile[][]} laid */
  async check(id, laid) {
    return draftOf(await this.find(id), laid);
  }

  /** The best play in three tiers: how many tiles, which, the melds.
   * @param {string} id @param {number} turn @param {number} tier */
  async hint(id, turn, tier) {
    const table = await this.find(id);
    const state = mayAct(table, turn);
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

  /** @param {string} id @param {number} [since] */
  async view(id, since) {
    return this.#shown(await this.find(id), since);
  }

  /** @param {Table} table @param {number} [since] */
  async #shown(table, since) {
    const { saved, series } = table.kept;
    if (saved === 0) await this.#save(table);
    return view(table, sheetOf(await this.store.series(series)), this.opponents, since);
  }
}
