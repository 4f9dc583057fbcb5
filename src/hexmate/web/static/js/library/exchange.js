/** Importing and exporting games. */

import { t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { me } from "../net/me.js";
import { acceptDrops, recordOpener } from "../study/opening.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icon.js";
import { toast } from "../ui/toast.js";

/** Milliseconds; a large collection takes long. */
const PATIENCE = 120_000;

/** @param {() => void} done called when there are new games */
export function libraryExchange(done) {
  const take = async (/** @type {string} */ text) => {
    if (!text.trim()) return toast(t("watch.open.empty"));
    try {
      await me();
      const { added, known, problems } = await request("/library", { method: "POST", text, patience: PATIENCE });
      const told = known.length > 0 ? [t("library.known", { count: known.length })] : [];
      const why = added.length === 0 ? problems.slice(0, 1) : [];
      toast([t("library.imported", { count: added.length }), ...told, ...why].join(" "));
      if (added.length > 0) done();
    } catch (error) {
      toast(errorText(error), { kind: "error" });
    }
  };
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
      recordOpener({ action: t("library.import.do"), open: (text) => void take(text), pasteOpens: false }),
    ),
    h(
      "section",
      { class: "box" },
      h("h2", null, t("library.export")),
      h("div", { class: "row" }, file("sgf"), file("jsonl")),
    ),
  );
  acceptDrops(node, (text) => void take(text));
  return node;
}
