/** Importing and exporting games. */

import { t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { me } from "../net/me.js";
import { isLoss, placeIn, rangeOf } from "../study/links.js";
import { acceptDrops, failureOf, recordOpener } from "../study/opening.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icon.js";
import { toast } from "../ui/toast.js";

/** Milliseconds; a large collection takes long. */
const PATIENCE = 120_000;

/**
 * Import the games of a text: how many are new, and what is wrong with it.
 * @param {string} text
 * @returns {Promise<{added: number, failure: import("../study/opening.js").Failure | null}>}
 */
async function imported(text) {
  if (!text.trim()) return { added: 0, failure: { message: t("watch.open.empty") } };
  try {
    await me();
    const { added, known, problems } = await request("/library", { method: "POST", text, patience: PATIENCE });
    const told = known.length > 0 ? [t("library.known", { count: known.length })] : [];
    const sum = [t("library.imported", { count: added.length }), ...told].join(" ");
    const losses = problems.filter(isLoss);
    if (losses.length === 0) {
      toast(sum);
      return { added: added.length, failure: null };
    }
    const message = `${sum} ${t("open.problems", { count: losses.length })}`;
    const range = rangeOf(text, text, placeIn(losses[0]));
    return { added: added.length, failure: { message, range, problems: losses } };
  } catch (error) {
    return { added: 0, failure: failureOf(error, text) };
  }
}

/** @param {() => void} done called when there are new games */
export function libraryExchange(done) {
  const opener = recordOpener({
    action: t("library.import.do"),
    open: async (text) => {
      const { failure, added } = await imported(text);
      if (added > 0) done();
      return failure;
    },
    pasteOpens: false,
  });
  const file = (/** @type {"sgf" | "jsonl"} */ format) =>
    h(
      "a",
      { class: "button", href: `/api/export/games.${format}`, download: `hexmate-games.${format}` },
      icon("download"),
      h("span", null, t(`library.export.${format}`)),
    );
  const node = h(
    "div",
    { class: "library-exchange" },
    h(
      "details",
      { class: "box" },
      h("summary", null, h("h2", null, t("library.import"))),
      h("p", { class: "help" }, t("library.import.text")),
      opener,
    ),
    h(
      "section",
      { class: "box" },
      h("h2", null, t("library.export")),
      h("div", { class: "row" }, file("sgf"), file("jsonl")),
    ),
  );
  // The form says what could not be read, so it must be open.
  acceptDrops(node, (text) => {
    const field = opener.querySelector("textarea");
    opener.closest("details")?.setAttribute("open", "");
    if (field) field.value = text;
    opener.requestSubmit();
  });
  return node;
}
