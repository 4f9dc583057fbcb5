/** Solving the position on the board: progress, the answer, and a proof to play through. */

import { t } from "../i18n/index.js";
import { colorName, describeCell } from "../words.js";
import { solveView } from "./solve-view.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */
/** @typedef {import("../types/api").SolutionMessage} Solution */
/** @typedef {import("../game/tree.js").Node} TreeNode */
/** @typedef {import("../board/state.js").Config} Config */
/** @typedef {import("../rules/board.js").Color} Color */
/**
 * - idle: nothing is being solved; the answer of this position may be known
 * - running: the position is being solved
 * - replying: it is the loser's turn in a proof, and any reply may be tried
 * - answering: the solver looks for the winner's answer
 * @typedef {"idle" | "running" | "replying" | "answering"} Stage
 */

/** Seconds to solve a position; asking again continues. */
const SECONDS = 60;
/** The most moves of the line that is searched. */
const SHOWN = 6;

/** The answer in words. @param {Solution} solution @param {Color} turn the side to move */
export function answerText({ result, move, moves, complete, final, seconds }, turn) {
  if (result === null) return final ? t("solve.unsolved", { n: Math.round(seconds) }) : "";
  if (result === "draw") return t("solve.draw");
  const words = { color: colorName(result), loser: colorName(turn), move: move ?? "" };
  if (result !== turn) return t("solve.lost", words);
  const count = Object.values(moves).filter((verdict) => verdict === "win").length;
  if (complete && count > 0) return t("solve.won", { ...words, count });
  return t(final ? "solve.won.some" : "solve.won.so.far", { ...words, count });
}

/** How far the search is, in words. @param {NonNullable<Solution["progress"]>} progress */
export function progressText({ to_win, to_lose, line }) {
  const shown = line.slice(0, SHOWN).join(" ");
  const words = { win: to_win.toLocaleString(), loss: to_lose.toLocaleString() };
  return t("solve.searching", { ...words, line: line.length > SHOWN ? `${shown} …` : shown });
}

/** What the marks of solved moves mean. @param {Solution} solution */
export function legendText({ moves }) {
  const found = new Set(Object.values(moves));
  const shown = /** @type {const} */ (["win", "draw", "loss"]).filter((verdict) => found.has(verdict));
  return shown.map((verdict) => t(`solve.legend.${verdict}`)).join(" ");
}

/** What the board shows of the moves that are solved. @param {Solution} solution @returns {Partial<Config>} */
export function solvedPicture({ moves }) {
  const cells = Object.entries(moves);
  const those = (/** @type {string} */ verdict, /** @type {any} */ value) =>
    Object.fromEntries(cells.filter(([, each]) => each === verdict).map(([cell]) => [cell, value]));
  return {
    spots: those("win", "hint"),
    marks: { ...those("loss", "cross"), ...those("draw", "square") },
    describe: (facts) => {
      const verdict = moves[facts.name];
      const cell = describeCell(facts);
      return verdict ? t("cell.info", { cell, info: t(`solve.cell.${verdict}`) }) : cell;
    },
  };
}

export class Solve {
  /** @param {Analysis} analysis */
  constructor(analysis) {
    this.analysis = analysis;
    /** @type {Stage} */ this.stage = "idle";
    /** What is known, by position. @type {WeakMap<TreeNode, Solution>} */ this.known = new WeakMap();
    /** Who wins in the proof that is played through. @type {Color | null} */ this.winner = null;
    /** Whether a move of the proof is being made on the board. */ this.moving = false;
    this.view = solveView({
      start: () => this.start(),
      stop: () => this.stop(),
      walk: () => this.walk(),
      leave: () => this.leave(),
    });
  }

  /** Whether the engine must leave the server to the solver. */
  get holds() {
    return this.stage !== "idle";
  }

  /** The solution of the position shown, if there is one. */
  get solution() {
    return this.known.get(this.analysis.node) ?? null;
  }

  /** Black's proven win probability at the position shown, or null. */
  proven() {
    const result = this.solution?.result;
    return result === "black" ? 1 : result === "white" ? 0 : null;
  }

  start() {
    this.analysis.review.stop();
    this.stage = "running";
    this.#ask(true);
    this.analysis.showSearching();
    this.show();
  }

