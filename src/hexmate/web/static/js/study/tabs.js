/** Panels behind tabs, of which one at most is open. A second click on its tab closes it. */

import { t } from "../i18n/index.js";
import { createStore, text } from "../store.js";
import { freshId, h } from "../ui/dom.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */
/**
 * A panel on the screen.
 * @typedef {object} Mounted
 * @property {HTMLElement} node
 * @property {() => void} [show] another position is shown, or the panel was opened
 * @property {() => void} [hide] the panel was closed
 * @property {() => void} [destroy]
 */
/**
 * What a module offers as a panel; see `panels.js`.
 * @typedef {object} StudyPanel
 * @property {string} id
 * @property {import("../i18n/index.js").TextKey} label
 * @property {(analysis: Analysis) => Mounted} create called when the panel is first opened
 */

/**
 * @param {readonly StudyPanel[]} panels
 * @param {Analysis} analysis
 */
export function tabs(panels, analysis) {
  const kept = createStore("hexmate.study.tab", { open: text(panels[0].id, 40) });
  const id = freshId("tabs");
  /** @type {Map<string, Mounted>} */ const mounted = new Map();
  const place = h("div", { class: "tab-panel", role: "tabpanel", id: `${id}-panel`, tabindex: -1 });
  const buttons = panels.map((panel) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        class: "tab",
        id: `${id}-${panel.id}`,
        "aria-controls": `${id}-panel`,
        onclick: () => open(panel.id === current ? "" : panel.id),
      },
      t(panel.label),
    ),
  );
  const list = h("div", { class: "tab-list", role: "tablist", "aria-label": t("tab.label") }, ...buttons);
  list.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const at = buttons.indexOf(/** @type {any} */ (document.activeElement));
    if (step === 0 || at < 0) return;
    event.preventDefault();
    const next = (at + step + buttons.length) % buttons.length;
    open(panels[next].id);
    buttons[next].focus();
  });
  let current = panels.some((panel) => panel.id === kept.get("open")) ? kept.get("open") : "";

  /** @param {string} chosen a panel, or none */
  function open(chosen) {
    if (chosen !== current) mounted.get(current)?.hide?.();
    current = chosen;
    kept.set("open", chosen);
    draw();
  }

  function draw() {
    panels.forEach((panel, at) => {
      const selected = panel.id === current;
      buttons[at].setAttribute("aria-selected", String(selected));
      // One tab stop; without an open panel it is the first tab.
      buttons[at].tabIndex = selected || (current === "" && at === 0) ? 0 : -1;
    });
    place.hidden = current === "";
    const panel = panels.find((each) => each.id === current);
    if (!panel) return place.replaceChildren();
    const known = mounted.get(panel.id) ?? panel.create(analysis);
    mounted.set(panel.id, known);
    place.setAttribute("aria-labelledby", `${id}-${panel.id}`);
    if (place.firstChild !== known.node) place.replaceChildren(known.node);
    known.show?.();
  }

  return {
    node: h("section", { class: "study-tabs" }, list, place),
    draw,
    open,
    /** Another position is shown. */
    show: () => mounted.get(current)?.show?.(),
    destroy: () => mounted.forEach((panel) => panel.destroy?.()),
  };
}
