/** Short notices that come and go, read aloud by screen readers. */

import { t } from "../i18n/index.js";
import { h } from "./dom.js";

const STAYS = 4500;

/** @type {HTMLElement | null} */
let place = null;

/** Live regions must be in the page before text is added to them. */
export function mountToasts() {
  place = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
  announcer = h("div", { class: "visually-hidden", role: "log", "aria-live": "polite" });
  document.body.append(place, announcer);
}

/**
 * Show a notice.
 * @param {string} text
 * @param {{kind?: "plain" | "error"}} [options]
 */
export function toast(text, { kind = "plain" } = {}) {
  const note = h("p", { class: `toast ${kind}` }, text);
  place?.append(note);
  setTimeout(() => note.remove(), STAYS);
}

/**
 * Show a notice that stays until it is answered or closed.
 * @param {string} text
 * @param {{label: string, run: () => void}} answer
 */
export function notice(text, { label, run }) {
  const close = h("button", { type: "button", class: "button quiet", onclick: () => note.remove() }, t("common.close"));
  const yes = h("button", { type: "button", class: "button primary", onclick: run }, label);
  const note = h("div", { class: "toast asking" }, h("p", null, text), yes, close);
  place?.append(note);
}

/** @type {HTMLElement | null} */
let announcer = null;

/** Announce something to screen readers only: a move, a result. @param {string} text */
export function announce(text) {
  if (!announcer) return;
  announcer.append(h("p", null, text));
  while (announcer.childElementCount > 5) announcer.firstElementChild?.remove();
}
