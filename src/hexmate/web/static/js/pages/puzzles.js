/** The puzzles page: find the winning move; rated, with a puzzle for every day. */

import { BASE } from "../base.js";
import { t } from "../i18n/index.js";
import { chooseNext, countOf, dailyNumber, dayOf, loadCatalogue, loadPuzzle } from "../puzzles/catalogue.js";
import { createProgress } from "../puzzles/progress.js";
import { PuzzleView } from "../puzzles/view.js";
import { select } from "../ui/controls.js";
import { h, replace } from "../ui/dom.js";
import { icon } from "../ui/icon.js";
import { useStyles } from "../ui/styles.js";
import { announce, toast } from "../ui/toast.js";

/** @typedef {import("../router.js").Page} Page */
/** @typedef {import("../router.js").Context} Context */
/** @typedef {import("../puzzles/catalogue.js").Catalogue} Catalogue */
/** @typedef {import("../puzzles/catalogue.js").Entry} Entry */
/** @typedef {import("../puzzles/catalogue.js").Filter} Filter */

const GRADES = /** @type {const} */ (["0", "1", "2", "3", "4", "5"]);
const THEMES = /** @type {const} */ (["any", "bridge", "ladder", "edge template", "foiling", "sacrifice"]);
const DAILY = "daily";

/** The puzzles of the site, and the one on the screen. */
class PuzzlePage {
  /** @type {PuzzleView | null} */
  #view = null;
  #place = h("div", { class: "puzzle-place" });
  #record = h("ul", { class: "puzzle-record" });
  #count = h("p", { class: "muted", role: "status" });
  /** Counts what was asked for: an answer that comes late is dropped. */
  #visit = 0;

  /** @param {Catalogue} all */
  constructor(all) {
    this.all = all;
    this.progress = createProgress();
    this.today = dayOf(new Date());
    this.node = h(
      "article",
      { class: "puzzles" },
      h("h1", null, t("puzzles.title")),
      h("p", { class: "lead" }, t("puzzles.lead")),
      this.#place,
      h(
        "section",
        { class: "puzzle-side", "aria-label": t("puzzles.yours") },
        this.#record,
        this.#filters(),
        this.#count,
      ),
    );
    this.#showRecord();
  }

  destroy() {
    this.#visit += 1;
    this.#view?.destroy();
  }

  /** The puzzle that an address names, or the next one. @param {URLSearchParams} query */
  first(query) {
    if (query.has(DAILY)) return this.daily();
    const id = query.get("id");
    const named = this.all.entries.find((entry) => entry.id === id);
    if (id && !named) toast(t("puzzles.unknown"), { kind: "error" });
    const entry = named ?? this.#next("");
    return entry ? this.open(entry, false) : this.#showNone();
  }

  daily() {
    const { entries } = this.all;
    return this.open(entries[dailyNumber(this.today, entries.length)], true);
  }

  /** @param {Entry} entry @param {boolean} daily */
  async open(entry, daily) {
    this.#visit += 1;
    const mine = this.#visit;
    const puzzle = await loadPuzzle(this.all, entry);
    if (mine !== this.#visit) return;
    this.#view?.destroy();
    const title = daily ? t("puzzle.daily") : t("puzzle.title", { n: this.all.entries.indexOf(entry) + 1 });
    this.#view = new PuzzleView(puzzle, title, {
      score: (score) => this.#score(puzzle, score),
      solved: () => daily && this.#finishDay(),
      next: () => void this.#openNext(entry.id),
      rating: (each) => this.progress.ratingOf(each),
    });
    replace(this.#place, this.#view.node);
    history.replaceState(null, "", `${BASE}/puzzles?${daily ? DAILY : `id=${entry.id}`}`);
  }

