/** The win rate graph of a game in the library, as a network sees it without a search. */

import { t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { evaluationGraph } from "../study/graph.js";
import { h, replace } from "../ui/dom.js";

/** Milliseconds; a long game takes the network a while. */
const PATIENCE = 30_000;

/**
 * @param {string} id of the game
 * @param {number} total its moves
 * @param {(ply: number) => void} go
 */
export function gameGraph(id, total, go) {
  const node = h("div", { class: "game-graph" }, h("p", { class: "muted" }, t("library.graph.loading")));
  const graph = evaluationGraph(go, () => t("library.graph"));
  let ply = 0;
  /** @param {number} at */
  function show(at) {
    ply = at;
    graph.show(at);
  }
  request(`/library/${encodeURIComponent(id)}/win-rates`, { patience: PATIENCE })
    .catch(() => ({ rates: [] }))
    .then(({ rates }) => {
      if (rates.length < 2) return replace(node, h("p", { class: "muted" }, t("library.graph.failed")));
      const points = rates.map((/** @type {number} */ winProbability, /** @type {number} */ at) => ({
        ply: at,
        winProbability,
      }));
      graph.draw(points, [], total);
      replace(node, graph.node);
      show(ply);
    });
  return { node, show };
}
