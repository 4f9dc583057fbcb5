/** All puzzles that come with Hexmate: an index, and files that are fetched when they are needed. */

import { BASE } from "../base.js";
import { readPuzzle } from "./puzzle.js";

/** @typedef {import("./puzzle.js").Puzzle} Puzzle */
/** @typedef {import("./puzzle.js").Theme} Theme */
/**
 * @typedef {object} Entry a puzzle in the index
 * @property {string} id
 * @property {number} file
 * @property {number} rating
 * @property {number} size
 * @property {readonly Theme[]} themes
 */
/** @typedef {{files: readonly string[], entries: readonly Entry[]}} Catalogue */
/** @typedef {{grade: number, theme: Theme | "any"}} Filter grade 0: by the solver's own rating */

const FOLDER = `${BASE}/static/puzzles/`;
/** The ratings that separate the grades 1 to 5, as in `hexmate.puzzles`. */
export const GRADES = [1050, 1200, 1400, 1650];
/** A random one of so many puzzles is next: those whose ratings fit best. */
const NEAREST = 12;
const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 0, 1);

/** @typedef {1 | 2 | 3 | 4 | 5} Grade easy to very hard */

/** @param {number} rating */
export const gradeOf = (rating) => /** @type {Grade} */ (1 + GRADES.filter((limit) => rating >= limit).length);

/** @param {{themes: Theme[], files: string[], puzzles: [string, number, number, number, number][]}} index */
export function readIndex({ themes, files, puzzles }) {
  const entries = puzzles.map(([id, file, rating, size, bits]) => ({
    id,
    file,
    rating,
    size,
    themes: themes.filter((_, bit) => bits & (1 << bit)),
  }));
  return { files, entries };
}

/** @param {string} name @returns {Promise<Response>} */
async function fetched(name) {
  const response = await fetch(FOLDER + name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

/** @type {Promise<Catalogue> | null} */
let catalogue = null;
/** @type {Map<string, Promise<Puzzle[]>>} */
const files = new Map();

/** The index, fetched once. @returns {Promise<Catalogue>} */
export function loadCatalogue() {
  catalogue ??= fetched("index.json")
    .then((response) => response.json())
    .then(readIndex)
    .catch((error) => {
      catalogue = null;
      throw error;
    });
  return catalogue;
}

/** The puzzles of a file; some servers make browsers decompress it. @param {ArrayBuffer} content */
export async function unpack(content) {
  const [first, second] = new Uint8Array(content);
  const file = new Blob([content]);
  const packed = first === 0x1f && second === 0x8b;
  const text = packed ? new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))) : file;
  return (await text.text()).trim().split("\n").map(readPuzzle);
}

/** @param {Catalogue} all @param {Entry} entry @returns {Promise<Puzzle>} */
export async function loadPuzzle(all, entry) {
  const name = all.files[entry.file];
  const known =
    files.get(name) ??
    fetched(name)
      .then((response) => response.arrayBuffer())
      .then(unpack);
  files.set(name, known);
  const puzzles = await known.catch((error) => {
    files.delete(name);
    throw error;
  });
  const found = puzzles.find(({ id }) => id === entry.id);
  if (!found) throw new Error(`no puzzle ${entry.id} in ${name}`);
  return found;
}

/** @param {Entry} entry @param {Filter} filter */
const fits = ({ rating, themes }, { grade, theme }) =>
  (grade === 0 || gradeOf(rating) === grade) && (theme === "any" || themes.includes(theme));

/** How many puzzles fit a filter. @param {Catalogue} all @param {Filter} filter */
export const countOf = (all, filter) => all.entries.filter((entry) => fits(entry, filter)).length;

/**
 * The next puzzle: one that was not tried yet and is about as hard as the solver is strong, else any that fits.
 * @param {Catalogue} all
 * @param {{filter: Filter, rating: number, tried: (id: string) => boolean, now?: string, random?: () => number}} wishes
 *   now: the puzzle on the screen, which is not chosen again
 * @returns {Entry | null}
 */
export function chooseNext(all, { filter, rating, tried, now = "", random = Math.random }) {
  const fitting = all.entries.filter((entry) => fits(entry, filter) && entry.id !== now);
  const fresh = fitting.filter(({ id }) => !tried(id));
  const choices = fresh.length > 0 ? fresh : fitting;
  const nearest = [...choices].sort((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating));
  const few = nearest.slice(0, NEAREST);
  return few[Math.floor(random() * few.length)] ?? null;
}

/** @param {number} one @param {number} two @returns {number} */
const commonDivisor = (one, two) => (two === 0 ? one : commonDivisor(two, one % two));

/** The number of a day, as the user's calendar has it. @param {Date} date */
export const dayOf = (date) =>
  Math.round((Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) - FIRST_DAY) / DAY);

/** The number of a day's puzzle: each one once before any is repeated. @param {number} day @param {number} count */
export function dailyNumber(day, count) {
  let step = Math.max(1, Math.round(count * 0.618));
  while (commonDivisor(step, count) > 1) step += 1;
  return (((day * step) % count) + count) % count;
}
