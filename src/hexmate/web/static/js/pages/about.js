/** About: version, what's new, licence, credits. Only the version comes from the server. */

import { HAS_SERVER } from "../base.js";
import { t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { h, replace } from "../ui/dom.js";

/** @typedef {import("../router.js").Page} Page */
/** @typedef {import("../types/api").About} About */

const LICENCE = "MIT";
const NEWS = /** @type {const} */ ([1, 2, 3, 4, 7, 8, 9, 10, 5, 6]);
const CREDITS = /** @type {const} */ (["hex", "roots", "thanks", "made"]);

/** @returns {Page} */
export default function page() {
  const version = h("p", { class: "version", hidden: true });
  const licence = h("p", null, t("about.licence.text", { licence: LICENCE }));
  void fill(version, licence);
  const node = h(
    "article",
    { class: "about" },
    h("h1", null, t("about.title")),
    h("p", { class: "lead" }, t("about.lead")),
    version,
    h(
      "section",
      { class: "news" },
      h("h2", null, t("about.news")),
      h("ul", null, ...NEWS.map((number) => h("li", null, t(`about.news.${number}`)))),
    ),
    h("section", null, h("h2", null, t("about.licence")), licence),
    h(
      "section",
      null,
      h("h2", null, t("about.credits")),
      ...CREDITS.map((name) => h("p", null, t(`about.credits.${name}`))),
    ),
    h(
      "section",
      null,
      h("h2", null, t("about.privacy")),
      h("p", null, t(HAS_SERVER ? "about.privacy.text" : "about.privacy.site")),
    ),
  );
  return { title: t("about.title"), node };
}

/** @param {HTMLElement} version @param {HTMLElement} licence */
async function fill(version, licence) {
  if (!HAS_SERVER) return;
  /** @type {About | null} */
  const about = await request("/about").catch(() => null);
  version.hidden = false;
  if (!about) return replace(version, t("about.offline"));
  replace(version, `${t("about.version")} `, h("strong", null, about.version));
  licence.textContent = t("about.licence.text", { licence: about.licence });
}
