/** Searching the library: a form, and the games found, page by page. */

import { formatDate, t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { shownName } from "../setup/computers.js";
import { button } from "../ui/controls.js";
import { freshId, h, replace } from "../ui/dom.js";
import { colorName } from "../words.js";

/** @typedef {import("../types/api").LibraryLine} Line */
/** @typedef {import("../types/api").LibraryPage} Found */

const FIELDS = /** @type {const} */ (["player", "rows", "cols", "result", "since", "until"]);

/** @param {string} label @param {HTMLElement} input */
function field(label, input) {
  input.id = freshId("search");
  return h("div", { class: "field" }, h("label", { for: input.id }, label), input);
}

/** @param {URLSearchParams} query */
function searchForm(query) {
  const value = (/** @type {string} */ name) => query.get(name) ?? "";
  const size = (/** @type {"rows" | "cols"} */ name) =>
    field(
      t(`library.${name}`),
      h("input", { type: "number", name, min: 1, max: 32, value: value(name), placeholder: t("library.any") }),
    );
  const results = [
    ["", t("library.any")],
    ["B+", t("library.result.black", { black: colorName("black") })],
    ["W+", t("library.result.white", { white: colorName("white") })],
  ];
  return h(
    "form",
    { class: "search-form", role: "search" },
    field(t("library.player"), h("input", { type: "search", name: "player", value: value("player"), maxlength: 100 })),
    size("rows"),
    size("cols"),
    field(
      t("library.result"),
      h(
        "select",
        { name: "result" },
        ...results.map(([key, label]) => h("option", { value: key, selected: key === value("result") }, label)),
      ),
    ),
    field(t("library.since"), h("input", { type: "date", name: "since", value: value("since") })),
    field(t("library.until"), h("input", { type: "date", name: "until", value: value("until") })),
    h("button", { class: "button primary", type: "submit" }, t("library.search")),
  );
}

/**
 * The query to the server, which is also kept in the address.
 * @param {HTMLFormElement} form
 * @param {string | null} position
 * @param {number} page
 */
function questionOf(form, position, page) {
  const entered = new FormData(form);
  const question = new URLSearchParams();
  for (const name of FIELDS) {
    const value = String(entered.get(name) ?? "").trim();
    if (value) question.set(name, value);
  }
  if (position) question.set("position", position);
  if (page > 1) question.set("page", String(page));
  return question;
}

/** @param {Line} line */
function gameRow({ id, rows, cols, black, white, result, moves, finished, ply }) {
  const unknown = t("library.unknown");
  return h(
    "tr",
    null,
    h(
      "td",
      null,
      h(
        "a",
        { href: `/library/${id}` },
        t("watch.against", { black: shownName(black) ?? unknown, white: shownName(white) ?? unknown }),
      ),
      ply !== null && h("span", { class: "muted" }, ` ${t("library.atMove", { number: ply })}`),
    ),
    h("td", null, t("watch.size", { rows, cols })),
    h("td", { class: "number" }, moves),
    h("td", null, result),
    h("td", null, finished ? formatDate(finished) : ""),
  );
}

/** @param {Found} found */
function gameTable({ games }) {
  const heads = /** @type {const} */ (["game", "size", "moves", "result", "date"]);
  return h(
    "div",
    { class: "table-scroll" },
    h(
      "table",
      { class: "list games" },
      h("thead", null, h("tr", null, ...heads.map((head) => h("th", { scope: "col" }, t(`library.table.${head}`))))),
      h("tbody", null, ...games.map(gameRow)),
    ),
  );
}

/**
 * @param {URLSearchParams} query of the address
 * @param {(question: string) => void} remember keep the query in the address
 */
export function librarySearch(query, remember) {
  let position = query.get("position");
  const form = searchForm(query);
  const chosen = h("p", { class: "row" });
  const results = h("div", { "aria-live": "polite" });
  let asked = 0;

  /** @param {Found} found */
  function show(found) {
    const pages = Math.max(1, Math.ceil(found.total / found.per_page));
    const pager =
      pages > 1 &&
      h(
        "nav",
        { class: "row pager", "aria-label": t("library.pages") },
        found.page > 1 && button(t("library.previous"), () => void search(found.page - 1), { icon: "back" }),
        h("span", null, t("library.page", { page: found.page, pages })),
        found.page < pages && button(t("library.next"), () => void search(found.page + 1), { icon: "next" }),
      );
    replace(
      results,
      h("p", { class: "muted" }, found.total === 0 ? t("library.none") : t("library.count", { count: found.total })),
      found.games.length > 0 && gameTable(found),
      pager,
    );
  }

  /** @param {number} page */
  async function search(page) {
    const question = questionOf(form, position, page);
    remember(question.toString());
    asked += 1;
    const mine = asked;
    try {
      const found = await request(`/library?${question}`);
      if (mine === asked) show(found);
    } catch (error) {
      replace(results, h("p", null, `${t("library.failed")} ${errorText(error)}`));
    }
  }

  function showPosition() {
    chosen.hidden = !position;
    replace(
      chosen,
      h("span", null, t("library.position")),
      button(
        t("library.position.clear"),
        () => {
          position = null;
          showPosition();
          void search(1);
        },
        { icon: "close" },
      ),
    );
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void search(1);
  });
  showPosition();
  void search(Number(query.get("page") ?? 1));
  return { node: h("div", { class: "library-search" }, form, chosen, results), refresh: () => void search(1) };
}
