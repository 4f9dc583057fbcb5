/** The notices of a game: questions, hints and results. */

import { inviteLink } from "../game/invites.js";
import { isShared } from "../game/state.js";
import { t } from "../i18n/index.js";
import { errorText } from "../net/error-text.js";
import { continueOffline, rematch, review } from "./game-actions.js";
import { firstStoneNotice, hintText, swapText } from "./guide.js";
import { moveText } from "./moves.js";
import { playLevel } from "./next-level.js";
import { invitation } from "./notices.js";
import { scoreOf, seatName } from "./players.js";
import { copy } from "./saving.js";
import { endingOf } from "./status.js";

/** @typedef {import("./game.js").GameView} GameView */
/** @typedef {import("./notices.js").Notice} Notice */

/** @param {GameView} game @returns {(Notice | null | false)[]} */
export function gameNotices(game) {
  const { state, premove } = { ...game.model() };
  return [
    lost(game),
    engineFailed(game),
    state.status === "waiting" && state.you.length > 0 && waiting(state.id),
    absence(game),
    undoOffer(game),
    swapOffer(game),
    firstStoneNotice(game),
    choice(game),
    hintNotice(game),
    game.attention.notice(),
    premove &&
      game.cursor === null && { key: `premove ${premove.number} ${premove.move}`, title: t("notice.premove", premove) },
    state.status === "paused" && {
      key: "paused",
      title: t("status.paused"),
      answers: [{ label: t("act.resume"), run: () => void game.ask("resume"), kind: "primary" }],
    },
    result(game),
  ];
}

/** @param {GameView} game @returns {Notice | false} */
function lost(game) {
  const { state } = game;
  const canContinue = isShared(state) && state.clock === "none" && !state.start && !game.spectator;
  return (
    game.isLost() &&
    canContinue && {
      key: "lost",
      title: t("status.lost"),
      answers: [{ label: t("act.offline"), run: () => continueOffline(game) }],
      mood: "urgent",
    }
  );
}

/** The engine of this device cannot move. @param {GameView} game @returns {Notice | false} */
function engineFailed({ failure, session }) {
  if (!failure) return false;
  const again = () => void session.reconnect();
  return {
    key: "engine",
    title: errorText(failure),
    answers: [{ label: t("common.retry"), run: again, kind: "primary", icon: "restart" }],
    mood: "urgent",
  };
}

/** @param {string} id @returns {Notice | null} */
function waiting(id) {
  const link = inviteLink(id);
  return link ? invitation(link, (text) => void copy(text)) : null;
}

/** The opponent left a game without a clock. @param {GameView} game @returns {Notice | false} */
function absence(game) {
  const { state } = game;
  const wait = game.absence.wait(state);
  if (wait === null || !state.mover) return false;
  const title = t("notice.absent", { name: seatName(state, state.mover) });
  if (wait > 0) return { key: "absent", title, text: t("notice.absent.wait", { count: Math.ceil(wait / 60_000) }) };
  return {
    key: "claim",
    title,
    text: t("notice.absent.claim"),
    answers: [{ label: t("act.claim"), run: () => void game.ask("claim"), kind: "primary", icon: "flag" }],
    mood: "urgent",
  };
}

/** @param {GameView} game @returns {Notice | false} */
function undoOffer(game) {
  const { state } = game;
  const asker = state.offers?.undo ?? null;
  if (!asker || game.state.you.length === 0) return false;
  if (state.you.includes(asker)) {
    return {
      key: "asked",
      title: t("notice.asked"),
      answers: [{ label: t("notice.asked.withdraw"), run: () => void game.ask("undo_decline"), kind: "quiet" }],
    };
  }
  return {
    key: "undo",
    title: t("notice.undo", { name: seatName(state, asker) }),
    answers: [
      { label: t("notice.undo.yes"), run: () => void game.ask("undo"), kind: "primary" },
      { label: t("notice.undo.no"), run: () => void game.ask("undo_decline") },
    ],
    mood: "urgent",
  };
}

/** @param {GameView} game @returns {Notice | false} */
function swapOffer(game) {
  if (!game.rights().swap || !game.isUpToDate()) return false;
  return {
    key: "swap",
    title: t("notice.swap"),
    text: swapText(game),
    answers: [{ label: t("notice.swap.yes"), run: () => game.swap(), kind: "primary", icon: "swap" }],
    mood: "urgent",
  };
}

/** @param {GameView} game @returns {Notice | false} */
function choice(game) {
  const { selected } = game;
  if (!selected) return false;
  const move = game.board().stonesByName()[selected] ? t("move.swap") : selected;
  return {
    key: `choice ${selected}`,
    title: t("notice.confirm", { move }),
    answers: [
      { label: t("notice.confirm.yes"), run: () => game.playCell(selected), kind: "primary", icon: "check" },
      { label: t("notice.confirm.no"), run: () => game.select(null) },
    ],
  };
}

/** @param {GameView} game @returns {Notice | false} */
function hintNotice(game) {
  const hint = game.currentHint();
  if (!hint || game.cursor !== null) return false;
  return {
    key: `hint ${hint.move}`,
    title: t("notice.hint", { move: moveText(hint.move) }),
    text: hintText(game, hint),
  };
}

/** @param {GameView} game @returns {Notice | false} */
function result(game) {
  const { state } = game;
  if (state.status === "cancelled") {
    return {
      key: "cancelled",
      title: t("status.cancelled"),
      ...(state.mode === "online" ? { text: t("notice.aborted") } : {}),
      answers: [{ label: t("act.new"), run: () => game.navigate("/play"), kind: "primary" }],
    };
  }
  if (!state.result || game.head() < game.moves().length) return false;
  const { title, reason, mood } = endingOf(state, state.result);
  const next = state.rematch;
  const seated = state.you.length > 0;
  const other = game.level.next(state);
  /** @type {import("./notices.js").Answer[]} */
  const again = next
    ? [
        {
          label: t("notice.rematch.yes"),
          run: () => game.navigate(seated ? `/game/${next}` : `/watch/${next}`),
          kind: "primary",
        },
      ]
    : seated
      ? [
          {
            label: t("act.rematch"),
            run: () => void rematch(game),
            kind: other ? undefined : "primary",
            icon: "restart",
          },
        ]
      : [];
  return {
    key: `result ${next ?? ""}`,
    title,
    text: [reason, seriesText(state), other?.why].filter(Boolean).join(" "),
    mood: mood === "calm" ? "calm" : mood,
    answers: [
      ...(other
        ? [{ label: other.label, run: () => void playLevel(game, other.level), kind: /** @type {const} */ ("primary") }]
        : []),
      ...again,
      { label: t("act.review"), run: () => review(game), icon: "analyse" },
      { label: t("act.new"), run: () => game.navigate("/play") },
    ],
  };
}

/** The score of a series of rematches, this game included. @param {import("../game/state.js").State} state */
function seriesText(state) {
  const near = state.you.length === 1 ? state.you[0] : "black";
  const far = near === "black" ? "white" : "black";
  const [own, theirs] = [scoreOf(state, near), scoreOf(state, far)];
  if (own === null || theirs === null) return "";
  return t("notice.series", { first: seatName(state, near), own, theirs, second: seatName(state, far) });
}
