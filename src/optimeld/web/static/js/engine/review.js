// A finished game looked at again: what was possible, what was played, and where the game turned.

import { isJoker, order, printPosition, numberOf } from "../shared/notation.js";
import { toUrl } from "../shared/url.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("../shared/types.js").Tile} Tile */
/** @typedef {import("../shared/types.js").Rules} Rules */
/** @typedef {import("./table.js").Turn & { note: string }} Turn */

// A turn that laid this many tiles fewer than it could is worth a second look.
const MISSED_MANY = 3;
// A turn that laid this many tiles changed the game, whatever was possible.
const LAID_MANY = 5;
export const TURNING_POINTS = 5;

/** Every turn with the best play in its position.
 * @param {Core} core @param {Rules} rules @param {Tile[][]} deals @param {Turn[]} turns */
export function* moments(core, rules, deals, turns) {
  const racks = deals.map((rack) => [...rack]);
  const opened = deals.map(() => false);
  /** @type {Tile[][]} */
  let table = [];
  for (const [i, turn] of turns.entries()) {
    const { player } = turn;
    const rack = [...(racks[player] ?? [])].sort(order("colour"));
    const opening = !opened[player];
    const best = core.ask({ ask: "solve", rules, table, rack, opening, steps: false });
    const left = [...rack];
    for (const tile of turn.played) left.splice(left.indexOf(tile), 1);
    left.push(...turn.drawn);
    if (turn.action === "take" && turn.river) left.push(turn.river);
    racks[player] = left;
    opened[player] ||= turn.action === "play";
    const worth = (/** @type {Tile} */ tile) => (isJoker(tile) ? rules.joker_penalty : numberOf(tile));
    yield {
      number: i + 1,
      player,
      action: turn.action,
      opening: turn.opening,
      played: turn.played,
      drawn: turn.drawn,
      drawn_count: turn.drawn_count,
      river: turn.river,
      table: turn.table,
      hands: racks.map((each) => [...each].sort(order("colour"))),
      note: turn.note,
      value: turn.played.reduce((sum, tile) => sum + worth(tile), 0),
      best: { status: best.status, played: best.played, tiles: best.tiles, value: best.value },
      missed: Math.max(0, best.tiles - turn.played.length),
      racks: racks.map((each) => each.length),
      position: toUrl({ table, rack, rules, opening }),
      notation: printPosition(table, rack),
    };
    table = turn.table;
  }
}

/** @typedef {ReturnType<typeof moments> extends Generator<infer M> ? M : never} Moment */

/** @param {string[]} names @param {Moment[]} found @param {number} seat */
export function summary(names, found, seat) {
  const players = names.map((name, player) => {
    const own = found.filter((moment) => moment.player === player);
    const could = own.filter((moment) => moment.best.tiles > 0);
    const first = own.findIndex((moment) => moment.action === "play");
    return {
      name,
      turns: own.length,
      laid: own.reduce((sum, moment) => sum + moment.played.length, 0),
      missed: own.reduce((sum, moment) => sum + moment.missed, 0),
      chances: could.length,
      best_turns: could.filter((moment) => moment.missed === 0).length,
      nothing_possible: own.length - could.length,
      drew_though_possible: could.filter((moment) => moment.played.length === 0).length,
      opened_on: first < 0 ? null : first + 1,
    };
  });
  return { players, turning_points: turningPoints(found, seat, names) };
}

/** The turns that mattered most to one player: chances missed, long plays, the lead changing hands.
 * @param {Moment[]} found @param {number} seat @param {string[]} names */
function turningPoints(found, seat, names) {
  /** @type {{ weight: number, number: number, words: string }[]} */
  const weighed = [];
  let lead = 0;
  for (const { player, played, missed, racks, number } of found) {
    const now = Math.min(...racks.filter((_, each) => each !== seat)) - (racks[seat] ?? 0);
    const mine = player === seat;
    const laid = played.length;
    if (mine && missed >= MISSED_MANY) {
      weighed.push({ weight: missed * 1.5, number, words: `${missed} more tiles could have been laid` });
    } else if (laid >= LAID_MANY) {
      weighed.push({
        weight: laid,
        number,
        words: `${mine ? "You" : names[player]} laid ${laid} tiles at once`,
      });
    } else if (lead * now < 0 && Math.abs(now - lead) >= 2) {
      const words = now > 0 ? "You took the lead" : "You lost the lead";
      weighed.push({ weight: Math.abs(now - lead), number, words });
    }
    if (now !== 0) lead = now;
  }
  return weighed
    .sort((a, b) => b.weight - a.weight || b.number - a.number)
    .slice(0, TURNING_POINTS)
    .sort((a, b) => a.number - b.number)
    .map(({ number, words }) => ({ number, words }));
}
