// What every page has: the theme switch, the help with the keys, short messages, and words for screen readers.

import { byId, fillIcons, h } from "./dom.js";
import { legend } from "./legend.js";
import { home } from "./places.js";

/** @typedef {{ keys: string[], text: string, run?: (event: KeyboardEvent) => void }} Key */

/** @param {string} text @param {"" | "bad"} [kind] */
export function toast(text, kind = "") {
  const place =
    document.querySelector(".toasts") ??
    document.body.appendChild(h("div", { class: "toasts", role: "status" }));
  const message = h("div", { class: `toast ${kind}` }, text);
  place.append(message);
  setTimeout(() => message.remove(), kind === "bad" ? 5500 : 2600);
}

/** Says something to a screen reader without showing it.
 * @param {string} text */
export function say(text) {
  const place =
    document.getElementById("said") ??
    document.body.appendChild(h("div", { id: "said", class: "sr-only", "aria-live": "polite" }));
  place.textContent = text;
}

function switchTheme() {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  remember("theme", root.dataset.theme);
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`optimeld.${name}`, value);
  } catch {
    // Storage is off or full: the page works, it only forgets.
  }
}

/** @param {string} name */
export function recall(name) {
  try {
    return localStorage.getItem(`optimeld.${name}`);
  } catch {
    return null;
  }
}

/** A list that was kept as JSON; empty where there is none, or something else.
 * @param {string} name @returns {any[]} */
export function recallList(name) {
  try {
    const kept = JSON.parse(recall(name) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(`optimeld.${name}`);
  } catch {
    // Nothing was kept.
  }
}

const writing = (/** @type {EventTarget | null} */ target) =>
  target instanceof HTMLElement &&
  target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select");

/** The name of a key as the key map writes it: "z", "?", "ArrowLeft", "ctrl+z".
 * @param {KeyboardEvent} event */
function keyName(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey ? `ctrl+${event.shiftKey ? "shift+" : ""}${key}` : key;
}

const PRINTED = /** @type {Record<string, string>} */ ({
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  " ": "Space",
  Escape: "Esc",
  Delete: "Del",
  Home: "Home",
  End: "End",
});

/** @param {Key[]} keys @param {string} title */
function helpDialog(keys, title) {
  const close = h("button", { type: "button", class: "button primary" }, "Close");
  const dialog = h(
    "dialog",
    { "aria-labelledby": "help-title" },
    h("div", { class: "help-head" }, h("h2", { id: "help-title" }, "Help"), close),
    h("p", {}, h("a", { href: `${home}#how-to-play` }, "How to play"), " tells the rules, with pictures."),
    h("h3", {}, "Reading the tiles"),
    legend(),
    h("h3", {}, "With a finger or the mouse"),
    h(
      "p",
      {},
      "Drag tiles where they belong: to a meld, between two tiles, anywhere on the felt for a new meld. Or tap tiles to select them, and then tap where they go.",
    ),
    h("h3", {}, title),
    h(
      "dl",
      { class: "keys" },
      keys.flatMap((key) => [
        h(
          "dt",
          {},
          key.keys
            .filter((name) => !name.startsWith("ctrl+") || key.keys.length === 1)
            .map((name) => h("kbd", {}, PRINTED[name] ?? name)),
        ),
        h("dd", {}, key.text),
      ]),
    ),
  );
  close.addEventListener("click", () => dialog.close());
  // A link to another part of this page leaves the help.
  dialog.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a")) dialog.close();
  });
  document.body.append(dialog);
  return dialog;
}

/** Sets up the page's frame. Keys without `run` are only listed.
 * @param {Key[]} keys @param {string} [title] */
export function setUpShell(keys, title = "Keys") {
  fillIcons();
  document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  const all = [...keys, { keys: ["?"], text: "This list" }];
  /** @type {HTMLDialogElement | null} made when it is asked for */
  let dialog = null;
  const help = () => {
    dialog ??= helpDialog(all, title);
    dialog.showModal();
    dialog.scrollTop = 0;
  };
  // What was last clicked keeps the focus, but whoever works with the mouse does not think of it: for them the
  // arrows and the space bar do what the page says. Who comes by Tab moves within what has the focus.
  let pointed = false;
  document.addEventListener("pointerdown", () => {
    pointed = true;
  });
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Tab") pointed = false;
      if (!pointed || !(event.key === " " || event.key.startsWith("Arrow"))) return;
      if (!(event.target instanceof HTMLElement) || document.querySelector("dialog[open]")) return;
      const key = all.find((each) => each.run && each.keys.includes(keyName(event)));
      if (!key?.run || !event.target.matches("button, a, summary")) return;
      event.preventDefault();
      event.stopPropagation();
      event.target.blur();
      key.run(event);
    },
    true,
  );
  byId("theme").addEventListener("click", switchTheme);
  byId("help").addEventListener("click", help);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const name = keyName(event);
    if (writing(event.target) && name !== "Escape") return;
    if (name === "?") {
      event.preventDefault();
      help();
      return;
    }
    if (
      (name === " " || name === "Enter") &&
      event.target instanceof HTMLElement &&
      event.target.matches("button, a, summary, input, [role=button]")
    )
      return;
    const key = all.find((each) => each.keys.includes(name));
    if (key?.run) {
      event.preventDefault();
      key.run(event);
    }
  });
}
