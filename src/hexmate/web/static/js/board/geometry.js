/**
 * Where the cells of a board lie on the plane: centres, outlines, borders, labels, and which cell
 * a point falls on. The same conventions as `hexmate.geometry`: x points right, y down, the circle
 * inscribed in a cell has diameter 1, and a rotation is the clock hour at which a1 lies (10 is the
 * plain drawing; each further hour rotates by 30° clockwise). A mirrored drawing is reflected in the
 * diagonal through a1 before it is rotated.
 */

/** @typedef {import("../rules/board.js").Shape} Shape */
/** @typedef {readonly [number, number]} Point */
/** @typedef {"top" | "right" | "bottom" | "left"} Side */
/** @typedef {{foot: Point, away: Point}} Anchor a point on the border, the direction outwards */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {{start: Point, end: Point, row: number, col: number}} Wall with the cell behind it */
/** @typedef {{rows: number, cols: number, shape: Shape, rotation?: number, mirror?: boolean}} Grid */
/**
 * @typedef {object} Layout
 * @property {number} rows
 * @property {number} cols
 * @property {Shape} shape
 * @property {boolean} mirror
 * @property {Point[]} centers by cell number
 * @property {Point[][]} outlines by cell number
 * @property {Record<Side, Point[]>} borders closed around the board, clockwise unless mirrored
 * @property {Anchor[]} columnLabels
 * @property {Anchor[]} rowLabels
 */

/** @type {readonly Side[]} */
export const SIDES = ["top", "right", "bottom", "left"];

const UNTURNED = 10;
const TRIANGLE_SIDE = Math.sqrt(3);
/** @type {Point} */ const RIGHT = [1, 0];
/** @type {Point} */ const UP = [0, -1];
const DOWN_RIGHT = polar(1, Math.PI / 3);
const HEXAGON = [0, 1, 2, 3, 4, 5].map((k) => polar(1 / Math.sqrt(3), Math.PI * (k / 3 - 0.5)));
/** @type {Point[]} */
const SQUARE = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];

/** @param {number} length @param {number} angle @returns {Point} */
function polar(length, angle) {
  return [length * Math.cos(angle), length * Math.sin(angle)];
}
/** @param {Point} a @param {Point} b @returns {Point} */
const add = ([ax, ay], [bx, by]) => [ax + bx, ay + by];
/** @param {number} k @param {Point} p @returns {Point} */
const scale = (k, [x, y]) => [k * x, k * y];
/**
 * The product of two points as complex numbers: a rotation and a scaling.
 * @param {Point} a
 * @param {Point} b
 * @returns {Point}
 */
const times = ([ax, ay], [bx, by]) => [ax * bx - ay * by, ax * by + ay * bx];

/** @param {number} row @param {number} col @returns {Point} */
const hexCenter = (row, col) => add(scale(col, RIGHT), scale(row, DOWN_RIGHT));
/** @param {number} row @param {number} col @returns {Point} */
const offsetCenter = (row, col) => [col + (row % 2) / 2, row * DOWN_RIGHT[1]];

/** @param {number} row @param {number} col @returns {Point[]} */
function triangleCorners(row, col) {
  const corner = scale(TRIANGLE_SIDE, hexCenter(row, Math.floor(col / 2)));
  const right = add(corner, [TRIANGLE_SIDE, 0]);
  const below = add(corner, scale(TRIANGLE_SIDE, DOWN_RIGHT));
  return col % 2 === 0 ? [corner, right, below] : [right, add(below, [TRIANGLE_SIDE, 0]), below];
}

/** @param {number} row @param {number} col @returns {Point} */
function triangleCenter(row, col) {
  const [a, b, c] = triangleCorners(row, col);
  return scale(1 / 3, add(a, add(b, c)));
}

/**
 * The grid of a shape. `steps` lead to the cell behind each wall, in the order of the corners.
 * @typedef {object} Lattice
 * @property {(row: number, col: number) => Point} center
 * @property {(row: number, col: number) => Point[]} corners clockwise
 * @property {(row: number, col: number) => [number, number][]} steps
 * @property {number} axis angle of the diagonal through a1
 * @property {(col: number) => Anchor} columnLabel
 * @property {(row: number) => Anchor} rowLabel
 */

