/** The part of the set-up page behind "More": what most games leave as it is. */

import { HAS_SERVER } from "../base.js";
import { hasSimd } from "../engine/files.js";
import { t } from "../i18n/index.js";
import { SHAPES } from "../rules/board.js";
import { settings } from "../settings.js";
import { choice, toggle } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { clockSection } from "./clock.js";
import { defaultOptions, hasEngine, isOnline, swapChoices, swapOf } from "./options.js";
import { kindSection } from "./players.js";

/** @typedef {import("./options.js").Options} Options */
/**
 * @typedef {object} Form
 * @property {Options} options
 * @property {import("./computers.js").Offer[]} players
 * @property {import("./players.js").Set} set
 * @property {(shape: Options["shape"]) => void} setShape
 * @property {boolean} local whether the engines of this device can play the game
 */

/** The choices behind "More" in a few words. @param {Options} options */
export function moreText(options) {
  return [
    t(`shape.${options.shape}`),
    t(`setup.swap.${swapOf(options)}.short`),
    t(`setup.clock.${options.clock}`),
    ...(options.training ? [t("setup.training")] : []),
    ...(options.you === "hybrid" || options.other === "hybrid" ? [t("setup.kind.hybrid")] : []),
  ].join(" · ");
}

/** Whether something behind "More" is not as usual. @param {Options} options */
export function isSpecial(options) {
  const usual = defaultOptions();
  const differs = /** @type {const} */ (["shape", "clock", "training", "you"]).some(
    (key) => options[key] !== usual[key],
  );
  return differs || options.other === "hybrid";
}

/** @param {Form} form */
export function moreSection(form) {
  const { options, set } = form;
  return h(
    "div",
    { class: "setup-more-parts" },
    choice({
      label: t("setup.shape"),
      value: options.shape,
      choices: SHAPES.map((value) => ({ value, label: t(`shape.${value}`) })),
      key: "shape",
      onchange: form.setShape,
    }),
    swapChoice(options, set),
    clockSection(options, set),
    kindSection(form),
    HAS_SERVER && hasEngine(options) && placeChoice(form),
    ...switches(options, set),
  );
}

/** @param {Options} options @param {Form["set"]} set */
function swapChoice(options, set) {
  const swap = swapOf(options);
  return choice({
    label: t("setup.swap"),
    value: swap,
    choices: swapChoices(options).map((value) => ({ value, label: t(`setup.swap.${value}`) })),
    help: t(`setup.swap.${swap}.help`),
    key: "swap",
    onchange: (value) => set({ swap: value }, true),
  });
}

/** Where the engines run. @param {Form} form */
function placeChoice({ options, set, local }) {
  const help = !hasSimd()
    ? t("error.device_unsupported")
    : t(options.place === "device" && !local ? "setup.place.only" : `setup.place.${options.place}.help`);
  return choice({
    label: t("setup.place"),
    value: options.place,
    choices: /** @type {const} */ (["device", "server"]).map((value) => ({ value, label: t(`engine.place.${value}`) })),
    help,
    key: "place",
    onchange: (place) => set({ place }, true),
  });
}

/** @param {Options} options @param {Form["set"]} set */
function switches(options, set) {
  const online = isOnline(options) && options.you === "person";
  return [
    toggle({
      label: t("setup.training"),
      help: t("setup.training.help"),
      checked: options.training,
      onchange: (training) => set({ training }, false),
    }),
    online &&
      toggle({
        label: t("setup.rated"),
        help: t("setup.rated.help"),
        checked: options.rated,
        onchange: (rated) => set({ rated }, false),
      }),
    choice({
      label: t("settings.confirm"),
      value: settings.get("confirm"),
      choices: /** @type {const} */ (["auto", "touch", "always", "never"]).map((value) => ({
        value,
        label: t(`settings.confirm.${value}`),
      })),
      help: t("settings.confirm.help"),
      onchange: (value) => settings.set("confirm", value),
    }),
  ];
}
