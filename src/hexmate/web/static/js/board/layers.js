/**
 * The layers above the cells. Each remembers what it drew, by cell, and updates only the cells
 * that changed.
 */

import { s } from "../ui/dom.js";
import { shades } from "./heat.js";
import { arrowParts, at, closed, fitting, markPath, opened, shrunk, stoneParts } from "./shapes.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("../rules/board.js").Color} Color */
/** @typedef {{group: SVGGElement, update: (state: State, place: Layout) => void}} Layer */

/** Animate at most this many new elements at once; more of them are a jump to another position. */
const FEW = 2;

/**
 * A layer with at most one element per key.
 * @template V
 * @param {string} name
 * @param {(state: State) => Map<number, V>} wanted
 * @param {(value: V, cell: number, place: Layout, soft: boolean) => Element} draw soft: fade in
 * @param {(value: V) => string} [sign] values with the same text look the same
 * @returns {Layer}
 */
function keyed(name, wanted, draw, sign = String) {
  const group = s("g", { class: name });
  /** @type {Map<number, {sign: string, element: Element}>} */
  const drawn = new Map();
  /** @type {Layout | null} */
  let lastPlace = null;
  return {
    group,
    update(state, place) {
      const values = wanted(state);
      const soft = state.animate && place === lastPlace && values.size <= drawn.size + FEW;
      if (place !== lastPlace) {
        group.replaceChildren();
        drawn.clear();
        lastPlace = place;
      }
      for (const [cell, { element }] of drawn) {
        if (!values.has(cell)) {
          element.remove();
          drawn.delete(cell);
        }
      }
      for (const [cell, value] of values) {
        const before = drawn.get(cell);
        const text = sign(value);
        if (before?.sign === text) continue;
        const element = draw(value, cell, place, soft);
        if (before) before.element.replaceWith(element);
        else group.append(element);
        drawn.set(cell, { sign: text, element });
      }
    },
  };
}

/**
 * A small layer that is redrawn on each change.
 * @param {string} name
 * @param {(state: State, place: Layout, soft: boolean) => Element[]} draw
 * @param {(state: State) => string | null} [sign] states with the same text look the same
 * @returns {Layer}
 */
function redrawn(name, draw, sign = () => null) {
  const group = s("g", { class: name });
  /** @type {Layout | null} */
  let lastPlace = null;
  /** @type {string | null} */
  let drawn = null;
  return {
    group,
    update(state, place) {
      const text = sign(state);
      if (text !== null && text === drawn && place === lastPlace) return;
      drawn = text;
      group.replaceChildren(...draw(state, place, state.animate && place === lastPlace));
      lastPlace = place;
    },
  };
}

/** @param {State} state */
function stonesByCell({ stones }) {
  /** @type {Map<number, Color>} */
  const found = new Map();
  stones.forEach((color, cell) => {
    if (color) found.set(cell, color);
  });
  return found;
}

/** @param {{black: string, white: string}} paints */
export function stoneLayer(paints) {
  return keyed("stones", stonesByCell, (color, cell, place, soft) => {
    // The outer group sets the position, the inner one is animated when a stone appears.
    const inner = s("g", { class: soft ? "drop" : null }, ...stoneParts(color, paints[color]));
    return s("g", { class: `stone ${color}`, transform: at(place.centers[cell]) }, inner);
  });
}

/** @param {{black: string, white: string}} paints */
export function ghostLayer(paints) {
  return keyed(
    "ghosts",
    (state) => state.ghosts,
    (color, cell, place) =>
      s("g", { class: `stone ${color}`, transform: at(place.centers[cell]) }, ...stoneParts(color, paints[color])),
  );
}

export function heatLayer() {
  return keyed(
    "heat-map",
    (state) => shades(state.heat),
    ({ kind, opacity }, cell, place) =>
      s("path", { class: kind, d: closed(place.outlines[cell]), "fill-opacity": opacity }),
    ({ kind, opacity }) => `${kind} ${opacity}`,
  );
}

export function spotLayer() {
  return keyed(
    "spots",
    (state) => state.spots,
    (kind, cell, place) =>
      s("path", { class: `spot ${kind}`, d: shrunk(place.outlines[cell], place.centers[cell], 0.9) }),
  );
}

