/** A puzzle, as one line of a file that `hexmate.puzzles` writes. */

import { Board } from "../rules/board.js";
import { parsePosition } from "../rules/position.js";

/** @typedef {"bridge" | "ladder" | "edge template" | "foiling" | "sacrifice"} Theme */
/**
 * @typedef {object} Step one move of the winner
 * @property {string} move
 * @property {readonly string[]} also other moves that win
 * @property {(move: string) => string} refutation the reply that beats a losing move
 * @property {string | null} answer of the defender; null at the end
 */
/**
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} position
 * @property {string | null} last the move before it
 * @property {number} rating
 * @property {readonly Theme[]} themes
 * @property {readonly Step[]} line the hardest replies, and what wins against them
 */

/** @param {string} cells names without a gap: `c3d4` */
const namesOf = (cells) => cells.match(/[a-z]+\d+/g) ?? [];

/**
 * @param {readonly string[]} fields the move, other winning moves, refutations, the answer
 * @returns {Step}
 */
function stepOf([move, also, refutations, answer]) {
  const [usual, ...groups] = refutations.split(" ");
  /** @type {Map<string, string>} */
  const special = new Map();
  for (const group of groups) {
    const [reply, moves] = group.split(":");
    for (const name of namesOf(moves)) special.set(name, reply);
  }
  return { move, also: namesOf(also), refutation: (wrong) => special.get(wrong) ?? usual, answer: answer || null };
}

/** @param {string} line @returns {Puzzle} */
export function readPuzzle(line) {
  const { id, position, last, rating, themes, line: steps } = JSON.parse(line);
  return { id, position, last: last || null, rating, themes, line: steps.map(stepOf) };
}

/** The position to solve. @param {Puzzle} puzzle */
export const boardOf = ({ position }) => new Board(parsePosition(position));