  /** @param {boolean} moves whether to solve every move */
  #ask(moves) {
    this.analysis.engine.solve(this.analysis.positionLine(), { seconds: SECONDS, moves });
  }

  stop() {
    this.analysis.engine.stop();
    this.#rest();
  }

  /** Leave the proof. */
  leave() {
    this.winner = null;
    this.#rest();
  }

  /** Nothing more is asked; the engine may search again. */
  #rest() {
    this.stage = "idle";
    this.show();
    this.analysis.analyse();
  }

  /** @param {Solution} solution */
  receive(solution) {
    if (this.stage === "answering") return solution.final && this.#answer(solution);
    if (this.stage !== "running") return;
    this.known.set(this.analysis.node, solution);
    this.#evaluate(solution.result);
    if (solution.final) this.#rest();
    else this.show();
  }

  /** Show a proven result on the bar and in the graph. @param {Solution["result"]} result */
  #evaluate(result) {
    const { analysis } = this;
    if (result !== "black" && result !== "white") return;
    analysis.evaluations.set(analysis.node, result === "black" ? 1 : 0);
    analysis.bar.show(analysis.evaluation());
    analysis.review.drawGraph();
  }

  fail() {
    if (!this.holds) return;
    this.winner = null;
    this.stage = "idle";
    this.show();
  }

  /** Play through the proof: first the winner's move, if it is their turn. */
  walk() {
    const { solution } = this;
    const { turn } = this.analysis.board();
    if (!solution || solution.result === null || solution.result === "draw") return;
    this.winner = solution.result;
    this.stage = "replying";
    this.analysis.engine.stop();
    if (turn === this.winner && solution.move) this.#play(solution.move);
    this.#await();
    // On a phone the board may be out of sight.
    this.analysis.pane.node.scrollIntoView({ block: "nearest" });
  }

  /** The loser's reply in a proof. @param {string} cell */
  reply(cell) {
    if (this.stage !== "replying" || !this.analysis.board().isLegal(cell)) return;
    this.#play(cell);
    if (this.analysis.board().over) return this.#await();
    this.stage = "answering";
    this.#ask(false);
    this.show();
  }

  /** @param {Solution} solution */
  #answer({ result, move }) {
    if (result === this.winner && move) {
      this.#play(move);
      this.#await();
      return;
    }
    this.winner = null;
    this.#rest();
    this.view.tell(t("solve.walk.lost"));
  }

  /** @param {string} move */
  #play(move) {
    this.moving = true;
    this.analysis.play(move);
    this.moving = false;
    this.#evaluate(this.winner);
  }

  /** Wait for the loser's next reply, unless the game is over. */
  #await() {
    this.stage = this.analysis.board().over ? "idle" : "replying";
    this.show();
  }

  /** Another position is shown: what was asked is about the one before. */
  moved() {
    if (this.moving) return;
    if (this.stage === "running" || this.stage === "answering") this.analysis.engine.stop();
    this.stage = "idle";
    this.winner = null;
    this.show();
  }

  /** What is drawn on the board instead of an overlay; null for nothing. @returns {Partial<Config> | null} */
  picture() {
    if (this.winner !== null) return {};
    return this.solution && Object.keys(this.solution.moves).length > 0 ? solvedPicture(this.solution) : null;
  }

  show() {
    const board = this.analysis.board();
    this.view.show(this.#words(board), {
      progress: this.#progress(),
      legend: this.solution && this.winner === null && !board.over ? legendText(this.solution) : "",
      stage: this.stage,
      over: board.over,
      solution: this.solution,
      swap: board.swap !== null && board.moves.length <= 1 && !board.swapUsed,
    });
    this.analysis.showBoard();
  }

  /** @param {import("../rules/board.js").Board} board */
  #words(board) {
    const { solution, winner } = this;
    if (winner && this.stage !== "idle") {
      const words = { winner: colorName(winner), loser: colorName(winner === "black" ? "white" : "black") };
      return t(this.stage === "answering" ? "solve.walk.search" : "solve.walk.reply", words);
    }
    if (board.over) return winner ? t("solve.walk.end", { winner: colorName(winner) }) : "";
    return solution ? answerText(solution, board.turn) : "";
  }

  /** How far it is, or nothing while it does not work. */
  #progress() {
    if (this.stage !== "running") return "";
    const { nodes = 0, seconds = 0, progress = null } = this.solution ?? {};
    const words = t("solve.progress", { nodes: nodes.toLocaleString(), n: Math.round(seconds) });
    return progress ? `${words} ${progressText(progress)}` : words;
  }
}
