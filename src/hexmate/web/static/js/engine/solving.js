/** Exact solutions in slices: `hexmate/solve/watching.py` and `game_proofs.py` for the page. */

import { after, copyOf, emptyCells, lineOf, moveName, withBoard } from "./boards.js";
import { watched } from "./stopping.js";

/** @typedef {import("./core.js").Engine} Engine */
/** @typedef {"loss" | "draw" | "win"} Verdict for the side to move */
/** @typedef {import("./stopping.js").StopToken} StopToken */
/** @typedef {import("../rules/board.js").Board} Board */
/** @typedef {import("../types/api").SolveProgressState} Progress */
/** @typedef {{verdict: Verdict | null, move: string | null, carrier: string[], nodes: number,
 *   seconds: number, progress: Progress | null}} Solution */
/** @typedef {{verdict: Verdict | null, move: string | null, moves: Record<string, Verdict>, nodes: number,
 *   seconds: number, complete: boolean, progress: Progress | null}} SolvedSoFar */

/** Seconds between two looks. */
const EVERY = 0.25;
/** Seconds of a slice; between two slices messages are handled. */
const SLICE = 0.05;
const OPPOSITE = /** @type {const} */ ({ loss: "win", draw: "draw", win: "loss" });

/** A solver of the core, which remembers what it has found. */
export class Solver {
  /** @param {Engine} engine @param {number} [mebibytes] */
  constructor(engine, mebibytes = 64) {
    this.engine = engine;
    this.table = engine.core.solver_new(mebibytes);
  }

  /**
   * What is known after some seconds, but after no fewer positions than `least`; asked again, it continues.
   * @param {Board} board @param {number} seconds
   */
  solve(board, seconds, least = 0) {
    if (board.over) return ended(board);
    const report = this.#report(board, Math.max(seconds, 1e-3), 0);
    const cut = report.proven === null && report.nodes < least;
    const { proven, move, nodes, seconds: spent, moves } = cut ? this.#report(board, 0, least) : report;
    const [{ score, visits, line }] = moves;
    const cells = line.map((cell) => board.name(cell));
    return {
      verdict: proven,
      move: proven && move >= 0 ? moveName(board, move) : null,
      carrier: proven ? cells : [],
      nodes,
      seconds: spent,
      progress: proven || cells.length === 0 ? null : { to_win: visits, to_lose: score, line: cells },
    };
  }

  /** @param {Board} board @param {number} seconds @param {number} nodes each without a limit if 0 */
  #report(board, seconds, nodes) {
    withBoard(this.engine, board, (made) => this.engine.core.solver_solve(this.table, made, seconds, nodes));
    return this.engine.report();
  }

  free() {
    this.engine.core.solver_free(this.table);
  }
}

/** @param {Board} board @returns {Solution} */
function ended(board) {
  const verdict = board.winner === null ? "draw" : board.winner === board.turn ? "win" : "loss";
  return { verdict, move: null, carrier: [], nodes: 0, seconds: 0, progress: null };
}

/**
 * What is known of a position while it is solved, and then each of its moves. Swaps are not considered.
 * @param {Solver} solver
 * @param {Board} board
 * @param {{seconds: number, moves: boolean}} limits
 * @param {StopToken} stop
 * @returns {AsyncGenerator<SolvedSoFar>}
 */
export async function* watchSolution(solver, board, limits, stop) {
  const work = new SlicedWork(solver, board, limits.seconds);
  let shown = performance.now();
  for await (const _ of watched(work.run(limits.moves), stop)) {
    if (performance.now() - shown < 1000 * EVERY) continue;
    shown = performance.now();
    yield work.state(false);
  }
  yield work.state(work.isComplete(limits.moves));
}

/** A position that is being solved. */
class SlicedWork {
  /** @type {Map<string, Verdict>} */ #values = new Map();
  #nodes = 0;
  #seconds = 0;

  /** @param {Solver} solver @param {Board} board @param {number} seconds */
  constructor(solver, board, seconds) {
    this.solver = solver;
    this.board = board;
    this.left = seconds;
    /** @type {Solution} */
    this.known = { verdict: null, move: null, carrier: [], nodes: 0, seconds: 0, progress: null };
    this.cells = board.stones.flatMap((stone, cell) => (stone === null ? [board.name(cell)] : []));
    this.turned = turnedCells(board);
  }

