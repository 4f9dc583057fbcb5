/** Mistakes as small puzzles: find a better move than the one played. Pure, without a page. */

import { isMistake, winRates } from "./mistakes.js";

/** @typedef {import("./mistakes.js").Mistake} Mistake */
/** @typedef {import("./mistakes.js").Reviewed} Reviewed */
/** @typedef {import("../rules/board.js").Color} Color */
/** @typedef {"ask" | "checking" | "right" | "wrong" | "shown"} Phase */
/**
 * @typedef {object} Lesson
 * @property {readonly Mistake[]} mistakes
 * @property {number} at
 * @property {Phase} phase
 * @property {string | null} tried the move that was tried last
 * @property {number | null} value the mover's win probability with it, if known
 * @property {number} solved how many were found without the solution
 */

/** Another move may cost this much and still be right. */
export const TOLERANCE = 0.05;

/**
 * The puzzles of a review; null if there are none.
 * @param {readonly Reviewed[]} reviews
 * @param {Color | null} seat whose mistakes; null for both
 * @returns {Lesson | null}
 */
export function lesson(reviews, seat) {
  const mistakes = reviews.filter(isMistake).filter((mistake) => seat === null || mistake.seat === seat);
  return mistakes.length === 0 ? null : { mistakes, at: 0, phase: "ask", tried: null, value: null, solved: 0 };
}

/** @param {Lesson} lesson */
export const current = ({ mistakes, at }) => mistakes[at];

/** @param {Lesson} lesson */
export const isLast = ({ mistakes, at }) => at === mistakes.length - 1;

/** Whether a move can be tried now. @param {Lesson} lesson */
export const isOpen = ({ phase }) => phase === "ask" || phase === "wrong";

/** Whether the better move is known. @param {Lesson} lesson */
export const isSolved = ({ phase }) => phase === "right" || phase === "shown";

/**
 * Try a move. The best one is right, the one played is wrong, and an engine checks any other.
 * @param {Lesson} lesson
 * @param {string} move
 * @returns {Lesson}
 */
export function tryMove(lesson, move) {
  if (!isOpen(lesson)) return lesson;
  const mistake = current(lesson);
  const { best, played } = winRates(mistake);
  const tried = { ...lesson, tried: move };
  if (move === mistake.best) return right(tried, best);
  if (move === mistake.move) return { ...tried, phase: "wrong", value: played };
  return { ...tried, phase: "checking", value: null };
}

/**
 * The engine's value of the move that is checked.
 * @param {Lesson} lesson
 * @param {number} value the mover's win probability
 * @returns {Lesson}
 */
export function grade(lesson, value) {
  if (lesson.phase !== "checking") return lesson;
  if (value >= winRates(current(lesson)).best - TOLERANCE) return right(lesson, value);
  return { ...lesson, phase: "wrong", value };
}

/** @param {Lesson} lesson @param {number} value @returns {Lesson} */
const right = (lesson, value) => ({ ...lesson, phase: "right", value, solved: lesson.solved + 1 });

/** @param {Lesson} lesson @returns {Lesson} */
export const retry = (lesson) => ({ ...lesson, phase: "ask", tried: null, value: null });

/** @param {Lesson} lesson @returns {Lesson} */
export const solution = (lesson) => ({ ...lesson, phase: "shown", tried: null, value: null });

/** The next puzzle; null after the last. @param {Lesson} lesson @returns {Lesson | null} */
export const next = (lesson) => (isLast(lesson) ? null : retry({ ...lesson, at: lesson.at + 1 }));
