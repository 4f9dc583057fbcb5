/** The part of the set-up page that chooses who plays. */

import { t } from "../i18n/index.js";
import { choice, select, slider } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { computerHelp, computerName } from "./computers.js";
import { highestLevel } from "./options.js";

/** @typedef {import("./options.js").Options} Options */
/** @typedef {import("./options.js").Kind} Kind */
/** @typedef {{spec: string, name: string, help: string, analyses: boolean, levels?: number[], options?: string[]}} Offer */
/** @typedef {(changes: Partial<Options>, redraw: boolean) => void} Set */

/** @type {Record<"you" | "other", Kind[]>} */
const KINDS = { you: ["person", "ai", "hybrid"], other: ["person", "ai", "hybrid", "open"] };

/**
 * @param {{options: Options, players: Offer[], set: Set}} setup
 */
export function playerSection({ options, players, set }) {
  // "You" is only clear with one person at the screen.
  const shared = options.other !== "ai" && options.other !== "open";
  const names = shared || options.you === "ai" ? /** @type {const} */ (["first", "second"]) : /** @type {const} */ (["you", "other"]);
  return h("div", { class: "setup-players" },
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
    }));
}

/** @param {"you" | "other"} who @param {string} label @param {Options} options @param {Offer[]} players @param {Set} set */
function side(who, label, options, players, set) {
  const kind = options[who];
  const help = kind === "hybrid" || kind === "open" ? t(`setup.kind.${kind}.help`) : undefined;
  const whose = who === "you" ? "your" : "other";
  return h("div", { class: "setup-side" },
    choice({
      label,
      value: kind,
      choices: KINDS[who].map((value) => ({ value, label: t(`setup.kind.${value}`) })),
      help,
      key: who,
      onchange: (value) => set({ [who]: value }, true),
    }),
    (kind === "ai" || kind === "hybrid") && machine(whose, options, players, set));
}

/** Which computer player, and how strong. @param {"your" | "other"} whose @param {Options} options @param {Offer[]} players @param {Set} set */
function machine(whose, options, players, set) {
  const chosen = options[`${whose}Player`];
  const offered = players.length > 0 ? players : [{ spec: "level", name: "level", help: "", analyses: false }];
  const offer = offered.find(({ spec }) => spec === chosen) ?? offered[0];
  const highest = highestLevel(options, offered);
  return h("div", { class: "setup-machine" },
    offered.length > 1 && select({
      label: t("setup.player"),
      value: offer.spec,
      choices: offered.map(({ spec, name }) => ({ value: spec, label: computerName({ spec, name, help: "" }) })),
      onchange: (spec) => set({ [`${whose}Player`]: spec }, true),
    }),
    offer.spec === "level" && slider({
      label: t("setup.level"),
      value: Math.min(options[`${whose}Level`], highest),
      min: 1,
      max: highest,
      show: (n) => t("setup.level.value", { n, highest }),
      oninput: (n) => set({ [`${whose}Level`]: n }, false),
    }),
    offer.options?.includes("time") && slider({
      label: t("setup.seconds"),
      value: options[`${whose}Seconds`],
      min: 1,
      max: 20,
      oninput: (n) => set({ [`${whose}Seconds`]: n }, false),
    }),
    offer.spec !== "level" && h("p", { class: "help" }, computerHelp(offer)));
}
