// The rules as the page holds them: the retail box, and what differs from it.

/** @typedef {import("./types.js").Rules} Rules */

/** @type {Rules} */
export const RETAIL = Object.freeze({
  values: 13,
  colours: 4,
  copies: 2,
  jokers: 2,
  min_meld: 3,
  rack_size: 14,
  opening_points: 30,
  joker_penalty: 30,
  joker_rule: "official",
  opening_then_table: false,
  river: false,
  must_play: false,
});

/** Boxes one can buy, and the papers' game.
 * @type {{ name: string, changes: Partial<Rules> }[]} */
export const BOXES = [
  {
    name: "Retail: 13 × 4, two of each, 2 jokers",
    changes: { values: 13, colours: 4, copies: 2, jokers: 2 },
  },
  {
    name: "Five or six players: three of each, 4 jokers",
    changes: { values: 13, colours: 4, copies: 3, jokers: 4 },
  },
  { name: "Without jokers", changes: { values: 13, colours: 4, copies: 2, jokers: 0 } },
];

/** @param {Rules} rules @returns {Partial<Rules>} */
export function differences(rules) {
  return Object.fromEntries(
    Object.entries(rules).filter(([name, value]) => value !== RETAIL[/** @type {keyof Rules} */ (name)]),
  );
}
