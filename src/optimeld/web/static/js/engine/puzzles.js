// More puzzles in the page: those of the book again, for making new ones takes many games.

import { Refused } from "./core.js";

/** @param {string} book the file of puzzles @param {any} body @returns {{ line: string }} */
export function anotherPuzzle(book, { kind = "lay", level = null, seed }) {
  const begins = level === null ? `${kind} ` : `${kind} ${level} `;
  const lines = book.split("\n").filter((line) => line.startsWith(begins));
  const line = lines[seed % lines.length];
  if (line === undefined) {
    throw new Refused({ code: "too-large", message: "the book has no such puzzle; try another level" });
  }
  return { line };
}
