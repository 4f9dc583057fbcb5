/** The frame of every page: header, navigation, footer, and the space for the page. */

import { HAS_SERVER } from "./base.js";
import { LANGUAGE_NAMES, LANGUAGES, language, t } from "./i18n/index.js";
import { settings } from "./settings.js";
import { soundButton } from "./sound/button.js";
import { sound } from "./sound/index.js";
import { button, iconButton, select } from "./ui/controls.js";
import { h, s } from "./ui/dom.js";
import { icon } from "./ui/icon.js";
import { panel } from "./ui/menu.js";
import { nameTab } from "./ui/tab.js";

/** @typedef {import("./router.js").Page} Page */

const ALL_PAGES = /** @type {const} */ (["play", "puzzles", "watch", "analyse", "library", "rules"]);
/** Pages that show what a server has. @type {readonly string[]} */
const OF_SERVER = ["watch", "library"];
const PAGES = ALL_PAGES.filter((page) => HAS_SERVER || !OF_SERVER.includes(page));
export const THEMES = /** @type {const} */ (["auto", "light", "dark", "colorblind"]);

/** The mark of Hexmate: a chain across a hexagon. */
function logo() {
  const stones = [
    [12, 8],
    [20, 13.2],
    [12, 18.6],
    [20, 24],
  ];
  return s(
    "svg",
    { class: "logo", viewBox: "0 0 32 32", "aria-hidden": "true" },
    s("path", { class: "logo-ground", d: "M16 .8l13.2 7.6v15.2L16 31.2 2.8 23.6V8.4z" }),
    s("path", { class: "logo-line", d: `M${stones.join("L")}` }),
    ...stones.map(([cx, cy]) => s("circle", { class: "logo-stone", cx, cy, r: 3.1 })),
  );
}

const links = () => PAGES.map((page) => h("a", { href: `/${page}` }, t(`nav.${page}`)));

function header() {
  const opener = iconButton("menu", t("nav.menu"), () => {});
  const menu = panel(
    opener,
    () =>
      h(
        "nav",
        { class: "menu", "aria-label": t("nav.menu") },
        ...links(),
        h("a", { href: "/settings" }, t("nav.settings")),
        h("a", { href: "/about" }, t("nav.about")),
      ),
    { label: t("nav.menu") },
  );
  menu.element.classList.add("narrow-only");
  return h(
    "header",
    { class: "site-header" },
    h("a", { class: "skip", href: "#main" }, t("nav.skip")),
    h("a", { class: "brand", href: "/", "aria-label": t("nav.home") }, logo(), h("span", null, "Hexmate")),
    h("nav", { class: "site-nav wide-only", "aria-label": t("nav.label") }, ...links()),
    h(
      "div",
      { class: "tools" },
      soundButton(),
      h(
        "a",
        {
          class: "icon-button wide-only",
          href: "/settings",
          "aria-label": t("nav.settings"),
          title: t("nav.settings"),
        },
        icon("settings"),
      ),
      menu.element,
    ),
  );
}

function footer() {
  return h(
    "footer",
    { class: "site-footer" },
    h(
      "nav",
      { "aria-label": t("nav.more") },
      h("a", { href: "/rules" }, t("nav.rules")),
      h("a", { href: "/settings" }, t("nav.settings")),
      h("a", { href: "/about" }, t("nav.about")),
    ),
    h(
      "div",
      { class: "footer-choices" },
      select({
        label: t("nav.theme"),
        value: settings.get("theme"),
        choices: THEMES.map((value) => ({ value, label: t(`theme.${value}`) })),
        onchange: (value) => settings.set("theme", value),
      }),
      select({
        label: t("nav.language"),
        value: language(),
        choices: LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
        key: "footer-language",
        onchange: (value) => settings.set("language", value),
      }),
    ),
  );
}

const main = h("main", { id: "main", tabindex: -1 });
const waiting = h("p", { class: "waiting", role: "status" });

/** Draw the shell, in the current language. */
export function mountShell() {
  const root = /** @type {HTMLElement} */ (document.getElementById("app"));
  root.replaceChildren(header(), waiting, main, footer());
}

/** @type {import("./router.js").Stage} */
export const stage = {
  wait() {
    waiting.textContent = t("common.loading");
  },

  show(page, path, first) {
    waiting.textContent = "";
    nameTab(page.title === "Hexmate" ? page.title : `${page.title} · Hexmate`);
    document.body.dataset.layout = page.layout ?? "text";
    main.replaceChildren(page.node);
    sound.music(page.music ?? (page.layout === "game" ? "play" : "menu"));
    for (const link of document.querySelectorAll(".site-header a, .site-footer nav a")) {
      const here = link.getAttribute("href") === path;
      if (here) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    // A new page starts at the top, or at the part that the address names.
    if (!first) main.focus({ preventScroll: true });
    const part = location.hash && document.getElementById(location.hash.slice(1));
    if (part) part.scrollIntoView();
    else if (!first) scrollTo(0, 0);
  },

  problem(kind, retry, reason = "") {
    const missing = kind === "missing";
    const node = h(
      "article",
      { class: "notice" },
      h("h1", null, t(`page.${kind}`)),
      reason && h("p", null, reason),
      h("p", null, t(`page.${kind}.text`)),
      h(
        "p",
        { class: "row" },
        !missing && button(t("common.retry"), retry, { kind: "primary" }),
        h("a", { class: missing ? "button primary" : "button", href: "/" }, t("page.home")),
      ),
    );
    return { title: t(`page.${kind}`), node };
  },
};
