// The shapes that travel between the modules and over the wire; checked by tsc, nothing at run time.

/** A tile in notation: "K1" ... "O13", or "J".
 * @typedef {string} Tile */

/** A tile with its own identity on this page, so that it can be followed when it moves.
 * @typedef {{ id: number, tile: Tile }} Piece */

/** What the server says about some tiles laid together.
 * @typedef {{ tiles: Tile[], legal: boolean, kind: "run" | "group" | null, worth: number | null, reason: string | null }} MeldCheck */

/** A meld on the page.
 * @typedef {{ key: number, pieces: Piece[], check?: MeldCheck | null, note?: string }} MeldOnBoard */

/** @typedef {{ melds: MeldOnBoard[], rack: Piece[] }} Board */

/** @typedef {"official" | "free" | "locked"} JokerRule */

/** @typedef {{ values: number, colours: number, copies: number, jokers: number, min_meld: number, rack_size: number,
 *   opening_points: number, joker_penalty: number, joker_rule: JokerRule, opening_then_table: boolean, river: boolean,
 *   must_play: boolean }} Rules */

/** @typedef {{ code: string, message: string, [more: string]: unknown }} Problem */

/** @typedef {{ melds: MeldCheck[], problems: Problem[], ok: boolean, notation: string, unseen: { total: number, counts: Record<string, number> } }} Check */

/** One action of a person carrying out a play.
 * @typedef {{ action: string, tiles: Tile[], from: number | "rack" | "hand", to: number, left: Tile[] | null, makes: Tile[],
 *   laid_jokers?: number, freed_jokers?: number, text: string }} Step */

/** One picture of the table on the way from the old to the new one; melds keep their numbers from picture to picture.
 * @typedef {{ words: string, numbers: number[], melds: Tile[][], hand: Tile[], rack: Tile[] }} Frame */

/** @typedef {{ status: "optimal" | "no-play" | "time-limit", objective: "tiles" | "value", joker_rule: JokerRule, played: Tile[], tiles: number, value: number,
 *   kept: number, melds_before: number, table: Tile[][], remaining: Tile[], points: number | null, steps: Step[], elapsed_us: number,
 *   frames: Frame[], moved?: number, moved_proved?: boolean, play_proved?: boolean, kept_proved?: boolean }} Solution */

/** @typedef {{ tile: Tile, unseen: number, tiles: number, value: number, finishes: boolean, played: Tile[] }} Out */

/** @typedef {{ outs: Out[], unseen: number, finishing: number, improving: number, tiles_now: number }} Outs */

/** A turn as everyone saw it.
 * @typedef {{ player: number, action: "play" | "draw" | "take" | "pass" | "forfeit", opening: boolean, played: Tile[], drawn: Tile[],
 *   drawn_count: number, river: Tile | null, note: string }} LogTurn */

/** A turn with all that is needed to show it: its number, the tables before and after it, and the steps between.
 * @typedef {LogTurn & { number: number, before: Tile[][], table: Tile[][], steps: Step[] }} GameEvent */

/** A player of the engine as people meet it; its rating is off by `doubt` at most, 95 times of 100.
 * @typedef {{ agent: string, name: string, rating: number | null, doubt: number | null, words: string }} Opponent */

/** @typedef {{ name: string, agent: string | null, rating: number | null, tiles: number, opened: boolean,
 *   here?: boolean, joined?: boolean, invitation?: string | null }} Player */

/** @typedef {{ number: number, id: string, scores: number[], winner: number | null }} SheetLine */

/** @typedef {{ id: string, number: number, seat: number, rules: Rules, turn: number, to_move: number, over: boolean,
 *   result: { winner: number, scores: number[], rack_values: number[], blocked: boolean } | null,
 *   rack: Tile[], table: Tile[][], river: Tile[], pending: Tile[], pool: number, players: Player[], log: LogTurn[], events: GameEvent[],
 *   clock: { seconds: number, left: number } | null, sheet: SheetLine[], racks?: Tile[][] }} GameView */

/** @typedef {{ melds: MeldCheck[], played: Tile[], ok: boolean, refusal: Problem | null, opening: { points: number, needed: number } | null }} Draft */

/** @typedef {{ tier: number, tiles: number, status: string, opening: boolean, played?: Tile[], table?: Tile[][], steps?: Step[] }} Hint */

/** One thing to do in a turn, with the chance of winning after it.
 * @typedef {{ action: string, played?: Tile[], table?: Tile[][], tile?: Tile, win: number, low: number, high: number, points: number, why: string }} Candidate */

/** @typedef {{ objective: string, candidates: Candidate[], rollouts: number, elapsed_ms: number }} Advice */

export {};
