/** An analysis on the screen: a game's tree, a board to try moves on, and an engine. */

import { HAS_SERVER } from "../base.js";
import { deviceOffers } from "../engine/offers.js";
import * as edit from "../game/edit.js";
import { stepsOf } from "../game/line.js";
import { position } from "../game/picture.js";
import { boardAt, cursorNode, lineThrough, pathTo, readTree, writeTree } from "../game/tree.js";
import { t } from "../i18n/index.js";
import { ApiError, request } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { formatPosition, positionOf } from "../rules/position.js";
import { settings } from "../settings.js";
import { playerName } from "../setup/computers.js";
import { forgetLink } from "../share/packed.js";
import { sound } from "../sound/index.js";
import { h } from "../ui/dom.js";
import { announce, toast } from "../ui/toast.js";
import { announceStep, stepButtons } from "../views/moves.js";
import { boardPane } from "../views/pane.js";
import { listenToKeys } from "../views/shortcuts.js";
import { viewActions } from "../views/view.js";
import { colorName } from "../words.js";
import { createEngine } from "./engine.js";
import { preferred } from "./engine-settings.js";
import { evaluationBar } from "./eval-bar.js";
import { exactPicture, hasExactOverlays, isExactOverlay } from "./exact-overlays.js";
import { handOn, withGame } from "./handoff.js";
import { isSolved } from "./learn.js";
import { notesOf } from "./notes.js";
import { blank, ENGINE_OVERLAYS, enginePicture, fetchOverlay, isEngineOverlay, pictureOf } from "./overlays.js";
import { enginePanel } from "./panel.js";
import { PANELS } from "./panels.js";
import { playable, playOut } from "./playout.js";
import { study } from "./preferences.js";
import { GameReview } from "./review.js";
import { Solve } from "./solve.js";
import { tabs } from "./tabs.js";
import { treeView } from "./treeview.js";

/** @typedef {import("../game/tree.js").GameRecord} GameRecord */
/** @typedef {import("../game/tree.js").Node} TreeNode */
/** @typedef {import("./engine.js").Info} Info */
/** @typedef {import("./overlays.js").Overlay} Overlay */
/** @typedef {import("./tools.js").Tool} Tool */
/** @typedef {import("../rules/board.js").Color} Color */

const SECONDS = 20;

