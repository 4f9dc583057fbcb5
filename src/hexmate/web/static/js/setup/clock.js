/** The part of the set-up page that chooses a clock. */

import { t } from "../i18n/index.js";
import { choice } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { numberField } from "../ui/number.js";

/** @typedef {import("./options.js").Options} Options */
/** @typedef {"perMove" | "minutes" | "increment" | "periods" | "period"} Field */

const KINDS = /** @type {const} */ (["none", "move", "game", "fischer", "byoyomi"]);
/** @type {Record<typeof KINDS[number], Field[]>} */
const FIELDS = {
  none: [],
  move: ["perMove"],
  game: ["minutes"],
  fischer: ["minutes", "increment"],
  byoyomi: ["minutes", "periods", "period"],
};
/** @type {Record<Field, number>} */
const MOST = { perMove: 3600, minutes: 600, increment: 300, periods: 20, period: 600 };

/**
 * @param {Options} options
 * @param {(changes: Partial<Options>, redraw: boolean) => void} set
 */
export function clockSection(options, set) {
  return h(
    "div",
    { class: "setup-clock" },
    h("h2", null, t("setup.clock")),
    choice({
      label: t("setup.clock"),
      hideLabel: true,
      value: options.clock,
      choices: KINDS.map((value) => ({ value, label: t(`setup.clock.${value}`) })),
      key: "clock",
      onchange: (clock) => set({ clock }, true),
    }),
    options.clock !== "none" &&
      h(
        "div",
        { class: "row" },
        ...FIELDS[options.clock].map((field) =>
          numberField({
            label: t(`setup.clock.${field}`),
            value: options[field],
            min: 1,
            max: MOST[field],
            onchange: (value) => set({ [field]: value }, false),
          }),
        ),
      ),
  );
}
