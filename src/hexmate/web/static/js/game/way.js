/** A way across the board through a cell: shows what a move is for. */

import { edgeCells } from "../rules/board.js";

/** @typedef {import("../rules/board.js").Board} Board */
/** @typedef {import("../rules/board.js").Color} Color */

/** A stone to place weighs more than any detour over stones that are there. */
const STONE = 1000;
const STEP = 2;
/** Over a bridge (two empty cells between, of which one is enough): it reaches further. */
const BRIDGE = 1;

/**
 * The cells one step away for a colour, with bridges, and the weight of the step.
 * @param {Board} board
 * @param {Color} color
 * @param {number} cell
 * @returns {[number, number][]}
 */
function stepsFrom({ stones, neighbours }, color, cell) {
  const open = (/** @type {number} */ at) => stones[at] === null || stones[at] === color;
  const near = neighbours[cell];
  /** @type {Map<number, number>} how many empty cells lead to a cell behind them */
  const behind = new Map();
  for (const between of near.filter((at) => stones[at] === null)) {
    for (const next of neighbours[between]) {
      if (next !== cell && open(next) && !near.includes(next)) behind.set(next, (behind.get(next) ?? 0) + 1);
    }
  }
  const bridged = [...behind].filter(([, ways]) => ways > 1).map(([next]) => next);
  return [
    ...near.filter(open).map((next) => /** @type {[number, number]} */ ([next, STEP])),
    ...bridged.map((next) => /** @type {[number, number]} */ ([next, BRIDGE])),
  ];
}

/**
 * The rest of a way from a cell to an edge: nothing if it touches the edge, one of two empty cells if it reaches it by
 * a bridge; null if it does neither.
 * @param {Board} board @param {Set<number>} edge @param {number} cell
 * @returns {number[] | null}
 */
function restOf({ stones, neighbours }, edge, cell) {
  const bridge = neighbours[cell].filter((at) => edge.has(at) && stones[at] === null);
  return edge.has(cell) ? [] : bridge.length > 1 ? bridge.slice(0, 1) : null;
}

/**
 * The lightest way from a cell to an edge, first cell first; null if there is none.
 * @param {Board} board
 * @param {Color} color
 * @param {number} start
 * @param {number[]} edge
 */
function wayTo(board, color, start, edge) {
  const goal = new Set(edge);
  const own = (/** @type {number} */ cell) => cell === start || board.stones[cell] === color;
  /** @type {Map<number, {weight: number, before: number}>} */
  const reached = new Map([[start, { weight: 0, before: -1 }]]);
  const open = new Set([start]);
  while (open.size > 0) {
    const weight = (/** @type {number} */ at) => reached.get(at)?.weight ?? Infinity;
    const cell = [...open].reduce((best, at) => (weight(at) < weight(best) ? at : best));
    open.delete(cell);
    const way = restOf(board, goal, cell);
    if (way) {
      for (let at = cell; at >= 0; at = reached.get(at)?.before ?? -1) way.unshift(at);
      return way;
    }
    for (const [next, step] of stepsFrom(board, color, cell)) {
      // Of two ways with as many stones to place, the one along the player's own stones.
      const along = own(cell) || own(next);
      const there = weight(cell) + (along ? 0 : step) + (own(next) ? 0 : STONE);
      if (there >= weight(next)) continue;
      reached.set(next, { weight: there, before: cell });
      open.add(next);
    }
  }
  return null;
}

/**
 * The shortest way from edge to edge for a colour through one of its cells, or an empty cell that it would take. A
 * bridge counts as a step, so the line goes over its two cells. Null if the way is blocked.
 * @param {Board} board
 * @param {Color} color
 * @param {number} cell
 * @returns {number[] | null}
 */
export function wayThrough(board, color, cell) {
  const { from, to } = edgeCells(board.shape, board.rows, board.cols, color);
  const back = wayTo(board, color, cell, from);
  const forth = wayTo(board, color, cell, to);
  return back && forth && [...back.reverse(), ...forth.slice(1)];
}
