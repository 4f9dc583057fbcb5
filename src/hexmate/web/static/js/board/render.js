/**
 * Draws a state. The frame (cells, edges, coordinates) is built once per size and orientation; a
 * move then only updates the elements of its own cell.
 */

import { cellName, columnName } from "../rules/names.js";
import { freshId, s } from "../ui/dom.js";
import { bands, boxAround, layout, outside, rims, SIDES } from "./geometry.js";
import * as layers from "./layers.js";
import { at, closed, shrunk, stoneParts } from "./shapes.js";
import { factsOf } from "./state.js";
import { seenBox, wholeLook } from "./zoom.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./geometry.js").Box} Box */
/** @typedef {import("./geometry.js").Side} Side */

const EDGE = 0.16;
const BROAD_EDGE = 0.3;
const MARGIN = 0.12;
const LABEL_GAP = 0.7;
const LABEL_SIZE = 0.34;
/** @type {Record<Side, "black" | "white">} */
const OWNERS = { top: "black", right: "white", bottom: "black", left: "white" };

/**
 * @typedef {object} View
 * @property {SVGSVGElement} svg
 * @property {() => Layout} place where the cells are now
 * @property {() => Box} frame around the cells, edges and coordinates; a new object when it changes
 * @property {(look: import("./zoom.js").Look) => void} look show a part of the frame
 * @property {(state: State) => void} render
 * @property {(cell: number | null) => void} hover show the preview on a cell
 * @property {(cell: number) => void} focus give a cell the keyboard focus
 * @property {(cell: number) => void} setTabStop make a cell the tab stop
 * @property {() => number} tabStop
 */

/** The paints of one board; each board has its own ids. */
function createPaints() {
  const stem = freshId("board");
  const gradient = (/** @type {"black" | "white"} */ color) =>
    s(
      "radialGradient",
      { id: `${stem}-${color}`, cx: 0.36, cy: 0.3, r: 0.85 },
      s("stop", { offset: 0, class: `stone-light ${color}` }),
      s("stop", { offset: 1, class: `stone-dark ${color}` }),
    );
  return {
    defs: s("defs", null, gradient("black"), gradient("white")),
    paints: { black: `url(#${stem}-black)`, white: `url(#${stem}-white)` },
  };
}

/** The groups of one board's drawing, lowest first. @param {boolean} interactive */
function createGroups(interactive) {
  const { defs, paints } = createPaints();
  const edges = s("g", { class: "edges", "aria-hidden": "true" });
  const cells = s("g", { class: "cells", role: interactive ? "rowgroup" : null });
  const coordinates = s("g", { class: "coordinates", "aria-hidden": "true" });
  const preview = s("g", { class: "preview", "aria-hidden": "true" });
  const focusRing = s("path", { class: "focus-ring", "aria-hidden": "true" });
  /**
   * The layers, lowest first, and the parts of the state each of them shows.
   * @type {[import("./layers.js").Layer, (keyof State)[]][]}
   */
  const shown = [
    [layers.heatLayer(), ["heat"]],
    [layers.spotLayer(), ["spots"]],
    [layers.ghostLayer(paints), ["ghosts"]],
    [layers.stoneLayer(paints), ["stones"]],
    [layers.lastLayer(), ["last", "stones", "numbers", "labels"]],
    [layers.chainLayer(), ["chain"]],
    [layers.pathLayer(), ["paths"]],
    [layers.markLayer(), ["marks", "stones"]],
    [layers.textLayer(), ["numbers", "labels", "stones", "ghosts", "last"]],
    [layers.arrowLayer(), ["arrows"]],
  ];
  const overlays = [...shown.map(([layer]) => layer.group), preview, focusRing];
  const svg = s(
    "svg",
    { class: "board", role: interactive ? "grid" : "img" },
    defs,
    edges,
    cells,
    coordinates,
    s("g", { class: "overlays", "aria-hidden": "true" }, ...overlays),
  );
  return { svg, paints, edges, cells, coordinates, preview, focusRing, shown };
}

