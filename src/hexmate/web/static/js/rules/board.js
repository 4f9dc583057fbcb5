/**
 * The rules of Hex that a page needs without a server: which cells are adjacent, who has won, what
 * the swap does. The server remains the referee of every game it runs.
 *
 * Black moves first and connects top and bottom, White connects left and right. A move is a cell's name,
 * `swap-pieces`, `swap-sides` or `pass`.
 */

import { cellName, cellNumber } from "./names.js";

/** @typedef {"hex" | "offset" | "square" | "triangle"} Shape */
/** @typedef {"pieces" | "sides" | null} SwapRule */
/** @typedef {"black" | "white"} Color */
/** @typedef {{color: Color, move: string}} Played */

/** @type {readonly Shape[]} */
export const SHAPES = ["hex", "offset", "square", "triangle"];

/** @param {Color} color @returns {Color} */
export const other = (color) => (color === "black" ? "white" : "black");

/**
 * The (row, col) steps to the neighbours of a cell, before the board's edge cuts them off.
 * @param {Shape} shape
 * @param {number} row
 * @param {number} col
 * @returns {[number, number][]}
 */
function steps(shape, row, col) {
  switch (shape) {
    case "hex":
      return [
        [0, -1],
        [0, 1],
        [-1, 0],
        [1, 0],
        [-1, 1],
        [1, -1],
      ];
    case "offset": {
      const left = (row % 2) - 1;
      return [
        [0, -1],
        [0, 1],
        [-1, left],
        [-1, left + 1],
        [1, left],
        [1, left + 1],
      ];
    }
    case "square":
      return [
        [0, -1],
        [0, 1],
        [-1, 0],
        [1, 0],
      ];
    case "triangle":
      // Each rhombus of the board is cut in two: even columns touch the row above, odd ones the
      // row below; the halves of one rhombus and of the next in the row lie side by side.
      return col % 2 === 0
        ? [
            [0, 1],
            [-1, 1],
            [0, -1],
          ]
        : [
            [0, -1],
            [1, -1],
            [0, 1],
          ];
  }
}

/** The last result of `adjacency`: a page asks for its board again and again. */
let known = { key: "", touching: /** @type {readonly (readonly number[])[]} */ ([]) };

/**
 * The numbers of the cells that touch each cell.
 * @param {Shape} shape
 * @param {number} rows
 * @param {number} cols
 */
export function adjacency(shape, rows, cols) {
  const key = `${shape} ${rows} ${cols}`;
  if (known.key !== key) known = { key, touching: computeAdjacency(shape, rows, cols) };
  return known.touching;
}

/** @param {Shape} shape @param {number} rows @param {number} cols @returns {number[][]} */
function computeAdjacency(shape, rows, cols) {
  return Array.from({ length: rows * cols }, (_, cell) => {
    const row = Math.floor(cell / cols);
    const col = cell % cols;
    return steps(shape, row, col)
      .map(([dr, dc]) => [row + dr, col + dc])
      .filter(([r, c]) => r >= 0 && r < rows && c >= 0 && c < cols)
      .map(([r, c]) => r * cols + c);
  });
}

/**
 * The cells along the two edges of a colour: where its chain starts and where it ends.
 * @param {Shape} shape
 * @param {number} rows
 * @param {number} cols
 * @param {Color} color
 * @returns {{from: number[], to: number[]}}
 */
export function edgeCells(shape, rows, cols, color) {
  const cells = Array.from({ length: rows * cols }, (_, cell) => cell);
  // On a triangle board only the half that lies along an edge touches it.
  const near = (/** @type {number} */ cell) => shape !== "triangle" || cell % 2 === 0;
  const far = (/** @type {number} */ cell) => shape !== "triangle" || cell % 2 === 1;
  return color === "black"
    ? {
        from: cells.filter((cell) => cell < cols && near(cell)),
        to: cells.filter((cell) => cell >= (rows - 1) * cols && far(cell)),
      }
    : {
        from: cells.filter((cell) => cell % cols === 0 && near(cell)),
        to: cells.filter((cell) => cell % cols === cols - 1 && far(cell)),
      };
}

/**
 * Whether the swap of pieces is possible: the board must be its own mirror image.
 * @param {Shape} shape
 * @param {number} rows
 * @param {number} cols
 */
export function transposable(shape, rows, cols) {
  return shape === "triangle" ? cols === 2 * rows : shape !== "offset" && rows === cols;
}

/** A game in progress: stones, turn, history. */
export class Board {
  /** Whose turn it was before each move. @type {Color[]} */
  #turns = [];

  /**
   * An empty board, or one with set-up stones.
   * @param {{rows: number, cols: number, shape?: Shape, swap?: SwapRule, swapUsed?: boolean,
   *   stones?: readonly (Color | null)[], turn?: Color}} position
   */
  constructor({ rows, cols, shape = "hex", swap = null, swapUsed = false, stones, turn = "black" }) {
    if (shape === "triangle" && cols !== 2 * rows) {
      throw new RangeError(`a triangle board of ${rows} rows has ${2 * rows} columns, not ${cols}`);
    }
    if (swap === "pieces" && !transposable(shape, rows, cols)) {
      throw new RangeError(`swap-pieces needs a board that is its own mirror image`);
    }
    this.rows = rows;
    this.cols = cols;
    this.shape = shape;
    this.swap = swap;
    this.swapUsed = swapUsed;
    this.neighbours = adjacency(shape, rows, cols);
    /** @type {(Color | null)[]} */
    this.stones = stones ? [...stones] : new Array(rows * cols).fill(null);
    /** The stones before the first move. @type {readonly (Color | null)[]} */
    this.setup = [...this.stones];
    this.turn = turn;
    /** Whose turn it was before the first move. */
    this.firstTurn = turn;
    /** @type {Played[]} */
    this.moves = [];
    /** The winning chain from edge to edge, or null. @type {number[] | null} */
    this.chain = stones ? (winningChain(this, "black") ?? winningChain(this, "white")) : null;
  }

