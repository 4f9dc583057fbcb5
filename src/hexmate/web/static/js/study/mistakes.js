/** The moves of a review: what they cost, and what would have been better. Pure, without a page. */

import { t } from "../i18n/index.js";
import { seatOf } from "../rules/swap.js";
import { moveText } from "../views/moves.js";
import { percent } from "./overlays.js";

/** @typedef {import("../types/api").ReviewedMove} Reviewed */
/** @typedef {import("../types/api").MoveReviewState} Review */
/** @typedef {import("../types/api").SummaryStates} Summary */
/** @typedef {"inaccuracy" | "mistake" | "blunder"} FaultKind */
/** @typedef {Reviewed & {classification: FaultKind, loss: number, move: string}} Mistake */

/** @type {Record<FaultKind, string>} */
export const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
const LONGEST_LINE = 12;

/** What is kept of a review. @param {Review} review @returns {Reviewed} */
export function reviewed({ lines, position, score, ...kept }) {
  return { ...kept, pv: (lines[0]?.pv ?? [kept.best]).slice(0, LONGEST_LINE) };
}

/**
 * The reviews with one more. After a lost connection the server begins again: the old ones go.
 * @param {readonly Reviewed[]} reviews
 * @param {Reviewed} next
 */
export const withReview = (reviews, next) => [...reviews.filter(({ number }) => number < next.number), next];

/**
 * Whether reviews are of these moves.
 * @param {readonly Reviewed[]} reviews
 * @param {readonly {move: string | null}[]} moves
 */
export const areOf = (reviews, moves) =>
  reviews.every(({ move, number }) => move === null || move === moves[number - 1]?.move);

/**
 * The server sums up by seat, the colour with which a player started: exchange them after a swap of sides.
 * @param {Summary} summary
 * @param {import("../rules/board.js").SwapRule} swap
 * @param {readonly {move: string | null}[]} moves
 * @returns {Summary}
 */
export const sumsByColor = (summary, swap, moves) => ({
  black: summary[seatOf("black", swap, moves)],
  white: summary[seatOf("white", swap, moves)],
});

/** @param {Reviewed} review @returns {review is Mistake} */
export const isMistake = (review) =>
  review.classification !== null && review.classification !== "good" && review.loss !== null && review.move !== null;

/** The mover's win probability with the best move, and with the one played. @param {Mistake} mistake */
export const winRates = ({ win_probability: best, loss }) => ({ best, played: Math.max(0, best - loss) });

/** "Better: d8, 71 % instead of 38 %". @param {Mistake} mistake */
export function betterText(mistake) {
  const { best, played } = winRates(mistake);
  return t("review.better", { move: moveText(mistake.best), best: percent(best), played: percent(played) });
}

/** What a move was and what was better. @param {Mistake} mistake */
export function verdictOf(mistake) {
  if (mistake.threw_win) return t("review.threw", { move: moveText(mistake.best) });
  return t("review.verdict", {
    kind: t(`review.kind.${mistake.classification}`),
    better: betterText(mistake),
  });
}

/** Who wins a position with perfect play, if that is proven. @param {Reviewed | undefined} review */
export function provenWinner(review) {
  if (!review || (review.proven !== "win" && review.proven !== "loss")) return null;
  if (review.proven === "win") return review.color;
  return review.color === "black" ? "white" : "black";
}

/**
 * The next mistake after a move, or the previous one before it, and around; undefined if there is none.
 * @param {readonly Reviewed[]} reviews
 * @param {number} number of moves played
 * @param {1 | -1} step
 * @returns {Mistake | undefined}
 */
export function mistakeFrom(reviews, number, step) {
  const mistakes = reviews.filter(isMistake);
  if (step === 1) return mistakes.find((mistake) => mistake.number > number) ?? mistakes[0];
  return mistakes.reverse().find((mistake) => mistake.number < number) ?? mistakes[0];
}

/**
 * Seconds that a review will still take, by the pace so far; null before there is one.
 * @param {{started: number, now: number, done: number, total: number}} progress times in milliseconds
 */
export function secondsLeft({ started, now, done, total }) {
  if (done === 0) return null;
  return Math.max(0, Math.round(((now - started) / done / 1000) * (total - done)));
}

/** @param {{done: number, total: number, seconds: number | null}} progress */
export function progressText({ done, total, seconds }) {
  const count = t("review.progress.count", { done, total });
  if (seconds === null) return count;
  const left =
    seconds < 90
      ? t("review.progress.seconds", { n: seconds })
      : t("review.progress.minutes", { n: Math.round(seconds / 60) });
  return t("review.progress.left", { count, left });
}
