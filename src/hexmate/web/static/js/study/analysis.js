/** An analysis on the screen: a game's tree, a board to try moves on, and an engine. */

import * as edit from "../game/edit.js";
import { stepsOf } from "../game/line.js";
import { position } from "../game/picture.js";
import { boardAt, cursorNode, lineThrough, pathTo, readTree, writeTree } from "../game/tree.js";
import { t } from "../i18n/index.js";
import { ApiError, request } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { formatPosition, positionOf } from "../rules/position.js";
import { settings } from "../settings.js";
import { sound } from "../sound/index.js";
import { button } from "../ui/controls.js";
import { freshId, h } from "../ui/dom.js";
import { announce, toast } from "../ui/toast.js";
import { stepButtons } from "../views/moves.js";
import { boardPane } from "../views/pane.js";
import { listenToKeys } from "../views/shortcuts.js";
import { viewActions } from "../views/view.js";
import { colorName } from "../words.js";
import { createEngine } from "./engine.js";
import { handOn } from "./handoff.js";
import { notesOf } from "./notes.js";
import { blank, ENGINE_OVERLAYS, enginePicture, fetchOverlay, isEngineOverlay, pictureOf } from "./overlays.js";
import { enginePanel, preferred } from "./panel.js";
import { GameReview } from "./review.js";
import { toolBar } from "./tools.js";
import { treeView } from "./treeview.js";

/** @typedef {import("../game/tree.js").GameRecord} GameRecord */
/** @typedef {import("../game/tree.js").Node} TreeNode */
/** @typedef {import("./engine.js").Info} Info */
/** @typedef {import("./overlays.js").Overlay} Overlay */
/** @typedef {import("./tools.js").Tool} Tool */
/** @typedef {import("../rules/board.js").Color} Color */

const SECONDS = 20;
const LINES = 5;

export class Analysis {
  /** @param {GameRecord} record */
  constructor(record) {
    this.tree = readTree(record);
    this.node = cursorNode(this.tree);
    this.player = preferred([], this.tree.shape);
    this.analysing = false;
    /** @type {Overlay} */ this.overlay = "none";
    /** @type {Color | "turn"} */ this.overlayColor = "turn";
    /** @type {Tool} */ this.tool = "play";
    /** @type {Info | null} */ this.info = null;
    this.picture = blank();
    const { rows, cols, shape } = this.tree;
    this.pane = boardPane({
      rows,
      cols,
      shape,
      playable: "all",
      events: {
        select: (cell) => this.#use(cell),
        secondary: (cell) => this.#change(edit.toggleMark(this.node, cell, "circle")),
      },
    });
    this.view = viewActions(() => this.pane);
    this.engine = this.#createEngine();
    this.panel = this.#createPanel();
    this.tools = toolBar((tool) => this.#setTool(tool));
    this.treeView = treeView((node) => this.go(node));
    this.steps = stepButtons({
      go: (at) => this.goStep(at),
      ply: () => pathTo(this.node).length - 1,
      last: () => this.line().length - 1,
    });
    this.review = new GameReview(this);
    this.comment = this.#commentField();
    this.turnButton = button("", () => this.#switchTurn(), { class: "turn-button" });
    this.element = this.#layout();
    this.cleanups = [settings.subscribe(() => this.show()), this.#listenToKeys()];
    void this.#fetchPlayers();
    this.redraw();
  }

  #createEngine() {
    return createEngine({
      trained: (yes) => this.panel.setTrained(yes),
      info: (info) => {
        this.info = info;
        this.#showInfo();
      },
      review: (review, total) => this.review.take(review, total),
      summary: (summary) => this.review.finish(summary),
      error: (code, message) => {
        this.review.stop();
        this.panel.showText(errorText(new ApiError(code, message)));
      },
    });
  }

  #createPanel() {
    return enginePanel({
      board: this.tree,
      onplayer: (spec) => {
        this.player = spec;
        this.analyse();
      },
      onanalyse: (on) => this.setAnalysing(on),
      overlay: this.overlay,
      onoverlay: (overlay) => {
        this.overlay = overlay;
        if (isEngineOverlay(overlay) && !this.analysing) this.setAnalysing(true);
        void this.#fetchOverlay();
      },
      color: this.overlayColor,
      oncolor: (color) => {
        this.overlayColor = color;
        void this.#fetchOverlay();
      },
      play: (move) => this.play(move),
    });
  }

  #commentField() {
    const id = freshId("comment");
    const field = h("textarea", { id, rows: 1 });
    field.addEventListener("input", () => {
      this.node.comment = field.value;
      this.#keep();
    });
    field.addEventListener("change", () => this.redraw());
    return { field, node: h("div", { class: "field" }, h("label", { for: id }, t("watch.comment")), field) };
  }

