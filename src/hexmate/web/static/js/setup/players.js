/** The part of the set-up page that chooses the players. */

import { t } from "../i18n/index.js";
import { choice, select, slider } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { computerHelp, computerName, levelsFor, offeredFor } from "./computers.js";
import { chosenLevel, chosenPlayer } from "./options.js";

/** @typedef {import("./options.js").Options} Options */
/** @typedef {import("./options.js").Kind} Kind */
/** @typedef {import("./computers.js").Offer} Offer */
/** @typedef {(changes: Partial<Options>, redraw: boolean) => void} Set */

/** The levels that every server has. @type {Offer} */
const BEFORE_THE_ANSWER = {
  spec: "level",
  name: "level",
  help: "",
  analyses: false,
  options: [],
  shapes: [],
  levels: Array.from({ length: 10 }, (_, n) => n + 1),
  hex_levels: [],
  trained: null,
};

/** @type {Record<"you" | "other", Kind[]>} */
const KINDS = { you: ["person", "ai", "hybrid"], other: ["person", "ai", "hybrid", "open"] };

/**
 * @param {{options: Options, players: Offer[], set: Set}} setup
 */
export function playerSection({ options, players, set }) {
  // "You" is only clear with one human at the screen.
  const shared = options.other !== "ai" && options.other !== "open";
  const names =
    shared || options.you === "ai"
      ? /** @type {const} */ (["first", "second"])
      : /** @type {const} */ (["you", "other"]);
  return h(
    "div",
    { class: "setup-players" },
    side("you", t(`setup.${names[0]}`), options, players, set),
    side("other", t(`setup.${names[1]}`), options, players, set),
    choice({
      label: t("setup.begins"),
      value: options.begins,
      choices: [
        { value: /** @type {const} */ ("you"), label: t(`setup.begins.${names[0]}`) },
        { value: /** @type {const} */ ("other"), label: t(`setup.begins.${names[1]}`) },
        { value: /** @type {const} */ ("random"), label: t("setup.begins.random") },
      ],
      key: "begins",
      onchange: (begins) => set({ begins }, false),
    }),
  );
}

/**
 * @param {"you" | "other"} who
 * @param {string} label
 * @param {Options} options
 * @param {Offer[]} players
 * @param {Set} set
 */
function side(who, label, options, players, set) {
  const kind = options[who];
  const help = kind === "hybrid" || kind === "open" ? t(`setup.kind.${kind}.help`) : undefined;
  const whose = who === "you" ? "your" : "other";
  return h(
    "div",
    { class: "setup-side" },
    choice({
      label,
      value: kind,
      choices: KINDS[who].map((value) => ({ value, label: t(`setup.kind.${value}`) })),
      help,
      key: who,
      onchange: (value) => set({ [who]: value }, true),
    }),
    (kind === "ai" || kind === "hybrid") && machine(whose, options, players, set),
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
  const offer = chosenPlayer(options, whose, players) ?? BEFORE_THE_ANSWER;
  const offered = offeredFor(players, options.shape);
  return h(
    "div",
    { class: "setup-machine" },
    offered.length > 1 &&
      select({
        label: t("setup.player"),
        value: offer.spec,
        choices: offered.map(({ spec, name }) => ({ value: spec, label: computerName({ spec, name, help: "" }) })),
        onchange: (spec) => set({ [`${whose}Player`]: spec }, true),
      }),
    offer.spec === "level" && levelChoice(offer, whose, options, set),
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
