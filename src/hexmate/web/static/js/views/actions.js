/** The buttons under a game: the main actions are visible, the rest are in a menu. */

import { t } from "../i18n/index.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icon.js";
import { panel } from "../ui/menu.js";

/** @typedef {import("../ui/icon.js").IconName} IconName */
/**
 * @typedef {object} Action
 * @property {() => IconName} icon
 * @property {() => string} label
 * @property {() => boolean} can
 * @property {() => void} run
 * @property {() => boolean} [offered] whether it has a place in the row, disabled while it is not possible; without
 *   this it is only there while it is possible
 * @property {() => string[]} [labels] all labels that it may have: the widest decides how much space it takes
 */

/** @param {Action} action */
function actionButton(action) {
  const name = h("span", { class: "action-label" });
  const room = h("span", { class: "action-room", "aria-hidden": "true" });
  const picture = h("span", { class: "action-icon" });
  const button = h(
    "button",
    { type: "button", class: "action", onclick: () => action.run() },
    picture,
    h("span", { class: "action-name" }, name, room),
  );
  let drawn = "";
  return {
    button,
    update() {
      const can = action.can();
      // A button that disappears loses the focus: while it has the focus it stays, disabled.
      const focused = button === document.activeElement;
      button.hidden = !(action.offered?.() ?? can) && !focused;
      button.setAttribute("aria-disabled", String(!can));
      const label = action.label();
      if (label !== name.textContent) name.textContent = label;
      const others = action.labels?.() ?? [];
      if (room.childElementCount !== others.length)
        room.replaceChildren(...others.map((text) => h("span", null, text)));
      if (drawn !== action.icon()) {
        drawn = action.icon();
        picture.replaceChildren(icon(action.icon()));
      }
    },
  };
}

/** An entry of the menu. @param {Action} action */
function menuLine(action) {
  return h(
    "button",
    { type: "button", class: "menu-line", "data-closes": true, onclick: () => action.run() },
    icon(action.icon()),
    h("span", null, action.label()),
  );
}

/**
 * @param {Action[]} inSight
 * @param {Action[]} behind
 * @param {...Node} others shown at the end of the row
 */
export function actionBar(inSight, behind, ...others) {
  const guarded = inSight.map((action) => actionButton({ ...action, run: () => action.can() && action.run() }));
  const opener = h(
    "button",
    { type: "button", class: "action" },
    h("span", { class: "action-icon" }, icon("more")),
    h("span", { class: "action-label" }, t("act.more")),
  );
  const more = panel(
    opener,
    () => h("div", { class: "menu-lines" }, ...behind.filter(({ can }) => can()).map(menuLine)),
    { label: t("act.more") },
  );
  const node = h(
    "div",
    { class: "actions", role: "group", "aria-label": t("act.label") },
    ...guarded.map(({ button }) => button),
    behind.length > 0 && more.element,
    ...others,
  );
  return {
    node,
    update() {
      guarded.forEach(({ update }) => update());
      node.dataset.count = String([...node.children].filter((child) => !child.hasAttribute("hidden")).length);
    },
  };
}
