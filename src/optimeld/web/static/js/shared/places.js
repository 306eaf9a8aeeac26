// Where the pages are: the server has a path for every game, a folder on any static host only one for every page.

const root = new URL("../../../", import.meta.url);
const isStatic = document.documentElement.dataset.engine === "page";

/** The address of a page, of a game where `key` names one.
 * @param {"play" | "join" | "review" | "analyse" | "odds" | "puzzles"} page @param {string} [key] */
export function placeOf(page, key) {
  if (isStatic) return new URL(`${page}/${key ? `?game=${key}` : ""}`, root).href;
  return new URL(`${page}${key ? `/${key}` : ""}`, root).href;
}

/** The first page. */
export const home = root.href;

/** Whether there is a server, where people on several devices can meet. */
export const hasServer = !isStatic;

/** The key of the game that this page is about; empty where it is about none. */
export const keyHere = () =>
  isStatic
    ? (new URLSearchParams(location.search).get("game") ?? "")
    : (location.pathname.slice(root.pathname.length).split("/")[1] ?? "");

/** The analysis board with a position, as `toUrl` writes it.
 * @param {string} position */
export const positionAt = (position) => `${placeOf("analyse")}?p=${position}`;

/** Whether the address is an invitation to a chair. */
export const isInvitation = () => location.pathname.startsWith(`${root.pathname}join/`);