  #layout() {
    return h(
      "div",
      { class: "board-layout study analysis" },
      h("h1", { class: "visually-hidden" }, t("nav.analyse")),
      this.pane.node,
      h(
        "div",
        { class: "side" },
        h("section", { class: "moves tree-place", "aria-label": t("step.label") }, this.treeView.node, this.steps.node),
        h(
          "div",
          { class: "row tree-actions" },
          this.turnButton,
          button(t("tree.promote"), () => this.#change(edit.promote(this.node)), { kind: "quiet" }),
          button(t("tree.remove"), () => this.#change(edit.remove(this.node)), { kind: "quiet" }),
        ),
        this.tools.node,
        this.comment.node,
        this.panel.node,
        this.review.element,
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
      { step: (by) => this.goStep(pathTo(this.node).length - 1 + by) },
    );
  }

  async #fetchPlayers() {
    const offers = await request("/players").catch(() => []);
    if (offers.length === 0) return;
    const before = this.player;
    this.player = preferred(offers, this.tree.shape);
    this.panel.offer(offers, this.player);
    if (this.player !== before && !this.review.running) this.analyse();
  }

  /** Show the next engine overlay, and after the last one the bare board. */
  #nextOverlay() {
    const next = ENGINE_OVERLAYS[ENGINE_OVERLAYS.indexOf(/** @type {any} */ (this.overlay)) + 1] ?? "none";
    this.panel.setOverlay(next);
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
    return formatPosition(positionOf(this.board()));
  }

  record() {
    return writeTree(this.tree);
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
    this.go(line[Math.max(0, Math.min(at, line.length - 1))]);
  }

  /** @param {string} move */
  play(move) {
    const next = edit.play(this.tree, this.node, move);
    if (next === this.node) return;
    sound.play("stone");
    announce(`${next.color ? colorName(next.color) : ""} ${move}`);
    this.#change(next);
  }

  /** @param {string} cell */
  #use(cell) {
    switch (this.tool) {
      case "play":
        return this.play(cell);
      case "black":
      case "white":
      case "empty":
        return this.#change(edit.putStone(this.tree, this.node, cell, this.tool === "empty" ? null : this.tool));
      case "label":
        return this.#change(edit.setLabel(this.node, cell, this.node.labels[cell] ? "" : edit.nextLetter(this.node)));
      default:
        return this.#change(edit.toggleMark(this.node, cell, this.tool));
    }
  }

  /** @param {Tool} tool */
  #setTool(tool) {
    this.tool = tool;
    this.show();
  }

  #switchTurn() {
    const turn = this.board().turn === "black" ? "white" : "black";
    this.#change(edit.setTurn(this.tree, this.node, turn));
  }

  /** The tree has changed; go to a node. @param {TreeNode} node */
  #change(node) {
    this.node = node;
    this.#keep();
    this.redraw();
    this.#moved();
  }

  /** Keep the analysis over a reload. */
  #keep() {
    handOn([this.record()]);
  }

  redraw() {
    this.treeView.draw(this.tree.root, this.review.remarks());
    this.show();
  }

  /** Another position is shown. */
  #moved() {
    this.info = null;
    this.picture = blank();
    this.panel.show(null, "black");
    this.show();
    if (!this.review.running) this.analyse();
    void this.#fetchOverlay();
  }

  /** @param {boolean} on */
  setAnalysing(on) {
    this.analysing = on;
    this.panel.setAnalysing(on);
    this.analyse();
  }

  /** Analyse the position, if the analysis is on. */
  analyse() {
    this.review.stop();
    if (!this.analysing || this.board().over) return this.engine.stop();
    this.engine.analyse(this.positionLine(), this.player, { lines: LINES, seconds: SECONDS });
  }

  #showInfo() {
    if (!this.info) return;
    this.panel.show(this.info, this.board().turn);
    if (isEngineOverlay(this.overlay)) {
      this.picture = enginePicture(this.overlay, this.info, this.tree);
      this.show();
    }
  }

  async #fetchOverlay() {
    const { overlay } = this;
    if (overlay === "none" || isEngineOverlay(overlay)) {
      this.picture = blank();
      this.show();
      return this.#showInfo();
    }
    const line = this.positionLine();
    const color = this.overlayColor === "turn" ? this.board().turn : this.overlayColor;
    try {
      const answer = await fetchOverlay(overlay, line, color);
      // The user may have moved on while the server worked.
      if (line !== this.positionLine() || overlay !== this.overlay) return;
      this.picture = pictureOf(overlay, answer, color, this.tree);
      this.show();
    } catch (error) {
      toast(errorText(error), { kind: "error" });
    }
  }

  show() {
    const board = this.board();
    const path = pathTo(this.node);
    const notes = notesOf(this.node);
    this.pane.set({
      ...position(board, stepsOf(path), path.length - 1, { numbers: settings.get("numbers") }),
      ...notes,
      ...this.picture,
      labels: { ...notes.labels, ...this.picture.labels },
      spots: { ...notes.spots, ...this.picture.spots },
      marks: { ...this.picture.marks, ...notes.marks },
      chain: board.chain ? board.chain.map((cell) => board.name(cell)) : [],
      preview: this.tool === "play",
    });
    if (this.comment.field.value !== this.node.comment) this.comment.field.value = this.node.comment;
    this.turnButton.replaceChildren(
      h("span", { class: `stone-dot ${board.turn}` }),
      h("span", null, t("status.turn", { color: colorName(board.turn) })),
    );
    this.treeView.show(this.node);
    this.steps.update();
    this.review.show(path.length - 1);
  }

  destroy() {
    this.cleanups.forEach((cleanup) => cleanup());
    this.engine.close();
    this.pane.destroy();
  }
}
