/** The opening explorer beside an analysis: a click on a move plays it. */

import { explorer } from "../library/explorer.js";
import { useStyles } from "../ui/styles.js";

/** @param {import("./analysis.js").Analysis} analysis @returns {import("./tabs.js").Mounted} */
export function explorerPanel(analysis) {
  void useStyles("explorer");
  const view = explorer({
    play: (move) => analysis.play(move),
    look: (move) => analysis.preview(move === null ? null : [move]),
  });
  return { node: view.node, show: () => view.show(analysis.positionLine()), destroy: view.destroy };
}
