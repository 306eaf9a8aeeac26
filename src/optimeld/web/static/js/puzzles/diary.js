// What was solved, kept in this browser alone: days in a row, times by level, puzzles already seen.

import { recall, remember } from "../shared/shell.js";
import { dayNumber, LEVELS } from "./book.js";

/** One puzzle that was solved: the seconds it took, how many hints, whether the answer was shown.
 * @typedef {{ seconds: number, hints: number, shown: boolean, level: number, kind: string }} Entry */
/** @typedef {{ days: Record<string, Entry>, solved: Record<string, Entry> }} Diary */

const MOST = 1500;

/** @returns {Diary} */
export function readDiary() {
  try {
    const kept = JSON.parse(recall("puzzles") ?? "{}");
    return { days: kept.days ?? {}, solved: kept.solved ?? {} };
  } catch {
    return { days: {}, solved: {} };
  }
}

/** A short name of a puzzle, to know it again.
 * @param {string} line */
export function nameOfPuzzle(line) {
  let hash = 5381;
  for (const letter of line) hash = (Math.imul(hash, 33) ^ letter.charCodeAt(0)) >>> 0;
  return hash.toString(36);
}

/** The first time counts: who solves a puzzle again does not mend the diary.
 * @param {string} line @param {string | null} day @param {Entry} entry */
export function noteSolved(line, day, entry) {
  const diary = readDiary();
  const name = nameOfPuzzle(line);
  diary.solved[name] ??= entry;
  if (day !== null) diary.days[day] ??= entry;
  const names = Object.keys(diary.solved);
  for (const old of names.slice(0, Math.max(0, names.length - MOST))) delete diary.solved[old];
  remember("puzzles", JSON.stringify(diary));
  return diary;
}

/** Days in a row up to this one, or up to the day before it while this one is still to come.
 * @param {Diary} diary @param {string} day */
export function streak(diary, day) {
  const solved = new Set(
    Object.entries(diary.days)
      .filter(([, entry]) => !entry.shown)
      .map(([each]) => dayNumber(each)),
  );
  let at = dayNumber(day);
  if (!solved.has(at)) at -= 1;
  let count = 0;
  while (solved.has(at - count)) count += 1;
  return count;
}

/** @param {Diary} diary @returns {{ level: number, count: number, median: number }[]} */
export function byLevel(diary) {
  return LEVELS.map((level) => {
    const times = Object.values(diary.solved)
      .filter((entry) => entry.level === level && !entry.shown)
      .map((entry) => entry.seconds)
      .sort((a, b) => a - b);
    return { level, count: times.length, median: times[Math.floor(times.length / 2)] ?? 0 };
  });
}

/** @param {number} seconds */
export function clock(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
