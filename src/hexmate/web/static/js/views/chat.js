/** The chat of a game online, in the place of the moves; on a small screen it covers the lower half. */

import { LONGEST, PHRASES, unreadOf } from "../game/chat.js";
import { t } from "../i18n/index.js";
import { ApiError } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { me } from "../net/me.js";
import { personName } from "../setup/computers.js";
import { button, iconButton } from "../ui/controls.js";
import { confirm } from "../ui/dialog.js";
import { freshId, h, replace } from "../ui/dom.js";
import { announce, toast } from "../ui/toast.js";
import { colorName } from "../words.js";
import { keepMuted, mutedIn } from "./muted.js";

/** @typedef {import("./game.js").GameView} GameView */
/** @typedef {import("../game/chat.js").ChatLine} ChatLine */

/** What a message says, in the reader's language. @param {ChatLine} line */
export const saidIn = ({ text, phrase }) => (phrase ? t(`phrase.${phrase}`) : (text ?? ""));

/** @param {ChatLine} line */
const nameIn = ({ you, name, seat }) => (you ? t("player.you") : (personName(name) ?? (seat ? colorName(seat) : "")));

export class ChatPanel {
  /** @param {GameView} game */
  constructor(game) {
    this.game = game;
    this.muted = mutedIn(game.state.id);
    this.seen = game.session.chat().at(-1)?.id ?? 0;
    this.announced = this.seen;
    const title = freshId("chat");
    this.list = h("ol", { class: "chat-lines", tabindex: "0", "aria-labelledby": title });
    this.field = h("input", {
      type: "text",
      class: "chat-field",
      maxlength: LONGEST,
      autocomplete: "off",
      "aria-label": t("chat.write"),
      placeholder: t("chat.write"),
    });
    const form = h(
      "form",
      { class: "chat-form" },
      this.field,
      button(t("chat.send"), () => {}, { kind: "primary" }),
    );
    form.querySelector("button")?.setAttribute("type", "submit");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#write();
    });
    this.note = h("p", { class: "chat-note" });
    this.node = h(
      "section",
      { class: "chat", "aria-labelledby": title, hidden: true },
      h(
        "div",
        { class: "chat-head" },
        h("h2", { id: title }, t(game.state.you.length > 0 ? "chat.title" : "chat.title.spectators")),
        iconButton("close", t("chat.close"), () => this.toggle(false)),
      ),
      this.list,
      this.note,
      h(
        "div",
        { class: "chat-phrases", role: "group", "aria-label": t("chat.phrases") },
        ...PHRASES.map((phrase) => button(t(`phrase.${phrase}`), () => void this.#send({ phrase }), { kind: "quiet" })),
      ),
      form,
    );
    this.node.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.toggle(false);
      // Letters typed here are not shortcuts of the game.
      event.stopPropagation();
    });
    this.#draw();
  }

  unread() {
    return this.node.hidden ? unreadOf(this.game.session.chat(), this.seen, this.muted) : 0;
  }

  /** Show or hide the chat. @param {boolean} [open] */
  toggle(open = this.node.hidden === true) {
    this.node.hidden = !open;
    this.game.node.classList.toggle("chatting", open);
    if (open) {
      this.#read();
      this.#scroll();
      this.field.focus({ preventScroll: true });
    }
    this.game.render();
  }

  /** New messages have arrived. */
  update() {
    const fresh = this.game.session.chat().filter(({ id }) => id > this.announced);
    this.announced = Math.max(this.announced, ...fresh.map(({ id }) => id));
    for (const line of fresh) {
      if (!line.you && !this.muted.has(line.author))
        announce(t("chat.says", { name: nameIn(line), text: saidIn(line) }));
    }
    if (!this.node.hidden) this.#read();
    this.#draw();
    this.#scroll();
    this.game.render();
  }

  #read() {
    this.seen = this.game.session.chat().at(-1)?.id ?? this.seen;
  }

  #scroll() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  #draw() {
    const lines = this.game.session.chat();
    const shown = lines.filter(({ author }) => !this.muted.has(author));
    replace(this.list, ...shown.map((line) => this.#line(line)));
    const hidden = this.muted.size > 0;
    replace(
      this.note,
      hidden ? t("chat.muted") : lines.length === 0 ? t("chat.empty") : "",
      hidden && button(t("chat.unmute"), () => this.#unmute(), { kind: "quiet" }),
    );
    this.note.hidden = !hidden && lines.length > 0;
  }

  /** @param {ChatLine} line */
  #line(line) {
    const name = nameIn(line);
    return h(
      "li",
      { class: `chat-line${line.you ? " own" : ""}` },
      h(
        "span",
        { class: "chat-said" },
        h("span", { class: "chat-name" }, name),
        " ",
        h("span", { class: "chat-text" }, saidIn(line)),
      ),
      !line.you &&
        h(
          "span",
          { class: "chat-tools" },
          iconButton("speaker0", t("chat.mute", { name }), () => this.#mute(line.author)),
          iconButton("flag", t("chat.report"), () => void this.#report(line)),
        ),
    );
  }

  /** @param {number} author */
  #mute(author) {
    this.muted.add(author);
    keepMuted(this.game.state.id, this.muted);
    this.#draw();
    this.field.focus({ preventScroll: true });
  }

  #unmute() {
    this.muted.clear();
    keepMuted(this.game.state.id, this.muted);
    this.#draw();
    this.#scroll();
    this.field.focus({ preventScroll: true });
  }

  /** @param {ChatLine} line */
  async #report(line) {
    const question = { title: t("ask.report"), body: t("ask.report.body"), yes: t("ask.report.yes"), danger: true };
    if (!(await confirm(question))) return;
    if (await this.#ask("report", { id: line.id })) toast(t("chat.reported"));
  }

  async #write() {
    const text = this.field.value.trim();
    if (text && (await this.#send({ text }))) this.field.value = "";
  }

  /** @param {{text: string} | {phrase: string}} said */
  #send(said) {
    return this.#ask("chat", said);
  }

  /** @param {string} type @param {object} fields @returns {Promise<boolean>} whether it was accepted */
  async #ask(type, fields) {
    const { session } = this.game;
    try {
      await session.ask(type, fields).catch(async (error) => {
        if (!(error instanceof ApiError) || error.code !== "no_person") throw error;
        // A spectator without a cookie gets a name now, and the socket has to know it.
        await me();
        await session.reconnect();
        await session.ask(type, fields);
      });
      return true;
    } catch (error) {
      toast(errorText(error), { kind: "error" });
      return false;
    }
  }
}
