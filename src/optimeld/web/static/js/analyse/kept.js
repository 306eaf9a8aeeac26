// Positions kept in this browser: saved under a name, brought in from text and files, taken out again.

import { byId, h, icon, plural } from "../shared/dom.js";
import { askForFile, download } from "../shared/files.js";
import { printPosition } from "../shared/notation.js";
import { readPasted } from "../shared/pasted.js";
import { pictureOf, pngOf } from "../shared/picture.js";
import { recallList, remember, toast } from "../shared/shell.js";
import { fromUrl, toUrl } from "../shared/url.js";

/** @typedef {import("../shared/url.js").Place} Place */
/** @typedef {{ name: string, p: string }} Kept */

/** @returns {Kept[]} */
export const keptPositions = () => recallList("positions").filter((each) => typeof each?.p === "string");

/** @param {Kept[]} kept */
const keep = (kept) => remember("positions", JSON.stringify(kept));

/** A name nobody else has: "Position 3".
 * @param {Kept[]} kept */
function freeName(kept) {
  let number = kept.length + 1;
  while (kept.some((each) => each.name === `Position ${number}`)) number += 1;
  return `Position ${number}`;
}

/**
 * @typedef {object} Board what the panel needs of the page
 * @property {() => Place} place
 * @property {(place: Place) => void} show
 * @property {() => string} link
 */

/** @param {Board} board */
export function setUpKept(board) {
  const place = byId("kept");
  const list = byId("kept-list");
  const name = /** @type {HTMLInputElement} */ (byId("kept-name"));

  const render = () => {
    const kept = keptPositions();
    name.placeholder = freeName(kept);
    byId("kept-count").textContent = plural(kept.length, "position");
    byId("kept-count").hidden = kept.length === 0;
    list.replaceChildren(
      ...kept.map((each, at) => {
        const shown = fromUrl(each.p);
        const tiles = shown.table.flat().length + shown.rack.length;
        return h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: "open", onclick: () => board.show(fromUrl(each.p)) },
            h("b", {}, each.name),
            h("small", {}, `${plural(shown.table.length, "meld")}, ${plural(tiles, "tile")}`),
          ),
          h(
            "button",
            {
              type: "button",
              class: "button icon quiet",
              "aria-label": `Forget ${each.name}`,
              onclick: () => {
                keep(keptPositions().filter((_, i) => i !== at));
                render();
              },
            },
            icon("bin"),
          ),
        );
      }),
    );
    byId("kept-empty").hidden = kept.length > 0;
    for (const id of ["export-json", "export-text"]) byId(id).toggleAttribute("disabled", kept.length === 0);
  };

  const save = () => {
    const kept = keptPositions();
    const wanted = name.value.trim() || freeName(kept);
    const now = { name: wanted, p: toUrl(board.place()) };
    const at = kept.findIndex((each) => each.name === wanted);
    if (at >= 0) kept[at] = now;
    else kept.push(now);
    keep(kept);
    name.value = "";
    render();
    toast(`Kept as “${wanted}”`);
  };

  /** Takes positions in: the first is shown, and where there are several all are kept.
   * @param {string} text */
  const bringIn = (text) => {
    try {
      const read = readPasted(text, board.place().rules);
      const [first] = read;
      if (!first) throw new Error("There is no position in this text.");
      if (read.length > 1) {
        const kept = keptPositions();
        for (const each of read) kept.push({ name: each.name || freeName(kept), p: toUrl(each) });
        keep(kept);
        render();
      }
      board.show(first);
      toast(read.length > 1 ? `${read.length} positions kept; this is the first` : "Here it is");
      return "";
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };

  const paste = /** @type {HTMLTextAreaElement} */ (byId("paste"));
  const tellPaste = (/** @type {string} */ problem) => {
    const note = byId("paste-problem");
    note.hidden = problem === "";
    note.textContent = problem;
    if (problem === "") paste.value = "";
  };
  byId("paste-read").addEventListener("click", () => tellPaste(bringIn(paste.value)));
  byId("import").addEventListener("click", async () => {
    const text = await askForFile(".json,.txt,.text,application/json,text/plain");
    if (text !== null) tellPaste(bringIn(text));
  });
  byId("save").addEventListener("click", save);
  name.addEventListener("keydown", (event) => {
    if (event.key === "Enter") save();
  });
  const each = () => keptPositions().map((kept) => ({ name: kept.name, ...fromUrl(kept.p) }));
  byId("export-json").addEventListener("click", () =>
    download(
      "positions.json",
      `${JSON.stringify({ positions: keptPositions().map((kept) => ({ ...kept, position: notationOf(kept) })) }, null, 1)}\n`,
      "application/json",
    ),
  );
  byId("export-text").addEventListener("click", () =>
    download(
      "positions.txt",
      each()
        .map((kept) => `# ${kept.name}\n${printPosition(kept.table, kept.rack)}\n`)
        .join(""),
    ),
  );
  const picture = () => {
    const { table, rack } = board.place();
    return pictureOf(table, rack);
  };
  byId("picture-svg").addEventListener("click", () => download("position.svg", picture(), "image/svg+xml"));
  byId("picture-png").addEventListener("click", async () => {
    try {
      download("position.png", await pngOf(picture()));
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "bad");
    }
  });
  byId("print").addEventListener("click", () => window.print());
  byId("copy-text").addEventListener("click", () => {
    const { table, rack } = board.place();
    copy(printPosition(table, rack), "Position copied as text");
  });
  byId("copy-link").addEventListener("click", () => copy(board.link(), "Link copied"));
  byId("copy-json").addEventListener("click", () => {
    const { table, rack } = board.place();
    copy(JSON.stringify({ table, rack }), "Position copied as JSON");
  });
  window.addEventListener("storage", render);
  place.hidden = false;
  render();
  return { bringIn, save };
}

/** @param {Kept} kept */
function notationOf(kept) {
  const { table, rack } = fromUrl(kept.p);
  return printPosition(table, rack);
}

/** @param {string} text @param {string} said */
async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
  } catch {
    toast("This browser does not let the page copy.", "bad");
  }
}
