// Who answers what: the paths of the server, answered in the page.

import { Refused } from "./core.js";
import * as positions from "./positions.js";
import { readRules } from "./reading.js";

// What the first answer of a page does without is loaded when it is first asked for.
const loadGames = () => import("./games.js");
const loadOdds = () => import("./odds.js");

/** @typedef {import("./core.js").Core} Core */
/** What is told as it is found; a null between says that others may be answered first.
 * @typedef {AsyncGenerator<[string, unknown] | null> | Generator<[string, unknown] | null>} Events */
/** @typedef {(key: string, body: any) => unknown} Route gives a value, or the events of a stream */

/** How long each of the player's turns is thought about in a review. */
const REVIEW_SECONDS = 0.3;

/** @typedef {object} Around what the answers need besides the core
 * @property {import("./games.js").Store} store
 * @property {import("../shared/types.js").Opponent[]} opponents the easiest first
 * @property {() => Promise<import("./odds.js").Tables>} tables
 * @property {() => Promise<string>} puzzles the book of them */

export class Answers {
  /** @type {[RegExp, Route][]} */
  #routes;

  /** @param {Core} core @param {Around} around */
  constructor(core, { store, opponents, tables, puzzles }) {
    /** @type {Promise<import("./games.js").Games> | null} */
    let playing = null;
    const games = () => {
      playing ??= loadGames().then(({ Games }) => new Games(core, store, opponents));
      return playing;
    };
    this.core = core;
    this.games = games;
    this.tables = tables;
    this.#routes = [
      [/^GET \/api\/health$/, () => ({ status: "ok" })],
      [/^POST \/api\/solve$/, (_, body) => positions.solve(core, body)],
      [/^POST \/api\/alternatives$/, (_, body) => positions.alternatives(core, body)],
      [/^POST \/api\/outs$/, (_, body) => positions.outs(core, body)],
      [/^POST \/api\/rebuild$/, (_, body) => positions.rebuild(core, body)],
      [
        /^POST \/api\/check$/,
        (_, body) => positions.check(core, body.table ?? [], body.rack ?? [], readRules(body.rules)),
      ],
      [/^POST \/api\/analyse$/, (_, body) => positions.analyse(core, body)],
      [/^POST \/api\/analyse\/more$/, (_, body) => positions.analyseMore(core, body)],
      [/^POST \/api\/advise$/, (_, body) => this.#advise(body)],
      [/^POST \/api\/count$/, (_, body) => this.#table("count", body)],
      [/^POST \/api\/opening-odds\/exact$/, (_, body) => this.#table("opening", body)],
      [/^POST \/api\/opening-odds$/, (_, body) => this.#dealtOpening(body)],
      [
        /^POST \/api\/puzzles$/,
        async (_, body) => (await import("./puzzles.js")).anotherPuzzle(await puzzles(), body),
      ],
      [/^GET \/api\/opponents$/, () => ({ opponents })],
      [/^POST \/api\/games$/, async (_, body) => (await games()).begin(body)],
      [
        /^GET \/api\/games\/([\w-]+)$/,
        async (key, { since }) => (await games()).view(key, since && Number(since)),
      ],
      [/^POST \/api\/games\/([\w-]+)\/check$/, async (key, body) => (await games()).check(key, body.table)],
      [
        /^POST \/api\/games\/([\w-]+)\/hint$/,
        async (key, body) => (await games()).hint(key, body.turn, body.tier),
      ],
      [/^POST \/api\/games\/([\w-]+)\/next$/, async (key) => (await games()).next(key)],
      [/^POST \/api\/games\/([\w-]+)\/review$/, (key, body) => this.#reviewOf(key, body)],
      [
        /^POST \/api\/review$/,
        async (_, body) => {
          const { told } = await import("./told.js");
          return this.#review(told(core, body.record, body.seat ?? 0), null, body);
        },
      ],
      [
        /^GET \/api\/games\/([\w-]+)\/record$/,
        async (key) => ({ record: (await (await games()).finished(key, "a record")).record() }),
      ],
      [/^POST \/api\/games\/([\w-]+)\/again$/, async (key, body) => (await games()).again(key, body.turn)],
      [/^POST \/api\/games\/([\w-]+)\/play$/, async (key, body) => (await games()).act(key, "play", body)],
      [/^POST \/api\/games\/([\w-]+)\/draw$/, async (key, body) => (await games()).act(key, "draw", body)],
      [/^POST \/api\/games\/([\w-]+)\/keep$/, async (key, body) => (await games()).act(key, "keep", body)],
      [/^POST \/api\/games\/([\w-]+)\/take$/, async (key, body) => (await games()).act(key, "take", body)],
      [
        /^POST \/api\/games\/([\w-]+)\/time-out$/,
        async (key, body) => (await games()).act(key, "time-out", body),
      ],
    ];
  }

  /** The value or the events that answer a request; what is refused is thrown.
   * @param {string} method @param {string} path @param {any} body @returns {unknown} */
  answer(method, path, body) {
    const [place = "", search = ""] = path.split("?");
    for (const [form, route] of this.#routes) {
      const match = form.exec(`${method} ${place}`);
      if (match)
        return route(match[1] ?? "", { ...Object.fromEntries(new URLSearchParams(search)), ...body });
    }
    throw new Refused({ code: "not-found", message: "this needs the server: optimeld serve" }, 404);
  }

  /** @param {"count" | "opening"} name @param {any} body @returns {AsyncGenerator<[string, unknown]>} */
  async *#table(name, body) {
    const { count, exactOpening } = await loadOdds();
    yield [name, (name === "count" ? count : exactOpening)(await this.tables(), body)];
  }

  /** @param {any} body @returns {AsyncGenerator<[string, unknown]>} */
  async *#dealtOpening(body) {
    const { dealtOpening } = await loadOdds();
    yield* dealtOpening(this.core, body);
  }

  /** @param {any} body @returns {AsyncGenerator<[string, unknown] | null>} */
  async *#advise(body) {
    const { advise } = await import("./advise.js");
    yield* advise(this.core, body);
  }

  /** @param {string} key @param {any} body @returns {AsyncGenerator<[string, unknown] | null>} */
  async *#reviewOf(key, body) {
    yield* this.#review(await (await this.games()).finished(key, "a review"), key, body);
  }