  /** @param {boolean} allMoves */
  *run(allMoves) {
    for (const found of this.#slices(this.board)) {
      this.known = found;
      yield null;
    }
    if (!allMoves || this.known.verdict === null) return;
    if (this.known.verdict === "loss") {
      for (const cell of this.cells) this.#values.set(cell, "loss");
      return;
    }
    if (this.known.move) this.#take(this.known.move, OPPOSITE[this.known.verdict], []);
    for (const cell of this.cells) {
      if (this.#values.has(cell)) continue;
      let reply = this.known;
      for (reply of this.#slices(after(this.board, cell))) yield null;
      if (reply.verdict === null) return;
      this.#take(cell, reply.verdict, reply.carrier);
    }
  }

  /** @param {boolean} allMoves */
  isComplete(allMoves) {
    return this.known.verdict !== null && (!allMoves || this.#values.size === this.cells.length);
  }

  /** @param {boolean} complete @returns {SolvedSoFar} */
  state(complete) {
    const { verdict, move, progress } = this.known;
    const moves = Object.fromEntries(this.cells.flatMap((cell) => this.#pair(cell)));
    return { verdict, move, moves, nodes: this.#nodes, seconds: this.#seconds, complete, progress };
  }

  /** @param {string} cell @returns {[string, Verdict][]} */
  #pair(cell) {
    const value = this.#values.get(cell);
    return value ? [[cell, value]] : [];
  }

  /**
   * Note the reply to a move, and what follows for others: a move that leaves alone all cells of a refutation loses
   * too, and the same holds turned by 180° where the position is its own image.
   * @param {string} move
   * @param {Verdict} reply
   * @param {string[]} carrier
   */
  #take(move, reply, carrier) {
    const value = OPPOSITE[reply];
    for (const image of this.turned) {
      if (!this.#values.has(image(move))) this.#values.set(image(move), value);
      if (value !== "loss" || carrier.length === 0) continue;
      const needed = new Set(carrier.map(image));
      for (const cell of this.cells) if (!needed.has(cell) && !this.#values.has(cell)) this.#values.set(cell, "loss");
    }
  }

  /** What is known after each slice. @param {Board} board @returns {Generator<Solution>} */
  *#slices(board) {
    while (true) {
      const found = this.solver.solve(board, Math.min(SLICE, this.left));
      this.#nodes += found.nodes;
      this.#seconds += found.seconds;
      this.left -= found.seconds;
      yield found;
      if (found.verdict !== null || this.left <= 0) return;
    }
  }
}

/** The maps of cells that leave a position as it is: the identity, and turning by 180° perhaps. @param {Board} board */
function turnedCells(board) {
  const { stones } = board;
  const last = stones.length - 1;
  const numbers = new Map(stones.map((_, cell) => [board.name(cell), cell]));
  const same = (/** @type {string} */ cell) => cell;
  const turned = (/** @type {string} */ cell) => board.name(last - /** @type {number} */ (numbers.get(cell)));
  return stones.every((stone, cell) => stone === stones[last - cell]) ? [same, turned] : [same];
}

/** So many positions in a row that are too hard end the search: earlier ones are harder. */
const FAILURES = 2;
const EACH = 0.5;
const IN_ALL = 6;
/** Positions searched in any case: the first call takes long on a slow device, before the module is warm. */
const LEAST = 50;

/** The exact values of positions of a game, solved from the last one back in a bounded time. */
export class GameProofs {
  /** @type {Map<string, Solution>} */ #known = new Map();
  #left = IN_ALL;

  /** @param {Solver} solver */
  constructor(solver) {
    this.solver = solver;
  }

  /** @param {readonly Board[]} positions in the order of the game */
  *search(positions) {
    let failures = 0;
    for (const board of [...positions].reverse()) {
      const found = this.#solve(board);
      if (found) this.#known.set(lineOf(board), found);
      failures = found ? 0 : failures + 1;
      yield null;
      if (failures === FAILURES || this.#left <= 0) return;
    }
  }

  /** The solution of a position, if it is known. @param {Board} board @returns {Solution | null} */
  of(board) {
    return board.over ? ended(board) : (this.#known.get(lineOf(board)) ?? null);
  }

  /** Whether a move is known to keep the verdict. @param {Board} board @param {string} move @param {Verdict} verdict */
  keeps(board, move, verdict) {
    const next = after(board, move);
    const found = this.of(next) ?? this.#solve(next);
    return found?.verdict === OPPOSITE[verdict];
  }

  /** @param {Board} board @returns {Solution | null} */
  #solve(board) {
    const seconds = Math.min(EACH, this.#left);
    if (seconds <= 0 || emptyCells(board) === 0) return null;
    const found = this.solver.solve(copyOf(board), seconds, LEAST);
    this.#left -= found.seconds;
    return found.verdict === null ? null : found;
  }
}
