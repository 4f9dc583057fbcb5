/**
 * What a board shows, as plain data. Pages use the names of cells (`c3`); inside, a cell is its
 * number. There are no rules here: the configuration says which cells can be played.
 */

import { cellName, cellNumber } from "../rules/names.js";

/** @typedef {import("../rules/board.js").Shape} Shape */
/** @typedef {import("../rules/board.js").Color} Color */
/** @typedef {"triangle" | "circle" | "square" | "cross" | "dot"} Mark */
/** @typedef {"hint" | "premove" | "pending" | "selected" | "mistake"} Spot */
/** @typedef {"black" | "white" | "main" | "quiet"} LineKind */
/** @typedef {{cells: string[], kind?: LineKind}} PathConfig */
/** @typedef {{from: string, to: string, kind?: LineKind}} ArrowConfig */
/** @typedef {{keyboard: boolean, touch: boolean, shift: boolean}} Gesture */
/** @typedef {{name: string, stone: Color | null, last: boolean, playable: boolean}} CellFacts */

/**
 * @typedef {object} Events
 * @property {(cell: string, gesture: Gesture) => void} [select] a cell was clicked, tapped or chosen with Enter
 * @property {(cell: string) => void} [secondary] a cell was clicked with the right button
 * @property {(from: string, to: string) => void} [arrow] the right button was dragged across the board
 * @property {(cell: string | null) => void} [hover] the pointer or the keyboard moved to another cell
 */

/**
 * The configuration of a board. Pass `set` only what changes.
 * @typedef {object} Config
 * @property {number} rows
 * @property {number} cols
 * @property {Shape} shape
 * @property {number} rotation the clock hour, 1 to 12, at which a1 lies
 * @property {boolean} mirror
 * @property {boolean} coordinates
 * @property {Record<string, Color>} stones
 * @property {Color | null} turn the side to move: its edges stand out, its stone is previewed
 * @property {"all" | "empty" | "none" | string[]} playable the cells that can be clicked
 * @property {boolean} preview whether a stone is shown under the pointer
 * @property {boolean} animate whether new stones fade in
 * @property {string | null} last
 * @property {Record<string, Color>} ghosts half-transparent stones: pending, planned, hypothetical
 * @property {Record<string, Spot>} spots cells with a coloured rim
 * @property {Record<string, number | string>} numbers
 * @property {Record<string, string>} labels short texts, instead of numbers
 * @property {Record<string, Mark>} marks
 * @property {Record<string, number>} heat
 * @property {PathConfig[]} paths
 * @property {ArrowConfig[]} arrows
 * @property {string[]} chain the winning chain, drawn stone by stone
 * @property {boolean} drawn whether the chain has been drawn before: it appears at once
 * @property {string} label name of the board, for screen readers
 * @property {((facts: CellFacts) => string) | null} describe name of a cell, for screen readers
 * @property {Events} events
 */

/** @typedef {{cells: number[], kind: LineKind}} Path */
/**
 * The configuration with cells as numbers.
 * @typedef {Pick<Config, "rows" | "cols" | "shape" | "rotation" | "mirror" | "coordinates" | "turn"
 *   | "preview" | "animate" | "drawn" | "label" | "describe" | "events"> & {
 *   stones: (Color | null)[], playable: Config["playable"], playableCells: Set<number>,
 *   last: number | null, ghosts: Map<number, Color>, spots: Map<number, Spot>,
 *   numbers: Map<number, string>, labels: Map<number, string>, marks: Map<number, Mark>,
 *   heat: Map<number, number>, paths: Path[], arrows: Path[], chain: number[]}} State
 */

/** @type {Config} */
const DEFAULTS = {
  rows: 11,
  cols: 11,
  shape: "hex",
  rotation: 10,
  mirror: false,
  coordinates: true,
  stones: {},
  turn: null,
  playable: "none",
  preview: true,
  animate: true,
  last: null,
  ghosts: {},
  spots: {},
  numbers: {},
  labels: {},
  marks: {},
  heat: {},
  paths: [],
  arrows: [],
  chain: [],
  drawn: false,
  label: "",
  describe: null,
  events: {},
};

/** @type {(keyof Config)[]} */
const ON_CELLS = [
  "stones",
  "last",
  "ghosts",
  "spots",
  "numbers",
  "labels",
  "marks",
  "heat",
  "paths",
  "arrows",
  "chain",
];

