/** The engine panel beside the board: which engine, what it found, and which overlay is shown. */

import { t } from "../i18n/index.js";
import { computerName, NETWORK, offeredFor, untrainedText } from "../setup/computers.js";
import { choice, select, toggle } from "../ui/controls.js";
import { h, replace } from "../ui/dom.js";
import { colorName } from "../words.js";
import { lineList } from "./lines.js";
import { isEngineOverlay, OVERLAYS } from "./overlays.js";

/** @typedef {import("./engine.js").Info} Info */
/** @typedef {import("./engine.js").Line} Line */
/** @typedef {import("./overlays.js").Overlay} Overlay */
/** @typedef {import("../rules/board.js").Color} Color */
/** @typedef {import("../rules/board.js").Shape} Shape */
/** @typedef {import("../setup/computers.js").Offer} Offer */

const CLASSICAL = "uct";

/** Why the overlay is empty. @param {Overlay} overlay @param {Line[]} lines */
function whyNothing(overlay, lines) {
  // Openings that may be swapped are the only lines without scores.
  if (lines.every(({ score }) => score === null)) return t("overlay.fair");
  return t(overlay === "policy" ? "overlay.policy.missing" : "overlay.missing");
}

/** What the colours and numbers mean, or why there are none. @param {Overlay} overlay @param {Info | null} info */
function legendText(overlay, info) {
  if (!isEngineOverlay(overlay)) return "";
  const shown = info && { best: info.lines, winrate: info.cells, visits: info.visits, policy: info.policy };
  if (shown && Object.keys(shown[overlay]).length === 0) return whyNothing(overlay, shown.best);
  return t(`overlay.${overlay}.help`);
}

/** The engine to use unless the user chooses one. @param {Offer[]} offers @param {Shape} shape */
export const preferred = (offers, shape) =>
  offeredFor(offers, shape).some(({ spec }) => spec === NETWORK) ? NETWORK : CLASSICAL;

/** An engine in the list; for the levels, the highest that plays on every board. @param {Offer} offer */
function playerChoice(offer) {
  if (offer.spec !== "level") return { value: offer.spec, label: computerName(offer) };
  const n = Math.max(...offer.levels);
  return { value: `level:n=${n}`, label: t("player.level", { n }) };
}

/** @param {Color | "turn"} value @param {(color: Color | "turn") => void} onchange */
function colorChoice(value, onchange) {
  const choices = /** @type {const} */ (["turn", "black", "white"]).map((color) => ({
    value: color,
    label: color === "turn" ? t("overlay.turn") : colorName(color),
  }));
  return choice({ label: t("overlay.color"), value, choices, onchange });
}

/** A sentence for when the strongest engine cannot be used, else empty. @param {Offer[]} offers @param {Shape} shape */
function whyNoNetwork(offers, shape) {
  if (!offers.some(({ spec }) => spec === NETWORK)) return t("engine.noNetwork");
  return preferred(offers, shape) === NETWORK ? "" : t("engine.hexOnly");
}

/**
 * @param {{board: {rows: number, cols: number, shape: Shape}, overlay: Overlay, color: Color | "turn",
 *   onplayer: (spec: string) => void, onanalyse: (on: boolean) => void, onoverlay: (overlay: Overlay) => void,
 *   oncolor: (color: Color | "turn") => void, play: (move: string) => void}} options
 */
export function enginePanel(options) {
  const players = h("div");
  const missing = h("p", { class: "help", hidden: true });
  const caution = h("p", { class: "help caution", role: "status" });
  const bar = h("div", { class: "win-rate-bar", "aria-hidden": "true" }, h("span"));
  const lines = lineList(options.play);
  const legend = h("p", { class: "help", role: "status" });
  const colors = h("div");
  const overlays = select({
    label: t("overlay.label"),
    value: options.overlay,
    choices: OVERLAYS.map((value) => ({ value, label: t(`overlay.${value}`) })),
    onchange: (overlay) => chooseOverlay(overlay),
  });
  const node = h(
    "section",
    { class: "engine" },
    toggle({ label: t("engine.on"), checked: false, onchange: options.onanalyse }),
    h("div", { class: "engine-choices" }, players, overlays),
    missing,
    caution,
    legend,
    colors,
    bar,
    ...lines.nodes,
  );
  let overlay = options.overlay;
  bar.hidden = true;

  /** @param {Overlay} chosen */
  function chooseOverlay(chosen) {
    overlay = chosen;
    replace(colors, chosen !== "none" && !isEngineOverlay(chosen) && colorChoice(options.color, options.oncolor));
    showLegend(null);
    options.onoverlay(chosen);
  }

  /** @param {Info | null} info */
  function showLegend(info) {
    const text = legendText(overlay, info);
    if (legend.textContent !== text) legend.textContent = text;
  }

  /** The warning stays from one position to the next. @param {boolean} yes */
  function setTrained(yes) {
    const text = yes ? "" : untrainedText(options.board);
    if (caution.textContent !== text) caution.textContent = text;
  }

  /** @param {string} spec */
  function choosePlayer(spec) {
    setTrained(true);
    options.onplayer(spec);
  }

  return {
    node,
    setTrained,
    /** @param {Offer[]} offers @param {string} player */
    offer(offers, player) {
      const { shape } = options.board;
      const choices = offeredFor(offers, shape)
        .filter(({ analyses }) => analyses)
        .map(playerChoice);
      replace(players, select({ label: t("engine.player"), value: player, choices, onchange: choosePlayer }));
      missing.textContent = whyNoNetwork(offers, shape);
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
      lines.show(info?.lines ?? []);
      showLegend(info);
    },
    showText: lines.showText,
    /** Show that the analysis is on or off. @param {boolean} on */
    setAnalysing(on) {
      const input = node.querySelector("input[role=switch]");
      if (input instanceof HTMLInputElement) input.checked = on;
    },
    /** Show another overlay. @param {Overlay} chosen */
    setOverlay(chosen) {
      const list = overlays.querySelector("select");
      if (list) list.value = chosen;
      chooseOverlay(chosen);
    },
  };
}
