/**
 * Which moves win, by exhaustive search: for the small boards of the tasks, with at most 26 empty cells.
 *
 * A set of empty cells is a number with one bit per cell. The search returns the winner together with the
 * cells that the win needs: a move outside them changes nothing, so the loser need not try it.
 */

import { edgeCells, other } from "../rules/board.js";

/** @typedef {import("../rules/board.js").Board} Board */
/** @typedef {import("../rules/board.js").Color} Color */
/** @typedef {{start: number, goal: number, touching: number[]}} Side cells that a colour can connect through */
/** @typedef {{wins: boolean, needs: number}} Result whether the side to move wins, and the cells of the win */
/**
 * @typedef {object} Solver
 * @property {(moves?: readonly string[]) => string[]} winningMoves of the side to move after these moves
 * @property {(moves: readonly string[], ordered: readonly string[]) => string | null} firstWin the first of these
 *   moves that wins after those, or null
 * @property {(moves: readonly string[]) => string[]} defences the moves of the loser, to move after these moves,
 *   that need an answer
 */

const MOST_CELLS = 26;

/**
 * The empty cells that a colour reaches from these cells over its own stones.
 * @param {Board} board
 * @param {Map<number, number>} bits
 * @param {Color} color
 * @param {readonly number[]} cells
 */
function reach(board, bits, color, cells) {
  let reached = 0;
  const seen = new Set(cells);
  for (const cell of seen) {
    if (board.stones[cell] === null) reached |= bits.get(cell) ?? 0;
    if (board.stones[cell] === color) for (const next of board.neighbours[cell]) seen.add(next);
  }
  return reached;
}

/** @param {Board} board @param {Map<number, number>} bits @param {Color} color @returns {Side} */
function sideOf(board, bits, color) {
  const { from, to } = edgeCells(board.shape, board.rows, board.cols, color);
  return {
    start: reach(board, bits, color, from),
    goal: reach(board, bits, color, to),
    touching: [...bits.keys()].map((cell) => reach(board, bits, color, board.neighbours[cell])),
  };
}

/** The number of the lowest cell of a set. @param {number} set */
const lowest = (set) => 31 - Math.clz32(set & -set);

/**
 * The empty cells of a shortest chain between the edges of a side, or 0 if there is none.
 * @param {Side} side
 * @param {number} own the cells that the side has taken
 */
function chainOf({ start, goal, touching }, own) {
  /** @type {number[]} the cells at each distance */
  const rings = [];
  let reached = start & own;
  for (let ring = reached; ring; ) {
    rings.push(ring);
    if (ring & goal) return wayBack(rings, ring & goal, touching);
    let around = 0;
    for (let rest = ring; rest; rest &= rest - 1) around |= touching[lowest(rest)];
    ring = around & own & ~reached;
    reached |= ring;
  }
  return 0;
}

/** @param {number[]} rings @param {number} ends @param {number[]} touching */
function wayBack(rings, ends, touching) {
  let way = 0;
  let candidates = ends;
  for (let i = rings.length - 1; i >= 0; i -= 1) {
    const cell = lowest(candidates & rings[i]);
    way |= 1 << cell;
    candidates = touching[cell];
  }
  return way;
}

/** Empty cells from the centre outwards: moves there decide most. @param {Board} board */
function openCells({ stones, rows, cols }) {
  const away = (/** @type {number} */ cell) => {
    const down = Math.floor(cell / cols) - (rows - 1) / 2;
    const right = (cell % cols) - (cols - 1) / 2;
    return Math.max(Math.abs(down), Math.abs(right), Math.abs(down + right));
  };
  return stones.flatMap((stone, cell) => (stone === null ? [cell] : [])).sort((a, b) => away(a) - away(b));
}

/**
 * A solver of a position without a winner, and of all that follow from it.
 * @param {Board} board
 * @returns {Solver}
 */
export function createSolver(board) {
  const open = openCells(board);
  if (board.over || open.length > MOST_CELLS) throw new RangeError(`no position to solve: ${open.length} empty cells`);
  const bits = new Map(open.map((cell, i) => [cell, 1 << i]));
  const named = new Map(open.map((cell, i) => [board.name(cell), 1 << i]));
  const sides = /** @type {const} */ ([board.turn, other(board.turn)]).map((color) => sideOf(board, bits, color));
  const all = 2 ** open.length - 1;
  /** @type {Map<number, Result>} */
  const known = new Map();

  /**
   * @param {number} own cells of the side to move
   * @param {number} theirs
   * @param {number} turn 0 for the side that moved first, or 1
   * @returns {Result}
   */
  function search(own, theirs, turn) {
    const key = (turn ? theirs : own) * 2 ** MOST_CELLS + (turn ? own : theirs);
    const found = known.get(key) ?? tryMoves(own, theirs, turn);
    known.set(key, found);
    return found;
  }

  /** @param {number} own @param {number} theirs @param {number} turn @returns {Result} */
  function tryMoves(own, theirs, turn) {
    const free = all & ~(own | theirs);
    let [worth, needs] = [free, 0];
    for (let rest = free; rest; rest &= rest - 1) {
      const move = rest & -rest;
      const chain = chainOf(sides[turn], own | move);
      if (chain) return { wins: true, needs: chain };
      // A threat to connect at once leaves only the moves that stop it.
      const threat = chainOf(sides[1 - turn], theirs | move);
      if (threat) {
        needs |= threat;
        worth &= threat;
      }
    }
    while (worth) {
      const move = worth & -worth;
      const answer = search(theirs, own | move, 1 - turn);
      if (!answer.wins) return { wins: true, needs: answer.needs | move };
      needs |= answer.needs;
      worth &= answer.needs & ~move;
    }
    return { wins: false, needs };
  }

  /** @param {readonly string[]} moves */
  function after(moves) {
    const placed = [0, 0];
    moves.forEach((move, i) => {
      placed[i % 2] |= /** @type {number} */ (named.get(move));
    });
    const turn = moves.length % 2;
    const [own, theirs] = [placed[turn], placed[1 - turn]];
    return { own, theirs, turn, free: [...named].filter(([, bit]) => !((own | theirs) & bit)) };
  }

  /** @param {{own: number, theirs: number, turn: number}} state @param {number} bit */
  const isWin = ({ own, theirs, turn }, bit) =>
    chainOf(sides[turn], own | bit) !== 0 || !search(theirs, own | bit, 1 - turn).wins;

  return {
    winningMoves(moves = []) {
      const state = after(moves);
      return state.free.filter(([, bit]) => isWin(state, bit)).map(([name]) => name);
    },
    firstWin(moves, ordered) {
      const state = after(moves);
      if (!search(state.own, state.theirs, state.turn).wins) return null;
      return ordered.find((move) => isWin(state, named.get(move) ?? 0)) ?? null;
    },
    defences(moves) {
      const { own, theirs, turn, free } = after(moves);
      const { needs } = search(own, theirs, turn);
      return free.filter(([, bit]) => needs & bit).map(([name]) => name);
    },
  };
}
