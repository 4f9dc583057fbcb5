/** A board on a page: fills its space, with the rotation, coordinates and animation of the settings. */

import { axesOf } from "../board/compass.js";
import { layout } from "../board/geometry.js";
import { createBoard } from "../board/index.js";
import { likelyOrientation, watchOrientation } from "../board/orientation.js";
import { t } from "../i18n/index.js";
import { motionAllowed, settings } from "../settings.js";
import { iconButton } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { describeCell } from "../words.js";

/** @typedef {import("../board/state.js").Config} Config */
/** @typedef {import("../rules/board.js").Shape} Shape */
/**
 * @typedef {object} Pane
 * @property {HTMLElement} node
 * @property {SVGSVGElement} svg the board itself
 * @property {Shape} shape
 * @property {() => import("../board/orientation.js").Aspect} aspect which of the two rotations it has
 * @property {() => import("../board/compass.js").Axes} axes where the edges of each colour lie now
 * @property {(config: Partial<Config>) => void} set
 * @property {(cell: string) => void} focus
 * @property {() => void} destroy
 */

/**
 * @param {Partial<Config> & {rows: number, cols: number, shape: Shape}} config
 * @param {{onturn?: () => void}} [options] `onturn` is called when the board has been rotated or mirrored
 * @returns {Pane}
 */
export function boardPane(config, { onturn } = {}) {
  const { rows, cols, shape } = config;
  // To rotate it later would draw it twice.
  const first = likelyOrientation(shape);
  const node = h("div", { class: "board-place" });
  const back = iconButton("zoomOut", t("view.whole"), () => board.whole(), {
    class: "icon-button whole",
    hidden: true,
  });
  const board = createBoard(
    node,
    {
      describe: describeCell,
      label: t("board.label", { rows, cols }),
      coordinates: settings.get("coordinates"),
      animate: motionAllowed(),
      ...first,
      ...config,
    },
    { onzoom: (zoom) => (back.hidden = zoom === 1) },
  );
  node.append(back);
  const unsubscribe = settings.subscribe((key) => {
    if (key === "coordinates") board.set({ coordinates: settings.get("coordinates") });
    if (key === "animation") board.set({ animate: motionAllowed() });
    // The names of the colours depend on the theme, so the cells are described again.
    if (key === "theme" || key === "stones") board.set({ describe: (facts) => describeCell(facts) });
  });
  let axes = axesOf(layout({ rows, cols, shape, ...first }));
  const orientation = watchOrientation(node, shape, first, (turned) => {
    board.set(turned);
    axes = axesOf(layout({ rows, cols, shape, ...turned }));
    onturn?.();
  });
  return {
    node,
    svg: board.svg,
    shape,
    aspect: orientation.aspect,
    axes: () => axes,
    set: (changes) => board.set(changes),
    focus: (cell) => board.focus(cell),
    destroy() {
      unsubscribe();
      orientation.stop();
      board.destroy();
    },
  };
}
