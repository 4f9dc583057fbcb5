/** What a game has to ask or tell now. */

import { inviteLink } from "../game/invites.js";
import { isShared } from "../game/state.js";
import { t } from "../i18n/index.js";
import { other } from "../rules/board.js";
import { colorName } from "../words.js";
import { goOnOffline, rematch, review } from "./game-actions.js";
import { moveText } from "./moves.js";
import { invitation } from "./notices.js";
import { seatName } from "./players.js";
import { copy } from "./saving.js";
import { endingOf } from "./status.js";

/** @typedef {import("./game.js").GameTable} GameTable */
/** @typedef {import("./notices.js").Notice} Notice */

/** @param {GameTable} table @returns {(Notice | null | false)[]} */
export function gameNotices(table) {
  const { state, premove } = { ...table.model() };
  return [
    lost(table),
    state.status === "waiting" && state.you.length > 0 && waiting(state.id),
    table.cursor !== null && {
      key: "back",
      title: t("status.looking", { number: table.cursor, total: table.head() }),
      answers: [{ label: t("act.live"), run: () => table.go(table.head()) }],
    },
    undoOffer(table),
    swapOffer(table),
    choice(table),
    table.hint && table.hint.number === state.moves.length + 1 && hintNotice(table.hint),
    premove && { key: `premove ${premove.number} ${premove.move}`, title: t("notice.premove", premove) },
    state.status === "paused" && {
      key: "paused",
      title: t("status.paused"),
      answers: [{ label: t("act.resume"), run: () => void table.ask("resume"), kind: "primary" }],
    },
    result(table),
  ];
}

/** @param {GameTable} table @returns {Notice | false} */
function lost(table) {
  const { state } = table;
  const alone = isShared(state) && state.clock === "none" && !state.start && !table.spectator;
  return (
    table.isLost() &&
    alone && {
      key: "lost",
      title: t("status.lost"),
      answers: [{ label: t("act.offline"), run: () => goOnOffline(table) }],
      mood: "urgent",
    }
  );
}

/** @param {string} id @returns {Notice | null} */
function waiting(id) {
  const link = inviteLink(id);
  return link ? invitation(link, (text) => void copy(text)) : null;
}

/** @param {GameTable} table @returns {Notice | false} */
function undoOffer(table) {
  const { state } = table;
  const asker = state.offers?.undo ?? null;
  if (!asker || table.state.you.length === 0) return false;
  if (state.you.includes(asker)) {
    return {
      key: "asked",
      title: t("notice.asked"),
      answers: [{ label: t("notice.asked.withdraw"), run: () => void table.ask("undo_decline"), kind: "quiet" }],
    };
  }
  return {
    key: "undo",
    title: t("notice.undo", { name: seatName(state, asker) }),
    answers: [
      { label: t("notice.undo.yes"), run: () => void table.ask("undo"), kind: "primary" },
      { label: t("notice.undo.no"), run: () => void table.ask("undo_decline") },
    ],
    mood: "urgent",
  };
}

/** @param {GameTable} table @returns {Notice | false} */
function swapOffer(table) {
  const { state } = table;
  if (!table.rights().swap || !table.isUpToDate()) return false;
  return {
    key: "swap",
    title: t("notice.swap"),
    text:
      state.swap === "sides"
        ? t("notice.swap.sides", { color: colorName(other(state.turn ?? "white")) })
        : t("notice.swap.pieces"),
    answers: [{ label: t("notice.swap.yes"), run: () => table.swap(), kind: "primary", icon: "swap" }],
    mood: "urgent",
  };
}

/** @param {GameTable} table @returns {Notice | false} */
function choice(table) {
  const { selected } = table;
  if (!selected) return false;
  const move = table.board().stonesByName()[selected] ? t("move.swap") : selected;
  return {
    key: `choice ${selected}`,
    title: t("notice.confirm", { move }),
    answers: [
      { label: t("notice.confirm.yes"), run: () => table.playCell(selected), kind: "primary", icon: "check" },
      { label: t("notice.confirm.no"), run: () => table.select(null) },
    ],
  };
}

/** @param {import("./game.js").Hint} hint @returns {Notice} */
function hintNotice({ move, chance }) {
  const name = moveText(move);
  const percent = chance === null ? "" : t("percent", { n: Math.round(100 * chance) });
  return {
    key: `hint ${move}`,
    title: chance === null ? t("notice.hint", { move: name }) : t("notice.hint.chance", { move: name, percent }),
  };
}

/** @param {GameTable} table @returns {Notice | false} */
function result(table) {
  const { state } = table;
  if (state.status === "cancelled") {
    return {
      key: "cancelled",
      title: t("status.cancelled"),
      answers: [{ label: t("act.new"), run: () => table.navigate("/play"), kind: "primary" }],
    };
  }
  if (!state.result || !table.isUpToDate()) return false;
  const { title, reason, mood } = endingOf(state, state.result);
  const next = state.rematch;
  const seated = state.you.length > 0;
  /** @type {import("./notices.js").Answer[]} */
  const again = next
    ? [
        {
          label: t("notice.rematch.yes"),
          run: () => table.navigate(seated ? `/game/${next}` : `/watch/${next}`),
          kind: "primary",
        },
      ]
    : seated
      ? [{ label: t("act.rematch"), run: () => void rematch(table), kind: "primary", icon: "restart" }]
      : [];
  return {
    key: `result ${next ?? ""}`,
    title,
    text: reason,
    mood: mood === "calm" ? "calm" : mood,
    answers: [
      ...again,
      { label: t("act.review"), run: () => review(table), icon: "analyse" },
      { label: t("act.new"), run: () => table.navigate("/play") },
    ],
  };
}
