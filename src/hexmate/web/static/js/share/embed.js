/** The page for frames of other sites: a board, buttons to step through the moves, and no navigation. */

import { BASE, pathOf } from "../base.js";
import { stepsOf } from "../game/line.js";
import { position } from "../game/picture.js";
import { boardAt, cursorNode, lineThrough, nodeNumber, pathTo, readTree, writeTree } from "../game/tree.js";
import { chooseLanguage, language, loadLanguage, t } from "../i18n/index.js";
import { applyLook, settings } from "../settings.js";
import { notesOf } from "../study/notes.js";
import { h } from "../ui/dom.js";
import { stepButtons } from "../views/moves.js";
import { boardPane } from "../views/pane.js";
import { pack, sharedRecord, studyAddress } from "./packed.js";

/** @typedef {import("../game/tree.js").GameRecord} GameRecord */

/** The game of this address: in the address itself, or on the server. @returns {Promise<GameRecord | null>} */
async function recordHere() {
  const id = pathOf(location.pathname).split("/")[2];
  if (!id) return sharedRecord(new URLSearchParams(location.search), location.hash);
  const response = await fetch(`/api/games/${encodeURIComponent(id)}/record?format=jsonl`);
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}

/** @param {GameRecord} record */
async function show(record) {
  const tree = readTree(record);
  const line = lineThrough(cursorNode(tree));
  const steps = stepsOf(line);
  let at = pathTo(cursorNode(tree)).length - 1;
  const { rows, cols, shape, headers } = tree;
  const pane = boardPane({ rows, cols, shape, playable: "none" });
  pane.node.classList.add("embed-board");
  const buttons = stepButtons({ ply: () => at, last: () => line.length - 1, go: (ply) => go(ply) });
  const comment = h("p", { class: "embed-names muted", "aria-live": "polite" });
  const names = [headers.black, headers.white].filter(Boolean).join(" – ");
  const open = h("a", { target: "_blank", rel: "noopener", href: "/" }, t("embed.open"));
  const packed = await pack(writeTree(tree));
  /** @param {number} ply */
  function go(ply) {
    at = Math.max(0, Math.min(ply, line.length - 1));
    const board = boardAt(tree, line[at]);
    pane.set({
      ...position(board, steps, at, { numbers: settings.get("numbers") }),
      ...notesOf(line[at]),
      chain: board.chain ? board.chain.map((cell) => board.name(cell)) : [],
    });
    buttons.update();
    const text = line[at].comment || names;
    if (comment.textContent !== text) comment.textContent = text;
    open.href = BASE + studyAddress("/analyse", packed, nodeNumber(tree, line[at]));
  }
  const title = h("h1", { class: "visually-hidden" }, names || t("game.title"));
  const bar = h("div", { class: "embed-bar" }, comment, buttons.node, open);
  document.body.replaceChildren(h("main", null, title, pane.node, bar));
  document.title = names || "Hexmate";
  go(at);
}

/** @param {"embed.missing" | "embed.failed"} reason */
function showProblem(reason) {
  document.body.replaceChildren(h("main", null, h("p", { class: "embed-note", role: "alert" }, t(reason))));
}

async function start() {
  applyLook();
  await loadLanguage(chooseLanguage(settings.get("language"), navigator.languages));
  document.documentElement.lang = language();
  try {
    const record = await recordHere();
    if (record) await show(record);
    else showProblem("embed.missing");
  } catch (error) {
    showProblem(error instanceof RangeError ? "embed.missing" : "embed.failed");
  }
}

void start();
