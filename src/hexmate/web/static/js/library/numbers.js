/** Statistics of all games, and the leaderboard. */

import { formatNumber, t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { personName } from "../setup/computers.js";
import { choice } from "../ui/controls.js";
import { h, replace } from "../ui/dom.js";

/** @typedef {import("../types/api").BoardLine} BoardLine */
/** @typedef {import("../types/api").StatisticsResult} Statistics */
/** @typedef {import("../types/api").LeaderboardPlayer} Standing */

const ENDINGS = /** @type {const} */ (["connection", "resignation", "timeout", "forfeit", "full board"]);

/** @param {string} text */
const failed = (text) => h("p", null, `${t("library.failed")} ${text}`);

/** @param {string} label @param {string | number} value */
const figure = (label, value) =>
  h(
    "div",
    { class: "figure" },
    h("dt", null, label),
    h("dd", null, typeof value === "number" ? formatNumber(value) : value),
  );

/** @param {string[]} heads @param {(string | number)[][]} rows */
function table(heads, rows) {
  return h(
    "div",
    { class: "table-scroll" },
    h(
      "table",
      { class: "list" },
      h("thead", null, h("tr", null, ...heads.map((head) => h("th", { scope: "col" }, head)))),
      h(
        "tbody",
        null,
        ...rows.map((row) =>
          h(
            "tr",
            null,
            ...row.map((cell) =>
              h(
                "td",
                { class: typeof cell === "number" ? "number" : null },
                typeof cell === "number" ? formatNumber(cell, { maximumFractionDigits: 1 }) : cell,
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {Record<string, number>} endings */
function endingBars(endings) {
  const total = Object.values(endings).reduce((sum, n) => sum + n, 0) || 1;
  return h(
    "ul",
    { class: "bars" },
    ...Object.entries(endings).map(([name, count]) => {
      const known = ENDINGS.find((ending) => ending === name) ?? "unknown";
      return h(
        "li",
        null,
        h("span", null, t(`stats.end.${known}`)),
        h("meter", { min: 0, max: total, value: count, "aria-label": t(`stats.end.${known}`) }),
        h("span", { class: "number" }, formatNumber(count)),
      );
    }),
  );
}

/** @param {Statistics} found */
function statisticsView({ people, bots, games, terminations, swap_offered: offered, swap_taken: taken, boards }) {
  const share = (/** @type {BoardLine} */ { black_wins: first, white_wins: second }) =>
    first + second > 0 ? t("percent", { n: Math.round((100 * first) / (first + second)) }) : "–";
  return [
    h(
      "dl",
      { class: "figures" },
      figure(t("stats.finished"), games.finished ?? 0),
      figure(t("stats.live"), games.live ?? 0),
      figure(t("stats.people"), people),
      figure(t("stats.bots"), bots),
      figure(t("stats.swap"), t("stats.swap.value", { taken, offered })),
    ),
    Object.keys(terminations).length > 0 &&
      h("section", null, h("h2", null, t("stats.endings")), endingBars(terminations)),
    boards.length > 0 &&
      h(
        "section",
        null,
        h("h2", null, t("stats.boards")),
        table(
          [t("stats.board"), t("stats.games"), t("stats.first"), t("stats.length")],
          boards.map((line) => [
            `${t("watch.size", { ...line })} ${t(`shape.${line.shape}`)}`,
            line.games,
            share(line),
            line.mean_plies,
          ]),
        ),
      ),
  ];
}

export function libraryStatistics() {
  const node = h("div", { class: "library-statistics" }, h("p", { class: "muted" }, t("common.loading")));
  request("/statistics")
    .then((found) => replace(node, ...statisticsView(found)))
    .catch((error) => replace(node, failed(errorText(error))));
  return node;
}

/** @param {Standing[]} players */
function standings(players) {
  if (players.length === 0) return h("p", { class: "muted" }, t("rank.none"));
  const heads = [t("rank.place"), t("rank.name"), t("rank.rating"), t("rank.games"), t("rank.wins")];
  return table(
    heads,
    players.map(({ rank, name, rating, deviation, games, wins }) => [
      rank,
      personName(name),
      `${formatNumber(rating)} ± ${formatNumber(2 * deviation)}`,
      games,
      wins,
    ]),
  );
}

export function libraryLeaderboard() {
  const place = h("div", { "aria-live": "polite" }, h("p", { class: "muted" }, t("common.loading")));
  /** @param {"people" | "bots"} pool */
  async function show(pool) {
    try {
      replace(place, standings((await request(`/leaderboard?pool=${pool}`)).players));
    } catch (error) {
      replace(place, failed(errorText(error)));
    }
  }
  void show("people");
  return h(
    "div",
    { class: "library-leaderboard" },
    choice({
      label: t("rank.pool"),
      hideLabel: true,
      value: "people",
      choices: /** @type {const} */ (["people", "bots"]).map((value) => ({ value, label: t(`rank.${value}`) })),
      onchange: (pool) => void show(pool),
    }),
    place,
  );
}
