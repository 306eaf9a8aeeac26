// Several people at one device: whose keys are here, and whose turn it is to look.

import { recallList, remember } from "../shared/shell.js";

/** @typedef {{ seat: number, name: string, key: string }} Chair a person of this device */

const MOST = 20;

/** @returns {Chair[][]} */
const all = () => recallList("chairs");

/** Keeps the keys of the people who share this device.
 * @param {Chair[]} chairs */
export function rememberChairs(chairs) {
  if (chairs.length > 1) remember("chairs", JSON.stringify([chairs, ...all()].slice(0, MOST)));
}

/** Everyone who plays on this device at the table of this key.
 * @param {string} key @returns {Chair[]} */
export const chairsOf = (key) => all().find((chairs) => chairs.some((chair) => chair.key === key)) ?? [];
