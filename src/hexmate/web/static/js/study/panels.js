/** The panels under the moves of an analysis, in the order of their tabs. A new one is one line here. */

import { HAS_SERVER } from "../base.js";
import { commentPanel } from "./comment-panel.js";
import { drawPanel } from "./draw-panel.js";
import { explorerPanel } from "./explorer-panel.js";
import { setupPanel } from "./setup-panel.js";

/** @type {readonly import("./tabs.js").StudyPanel[]} */
const ALL_PANELS = [
  { id: "comment", label: "tab.comment", create: commentPanel },
  { id: "explorer", label: "tab.explorer", create: explorerPanel },
  { id: "draw", label: "tab.draw", create: drawPanel },
  { id: "setup", label: "tab.setup", create: setupPanel },
];

/** The explorer shows the games of a server. */
export const PANELS = ALL_PANELS.filter(({ id }) => HAS_SERVER || id !== "explorer");
