/** What a new player is told: which edges to connect, what a swap is, why a hint is good. */

import { ownSeats, seatOf } from "../game/state.js";
import { t } from "../i18n/index.js";
import { mirrored, other } from "../rules/board.js";
import { cellName } from "../rules/names.js";
import { createStore, whole } from "../store.js";
import { colorName } from "../words.js";

/** @typedef {import("./game.js").GameView} GameView */
/** @typedef {import("./notices.js").Notice} Notice */
/** @typedef {import("../board/compass.js").Axes} Axes */
/** @typedef {import("../rules/board.js").Color} Color */

/** Explanations stop after this many games, and after this many swap offers. */
const ENOUGH = { games: 3, swaps: 2 };
/** Win rates outside these say more as words: no position is worth exactly nothing. */
const CLEAR = 0.05;

/** How often something was explained, remembered by this browser. */
const explained = createStore("hexmate.guide", { games: whole(0, 0, 1000), swaps: whole(0, 0, 1000) });

/** @param {"games" | "swaps"} what */
const isKnown = (what) => explained.get(what) >= ENOUGH[what];

/** Remember that something was explained once more. @param {"games" | "swaps"} what */
export function noteExplained(what) {
  if (!isKnown(what)) explained.set(what, explained.get(what) + 1);
}

/** The edges of a colour, as they lie on the screen. @param {Axes} axes @param {Color} color */
export const edgesText = (axes, color) => t(`edges.${axes[color]}`);

/** @param {Axes} axes @param {Color} color */
export const goalText = (axes, color) => t("guide.goal", { color: colorName(color), edges: edgesText(axes, color) });

/**
 * Who connects which edges, until the first stone of the user is on the board.
 * @param {GameView} game
 * @returns {Notice | false}
 */
export function firstStoneNotice(game) {
  const { state } = game;
  if (isKnown("games") || state.status !== "live" || ownSeats(state).length === 0) return false;
  // A swap offer explains itself, and a hint needs the room.
  if (game.currentHint()) return false;
  if (game.cursor !== null || game.rights().swap || hasMoved(game)) return false;
  const axes = game.pane.axes();
  if (state.you.length > 1) {
    const goals = { first: goalText(axes, "black"), second: goalText(axes, "white") };
    return { key: "guide", title: t("guide.two", goals), text: t("guide.text") };
  }
  const color = seatOf(state, state.you[0]);
  const texts = { color: colorName(color), edges: edgesText(axes, color), rival: colorName(other(color)) };
  return { key: "guide", title: t("guide.you", texts), text: t("guide.you.text", texts) };
}

/** Whether a stone of the user is on the board. @param {GameView} game */
function hasMoved(game) {
  const { state } = game;
  const own = state.you.map((seat) => seatOf(state, seat));
  return game.moves().some(({ color }) => own.includes(color));
}

/** The cell of the stone that can be swapped, and the cell where it goes. @param {GameView} game */
export function swapCells(game) {
  const board = game.board();
  const from = board.stones.findIndex((stone) => stone !== null);
  const to = game.state.swap === "pieces" ? mirrored(from, board) : from;
  return { from: cellName(from, board.cols), to: cellName(to, board.cols) };
}

/** What a swap does here; in full the first times. @param {GameView} game */
export function swapText(game) {
  const { state } = game;
  const { from, to } = swapCells(game);
  const [mine, rival] = [state.turn ?? "white", other(state.turn ?? "white")];
  const texts = { from, to, color: colorName(mine), rival: colorName(rival) };
  const kind = state.swap === "sides" ? "sides" : from === to ? "stays" : "pieces";
  const what = t(`notice.swap.${kind}`, texts);
  return isKnown("swaps") ? what : `${t("notice.swap.why")} ${what}`;
}

/**
 * Why a hint is good.
 * @param {GameView} game
 * @param {import("./game.js").Hint} hint
 */
export function hintText(game, { move, way, blocks, winProbability }) {
  const color = game.color();
  const why = move.startsWith("swap")
    ? t("notice.hint.swap")
    : way && color
      ? blocks
        ? t("notice.hint.block", { rival: colorName(other(color)) })
        : t("notice.hint.way", { edges: edgesText(game.pane.axes(), color) })
      : "";
  return [why, rateText(winProbability)].filter(Boolean).join(" ");
}

/** A win rate in words that a loser can bear. @param {number | null} probability */
export function rateText(probability) {
  if (probability === null) return "";
  if (probability >= 1 - CLEAR) return t("notice.hint.winning");
  if (probability <= CLEAR) return t("notice.hint.losing");
  return t("notice.hint.rate", { percent: t("percent", { n: Math.round(100 * probability) }) });
}
