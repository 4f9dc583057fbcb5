/** An attempt at a task: the moves so far, the opponent's answers, and whether it is solved. Pure. */

import { Board } from "../rules/board.js";
import { cellNumber } from "../rules/names.js";
import { parsePosition } from "../rules/position.js";
import { createSolver } from "./solver.js";

/** @typedef {import("./tasks.js").Task} Task */
/** @typedef {import("./solver.js").Solver} Solver */
/** @typedef {"ask" | "more" | "wrong" | "solved"} Phase nothing played, right so far, refuted, solved */
/**
 * @typedef {object} Attempt
 * @property {Task} task
 * @property {readonly string[]} moves of both sides, the solver of the task first
 * @property {Phase} phase
 * @property {() => Solver} solver
 */

/** @param {Task} task */
export const positionOf = (task) => new Board(parsePosition(task.position));

/** @param {Task} task @returns {Attempt} */
export function begin(task) {
  /** @type {Solver | null} */
  let solver = null;
  const wanted = () => {
    solver ??= createSolver(positionOf(task));
    return solver;
  };
  return { task, moves: [], phase: "ask", solver: wanted };
}

/** The task from its start. @param {Attempt} attempt @returns {Attempt} */
export const again = (attempt) => ({ ...attempt, moves: [], phase: "ask" });

/** Whether the user can move. @param {Attempt} attempt */
export const isOpen = ({ phase }) => phase === "ask" || phase === "more";

/** The board after the moves of an attempt. @param {Attempt} attempt */
export function boardOf({ task, moves }) {
  const board = positionOf(task);
  for (const move of moves) board.push(move);
  return board;
}

/**
 * Play a cell. A move that does not win is refuted; after one that wins, the opponent defends as well as
 * possible, until the chain is complete.
 * @param {Attempt} attempt
 * @param {string} move
 * @returns {Attempt}
 */
export function play(attempt, move) {
  const board = boardOf(attempt);
  const isCell = cellNumber(move, board.rows, board.cols) !== null;
  if (!isOpen(attempt) || "swap" in attempt.task || !isCell || !board.isLegal(move)) return attempt;
  board.push(move);
  const moves = [...attempt.moves, move];
  if (board.winner) return { ...attempt, moves, phase: "solved" };
  const free = board.stones.flatMap((stone, cell) => (stone === null ? [board.name(cell)] : []));
  const refutation = attempt.solver().firstWin(moves, byDistance(board, free, move));
  if (refutation) return { ...attempt, moves: [...moves, refutation], phase: "wrong" };
  return { ...attempt, moves: [...moves, defence(attempt, board, moves)], phase: "more" };
}

/**
 * Answer a task about the swap.
 * @param {Attempt} attempt
 * @param {boolean} swaps
 * @returns {Attempt}
 */
export function decide(attempt, swaps) {
  const { task } = attempt;
  if (!isOpen(attempt) || !("swap" in task)) return attempt;
  if (swaps !== task.swap) return { ...attempt, phase: "wrong" };
  const move = swaps ? "swap-pieces" : task.reply;
  return { ...attempt, moves: move ? [move] : [], phase: "solved" };
}

/** The cells that win now. @param {Attempt} attempt */
export const solutions = ({ task, moves, solver }) => ("swap" in task ? [] : solver().winningMoves(moves));

/**
 * The defence that avoids a loss at once and leaves the fewest winning moves, close to the last one.
 * @param {Attempt} attempt
 * @param {Board} board
 * @param {readonly string[]} moves
 */
function defence({ solver }, board, moves) {
  const defences = solver().defences(moves);
  const longer = defences.filter((move) => !losesAtOnce(board, move));
  const worth = longer.length > 0 ? longer : defences;
  const left = new Map(worth.map((move) => [move, solver().winningMoves([...moves, move]).length]));
  const fewest = Math.min(...left.values());
  const hardest = worth.filter((move) => left.get(move) === fewest);
  return byDistance(board, hardest, moves[moves.length - 1])[0];
}

/** Whether the opponent can complete a chain after a move. @param {Board} board @param {string} move */
function losesAtOnce(board, move) {
  board.push(move);
  const loses = board.stones.some((stone, cell) => {
    if (stone !== null) return false;
    board.push(board.name(cell));
    const lost = board.winner !== null;
    board.pop();
    return lost;
  });
  board.pop();
  return loses;
}

/**
 * Moves by their distance from the last one.
 * @param {Board} board
 * @param {readonly string[]} moves
 * @param {string} last
 */
function byDistance(board, moves, last) {
  return [...moves].sort((a, b) => distance(board, a, last) - distance(board, b, last));
}

/** Steps between two cells of a hexagonal board. @param {Board} board @param {string} a @param {string} b */
function distance({ rows, cols }, a, b) {
  const [from, to] = [a, b].map((name) => /** @type {number} */ (cellNumber(name, rows, cols)));
  const down = Math.floor(to / cols) - Math.floor(from / cols);
  const right = (to % cols) - (from % cols);
  return Math.max(Math.abs(down), Math.abs(right), Math.abs(down + right));
}
