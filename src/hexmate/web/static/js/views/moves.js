/** The list of moves: shows the current position and leads to every other. */

import { t } from "../i18n/index.js";
import { iconButton } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { announce } from "../ui/toast.js";
import { colorName } from "../words.js";

/** @typedef {import("../game/state.js").Move} Move */
/**
 * @typedef {{node: HTMLElement, show: (moves: readonly Move[], ply: number, remarks?: Record<number, Remark>) => void}}
 *   MoveList
 */
/** @typedef {{mark: string, title: string}} Remark a remark on a move */

/** A move as it is shown. @param {string} move */
export function moveText(move) {
  switch (move) {
    case "swap-pieces":
    case "swap-sides":
      return t("move.swap");
    case "pass":
    case "resign":
    case "forfeit":
    case "time-out":
    case "setup":
    case "note":
      return t(`move.${move}`);
    default:
      return move;
  }
}

/** Tell screen readers which position is shown. @param {readonly Move[]} moves @param {number} ply */
export function announceStep(moves, ply) {
  const step = moves[ply - 1];
  if (!step) return announce(t("say.start"));
  announce(t("say.move", { number: step.number, color: colorName(step.color), move: moveText(step.move) }));
}

/**
 * A move as a button; screen readers also get its colour and remark.
 * @param {number} number
 * @param {import("../rules/board.js").Color | null} color
 * @param {string} text
 * @param {Remark | undefined} remark
 * @param {() => void} onclick
 */
export function moveButton(number, color, text, remark, onclick) {
  return h(
    "button",
    { type: "button", class: `move ${color ?? ""}`.trim(), title: remark?.title, onclick },
    h("span", { class: "move-number" }, number),
    h("span", { class: "visually-hidden" }, color ? ` ${colorName(color)} ` : " "),
    h("span", { class: "move-text" }, text),
    remark && [
      h("span", { class: "remark", "aria-hidden": "true" }, remark.mark),
      h("span", { class: "visually-hidden" }, `, ${remark.title}`),
    ],
  );
}

/**
 * @param {(ply: number) => void} go
 * @returns {MoveList}
 */
export function moveList(go) {
  const list = h("ol", { class: "move-list" });
  /** @type {HTMLButtonElement[]} */
  const buttons = [];
  /** @type {string[]} */
  let texts = [];

  /** @param {Move} move @param {Remark | undefined} remark */
  function entry({ number, color, move }, remark) {
    const button = moveButton(number, color, moveText(move), remark, () => go(number));
    buttons.push(button);
    return h("li", null, button);
  }

  return {
    node: list,
    show(moves, ply, remarks = {}) {
      const wanted = moves.map(
        ({ move, color, number }) => `${color && colorName(color)} ${move} ${remarks[number]?.mark ?? ""}`,
      );
      // Most changes add a move at the end: only what differs is redrawn.
      const differs = texts.findIndex((text, at) => text !== wanted[at]);
      const kept = differs < 0 ? texts.length : differs;
      while (buttons.length > kept) buttons.pop()?.parentElement?.remove();
      list.append(...moves.slice(kept).map((move) => entry(move, remarks[move.number])));
      texts = wanted;
      for (const [at, button] of buttons.entries()) {
        if (at === ply - 1) button.setAttribute("aria-current", "step");
        else button.removeAttribute("aria-current");
      }
      reveal(list, buttons[ply - 1] ?? null);
    },
  };
}

/** Run something once an element is on the page. @param {HTMLElement} element @param {() => void} run */
function onceShown(element, run) {
  const observer = new ResizeObserver(() => {
    if (!element.isConnected) return;
    observer.disconnect();
    run();
  });
  observer.observe(element);
}

/**
 * Scroll the list, and only the list, until a button is visible.
 * @param {HTMLElement} list
 * @param {HTMLElement | null} button
 */
export function reveal(list, button) {
  if (!list.isConnected) return onceShown(list, () => reveal(list, button));
  if (!button) return void list.scrollTo({ top: 0, left: 0 });
  const item = button.getBoundingClientRect();
  const place = list.getBoundingClientRect();
  if (item.top < place.top) list.scrollTop -= place.top - item.top;
  else if (item.bottom > place.bottom) list.scrollTop += item.bottom - place.bottom;
  if (item.left < place.left) list.scrollLeft -= place.left - item.left;
  else if (item.right > place.right) list.scrollLeft += item.right - place.right;
}

/**
 * Buttons to the first, previous, next and last position.
 * @param {{go: (ply: number) => void, ply: () => number, last: () => number}} place
 */
export function stepButtons({ go, ply, last }) {
  const buttons = {
    first: iconButton("first", t("step.first"), () => go(0)),
    back: iconButton("back", t("step.back"), () => go(ply() - 1)),
    next: iconButton("next", t("step.next"), () => go(ply() + 1)),
    last: iconButton("last", t("step.last"), () => go(last())),
  };
  return {
    node: h("div", { class: "steps", role: "group", "aria-label": t("step.label") }, ...Object.values(buttons)),
    update() {
      buttons.first.disabled = buttons.back.disabled = ply() <= 0;
      buttons.next.disabled = buttons.last.disabled = ply() >= last();
    },
  };
}
