/** A position as a small picture: a few shapes, so that a page of them is drawn at once. */

import { bands, boxAround, layout } from "../board/geometry.js";
import { parsePosition } from "../rules/position.js";
import { s } from "../ui/dom.js";

/** @typedef {import("../board/geometry.js").Point} Point */
/** @typedef {import("../board/geometry.js").Layout} Layout */

const EDGE = 0.55;
/** Layouts of the boards on the page: most have the same size. @type {Map<string, Layout>} */
const layouts = new Map();
const MOST_LAYOUTS = 50;

/** @param {{rows: number, cols: number, shape: import("../rules/board.js").Shape}} grid */
function layoutOf({ rows, cols, shape }) {
  const key = `${rows} ${cols} ${shape}`;
  const known = layouts.get(key) ?? layout({ rows, cols, shape });
  if (layouts.size >= MOST_LAYOUTS) layouts.clear();
  layouts.set(key, known);
  return known;
}

/** @param {readonly Point[]} points */
const outline = (points) => `M${points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}Z`;

/**
 * The shapes of a thumbnail: the ground, the edges and the stones of each colour as paths.
 * @param {string} line a position line
 */
export function thumbnailPaths(line) {
  const position = parsePosition(line);
  const board = layoutOf(position);
  const edges = bands(board, EDGE);
  const stones = (/** @type {"black" | "white"} */ color) =>
    position.stones.flatMap((stone, cell) => (stone === color ? [outline(board.outlines[cell])] : [])).join("");
  return {
    box: boxAround([...Object.values(edges).flat()], 0.1),
    ground: board.outlines.map(outline).join(""),
    edges: {
      black: outline(edges.top) + outline(edges.bottom),
      white: outline(edges.left) + outline(edges.right),
    },
    stones: { black: stones("black"), white: stones("white") },
  };
}

/** No picture of a line that is not a position: an address may hold any text. @param {string} line */
export function pathsOrNone(line) {
  try {
    return thumbnailPaths(line);
  } catch {
    return null;
  }
}

/** @param {string} line a position line @param {string} label */
export function thumbnail(line, label) {
  const paths = pathsOrNone(line);
  if (!paths) return null;
  const { box, ground, edges, stones } = paths;
  return s(
    "svg",
    {
      class: "thumbnail",
      viewBox: `${box.x.toFixed(2)} ${box.y.toFixed(2)} ${box.width.toFixed(2)} ${box.height.toFixed(2)}`,
      role: "img",
      "aria-label": label,
    },
    s("path", { class: "edge black", d: edges.black }),
    s("path", { class: "edge white", d: edges.white }),
    s("path", { class: "ground", d: ground }),
    s("path", { class: "stones black", d: stones.black }),
    s("path", { class: "stones white", d: stones.white }),
  );
}