  /** @param {string} now */
  #next(now) {
    const rating = this.progress.rating().rating;
    return chooseNext(this.all, { filter: this.progress.filter(), rating, tried: this.progress.tried, now });
  }

  /** @param {string} now the puzzle on the screen */
  async #openNext(now) {
    const entry = this.#next(now);
    if (!entry) return this.#showNone();
    try {
      await this.open(entry, false);
      this.#view?.focus();
    } catch {
      toast(t("puzzles.failed"), { kind: "error" });
    }
  }

  #showNone() {
    this.#view?.destroy();
    this.#view = null;
    replace(this.#place, h("p", null, t("puzzles.none")));
  }

  /** @param {import("../puzzles/puzzle.js").Puzzle} puzzle @param {0 | 0.5 | 1} score */
  #score(puzzle, score) {
    if (this.progress.tried(puzzle.id)) return;
    const before = Math.round(this.progress.rating().rating);
    this.progress.record(puzzle, score);
    const after = Math.round(this.progress.rating().rating);
    announce(t("puzzles.rated", { rating: String(after), change: signed(after - before) }));
    this.#showRecord(after - before);
  }

  #finishDay() {
    this.progress.finishDay(this.today);
    this.#showRecord();
  }

  /** @param {number} [change] */
  #showRecord(change) {
    const { progress, today } = this;
    const rating = Math.round(progress.rating().rating);
    const days = progress.days(today);
    const item = (/** @type {string} */ label, /** @type {string | number} */ value, /** @type {string} */ more = "") =>
      h("li", null, h("span", null, label), h("strong", null, value), more && h("span", { class: "muted" }, more));
    const unsure = progress.rating().deviation > 110 ? "?" : "";
    replace(
      this.#record,
      item(t("puzzles.rating"), `${rating}${unsure}`, change === undefined ? "" : signed(change)),
      item(t("puzzles.solved"), progress.solved(), t("puzzles.of", { total: this.all.entries.length })),
      item(t("puzzles.streak"), progress.streak(), t("puzzles.best", { best: progress.best() })),
      h(
        "li",
        null,
        h(
          "a",
          { class: "button", href: "/puzzles?daily", onclick: (/** @type {Event} */ event) => this.#clickDaily(event) },
          icon(progress.isDayDone(today) ? "check" : "hex"),
          h("span", null, t("puzzle.daily")),
        ),
        days > 0 && h("span", { class: "muted" }, t("puzzles.days", { count: days })),
      ),
    );
  }

  /** The page stays; only the puzzle changes. @param {Event} event */
  #clickDaily(event) {
    event.preventDefault();
    void this.daily()
      .then(() => this.#view?.focus())
      .catch(() => toast(t("puzzles.failed"), { kind: "error" }));
  }

  #filters() {
    const { progress } = this;
    const filter = progress.filter();
    /** @param {Partial<Filter>} changes */
    const change = (changes) => {
      progress.setFilter({ ...progress.filter(), ...changes });
      this.#count.textContent = t("puzzles.fitting", { count: countOf(this.all, progress.filter()) });
      void this.#openNext("");
    };
    return h(
      "div",
      { class: "row" },
      select({
        label: t("puzzles.grade"),
        value: /** @type {typeof GRADES[number]} */ (String(filter.grade)),
        choices: GRADES.map((value) => ({ value, label: t(`puzzle.grade.${value}`) })),
        onchange: (value) => change({ grade: Number(value) }),
      }),
      select({
        label: t("puzzles.theme"),
        value: filter.theme,
        choices: THEMES.map((value) => ({ value, label: t(`puzzle.theme.${value}`) })),
        onchange: (value) => change({ theme: value }),
      }),
    );
  }
}

/** @param {number} change */
const signed = (change) => (change > 0 ? `+${change}` : String(change).replace("-", "−"));

/** @param {Context} context @returns {Promise<Page>} */
export default async function page({ query }) {
  const [all] = await Promise.all([loadCatalogue(), useStyles("game", "puzzles")]);
  const puzzles = new PuzzlePage(all);
  await puzzles.first(query);
  return { title: t("puzzles.title"), node: puzzles.node, layout: "wide", destroy: () => puzzles.destroy() };
}
