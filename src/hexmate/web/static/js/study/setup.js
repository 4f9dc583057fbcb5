/** A dialog to set up a position by hand: stones, side to move, size, and whether a game can lead to it. */

import * as setup from "../game/setup.js";
import { t } from "../i18n/index.js";
import { SHAPES } from "../rules/board.js";
import { cellName, cellNumber } from "../rules/names.js";
import { button, choice, select } from "../ui/controls.js";
import { ask } from "../ui/dialog.js";
import { h, replace } from "../ui/dom.js";
import { keepFocus } from "../ui/focus.js";
import { createNumberField } from "../ui/number.js";
import { useStyles } from "../ui/styles.js";
import { boardPane } from "../views/pane.js";
import { colorName } from "../words.js";

/** @typedef {import("../game/setup.js").Draft} Draft */
/** @typedef {import("../game/tree.js").GameRecord} GameRecord */
/** @typedef {import("../rules/board.js").Color} Color */
/** @typedef {ReturnType<typeof createNumberField>} NumberField */
/** @typedef {"black" | "white" | "empty"} Pen what a click puts on a cell */

const LARGEST = 32;

/**
 * Ask for a position, starting from one; resolves to a record that begins with it, or null.
 * @param {Draft} start
 * @returns {Promise<GameRecord | null>}
 */
export async function askForPosition(start) {
  await useStyles("game", "share");
  const editor = new PositionEditor(start);
  const answer = await ask({
    title: t("setup.position"),
    body: editor.node,
    answers: [
      { label: t("setup.position.use"), value: "use", kind: "primary" },
      { label: t("common.cancel"), value: "no", kind: "quiet" },
    ],
  });
  const { draft } = editor;
  editor.destroy();
  return answer === "use" ? setup.recordOfDraft(draft) : null;
}

class PositionEditor {
  /** @param {Draft} start */
  constructor(start) {
    this.draft = start;
    /** @type {Pen} */ this.pen = "black";
    this.place = h("div", { class: "position-board" });
    this.status = h("p", { class: "position-status", role: "status" });
    this.size = h("div", { class: "row position-size" });
    /** @type {{rows: NumberField, cols: NumberField} | null} */ this.fields = null;
    this.turn = h("div");
    this.mirror = button(t("setup.mirror"), () => this.#change(setup.mirrored(this.draft)), { icon: "flip" });
    this.rotate = button(t("setup.rotate"), () => this.#change(setup.rotated(this.draft)), { icon: "rotate" });
    this.pane = this.#newPane();
    this.node = h("div", { class: "position-editor" }, this.place, this.#controls());
    this.#drawSize();
    this.#show();
  }

  #controls() {
    const pen = (/** @type {Pen} */ value) => ({
      value,
      label: value === "empty" ? t("tool.empty") : colorName(value),
    });
    return h(
      "div",
      { class: "position-controls" },
      choice({
        label: t("setup.pen"),
        value: this.pen,
        choices: [pen("black"), pen("white"), pen("empty")],
        onchange: (value) => (this.pen = value),
      }),
      this.turn,
      this.status,
      this.size,
      h(
        "div",
        { class: "row" },
        button(t("setup.clear"), () => this.#change(setup.cleared(this.draft)), { icon: "close" }),
        this.mirror,
        this.rotate,
      ),
    );
  }

  /** The fields for size and shape; drawn again for another shape. */
  #drawSize() {
    const { rows, cols, shape } = this.draft;
    const triangle = shape === "triangle";
    const most = triangle ? LARGEST / 2 : LARGEST;
    const limits = { min: 1, max: most, whole: true };
    const setRows = (/** @type {number} */ n) => this.#resize(n, triangle ? 2 * n : this.draft.cols);
    const setCols = (/** @type {number} */ n) => this.#resize(this.draft.rows, n);
    this.fields = {
      rows: createNumberField({ label: t("setup.rows"), value: rows, ...limits, onchange: setRows }),
      cols: createNumberField({ label: t("setup.cols"), value: cols, ...limits, onchange: setCols }),
    };
    const giveBack = keepFocus();
    replace(
      this.size,
      this.fields.rows.node,
      !triangle && this.fields.cols.node,
      select({
        label: t("setup.shape"),
        value: shape,
        key: "position-shape",
        choices: SHAPES.map((value) => ({ value, label: t(`shape.${value}`) })),
        onchange: (value) => this.#reshape(value),
      }),
    );
    giveBack();
  }

  /** @param {number} rows @param {number} cols */
  #resize(rows, cols) {
    const { draft, lost } = setup.resized(this.draft, rows, cols);
    this.#change(draft);
    if (lost > 0) this.status.append(" ", t("setup.lost", { count: lost }));
  }

  /** @param {import("../rules/board.js").Shape} shape */
  #reshape(shape) {
    const rows = shape === "triangle" ? Math.min(this.draft.rows, LARGEST / 2) : this.draft.rows;
    const cols = shape === "triangle" ? 2 * rows : this.draft.cols;
    this.#change({ ...setup.resized(this.draft, rows, cols).draft, shape });
  }

