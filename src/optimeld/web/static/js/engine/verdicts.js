// What turns were worth in chance of winning: what each choice cost, each draw gave, and the others changed.

import { tilesInBox } from "./reading.js";
import { rounded, written } from "./numbers.js";
import { CANDIDATES, Search, told } from "./search.js";
import { TURNING_POINTS } from "./review.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Turn} Turn */
/** @typedef {import("./search.js").Option} Option */
/** @typedef {import("./search.js").Thinking} Thinking */
/** @typedef {import("../shared/types.js").Tile} Tile */

/** One turn: the best that could be done, what was done (or, where `exact` is false, the candidate most like it), and
 * the chance of winning once the tile was seen.
 * @typedef {{ number: number, best: Option, chosen: Option, exact: boolean, drawn: number | null }} Verdict */

/** A change of the chance of winning that is worth pointing out. */
const MATTERS = 0.05;

/** Whether the two differ by more than the chance of the sampled deals.
 * @param {Verdict} verdict */
const isSure = ({ best, chosen }) => best.low > chosen.win && chosen.high < best.win;
/** @param {Verdict} verdict */
const costOf = (verdict) => (isSure(verdict) ? verdict.best.win - verdict.chosen.win : 0);
/** @param {Verdict} verdict */
const beforeIt = (verdict) => verdict.chosen.win + costOf(verdict);
/** @param {Verdict} verdict */
const afterIt = ({ chosen, drawn }) => drawn ?? chosen.win;
/** What the tile that came gave, against the average of all that could have come.
 * @param {Verdict} verdict */
const luckOf = (verdict) => afterIt(verdict) - verdict.chosen.win;

/** @param {Verdict} verdict */
export const verdictTold = (verdict) => ({
  number: verdict.number,
  best: told(verdict.best),
  chosen: told(verdict.chosen),
  before: rounded(beforeIt(verdict), 4),
  cost: rounded(costOf(verdict), 4),
  sure: isSure(verdict),
  exact: verdict.exact,
  drawn: verdict.drawn === null ? null : rounded(verdict.drawn, 4),
});

/** A verdict on each turn of the player who looks, as they are found; between them it gives way to others.
 * @param {Core} core @param {Table} table @param {Thinking} thinking @returns {Generator<Verdict | null>} */
export function* verdicts(core, table, thinking) {
  const { rules, seat } = table.kept;
  const again = table.afresh();
  try {
    for (const [i, turn] of table.turns().entries()) {
      // A turn that was lost by the clock was not a choice.
      if (turn.player === seat && turn.action !== "forfeit") {
        const { racks, opened, table: laid, river } = again.state();
        const rack = racks[seat]?.length ?? 0;
        const unseen = tilesInBox(rules) - laid.flat().length - rack - river.length;
        const question = { game: again.seated() };
        const options = yield* weighed(new Search(core, rules, question, thinking), (search) =>
          search.options({ rack, unseen, opening: !opened[seat] }),
        );
        const verdict = verdictOn(i + 1, turn, options);
        if (turn.action === "draw" && verdict.exact) {
          const comes = turn.river === null ? turn.drawn : [...turn.drawn, turn.river];
          // From the same worlds as the draw itself.
          const worlds = { ...thinking, rollouts: Math.max(verdict.chosen.rollouts, CANDIDATES) };
          const search = new Search(core, rules, { ...question, comes }, worlds);
          verdict.drawn = yield* weighed(search, () => search.chance());
        }
        yield verdict;
      }
      again.retake(table.kept.turns[i] ?? "");
    }
  } finally {
    again.putAway();
  }
}

/** @template T @param {Search} search @param {(search: Search) => T} found @returns {Generator<null, T>} */
function* weighed(search, found) {
  try {
    yield* search.toTheEnd();
    return found(search);
  } finally {
    search.putAway();
  }
}

/** What is said of a turn by options weighed before it.
 * @param {number} number @param {Turn} turn @param {Option[]} options @returns {Verdict} */
function verdictOn(number, turn, options) {
  const likeness = options.map((option) => likenessOf(turn, option));
  const most = Math.max(...likeness);
  const chosen = /** @type {Option} */ (options[likeness.indexOf(most)]);
  const exact = most === 0;
  // What the strongest player would do as well is not held against anybody.
  const best = exact && chosen.choice ? chosen : /** @type {Option} */ (options[0]);
  return { number, best, chosen, exact, drawn: null };
}

/** 0 where the option is the turn, and less the less they have in common.
 * @param {Turn} turn @param {Option} option */
function likenessOf(turn, option) {
  if (turn.action === "take" && option.action === "take") return turn.river === option.tile ? 0 : -1;
  if (turn.action === "play" && option.action === "play") {
    const [laid, other] = [turn.played, option.played ?? []];
    return -(without(laid, other) + without(other, laid));
  }
  return turn.action === option.action ? 0 : -1000;
}

/** How many tiles are left when others are taken away.
 * @param {Tile[]} tiles @param {Tile[]} others */
function without(tiles, others) {
  const left = [...tiles];
  for (const tile of others) {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
  }
  return left.length;
}

/** From the first chance of winning to the end: own choices, the luck of the draws, and the others.
 * @param {Table} table @param {Verdict[]} found */
export function balance(table, found) {
  const { result, seat } = table.kept;
  const [first] = found;
  if (result === null || !first) return null;
  const sum = (/** @type {(verdict: Verdict) => number} */ of) =>
    found.reduce((all, each) => all + of(each), 0);
  const [start, end, cost, draws] = [
    beforeIt(first),
    result.winner === seat ? 1 : 0,
    sum(costOf),
    sum(luckOf),
  ];
  const sums = { start, cost, draws, others: end - start + cost - draws, end };
  return Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, rounded(value, 4)]));
}

/** What changed the chance most: choices, draws, and the others' turns, in the order of the game.
 * @param {Table} table @param {Verdict[]} found */
export function turningPoints(table, found) {
  const { result, seat, turns } = table.kept;
  /** @type {{ weight: number, number: number, words: string }[]} */
  const points = [];
  for (const [i, verdict] of found.entries()) {
    const { number } = verdict;
    const next = found[i + 1];
    const end = next ? beforeIt(next) : result === null ? afterIt(verdict) : result.winner === seat ? 1 : 0;
    const cost = costOf(verdict);
    if (cost >= MATTERS) points.push({ weight: cost, number, words: `A choice that cost ${percent(cost)}` });
    /** @type {[string, number, number][]} */
    const changes = [
      ["The tile you drew", luckOf(verdict), number],
      ["The others' turns", end - afterIt(verdict), next ? next.number - 1 : turns.length],
    ];
    for (const [who, change, at] of changes) {
      if (Math.abs(change) < 2 * MATTERS) continue;
      const share = percent(Math.abs(change));
      const words = change > 0 ? `${who} brought you ${share}` : `${who} took ${share} from you`;
      points.push({ weight: Math.abs(change), number: at, words });
    }
  }
  return points
    .sort((a, b) => b.weight - a.weight || b.number - a.number)
    .slice(0, TURNING_POINTS)
    .sort((a, b) => a.number - b.number)
    .map(({ number, words }) => ({ number, words }));
}

/** @param {number} share */
const percent = (share) => `${written(100 * share, 0)} %`;
