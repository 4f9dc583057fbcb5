/** The parts of the set-up page about the players: who plays, how strong, and in which colour. */

import { t } from "../i18n/index.js";
import { choice, select, slider } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { colorName } from "../words.js";
import { computerHelp, computerName, levelsFor, offeredFor } from "./computers.js";
import { chosenLevel, chosenPlayer, isForTwoHere } from "./options.js";
import { ALL_LEVELS } from "./presets.js";

/** @typedef {import("./options.js").Options} Options */
/** @typedef {import("./options.js").Kind} Kind */
/** @typedef {import("./computers.js").Offer} Offer */
/** @typedef {(changes: Partial<Options>, redraw: boolean) => void} Set */
/** @typedef {{options: Options, players: Offer[], set: Set}} Part */

/** @type {Record<"you" | "other", Kind[]>} */
const KINDS = { you: ["person", "ai", "hybrid"], other: ["person", "ai", "hybrid", "open"] };

/** Ratings to choose from; the network distinguishes those from 1400 to 2700. */
const RATINGS = /** @type {const} */ ([1400, 1600, 1800, 2000, 2300, 2600]);

/** @param {Kind} kind */
const isEngine = (kind) => kind === "ai" || kind === "hybrid";

/** What the two players are called: "you" is only clear with one human at the screen. @param {Options} options */
function namesOf({ you, other }) {
  const clear = you !== "ai" && (other === "ai" || other === "open");
  return clear ? /** @type {const} */ (["you", "other"]) : /** @type {const} */ (["first", "second"]);
}

/** Which engines play, and how strong they are. @param {Part} part */
export function opponentSection({ options, players, set }) {
  const names = namesOf(options);
  const sides = /** @type {const} */ ([
    ["you", "your", names[0]],
    ["other", "other", names[1]],
  ]).filter(([who]) => isEngine(options[who]));
  if (sides.length === 0) {
    const text = t(options.other === "open" ? "setup.kind.open.help" : "setup.two.help");
    return h("div", { class: "setup-part" }, h("h2", null, t("setup.other")), h("p", { class: "help" }, text));
  }
  return h(
    "div",
    { class: "setup-part" },
    ...sides.map(([who, whose, name]) =>
      h(
        "div",
        { class: "setup-machine" },
        h("h2", null, options[who] === "hybrid" ? t("setup.helper") : t(`setup.${name}`)),
        machine(whose, options, players, set),
      ),
    ),
  );
}

/** Who has which colour; two players on one screen agree among themselves. @param {Part} part */
export function colorSection({ options, set }) {
  if (isForTwoHere(options)) return false;
  const names = namesOf(options);
  const labels =
    names[0] === "you"
      ? [t("setup.color.first", { color: colorName("black") }), colorName("white")]
      : [t("setup.first"), t("setup.second")];
  return choice({
    label: t(names[0] === "you" ? "setup.color" : "setup.begins"),
    value: options.begins,
    choices: [
      { value: /** @type {const} */ ("you"), label: labels[0] },
      { value: /** @type {const} */ ("other"), label: labels[1] },
      { value: /** @type {const} */ ("random"), label: t("setup.begins.random") },
    ],
    key: "begins",
    onchange: (begins) => set({ begins }, false),
  });
}

/** Human, engine or both, for each side. @param {Part} part */
export function kindSection({ options, set }) {
  const names = namesOf(options);
  const side = (/** @type {"you" | "other"} */ who, /** @type {string} */ label) =>
    choice({
      label,
      value: options[who],
      choices: KINDS[who].map((value) => ({ value, label: t(`setup.kind.${value}`) })),
      key: who,
      onchange: (value) => set({ [who]: value }, true),
    });
  return h(
    "div",
    { class: "setup-kinds" },
    side("you", t(`setup.${names[0]}`)),
    side("other", t(`setup.${names[1]}`)),
    h("p", { class: "help" }, t("setup.kind.hybrid.help")),
  );
}

/**
 * Which engine, and how strong.
 * @param {"your" | "other"} whose
 * @param {Options} options
 * @param {Offer[]} players
 * @param {Set} set
 */
function machine(whose, options, players, set) {
  // Before the server has answered, the levels are offered; the list keeps its place.
  const offer = chosenPlayer(options, whose, players) ?? ALL_LEVELS;
  const offered = players.length > 0 ? offeredFor(players, options.shape) : [ALL_LEVELS];
  return h(
    "div",
    { class: "setup-engine" },
    select({
      label: t("setup.player"),
      value: offer.spec,
      choices: offered.map(({ spec, name }) => ({ value: spec, label: computerName({ spec, name, help: "" }) })),
      key: `${whose}-engine`,
      onchange: (spec) => set({ [`${whose}Player`]: spec }, true),
    }),
    offer.spec === "level" && levelChoice(offer, whose, options, set),
    offer.options.includes("rating") && ratingChoice(whose, options, set),
    offer.options.includes("time") &&
      slider({
        label: t("setup.seconds"),
        value: options[`${whose}Seconds`],
        min: 1,
        max: 20,
        oninput: (n) => set({ [`${whose}Seconds`]: n }, false),
      }),
    offer.spec !== "level" && h("p", { class: "help" }, computerHelp(offer)),
  );
}

/** How good the people are that an engine plays like. @param {"your" | "other"} whose @param {Options} options
 * @param {Set} set */
function ratingChoice(whose, options, set) {
  const chosen = options[`${whose}Rating`];
  const nearest = RATINGS.reduce((best, each) => (Math.abs(each - chosen) < Math.abs(best - chosen) ? each : best));
  return select({
    label: t("setup.rating"),
    value: `${nearest}`,
    choices: RATINGS.map((rating) => ({ value: `${rating}`, label: t(`setup.rating.${rating}`, { rating }) })),
    key: `${whose}-rating`,
    onchange: (rating) => set({ [`${whose}Rating`]: Number(rating) }, false),
  });
}

/** @param {Offer} offer @param {"your" | "other"} whose @param {Options} options @param {Set} set */
function levelChoice(offer, whose, options, set) {
  const most = Math.max(...levelsFor(offer, options.shape));
  const classical = Math.max(...offer.levels);
  return h(
    "div",
    { class: "setup-level" },
    slider({
      label: t("setup.level"),
      value: chosenLevel(options, whose, offer),
      min: Math.min(...offer.levels),
      max: most,
      show: (n) => t(n > classical ? "setup.level.strongest" : "setup.level.value", { n, most }),
      oninput: (n) => set({ [`${whose}Level`]: n }, false),
    }),
    most > classical && h("p", { class: "help" }, t("setup.level.help", { n: classical + 1 })),
  );
}
