/** What this browser remembers about puzzles: your rating, the puzzles' ratings, results and streaks. */

import { createStore, oneOf, whole } from "../store.js";
import { rate } from "./glicko.js";

/** @typedef {import("./glicko.js").Rating} Rating */
/** @typedef {import("../store.js").StorageLike} StorageLike */
/** @typedef {[result: number, rating: number, deviation: number]} Tried the score, and the puzzle's rating since */

/** @type {Rating} */
const BEGINNER = { rating: 1200, deviation: 350, volatility: 0.06 };
/** How sure the estimated rating of a puzzle is, and how much it may change. */
const ESTIMATED = { deviation: 120, volatility: 0.06 };
const NEVER = -1;

const isNumber = (/** @type {unknown} */ value) => typeof value === "number" && Number.isFinite(value);
/** @type {import("../store.js").Field<Rating>} */
const rating = {
  fallback: BEGINNER,
  accepts: (value) => isNumber(value?.rating) && value.deviation > 0 && value.volatility > 0,
};
/** @type {import("../store.js").Field<Readonly<Record<string, Tried>>>} */
const results = {
  fallback: {},
  accepts: (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((tried) => Array.isArray(tried) && tried.length === 3 && tried.every(isNumber)),
};
const count = whole(0, 0, 1_000_000);

/** @param {StorageLike | null} [storage] */
export function createProgress(storage) {
  const store = createStore(
    "hexmate.puzzles",
    {
      rating,
      results,
      streak: count,
      best: count,
      days: count,
      lastDay: whole(NEVER, NEVER, 1_000_000),
      grade: oneOf("0", "1", "2", "3", "4", "5"),
      theme: oneOf("any", "bridge", "ladder", "edge template", "foiling", "sacrifice"),
    },
    storage,
  );
  const tried = (/** @type {string} */ id) => Object.hasOwn(store.get("results"), id);

  /**
   * Count the first attempt at a puzzle; later ones change nothing.
   * @param {{id: string, rating: number}} puzzle
   * @param {0 | 0.5 | 1} score
   */
  function record(puzzle, score) {
    if (tried(puzzle.id)) return;
    const mine = store.get("rating");
    const its = { rating: puzzle.rating, ...ESTIMATED };
    const after = rate(its, mine, 1 - score);
    store.set("rating", rate(mine, its, score));
    /** @type {Tried} */
    const kept = [score, Math.round(after.rating), Math.round(after.deviation)];
    store.set("results", { ...store.get("results"), [puzzle.id]: kept });
    store.set("streak", score === 1 ? store.get("streak") + 1 : 0);
    store.set("best", Math.max(store.get("best"), store.get("streak")));
  }

  return {
    tried,
    record,
    rating: () => store.get("rating"),
    /** The rating of a puzzle as it is known here. @param {{id: string, rating: number}} puzzle */
    ratingOf: ({ id, rating: estimated }) => (tried(id) ? store.get("results")[id][1] : estimated),
    solved: () => Object.values(store.get("results")).filter(([score]) => score > 0).length,
    tries: () => Object.keys(store.get("results")).length,
    streak: () => store.get("streak"),
    best: () => store.get("best"),
    /** Days in a row with a solved daily puzzle. @param {number} day today */
    days: (day) => (store.get("lastDay") >= day - 1 ? store.get("days") : 0),
    /** @param {number} day */
    isDayDone: (day) => store.get("lastDay") === day,
    /** The daily puzzle of a day is solved. @param {number} day */
    finishDay(day) {
      const last = store.get("lastDay");
      if (last === day) return;
      store.set("days", last === day - 1 ? store.get("days") + 1 : 1);
      store.set("lastDay", day);
    },
    filter: () => ({ grade: Number(store.get("grade")), theme: store.get("theme") }),
    /** @param {import("./catalogue.js").Filter} filter */
    setFilter({ grade, theme }) {
      store.set("grade", /** @type {"0"} */ (String(grade)));
      store.set("theme", /** @type {"any"} */ (theme));
    },
  };
}