/** The radius of the mark on the last move. */
export const LAST_RING = 0.22;

export function lastLayer() {
  return keyed(
    "last",
    // A number or a label leaves no room for the ring; it takes the ring's colour instead.
    ({ last, stones, numbers, labels }) =>
      new Map(last === null || numbers.has(last) || labels.has(last) ? [] : [[last, stones[last] ?? "empty"]]),
    (color, cell, place) =>
      s("circle", { class: `last-ring ${color}`, r: LAST_RING, transform: at(place.centers[cell]) }),
  );
}

/** Texts on the cells: labels, and move numbers on cells without a label. */
export function textLayer() {
  return keyed(
    "texts",
    (state) => {
      /** @type {Map<number, [string, string, string]>} */
      const texts = new Map();
      const ground = (/** @type {number} */ cell) => state.stones[cell] ?? state.ghosts.get(cell) ?? "empty";
      const last = (/** @type {number} */ cell) => (cell === state.last ? " last" : "");
      for (const [cell, text] of state.numbers) texts.set(cell, [`number${last(cell)}`, text, ground(cell)]);
      for (const [cell, text] of state.labels) texts.set(cell, [`label${last(cell)}`, text, ground(cell)]);
      return texts;
    },
    ([kind, text, ground], cell, place) =>
      s(
        "text",
        { class: `${kind} on-${ground}`, transform: at(place.centers[cell]), "font-size": fitting(text) },
        text,
      ),
    (value) => value.join(" "),
  );
}

export function markLayer() {
  return keyed(
    "marks",
    (state) => new Map([...state.marks].map(([cell, mark]) => [cell, { mark, ground: state.stones[cell] ?? "empty" }])),
    ({ mark, ground }, cell, place) =>
      s("path", { class: `mark ${mark} on-${ground}`, d: markPath(mark), transform: at(place.centers[cell]) }),
    ({ mark, ground }) => `${mark} ${ground}`,
  );
}

export function pathLayer() {
  return redrawn("paths", ({ paths }, place) =>
    paths
      .filter(({ cells }) => cells.length > 0)
      .flatMap(({ cells, kind }) => {
        // Repeating the last cell turns a path of one cell into a dot.
        const way = opened([...cells, cells[cells.length - 1]].map((cell) => place.centers[cell]));
        return [s("path", { class: "casing", d: way }), s("path", { class: `line ${kind}`, d: way })];
      }),
  );
}

export function arrowLayer() {
  return redrawn("arrows", ({ arrows }, place) =>
    arrows.map(({ cells: [from, to], kind }) => {
      const { shaft, head } = arrowParts(place.centers[from], place.centers[to]);
      return s(
        "g",
        { class: `arrow ${kind}` },
        s("path", { class: "shaft", d: shaft }),
        s("path", { class: "head", d: head }),
      );
    }),
  );
}

/** Milliseconds between two stones of the winning chain. */
export const CHAIN_STEP = 110;

export function chainLayer() {
  return redrawn("chain", drawChain, ({ chain }) => chain.join(" "));
}

/** @param {State} state @param {Layout} place @param {boolean} soft */
function drawChain({ chain, drawn }, place, soft) {
  const links = chain.slice(1).map((cell, i) => {
    const d = opened([place.centers[chain[i]], place.centers[cell]]);
    return ["casing", "link"].map((name) => s("path", { class: name, pathLength: 1, d }));
  });
  const beads = chain.map((cell) => s("circle", { class: "bead", r: 0.15, transform: at(place.centers[cell]) }));
  if (soft && !drawn) {
    links.forEach((pair, i) => pair.forEach((part) => delay(part, (i + 0.4) * CHAIN_STEP)));
    beads.forEach((bead, i) => delay(bead, i * CHAIN_STEP));
  }
  // Casings first, so that they do not cover the links.
  return [...links.map(([casing]) => casing), ...links.map(([, link]) => link), ...beads];
}

/** @param {SVGElement} element @param {number} milliseconds */
function delay(element, milliseconds) {
  element.classList.add("growing");
  element.style.animationDelay = `${Math.round(milliseconds)}ms`;
}
