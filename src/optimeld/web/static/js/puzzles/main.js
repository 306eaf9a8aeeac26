// The puzzle page: today's puzzle, or another; solved on the board, with hints and a diary.

import { BoardView } from "../shared/board-view.js";
import { button, byId, h, plural } from "../shared/dom.js";
import { setUpDrag } from "../shared/drag.js";
import { newPuzzle } from "../shared/engine.js";
import { hands, layAt } from "../shared/hands.js";
import { placeOf, positionAt } from "../shared/places.js";
import { recall, remember, say, setUpShell, toast } from "../shared/shell.js";
import { tileRow, withTiles } from "../shared/tile.js";
import { toUrl } from "../shared/url.js";
import { RETAIL } from "../shared/rules.js";
import {
  dayNumber,
  fromLink,
  isDay,
  KIND_NAMES,
  KINDS,
  LEVEL_NAMES,
  LEVELS,
  openBook,
  puzzleOf,
  readPuzzle,
  today,
  toLink,
} from "./book.js";
import { PuzzleCtrl } from "./ctrl.js";
import { byLevel, clock, nameOfPuzzle, noteSolved, readDiary, streak } from "./diary.js";

/** @typedef {import("./book.js").Kind} Kind */
/** @typedef {import("./book.js").Puzzle} Puzzle */

const QUESTIONS = /** @type {Record<Kind, string>} */ ({
  lay: "Lay all the tiles of your rack. Move whatever you like on the table; at the end everything lies in melds.",
  finish: "You have waited long enough: the whole rack can go down in this turn. Find the finish.",
  wait: "The pool is empty and both racks lie open. One turn wins: lay some tiles, or pass. If you both pass, the lower rack wins.",
});

/** @type {string | null} the day whose puzzle this is */
let day = null;

const ctrl = new PuzzleCtrl({
  redraw: () => render(),
  solved: () => {
    const puzzle = /** @type {Puzzle} */ (ctrl.puzzle);
    noteSolved(puzzle.line, day, {
      seconds: ctrl.took ?? 0,
      hints: ctrl.hints + ctrl.tries,
      shown: ctrl.shown,
      level: puzzle.level,
      kind: puzzle.kind,
    });
    say(ctrl.shown ? "This is the answer." : "Solved.");
  },
  tell: toast,
});

const view = new BoardView(byId("melds"), byId("rack"), { moveHere: (place) => layAt(ctrl, place) });
setUpDrag(byId("puzzle"), hands(ctrl));

// What is seen

function render() {
  const puzzle = ctrl.puzzle;
  if (!puzzle) return;
  view.render(ctrl.board, {
    selected: ctrl.selected,
    marks: ctrl.marks(),
    readOnly: ctrl.over,
    newMeld: "New meld",
  });
  const left = ctrl.board.rack.length;
  byId("rack-count").textContent = plural(left, "tile");
  byId("left").textContent =
    puzzle.kind === "wait" ? "pool empty" : left === 0 ? "all laid" : `${left} to lay`;
  button("undo").disabled = button("reset").disabled = ctrl.over || !ctrl.changed;
  button("hint").disabled = ctrl.over;
  for (const id of ["pass", "play"]) byId(id).hidden = puzzle.kind !== "wait";
  button("pass").disabled = ctrl.over || ctrl.laid.length > 0;
  button("play").disabled = !ctrl.mayPlay;
  renderMessage(puzzle);
  renderHints();
  renderEnd(puzzle);
}

/** @param {Puzzle} puzzle */
function renderMessage(puzzle) {
  const place = byId("message");
  const wrong = ctrl.check?.melds.filter((meld) => !meld.legal).length ?? 0;
  const text = ctrl.over
    ? ctrl.shown
      ? ctrl.verdict || "This is the answer."
      : "Solved!"
    : ctrl.verdict ||
      (wrong > 0
        ? `${plural(wrong, "meld")} not complete yet.`
        : ctrl.laid.length === 0
          ? "Drag tiles, or tap them and then where they go."
          : puzzle.kind === "wait"
            ? "This can be laid. Does it win?"
            : `Good so far: ${plural(ctrl.board.rack.length, "tile")} to go.`);
  place.textContent = text;
  place.className = `message ${ctrl.over && !ctrl.shown ? "good" : ctrl.verdict && !ctrl.over ? "bad" : ""}`;
}

function renderHints() {
  const place = byId("hints");
  place.hidden = ctrl.told.length === 0;
  if (place.hidden) return;
  place.replaceChildren(
    h("h2", { id: "hints-title" }, "Hints"),
    h(
      "ol",
      { class: "told" },
      ctrl.told.map((each) => h("li", {}, ...withTiles(each.text))),
    ),
  );
}

