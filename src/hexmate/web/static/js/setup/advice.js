/** The set-up page's advice: the level that suits you, and how unequal players can play an even game. */

import { t } from "../i18n/index.js";
import { edgeOf, estimate, expectedShare, levelFor } from "../level/estimate.js";
import { dismiss, readHistory } from "../level/history.js";
import { firstMove, strengthOf, strengthOfLevel } from "../level/scale.js";
import { button, iconButton } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { levelsFor } from "./computers.js";
import { isForTwoHere, playerSpec, swapOf } from "./options.js";
import { ALL_LEVELS } from "./presets.js";

/** @typedef {import("./options.js").Options} Options */
/** @typedef {import("./computers.js").Offer} Offer */
/** @typedef {import("../level/estimate.js").Estimate} Estimate */
/**
 * @typedef {object} Advice
 * @property {string} [question] a click on it shows the text
 * @property {string} text
 * @property {{label: string, changes: Partial<Options>}[]} answers
 * @property {number | null} level that suits you
 */

/** The first move is offered where it makes a game nearly even that is not. */
const UNEVEN = 0.35;
const NEARLY_EVEN = 0.4;
/** The smallest board that was measured, and the assumed strength of two people on one screen. */
const SMALL = 7;
const USUAL = strengthOfLevel(6);

/** Who moves first without the swap rule. @param {Options} options @returns {import("../level/estimate.js").Terms} */
function termsOf(options) {
  const { begins, rows: size } = options;
  const counts = swapOf(options) === "none" && begins !== "random";
  return { size, first: counts ? (begins === "you" ? 1 : -1) : 0 };
}

/** The share of games that you win with these options, or null if it is not known.
 * @param {Options} options @param {Offer[]} players @param {Estimate} found */
export function shareOf(options, players, { strength }) {
  const { you, other, shape, rows, cols } = options;
  const opponent = strengthOf(playerSpec(options, "other", players));
  if (you !== "person" || other !== "ai" || opponent === null || shape !== "hex" || rows !== cols) return null;
  return expectedShare(strength, opponent, edgeOf(termsOf(options), strength, opponent));
}

/** A share of games in words. @param {number} share */
export function shareText(share) {
  const count = Math.round(10 * share);
  if (count === 0) return t("level.share.none");
  if (count === 10) return t("level.share.all");
  return count === 5 ? t("level.share.half") : t("level.share", { count });
}

/** The highest level that is offered here. @param {Offer[]} players */
function highest(players) {
  const offer = players.find(({ spec }) => spec === "level") ?? ALL_LEVELS;
  return Math.max(...levelsFor(offer, "hex"));
}

/** How well the closest level suits you: you may be weaker than the easiest one, or stronger than the strongest.
 * @param {number} level @param {number} most @param {number} share */
function fitOf(level, most, share) {
  if (level === 1 && share < UNEVEN) return "level.easiest";
  return level === most && share > 1 - UNEVEN ? "level.strongest" : "level.suits";
}

/**
 * What your games say about the chosen game.
 * @param {Options} options
 * @param {Offer[]} players
 * @param {Estimate} found
 * @returns {Advice | null}
 */
export function levelAdvice(options, players, found) {
  const share = shareOf(options, players, found);
  if (share === null || !playerSpec(options, "other", players).startsWith("level:")) return null;
  const most = highest(players);
  const level = levelFor(found, { most, terms: termsOf(options) });
  if (level === options.otherLevel) {
    return { text: t(fitOf(level, most, share), { n: level, share: shareText(share) }), answers: [], level };
  }
  const begin = /** @type {const} */ ({ swap: "none", begins: "you" });
  const better = shareOf({ ...options, ...begin }, players, found) ?? 0;
  const helps = share < UNEVEN && better >= NEARLY_EVEN;
  const texts = [
    t("level.other", { chosen: options.otherLevel, share: shareText(share), n: level }),
    ...(helps ? [t("level.other.begin", { share: shareText(better) })] : []),
  ];
  return {
    text: texts.join(" "),
    answers: [
      { label: t("level.take", { n: level }), changes: { otherLevel: level } },
      ...(helps ? [{ label: t("level.begin"), changes: begin }] : []),
    ],
    level,
  };
}

/** How two unequal people play an even game on this screen. @param {Options} options @returns {Advice | null} */
export function friendsAdvice(options) {
  const { shape, rows, cols } = options;
  if (!isForTwoHere(options) || shape !== "hex" || rows !== cols) return null;
  const text = t("handicap.text", { rows, cols, share: shareText(expectedShare(0, firstMove(rows, USUAL))) });
  const smaller = firstMove(rows, USUAL) < firstMove(SMALL, USUAL) ? [t("handicap.smaller")] : [];
  const without = swapOf(options) === "none";
  const answer = { label: t("handicap.take"), changes: { swap: /** @type {const} */ ("none") } };
  return {
    question: t("handicap.question"),
    text: [text, ...smaller].join(" "),
    answers: without ? [] : [answer],
    level: null,
  };
}

/**
 * The advice for the chosen game, unless you have closed it.
 * @param {Options} options
 * @param {Offer[]} players
 * @param {Estimate | null} found
 * @param {import("../storage.js").StorageLike} [storage]
 */
export function adviceOf(options, players, found, storage) {
  const advice = (found && levelAdvice(options, players, found)) ?? friendsAdvice(options);
  return advice && advice.level !== null && advice.level === readHistory(storage).dismissed ? null : advice;
}

/**
 * @param {Advice} advice
 * @param {{follow: (changes: Partial<Options>) => void, closed: () => void}} actions
 */
export function adviceNote({ question, text, answers, level }, { follow, closed }) {
  const close = (/** @type {number} */ closedLevel) => {
    dismiss(closedLevel);
    closed();
  };
  const parts = [
    h("p", { class: "help" }, text),
    level !== null && iconButton("close", t("level.hide"), () => close(level)),
    answers.length > 0 &&
      h("div", { class: "row" }, ...answers.map(({ label, changes }) => button(label, () => follow(changes)))),
  ];
  if (!question) return h("div", { class: "advice" }, ...parts);
  return h("details", null, h("summary", null, question), h("div", { class: "advice" }, ...parts));
}
