/**
 * Which part of a board is on the screen: zooming, moving, and their limits, as pure functions. At zoom 1 the
 * whole frame is seen. Points of the screen are in pixels from the middle of the board's element.
 */

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./geometry.js").Box} Box the frame of the board, in cells */
/** @typedef {{width: number, height: number}} Size of the board's element, in pixels */
/** @typedef {{zoom: number, x: number, y: number}} Look x and y are the middle of what is seen, in cells */
/** @typedef {{box: Box, size: Size}} Room */

/** Pixels per cell from which a finger needs no zoom. */
export const COMFORT = 32;
/** Pixels per cell after a double tap, and the most that a pinch gives. */
const CLOSE = 46;
const CLOSEST = 72;

/** @param {Box} box @returns {Look} */
export function wholeLook({ x, y, width, height }) {
  return { zoom: 1, x: x + width / 2, y: y + height / 2 };
}

/** Pixels per cell at zoom 1. @param {Room} room */
function fitting({ box, size }) {
  return Math.min(size.width / box.width, size.height / box.height);
}

/** Pixels per cell. @param {Look} look @param {Room} room */
export function cellPixels(look, room) {
  return look.zoom * fitting(room);
}

/** The largest zoom; 1 where cells are large anyway. @param {Room} room */
export function mostZoom(room) {
  return Math.max(1, CLOSEST / fitting(room));
}

/** The part of the frame that fills the element, for `viewBox`. @param {Look} look @param {Box} box @returns {Box} */
export function seenBox({ zoom, x, y }, box) {
  const width = box.width / zoom;
  const height = box.height / zoom;
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** @param {number} middle @param {number} seen @param {number} start @param {number} length */
function kept(middle, seen, start, length) {
  if (seen >= length) return start + length / 2;
  return Math.min(Math.max(middle, start + seen / 2), start + length - seen / 2);
}

/**
 * The nearest look that shows no more empty space than needed.
 * @param {Look} look @param {Room} room
 * @returns {Look}
 */
function limited(look, room) {
  const { box, size } = room;
  const zoom = Math.min(Math.max(look.zoom, 1), mostZoom(room));
  const pixels = cellPixels({ ...look, zoom }, room);
  return {
    zoom,
    x: kept(look.x, size.width / pixels, box.x, box.width),
    y: kept(look.y, size.height / pixels, box.y, box.height),
  };
}

/** The point of the board under a point of the screen. @param {Look} look @param {Room} room @param {Point} at */
function under(look, room, [sx, sy]) {
  const pixels = cellPixels(look, room);
  return [look.x + sx / pixels, look.y + sy / pixels];
}

/**
 * Zoom so that what was at one point of the screen is then at another.
 * @param {Look} look @param {Room} room @param {number} zoom @param {Point} from @param {Point} [to]
 * @returns {Look}
 */
export function zoomed(look, room, zoom, from, to = from) {
  const [x, y] = under(look, room, from);
  const wanted = Math.min(Math.max(zoom, 1), mostZoom(room));
  const pixels = cellPixels({ ...look, zoom: wanted }, room);
  return limited({ zoom: wanted, x: x - to[0] / pixels, y: y - to[1] / pixels }, room);
}

/**
 * Two fingers move: what was between them stays between them.
 * @param {Look} look @param {Room} room
 * @param {readonly [Point, Point]} before @param {readonly [Point, Point]} after
 */
export function pinched(look, room, before, after) {
  const apart = (/** @type {readonly [Point, Point]} */ [a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;
  /** @returns {Point} */
  const between = (/** @type {readonly [Point, Point]} */ [a, b]) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  return zoomed(look, room, (look.zoom * apart(after)) / apart(before), between(before), between(after));
}

/** One finger moves. @param {Look} look @param {Room} room @param {Point} from @param {Point} to */
export function moved(look, room, from, to) {
  return zoomed(look, room, look.zoom, from, to);
}

/**
 * A double tap zooms in where cells are small; null where they are not.
 * @param {Look} look @param {Room} room @param {Point} at
 * @returns {Look | null}
 */
export function doubleTapped(look, room, at) {
  if (cellPixels(look, room) >= COMFORT) return null;
  return zoomed(look, room, CLOSE / fitting(room), at, [0, 0]);
}

/** Whether a point of the board is seen. @param {Look} look @param {Room} room @param {Point} point */
export function isSeen(look, room, [x, y]) {
  const pixels = cellPixels(look, room);
  const { width, height } = room.size;
  return Math.abs(x - look.x) * pixels <= width / 2 && Math.abs(y - look.y) * pixels <= height / 2;
}

/**
 * Bring a point of the board to the middle, as far as possible.
 * @param {Look} look @param {Room} room @param {Point} point
 */
export function centred(look, room, [x, y]) {
  return limited({ ...look, x, y }, room);
}