/** @type {Record<Shape, Lattice>} */
const LATTICES = {
  hex: {
    center: hexCenter,
    corners: (row, col) => HEXAGON.map((corner) => add(hexCenter(row, col), corner)),
    steps: () => [
      [-1, 1],
      [0, 1],
      [1, 0],
      [1, -1],
      [0, -1],
      [-1, 0],
    ],
    axis: Math.PI / 6,
    // Columns run down to the right, so their names are at their upper left.
    columnLabel: (col) => ({
      foot: add(hexCenter(0, col), scale(-0.5, DOWN_RIGHT)),
      away: scale(-1, DOWN_RIGHT),
    }),
    rowLabel: (row) => ({ foot: add(hexCenter(row, 0), [-0.5, 0]), away: scale(-1, RIGHT) }),
  },
  offset: {
    center: offsetCenter,
    corners: (row, col) => HEXAGON.map((corner) => add(offsetCenter(row, col), corner)),
    steps: (row) => {
      const odd = row % 2;
      return [
        [-1, odd],
        [0, 1],
        [1, odd],
        [1, odd - 1],
        [0, -1],
        [-1, odd - 1],
      ];
    },
    axis: Math.PI / 4,
    columnLabel: (col) => ({ foot: add(offsetCenter(0, col), HEXAGON[0]), away: UP }),
    rowLabel: (row) => ({ foot: [-0.5, offsetCenter(row, 0)[1]], away: scale(-1, RIGHT) }),
  },
  square: {
    center: (row, col) => [col, row],
    corners: (row, col) => SQUARE.map((corner) => add([col, row], corner)),
    steps: () => [
      [-1, 0],
      [0, 1],
      [1, 0],
      [0, -1],
    ],
    axis: Math.PI / 4,
    columnLabel: (col) => ({ foot: [col, -0.5], away: UP }),
    rowLabel: (row) => ({ foot: [-0.5, row], away: scale(-1, RIGHT) }),
  },
  triangle: {
    center: triangleCenter,
    corners: triangleCorners,
    steps: (_row, col) =>
      col % 2 === 0
        ? [
            [-1, 1],
            [0, 1],
            [0, -1],
          ]
        : [
            [0, 1],
            [1, -1],
            [0, -1],
          ],
    axis: Math.PI / 6,
    columnLabel: (col) => ({ foot: [triangleCenter(0, col)[0], 0], away: UP }),
    rowLabel: (row) => ({
      foot: scale(TRIANGLE_SIDE * (row + 0.5), DOWN_RIGHT),
      away: times(DOWN_RIGHT, [0, 1]),
    }),
  },
};

/**
 * Lay out a board.
 * @param {Grid} grid
 * @returns {Layout}
 */
export function layout({ rows, cols, shape, rotation = UNTURNED, mirror = false }) {
  const lattice = LATTICES[shape];
  const turn = polar(1, ((rotation - UNTURNED) * Math.PI) / 6);
  const reflection = times(turn, polar(1, 2 * lattice.axis));
  /** @param {Point} p @returns {Point} */
  const place = (p) => (mirror ? times(reflection, [p[0], -p[1]]) : times(turn, p));
  /** @param {Anchor} anchor */
  const anchored = ({ foot, away }) => ({ foot: place(foot), away: place(away) });

  /** @type {Point[]} */ const centers = [];
  /** @type {Point[][]} */ const outlines = [];
  /** @type {Wall[]} */ const walls = [];
  for (let cell = 0; cell < rows * cols; cell += 1) {
    const row = Math.floor(cell / cols);
    const col = cell % cols;
    const corners = lattice.corners(row, col);
    centers.push(place(lattice.center(row, col)));
    outlines.push(corners.map(place));
    lattice.steps(row, col).forEach(([dr, dc], k) => {
      const end = corners[(k + 1) % corners.length];
      walls.push({ start: corners[k], end, row: row + dr, col: col + dc });
    });
  }
  const lines = bordersOf(rows, cols, shape, walls);
  return {
    rows,
    cols,
    shape,
    mirror,
    centers,
    outlines,
    borders: mapSides((side) => lines[side].map(place)),
    columnLabels: Array.from({ length: cols }, (_, col) => anchored(lattice.columnLabel(col))),
    rowLabels: Array.from({ length: rows }, (_, row) => anchored(lattice.rowLabel(row))),
  };
}

/** @template T @param {(side: Side) => T} make @returns {Record<Side, T>} */
function mapSides(make) {
  return { top: make("top"), right: make("right"), bottom: make("bottom"), left: make("left") };
}

/**
 * The sides of the board that a position outside it belongs to; empty for a cell of the board.
 * @param {number} rows @param {number} cols @param {Shape} shape @param {number} row @param {number} col
 */
function owners(rows, cols, shape, row, col) {
  /** @type {Side[]} */
  const found = [];
  if (row < 0 || row >= rows) found.push(row < 0 ? "top" : "bottom");
  // Only an obtuse corner of the rhombus is shared; elsewhere the row decides.
  if ((col < 0 || col >= cols) && (shape === "hex" || found.length === 0)) {
    found.push(col < 0 ? "left" : "right");
  }
  return found;
}

/**
 * Walk once clockwise around the board and split its outline into the four sides.
 * @param {number} rows @param {number} cols @param {Shape} shape @param {Wall[]} walls
 */
function bordersOf(rows, cols, shape, walls) {
  // Rounded, so that two computations of the same corner agree.
  const key = (/** @type {Point} */ [x, y]) => `${Math.round(x * 1e6)},${Math.round(y * 1e6)}`;
  /** @type {Map<string, {start: Point, end: Point, side: Side}>} */
  const pieces = new Map();
  for (const { start, end, row, col } of walls) {
    const sides = owners(rows, cols, shape, row, col);
    const way = add(end, scale(-1, start));
    sides.forEach((side, i) => {
      const a = add(start, scale(i / sides.length, way));
      const b = add(start, scale((i + 1) / sides.length, way));
      pieces.set(key(a), { start: a, end: b, side });
    });
  }
  const loop = [...pieces.values()].slice(0, 1);
  while (loop.length < pieces.size) {
    loop.push(/** @type {typeof loop[0]} */ (pieces.get(key(loop[loop.length - 1].end))));
  }
  const first = loop.findIndex((piece, i) => piece.side === "top" && loop.at(i - 1)?.side === "left");
  /** @type {Record<Side, Point[]>} */
  const lines = mapSides(() => []);
  for (const { start, end, side } of [...loop.slice(first), ...loop.slice(0, first)]) {
    if (lines[side].length === 0) lines[side].push(start);
    lines[side].push(end);
  }
  return lines;
}

