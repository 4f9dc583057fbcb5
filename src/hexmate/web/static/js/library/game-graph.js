/** The win rate graph of a game in the library, as a network sees it without a search. */

import { t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { HEIGHT, plyAt, WIDTH, xOf, yOf } from "../study/graph.js";
import { h, replace, s } from "../ui/dom.js";

/** Milliseconds; a long game takes the network a while. */
const PATIENCE = 30_000;

/** The curve through Black's win rates. @param {readonly number[]} rates @param {number} total plies of the game */
export function curveOf(rates, total) {
  const points = rates.map((rate, ply) => `${xOf(ply, total).toFixed(1)} ${yOf(rate).toFixed(1)}`);
  if (points.length < 2) return { curve: "", area: "" };
  const end = xOf(rates.length - 1, total).toFixed(1);
  return { curve: `M${points.join("L")}`, area: `M0 ${HEIGHT}L${points.join("L")}L${end} ${HEIGHT}Z` };
}

/** @param {readonly number[]} rates @param {number} total @param {(ply: number) => void} go */
function drawn(rates, total, go) {
  const { curve, area } = curveOf(rates, total);
  const here = s("line", { class: "graph-here", y1: 0, y2: HEIGHT });
  const svg = s(
    "svg",
    {
      class: "graph",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": t("library.graph"),
    },
    s("rect", { class: "graph-ground", width: WIDTH, height: HEIGHT }),
    s("path", { class: "graph-area", d: area }),
    s("path", { class: "graph-curve", d: curve }),
    s("line", { class: "graph-middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    here,
  );
  svg.addEventListener("pointerdown", (event) => {
    const { left, width } = svg.getBoundingClientRect();
    go(plyAt((event.clientX - left) / width, total));
  });
  return { svg, here };
}

/**
 * @param {string} id of the game
 * @param {number} total its moves
 * @param {(ply: number) => void} go
 */
export function gameGraph(id, total, go) {
  const node = h("figure", { class: "graph-place" }, h("p", { class: "muted" }, t("library.graph.loading")));
  /** @type {SVGLineElement | null} */ let here = null;
  let ply = 0;
  /** @param {number} at */
  function show(at) {
    ply = at;
    const x = String(xOf(at, total));
    here?.setAttribute("x1", x);
    here?.setAttribute("x2", x);
  }
  request(`/library/${encodeURIComponent(id)}/win-rates`, { patience: PATIENCE })
    .catch(() => ({ rates: [] }))
    .then(({ rates }) => {
      if (rates.length < 2) return replace(node, h("p", { class: "muted" }, t("library.graph.failed")));
      const graph = drawn(rates, total, go);
      here = graph.here;
      replace(node, graph.svg);
      show(ply);
    });
  return { node, show };
}
