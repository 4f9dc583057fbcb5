/** What a click on the board of an analysis does. */

import { markPath } from "../board/shapes.js";
import { t } from "../i18n/index.js";
import { h, s } from "../ui/dom.js";
import { icon } from "../ui/icon.js";
import { colorName } from "../words.js";

/** @typedef {"play" | "black" | "white" | "empty" | "triangle" | "circle" | "square" | "cross" | "label"} Tool */

/** @param {Tool} tool */
function nameOf(tool) {
  if (tool === "black" || tool === "white") return t("tool.put", { color: colorName(tool) });
  return t(tool === "label" ? "tool.label.letter" : `tool.${tool}`);
}

/** @param {Tool} tool */
function pictureOf(tool) {
  switch (tool) {
    case "play":
      return icon("hex");
    case "empty":
      return icon("close");
    case "black":
    case "white":
      return h("span", { class: `stone-dot ${tool}` });
    case "label":
      return h("span", { class: "tool-letter" }, "A");
    default:
      return s("svg", { class: "icon", viewBox: "-.5 -.5 1 1" }, s("path", { class: "tool-mark", d: markPath(tool) }));
  }
}

/** @param {readonly Tool[]} tools the first is chosen @param {(tool: Tool) => void} choose */
export function toolBar(tools, choose) {
  const buttons = tools.map((tool) => {
    const button = h(
      "button",
      {
        type: "button",
        class: "icon-button tool",
        "aria-label": nameOf(tool),
        title: nameOf(tool),
        "aria-pressed": String(tool === tools[0]),
        onclick: () => select(tool),
      },
      pictureOf(tool),
    );
    return { tool, button };
  });
  /** @param {Tool} chosen */
  function select(chosen) {
    for (const { tool, button } of buttons) button.setAttribute("aria-pressed", String(tool === chosen));
    choose(chosen);
  }
  return {
    node: h(
      "div",
      { class: "tools-row", role: "group", "aria-label": t("tool.label") },
      ...buttons.map(({ button }) => button),
    ),
    select,
  };
}
