/** Searching the library: a form whose choices show counts, and the games found, page by page. */

import { formatDate, t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { shownName } from "../setup/computers.js";
import { button } from "../ui/controls.js";
import { freshId, h, replace } from "../ui/dom.js";
import { colorName } from "../words.js";
import { thumbnail } from "./thumbnail.js";
import { allResults, boardKey, boardName, boardOf, choiceText, resultText } from "./words.js";

/** @typedef {import("../types/api").LibraryLine} Line */
/** @typedef {import("../types/api").LibraryPage} Found */
/** @typedef {import("../types/api").LibraryCounts} Counts */

const FIELDS = /** @type {const} */ (["player", "result", "since", "until"]);

/** @param {string} label @param {HTMLElement} input */
function field(label, input) {
  input.id = freshId("search");
  return h("div", { class: "field" }, h("label", { for: input.id }, label), input);
}

/** @param {HTMLSelectElement} select @param {[string, string][]} choices value and text */
function setChoices(select, choices) {
  const chosen = select.value;
  replace(select, ...choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
  select.value = chosen;
}

/** The board in the address, if it names one. @param {URLSearchParams} query */
function boardIn(query) {
  const [rows, cols] = [query.get("rows"), query.get("cols")];
  return rows && cols ? boardKey({ rows: Number(rows), cols: Number(cols), shape: query.get("shape") ?? "hex" }) : "";
}

/** @param {URLSearchParams} query */
function searchForm(query) {
  const value = (/** @type {string} */ name) => query.get(name) ?? "";
  const board = h("select", { name: "board" });
  const result = h("select", { name: "result" });
  const form = h(
    "form",
    { class: "search-form", role: "search" },
    field(t("library.player"), h("input", { type: "search", name: "player", value: value("player"), maxlength: 100 })),
    field(t("library.size"), board),
    field(t("library.result"), result),
    field(t("library.since"), h("input", { type: "date", name: "since", value: value("since") })),
    field(t("library.until"), h("input", { type: "date", name: "until", value: value("until") })),
    h("button", { class: "button primary", type: "submit" }, t("library.search")),
  );
  /** @param {Counts | null} counts */
  function show(counts) {
    const asked = boardOf(board.value || boardIn(query));
    /** @type {{rows: number, cols: number, shape: any, games?: number}[]} */
    const boards = [...(counts?.boards ?? [])];
    if (asked && !boards.some((each) => boardKey(each) === boardKey(/** @type {any} */ (asked)))) {
      boards.push({
        rows: Number(asked.rows),
        cols: Number(asked.cols),
        shape: asked.shape,
        games: counts ? 0 : undefined,
      });
    }
    const anyBoard = counts?.boards.reduce((sum, { games }) => sum + games, 0);
    setChoices(board, [
      ["", choiceText(t("library.any"), anyBoard)],
      ...boards.map(
        (each) => /** @type {[string, string]} */ ([boardKey(each), choiceText(boardName(each), each.games)]),
      ),
    ]);
    const wins = { black: counts?.black_wins, white: counts?.white_wins };
    setChoices(result, [
      ["", choiceText(t("library.any"), counts ? allResults(counts) : undefined)],
      ["B+", choiceText(t("library.result.black", { black: colorName("black") }), wins.black)],
      ["W+", choiceText(t("library.result.white", { white: colorName("white") }), wins.white)],
    ]);
  }
  show(null);
  board.value = boardIn(query);
  result.value = value("result");
  return { form, show };
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
  for (const [name, value] of Object.entries(boardOf(String(entered.get("board"))) ?? {})) question.set(name, value);
  if (position) question.set("position", position);
  if (page > 1) question.set("page", String(page));
  return question;
}

/** @param {Line} line */
function gameCard(line) {
  const { id, black, white, moves, finished, ply, position } = line;
  const unknown = t("library.unknown");
  const facts = [
    boardName(line),
    t("library.moves", { count: moves }),
    finished && formatDate(finished),
    ply !== null && t("library.atMove", { number: ply }),
  ];
  return h(
    "li",
    { class: "game-card" },
    h(
      "a",
      { href: `/library/${id}` },
      position && thumbnail(position, t("library.thumbnail")),
      h(
        "span",
        { class: "game-names" },
        t("watch.against", { black: shownName(black) ?? unknown, white: shownName(white) ?? unknown }),
      ),
    ),
    h("span", { class: "game-result" }, resultText(line)),
    h("span", { class: "muted" }, facts.filter(Boolean).join(" · ")),
  );
}

/**
 * @param {URLSearchParams} query of the address
 * @param {(question: string) => void} remember keep the query in the address
 */
export function librarySearch(query, remember) {
  let position = query.get("position");
  const { form, show: showCounts } = searchForm(query);
  const chosen = h("p", { class: "row" });
  const sum = h("p", { class: "muted", role: "status" }, t("library.loading"));
  const results = h("div");
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
    sum.textContent = found.total === 0 ? t("library.none") : t("library.count", { count: found.total });
    replace(results, found.games.length > 0 && h("ul", { class: "game-cards" }, ...found.games.map(gameCard)), pager);
  }

  /** @param {number} page */
  async function search(page) {
    const question = questionOf(form, position, page);
    remember(question.toString());
    asked += 1;
    const mine = asked;
    void count(question, mine);
    try {
      const found = await request(`/library?${question}&boards=true`);
      if (mine === asked) show(found);
    } catch (error) {
      if (mine !== asked) return;
      sum.textContent = `${t("library.failed")} ${errorText(error)}`;
      replace(results);
    }
  }

  /** Show how many games each choice would find; without an answer the choices stay as they are. */
  async function count(/** @type {URLSearchParams} */ question, /** @type {number} */ mine) {
    const other = new URLSearchParams(question);
    other.delete("page");
    const counts = await request(`/library/counts?${other}`).catch(() => null);
    if (counts && mine === asked) showCounts(counts);
  }

  function showPosition() {
    chosen.hidden = !position;
    replace(
      chosen,
      position && thumbnail(position, t("library.position")),
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
  form.addEventListener("change", (event) => {
    if (event.target instanceof HTMLSelectElement) void search(1);
  });
  showPosition();
  void search(Number(query.get("page") ?? 1));
  return { node: h("div", { class: "library-search" }, form, chosen, sum, results), refresh: () => void search(1) };
}
