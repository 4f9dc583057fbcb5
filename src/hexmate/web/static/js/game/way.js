/** Ways across the board: they show what a move is for, its own connection or a block. */

import { edgeCells, other } from "../rules/board.js";

/** @typedef {import("../rules/board.js").Board} Board */
/** @typedef {import("../rules/board.js").Color} Color */
/** @typedef {Pick<Board, "stones" | "neighbours">} Position */
/** @typedef {{way: number[], blocks: boolean}} Purpose a line of the player, or one of the opponent that is blocked */

/** A stone to place weighs more than any detour over stones that are there. */
const STONE = 1000;
const STEP = 2;
/** Over a bridge (two empty cells between, of which one is enough): it reaches further. */
const BRIDGE = 1;

/**
 * The cells one step away for a colour, with bridges, and the weight of the step.
 * @param {Position} board
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
 * @param {Position} board @param {Set<number>} edge @param {number} cell
 * @returns {number[] | null}
 */
function restOf({ stones, neighbours }, edge, cell) {
  const bridge = neighbours[cell].filter((at) => edge.has(at) && stones[at] === null);
  return edge.has(cell) ? [] : bridge.length > 1 ? bridge.slice(0, 1) : null;
}

/**
 * The lightest way from some cells to an edge, first cell first, and the stones that it still needs; null if there is
 * none.
 * @param {Position} board
 * @param {Color} color
 * @param {readonly number[]} starts
 * @param {Set<number>} goal
 */
function wayTo(board, color, starts, goal) {
  const own = (/** @type {number} */ cell) => board.stones[cell] === color;
  /** @type {Map<number, {weight: number, before: number}>} */
  const reached = new Map(starts.map((start) => [start, { weight: own(start) ? 0 : STONE, before: -1 }]));
  const open = new Set(starts);
  const weight = (/** @type {number} */ at) => reached.get(at)?.weight ?? Infinity;
  while (open.size > 0) {
    const cell = [...open].reduce((best, at) => (weight(at) < weight(best) ? at : best));
    open.delete(cell);
    const way = restOf(board, goal, cell);
    if (way) {
      for (let at = cell; at >= 0; at = reached.get(at)?.before ?? -1) way.unshift(at);
      return { way, stones: Math.floor(weight(cell) / STONE) };
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
 * The way from edge to edge for a colour through one of its cells, or an empty cell that it would take. A bridge
 * counts as a step, so the line goes over its two cells. Null if the way is blocked, or a detour.
 * @param {Board} board
 * @param {Color} color
 * @param {number} cell
 * @param {number} [slack] stones that it may need more than the shortest way
 * @returns {number[] | null}
 */
export function wayThrough(board, color, cell, slack = 1) {
  const edges = edgeCells(board.shape, board.rows, board.cols, color);
  const [from, to] = [new Set(edges.from), new Set(edges.to)];
  const then = {
    stones: board.stones.map((stone, at) => (at === cell ? color : stone)),
    neighbours: board.neighbours,
  };
  const back = wayTo(then, color, [cell], from);
  const forth = wayTo(then, color, [cell], to);
  if (!back || !forth) return null;
  const open = board.stones.flatMap((stone, at) => (stone === null || stone === color ? [at] : []));
  const starts = open.filter((at) => restOf(board, from, at) !== null);
  const shortest = wayTo(board, color, starts, to)?.stones ?? Infinity;
  const placed = board.stones[cell] === color ? 0 : 1;
  if (back.stones + forth.stones + placed > shortest + slack) return null;
  return [...back.way.reverse(), ...forth.way.slice(1)];
}

/**
 * What a move is for: a short way of the player, or else the opponent's shortest one, which it blocks. Null if it is
 * neither.
 * @param {Board} board
 * @param {number} cell
 * @returns {Purpose | null}
 */
export function purposeOf(board, cell) {
  const own = wayThrough(board, board.turn, cell);
  const way = own ?? wayThrough(board, other(board.turn), cell, 0);
  return way && { way, blocks: own === null };
}
