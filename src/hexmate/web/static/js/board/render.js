/**
 * Draws a state. The frame (cells, edges, coordinates) is built once per size and orientation; a
 * move then touches the elements of its own cell only.
 */

import { cellName, columnName } from "../rules/names.js";
import { freshId, s } from "../ui/dom.js";
import { bands, boxAround, layout, outside, rims, SIDES } from "./geometry.js";
import * as layers from "./layers.js";
import { at, closed, shrunk, stoneParts } from "./shapes.js";
import { factsOf } from "./state.js";

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
 * @property {() => Layout} place where the cells lie now
 * @property {(state: State) => void} render
 * @property {(cell: number | null) => void} hover show the preview on a cell
 * @property {(cell: number) => void} focus give a cell the keyboard focus
 * @property {(cell: number) => void} setTabStop make a cell the one that Tab comes to
 * @property {() => number} tabStop
 */

/** The board's own paints; each board has its own ids. */
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

/**
 * @param {boolean} interactive a board that only shows something is one picture
 * @returns {View}
 */
export function createView(interactive) {
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
    [layers.lastLayer(), ["last", "stones"]],
    [layers.chainLayer(), ["chain"]],
    [layers.pathLayer(), ["paths"]],
    [layers.markLayer(), ["marks", "stones"]],
    [layers.textLayer(), ["numbers", "labels", "stones", "ghosts"]],
    [layers.arrowLayer(), ["arrows"]],
  ];
  const overlays = s(
    "g",
    { class: "overlays", "aria-hidden": "true" },
    ...shown.map(([layer]) => layer.group),
    preview,
    focusRing,
  );
  const svg = s(
    "svg",
    { class: "board", role: interactive ? "grid" : "img" },
    defs,
    edges,
    cells,
    coordinates,
    overlays,
  );

  /** @type {State | null} */ let before = null;
  /** @type {Layout | null} */ let place = null;
  /** @type {SVGPathElement[]} */ let paths = [];
  let tabStop = 0;
  /** @type {number | null} */ let hovered = null;

  /** @param {State} state @param {Layout} board */
  function frame(state, board) {
    paths = cellPaths(board, interactive);
    if (!interactive) return cells.replaceChildren(...paths);
    cells.replaceChildren(...rowsOf(paths, state.cols));
    svg.setAttribute("aria-rowcount", String(state.rows));
    svg.setAttribute("aria-colcount", String(state.cols));
    tabStop = Math.min(tabStop, paths.length - 1);
    paths[tabStop].setAttribute("tabindex", "0");
  }

  /** @param {State} state @param {boolean} fresh whether the cells are new */
  function describe(state, fresh) {
    paths.forEach((path, cell) => {
      if (!fresh && sameCell(before, state, cell)) return;
      const facts = factsOf(state, cell);
      if (interactive) path.setAttribute("aria-label", state.describe ? state.describe(facts) : facts.name);
      path.classList.toggle("playable", facts.playable);
    });
  }

  /** @param {State} state */
  function showPreview(state) {
    const visible =
      hovered !== null &&
      state.preview &&
      state.turn !== null &&
      state.playableCells.has(hovered) &&
      state.stones[hovered] === null;
    preview.replaceChildren();
    preview.classList.toggle("black", state.turn === "black");
    preview.classList.toggle("white", state.turn === "white");
    if (visible && hovered !== null && state.turn && place) {
      preview.append(
        s("path", { class: "outline", d: shrunk(place.outlines[hovered], place.centers[hovered], 0.95) }),
        s(
          "g",
          { class: `stone ${state.turn}`, transform: at(place.centers[hovered]) },
          ...stoneParts(state.turn, paints[state.turn]),
        ),
      );
    }
  }

  return {
    svg,
    place: () => /** @type {Layout} */ (place),
    tabStop: () => tabStop,

    render(state) {
      const laid = !place || differs(before, state, ["rows", "cols", "shape", "rotation", "mirror"]);
      if (laid) place = layout(state);
      const board = /** @type {Layout} */ (place);
      if (laid || differs(before, state, ["coordinates"])) {
        const box = frameBox(board, state.coordinates);
        svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
        edges.replaceChildren(...edgePaths(board));
        coordinates.replaceChildren(...(state.coordinates ? coordinateTexts(board) : []));
      }
      if (laid) frame(state, board);
      for (const [layer, keys] of shown) {
        if (laid || differs(before, state, keys)) layer.update(state, board);
      }
      if (differs(before, state, ["label"])) svg.setAttribute("aria-label", state.label);
      svg.dataset.turn = state.turn ?? "none";
      describe(state, laid);
      before = state;
      if (hovered !== null && hovered >= paths.length) hovered = null;
      showPreview(state);
    },

    hover(cell) {
      if (cell === hovered) return;
      hovered = cell;
      if (before) showPreview(before);
    },

    setTabStop(cell) {
      paths[tabStop].setAttribute("tabindex", "-1");
      tabStop = cell;
      paths[cell].setAttribute("tabindex", "0");
      if (place) focusRing.setAttribute("d", shrunk(place.outlines[cell], place.centers[cell], 0.9));
    },

    focus(cell) {
      this.setTabStop(cell);
      paths[cell].focus();
    },
  };
}

/** @param {State | null} before @param {State} after @param {(keyof State)[]} keys */
function differs(before, after, keys) {
  return before === null || keys.some((key) => before[key] !== after[key]);
}

/**
 * Whether a cell would be described as before.
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
