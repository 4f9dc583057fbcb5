/** The opening explorer: the next moves played in a position, with counts, results and win rates. */

import { formatNumber, t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { percent } from "../study/overlays.js";
import { h, replace, s } from "../ui/dom.js";
import { moveText } from "../views/moves.js";
import { colorName } from "../words.js";
import { explorerRows, isPlayable, MOST_ROWS, Recent, turnOf } from "./explorer-rows.js";

/** @typedef {import("../types/api").ExplorerResult} ExplorerResult */
/** @typedef {import("../types/api").BookMove} BookMove */
/** @typedef {import("./explorer-rows.js").ExplorerRow} ExplorerRow */
/**
 * @typedef {object} ExplorerOptions
 * @property {(move: string) => void} play
 * @property {(move: string | null) => void} [look] the user looks at a move, or no longer
 * @property {boolean} [link] whether to offer the list of these games
 */

/** Milliseconds that a position stays before the server is asked: others may only pass by. */
const PAUSE = 120;
/** @type {Recent<ExplorerResult>} */ const answers = new Recent(100);
/** @type {Recent<Record<string, number>>} */ const evaluations = new Recent(100);

/** @type {Recent<BookMove[]>} */ const books = new Recent(100);

/** Games were added: what is known may be old. */
export const forgetOpenings = () => answers.known.clear();

/** @param {ExplorerRow} row */
function resultBar({ black, white, blackShare, wins }) {
  if (blackShare === null || wins === null) return "–";
  const words = t("explorer.wins", {
    black: colorName("black"),
    first: black,
    white: colorName("white"),
    second: white,
  });
  const middle = Math.round(100 * blackShare);
  return [
    h("span", { class: "number", title: words }, percent(wins)),
    s(
      "svg",
      { class: "result-bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", role: "img", "aria-label": words },
      s("rect", { class: "black", width: middle, height: 8 }),
      s("rect", { class: "white", x: middle, width: 100 - middle, height: 8 }),
    ),
  ];
}

/** @param {number | null | undefined} rate */
const engineText = (rate) => (rate === null || rate === undefined ? "–" : percent(rate));

/** @param {ExplorerRow} row @param {ExplorerOptions} options */
function moveRow(row, { play, look }) {
  const name = row.move === "swap" ? t("explorer.swap") : moveText(row.move);
  const choose = isPlayable(row.move)
    ? h("button", { type: "button", class: "explorer-move", "aria-label": t("explorer.play", { move: name }) }, name)
    : h("span", { class: "explorer-move" }, name);
  if (isPlayable(row.move)) choose.addEventListener("click", () => play(row.move));
  const line = h(
    "tr",
    null,
    h("th", { scope: "row" }, choose),
    h(
      "td",
      { class: "number" },
      formatNumber(row.games),
      h("span", { class: "muted explorer-share" }, ` ${percent(row.share)}`),
    ),
    h("td", { class: "explorer-wins" }, resultBar(row)),
    h("td", { class: "number explorer-engine", "data-move": row.move }, engineText(row.engine)),
  );
  if (look && isPlayable(row.move)) {
    line.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && look(row.move));
    line.addEventListener("pointerleave", () => look(null));
    choose.addEventListener("focus", () => choose.matches(":focus-visible") && look(row.move));
    choose.addEventListener("blur", () => look(null));
  }
  return line;
}

/**
 * @param {ExplorerResult} found
 * @param {"black" | "white"} turn
 * @param {Record<string, number>} rates
 * @param {ExplorerOptions} options
 */
function moveTable(found, turn, rates, options) {
  const { rows, more } = explorerRows(found, turn, rates);
  const heads = [t("explorer.move"), t("explorer.count"), t("explorer.results")];
  return [
    h(
      "table",
      { class: "explorer-table" },
      h("caption", { class: "visually-hidden" }, t("explorer.label")),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ...heads.map((head) => h("th", { scope: "col" }, head)),
          h("th", { scope: "col", title: t("explorer.engine.help") }, t("explorer.engine")),
        ),
      ),
      h("tbody", null, ...rows.map((row) => moveRow(row, options))),
    ),
    more > 0 && h("p", { class: "muted" }, t("explorer.more", { count: more })),
  ];
}

/**
 * A move that can be played and looked at.
 * @param {HTMLElement} choose
 * @param {string} move
 * @param {ExplorerOptions} options
 */
function playable(choose, move, { play, look }) {
  choose.addEventListener("click", () => play(move));
  if (!look) return;
  choose.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && look(move));
  choose.addEventListener("pointerleave", () => look(null));
  choose.addEventListener("focus", () => choose.matches(":focus-visible") && look(move));
  choose.addEventListener("blur", () => look(null));
}