export class Analysis {
  /** @param {GameRecord} record @param {import("./review.js").ReviewedGame} [game] */
  constructor(record, game = { id: null, changed: false, seat: null, start: false }) {
    this.tree = readTree(record);
    this.node = cursorNode(this.tree);
    this.player = preferred([], this.tree.shape);
    this.analysing = study.get("engine");
    /** @type {Color | "turn"} */ this.overlayColor = "turn";
    /** @type {Tool} */ this.tool = "play";
    /** @type {Info | null} */ this.info = null;
    /** A line that is played out on the board. @type {readonly string[] | null} */ this.previewed = null;
    /** Black's win probability at the positions analysed so far. @type {Map<TreeNode, number>} */
    this.evaluations = new Map();
    this.picture = blank();
    /** What the overlay adds around the pointer. @type {import("./exact-overlays.js").ExactPicture["under"] | null} */
    this.under = null;
    this.gone = false;
    /** The games that were opened together, this one among them. @type {import("./handoff.js").Handoff} */
    this.among = { games: [], at: 0 };
    /** Opens the dialog for positions by hand; set by the page. @type {() => Promise<void>} */
    this.setUp = async () => {};
    const { rows, cols, shape } = this.tree;
    this.pane = boardPane({
      rows,
      cols,
      shape,
      playable: "all",
      events: {
        select: (cell) => this.#use(cell),
        secondary: (cell) => this.change(edit.toggleMark(this.node, cell, "circle")),
        hover: (cell) => this.#showUnder(cell),
      },
    });
    this.view = viewActions(() => this.pane);
    this.engine = this.#createEngine();
    this.solve = new Solve(this);
    this.bar = evaluationBar();
    this.panel = this.#createPanel();
    this.treeView = treeView((node) => this.go(node));
    this.steps = stepButtons({
      go: (at) => this.goStep(at),
      ply: () => pathTo(this.node).length - 1,
      last: () => this.line().length - 1,
    });
    this.review = new GameReview(this, game);
    this.tabs = tabs(PANELS, this);
    this.element = this.#layout();
    this.cleanups = [settings.subscribe(() => this.show()), this.#listenToKeys()];
    this.tabs.draw();
    this.redraw();
    this.showSearching();
    void this.#fetchPlayers();
  }

  get overlay() {
    const overlay = study.get("overlay");
    if (!HAS_SERVER && overlay !== "none" && !isEngineOverlay(overlay)) return "none";
    return isExactOverlay(overlay) && !hasExactOverlays(this.tree) ? "none" : overlay;
  }

  #createEngine() {
    return createEngine({
      trained: (yes) => this.panel.setTrained(yes),
      connected: (yes) => this.panel.showText(t(yes ? this.#silence() : "status.lost")),
      info: (info) => {
        if (this.review.lesson) return this.review.receive(info);
        this.info = info;
        this.#showInfo();
      },
      review: (review, total) => this.review.take(review, total),
      summary: (summary) => this.review.finish(summary),
      solution: (solution) => this.solve.receive(solution),
      fallback: (code) => toast(t("engine.fallback", { reason: errorText(new ApiError(code, "")) })),
      error: (code, message) => {
        const text = errorText(new ApiError(code, message));
        if (this.review.running || this.solve.holds) toast(text, { kind: "error" });
        this.solve.fail();
        this.review.fail();
        this.panel.showText(text);
      },
    });
  }

  #createPanel() {
    return enginePanel({
      board: this.tree,
      onanalyse: (on) => this.setAnalysing(on),
      onplayer: (spec) => {
        this.player = spec;
        this.analyse();
      },
      onlines: () => this.analyse(),
      onplace: () => this.analyse(),
      overlay: () => this.overlay,
      setOverlay: (overlay) => this.setOverlay(overlay),
      color: () => this.overlayColor,
      setColor: (color) => {
        this.overlayColor = color;
        void this.#fetchOverlay();
      },
      enter: ({ pv }) => this.enter(pv),
      preview: (line) => this.preview(line?.pv ?? null),
      solve: this.solve.view,
    });
  }

  #layout() {
    return h(
      "div",
      { class: "board-layout analysis" },
      h("h1", { class: "visually-hidden" }, t("nav.analyse")),
      this.pane.node,
      this.bar.node,
      h(
        "div",
        { class: "side" },
        this.panel.node,
        this.review.element,
        h("section", { class: "moves tree-place", "aria-label": t("tree.label") }, this.treeView.node),
        this.tabs.node,
        h("div", { class: "side-foot" }, this.steps.node),
      ),
    );
  }

  #listenToKeys() {
    return listenToKeys(
      [
        { key: "a", label: t("engine.on"), run: () => this.setAnalysing(!this.analysing) },
        { key: "o", label: t("keys.overlay"), run: () => this.#nextOverlay() },
        { key: "r", label: t("keys.turn"), run: () => this.view.turn(1) },
        { key: "m", label: t("keys.mirror"), run: () => this.view.mirror() },
        { key: "n", label: t("keys.numbers"), run: () => this.view.flip("numbers") },
        { key: "c", label: t("keys.coordinates"), run: () => this.view.flip("coordinates") },
        { key: "f", label: t("keys.fullScreen"), run: () => this.view.fullScreen() },
      ],
      {
        step: (by) => this.goStep(pathTo(this.node).length - 1 + by),
        go: (end) => this.goStep(end === "first" ? 0 : Infinity),
      },
    );
  }

