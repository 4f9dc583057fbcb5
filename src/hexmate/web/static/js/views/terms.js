/** The terms of a game to which a link invites: shown before the user joins. */

import { parseControl } from "../game/clock.js";
import { COLORS } from "../game/state.js";
import { t } from "../i18n/index.js";
import { button } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { colorName } from "../words.js";
import { seatName, stone } from "./players.js";

/** @typedef {import("../game/state.js").State} State */
/** @typedef {import("../game/state.js").Color} Color */
/** @typedef {{name: string, label: string, value: string, color?: Color}} Term */

/** The seat that a link offers; null if both are open, so that only the link knows. @param {State} state */
export function openSeat({ seats }) {
  const open = COLORS.filter((seat) => seats[seat].kind === "open");
  return open.length === 1 ? open[0] : null;
}

/** Whether a link still offers something to this user. @param {State} state */
export function isOffered({ status, you }) {
  return status === "waiting" && you.length === 0;
}

/** A time control in words. @param {string} clock as the server writes it */
export function clockText(clock) {
  const { kind, main, extra, periods } = parseControl(clock);
  const time = main >= 60 ? t("terms.minutes", { count: round(main / 60) }) : seconds(main);
  switch (kind) {
    case "none":
      return t("setup.clock.none");
    case "move":
      return t("terms.clock.move", { time: seconds(main) });
    case "game":
      return t("terms.clock.game", { time });
    case "fischer":
      return t("terms.clock.fischer", { time, extra: seconds(extra) });
    case "byoyomi":
      return t("terms.clock.byoyomi", { time, periods, extra: seconds(extra) });
  }
}

/** @param {number} count */
const seconds = (count) => t("terms.seconds", { count });

/** At most one decimal. @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

/** What the user agrees to by joining. @param {State} state @returns {Term[]} */
export function termsOf(state) {
  const seat = openSeat(state);
  const rival = seat && state.seats[seat === "black" ? "white" : "black"];
  const { rows, cols, shape, swap } = state;
  const size = t("watch.size", { rows, cols });
  const rule = swap ?? "none";
  return [
    ...(rival ? [{ name: "opponent", label: t("setup.other"), value: opponentText(state, seat) }] : []),
    {
      name: "size",
      label: t("terms.board"),
      value: [size, shape !== "hex" && t(`shape.${shape}`), state.start && t("terms.start")].filter(Boolean).join(", "),
    },
    ...(seat ? [{ name: "color", label: t("setup.color"), value: colorText(seat), color: seat }] : []),
    { name: "clock", label: t("setup.clock"), value: clockText(state.clock) },
    {
      name: "swap",
      label: t("setup.swap"),
      value: swap ? `${t(`setup.swap.${swap}`)}. ${t(`setup.swap.${swap}.help`)}` : t(`setup.swap.${rule}`),
    },
    { name: "rated", label: t("setup.rated"), value: t(state.rated ? "terms.rated" : "terms.unrated") },
    ...(state.training ? [{ name: "training", label: t("setup.training"), value: t("setup.training.help") }] : []),
  ];
}

/** @param {State} state @param {Color} seat the seat that is open */
function opponentText(state, seat) {
  const rival = seat === "black" ? "white" : "black";
  const { rating, kind } = state.seats[rival];
  const notes = [rating && t("player.rating", { rating }), kind === "hybrid" && t("setup.kind.hybrid")].filter(Boolean);
  return [seatName(state, rival), ...notes].join(" · ");
}

/** @param {Color} seat */
function colorText(seat) {
  return t(seat === "black" ? "setup.color.first" : "terms.second", { color: colorName(seat) });
}

/**
 * The page that shows the terms and asks whether to join.
 * @param {State} state
 * @param {{join: () => Promise<string | null>, watch: () => void}} actions `join` returns what went wrong
 */
export function termsPage(state, { join, watch }) {
  const seat = openSeat(state);
  const name = seat ? seatName(state, seat === "black" ? "white" : "black") : null;
  const problem = h("p", { class: "terms-problem", role: "alert", hidden: true });
  const yes = button(t("terms.join"), () => void accept(), { kind: "primary", icon: "check" });
  async function accept() {
    if (yes.disabled) return;
    yes.disabled = true;
    problem.hidden = true;
    const wrong = await join();
    if (wrong === null) return;
    yes.disabled = false;
    problem.textContent = wrong;
    problem.hidden = false;
  }
  return h(
    "article",
    { class: "terms" },
    h("h1", null, name ? t("terms.title", { name }) : t("terms.titleOpen")),
    h("p", null, t("terms.text")),
    h(
      "dl",
      { class: "terms-list box" },
      ...termsOf(state).map((term) =>
        h(
          "div",
          { "data-term": term.name },
          h("dt", null, term.label),
          h("dd", null, term.color && stone(term.color), term.value),
        ),
      ),
    ),
    problem,
    h("p", { class: "row" }, yes, button(t("terms.watch"), watch, { icon: "eye" })),
  );
}
