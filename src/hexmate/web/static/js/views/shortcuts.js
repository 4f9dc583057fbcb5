/** Keyboard shortcuts on pages with a board, and their list. */

import { t } from "../i18n/index.js";
import { settings } from "../settings.js";
import { toggle } from "../ui/controls.js";
import { ask } from "../ui/dialog.js";
import { h } from "../ui/dom.js";

/** @typedef {{key: string, label: string, run: () => void}} Shortcut */
/** @typedef {{step?: (by: 1 | -1) => void}} Steps */

/**
 * Listen for keys until stopped. Letters can be turned off, since speech input would trigger them.
 * @param {Shortcut[]} shortcuts
 * @param {Steps} [steps]
 * @returns {() => void}
 */
export function listenToKeys(shortcuts, { step } = {}) {
  const listen = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (step && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      event.preventDefault();
      return step(event.key === "ArrowLeft" ? -1 : 1);
    }
    if (event.key === "?") return void showKeys(shortcuts, step !== undefined);
    if (!settings.get("shortcuts")) return;
    const found = shortcuts.find(({ key }) => key === event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    found.run();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}

/** Whether the focused element uses the keys itself. @param {EventTarget | null} target */
function isTyping(target) {
  if (!(target instanceof Element)) return false;
  return (
    target.closest("input, textarea, select, [contenteditable], dialog, [role=grid], [role=slider], [role=tablist]") !==
    null
  );
}

/** @param {Shortcut[]} shortcuts @param {boolean} steps */
export async function showKeys(shortcuts, steps) {
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
