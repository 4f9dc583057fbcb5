/** Overlays of a position: paths, currents, bridges, and an engine's evaluation of the moves. */

import { t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { cellNumber } from "../rules/names.js";
import { describeCell } from "../words.js";
import { EXACT_OVERLAYS } from "./exact-overlays.js";

/** @typedef {import("../board/state.js").Config} Config */
/** @typedef {import("../rules/board.js").Color} Color */
/** @typedef {import("./engine.js").Info} Info */
/** @typedef {"best" | "winrate" | "visits" | "policy"} EngineOverlay from an engine */
/** @typedef {"distance" | "two-distance" | "resistance" | "bridges" | "winning-chain"} BoardOverlay */
/** @typedef {import("./exact-overlays.js").ExactOverlay} ExactOverlay */
/** @typedef {"none" | EngineOverlay | BoardOverlay | ExactOverlay} Overlay */
/** @typedef {import("../types/api").OverlayResult} Answer */
/** @typedef {"heat" | "paths" | "labels" | "spots" | "marks" | "ghosts" | "arrows" | "describe"} Drawn */
/** @typedef {Pick<Config, Drawn>} Picture */

export const ENGINE_OVERLAYS = /** @type {const} */ (["best", "winrate", "visits", "policy"]);
export const OVERLAYS = /** @type {const} */ ([
  "none",
  ...ENGINE_OVERLAYS,
  "distance",
  "two-distance",
  "resistance",
  "bridges",
  "winning-chain",
  ...EXACT_OVERLAYS,
]);

/** Shares below this get a colour but no number. */
const LEAST_LABEL = 0.01;

/** @param {Overlay} overlay @returns {overlay is EngineOverlay} */
export const isEngineOverlay = (overlay) => ENGINE_OVERLAYS.some((kind) => kind === overlay);

/** @returns {Picture} */
export const blank = () => ({
  heat: {},
  paths: [],
  labels: {},
  spots: {},
  marks: {},
  ghosts: {},
  arrows: [],
  describe: describeCell,
});

/**
 * @param {BoardOverlay | ExactOverlay} kind
 * @param {string} position a position line
 * @param {Color} color
 * @returns {Promise<Answer>}
 */
export function fetchOverlay(kind, position, color) {
  return request("/overlays", { method: "POST", body: { kind, position, color } });
}

/**
 * @param {Overlay} kind
 * @param {Answer} answer
 * @param {Color} color
 * @param {{rows: number, cols: number}} board
 * @returns {Picture}
 */
export function pictureOf(kind, { cells, paths }, color, { rows, cols }) {
  const onBoard = (/** @type {string} */ name) => cellNumber(name, rows, cols) !== null;
  // Bridges come as end, carrier, end; an end may be an edge of the board instead of a cell.
  const ends = (/** @type {string[]} */ path) =>
    (kind === "bridges" ? [path[0], path[path.length - 1]] : path).filter(onBoard);
  // Cells of equal weight get dots; only values that differ make a heat map.
  const dotted = kind === "distance" || kind === "two-distance";
  return {
    ...blank(),
    heat: dotted ? {} : cells,
    marks: dotted ? Object.fromEntries(Object.keys(cells).map((cell) => [cell, /** @type {const} */ ("dot")])) : {},
    paths: paths.map((path) => ({ cells: ends(path), kind: color })).filter(({ cells: way }) => way.length > 1),
  };
}

/**
 * An engine's value for each move; empty where the engine reports none.
 * @param {EngineOverlay} kind
 * @param {Info} info
 * @param {{rows: number, cols: number}} board
 * @returns {Picture}
 */
export function enginePicture(kind, info, board) {
  if (kind === "best") return bestMoves(info, board);
  const shares = kind === "winrate" ? info.cells : kind === "policy" ? info.policy : sharesOf(info.visits);
  const shown = Object.entries(shares).filter(([, share]) => kind === "winrate" || share >= LEAST_LABEL / 2);
  // Shares differ by orders of magnitude; win probabilities are spread around one half.
  const strength = (/** @type {number} */ share) => (kind === "winrate" ? share - 0.5 : Math.sqrt(share));
  const labelled = shown.filter(([, share]) => kind === "winrate" || share >= LEAST_LABEL);
  const best = info.lines.find(({ move }) => cellNumber(move, board.rows, board.cols) !== null)?.move;
  return {
    ...blank(),
    heat: Object.fromEntries(shown.map(([cell, share]) => [cell, strength(share)])),
    labels: Object.fromEntries(labelled.map(([cell, share]) => [cell, String(Math.round(100 * share))])),
    spots: best && shown.length > 0 ? { [best]: "hint" } : {},
    describe: (facts) =>
      facts.name in shares
        ? t("cell.info", {
            cell: describeCell(facts),
            info: t(`overlay.${kind}.cell`, { percent: percent(shares[facts.name]) }),
          })
        : describeCell(facts),
  };
}

/** @param {Record<string, number>} visits */
function sharesOf(visits) {
  const total = Object.values(visits).reduce((sum, count) => sum + count, 0);
  return Object.fromEntries(Object.entries(visits).map(([cell, count]) => [cell, count / total]));
}

/** @param {number} share from 0 to 1 */
export const percent = (share) => t("percent", { n: Math.round(100 * share) });

/**
 * The best moves: their win rates on the board, coloured by visits, the best one marked.
 * @param {Info} info
 * @param {{rows: number, cols: number}} board
 * @returns {Picture}
 */
export function bestMoves({ lines }, { rows, cols }) {
  const shown = lines.filter(({ move }) => cellNumber(move, rows, cols) !== null);
  const labels = Object.fromEntries(
    shown.map(({ move, win_probability: winProbability }) => [move, String(Math.round(100 * winProbability))]),
  );
  const heat = Object.fromEntries(
    shown.map(({ move, visits, win_probability: winProbability }) => [
      move,
      visits ? Math.log(1 + visits) : winProbability,
    ]),
  );
  return { ...blank(), heat, labels, spots: shown.length > 0 ? { [shown[0].move]: "hint" } : {} };
}