/**
 * The borders moved away from the board, still closed and sharp.
 * @param {Layout} board
 * @param {number} width
 * @returns {Record<Side, Point[]>}
 */
export function rims(board, width) {
  const loop = SIDES.flatMap((side) => board.borders[side].slice(0, -1));
  const moved = pushedOut(loop, board.mirror ? -width : width);
  moved.push(moved[0]);
  let start = 0;
  return mapSides((side) => {
    const line = moved.slice(start, start + board.borders[side].length);
    start += line.length - 1;
    return line;
  });
}

/**
 * Move a closed clockwise line outward, keeping its corners sharp.
 * @param {Point[]} loop
 * @param {number} width
 */
function pushedOut(loop, width) {
  const normals = loop.map(([x, y], i) => {
    const [nx, ny] = loop[(i + 1) % loop.length];
    const length = Math.hypot(nx - x, ny - y);
    return /** @type {Point} */ ([(ny - y) / length, (x - nx) / length]);
  });
  return loop.map((at, i) => {
    const m = normals.at(i - 1) ?? normals[i];
    const n = normals[i];
    return add(at, scale(width / (1 + m[0] * n[0] + m[1] * n[1]), add(m, n)));
  });
}

/**
 * Four polygons that frame the board, one along each side, mitred at the corners.
 * @param {Layout} board
 * @param {number} width
 * @returns {Record<Side, Point[]>}
 */
export function bands(board, width) {
  const rim = rims(board, width);
  return mapSides((side) => [...board.borders[side], ...rim[side].slice().reverse()]);
}

/** @param {Anchor} anchor @param {number} gap @returns {Point} */
export function outside({ foot, away }, gap) {
  return add(foot, scale(gap, away));
}

/** @param {Point[]} points @param {number} [margin] @returns {Box} */
export function boxAround(points, margin = 0) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const x = Math.min(...xs) - margin;
  const y = Math.min(...ys) - margin;
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
}

/**
 * The cell that a point falls on, or null outside the board. In every shape the cells are exactly
 * the points nearest to their centres, so only the nearest cell has to be checked.
 * @param {Layout} board
 * @param {Point} point
 * @returns {number | null}
 */
export function pick(board, [x, y]) {
  let nearest = -1;
  let least = Infinity;
  board.centers.forEach(([cx, cy], cell) => {
    const distance = (cx - x) * (cx - x) + (cy - y) * (cy - y);
    if (distance < least) {
      least = distance;
      nearest = cell;
    }
  });
  return inside(board.outlines[nearest], [x, y]) ? nearest : null;
}

/**
 * Whether a convex outline contains a point, in either drawing direction.
 * @param {Point[]} outline
 * @param {Point} point
 */
function inside(outline, [x, y]) {
  let sign = 0;
  return outline.every(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length];
    const turn = Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
    if (turn === 0) return true;
    sign ||= turn;
    return turn === sign;
  });
}

/** @typedef {"ArrowRight" | "ArrowLeft" | "ArrowDown" | "ArrowUp"} Arrow */

/**
 * The (row, col) step of each arrow key: along the row or column that comes
 * closest to the direction on the screen.
 * @param {Layout} board
 * @returns {Record<Arrow, [number, number]>}
 */
export function arrowSteps(board) {
  const { cols, rows, centers } = board;
  /** @param {number} cell @returns {Point} */
  const towards = (cell) => {
    const way = add(centers[cell], scale(-1, centers[0]));
    return scale(1 / (Math.hypot(...way) || 1), way);
  };
  // On a triangle board one step sideways is two columns.
  const [cx, cy] = towards(Math.min(2, cols - 1));
  const [rx, ry] = rows > 1 ? towards(cols) : times([cx, cy], [0, 1]);
  const straight = Math.abs(cx) + Math.abs(ry);
  const crossed = Math.abs(rx) + Math.abs(cy);
  const sign = (/** @type {number} */ value) => (value < 0 ? -1 : 1);
  /** @type {[number, number]} */
  const right = straight >= crossed - 1e-9 ? [0, sign(cx)] : [sign(rx), 0];
  /** @type {[number, number]} */
  const down = straight >= crossed - 1e-9 ? [sign(ry), 0] : [0, sign(cy)];
  const back = (/** @type {[number, number]} */ [r, c]) => /** @type {[number, number]} */ ([-r || 0, -c || 0]);
  return { ArrowRight: right, ArrowLeft: back(right), ArrowDown: down, ArrowUp: back(down) };
}
