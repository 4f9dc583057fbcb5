/** A panel opened by a button beside it, and closed by Escape, a click elsewhere, or losing the focus. */

import { freshId, h } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */

/** Pixels between an open panel and the edge of the window. */
const MARGIN = 8;

/** Shift a panel that reaches over the left or right edge of the window. @param {HTMLElement} body */
function keepInside(body) {
  body.style.translate = "";
  const { left, right } = body.getBoundingClientRect();
  const shift = Math.max(MARGIN - left, 0) || Math.min(document.documentElement.clientWidth - MARGIN - right, 0);
  if (shift !== 0) body.style.translate = `${shift}px`;
}

/**
 * @param {HTMLButtonElement} opener
 * @param {() => Child} content created each time the panel opens
 * @param {{label: string, align?: "start" | "end"}} options
 * @returns {{element: HTMLElement, close: () => void}}
 */
export function panel(opener, content, { label, align = "end" }) {
  const id = freshId("panel");
  const body = h("div", { class: `panel ${align}`, id, role: "group", "aria-label": label, hidden: true });
  const element = h("div", { class: "panel-place" }, opener, body);
  opener.setAttribute("aria-expanded", "false");
  opener.setAttribute("aria-controls", id);

  const close = () => {
    body.hidden = true;
    opener.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", closeOutside);
  };
  const closeOutside = (/** @type {Event} */ event) => {
    if (!(event.target instanceof Node) || !element.contains(event.target)) close();
  };
  const open = () => {
    body.replaceChildren(h("div", { class: "panel-inner" }, content()));
    body.hidden = false;
    opener.setAttribute("aria-expanded", "true");
    document.addEventListener("pointerdown", closeOutside);
    keepInside(body);
    // On a phone most of it may lie below the window.
    body.scrollIntoView({ block: "nearest" });
  };

  opener.addEventListener("click", () => (body.hidden ? open() : close()));
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || body.hidden) return;
    event.stopPropagation();
    close();
    opener.focus();
  });
  element.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !element.contains(relatedTarget)) close();
  });
  body.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a, [data-closes]")) close();
  });
  return { element, close };
}
