/** The engine beside the board: who thinks, what it found, and what is laid over the board. */

import { formatNumber, t } from "../i18n/index.js";
import { computerName } from "../setup/computers.js";
import { moveText } from "../table/moves.js";
import { choice, select, toggle } from "../ui/controls.js";
import { h, replace } from "../ui/dom.js";
import { colorName } from "../words.js";
import { OVERLAYS } from "./overlays.js";

/** @typedef {import("./engine.js").Info} Info */
/** @typedef {import("./engine.js").Line} Line */
/** @typedef {import("./overlays.js").Overlay} Overlay */
/** @typedef {import("../rules/board.js").Color} Color */
/** @typedef {import("../setup/players.js").Offer} Offer */

/** @param {number} chance */
export const percent = (chance) => t("percent", { n: Math.round(100 * chance) });

/**
 * @param {{player: string, onplayer: (spec: string) => void, onthink: (on: boolean) => void,
 *   overlay: Overlay, onoverlay: (overlay: Overlay) => void, color: Color | "turn", oncolor: (color: Color | "turn") => void,
 *   play: (move: string) => void}} options
 */
export function enginePanel(options) {
  const players = h("div");
  const bar = h("div", { class: "chance-bar", "aria-hidden": "true" }, h("span"));
  const lines = h("ol", { class: "engine-lines" });
  const colors = h("div");
  const drawColors = (/** @type {Overlay} */ overlay) => replace(colors, overlay !== "none" && overlay !== "best" && choice({
    label: t("overlay.color"),
    value: options.color,
    choices: (/** @type {const} */ (["turn", "black", "white"])).map((value) => ({ value, label: value === "turn" ? t("overlay.turn") : colorName(value) })),
    onchange: options.oncolor,
  }));
  drawColors(options.overlay);
  const node = h("section", { class: "engine" },
    toggle({ label: t("engine.on"), checked: false, onchange: options.onthink }),
    bar, lines,
    h("div", { class: "engine-choices" }, players, select({
      label: t("overlay.label"),
      value: options.overlay,
      choices: OVERLAYS.map((value) => ({ value, label: t(`overlay.${value}`) })),
      onchange: (overlay) => {
        drawColors(overlay);
        options.onoverlay(overlay);
      },
    })),
    colors);
  bar.hidden = true;
  // A line must not change under the finger that is about to choose it.
  let held = false;
  lines.addEventListener("pointerdown", () => {
    held = true;
    addEventListener("pointerup", () => setTimeout(() => (held = false)), { once: true });
  });

  /** @param {Line} line @param {number} at */
  function lineEntry({ move, win_probability: chance, visits, depth, pv }, at) {
    const effort = visits ? t("engine.visits", { n: formatNumber(visits, { notation: "compact" }) }) : depth ? t("engine.depth", { n: depth }) : "";
    return h("li", null, h("button", { type: "button", class: "engine-line", onclick: () => options.play(move) },
      h("span", { class: "engine-move" }, `${at + 1}. ${moveText(move)}`),
      h("strong", null, percent(chance)),
      h("span", { class: "muted" }, effort),
      h("span", { class: "engine-pv" }, pv.slice(1, 8).map(moveText).join(" "))));
  }

  return {
    node,
    /** @param {Offer[]} offers */
    offer(offers) {
      replace(players, select({
        label: t("engine.player"),
        value: options.player,
        choices: offers.filter(({ analyses }) => analyses).map((offer) => ({ value: offer.spec === "level" ? "level:n=10" : offer.spec, label: computerName(offer) })),
        onchange: options.onplayer,
      }));
    },
    /** @param {Info | null} info @param {Color} turn */
    show(info, turn) {
      const best = info?.lines[0];
      bar.hidden = !best;
      if (best) {
        const black = turn === "black" ? best.win_probability : 1 - best.win_probability;
        /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${(100 * black).toFixed(1)}%`;
      }
      if (!held || !info) replace(lines, ...(info?.lines ?? []).map(lineEntry));
    },
    /** @param {string} text */
    tell(text) {
      replace(lines, h("li", { class: "muted" }, text));
    },
    /** Switch the thinking on or off without being asked. @param {boolean} on */
    setThinking(on) {
      const input = node.querySelector("input[role=switch]");
      if (input instanceof HTMLInputElement) input.checked = on;
    },
  };
}
