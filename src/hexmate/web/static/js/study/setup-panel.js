/** Stones placed by hand, and the side to move. */

import * as edit from "../game/edit.js";
import { t } from "../i18n/index.js";
import { button } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { colorName } from "../words.js";
import { toolBar } from "./tools.js";

/** @param {import("./analysis.js").Analysis} analysis @returns {import("./tabs.js").Mounted} */
export function setupPanel(analysis) {
  const tools = toolBar(["play", "black", "white", "empty"], (tool) => analysis.setTool(tool));
  const turn = button("", () => {
    const next = analysis.board().turn === "black" ? "white" : "black";
    analysis.change(edit.setTurn(analysis.tree, analysis.node, next));
  });
  return {
    node: h(
      "div",
      { class: "tool-panel" },
      tools.node,
      turn,
      button(t("setup.position.more"), () => void analysis.setUp(), { kind: "quiet" }),
    ),
    show() {
      const color = analysis.board().turn;
      turn.replaceChildren(
        h("span", { class: `stone-dot ${color}` }),
        h("span", null, t("status.turn", { color: colorName(color) })),
      );
    },
    hide: () => tools.select("play"),
  };
}
