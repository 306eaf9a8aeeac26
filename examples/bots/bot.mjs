#!/usr/bin/env node
// A bot for optimeld's protocol in JavaScript, with nothing but node.
//
//     optimeld match "exec:node examples/bots/bot.mjs" simple
//
// It lays melds from its rack, the most valuable first, and adds single tiles to melds on the table. It leaves
// jokers alone and rearranges nothing. bot.py and bot.cpp decide exactly alike.

import { createInterface } from "node:readline";

const COLOURS = "KRBOGPCW";
const colour = (tile) => COLOURS.indexOf(tile[0]);
const value = (tile) => Number(tile.slice(1));
const worth = (meld) => meld.reduce((sum, tile) => sum + value(tile), 0);

/** Every group of a value and every run of a colour that the tiles hold, as long as they go. */
function wholeMelds(tiles, shortest) {
  const kinds = [...new Set(tiles)].sort((a, b) => colour(a) - colour(b) || value(a) - value(b));
  const found = [];
  for (const number of new Set(kinds.map(value))) {
    found.push(kinds.filter((tile) => value(tile) === number));
  }
  let run = [];
  for (const tile of kinds) {
    const last = run[run.length - 1];
    if (last && (colour(tile) !== colour(last) || value(tile) !== value(last) + 1)) {
      found.push(run);
      run = [];
    }
    run.push(tile);
  }
  found.push(run);
  return found.filter((meld) => meld.length >= shortest);
}

/** Melds of these tiles, the most valuable first (of equals the first in the alphabet); and what is left. */
function meldsOf(tiles, shortest) {
  const left = [...tiles];
  const melds = [];
  for (;;) {
    const choices = wholeMelds(left, shortest);
    if (choices.length === 0) return { melds, left };
    const [best] = choices.sort((a, b) => worth(b) - worth(a) || (a.join(" ") < b.join(" ") ? -1 : 1));
    melds.push(best);
    for (const tile of best) left.splice(left.indexOf(tile), 1);
  }
}

/** The meld with the tile added to it, or null. */
function placeIn(meld, tile, highest) {
  if (meld.includes("J")) return null;
  if (new Set(meld.map(value)).size === 1) {
    return value(tile) === value(meld[0]) && !meld.includes(tile) ? [...meld, tile] : null;
  }
  if (colour(tile) !== colour(meld[0])) return null;
  if (value(tile) === value(meld[0]) - 1) return [tile, ...meld];
  const next = value(meld[meld.length - 1]) + 1;
  return value(tile) === next && next <= highest ? [...meld, tile] : null;
}

/** The table as it should lie, or null to draw. */
function decide(rules, view) {
  const tiles = view.rack.filter((tile) => tile !== "J");
  const { melds, left } = meldsOf(tiles, rules.min_meld);
  const table = [...view.table, ...melds];
  let played = melds.length > 0;
  if (!view.opened[view.seat]) {
    const points = melds.reduce((sum, meld) => sum + worth(meld), 0);
    return played && points >= rules.opening_points ? table : null;
  }
  for (let added = true; added; ) {
    added = false;
    for (const tile of [...left]) {
      const longer = table.map((meld) => placeIn(meld, tile, rules.values));
      const place = longer.findIndex((meld) => meld !== null);
      if (place < 0) continue;
      table[place] = longer[place];
      left.splice(left.indexOf(tile), 1);
      added = played = true;
    }
  }
  return played ? table : null;
}

let rules = {};
createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "start_game") rules = message.rules;
  if (message.type !== "request") return; // the view of a request has all that this bot wants to know
  const answer = { seq: message.seq, type: "draw" };
  if (message.keep) {
    Object.assign(answer, { type: "keep", tile: message.keep[0] });
  } else {
    const table = decide(rules, message.view);
    if (table) Object.assign(answer, { type: "play", table });
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
});
