/** The analysis page: any position or game, with variations, overlays and an engine. */

import { HAS_SERVER } from "../base.js";
import { draftOf, emptyDraft } from "../game/setup.js";
import { newTree, writeTree } from "../game/tree.js";
import { t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { SHAPES } from "../rules/board.js";
import { remembered } from "../setup/options.js";
import { shareAction, sharedOf } from "../share/dialog.js";
import { sharedRecord } from "../share/packed.js";
import { Analysis } from "../study/analysis.js";
import { handedOn, handOn, withGame } from "../study/handoff.js";
import { acceptDrops, askForGame, askForGames, openText } from "../study/opening.js";
import { acceptLaunches, sharedText } from "../study/received.js";
import { askForPosition } from "../study/setup.js";
import { select } from "../ui/controls.js";
import { ask } from "../ui/dialog.js";
import { h, pause } from "../ui/dom.js";
import { numberField } from "../ui/number.js";
import { useStyles } from "../ui/styles.js";
import { toast } from "../ui/toast.js";
import { actionBar } from "../views/actions.js";
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
    if (game) return await request(`/games/${encodeURIComponent(game)}/record?format=jsonl`);
    if (library) return (await request(`/library/${encodeURIComponent(library)}`)).game;
    if (link) await openText(link, (games) => handOn(games));
    if (query.get("from") === "share") await openShared();
    const shared = await sharedRecord(query, location.hash);
    if (shared) return shared;
  } catch (error) {
    toast(error instanceof RangeError ? t("embed.missing") : errorText(error), { kind: "error" });
    return emptyRecord();
  }
  const kept = handedOn();
  return kept ? kept.games[kept.at] : emptyRecord();
}

/** Open what another program has shared with the app. */
async function openShared() {
  const text = await sharedText();
  if (text) await openText(text, (games, _, at) => handOn(games, at), { choose: true });
}

/**
 * The game that the address asks to review.
 * @param {URLSearchParams} query
 * @returns {import("../study/review.js").ReviewedGame}
 */
function reviewedGame(query) {
  const seat = query.get("as");
  return {
    id: query.get("game") ?? query.get("library") ?? query.get("of"),
    changed: query.has("of"),
    seat: seat === "black" || seat === "white" ? seat : null,
    start: query.has("review"),
  };
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
      { label: t("setup.position"), value: "setup" },
      { label: t("common.cancel"), value: "no", kind: "quiet" },
    ],
  });
  if (answer !== "yes" && answer !== "setup") return null;
  const fitting = shape === "triangle" ? { rows: Math.min(rows, 16), cols: 2 * Math.min(rows, 16) } : { rows, cols };
  if (answer === "setup") return askForPosition(emptyDraft({ ...fitting, shape }));
  return writeTree(newTree({ ...fitting, shape }));
}

/** @param {Context} context @returns {Promise<Page>} */
export default async function page({ query, navigate }) {
  const [record] = await Promise.all([recordFor(query), useStyles("game", "study", "review", "analyse")]);
  await pause();
  const analysis = new Analysis(record, reviewedGame(query));
  const show = (/** @type {GameRecord[]} */ games, /** @type {string} */ from, at = 0) => {
    handOn(games, at);
    navigate(`/analyse?from=${from}`);
  };
  const drop = (/** @type {string} */ text) =>
    void openText(text, (games, _, at) => show(games, "record", at), { choose: true });
  const open = async () => {
    const found = await askForGames();
    if (found) show(found.games, "record", found.at);
  };
  const start = async () => {
    const record = await askForBoard();
    if (record) show([record], "new");
  };
  const opened = ["record", "share"].includes(query.get("from") ?? "") ? handedOn() : null;
  if (opened && opened.games.length > 1) analysis.among = opened;
  const another = async () => {
    const { games, at } = analysis.among;
    const next = await askForGame(games);
    if (next !== null) show(withGame(games, at, analysis.record()), "record", next);
  };
  analysis.setUp = async () => {
    const record = await askForPosition(draftOf(analysis.board()));
    if (record) show([record], "setup");
  };
  const shared = () => ({
    ...sharedOf(analysis.tree, analysis.node),
    file: analysis.annotatedRecord(),
    svg: analysis.pane.svg,
    // A game of the library may have been imported: then there is nothing to watch.
    game: query.get("game"),
  });
  const always = () => true;
  const bar = actionBar(
    [
      { icon: () => "hex", label: () => t("analyse.new.short"), can: always, run: () => void start() },
      { icon: () => "open", label: () => t("analyse.open.short"), can: always, run: () => void open() },
      {
        icon: () => "more",
        label: () => t("open.games"),
        can: () => analysis.among.games.length > 0,
        run: () => void another(),
      },
      shareAction(shared),
      {
        icon: () => "library",
        label: () => t("nav.library"),
        can: always,
        offered: () => HAS_SERVER,
        run: () => navigate(`/library?position=${encodeURIComponent(analysis.positionLine())}`),
      },
    ],
    [],
    viewMenu(analysis.view),
  );
  bar.update();
  analysis.element.querySelector(".side-foot")?.append(bar.node);
  acceptDrops(analysis.element, drop);
  acceptLaunches(drop);
  return {
    title: t("nav.analyse"),
    node: analysis.element,
    layout: "game",
    music: "menu",
    destroy: () => analysis.destroy(),
  };
}
