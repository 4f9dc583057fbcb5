/** An attempt at a puzzle: where you are in its line, and what has just happened. Pure. */

import { boardOf } from "./puzzle.js";

/** @typedef {import("./puzzle.js").Puzzle} Puzzle */
/**
 * What has just happened: nothing yet, a right move, a move that wins too, one that only delays the win, a refuted
 * move, the end.
 * @typedef {"ask" | "more" | "also" | "delay" | "wrong" | "solved"} Phase
 */
/**
 * @typedef {object} Attempt
 * @property {Puzzle} puzzle
 * @property {number} at the step of the line
 * @property {Phase} phase
 * @property {readonly string[]} wrong a losing move and its refutation, while they are on the board
 * @property {string | null} tried the user's last move
 */

/** @param {Puzzle} puzzle @returns {Attempt} */
export const begin = (puzzle) => ({ puzzle, at: 0, phase: "ask", wrong: [], tried: null });

/** Whether the user can move. @param {Attempt} attempt */
export const isOpen = ({ phase }) => phase !== "wrong" && phase !== "solved";

/** The moves of the line before a step. @param {Puzzle} puzzle @param {number} at */
export const movesBefore = ({ line }, at) =>
  line.slice(0, at).flatMap(({ move, answer }) => (answer ? [move, answer] : [move]));

/** All moves on the board. @param {Attempt} attempt */
export function movesOf({ puzzle, at, phase, wrong }) {
  return [...movesBefore(puzzle, phase === "solved" ? puzzle.line.length : at), ...wrong];
}

/** The board after some moves of a puzzle. @param {Puzzle} puzzle @param {readonly string[]} moves */
export function boardAfter(puzzle, moves) {
  const board = boardOf(puzzle);
  for (const move of moves) board.push(move);
  return board;
}

/** The move to find now. @param {Attempt} attempt */
export const nextMove = ({ puzzle, at }) => puzzle.line[Math.min(at, puzzle.line.length - 1)].move;

/**
 * Play a cell. A losing move is refuted; a right one is answered with the hardest reply. A move that wins too is
 * accepted, except at the start: there it only delays the win, and the deciding move is still to be found.
 * @param {Attempt} attempt
 * @param {string} move
 * @returns {Attempt}
 */
export function play(attempt, move) {
  const { puzzle, at } = attempt;
  if (!isOpen(attempt) || !boardAfter(puzzle, movesOf(attempt)).isLegal(move)) return attempt;
  const step = puzzle.line[at];
  const right = move === step.move;
  if (!right && step.also.includes(move) && at === 0) return { ...attempt, phase: "delay", tried: move };
  if (!right && !step.also.includes(move)) {
    return { ...attempt, phase: "wrong", wrong: [move, step.refutation(move)], tried: move };
  }
  const done = step.answer === null;
  return { ...attempt, at: at + 1, phase: done ? "solved" : right ? "more" : "also", tried: move };
}

/** Back to the position before the losing move. @param {Attempt} attempt @returns {Attempt} */
export const again = (attempt) => ({ ...attempt, phase: attempt.at === 0 ? "ask" : "more", wrong: [], tried: null });
