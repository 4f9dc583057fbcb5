/** The analysis page: any position or game, with variations, overlays and an engine. */

import { newTree, writeTree } from "../game/tree.js";
import { t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { SHAPES } from "../rules/board.js";
import { remembered } from "../setup/options.js";
import { Analysis } from "../study/analysis.js";
import { handedOn, handOn } from "../study/handoff.js";
import { acceptDrops, openText, recordOpener } from "../study/opening.js";
import { select } from "../ui/controls.js";
import { ask } from "../ui/dialog.js";
import { h } from "../ui/dom.js";
import { numberField } from "../ui/number.js";
import { useStyles } from "../ui/styles.js";
import { toast } from "../ui/toast.js";
import { actionBar } from "../views/actions.js";
import { copyHexworld, save } from "../views/saving.js";
import { viewMenu } from "../views/view.js";

/** @typedef {import("../router.js").Page} Page */
/** @typedef {import("../router.js").Context} Context */
/** @typedef {import("../game/tree.js").GameRecord} GameRecord */

/** An empty board of the last size played. @returns {GameRecord} */
function emptyRecord() {
  const options = remembered();
  const [rows, cols, shape] = [options.get("rows"), options.get("cols"), options.get("shape")];
  return writeTree(newTree({ rows, cols, shape }));
}

/**
 * The game in the address, the game passed by another page, or an empty board.
 * @param {URLSearchParams} query
 * @returns {Promise<GameRecord>}
 */
async function recordFor(query) {
  const [game, library, link] = [query.get("game"), query.get("library"), query.get("link")];
  try {
    if (game) return JSON.parse(await textOf(`/api/games/${encodeURIComponent(game)}/record?format=jsonl`));
    if (library) return (await request(`/library/${encodeURIComponent(library)}`)).game;
    if (link) await openText(link, (games) => handOn(games));
  } catch (error) {
    toast(errorText(error), { kind: "error" });
    return emptyRecord();
  }
  const kept = handedOn();
  return kept ? kept.games[kept.at] : emptyRecord();
}

/**
 * The game that the address asks to review.
 * @param {URLSearchParams} query
 * @returns {import("../study/review.js").ReviewedGame}
 */
function reviewedGame(query) {
  const seat = query.get("as");
  return {
    id: query.get("game") ?? query.get("library"),
    seat: seat === "black" || seat === "white" ? seat : null,
    start: query.has("review"),
  };
}

/** @param {string} address */
async function textOf(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(response.statusText);
  return response.text();
}

/** Ask for the size of a new analysis. @returns {Promise<GameRecord | null>} */
async function askForBoard() {
  const options = remembered();
  let [rows, cols, shape] = [options.get("rows"), options.get("cols"), options.get("shape")];
  const body = h(
    "div",
    { class: "row" },
    numberField({ label: t("setup.rows"), value: rows, min: 1, max: 32, onchange: (value) => (rows = value) }),
    numberField({ label: t("setup.cols"), value: cols, min: 1, max: 32, onchange: (value) => (cols = value) }),
    select({
      label: t("setup.shape"),
      value: shape,
      choices: SHAPES.map((value) => ({ value, label: t(`shape.${value}`) })),
      onchange: (value) => (shape = value),
    }),
  );
  const answer = await ask({
    title: t("analyse.new"),
    body,
    answers: [
      { label: t("analyse.new.yes"), value: "yes", kind: "primary" },
      { label: t("common.cancel"), value: "no", kind: "quiet" },
    ],
  });
  if (answer !== "yes") return null;
  const fitting = shape === "triangle" ? { rows: Math.min(rows, 16), cols: 2 * Math.min(rows, 16) } : { rows, cols };
  return writeTree(newTree({ ...fitting, shape }));
}

/** @param {(text: string) => void} open */
function askForRecord(open) {
  const opener = recordOpener({
    action: t("watch.open.show"),
    open: (text) => {
      opener.closest("dialog")?.close();
      open(text);
    },
  });
  return ask({
    title: t("analyse.open"),
    body: opener,
    answers: [{ label: t("common.cancel"), value: "no", kind: "quiet" }],
  });
}

/** @param {Context} context @returns {Promise<Page>} */
export default async function page({ query, navigate }) {
  const [record] = await Promise.all([recordFor(query), useStyles("game", "study", "analyse")]);
  const analysis = new Analysis(record, reviewedGame(query));
  const open = (/** @type {string} */ text) =>
    void openText(text, (games) => {
      handOn(games);
      navigate("/analyse?from=record");
    });
  const start = async () => {
    const record = await askForBoard();
    if (!record) return;
    handOn([record]);
    navigate("/analyse?from=new");
  };
  const always = () => true;
  const bar = actionBar(
    [
      { icon: () => "hex", label: () => t("analyse.new.short"), can: always, run: () => void start() },
      { icon: () => "share", label: () => t("analyse.open.short"), can: always, run: () => void askForRecord(open) },
      {
        icon: () => "download",
        label: () => t("save.sgf.short"),
        can: always,
        run: () => void save(analysis.annotatedRecord(), "sgf", "analysis"),
      },
      {
        icon: () => "copy",
        label: () => t("save.hexworld.short"),
        can: () => analysis.tree.shape === "hex",
        run: () => void copyHexworld({ ...analysis.record(), headers: {} }),
      },
      {
        icon: () => "library",
        label: () => t("nav.library"),
        can: always,
        run: () => navigate(`/library?position=${encodeURIComponent(analysis.positionLine())}`),
      },
    ],
    [],
    viewMenu(analysis.view),
  );
  bar.update();
  analysis.element.querySelector(".side")?.append(bar.node);
  acceptDrops(analysis.element, open);
  return {
    title: t("nav.analyse"),
    node: analysis.element,
    layout: "game",
    music: "menu",
    destroy: () => analysis.destroy(),
  };
}
