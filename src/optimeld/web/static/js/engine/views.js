// A game as the person at it may see it.

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Kept} Kept */
/** @typedef {import("./table.js").Turn} Turn */
/** @typedef {import("../shared/types.js").Opponent} Opponent */

/** The game as the person may see it, and the turns from `since` on with all that shows them; left out, those of
 * the others since the person's own last one.
 * @param {Table} table @param {ReturnType<typeof sheetOf>} sheet @param {Opponent[]} opponents @param {number} [since] */
export function view(table, sheet, opponents, since) {
  const { kept } = table;
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
      rating: opponents.find((each) => each.agent === kept.agents[place])?.rating ?? null,
      tiles: state.racks[place]?.length ?? 0,
      opened: state.opened[place] ?? false,
    })),
    log: turns.map((turn) => short(turn, seat)),
    events: turns.slice(from).map((_, i) => event(table, turns, from + i)),
    clock: kept.clock === null ? null : { seconds: kept.clock, left: Math.max(0, kept.clock - table.spent) },
    ...(state.over ? { racks: state.racks } : {}),
    sheet,
  };
}

/** A turn with the tables before and after it, and the steps between.
 * @param {Table} table @param {(Turn & { note: string })[]} turns @param {number} number */
function event(table, turns, number) {
  const turn = /** @type {Turn & { note: string }} */ (turns[number]);
  const before = turns[number - 1]?.table ?? [];
  const { rules, seat } = table.kept;
  const steps =
    turn.action === "play" ? table.core.ask({ ask: "steps", rules, table: before, after: turn.table }) : [];
  return { ...short(turn, seat), number, before, table: turn.table, steps };
}

/** @param {Turn & { note: string }} turn @param {number} seat others' draws are only counted */
function short(turn, seat) {
  const { player, action, opening, played, drawn, drawn_count, river, note } = turn;
  return { player, action, opening, played, drawn: player === seat ? drawn : [], drawn_count, river, note };
}

/** The scores of a series' games that have ended, the person's first and then round the table.
 * @param {Kept[]} games */
export function sheetOf(games) {
  const inOrder = [...games].sort((a, b) => a.number - b.number);
  return inOrder.flatMap(({ number, id, seat, result }) => {
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
