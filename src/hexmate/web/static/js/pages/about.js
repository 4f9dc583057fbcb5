/** About: version, licence, what is new, credits. Complete without the server, but for its news. */

import { t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { h, replace } from "../ui/dom.js";

/** @typedef {import("../router.js").Page} Page */
/** @typedef {{version: string, changes: string[]}} Change */
/** @typedef {{version: string, licence: string, changes: Change[]}} About */

const LICENCE = "MIT";
const CREDITS = /** @type {const} */ (["hex", "roots", "thanks", "made"]);

/** @param {Change} change */
function changesOf({ version, changes }) {
  return [h("h3", null, version), h("ul", null, ...changes.map((text) => h("li", null, ...withCode(text))))];
}

/** A line of the change log: what stands between backticks is code. @param {string} text */
function withCode(text) {
  return text.split("`").map((part, at) => (at % 2 ? h("code", null, part) : part));
}

/** @returns {Page} */
export default function page() {
  const version = h("p", { class: "version", hidden: true });
  const licence = h("p", null, t("about.licence.text", { licence: LICENCE }));
  const news = h(
    "section",
    { class: "news", "aria-busy": "true" },
    h("h2", null, t("about.news")),
    h("p", { class: "muted" }, t("common.loading")),
  );
  void fill(version, licence, news);
  const node = h(
    "article",
    { class: "about" },
    h("h1", null, t("about.title")),
    h("p", { class: "lead" }, t("about.lead")),
    version,
    news,
    h("section", null, h("h2", null, t("about.licence")), licence),
    h(
      "section",
      null,
      h("h2", null, t("about.credits")),
      ...CREDITS.map((name) => h("p", null, t(`about.credits.${name}`))),
    ),
    h("section", null, h("h2", null, t("about.privacy")), h("p", null, t("about.privacy.text"))),
  );
  return { title: t("about.title"), node };
}

/** @param {HTMLElement} version @param {HTMLElement} licence @param {HTMLElement} news */
async function fill(version, licence, news) {
  /** @type {About | null} */
  const about = await request("/about").catch(() => null);
  news.removeAttribute("aria-busy");
  if (!about) {
    replace(news, h("h2", null, t("about.news")), h("p", { class: "muted" }, t("about.news.none")));
    return;
  }
  version.hidden = false;
  replace(version, `${t("about.version")} `, h("strong", null, about.version));
  licence.textContent = t("about.licence.text", { licence: about.licence });
  news.hidden = about.changes.length === 0;
  // The news come from the change log, which is in English.
  replace(
    news,
    h("h2", null, t("about.news")),
    h("div", { class: "changes", lang: "en" }, ...about.changes.map(changesOf)),
  );
}