  /** @returns {Color | null} the colour whose chain connects its edges */
  get winner() {
    return this.chain && this.stones[this.chain[0]];
  }

  /** Whether the game is over: a chain, or (on shapes with draws) a full board. */
  get over() {
    return this.chain !== null || !this.stones.includes(null);
  }

  /** White may swap a single black stone, once and only on the move after it. */
  get swapAvailable() {
    if (this.swap === null || this.swapUsed || this.moves.length > 1 || this.turn !== "white") return false;
    // After swap-sides it is still the only stone, but the right to swap ends with the swap.
    if (this.moves.some(({ move }) => move.startsWith("swap"))) return false;
    return !this.over && this.stones.filter((stone) => stone !== null).join() === "black";
  }

  /** @param {number} cell */
  name(cell) {
    return cellName(cell, this.cols);
  }

  /** @param {string} move */
  isLegal(move) {
    if (this.over) return false;
    if (move === "pass") return true;
    if (move.startsWith("swap")) return this.swapAvailable && move === `swap-${this.swap}`;
    const cell = cellNumber(move, this.rows, this.cols);
    return cell !== null && this.stones[cell] === null;
  }

  /**
   * Play a move; throws RangeError if it is illegal. The colour may be out of turn.
   * @param {string} move
   * @param {Color} [color]
   */
  push(move, color = this.turn) {
    if (!this.isLegal(move)) throw new RangeError(`${move} cannot be played here`);
    this.moves.push({ color, move });
    this.#turns.push(this.turn);
    if (move.startsWith("swap")) {
      this.#exchange();
    } else {
      this.turn = other(color);
      if (move !== "pass") this.#place(/** @type {number} */ (cellNumber(move, this.rows, this.cols)), color);
    }
  }

  /** Take back the last move and return it, or undefined if there is none. */
  pop() {
    const last = this.moves.pop();
    if (!last) return undefined;
    this.chain = null;
    this.turn = /** @type {Color} */ (this.#turns.pop());
    if (last.move === "swap-pieces") {
      this.#move(this.#loneStone(), "black");
    } else if (last.move !== "pass" && last.move !== "swap-sides") {
      this.stones[/** @type {number} */ (cellNumber(last.move, this.rows, this.cols))] = null;
    }
    return last;
  }

  /** Stones by the names of their cells, as the board component takes them. */
  stonesByName() {
    /** @type {Record<string, Color>} */
    const found = {};
    this.stones.forEach((color, cell) => {
      if (color) found[this.name(cell)] = color;
    });
    return found;
  }

  /** @param {number} cell @param {Color} color */
  #place(cell, color) {
    this.stones[cell] = color;
    const chain = winningChain(this, color);
    if (chain) this.chain = chain;
  }

  #exchange() {
    // After swap-sides the stone stays and White, now the opener, moves again.
    if (this.swap === "pieces") {
      this.#move(this.#loneStone(), "white");
      this.turn = "black";
    }
  }

  #loneStone() {
    return this.stones.findIndex((stone) => stone !== null);
  }

  /** @param {number} cell @param {Color} color */
  #move(cell, color) {
    this.stones[cell] = null;
    this.stones[mirrored(cell, this)] = color;
  }
}

/**
 * The cell that a swap of pieces moves a stone to.
 * @param {number} cell
 * @param {{cols: number, shape: Shape}} board
 */
export function mirrored(cell, { cols, shape }) {
  const row = Math.floor(cell / cols);
  const col = cell % cols;
  if (shape !== "triangle") return col * cols + row;
  return Math.floor(col / 2) * cols + 2 * row + (col % 2);
}

/**
 * A shortest chain of a colour between its edges, first cell to last; null when there is none.
 * @param {{rows: number, cols: number, shape: Shape, stones: (Color | null)[],
 *   neighbours: readonly (readonly number[])[]}} board
 * @param {Color} color
 * @returns {number[] | null}
 */
export function winningChain({ rows, cols, shape, stones, neighbours }, color) {
  const { from, to } = edgeCells(shape, rows, cols, color);
  const goal = new Set(to);
  /** @type {Map<number, number>} each reached cell, and the one it was reached from */
  const before = new Map();
  const queue = from.filter((cell) => stones[cell] === color);
  for (const cell of queue) before.set(cell, -1);
  for (const cell of queue) {
    if (goal.has(cell)) return wayTo(cell, before);
    for (const next of neighbours[cell]) {
      if (stones[next] === color && !before.has(next)) {
        before.set(next, cell);
        queue.push(next);
      }
    }
  }
  return null;
}

/**
 * @param {number} cell
 * @param {Map<number, number>} before
 */
function wayTo(cell, before) {
  const way = [];
  for (let at = cell; at >= 0; at = /** @type {number} */ (before.get(at))) way.unshift(at);
  return way;
}