/** @param {Puzzle} puzzle */
function renderEnd(puzzle) {
  const place = byId("end");
  if (place.hidden !== ctrl.over) return;
  place.hidden = !ctrl.over;
  if (!ctrl.over) return;
  const help = ctrl.hints + ctrl.tries;
  const diary = readDiary();
  const days = streak(diary, today());
  const why =
    puzzle.kind === "wait"
      ? puzzle.answer.length === 0
        ? "Every play would have let the other player win; a pass wins."
        : "Every other turn, a pass too, would have let the other player win."
      : "There is no other way to lay these tiles.";
  const inARow =
    day === null || ctrl.shown
      ? []
      : [h("p", {}, h("b", {}, plural(days, "day")), days === 1 ? " — come back tomorrow." : " in a row.")];
  place.replaceChildren(
    h("h2", { id: "end-title" }, ctrl.shown ? "The answer" : "Solved!"),
    h(
      "p",
      {},
      ctrl.shown
        ? puzzle.answer.length === 0
          ? ""
          : "It lies on the table now. "
        : `In ${clock(ctrl.took ?? 0)}${help === 0 ? ", without help" : `, with ${plural(help, "hint or wrong try", "hints or wrong tries")}`}. `,
      why,
    ),
    ...inARow,
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "button primary", onclick: another }, "Next puzzle"),
      h("button", { type: "button", class: "button", id: "share", onclick: share }, "Share"),
      h(
        "a",
        {
          class: "button",
          href: positionAt(toUrl({ table: puzzle.table, rack: puzzle.rack, rules: RETAIL, opening: false })),
        },
        "Analyse",
      ),
    ),
  );
  renderDiary();
}

/** What a puzzle shows that does not change while it is solved.
 * @param {Puzzle} puzzle */
function renderQuestion(puzzle) {
  byId("puzzle-title").textContent =
    day === null ? KIND_NAMES[puzzle.kind] : `${dayWords(day)}: ${KIND_NAMES[puzzle.kind].toLowerCase()}`;
  byId("question").textContent = QUESTIONS[puzzle.kind];
  byId("stars").replaceChildren(
    h("span", { "aria-hidden": "true" }, "★".repeat(puzzle.level) + "☆".repeat(5 - puzzle.level)),
    h("span", { class: "soft" }, ` ${LEVEL_NAMES[puzzle.level]}`),
    h("span", { class: "sr-only" }, `, level ${puzzle.level} of 5`),
  );
  const other = byId("other");
  other.hidden = puzzle.other.length === 0;
  other.replaceChildren(h("b", {}, "The other player's rack"), tileRow(puzzle.other));
  renderDiary();
}

/** @param {string} which */
function dayWords(which) {
  if (which === today()) return "Today";
  const date = new Date(`${which}T00:00:00Z`);
  return date.toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
}

/** @param {number} number */
function dayFrom(number) {
  return new Date(Date.UTC(2026, 0, 5) + number * 86_400_000).toISOString().slice(0, 10);
}

function renderDiary() {
  const diary = readDiary();
  const now = today();
  const days = streak(diary, now);
  const badge = byId("streak");
  badge.hidden = days === 0;
  badge.textContent = `${plural(days, "day")} in a row`;
  const last = dayNumber(now);
  const week = Array.from({ length: 14 }, (_, i) => dayFrom(last - 13 + i));
  const levels = byLevel(diary).filter((each) => each.count > 0);
  byId("diary").replaceChildren(
    h("h2", { id: "diary-title" }, "Your diary"),
    h(
      "ul",
      { class: "week" },
      week.map((each) => {
        const entry = diary.days[each];
        const state = entry ? (entry.shown ? "shown" : "done") : "";
        const mark = entry ? (entry.shown ? "–" : "✓") : "·";
        const words = entry
          ? entry.shown
            ? "answer shown"
            : `solved in ${clock(entry.seconds)}`
          : "not solved";
        return h(
          "li",
          {},
          h(
            "a",
            {
              href: `${placeOf("puzzles")}?day=${each}`,
              class: state,
              "aria-current": each === day ? "date" : null,
            },
            h("span", {}, Number(each.slice(8)), h("br"), h("span", { "aria-hidden": "true" }, mark)),
            h("span", { class: "sr-only" }, `${dayWords(each)}, ${words}`),
          ),
        );
      }),
    ),
    levels.length === 0
      ? h("p", { class: "small soft" }, "What you solve is noted here, in this browser alone.")
      : h(
          "table",
          { class: "times" },
          h(
            "tbody",
            {},
            levels.map((each) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, `${"★".repeat(each.level)} ${LEVEL_NAMES[each.level]}`),
                h("td", {}, `${each.count} solved`),
                h("td", {}, `mostly in ${clock(each.median)}`),
              ),
            ),
          ),
        ),
  );
}

