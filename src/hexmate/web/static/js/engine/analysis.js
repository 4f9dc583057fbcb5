/** Analyses of positions as they progress: `watch_position` of `hexmate/analysis.py` for the page. */

import { mayBeSwapped, moveName } from "./boards.js";
import { OWN_KEY, searchedOpening } from "./openings.js";
import { lastOf, watched } from "./stopping.js";

/** @typedef {import("./core.js").ReportedMove} ReportedMove */
/** @typedef {import("./searches.js").Limit} Limit */
/** @typedef {import("./searches.js").Searcher} Searcher */
/** @typedef {import("./searches.js").State} State */
/** @typedef {import("./stopping.js").StopToken} StopToken */
/** @typedef {import("../rules/board.js").Board} Board */
/** @typedef {import("../types/api").AnalysisLineState} Line */
/** @typedef {{lines: Line[], cells: Record<string, number>, visits: Record<string, number>,
 *   policy: Record<string, number>}} View */

/** Milliseconds between two views. */
const INTERVAL = 100;

/** Four digits, as the server's messages have them. @param {number} value */
export const rounded = (value) => Math.round(value * 1e4) / 1e4;

/**
 * The best moves of a position while it is searched. A swap is among them if it is possible; if the opponent may swap,
 * they are the fairest.
 * @param {Searcher & {engine: any}} player
 * @param {Board} board
 * @param {Limit} limit
 * @param {number} lines
 * @param {StopToken} stop
 * @returns {AsyncGenerator<View>}
 */
export async function* watchPosition(player, board, limit, lines, stop) {
  if (mayBeSwapped(board)) {
    const found = await openingLines(player, board, limit, stop);
    yield { lines: found.slice(0, lines), cells: {}, visits: {}, policy: {} };
    return;
  }
  /** @type {State | undefined} */ let last;
  let shown = performance.now();
  for await (const state of watched(player.search(board, limit, lines), stop)) {
    last = state;
    if (performance.now() - shown < INTERVAL) continue;
    shown = performance.now();
    yield viewOf(board, state, lines);
    last = undefined;
  }
  if (last) yield viewOf(board, last, lines);
}

/**
 * The best line of a position, when the search is over.
 * @param {Searcher & {engine: any}} player
 * @param {Board} board
 * @param {Limit} limit
 * @param {StopToken} stop
 * @returns {Promise<Line>}
 */
export async function bestLine(player, board, limit, stop) {
  if (mayBeSwapped(board)) return (await openingLines(player, board, limit, stop))[0];
  return viewOf(board, await lastOf(player.search(board, limit, 1), stop), 1).lines[0];
}

/** @param {Board} board @param {State} state @param {number} lines @returns {View} */
function viewOf(board, state, lines) {
  const { moves } = state.report;
  const found = moves.slice(0, lines).map((move) => lineOf(board, move, state.visits));
  if (board.swapAvailable) {
    const share = rounded(1 - found[0].win_probability);
    const swap = { ...lineOf(board, moves[0], 0), ...swapLine(board, share) };
    const worse = found.findIndex((line) => line.win_probability < share);
    found.splice(worse < 0 ? found.length : worse, 0, swap);
  }
  const seen = moves.filter(({ visits, proven }) => visits > 0 || proven !== null);
  const named = (/** @type {ReportedMove[]} */ some, /** @type {(move: ReportedMove) => number} */ value) =>
    Object.fromEntries(some.map((move) => [moveName(board, move.move), rounded(value(move))]));
  return {
    lines: found.slice(0, lines),
    cells: named(seen, ({ winProbability }) => winProbability),
    visits: named(
      seen.filter(({ visits }) => visits > 0),
      ({ visits }) => visits,
    ),
    policy: moves.some(({ prior }) => prior > 0) ? named(moves, ({ prior }) => prior) : {},
  };
}

/** @param {Board} board @param {number} share */
function swapLine(board, share) {
  const move = `swap-${board.swap}`;
  return { move, win_probability: share, score: null, pv: [move], nodes: null, visits: null, prior: null };
}

/** @param {Board} board @param {ReportedMove} move @param {number} nodes @returns {Line} */
function lineOf(board, { move, winProbability, score, visits, prior, line }, nodes) {
  return {
    move: moveName(board, move),
    win_probability: rounded(winProbability),
    score: rounded(score),
    pv: (line.length > 0 ? line : [move]).map((each) => moveName(board, each)),
    depth: null,
    nodes,
    visits,
    prior: prior > 0 ? rounded(prior) : null,
  };
}

/**
 * The fairest of a few openings, each worth its worse side: the opponent takes the better one. They share the limit.
 * @param {Searcher & {engine: any}} player
 * @param {Board} board
 * @param {Limit} limit
 * @param {StopToken} stop
 * @returns {Promise<Line[]>}
 */
async function openingLines(player, board, { seconds = null, visits = null }, stop) {
  const looks = Math.max(1, Math.ceil(Math.log2(board.stones.length + 1)));
  const part = {
    seconds: seconds === null ? null : seconds / looks,
    visits: visits === null ? null : Math.max(1, Math.floor(visits / looks)),
  };
  /** @type {Line[]} */ const found = [];
  const fair = await searchedOpening(
    player.engine,
    board,
    async (trial) => {
      const { report, visits: nodes } = await lastOf(player.search(trial, part, 1), stop);
      const answer = lineOf(trial, report.moves[0], nodes);
      const { move } = trial.moves[trial.moves.length - 1];
      const share = answer.win_probability;
      const pv = share >= 0.5 ? [move, ...answer.pv] : [move, `swap-${board.swap}`];
      const opening = { ...answer, move, pv, win_probability: Math.min(share, rounded(1 - share)) };
      found.push({ ...opening, score: null, nodes: null, visits: null, prior: null });
      return share;
    },
    OWN_KEY,
  );
  if (found.length === 0) return [onlyLine(fair)];
  return found.sort((one, two) => two.win_probability - one.win_probability);
}

/** The opening of a board of one cell, which wins. @param {string} move @returns {Line} */
const onlyLine = (move) => ({
  move,
  win_probability: 1,
  score: null,
  pv: [move],
  depth: null,
  nodes: null,
  visits: null,
  prior: null,
});