/** The engine's replies. @param {BookMove[]} moves @param {ExplorerOptions} options */
function bookLine(moves, options) {
  const entries = moves.map(({ move, win_rate: rate, visits }) => {
    const choose = h(
      "button",
      { type: "button", class: "explorer-move", "aria-label": t("explorer.play", { move }) },
      move,
    );
    playable(choose, move, options);
    const words = t("explorer.book.visits", { visits: formatNumber(visits) });
    return h("li", null, choose, h("span", { class: "number", title: words }, percent(rate)));
  });
  return h(
    "div",
    { class: "explorer-book" },
    h("p", { class: "explorer-book-title", title: t("explorer.book.help") }, t("explorer.book")),
    h("ul", null, ...entries),
  );
}

/** @param {string} position @returns {Promise<BookMove[]>} */
async function bookOf(position) {
  const known = books.get(position);
  if (known) return known;
  const { moves } = await request(`/explorer/book?${new URLSearchParams({ position })}`);
  books.set(position, moves);
  return moves;
}

/** @param {string} position @param {ExplorerResult} found @returns {Promise<Record<string, number>>} */
async function ratesOf(position, found) {
  const known = evaluations.get(position);
  if (known || found.moves.length === 0) return known ?? {};
  const moves = found.moves.slice(0, MOST_ROWS).map(({ move }) => move);
  const query = new URLSearchParams({ position, moves: moves.join(",") });
  const { rates } = await request(`/explorer/win-rates?${query}`);
  evaluations.set(position, rates);
  return rates;
}

/** @param {ExplorerOptions} options */
export function explorer(options) {
  // Only the count is read out: the table is there to be looked through.
  const sum = h("div", { "aria-live": "polite" });
  const table = h("div");
  const book = h("div");
  const node = h("section", { class: "explorer", "aria-label": t("explorer.label") }, sum, table, book);
  let shown = "";
  /** The user has pressed a move: the next table gets the focus. */
  let held = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let timer;

  /** @param {string} position @param {ExplorerResult} found @param {Record<string, number>} rates */
  function draw(position, found, rates) {
    if (position !== shown) return;
    const list = `/library?${new URLSearchParams({ position })}`;
    const empty = found.games === 0 ? t("explorer.none") : t("explorer.end");
    replace(
      sum,
      found.games > 0 &&
        h(
          "p",
          { class: "explorer-sum" },
          h("span", null, t("explorer.games", { count: found.games })),
          options.link !== false && h("a", { href: list }, t("explorer.all")),
        ),
      found.moves.length === 0 && h("p", { class: "muted" }, empty),
    );
    replace(table, ...(found.moves.length > 0 ? moveTable(found, turnOf(position), rates, options) : []));
    if (held && document.activeElement === document.body) table.querySelector("button")?.focus();
    held = false;
  }

  /** Fill in the engine's win rates. @param {string} position @param {Record<string, number>} rates */
  function fill(position, rates) {
    if (position !== shown) return;
    for (const cell of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll(".explorer-engine")))
      cell.textContent = engineText(rates[cell.dataset.move ?? ""]);
  }

  /** @param {string} position */
  async function showBook(position) {
    // Without the book the games are still worth showing.
    const moves = await bookOf(position).catch(() => []);
    if (position === shown) replace(book, moves.length > 0 && bookLine(moves, options));
  }

  /** @param {string} position */
  async function ask(position) {
    try {
      const found = answers.get(position) ?? (await request(`/explorer?${new URLSearchParams({ position })}`));
      answers.set(position, found);
      draw(position, found, evaluations.get(position) ?? {});
      void showBook(position);
      // Without an engine the counts are still worth showing.
      const rates = await ratesOf(position, found).catch(() => null);
      if (rates) fill(position, rates);
    } catch (error) {
      if (position !== shown) return;
      replace(sum, h("p", null, `${t("library.failed")} ${errorText(error)}`));
      replace(table);
    }
  }

  return {
    node,
    /** @param {string} position */
    show(position) {
      if (position === shown) return;
      shown = position;
      held ||= table.contains(document.activeElement);
      clearTimeout(timer);
      const known = answers.get(position);
      if (known) return void ask(position);
      replace(sum, h("p", { class: "muted" }, t("explorer.loading")));
      replace(table);
      replace(book);
      timer = setTimeout(() => void ask(position), PAUSE);
    },
    destroy: () => clearTimeout(timer),
  };
}