  /** @param {Draft | null} draft */
  #change(draft) {
    if (!draft) return;
    const before = this.draft;
    this.draft = draft;
    if (before.rows !== draft.rows || before.cols !== draft.cols || before.shape !== draft.shape) {
      this.pane.destroy();
      this.pane = this.#newPane();
    }
    if (before.shape !== draft.shape) this.#drawSize();
    this.fields?.rows.set(draft.rows);
    this.fields?.cols.set(draft.cols);
    this.#show();
  }

  #newPane() {
    const { rows, cols, shape } = this.draft;
    const pane = boardPane({
      rows,
      cols,
      shape,
      playable: "all",
      preview: false,
      events: { select: (cell) => this.#use(cell, this.pen), secondary: (cell) => this.#use(cell, "empty") },
    });
    this.place.replaceChildren(pane.node);
    return pane;
  }

  /** Put a stone; the same stone again removes it. @param {string} name @param {Pen} pen */
  #use(name, pen) {
    const cell = cellNumber(name, this.draft.rows, this.draft.cols);
    if (cell === null) return;
    const stone = pen === "empty" || this.draft.stones[cell] === pen ? null : pen;
    this.#change(setup.put(this.draft, cell, stone));
  }

  #show() {
    const { draft } = this;
    /** @type {Record<string, Color>} */ const stones = {};
    draft.stones.forEach((stone, cell) => {
      if (stone) stones[cellName(cell, draft.cols)] = stone;
    });
    this.pane.set({ stones, turn: draft.turn, last: null });
    this.mirror.hidden = setup.mirrored(draft) === null;
    this.rotate.hidden = setup.rotated(draft) === null;
    this.#drawTurn();
    this.status.textContent = legalityText(setup.legality(draft), draft.turn);
  }

  #drawTurn() {
    const drawn = this.turn.querySelector(`input[value="${this.draft.turn}"]`);
    if (drawn instanceof HTMLInputElement) {
      drawn.checked = true;
      return;
    }
    const color = (/** @type {Color} */ value) => ({ value, label: colorName(value) });
    replace(
      this.turn,
      choice({
        label: t("setup.turn"),
        value: this.draft.turn,
        choices: [color("black"), color("white")],
        onchange: (turn) => this.#change({ ...this.draft, turn }),
      }),
    );
  }

  destroy() {
    this.pane.destroy();
  }
}

/**
 * What a position is, in words.
 * @param {import("../game/setup.js").Legality} legality
 * @param {Color} turn
 */
export function legalityText({ black, white, winner, count, full }, turn) {
  const names = { black: colorName("black"), white: colorName("white") };
  const stones = t("setup.stones", { black, white, blackName: names.black, whiteName: names.white });
  if (winner) return `${stones} ${t("setup.legal.won", { color: names[winner] })}`;
  if (full) return `${stones} ${t("setup.legal.full")}`;
  return `${stones} ${t(`setup.legal.${count}`, { color: names[turn] })}`;
}