  /** @param {import("./table.js").Table} table @param {string | null} key of a game that can be tried again
   * @param {{ rollouts?: number }} body @returns {AsyncGenerator<[string, unknown] | null>} */
  async *#review(table, key, { rollouts }) {
    const { moments, summary } = await import("./review.js");
    const { rules, names, seat } = table.kept;
    const deals = table.deals();
    yield ["game", { names, seat, rules, deals, result: table.state().result, key }];
    const found = [];
    for (const moment of moments(this.core, rules, deals, table.turns())) {
      found.push(moment);
      yield ["turn", moment];
    }
    const whole = summary(names, found, seat);
    yield ["summary", { ...whole, balance: null }];
    const { balance, turningPoints, verdicts, verdictTold } = await import("./verdicts.js");
    const weighed = [];
    const thinking = { seconds: REVIEW_SECONDS, rollouts: rollouts ?? null, seed: "1" };
    for (const verdict of verdicts(this.core, table, thinking)) {
      if (verdict) weighed.push(verdict);
      yield verdict && ["verdict", verdictTold(verdict)];
    }
    const turning_points = turningPoints(table, weighed);
    yield ["summary", { ...whole, turning_points, balance: balance(table, weighed) }];
  }
}

/** @param {unknown} found @returns {found is Events} */
export const isStream = (found) =>
  found !== null &&
  typeof found === "object" &&
  (Symbol.asyncIterator in found || Symbol.iterator in found) &&
  !Array.isArray(found);