/** @returns {State} */
export function initialState() {
  return nextState(null, DEFAULTS);
}

/**
 * The state after a change. A board of another size or shape starts empty.
 * @param {State | null} state
 * @param {Partial<Config>} config
 * @returns {State}
 */
export function nextState(state, config) {
  const resized = (/** @type {"rows" | "cols" | "shape"} */ key) =>
    config[key] !== undefined && config[key] !== state?.[key];
  const emptied = resized("rows") || resized("cols") || resized("shape");
  const cleared = emptied ? Object.fromEntries(ON_CELLS.map((key) => [key, DEFAULTS[key]])) : {};
  /** @type {Partial<Config>} */
  const given = { ...cleared, ...config };
  const next = /** @type {State} */ ({ ...state });
  for (const key of /** @type {const} */ ([
    "rows",
    "cols",
    "shape",
    "rotation",
    "mirror",
    "coordinates",
    "turn",
    "preview",
    "animate",
    "drawn",
    "label",
    "describe",
    "playable",
    "events",
  ])) {
    if (given[key] !== undefined) Object.assign(next, { [key]: given[key] });
  }
  if (next.shape === "triangle" && next.cols !== 2 * next.rows) {
    throw new RangeError(`a triangle board of ${next.rows} rows has ${2 * next.rows} columns`);
  }
  convertCells(next, given);
  if (given.stones || given.playable) next.playableCells = playableCells(next);
  return next;
}

/**
 * @param {State} next
 * @param {Partial<Config>} given
 */
function convertCells(next, given) {
  const number = (/** @type {string} */ name) => numberOf(name, next);
  if (given.stones) next.stones = stonesOf(given.stones, next);
  if (given.last !== undefined) next.last = given.last === null ? null : number(given.last);
  if (given.ghosts) next.ghosts = byNumber(given.ghosts, number);
  if (given.spots) next.spots = byNumber(given.spots, number);
  if (given.labels) next.labels = byNumber(given.labels, number);
  if (given.marks) next.marks = byNumber(given.marks, number);
  if (given.heat) next.heat = byNumber(given.heat, number);
  if (given.chain) next.chain = given.chain.map(number);
  if (given.numbers) {
    const texts = Object.entries(given.numbers).map(([name, n]) => [name, String(n)]);
    next.numbers = byNumber(Object.fromEntries(texts), number);
  }
  if (given.paths) {
    next.paths = given.paths.map(({ cells, kind = "main" }) => ({ cells: cells.map(number), kind }));
  }
  if (given.arrows) {
    next.arrows = given.arrows.map(({ from, to, kind = "main" }) => ({
      cells: [number(from), number(to)],
      kind,
    }));
  }
}

/** @param {string} name @param {State} board */
function numberOf(name, { rows, cols }) {
  const cell = cellNumber(name, rows, cols);
  if (cell === null) throw new RangeError(`there is no cell ${name} on a board of ${rows}x${cols}`);
  return cell;
}

/**
 * @template T
 * @param {Record<string, T>} values
 * @param {(name: string) => number} number
 * @returns {Map<number, T>}
 */
function byNumber(values, number) {
  return new Map(Object.entries(values).map(([name, value]) => [number(name), value]));
}

/** @param {Record<string, Color>} stones @param {State} board */
function stonesOf(stones, board) {
  /** @type {(Color | null)[]} */
  const cells = new Array(board.rows * board.cols).fill(null);
  for (const [name, color] of Object.entries(stones)) cells[numberOf(name, board)] = color;
  return cells;
}

/** @param {State} state */
function playableCells({ stones, playable, rows, cols }) {
  if (Array.isArray(playable)) {
    return new Set(playable.map((name) => numberOf(name, /** @type {State} */ ({ rows, cols }))));
  }
  const cells = stones.map((_, cell) => cell);
  if (playable === "all") return new Set(cells);
  return new Set(playable === "empty" ? cells.filter((cell) => stones[cell] === null) : []);
}

/**
 * @param {State} state
 * @param {number} cell
 * @returns {CellFacts}
 */
export function factsOf(state, cell) {
  return {
    name: cellName(cell, state.cols),
    stone: state.stones[cell],
    last: state.last === cell,
    playable: state.playableCells.has(cell),
  };
}