  async #fetchPlayers() {
    const offers = HAS_SERVER ? await request("/players").catch(() => null) : deviceOffers();
    if (!offers) {
      toast(t("engine.unlisted", { name: playerName(this.player) }), { kind: "error" });
      this.panel.offer(deviceOffers(), this.player);
    } else if (offers.length > 0) {
      this.player = preferred(offers, this.tree.shape);
      this.panel.offer(offers, this.player);
    }
    const kept = await this.review.kept;
    if (this.gone) return;
    this.review.open(kept);
    if (!this.review.running) this.analyse();
    void this.#fetchOverlay();
  }

  /** @param {Overlay} overlay */
  setOverlay(overlay) {
    study.set("overlay", overlay);
    if (isEngineOverlay(overlay) && !this.analysing) this.setAnalysing(true);
    void this.#fetchOverlay();
  }

  /** Show the next engine overlay, and after the last one the bare board. */
  #nextOverlay() {
    const next = ENGINE_OVERLAYS[ENGINE_OVERLAYS.indexOf(/** @type {any} */ (this.overlay)) + 1] ?? "none";
    this.setOverlay(next);
    announce(t(`overlay.${next}`));
  }

  line() {
    return lineThrough(this.node);
  }

  board() {
    return boardAt(this.tree, this.node);
  }

  /** The position line of the current position. */
  positionLine() {
    return this.lineOf(this.board());
  }

  /** @param {import("../rules/board.js").Board} board */
  lineOf(board) {
    return formatPosition(positionOf(board));
  }

  record() {
    return writeTree(this.tree);
  }

  /** The record with the review written into it, to be saved. */
  annotatedRecord() {
    return this.review.record();
  }

  /** @param {TreeNode} node */
  go(node) {
    if (node === this.node) return;
    this.node = node;
    this.#moved();
  }

  /** @param {number} at */
  goStep(at) {
    const line = this.line();
    const step = Math.max(0, Math.min(at, line.length - 1));
    if (line[step] !== this.node) announceStep(stepsOf(line), step);
    this.go(line[step]);
  }

  /** @param {string} move */
  play(move) {
    const next = edit.play(this.tree, this.node, move);
    if (next === this.node) return;
    sound.play("stone");
    announce(`${next.color ? colorName(next.color) : ""} ${move}`);
    this.change(next);
  }

  /** Enter a line as a variation, and show its first move. @param {readonly string[]} moves */
  enter(moves) {
    let node = this.node;
    const line = playable(this.board(), moves).map((move) => (node = edit.play(this.tree, node, move)));
    if (line.length === 0) return;
    sound.play("stone");
    announce(t("engine.entered", { moves: line.map(({ move }) => move).join(" ") }));
    this.change(line[0]);
  }

  /** Play a line out on the board in ghost stones, until null. @param {readonly string[] | null} moves */
  preview(moves) {
    this.previewed = moves;
    this.showBoard();
  }

  /** @param {string} cell */
  #use(cell) {
    if (this.review.lesson) return this.review.tryMove(cell);
    if (this.solve.winner && this.solve.holds && this.tool === "play") return this.solve.reply(cell);
    switch (this.tool) {
      case "play":
        return this.play(cell);
      case "black":
      case "white":
      case "empty":
        return this.change(edit.putStone(this.tree, this.node, cell, this.tool === "empty" ? null : this.tool));
      case "label":
        return this.change(edit.setLabel(this.node, cell, this.node.labels[cell] ? "" : edit.nextLetter(this.node)));
      default:
        return this.change(edit.toggleMark(this.node, cell, this.tool));
    }
  }

  /** What a click on the board does. @param {Tool} tool */
  setTool(tool) {
    this.tool = tool;
    this.showBoard();
  }

  /** The tree has changed; go to a node. @param {TreeNode} node */
  change(node) {
    this.node = node;
    this.keep();
    this.redraw();
    this.#moved();
  }

  /** Keep the analysis over a reload. */
  keep() {
    const { games, at } = this.among;
    handOn(games.length > 0 ? withGame(games, at, this.record()) : [this.record()], at);
    forgetLink();
  }

  redraw() {
    this.treeView.draw(this.tree.root, this.review.remarks());
    this.show();
  }

  /** Another position is shown. */
  #moved() {
    this.info = null;
    this.previewed = null;
    this.picture = blank();
    this.solve.moved();
    this.showSearching();
    this.show();
    if (!this.review.running) this.analyse();
    void this.#fetchOverlay();
  }

  /** @param {boolean} on */
  setAnalysing(on) {
    this.analysing = on;
    study.set("engine", on);
    this.panel.setAnalysing(on);
    this.analyse();
  }

  /** A puzzle has changed, or ended: show it, and search only where none is open. */
  refresh() {
    this.solve.moved();
    this.info = null;
    this.picture = blank();
    this.show();
    this.analyse();
  }

  /** Analyse the position, if the analysis is on. */
  analyse() {
    if (this.solve.holds) return;
    this.review.stop();
    this.showSearching();
    if (!this.analysing || this.review.lesson || this.board().over) return this.engine.stop();
    this.engine.analyse(this.positionLine(), this.player, { lines: study.get("lines"), seconds: SECONDS });
  }

  /** Say what the engine does while there are no lines. */
  showSearching() {
    if (!this.analysing && this.info) {
      this.info = null;
      if (isEngineOverlay(this.overlay)) this.picture = blank();
      this.showBoard();
    }
    this.panel.show(this.info, this.evaluation(), this.#mover());
    const silence = this.#silence();
    this.panel.showText(t(silence), silence !== "engine.searching");
    this.bar.show(this.evaluation());
  }

  /** Why there are no lines. */
  #silence() {
    if (this.review.lesson) return isSolved(this.review.lesson) ? "engine.solved" : "engine.learning";
    if (this.review.running) return "engine.reviewing";
    if (this.solve.holds) return "engine.solving";
    if (this.board().over) return "engine.over";
    return this.analysing ? "engine.searching" : "engine.off";
  }

  /** Black's win probability at the position shown, if known; puzzles hide it. @returns {number | null} */
  evaluation() {
    if (this.review.lesson) return null;
    const { winner } = this.board();
    if (winner) return winner === "black" ? 1 : 0;
    return this.evaluations.get(this.node) ?? null;
  }

  /** The side to move; null when the game is over. */
  #mover() {
    const { over, turn } = this.board();
    return over ? null : turn;
  }

  #showInfo() {
    const best = this.info?.lines[0];
    if (!this.info || !best) return;
    const estimate = this.board().turn === "black" ? best.win_probability : 1 - best.win_probability;
    const black = this.solve.proven() ?? estimate;
    this.evaluations.set(this.node, black);
    this.panel.show(this.info, black, this.#mover());
    this.bar.show(black);
    this.review.drawGraph();
    if (isEngineOverlay(this.overlay)) {
      this.picture = enginePicture(this.overlay, this.info, this.tree);
      this.showBoard();
    }
  }

  async #fetchOverlay() {
    const { overlay } = this;
    this.under = null;
    this.panel.showNote([]);
    if (overlay === "none" || isEngineOverlay(overlay)) {
      this.picture = blank();
      this.showBoard();
      return this.#showInfo();
    }
    const line = this.positionLine();
    const color = this.overlayColor === "turn" ? this.board().turn : this.overlayColor;
    try {
      const answer = await fetchOverlay(overlay, line, color);
      // The user may have moved on while the server worked.
      if (line !== this.positionLine() || overlay !== this.overlay) return;
      if (isExactOverlay(overlay)) this.#showExact(overlay, answer, color);
      else this.picture = pictureOf(overlay, answer, color, this.tree);
      this.showBoard();
    } catch (error) {
      toast(errorText(error), { kind: "error" });
    }
  }

  /**
   * @param {import("./overlays.js").ExactOverlay} overlay
   * @param {import("./overlays.js").Answer} answer
   * @param {Color} color
   */
  #showExact(overlay, answer, color) {
    const { drawn, under, note } = exactPicture(overlay, answer, color, this.#emptyCells());
    this.picture = { ...blank(), ...drawn };
    this.under = under;
    this.panel.showNote(note);
  }

  #emptyCells() {
    return this.board().stones.filter((stone) => stone === null).length;
  }

  /** @param {string | null} cell */
  #showUnder(cell) {
    if (!this.under || this.previewed || this.review.lesson || this.solve.picture()) return;
    const { spots, ...shown } = this.under(cell);
    this.pane.set(spots ? { ...shown, spots: { ...notesOf(this.node).spots, ...spots } } : shown);
  }

  show() {
    this.review.show();
    this.showBoard();
    this.tabs.show();
    this.treeView.show(this.node);
    this.steps.update();
    this.bar.show(this.evaluation());
  }

  showBoard() {
    const board = this.board();
    const path = pathTo(this.node);
    const notes = notesOf(this.node);
    const solved = this.previewed || this.review.lesson ? null : this.solve.picture();
    const reviewed = this.previewed || solved ? null : this.review.picture();
    const bare = this.previewed || this.review.lesson || solved || (reviewed && this.overlay === "best");
    const { heat, paths, arrows, ghosts, describe, ...drawn } = bare ? blank() : this.picture;
    this.panel.coverNote(Boolean(bare));
    this.pane.set({
      ...position(board, stepsOf(path), path.length - 1, { numbers: settings.get("numbers") }),
      ghosts,
      ...reviewed,
      heat,
      paths,
      arrows,
      describe: solved?.describe ?? describe,
      labels: { ...notes.labels, ...drawn.labels },
      spots: { ...notes.spots, ...drawn.spots, ...reviewed?.spots, ...solved?.spots },
      marks: { ...drawn.marks, ...solved?.marks, ...notes.marks },
      chain: board.chain ? board.chain.map((cell) => board.name(cell)) : [],
      preview: this.tool === "play",
      ...(this.previewed && playOut(board, this.previewed)),
    });
  }

  destroy() {
    this.gone = true;
    this.cleanups.forEach((cleanup) => cleanup());
    this.tabs.destroy();
    this.engine.close();
    this.pane.destroy();
  }
}