// Which puzzle

/** @param {string} name @param {[string, string][]} choices @param {string} chosen */
function fillChoice(name, choices, chosen) {
  byId(name).replaceChildren(
    ...choices.map(([value, text]) => {
      const radio = h("input", { type: "radio", name, value, id: `${name}-${value}` });
      radio.checked = value === chosen;
      radio.addEventListener("change", () => remember(`puzzle-${name}`, value));
      return h("label", { for: `${name}-${value}` }, radio, text);
    }),
  );
}

/** @param {string} name */
const chosen = (name) =>
  /** @type {HTMLInputElement | null} */ (document.querySelector(`input[name=${name}]:checked`))?.value ?? "";

/** A puzzle of the chosen kind and level that was not solved here before: from the book, and then a new one. */
async function another() {
  const kind = chosen("kinds");
  const level = chosen("levels");
  const { more } = await openBook();
  const solved = readDiary().solved;
  const open = more.filter(
    (line) =>
      line.startsWith(`${kind} ${level} `) && !(nameOfPuzzle(line) in solved) && line !== ctrl.puzzle?.line,
  );
  let line = open[Math.floor(Math.random() * open.length)];
  if (line === undefined) {
    button("next").disabled = true;
    try {
      line = (await newPuzzle({ kind, level: Number(level), seed: Math.floor(Math.random() * 2 ** 31) }))
        .line;
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "bad");
    }
    button("next").disabled = false;
  }
  if (line === undefined) return;
  history.pushState(null, "", `${placeOf("puzzles")}?q=${toLink(line)}`);
  begin(readPuzzle(line), null);
}

/** @param {Puzzle} puzzle @param {string | null} of */
function begin(puzzle, of) {
  day = of;
  renderQuestion(puzzle);
  ctrl.start(puzzle);
  byId("puzzle").dataset.ready = "yes";
}

async function share() {
  const puzzle = ctrl.puzzle;
  if (!puzzle) return;
  const link = new URL(
    `${placeOf("puzzles")}?${day === null ? `q=${toLink(puzzle.line)}` : `day=${day}`}`,
    location.href,
  ).href;
  try {
    await navigator.clipboard.writeText(link);
    toast("Link copied");
  } catch {
    toast("The link is in the address bar");
    history.replaceState(null, "", link);
  }
}

async function read() {
  const query = new URLSearchParams(location.search);
  const link = query.get("q");
  const asked = query.get("day") ?? "";
  try {
    if (link !== null) begin(fromLink(link), null);
    else {
      const which = isDay(asked) && asked <= today() ? asked : today();
      begin(puzzleOf(await openBook(), which), which);
    }
  } catch (error) {
    byId("question").replaceChildren(
      h("span", { class: "note bad", role: "alert" }, error instanceof Error ? error.message : String(error)),
    );
  }
}

fillChoice(
  "kinds",
  KINDS.map((kind) => [kind, KIND_NAMES[kind]]),
  recall("puzzle-kinds") ?? "lay",
);
fillChoice(
  "levels",
  LEVELS.map((level) => [String(level), `${level} ★`]),
  recall("puzzle-levels") ?? "2",
);
byId("undo").addEventListener("click", () => ctrl.undo());
byId("reset").addEventListener("click", () => ctrl.reset());
byId("hint").addEventListener("click", () => ctrl.hint());
byId("pass").addEventListener("click", () => ctrl.decide(true));
byId("play").addEventListener("click", () => ctrl.decide(false));
byId("next").addEventListener("click", another);
window.addEventListener("popstate", read);
setUpShell(
  [
    {
      keys: ["Enter"],
      text: "Select the focused tile; arrow keys move between tiles, + moves the selection there",
    },
    {
      keys: ["n"],
      text: "Move the selected tiles to a new meld",
      run: () => {
        if (ctrl.selected.size > 0) ctrl.move([...ctrl.selected], { to: "new" });
      },
    },
    { keys: ["z", "ctrl+z", "Backspace"], text: "Undo one move", run: () => ctrl.undo() },
    { keys: ["h"], text: "A hint", run: () => ctrl.hint() },
    { keys: ["Escape"], text: "Drop the selection", run: () => ctrl.unselect() },
  ],
  "Keys in a puzzle",
);
read();
