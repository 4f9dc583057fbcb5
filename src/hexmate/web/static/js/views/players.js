/** The two players: stone, name, clock, and whether they are to move. */

import { formatTime, parseControl, readingAfter } from "../game/clock.js";
import { isMachine, seatOf } from "../game/state.js";
import { t } from "../i18n/index.js";
import { personName, playerName } from "../setup/computers.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icon.js";
import { colorName } from "../words.js";

/** @typedef {import("../game/state.js").State} State */
/** @typedef {import("../game/state.js").Color} Color */
/** @typedef {import("../game/state.js").Seat} Seat */

const TICK = 100;
const HURRY = 20_000;

/** The name of the player at a seat. @param {State} state @param {Color} seat */
export function seatName(state, seat) {
  const { kind, name, ai } = state.seats[seat];
  if (kind === "ai" && ai) return playerName(ai);
  if (kind === "open") return t("player.open");
  if (state.you.includes(seat) && state.you.length === 1) return t("player.you");
  if (state.you.length === 2 && kind !== "ai" && state.mode === "local") return colorName(seatOf(state, seat));
  return personName(name) ?? colorName(seatOf(state, seat));
}

/**
 * The games of a series of rematches that a seat has won, this one included; null without a series.
 * @param {State} state
 * @param {Color} seat
 */
export function scoreOf({ series, result, you, mode }, seat) {
  // Two people on one screen exchange the seats, which have no names.
  if (!series || (you.length === 2 && mode === "local")) return null;
  return series[seat] + (result?.winner_seat === seat ? 1 : 0);
}

/** A small stone in a player's colour. @param {Color} color */
export function stone(color) {
  return h("span", { class: `stone-dot ${color}`, "aria-hidden": "true" });
}

/**
 * The cards of both players.
 * @returns {{black: HTMLElement, white: HTMLElement, update: (state: State, goal: (color: Color) => string) => void,
 *   stop: () => void}}
 */
export function playerCards() {
  const cards = { black: h("section", { class: "player" }), white: h("section", { class: "player" }) };
  /** @type {Partial<Record<Color, HTMLElement>>} */
  let clocks = {};
  /** @type {State | null} */ let shown = null;
  let since = 0;

  function tick() {
    if (!shown?.clocks) return;
    const control = parseControl(shown.clock);
    for (const seat of /** @type {Color[]} */ (Object.keys(clocks))) {
      const { left, periods, overtime } = readingAfter(shown.clocks, seat, performance.now() - since, control);
      const clock = clocks[seat];
      if (left === null || !clock) continue;
      const text =
        formatTime(left) + (control.kind === "byoyomi" ? ` +${overtime ? Math.max(0, periods - 1) : periods}` : "");
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("hurry", left < HURRY && shown.clocks.running === seat);
      clock.classList.toggle("running", shown.clocks.running === seat);
    }
  }
  const timer = setInterval(tick, TICK);

  return {
    ...cards,
    update(state, goal) {
      if (state.clocks !== shown?.clocks) since = performance.now();
      shown = state;
      clocks = {};
      for (const seat of /** @type {const} */ (["black", "white"])) {
        const clock =
          state.clocks?.[seat].left == null
            ? null
            : h("span", {
                class: "clock",
                role: "timer",
                "aria-label": t("player.clock", { name: seatName(state, seat) }),
              });
        if (clock) clocks[seat] = clock;
        fill(cards[seat], state, seat, clock, goal(seatOf(state, seat)));
      }
      tick();
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * @param {HTMLElement} card @param {State} state @param {Color} seat @param {HTMLElement | null} clock
 * @param {string} goal which edges this player connects
 */
function fill(card, state, seat, clock, goal) {
  const color = seatOf(state, seat);
  const { kind, rating, online, handed_over: handedOver, ai } = state.seats[seat];
  const moves = state.status === "live" && state.mover === seat;
  card.classList.toggle("to-move", moves);
  card.classList.toggle("won", state.result?.winner_seat === seat);
  card.setAttribute("aria-label", `${colorName(color)}: ${seatName(state, seat)}`);
  const away = kind !== "ai" && kind !== "open" && !online && state.mode === "online";
  const notes = [
    rating && t("player.rating", { rating }),
    kind === "hybrid" && ai && t(handedOver ? "player.handedOver" : "player.hybrid", { name: playerName(ai) }),
    away && t("player.away"),
  ].filter(Boolean);
  const score = scoreOf(state, seat);
  card.replaceChildren(
    stone(color),
    h(
      "div",
      { class: "player-text" },
      h(
        "span",
        { class: "player-name" },
        h("span", null, seatName(state, seat)),
        (kind === "ai" || isMachine(state.seats[seat])) && icon("computer"),
      ),
      notes.length > 0 ? h("span", { class: "player-notes" }, notes.join(" · ")) : "",
      h("span", { class: "player-notes player-goal" }, goal),
    ),
    ...(score === null
      ? []
      : [h("span", { class: "score", role: "img", "aria-label": t("player.score", { count: score }) }, score)]),
    ...(state.result?.winner_seat === seat ? [h("span", { class: "crown" }, t("player.won"))] : []),
    ...(moves && state.searching
      ? [h("span", { class: "searching", "aria-hidden": "true" }, h("i"), h("i"), h("i"))]
      : []),
    ...(clock ? [clock] : []),
  );
}