/**
 * @param {boolean} interactive false for a picture
 * @returns {View}
 */
export const createView = (interactive) => new BoardView(interactive);

/** @implements {View} */
class BoardView {
  /** @type {boolean} */ #interactive;
  /** @type {ReturnType<typeof createGroups>} */ #groups;
  /** @type {State | null} */ #before = null;
  /** @type {Layout | null} */ #place = null;
  /** @type {Box} */ #frame = { x: 0, y: 0, width: 1, height: 1 };
  /** @type {SVGPathElement[]} */ #paths = [];
  #tabStop = 0;
  /** @type {number | null} */ #hovered = null;

  /** @param {boolean} interactive */
  constructor(interactive) {
    this.#interactive = interactive;
    this.#groups = createGroups(interactive);
    this.svg = this.#groups.svg;
  }

  place() {
    return /** @type {Layout} */ (this.#place);
  }

  frame() {
    return this.#frame;
  }

  /** @param {import("./zoom.js").Look} look */
  look(look) {
    this.svg.setAttribute("viewBox", boxText(look.zoom > 1 ? seenBox(look, this.#frame) : this.#frame));
  }

  tabStop() {
    return this.#tabStop;
  }

  /** @param {State} state */
  render(state) {
    const before = this.#before;
    const { svg, edges, coordinates, shown } = this.#groups;
    const laid = !this.#place || differs(before, state, ["rows", "cols", "shape", "rotation", "mirror"]);
    if (laid) this.#place = layout(state);
    const place = this.place();
    if (laid || differs(before, state, ["coordinates"])) {
      this.#frame = frameBox(place, state.coordinates);
      // Pictures of the board need it, whatever part is shown.
      svg.dataset.frame = boxText(this.#frame);
      this.look(wholeLook(this.#frame));
      edges.replaceChildren(...edgePaths(place));
      coordinates.replaceChildren(...(state.coordinates ? coordinateTexts(place) : []));
    }
    if (laid) this.#layCells(state, place);
    for (const [layer, keys] of shown) {
      if (laid || differs(before, state, keys)) layer.update(state, place);
    }
    if (differs(before, state, ["label"])) svg.setAttribute("aria-label", state.label);
    svg.dataset.turn = state.turn ?? "none";
    this.#describe(state, laid);
    this.#before = state;
    if (this.#hovered !== null && this.#hovered >= this.#paths.length) this.#hovered = null;
    this.#showPreview(state);
  }

  /** @param {number | null} cell */
  hover(cell) {
    if (cell === this.#hovered) return;
    this.#hovered = cell;
    if (this.#before) this.#showPreview(this.#before);
  }

  /** @param {number} cell */
  setTabStop(cell) {
    this.#paths[this.#tabStop].setAttribute("tabindex", "-1");
    this.#tabStop = cell;
    this.#paths[cell].setAttribute("tabindex", "0");
    const place = this.#place;
    if (place) this.#groups.focusRing.setAttribute("d", shrunk(place.outlines[cell], place.centers[cell], 0.9));
  }

  /** @param {number} cell */
  focus(cell) {
    this.setTabStop(cell);
    this.#paths[cell].focus();
  }

  /** @param {State} state @param {Layout} place */
  #layCells(state, place) {
    const { svg, cells } = this.#groups;
    this.#paths = cellPaths(place, this.#interactive);
    if (!this.#interactive) return cells.replaceChildren(...this.#paths);
    cells.replaceChildren(...rowsOf(this.#paths, state.cols));
    svg.setAttribute("aria-rowcount", String(state.rows));
    svg.setAttribute("aria-colcount", String(state.cols));
    this.#tabStop = Math.min(this.#tabStop, this.#paths.length - 1);
    this.#paths[this.#tabStop].setAttribute("tabindex", "0");
  }

  /** @param {State} state @param {boolean} fresh whether the cells are new */
  #describe(state, fresh) {
    this.#paths.forEach((path, cell) => {
      if (!fresh && sameCell(this.#before, state, cell)) return;
      const facts = factsOf(state, cell);
      if (this.#interactive) path.setAttribute("aria-label", state.describe ? state.describe(facts) : facts.name);
      path.classList.toggle("playable", facts.playable);
    });
  }

  /** @param {State} state */
  #showPreview(state) {
    const { preview, paints } = this.#groups;
    const { turn } = state;
    const cell = this.#hovered;
    preview.replaceChildren();
    preview.classList.toggle("black", turn === "black");
    preview.classList.toggle("white", turn === "white");
    if (cell === null || turn === null || !this.#place || !state.preview) return;
    if (!state.playableCells.has(cell) || state.stones[cell] !== null) return;
    const { outlines, centers } = this.#place;
    preview.append(
      s("path", { class: "outline", d: shrunk(outlines[cell], centers[cell], 0.95) }),
      s("g", { class: `stone ${turn}`, transform: at(centers[cell]) }, ...stoneParts(turn, paints[turn])),
    );
  }
}

/** @param {Box} box */
const boxText = ({ x, y, width, height }) => `${x} ${y} ${width} ${height}`;

/** @param {State | null} before @param {State} after @param {(keyof State)[]} keys */
function differs(before, after, keys) {
  return before === null || keys.some((key) => before[key] !== after[key]);
}

/**
 * Whether a cell's description stays the same.
 * @param {State | null} before
 * @param {State} after
 * @param {number} cell
 */
function sameCell(before, after, cell) {
  return (
    before !== null &&
    before.describe === after.describe &&
    before.stones[cell] === after.stones[cell] &&
    (before.last === cell) === (after.last === cell) &&
    before.playableCells.has(cell) === after.playableCells.has(cell)
  );
}

/** @param {Layout} place @param {boolean} interactive */
function cellPaths({ outlines, cols }, interactive) {
  return outlines.map((outline, cell) => {
    const grid = { role: "gridcell", tabindex: -1, "aria-colindex": (cell % cols) + 1 };
    const d = closed(outline);
    return s("path", { class: "cell", d, "data-cell": cellName(cell, cols), ...(interactive ? grid : null) });
  });
}

/** @param {SVGPathElement[]} paths @param {number} cols */
function rowsOf(paths, cols) {
  return Array.from({ length: paths.length / cols }, (_, row) =>
    s("g", { role: "row", "aria-rowindex": row + 1 }, ...paths.slice(row * cols, (row + 1) * cols)),
  );
}

/** The players' edges, and the broader ones that show whose turn it is. @param {Layout} place */
function edgePaths(place) {
  return [
    ["broad", BROAD_EDGE],
    ["slim", EDGE],
  ].flatMap(([breadth, width]) => {
    const areas = bands(place, Number(width));
    return SIDES.map((side) => s("path", { class: `edge ${breadth} ${OWNERS[side]} ${side}`, d: closed(areas[side]) }));
  });
}

/** @param {Layout} place */
function coordinateTexts(place) {
  const text = (/** @type {import("./geometry.js").Anchor} */ anchor, /** @type {string} */ name) =>
    s("text", { transform: at(outside(anchor, LABEL_GAP)), "font-size": LABEL_SIZE }, name);
  return [
    ...place.columnLabels.map((anchor, col) => text(anchor, columnName(col))),
    ...place.rowLabels.map((anchor, row) => text(anchor, String(row + 1))),
  ];
}

/** @param {Layout} place @param {boolean} coordinates @returns {Box} */
function frameBox(place, coordinates) {
  const rim = Object.values(rims(place, BROAD_EDGE)).flat();
  const labels = coordinates
    ? [...place.columnLabels, ...place.rowLabels].map((anchor) => outside(anchor, LABEL_GAP + LABEL_SIZE * 0.6))
    : [];
  return boxAround([...rim, ...labels], MARGIN);
}
