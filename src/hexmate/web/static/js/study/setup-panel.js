/** Stones placed by hand, and the side to move. */

import * as edit from "../game/edit.js";
import { t } from "../i18n/index.js";
import { other } from "../rules/board.js";
import { button } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { colorName } from "../words.js";
import { toolBar } from "./tools.js";

/** @typedef {import("../rules/board.js").Color} Color */

/** @param {import("./analysis.js").Analysis} analysis @returns {import("./tabs.js").Mounted} */
export function setupPanel(analysis) {
  const tools = toolBar(["play", "black", "white", "empty"], (tool) => analysis.setTool(tool));
  const turn = button("", () => {
    const next = analysis.board().turn === "black" ? "white" : "black";
    analysis.change(edit.setTurn(analysis.tree, analysis.node, next));
  });
  const over = h("p", { class: "muted" });
  return {
    node: h(
      "div",
      { class: "tool-panel" },
      tools.node,
      turn,
      over,
      button(t("setup.position.more"), () => void analysis.setUp(), { kind: "quiet" }),
    ),
    show() {
      const { ending, color: loser } = analysis.node;
      turn.hidden = ending !== null;
      over.hidden = ending === null;
      if (ending) over.textContent = endingText(ending, loser ?? "black");
      const color = analysis.board().turn;
      turn.replaceChildren(
        h("span", { class: `stone-dot ${color}` }),
        h("span", null, t("status.turn", { color: colorName(color) })),
      );
    },
    hide: () => tools.select("play"),
  };
}

/** @type {Record<import("../game/tree.js").Ending, "resignation" | "forfeit" | "timeout">} */
const REASONS = { resign: "resignation", forfeit: "forfeit", "time-out": "timeout" };

/** Who won, and how. @param {import("../game/tree.js").Ending} ending @param {Color} loser */
function endingText(ending, loser) {
  return `${t("result.wins", { color: colorName(other(loser)) })}. ${t(`result.${REASONS[ending]}`)}`;
}
