// The table as it lies during a turn: every meld, the opening, whether it would be accepted.

import { check } from "./positions.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../shared/types.js").Tile} Tile */

/** @param {Table} table @param {Tile[][]} laid */
export function draftOf(table, laid) {
  const { rules, seat } = table.kept;
  const state = table.state();
  const opened = state.opened[seat] ?? false;
  const found = check(table.core, laid, [], rules);
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
  const ruling = table.core.ask({
    ask: "judge", rules, table: state.table, rack: state.racks[seat] ?? [], opening: !opened,
    after: found.melds.map((meld) => meld.tiles),
  }); // biome-ignore format: one field beside the other
  return {
    ...answer,
    ok: ruling.ok,
    refusal: ruling.ok ? null : { code: ruling.code, message: ruling.reason },
  };
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
