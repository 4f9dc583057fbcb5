/** Modal dialogs. The browser keeps the focus inside and gives it back when the dialog closes. */

import { t } from "../i18n/index.js";
import { button } from "./controls.js";
import { freshId, h } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */
/** @typedef {{label: string, value: string, kind?: "primary" | "quiet" | "danger"}} Answer */

/**
 * Ask something; resolves to the value of the chosen answer, or null if the dialog was closed with
 * Escape or a click outside.
 * @param {{title: string, body?: Child, answers: Answer[]}} options the first answer has the focus
 * @returns {Promise<string | null>}
 */
export function ask({ title, body, answers }) {
  const id = freshId("dialog");
  return new Promise((resolve) => {
    const buttons = answers.map(({ label, value, kind }) => button(label, () => dialog.close(value), { kind }));
    const dialog = h(
      "dialog",
      { class: "dialog", "aria-labelledby": id },
      h(
        "div",
        { class: "dialog-inner" },
        h("h2", { id }, title),
        h("div", { class: "dialog-body" }, typeof body === "string" ? h("p", null, body) : body),
        h("div", { class: "dialog-answers" }, ...buttons),
      ),
    );
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue || null);
    });
    document.body.append(dialog);
    dialog.showModal();
    // A long dialog begins at its top.
    buttons[0]?.focus({ preventScroll: true });
  });
}

/**
 * Ask for confirmation; the safe answer has the focus.
 * @param {{title: string, body?: Child, yes: string, danger?: boolean}} options
 * @returns {Promise<boolean>}
 */
export async function confirm({ title, body, yes, danger = false }) {
  const answers = /** @type {Answer[]} */ ([
    { label: t("common.cancel"), value: "no", kind: "quiet" },
    { label: yes, value: "yes", kind: danger ? "danger" : "primary" },
  ]);
  return (await ask({ title, body, answers })) === "yes";
}
