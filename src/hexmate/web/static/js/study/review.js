/** The review of a whole game: its graph, its mistakes, a line for each player, and puzzles made of it. */

import { boardAt, isIn, lineThrough, moveNumber, pathTo } from "../game/tree.js";
import { t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { cellNumber } from "../rules/names.js";
import { NETWORK } from "../setup/computers.js";
import { h } from "../ui/dom.js";
import { keepFocusIn } from "../ui/focus.js";
import { announce } from "../ui/toast.js";
import { colorName } from "../words.js";
import { annotated } from "./annotate.js";
import { evaluationGraph, faultsOf, pointsOf } from "./graph.js";
import * as learning from "./learn.js";
import { learnView } from "./learn-view.js";
import {
  areOf,
  isMistake,
  MARKS,
  mistakeFrom,
  provenWinner,
  reviewed,
  secondsLeft,
  sumsByColor,
  verdictOf,
  withReview,
} from "./mistakes.js";
import { playOut } from "./playout.js";
import { gameKey, keepReview, keptReview } from "./review-store.js";
import { reviewView, sumText } from "./review-view.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */
/** @typedef {import("./engine.js").Limit} Limit */
/** @typedef {import("./engine.js").Review} Review */
/** @typedef {import("./learn.js").Lesson} Lesson */
/** @typedef {import("./mistakes.js").Reviewed} Reviewed */
/** @typedef {import("../types/api").KeptReview} Kept */
/** @typedef {import("../types/api").SummaryStates} Summary */
/** @typedef {import("../game/tree.js").Node} TreeNode */
/** @typedef {import("../board/state.js").Config} Config */
/** @typedef {import("../rules/board.js").Color} Color */
/** @typedef {import("../views/moves.js").Remark} Remark */
/**
 * Which game is reviewed.
 * @typedef {object} ReviewedGame
 * @property {string | null} id of a game that the server stores
 * @property {boolean} changed whether it may have been changed here since
 * @property {Color | null} seat the user's, if they have one
 * @property {boolean} start whether to review it at once, unless there is a review
 */

/**
 * Limits per position. A network needs few visits; other engines get a time.
 * @type {{network: Limit, others: Limit}}
 */
const LIMITS = { network: { time: 1, visits: 50 }, others: { time: 0.5 } };
/** Seconds to check a move that is tried in a puzzle. */
const CHECK = 2;

export class GameReview {
  /** @param {Analysis} analysis @param {ReviewedGame} game */
  constructor(analysis, game) {
    this.analysis = analysis;
    this.game = game;
    this.key = gameKey(analysis.tree);
    this.kept = this.#fetchKept();
    /** @type {Reviewed[]} */ this.reviews = [];
    /** The moves that were reviewed. @type {TreeNode[]} */ this.moves = [];
    /** @type {Summary | null} */ this.summary = null;
    /** @type {Lesson | null} */ this.lesson = null;
    this.running = false;
    this.stored = false;
    this.started = 0;
    this.graph = evaluationGraph((ply) => this.#go(ply));
    this.view = reviewView(
      {
        start: () => this.start(),
        stop: () => {
          this.stop();
          analysis.analyse();
        },
        mistake: (step) => this.goToMistake(step),
        learn: () => this.learn(),
      },
      game.seat !== null,
    );
    this.learnView = learnView();
    this.element = h(
      "section",
      { class: "review", "aria-label": t("review.label") },
      this.graph.node,
      ...this.view.nodes,
      this.learnView.node,
    );
  }

  /** The review that is kept of this game, if any. @returns {Promise<Kept | null>} */
  async #fetchKept() {
    const { id, changed } = this.game;
    const here = !id || changed ? keptReview(this.key) : null;
    if (!id || here) return here;
    const answer = await request(`/games/${encodeURIComponent(id)}/review`).catch(() => null);
    return answer?.review ?? keptReview(this.key);
  }

  /** Show the review that is kept, or begin one if that was asked for. @param {Kept | null} kept */
  open(kept) {
    // The user may have begun one while the server was asked.
    if (this.running || this.summary) return;
    if (kept && areOf(kept.moves, this.#mainLine())) {
      this.#adopt(kept);
      this.analysis.redraw();
    } else if (this.game.start) this.start();
  }

  /** @param {Kept} kept */
  #adopt({ moves, summary }) {
    this.moves = this.#mainLine().slice(0, moves.length);
    this.reviews = moves;
    this.summary = summary;
    this.view.sums(this.#sums(summary));
  }

  /** @param {Summary} summary */
  #sums(summary) {
    return sumsByColor(summary, this.analysis.tree.swap, this.moves);
  }

  /** Moves that were reviewed have been deleted: it is another game now. */
  #drop() {
    if (this.running) this.analysis.engine.stop();
    this.running = false;
    this.moves = [];
    this.reviews = [];
    this.summary = null;
    this.lesson = null;
  }

  #mainLine() {
    return lineThrough(this.analysis.tree.root).filter(({ move }) => move !== null);
  }

  start() {
    const { analysis } = this;
    const moves = this.#mainLine();
    if (moves.length === 0) return;
    this.close();
    analysis.solve.moved();
    this.moves = moves;
    this.reviews = [];
    this.summary = null;
    this.running = true;
    this.started = performance.now();
    analysis.info = null;
    this.view.progress({ done: 0, total: 0, seconds: null });
    analysis.redraw();
    analysis.showSearching();
    // The server reviews and keeps its own copy, as long as the game here is still the same.
    const here = analysis.engine.reviewsHere(analysis.record(), analysis.player);
    this.stored = !here && this.game.id !== null && !this.game.changed && gameKey(analysis.tree) === this.key;
    this.key = gameKey(analysis.tree);
    const limit = LIMITS[analysis.player === NETWORK ? "network" : "others"];
    const game = this.stored ? { game_id: this.game.id } : { game: analysis.record() };
    const end = analysis.lineOf(boardAt(analysis.tree, moves[moves.length - 1]));
    analysis.engine.review(game, analysis.player, limit, end);
  }

  stop() {
    if (!this.running) return;
    this.running = false;
    this.analysis.engine.stop();
    this.show();
  }

  /** The engine has refused or failed. */
  fail() {
    if (this.lesson?.phase === "checking") this.#turnTo(learning.retry(this.lesson));
    if (!this.running) return;
    this.stop();
    this.analysis.analyse();
  }

  /** @param {Review} review @param {number} total */
  take(review, total) {
    this.reviews = withReview(this.reviews, reviewed(review));
    const done = this.reviews.length;
    const seconds = secondsLeft({ started: this.started, now: performance.now(), done, total });
    this.view.progress({ done, total, seconds });
    if (isMistake(this.reviews[done - 1])) this.analysis.redraw();
    else this.show();
  }

  /** @param {Summary} summary */
  finish(summary) {
    this.running = false;
    this.summary = summary;
    const sums = this.#sums(summary);
    this.view.sums(sums);
    if (!this.stored) keepReview(this.key, { player: this.analysis.player, moves: this.reviews, summary });
    announce([t("review.done"), sumText("black", sums.black), sumText("white", sums.white)].join(" "));
    this.analysis.redraw();
    this.analysis.analyse();
  }

  /** The nodes of the game: its start, then its moves. */
  #nodes() {
    return [this.analysis.tree.root, ...(this.reviews.length > 0 ? this.moves : this.#mainLine())];
  }

  /** @param {number} ply */
  #go(ply) {
    const nodes = this.#nodes();
    this.analysis.go(nodes[Math.min(ply, nodes.length - 1)]);
  }

  /** @param {1 | -1} step */
  goToMistake(step) {
    const mistake = mistakeFrom(this.reviews, moveNumber(this.analysis.node), step);
    if (!mistake) return;
    this.#go(mistake.number);
    this.#showWhole();
  }

  /** The mistake that led to the position shown, if it was one. */
  mistake() {
    const at = this.moves.indexOf(this.analysis.node);
    const found = this.reviews.find(({ number }) => number === at + 1);
    return found && isMistake(found) ? found : null;
  }

  /** Who wins the position shown, if the review has proven that. */
  #provenText() {
    const at = this.#nodes().indexOf(this.analysis.node);
    const winner = provenWinner(this.reviews.find(({ number }) => number === at + 1));
    return winner && at >= 0 ? t("review.proven", { color: colorName(winner) }) : null;
  }

  /** Solve the mistakes as puzzles. */
  learn() {
    this.lesson = learning.lesson(this.reviews, this.game.seat);
    if (!this.lesson) return;
    this.#ask();
    this.#showWhole();
  }

  /** On a phone the board may be out of sight. */
  #showWhole() {
    this.analysis.pane.node.scrollIntoView({ block: "nearest" });
  }

  /** Show the position of the present puzzle. */
  #ask() {
    if (!this.lesson) return;
    const node = this.moves[learning.current(this.lesson).number - 1].parent;
    if (node && node !== this.analysis.node) this.analysis.go(node);
    else this.analysis.refresh();
  }

  /** @param {Lesson | null} lesson */
  #turnTo(lesson) {
    const moved = lesson?.at !== this.lesson?.at;
    this.lesson = lesson;
    if (moved && lesson) this.#ask();
    else this.analysis.refresh();
  }

  /** Leave the puzzles. */
  close() {
    if (this.lesson) this.#turnTo(null);
  }

  /** Try a move of the puzzle. @param {string} move */
  tryMove(move) {
    const { analysis, lesson } = this;
    if (!lesson || !learning.isOpen(lesson) || !analysis.board().isLegal(move)) return;
    this.lesson = learning.tryMove(lesson, move);
    analysis.refresh();
    if (this.lesson.phase === "checking") this.#check(move);
  }

  /** Have the engine check a move. @param {string} move */
  #check(move) {
    const { analysis } = this;
    const board = analysis.board();
    const { turn } = board;
    board.push(move);
    if (board.over) return this.#grade(board.winner === turn ? 1 : 0);
    analysis.engine.analyse(analysis.lineOf(board), analysis.player, { lines: 1, seconds: CHECK });
  }

  /** @param {number} value */
  #grade(value) {
    if (!this.lesson) return;
    this.lesson = learning.grade(this.lesson, value);
    this.analysis.refresh();
  }

  /** The engine's answer while a puzzle is open. @param {import("./engine.js").Info} info */
  receive({ final, lines }) {
    if (final && lines[0]) this.#grade(1 - lines[0].win_probability);
  }

  /** The review's remarks on the moves. @returns {Map<TreeNode, Remark>} */
  remarks() {
    return new Map(
      this.reviews
        .filter(isMistake)
        .map((mistake) => [
          this.moves[mistake.number - 1],
          { mark: MARKS[mistake.classification], title: verdictOf(mistake) },
        ]),
    );
  }

  /** The game with its review written into it. */
  record() {
    return annotated(this.analysis.tree, this.reviews, this.moves);
  }

  /** What the review draws on the board, instead of the engine's best moves; null for nothing. */
  picture() {
    return this.lesson ? this.#lessonPicture(this.lesson) : this.#mistakePicture();
  }

  /** @param {Lesson} lesson @returns {Partial<Config>} */
  #lessonPicture(lesson) {
    const { best, color, pv } = learning.current(lesson);
    const { rows, cols } = this.analysis.tree;
    const onBoard = (/** @type {string | null} */ move) => move !== null && cellNumber(move, rows, cols) !== null;
    if (lesson.phase === "shown") {
      const drawn = playOut(this.analysis.board(), pv);
      return { ...drawn, spots: onBoard(best) ? { [best]: "hint" } : {} };
    }
    const { tried, phase } = lesson;
    if (!tried || !onBoard(tried)) return {};
    const spot = phase === "right" ? "hint" : phase === "wrong" ? "mistake" : "pending";
    return { ghosts: { [tried]: color }, spots: { [tried]: spot } };
  }

  /** The move played and the better one. @returns {Partial<Config> | null} */
  #mistakePicture() {
    const mistake = this.mistake();
    if (!mistake || this.running) return null;
    const { rows, cols } = this.analysis.tree;
    const stones = this.analysis.board().stonesByName();
    /** @type {Record<string, "hint" | "mistake">} */ const spots = {};
    if (cellNumber(mistake.move, rows, cols) !== null) spots[mistake.move] = "mistake";
    const free = cellNumber(mistake.best, rows, cols) !== null && !stones[mistake.best];
    if (free) spots[mistake.best] = "hint";
    return { spots, ghosts: free ? { [mistake.best]: mistake.color } : {} };
  }

  /** Draw what is known of the game: the review, and the positions analysed. */
  drawGraph() {
    const nodes = this.#nodes();
    const { evaluations } = this.analysis;
    for (const { ply, winProbability } of pointsOf(this.reviews)) {
      const node = nodes[ply];
      if (node && !evaluations.has(node)) evaluations.set(node, winProbability);
    }
    const points = nodes.flatMap((node, ply) => {
      const winProbability = evaluations.get(node);
      return winProbability === undefined ? [] : [{ ply, winProbability }];
    });
    // The winner ends the curve, but is no curve alone.
    const last = nodes.length - 1;
    const winner = points.length > 0 && points.at(-1)?.ply !== last && boardAt(this.analysis.tree, nodes[last]).winner;
    if (winner) points.push({ ply: last, winProbability: winner === "black" ? 1 : 0 });
    this.graph.draw(points, faultsOf(this.reviews), last);
  }

  /** Show the position's place in the game; a variation is where it leaves the game. */
  show() {
    const { analysis } = this;
    const end = this.moves.at(-1);
    if (end && !isIn(analysis.tree, end)) this.#drop();
    const giveBack = keepFocusIn(this.element);
    const { lesson } = this;
    const nodes = this.#nodes();
    const path = pathTo(analysis.node);
    if (lesson && this.moves[learning.current(lesson).number - 1].parent !== analysis.node) this.lesson = null;
    const stage = this.lesson ? "learning" : this.running ? "running" : this.summary ? "done" : "idle";
    this.view.show(stage, nodes.length > 1);
    this.drawGraph();
    this.graph.show(nodes.filter((node) => path.includes(node)).length - 1);
    const mistake = this.mistake();
    const count = this.reviews.filter(isMistake).length;
    const hint = this.#provenText() ?? (count > 0 ? t("review.look", { count }) : t("review.clean"));
    const puzzles = learning.lesson(this.reviews, this.game.seat) !== null;
    this.view.detail(mistake ? verdictOf(mistake) : hint, { mistakes: count > 0, puzzles });
    this.#showLesson();
    giveBack();
  }

  #showLesson() {
    const board = this.analysis.board();
    this.learnView.show(this.lesson, {
      retry: () => this.lesson && this.#turnTo(learning.retry(this.lesson)),
      solution: () => this.lesson && this.#turnTo(learning.solution(this.lesson)),
      next: () => this.lesson && this.#turnTo(learning.next(this.lesson)),
      close: () => this.close(),
      swap: board.swapAvailable ? () => this.tryMove(`swap-${board.swap}`) : null,
    });
  }
}
