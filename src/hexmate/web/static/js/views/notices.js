/** The notices beside the board. A notice that stays the same is not redrawn. */

import { t } from "../i18n/index.js";
import { button } from "../ui/controls.js";
import { h } from "../ui/dom.js";

/** @typedef {import("../ui/dom.js").Child} Child */
/**
 * @typedef {{label: string, run: () => void, kind?: "primary" | "quiet" | "danger", icon?:
 *   import("../ui/icon.js").IconName}} Answer
 */
/**
 * @typedef {object} Notice
 * @property {string} key notices with the same key and the same words are the same
 * @property {string} title
 * @property {string} [text]
 * @property {Child} [body]
 * @property {Answer[]} [answers]
 * @property {"calm" | "urgent" | "victory" | "defeat"} [mood]
 */

export function noticeBoard() {
  const node = h("div", { class: "notices", "aria-live": "polite" });
  /** @type {Map<string, HTMLElement>} */
  const shown = new Map();
  return {
    node,
    /** @param {(Notice | null | false | undefined)[]} wanted */
    show(wanted) {
      const notices = wanted.filter((notice) => Boolean(notice)).map((notice) => /** @type {Notice} */ (notice));
      // The words may change while the notice stays: with the colours, or when the board is rotated.
      const sign = (/** @type {Notice} */ { key, title, text }) => [key, title, text].join("\n");
      const signs = new Set(notices.map(sign));
      for (const [key, element] of shown) {
        if (signs.has(key)) continue;
        element.remove();
        shown.delete(key);
      }
      for (const notice of notices) {
        if (shown.has(sign(notice))) continue;
        const element = noticeElement(notice);
        shown.set(sign(notice), element);
        node.append(element);
      }
    },
  };
}

/** @param {Notice} notice */
function noticeElement({ key, title, text, body, answers = [], mood = "calm" }) {
  return h(
    "section",
    { class: `note ${mood}`, "data-notice": key.split(" ")[0] },
    h("h2", { class: "note-title" }, title),
    text && h("p", { class: "note-text" }, text),
    body,
    answers.length > 0 &&
      h(
        "div",
        { class: "note-answers" },
        ...answers.map(({ label, run, kind, icon }) => button(label, run, { kind, icon })),
      ),
  );
}

/**
 * The link that invites an opponent.
 * @param {string} link
 * @param {(text: string) => void} copy
 * @returns {Notice}
 */
export function invitation(link, copy) {
  const field = h("input", {
    type: "text",
    class: "wide-field",
    value: link,
    readonly: true,
    "aria-label": t("notice.invite"),
  });
  field.addEventListener("focus", () => field.select());
  return {
    key: `invite ${link}`,
    title: t("notice.invite"),
    text: t("notice.invite.text"),
    body: field,
    answers: [
      { label: t("notice.invite.copy"), run: () => copy(link), kind: "primary", icon: "copy" },
      ...("share" in navigator
        ? [
            {
              label: t("notice.invite.share"),
              run: () => void navigator.share({ url: link }).catch(() => {}),
              icon: /** @type {const} */ ("share"),
            },
          ]
        : []),
    ],
  };
}
