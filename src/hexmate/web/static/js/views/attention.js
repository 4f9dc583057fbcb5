/** Calls the user back to a game: the tab's title and icon, a notification, a sound. */

import { attentionOf, isTimeToAsk, mayNotify, newCall } from "../game/attention.js";
import { t } from "../i18n/index.js";
import { settings } from "../settings.js";
import { sound } from "../sound/index.js";
import { askPermission, notify, permission } from "../ui/notification.js";
import { tabVoice } from "../ui/tab.js";
import { toast } from "../ui/toast.js";
import { moveText } from "./moves.js";
import { seatName } from "./players.js";
import { endingOf } from "./status.js";

/** @typedef {import("./game.js").GameView} GameView */
/** @typedef {import("./notices.js").Notice} Notice */
/** @typedef {import("../game/attention.js").Call} Call */
/** @typedef {import("../game/state.js").State} State */

const known = () => ({ choice: settings.get("notify"), permission: permission() });

/** The words of a call. @param {State} state @param {Call} call */
function wordsOf(state, call) {
  if (call === "over" && state.result) {
    const { title, reason } = endingOf(state, state.result);
    return { title, body: reason };
  }
  const last = state.moves.at(-1);
  const rival = state.you[0] === "black" ? "white" : "black";
  const name = seatName(state, rival);
  return {
    title: t("status.yourTurn"),
    body: last ? t("attention.played", { name, move: moveText(last.move) }) : t("attention.joined", { name }),
  };
}

/** @param {GameView} game */
export function gameAttention(game) {
  const voice = tabVoice();
  const now = () => attentionOf(game.state, { pending: game.model().pending !== null });
  let before = now();
  let offered = false;
  /** @type {(() => void) | null} */
  let close = null;

  const dismiss = () => {
    if (document.hidden) return;
    close?.();
    close = null;
  };
  document.addEventListener("visibilitychange", dismiss);

  /** @param {Call} call */
  function summon(call) {
    const { title, body } = wordsOf(game.state, call);
    // The end of a game has a sound of its own.
    if (call === "turn") sound.play("turn");
    if (mayNotify(known())) close = notify(title, { body, tag: `hexmate ${game.state.id}` });
  }

  return {
    /** The position on the screen has changed. */
    update() {
      if (game.head() !== game.moves().length) return;
      const next = now();
      const text = next.call ? wordsOf(game.state, next.call).title : null;
      voice.say(text, { calling: next.call === "turn" });
      const call = newCall(before, next, document.hidden);
      before = next;
      if (call) summon(call);
      // An offer that is not taken up is not made again.
      if (offered && !isTimeToAsk(game.state, known())) {
        offered = false;
        if (settings.get("notify") === "ask") settings.set("notify", "off");
      }
    },

    /** The offer of notifications, when its moment has come. @returns {Notice | false} */
    notice() {
      if (game.cursor !== null || !isTimeToAsk(game.state, known())) return false;
      offered = true;
      return offer();
    },

    stop() {
      document.removeEventListener("visibilitychange", dismiss);
      close?.();
      voice.stop();
    },
  };
}

/** @returns {Notice} */
function offer() {
  return {
    key: "notify",
    title: t("attention.ask"),
    text: t("attention.ask.text"),
    answers: [
      { label: t("attention.ask.yes"), run: () => void accept(), kind: "primary" },
      { label: t("attention.ask.no"), run: () => settings.set("notify", "off") },
    ],
  };
}

/** Turn notifications on, if the browser lets them. @returns {Promise<boolean>} */
export async function accept() {
  const granted = await askPermission();
  settings.set("notify", granted ? "on" : "off");
  if (!granted) toast(t("attention.refused"));
  return granted;
}
