/** The library page: search, replay, import and export finished games; statistics and ratings. */

import { BASE } from "../base.js";
import { t } from "../i18n/index.js";
import { libraryExchange } from "../library/exchange.js";
import { forgetOpenings } from "../library/explorer.js";
import { gameGraph } from "../library/game-graph.js";
import { libraryLeaderboard, libraryStatistics } from "../library/numbers.js";
import { libraryOpenings } from "../library/openings.js";
import { librarySearch } from "../library/search.js";
import { resultText } from "../library/words.js";
import { ApiError, request } from "../net/api.js";
import { shownName } from "../setup/computers.js";
import { h } from "../ui/dom.js";
import { useStyles } from "../ui/styles.js";
import { Replay } from "../views/replay.js";

/** @typedef {import("../router.js").Page} Page */
/** @typedef {import("../router.js").Context} Context */

const TABS = /** @type {const} */ (["games", "openings", "statistics", "leaderboard"]);

/** @param {Context} context @returns {Promise<Page>} */
async function gamePage({ params, navigate }) {
  try {
    const { game, line } = await request(`/library/${encodeURIComponent(params.id)}`);
    const unknown = t("library.unknown");
    const title = t("watch.against", {
      black: shownName(line.black) ?? unknown,
      white: shownName(line.white) ?? unknown,
    });
    const graph = gameGraph(params.id, line.moves, (ply) => replay.go(ply));
    const replay = new Replay(game, {
      navigate,
      title,
      result: false,
      above: [h("p", { class: "game-result" }, resultText(line)), graph.node],
      onshow: graph.show,
      onclose: () => navigate("/library"),
      id: params.id,
    });
    return { title, node: replay.node, layout: "game", music: "menu", destroy: () => replay.destroy() };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return {
      title: t("library.title"),
      node: h(
        "article",
        { class: "notice" },
        h("h1", null, t("library.missing")),
        h("p", null, h("a", { class: "button", href: "/library" }, t("library.title"))),
      ),
    };
  }
}

/** @param {URLSearchParams} query */
function gamesTab(query) {
  const search = librarySearch(query, (question) =>
    history.replaceState(null, "", `${BASE}/library${question ? `?${question}` : ""}`),
  );
  const refresh = () => {
    forgetOpenings();
    search.refresh();
  };
  return h("div", { class: "library-columns" }, search.node, libraryExchange(refresh));
}

/**
 * @param {typeof TABS[number]} tab
 * @param {URLSearchParams} query
 * @param {(path: string) => void} navigate
 * @returns {{node: Node, destroy?: () => void}}
 */
function bodyOf(tab, query, navigate) {
  switch (tab) {
    case "statistics":
      return { node: libraryStatistics() };
    case "leaderboard":
      return { node: libraryLeaderboard() };
    case "openings":
      return libraryOpenings(
        query,
        (board) => history.replaceState(null, "", `${BASE}/library?${new URLSearchParams({ tab, board })}`),
        navigate,
      );
    default:
      return { node: gamesTab(query) };
  }
}

/** @param {Context} context @returns {Promise<Page>} */
export default async function page(context) {
  await useStyles("game", "study", "review", "analyse", "explorer", "library");
  if (context.params.id) return gamePage(context);
  const { query } = context;
  const tab = TABS.find((name) => name === query.get("tab")) ?? "games";
  const tabs = h(
    "nav",
    { class: "tabs", "aria-label": t("library.title") },
    ...TABS.map((name) =>
      h(
        "a",
        { href: name === "games" ? "/library" : `/library?tab=${name}`, "aria-current": name === tab ? "true" : null },
        t(`library.${name}`),
      ),
    ),
  );
  const body = bodyOf(tab, query, context.navigate);
  return {
    title: t("library.title"),
    node: h("div", { class: "library" }, h("h1", null, t("library.title")), tabs, body.node),
    layout: "wide",
    destroy: body.destroy,
  };
}
