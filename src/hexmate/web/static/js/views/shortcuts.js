/** Keyboard shortcuts on pages with a board, and their list. */

import { t } from "../i18n/index.js";
import { settings } from "../settings.js";
import { toggle } from "../ui/controls.js";
import { ask } from "../ui/dialog.js";
import { h } from "../ui/dom.js";

/** @typedef {{key: string, label: string, run: () => void}} Shortcut */
/**
 * What the arrow keys do: left and right take a step, up and down (also Home and End) go to the first and last
 * position.
 * @typedef {{step?: (by: 1 | -1) => void, go?: (end: "first" | "last") => void}} Steps
 */

/** @type {Record<string, "first" | "last">} */
const ENDS = { ArrowUp: "first", Home: "first", ArrowDown: "last", End: "last" };

/**
 * Listen for keys until stopped. Letters can be turned off, since speech input would trigger them.
 * @param {Shortcut[]} shortcuts
 * @param {Steps} [steps]
 * @returns {() => void}
 */
export function listenToKeys(shortcuts, { step, go } = {}) {
  const listen = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // The focus may be outside an open dialog, on the page behind it.
    if (document.querySelector("dialog[open]") || takesKey(event.target, event.key)) return;
    if (step && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      event.preventDefault();
      return step(event.key === "ArrowLeft" ? -1 : 1);
    }
    const end = ENDS[event.key];
    if (go && end) {
      event.preventDefault();
      return go(end);
    }
    if (event.key === "?") return void showKeys(shortcuts, step !== undefined, go !== undefined);
    if (!settings.get("shortcuts")) return;
    const found = shortcuts.find(({ key }) => key === event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    found.run();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}

const MOVING = /^(Arrow|Home|End|Page)/;
const TYPING = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable]';
const MOVED = 'input[type="radio"], input[type="range"], [role="slider"], [role="tablist"]';

/**
 * Whether the focused element uses a key itself: fields take all, sliders and choices those that move. A board
 * takes its keys before they come here.
 * @param {EventTarget | null} target
 * @param {string} key
 */
export function takesKey(target, key) {
  if (!target || !("closest" in target)) return false;
  const within = (/** @type {string} */ selector) => /** @type {Element} */ (target).closest(selector) !== null;
  return within(TYPING) || (MOVING.test(key) && within(MOVED));
}

/**
 * @param {Shortcut[]} shortcuts @param {boolean} steps whether arrow keys browse the moves
 * @param {boolean} [ends] whether they also go to the ends
 */
export async function showKeys(shortcuts, steps, ends = false) {
  const line = (/** @type {string} */ key, /** @type {string} */ label) => [
    h("dt", null, h("kbd", null, key)),
    h("dd", null, label),
  ];
  const body = h(
    "div",
    null,
    h(
      "dl",
      { class: "keys" },
      ...line("← ↑ → ↓", t("keys.arrows")),
      ...(steps ? line("← →", t("keys.step")) : []),
      ...(ends ? line("↑ ↓", t("keys.ends")) : []),
      ...shortcuts.flatMap(({ key, label }) => line(key.toUpperCase(), label)),
      ...line("?", t("keys.help")),
    ),
    toggle({
      label: t("keys.on"),
      help: t("keys.on.help"),
      checked: settings.get("shortcuts"),
      onchange: (on) => settings.set("shortcuts", on),
    }),
  );
  await ask({ title: t("keys.title"), body, answers: [{ label: t("common.close"), value: "close", kind: "primary" }] });
}
