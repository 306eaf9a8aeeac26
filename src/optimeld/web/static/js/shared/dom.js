// Making elements without a framework.

/** @typedef {Node | string | number | null | undefined | false} Child */

/** @param {Element} element @param {Record<string, unknown>} attributes */
function assign(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, unknown>} [attributes] @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  assign(element, attributes);
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Record<string, unknown>} [attributes] @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  assign(element, attributes);
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/** The element with this id, which the page is known to have.
 * @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element #${id}`);
  return element;
}

/** @param {string} id @returns {HTMLInputElement} */
export const input = (id) => /** @type {HTMLInputElement} */ (byId(id));

/** @param {string} id @returns {HTMLButtonElement} */
export const button = (id) => /** @type {HTMLButtonElement} */ (byId(id));

/** @param {number} count @param {string} one @param {string} [many] */
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

export const stillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const ICONS = /** @type {Record<string, string>} */ ({
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  check: "m5 13 4 4L19 7",
  bin: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  share: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  first: "M19 5 10 12l9 7zM6 5v14",
  back: "M15 5 7 12l8 7",
  play: "M7 4v16l13-8z",
  pause: "M8 5v14M16 5v14",
  forward: "m9 5 8 7-8 7",
  last: "m5 5 9 7-9 7zM18 5v14",
  list: "M8 6h12M8 12h12M8 18h12M4 6v.01M4 12v.01M4 18v.01",
  help: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18v.01",
  theme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z",
  plus: "M12 5v14M5 12h14",
  dice: "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM8.5 8.5v.01M15.5 15.5v.01M12 12v.01",
  calendar: "M5 6h14v14H5zM5 10h14M9 3v5M15 3v5",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10c1 1 1 2 1 2h6s0-1 1-2a6 6 0 0 0-4-10z",
});

/** @param {string} name */
export const icon = (name) =>
  svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] ?? "" }));

/** Puts the named icon in front of every element that asks for one with data-icon. */
export function fillIcons(root = document) {
  for (const element of root.querySelectorAll("[data-icon]")) {
    if (element instanceof HTMLElement && !element.querySelector("svg"))
      element.prepend(icon(element.dataset.icon ?? ""));
  }
}
