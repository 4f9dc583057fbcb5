/** The swap maps: for each size of board, which first stones to swap. */

import { fairStones, SIZES, swapMap } from "../book/swap-maps.js";
import { formatNumber, t } from "../i18n/index.js";
import { cellName, cellNumber } from "../rules/names.js";
import { iconButton, select } from "../ui/controls.js";
import { h, replace } from "../ui/dom.js";
import { useStyles } from "../ui/styles.js";
import { boardPane } from "../views/pane.js";
import { colorName } from "../words.js";

/** @typedef {import("../book/swap-maps.js").SwapMap} SwapMap */
/** @typedef {import("../router.js").Page} Page */

const USUAL = 11;
const LEGEND = /** @type {const} */ ([
  ["swap", "swap.legend.swap"],
  ["fair", "swap.legend.fair"],
  ["keep", "swap.legend.keep"],
]);
const EXACT_LEGEND = /** @type {const} */ ([
  ["swap", "swap.legend.swap.exact"],
  ["keep", "swap.legend.keep.exact"],
]);
/** Percentages from one half within which either choice is as good. */
const NEAR = 5;

/** A win rate in percent; only proven ones are 0 or 100. @param {SwapMap} map @param {number} cell */
function percentOf({ values, exact }, cell) {
  const share = Math.round(100 * values[cell]);
  return exact ? share : Math.min(99, Math.max(1, share));
}

/** What to do about a first stone. @param {SwapMap} map @param {number} cell */
function advice({ values, exact }, cell) {
  if (!exact && Math.abs(100 * values[cell] - 50) <= NEAR) return "fair";
  return values[cell] > 0.5 ? "swap" : "keep";
}

/** A first stone in words. @param {SwapMap} map @param {string} name */
function sentence(map, name) {
  const cell = /** @type {number} */ (cellNumber(name, map.size, map.size));
  const words = { cell: name, color: colorName("black"), percent: t("percent", { n: percentOf(map, cell) }) };
  if (map.exact) return t(map.values[cell] > 0.5 ? "swap.cell.wins" : "swap.cell.loses", words);
  return t(`swap.cell.${advice(map, cell)}`, words);
}

/** What the board shows. @param {SwapMap} map */
function picture(map) {
  const named = map.values.map((value, cell) => ({ name: cellName(cell, map.size), value, cell }));
  const best = fairStones(map).map((cell) => cellName(cell, map.size));
  const labels = named.map(({ name, cell }) => [name, String(percentOf(map, cell))]);
  const winning = named.filter(({ value }) => value > 0.5).map(({ name }) => [name, /** @type {const} */ ("dot")]);
  return {
    heat: Object.fromEntries(named.map(({ name, value }) => [name, value - 0.5])),
    labels: map.exact ? {} : Object.fromEntries(labels),
    marks: map.exact ? Object.fromEntries(winning) : {},
    spots: Object.fromEntries(best.map((name) => [name, /** @type {const} */ ("hint")])),
    describe: (/** @type {{name: string}} */ { name }) => sentence(map, name),
  };
}

/** @param {SwapMap} map */
function legend(map) {
  const entries = (map.exact ? EXACT_LEGEND : LEGEND).map(([kind, key]) =>
    h(
      "li",
      null,
      h("span", { class: `swap-swatch ${kind}`, "aria-hidden": "true" }),
      h("span", null, t(key, { color: colorName("black") })),
    ),
  );
  return h("ul", { class: "swap-legend" }, ...entries);
}

/** Where the numbers come from. @param {SwapMap} map */
function origin({ exact, visits, network, date, size }) {
  const board = `${size}×${size}`;
  if (exact) return t("swap.exact", { board });
  const color = colorName("black");
  return t("swap.searched", {
    board,
    color,
    visits: formatNumber(visits ?? 0),
    network: network ?? "",
    date: date ?? "",
  });
}

/** @param {URLSearchParams} query */
function sizeIn(query) {
  const size = Number(query.get("size") ?? USUAL);
  return SIZES.includes(size) ? size : USUAL;
}

/** @param {import("../router.js").Context} context @returns {Promise<Page>} */
export default async function page({ query }) {
  await useStyles("swap");
  /** @type {import("../views/pane.js").Pane | null} */ let pane = null;
  const place = h("div", { class: "swap-board" });
  const facts = h("div", { class: "swap-facts" });
  const told = h("p", { class: "swap-told", role: "status" });

  /** @param {number} size */
  function show(size) {
    const map = swapMap(size);
    const tell = (/** @type {string | null} */ name) => {
      told.textContent = name ? sentence(map, name) : t("swap.choose");
    };
    pane?.destroy();
    pane = boardPane({
      rows: size,
      cols: size,
      shape: "hex",
      playable: "all",
      preview: false,
      ...picture(map),
      events: { select: tell, hover: (name) => name && tell(name) },
    });
    replace(place, pane.node);
    const use = t(map.exact ? "swap.use.exact" : "swap.use");
    replace(facts, legend(map), h("p", { class: "muted" }, origin(map)), h("p", null, use));
    tell(null);
  }
  /** @param {number} size */
  function choose(size) {
    history.replaceState(null, "", `?size=${size}`);
    show(size);
  }
  const first = sizeIn(query);
  const sizes = select({
    label: t("swap.size"),
    value: String(first),
    choices: SIZES.map((size) => ({ value: String(size), label: `${size}×${size}` })),
    onchange: (size) => choose(Number(size)),
  });
  const list = /** @type {HTMLSelectElement} */ (sizes.querySelector("select"));
  /** @param {number} by */
  function step(by) {
    const next = Number(list.value) + by;
    if (!SIZES.includes(next)) return;
    list.value = String(next);
    choose(next);
  }
  show(first);
  const node = h(
    "article",
    { class: "swap" },
    h("h1", null, t("swap.title")),
    h("p", { class: "lead" }, t("swap.lead")),
    h(
      "div",
      { class: "swap-columns" },
      place,
      h(
        "div",
        { class: "swap-side" },
        h(
          "div",
          { class: "row" },
          sizes,
          iconButton("back", t("swap.smaller"), () => step(-1)),
          iconButton("next", t("swap.larger"), () => step(1)),
        ),
        told,
        facts,
        h("p", null, h("a", { href: "/rules#swap" }, t("swap.rule"))),
      ),
    ),
  );
  return { title: t("swap.title"), node, layout: "wide", destroy: () => pane?.destroy() };
}
