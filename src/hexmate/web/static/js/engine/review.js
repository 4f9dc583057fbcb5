/** The review of a game, move by move: `analyse_game` of `hexmate/analysis.py` for the page. */

import { boardAt, lineThrough, readTree } from "../game/tree.js";
import { seatOf } from "../rules/swap.js";
import { bestLine, rounded } from "./analysis.js";
import { after, copyOf, emptyCells, lineOf, mayBeSwapped } from "./boards.js";
import { GameProofs } from "./solving.js";
import { watched } from "./stopping.js";

/** @typedef {import("./searches.js").Limit} Limit */
/** @typedef {import("./searches.js").Searcher} Searcher */
/** @typedef {import("./stopping.js").StopToken} StopToken */
/** @typedef {import("../game/tree.js").GameRecord} GameRecord */
/** @typedef {import("../rules/board.js").Board} Board */
/** @typedef {import("../types/api").AnalysisLineState} Line */
/** @typedef {import("../types/api").MoveReviewState} Review */
/** @typedef {import("../types/api").SummaryState} Sum */
/** @typedef {{number: number, before: Board, after: Board | null, move: string | null}} Step */

const INACCURACY = 0.1;
/** The least losses of the classifications. @type {readonly [number, NonNullable<Review["classification"]>][]} */
const LEAST_LOSSES = [
  [0.35, "blunder"],
  [0.2, "mistake"],
  [INACCURACY, "inaccuracy"],
];
const VALUES = { loss: 0, draw: 0.5, win: 1 };

/** @param {number} loss @returns {NonNullable<Review["classification"]>} */
const classified = (loss) => LEAST_LOSSES.find(([least]) => loss >= least)?.[1] ?? "good";

/** The positions of a game's main line with the moves played there; the last one has none, unless the game is over.
 * @param {GameRecord} record @returns {Step[]} */
export function stepsOf(record) {
  const tree = readTree(record);
  /** @type {Step[]} */ const steps = [];
  let board = boardAt(tree, tree.root);
  for (const node of lineThrough(tree.root)) {
    if (node.ending !== null || board.over) break;
    const next = boardAt(tree, node);
    if (node.move !== null && next.moves.at(-1)?.move === node.move) {
      const before = copyOf(next);
      before.pop();
      if (node.color && node.color !== before.turn) before.push("pass");
      steps.push({ number: steps.length + 1, before, after: next, move: node.move });
    }
    board = next;
  }
  if (!board.over) steps.push({ number: steps.length + 1, before: board, after: null, move: null });
  return steps;
}

export class GameReviewer {
  /** The last two positions: each is needed twice. @type {[string, Line][]} */ #known = [];

  /**
   * @param {Searcher & {engine: any}} player
   * @param {import("./solving.js").Solver} solver
   * @param {Limit} limit for each position
   * @param {StopToken} stop
   */
  constructor(player, solver, limit, stop) {
    this.player = player;
    this.limit = limit;
    this.stop = stop;
    this.proofs = new GameProofs(solver);
  }

  /** @param {Step[]} steps @returns {AsyncGenerator<Review>} */
  async *reviews(steps) {
    const positions = steps.map(({ before }) => before);
    const plain = positions.filter((board) => !board.swapAvailable && !mayBeSwapped(board));
    for await (const _ of watched(this.proofs.search(plain), this.stop));
    for (const step of steps) {
      if (this.stop.stopped) return;
      const review = await this.#review(step);
      if (!this.stop.stopped) yield review;
    }
  }

  /** @param {Step} step @returns {Promise<Review>} */
  async #review({ number, before, after: next, move }) {
    const best = await this.#best(before);
    let loss = next && move ? await this.#loss(best, before, next, move) : null;
    const solution = this.proofs.of(before);
    const line = solution?.verdict ? this.#provenLine(before, best, solution) : best;
    const reply = next && solution?.verdict ? this.proofs.of(next) : null;
    const exact = solution?.verdict && reply?.verdict;
    if (exact) loss = Math.max(0, VALUES[solution.verdict ?? "draw"] - (1 - VALUES[reply.verdict ?? "draw"]));
    // Records may leave out the swap rule, and an opening that is fair with it looks like a blunder without it.
    const opening = before.swap === null && emptyCells(before) === before.stones.length;
    if (opening) loss = null;
    return {
      number,
      color: before.turn,
      seat: seatOf(before.turn, before.swap, before.moves),
      position: lineOf(before),
      move,
      best: line.move,
      score: line.score,
      win_probability: line.win_probability,
      loss: loss === null ? null : rounded(loss),
      classification: loss === null ? null : classified(loss),
      proven: solution?.verdict ?? null,
      threw_win: Boolean(exact) && loss === 1,
      lines: [line],
    };
  }

  /** The line with its exact value; where its move may not keep that, one that does.
   * @param {Board} board @param {Line} best @param {import("./solving.js").Solution} solution @returns {Line} */
  #provenLine(board, best, { verdict, move }) {
    if (verdict === null) return best;
    const value = VALUES[verdict];
    const keeps = move === null || move === best.move || this.proofs.keeps(board, best.move, verdict);
    if (keeps || move === null) return { ...best, win_probability: value };
    const nothing = { score: null, depth: null, nodes: null, visits: null, prior: null };
    return { move, win_probability: value, pv: [move], ...nothing };
  }

  /** How much win probability a move costs. @param {Line} best @param {Board} before @param {Board} next
   * @param {string} move */
  async #loss(best, before, next, move) {
    if (move === best.move) return 0;
    const kept = 1 - (await this.#winProbability(next));
    let promised = best.win_probability;
    // Most players overrate the side to move, and that is not the move's fault.
    if (promised - kept >= INACCURACY && promised < 1) {
      promised = Math.min(promised, 1 - (await this.#winProbability(after(before, best.move))));
    }
    return Math.max(0, promised - kept);
  }

  /** @param {Board} board */
  async #winProbability(board) {
    if (board.over) return board.winner === null ? 0.5 : Number(board.winner === board.turn);
    return (await this.#best(board)).win_probability;
  }

  /** @param {Board} board */
  async #best(board) {
    const key = lineOf(board);
    const known = this.#known.find(([line]) => line === key);
    if (known) return known[1];
    const best = await bestLine(this.player, board, this.limit, this.stop);
    this.#known = [[key, best], ...this.#known.slice(0, 1)];
    return best;
  }
}

/** How each player did, by seat. @param {readonly Review[]} reviews @returns {{black: Sum, white: Sum}} */
export function summaryOf(reviews) {
  const played = reviews.filter(({ classification }) => classification !== null);
  const of = (/** @type {"black" | "white"} */ seat) => sumOf(played.filter((review) => review.seat === seat));
  return { black: of("black"), white: of("white") };
}

/** @param {Review[]} reviews @returns {Sum} */
function sumOf(reviews) {
  const count = (/** @type {string} */ kind) => reviews.filter(({ classification }) => classification === kind).length;
  const losses = reviews.map(({ loss }) => loss ?? 0);
  const mean = (/** @type {number[]} */ numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  return {
    moves: reviews.length,
    inaccuracies: count("inaccuracy"),
    mistakes: count("mistake"),
    blunders: count("blunder"),
    mean_loss: losses.length > 0 ? rounded(mean(losses)) : 0,
    accuracy: losses.length > 0 ? rounded(mean(losses.map(accuracyOf))) : 1,
  };
}

/** How accurate a move is that costs so much, from 0 to 1; the curve of lichess. @param {number} loss */
const accuracyOf = (loss) => Math.min(1, Math.max(0, 1.031669 * Math.exp(-4.354415 * loss) - 0.031669));
