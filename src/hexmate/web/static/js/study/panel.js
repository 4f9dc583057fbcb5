/** The engine beside the board: on or off, its evaluation, its best lines, and one button for its settings. */

import { t } from "../i18n/index.js";
import { untrainedText } from "../setup/computers.js";
import { toggle } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { engineSettings } from "./engine-settings.js";
import { rateOf } from "./eval-bar.js";
import { lineList } from "./lines.js";
import { isEngineOverlay } from "./overlays.js";
import { study } from "./preferences.js";

/** @typedef {import("./engine.js").Info} Info */
/** @typedef {import("./engine.js").Line} Line */
/** @typedef {import("./overlays.js").Overlay} Overlay */
/** @typedef {import("../rules/board.js").Color} Color */
/** @typedef {import("../rules/board.js").Shape} Shape */

/** Why the overlay is empty. @param {Overlay} overlay @param {Line[]} lines */
function whyNothing(overlay, lines) {
  // Openings that may be swapped are the only lines without scores.
  if (lines.every(({ score }) => score === null)) return t("overlay.fair");
  return t(overlay === "policy" ? "overlay.policy.missing" : "overlay.missing");
}

/** Why the board shows no values, if it shows none. @param {Overlay} overlay @param {Info | null} info */
function missingText(overlay, info) {
  if (!info || !isEngineOverlay(overlay)) return "";
  const shown = { best: info.lines, winrate: info.cells, visits: info.visits, policy: info.policy };
  return Object.keys(shown[overlay]).length === 0 ? whyNothing(overlay, shown.best) : "";
}

/**
 * @typedef {object} PanelOptions
 * @property {{rows: number, cols: number, shape: Shape}} board
 * @property {(on: boolean) => void} onanalyse
 * @property {(spec: string) => void} onplayer
 * @property {() => void} onlines the number of lines has changed
 * @property {() => void} onplace the engine runs elsewhere
 * @property {() => Overlay} overlay
 * @property {(overlay: Overlay) => void} setOverlay
 * @property {() => Color | "turn"} color
 * @property {(color: Color | "turn") => void} setColor
 * @property {(line: Line) => void} enter
 * @property {(line: Line | null) => void} preview
 * @property {{opener: HTMLElement, node: HTMLElement}} solve
 */

/** @param {PanelOptions} options */
export function enginePanel(options) {
  const caution = h("p", { class: "help caution", role: "status" });
  const missing = h("p", { class: "help overlay-missing", role: "status" });
  const note = h("p", { class: "help overlay-note", role: "status", hidden: true });
  const sum = h("output", { class: "engine-sum", "aria-live": "off" });
  const lines = lineList(options);
  const settings = engineSettings(options, (spec) => {
    setTrained(true);
    options.onplayer(spec);
  });
  const node = h(
    "section",
    { class: "engine", "aria-label": t("engine.on") },
    h(
      "div",
      { class: "engine-top" },
      toggle({ label: t("engine.on"), checked: study.get("engine"), onchange: options.onanalyse }),
      sum,
      options.solve.opener,
      settings.element,
    ),
    options.solve.node,
    h("div", { class: "engine-body" }, ...lines.nodes),
    caution,
    missing,
    note,
  );

  /** The warning stays from one position to the next. @param {boolean} yes */
  function setTrained(yes) {
    const text = yes ? "" : untrainedText(options.board);
    if (caution.textContent !== text) caution.textContent = text;
  }

  return {
    node,
    setTrained,
    offer: settings.offer,
    /**
     * @param {Info | null} info
     * @param {number | null} black Black's win probability
     * @param {Color | null} turn whose win rate to show, as the lines do; null when the game is over
     */
    show(info, black, turn) {
      // A line without visits has not been searched: its win rate means nothing.
      lines.show((info?.lines ?? []).filter(({ visits }, at) => at === 0 || visits !== 0));
      const text = black === null ? "" : rateOf(black, turn);
      if (sum.textContent !== text) sum.textContent = text;
      const why = missingText(options.overlay(), info);
      if (missing.textContent !== why) missing.textContent = why;
    },
    /** What to say while there are no lines. @param {string} text @param {boolean} [idle] whether none will come */
    showText(text, idle = false) {
      node.classList.toggle("idle", idle);
      lines.showText(text);
    },
    /** What an overlay says, empty for nothing. @param {(Node | string)[]} parts */
    showNote(parts) {
      note.replaceChildren(...parts);
      note.hidden = parts.length === 0;
    },
    /** Hide what the overlay says while the board shows something else. @param {boolean} covered */
    coverNote(covered) {
      note.hidden = covered || note.childNodes.length === 0;
    },
    /** Show that the analysis is on or off. @param {boolean} on */
    setAnalysing(on) {
      const input = node.querySelector("input[role=switch]");
      if (input instanceof HTMLInputElement) input.checked = on;
    },
  };
}
