/** The engine beside the board: who thinks, what it found, and what is laid over the board. */

import { formatNumber, t } from "../i18n/index.js";
import { computerName, NETWORK, offeredFor } from "../setup/computers.js";
import { moveText } from "../table/moves.js";
import { choice, select, toggle } from "../ui/controls.js";
import { h, replace } from "../ui/dom.js";
import { colorName } from "../words.js";
import { isThought, OVERLAYS, percent } from "./overlays.js";

/** @typedef {import("./engine.js").Info} Info */
/** @typedef {import("./engine.js").Line} Line */
/** @typedef {import("./overlays.js").Overlay} Overlay */
/** @typedef {import("../rules/board.js").Color} Color */
/** @typedef {import("../rules/board.js").Shape} Shape */
/** @typedef {import("../setup/computers.js").Offer} Offer */
/** @typedef {{effort: "visits" | "depth" | null, prior: boolean}} Columns what the player tells of its lines */

const CLASSICAL = "uct";
const LONGEST_LINE = 8;

/** @param {readonly Line[]} lines @returns {Columns} */
export function columnsOf(lines) {
  const effort = lines.some(({ visits }) => visits !== null) ? "visits" : lines.some(({ depth }) => depth !== null) ? "depth" : null;
  return { effort, prior: lines.some(({ prior }) => prior !== null) };
}

/** @param {Columns} columns */
function head({ effort, prior }) {
  return h("div", { class: "engine-row engine-head", "aria-hidden": "true" },
    h("span", null, t("engine.head.move")),
    h("span", null, t("engine.head.chance")),
    h("span", null, effort ? t(`engine.head.${effort}`) : ""),
    h("span", null, prior ? t("engine.head.prior") : ""));
}

/** A value whose column is named to those who do not see the columns. @param {string} name @param {string} value @param {string} [className] */
function field(name, value, className) {
  return h("span", { class: className }, value && h("span", { class: "visually-hidden" }, ` ${name} `), value);
}

/** @param {Line} line @param {number} at @param {Columns} columns @param {(move: string) => void} play */
function lineEntry({ move, win_probability: chance, visits, depth, prior, pv }, at, { effort }, play) {
  const count = effort === "visits" ? visits : depth;
  return h("li", null, h("button", { type: "button", class: "engine-row engine-line", onclick: () => play(move) },
    h("span", { class: "engine-move" }, `${at + 1}. ${moveText(move)}`),
    field(t("engine.head.chance"), percent(chance), "engine-chance"),
    field(t(`engine.head.${effort ?? "visits"}`), count === null ? "" : formatNumber(count, { notation: "compact" }), "engine-effort"),
    field(t("engine.head.prior"), prior === null ? "" : percent(prior)),
    field(t("engine.head.line"), pv.slice(1, LONGEST_LINE).map(moveText).join(" "), "engine-pv")));
}

/** Why there is nothing to see. @param {Overlay} overlay @param {Line[]} lines */
function whyNothing(overlay, lines) {
  // Openings that may be swapped are the only lines without scores.
  if (lines.every(({ score }) => score === null)) return t("overlay.fair");
  return t(overlay === "policy" ? "overlay.policy.missing" : "overlay.missing");
}

/** Who thinks where nobody was chosen. @param {Offer[]} offers @param {Shape} shape */
export const preferred = (offers, shape) => (offeredFor(offers, shape).some(({ spec }) => spec === NETWORK) ? NETWORK : CLASSICAL);

/** A sentence where the strongest player cannot think. @param {Offer[]} offers @param {Shape} shape */
function whyNoNetwork(offers, shape) {
  if (!offers.some(({ spec }) => spec === NETWORK)) return t("engine.noNetwork");
  return preferred(offers, shape) === NETWORK ? "" : t("engine.hexOnly");
}

/**
 * @param {{shape: Shape, onplayer: (spec: string) => void, onthink: (on: boolean) => void,
 *   overlay: Overlay, onoverlay: (overlay: Overlay) => void, color: Color | "turn", oncolor: (color: Color | "turn") => void,
 *   play: (move: string) => void}} options
 */
