/** The settings of the engine, behind one button: which engine, how many lines, what the board shows. */

import { HAS_SERVER } from "../base.js";
import { analysesHere } from "../engine/offers.js";
import { t } from "../i18n/index.js";
import { computerName, NETWORK, offeredFor } from "../setup/computers.js";
import { choice, iconButton, select } from "../ui/controls.js";
import { h, replace } from "../ui/dom.js";
import { panel } from "../ui/menu.js";
import { colorName } from "../words.js";
import { deviceSettings } from "./device-settings.js";
import { hasExactOverlays, isExactOverlay } from "./exact-overlays.js";
import { isEngineOverlay, OVERLAYS } from "./overlays.js";
import { study } from "./preferences.js";

/** @typedef {import("./panel.js").PanelOptions} PanelOptions */
/** @typedef {import("../rules/board.js").Shape} Shape */
/** @typedef {import("../setup/computers.js").Offer} Offer */

const CLASSICAL = "uct";
const LINES = /** @type {const} */ (["1", "3", "5", "8"]);

/** The engine to use unless the user chooses one. @param {Offer[]} offers @param {Shape} shape */
export const preferred = (offers, shape) =>
  offeredFor(offers, shape).some(({ spec }) => spec === NETWORK) ? NETWORK : CLASSICAL;

/** An engine in the list; for the levels, the highest that plays on every board. @param {Offer} offer */
function playerChoice(offer) {
  if (offer.spec !== "level") return { value: offer.spec, label: computerName(offer) };
  const n = Math.max(...offer.levels);
  return { value: `level:n=${n}`, label: t("player.level", { n }) };
}

/** A sentence for when the strongest engine cannot be used, else empty. @param {Offer[]} offers @param {Shape} shape */
function whyNoNetwork(offers, shape) {
  if (!offers.some(({ spec }) => spec === NETWORK)) return t("engine.noNetwork");
  return preferred(offers, shape) === NETWORK ? "" : t("engine.hexOnly");
}

/** What the overlay shows, with its own choices. @param {PanelOptions} options @param {() => void} changed */
function overlayChoice({ board, overlay, setOverlay, color, setColor }, changed) {
  const now = overlay();
  const offered = OVERLAYS.filter((value) => {
    if (!HAS_SERVER && value !== "none" && !isEngineOverlay(value)) return false;
    return !isExactOverlay(value) || hasExactOverlays(board);
  });
  return [
    select({
      label: t("overlay.label"),
      value: now,
      choices: offered.map((value) => ({ value, label: t(`overlay.${value}`) })),
      onchange: (value) => {
        setOverlay(value);
        changed();
      },
    }),
    (isEngineOverlay(now) || isExactOverlay(now)) && h("p", { class: "help" }, t(`overlay.${now}.help`)),
    now !== "none" &&
      !isEngineOverlay(now) &&
      choice({
        label: t("overlay.color"),
        value: color(),
        choices: /** @type {const} */ (["turn", "black", "white"]).map((value) => ({
          value,
          label: value === "turn" ? t("overlay.turn") : colorName(value),
        })),
        onchange: setColor,
      }),
  ];
}

/** @param {PanelOptions} options @param {(spec: string) => void} choose */
export function engineSettings(options, choose) {
  const { shape } = options.board;
  const content = h("div", { class: "engine-settings" });
  /** @type {Offer[]} */ let offers = [];
  let player = "";

  function engines() {
    const choices = offeredFor(offers, shape)
      .filter(({ analyses }) => analyses)
      .map(playerChoice);
    if (choices.length === 0) return [];
    const why = whyNoNetwork(offers, shape);
    const onchange = (/** @type {string} */ spec) => {
      player = spec;
      choose(spec);
    };
    return [
      select({ label: t("engine.player"), value: player, choices, onchange }),
      why && h("p", { class: "help" }, why),
    ];
  }

  const analyses = () => player === "" || analysesHere(player, shape);

  function draw() {
    const count = choice({
      label: t("engine.lines.count"),
      value: String(study.get("lines")),
      choices: LINES.map((value) => ({ value, label: value })),
      onchange: (value) => {
        study.set("lines", Number(value));
        options.onlines();
      },
    });
    const redraw = () => {
      draw();
      [...content.querySelectorAll("select")].at(-1)?.focus();
    };
    replace(
      content,
      ...engines(),
      ...deviceSettings(analyses, options.onplace),
      count,
      ...overlayChoice(options, redraw),
    );
  }

  const opener = iconButton("settings", t("engine.settings"), () => {});
  const { element } = panel(
    opener,
    () => {
      draw();
      return content;
    },
    { label: t("engine.settings") },
  );
  return {
    element,
    /** @param {Offer[]} given @param {string} chosen */
    offer(given, chosen) {
      offers = given;
      player = chosen;
      if (content.isConnected) draw();
    },
  };
}
