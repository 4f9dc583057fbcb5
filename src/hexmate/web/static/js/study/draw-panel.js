/** Marks and letters on the board. While this panel is open, a click on the board draws. */

import { t } from "../i18n/index.js";
import { h } from "../ui/dom.js";
import { toolBar } from "./tools.js";

/** @param {import("./analysis.js").Analysis} analysis @returns {import("./tabs.js").Mounted} */
export function drawPanel(analysis) {
  const tools = toolBar(["play", "triangle", "circle", "square", "cross", "label"], (tool) => analysis.setTool(tool));
  return {
    node: h("div", { class: "tool-panel" }, tools.node, h("p", { class: "help" }, t("tool.draw.help"))),
    hide: () => tools.select("play"),
  };
}