export function enginePanel(options) {
  const players = h("div");
  const missing = h("p", { class: "help", hidden: true });
  const bar = h("div", { class: "chance-bar", "aria-hidden": "true" }, h("span"));
  const titles = h("div");
  const lines = h("ol", { class: "engine-lines" });
  const legend = h("p", { class: "help overlay-legend", role: "status" });
  const colors = h("div");
  const overlays = select({
    label: t("overlay.label"),
    value: options.overlay,
    choices: OVERLAYS.map((value) => ({ value, label: t(`overlay.${value}`) })),
    onchange: (overlay) => chooseOverlay(overlay),
  });
  const node = h("section", { class: "engine" },
    toggle({ label: t("engine.on"), checked: false, onchange: options.onthink }),
    h("div", { class: "engine-choices" }, players, overlays),
    missing, legend, colors, bar, titles, lines);
  let overlay = options.overlay;
  bar.hidden = true;
  chooseColors();
  // A line must not change under the finger that is about to choose it.
  let held = false;
  lines.addEventListener("pointerdown", () => {
    held = true;
    addEventListener("pointerup", () => setTimeout(() => (held = false)), { once: true });
  });

  function chooseColors() {
    replace(colors, overlay !== "none" && !isThought(overlay) && choice({
      label: t("overlay.color"),
      value: options.color,
      choices: (/** @type {const} */ (["turn", "black", "white"])).map((value) => ({ value, label: value === "turn" ? t("overlay.turn") : colorName(value) })),
      onchange: options.oncolor,
    }));
  }

  /** @param {Overlay} chosen */
  function chooseOverlay(chosen) {
    overlay = chosen;
    chooseColors();
    tellLegend(null);
    options.onoverlay(chosen);
  }

  /** What the colours and numbers mean, or why there are none. @param {Info | null} info */
  function tellLegend(info) {
    const told = info && { best: info.lines, winrate: info.cells, visits: info.visits, policy: info.policy };
    const text = !isThought(overlay) ? ""
      : told && Object.keys(told[overlay]).length === 0 ? whyNothing(overlay, told.best)
      : t(`overlay.${overlay}.help`);
    if (legend.textContent !== text) legend.textContent = text;
  }

  /** @param {Info | null} info */
  function drawLines(info) {
    const columns = columnsOf(info?.lines ?? []);
    const focused = [...lines.children].findIndex((entry) => entry.contains(document.activeElement));
    replace(titles, info && info.lines.length > 0 && head(columns));
    replace(lines, ...(info?.lines ?? []).map((line, at) => lineEntry(line, at, columns, options.play)));
    // Whoever came here by keyboard stays at the same rank.
    if (focused >= 0) lines.children[focused]?.querySelector("button")?.focus();
  }

  return {
    node,
    /** @param {Offer[]} offers @param {string} player */
    offer(offers, player) {
      const who = offeredFor(offers, options.shape).filter(({ analyses }) => analyses);
      replace(players, select({
        label: t("engine.player"),
        value: player,
        choices: who.map((offer) => offer.spec === "level"
          ? { value: `level:n=${Math.max(...offer.levels)}`, label: t("player.level", { n: Math.max(...offer.levels) }) }
          : { value: offer.spec, label: computerName(offer) }),
        onchange: options.onplayer,
      }));
      missing.textContent = whyNoNetwork(offers, options.shape);
      missing.hidden = missing.textContent === "";
    },
    /** @param {Info | null} info @param {Color} turn */
    show(info, turn) {
      const best = info?.lines[0];
      bar.hidden = !best;
      if (best) {
        const black = turn === "black" ? best.win_probability : 1 - best.win_probability;
        /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${(100 * black).toFixed(1)}%`;
      }
      if (!held || !info) drawLines(info);
      tellLegend(info);
    },
    /** @param {string} text */
    tell(text) {
      replace(titles);
      replace(lines, h("li", { class: "muted" }, text));
    },
    /** Switch the thinking on or off without being asked. @param {boolean} on */
    setThinking(on) {
      const input = node.querySelector("input[role=switch]");
      if (input instanceof HTMLInputElement) input.checked = on;
    },
    /** Lay another thing over the board. @param {Overlay} chosen */
    setOverlay(chosen) {
      const list = overlays.querySelector("select");
      if (list) list.value = chosen;
      chooseOverlay(chosen);
    },
  };
}
