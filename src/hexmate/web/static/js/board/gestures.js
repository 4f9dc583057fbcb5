/**
 * Fingers on a board: pinch to zoom, drag to move when zoomed in, double tap to zoom in where cells are
 * small. On trackpads a pinch is a wheel event with Ctrl. Taps on cells stay with `input.js`.
 */

import { cellPixels, centred, doubleTapped, isSeen, mostZoom, moved, pinched, wholeLook, zoomed } from "./zoom.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./render.js").View} View */
/** @typedef {import("./zoom.js").Look} Look */

/** Pixels that a finger may move in a tap. */
const SLOP = 8;
/** Two taps within this time (milliseconds) and distance (pixels) are a double tap. */
const DOUBLE_TIME = 300;
const DOUBLE_REACH = 28;

/**
 * @typedef {object} Lens
 * @property {() => void} follow the board was drawn: a new frame is shown whole
 * @property {(cell: number) => void} keepSeen show the whole board if a cell is out of sight
 * @property {() => void} whole show the whole board
 * @property {() => void} stop
 */

/**
 * @param {View} view
 * @param {(zoom: number) => void} onzoom called when the zoom changes
 * @returns {Lens}
 */
export function createLens(view, onzoom) {
  const { svg } = view;
  const stop = new AbortController();
  let frame = view.frame();
  let look = wholeLook(frame);
  const room = () => ({ box: view.frame(), size: svg.getBoundingClientRect() });

  /** @param {Look} next */
  function show(next) {
    const before = look.zoom;
    look = next;
    view.look(next);
    svg.classList.toggle("zoomed", next.zoom > 1);
    if (next.zoom !== before) onzoom(next.zoom);
  }
  const whole = () => look.zoom > 1 && show(wholeLook(view.frame()));

  svg.classList.add("zoomable");
  const eye = { room, look: () => look, show };
  /** @param {string} name @param {(event: any) => void} handle */
  const on = (name, handle) => svg.addEventListener(name, handle, { signal: stop.signal, passive: false });
  fingers(svg, eye, on);
  wheel(svg, eye, on);
  on("focusin", () => {
    const point = view.place().centers[view.tabStop()];
    if (look.zoom > 1 && !isSeen(look, room(), point)) show(centred(look, room(), point));
  });
  return {
    follow() {
      if (frame === view.frame()) return;
      frame = view.frame();
      const before = look.zoom;
      look = wholeLook(frame);
      svg.classList.remove("zoomed");
      if (before > 1) onzoom(1);
    },
    keepSeen(cell) {
      if (look.zoom > 1 && !isSeen(look, room(), view.place().centers[cell])) whole();
    },
    whole,
    stop: () => stop.abort(),
  };
}

/** @typedef {{room: () => import("./zoom.js").Room, look: () => Look, show: (look: Look) => void}} Eye */
/** @typedef {(name: string, handle: (event: any) => void) => void} On */

/**
 * A point of the screen, from the middle of the element.
 * @param {Element} svg @param {{clientX: number, clientY: number}} at
 * @returns {Point}
 */
function pointOf(svg, { clientX, clientY }) {
  const { x, y, width, height } = svg.getBoundingClientRect();
  return [clientX - x - width / 2, clientY - y - height / 2];
}

/** @param {Point} a @param {Point} b */
const distance = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);

/** @param {SVGSVGElement} svg @param {Eye} eye @param {On} on */
function fingers(svg, eye, on) {
  /** @type {Point[]} */ let held = [];
  /** Whether the fingers have moved the board, so that lifting them is not a tap. */
  let moving = false;
  /** @type {{at: Point, time: number} | null} */ let tap = null;
  const points = (/** @type {TouchEvent} */ event) => [...event.touches].map((touch) => pointOf(svg, touch));

  on("touchstart", (/** @type {TouchEvent} */ event) => {
    held = points(event);
    moving = held.length > 1;
  });
  on("touchmove", (/** @type {TouchEvent} */ event) => {
    const now = points(event);
    const room = eye.room();
    if (now.length === 2 && held.length === 2 && mostZoom(room) > 1) {
      eye.show(pinched(eye.look(), room, [held[0], held[1]], [now[0], now[1]]));
      moving = true;
    } else if (now.length === 1 && held.length === 1 && eye.look().zoom > 1) {
      if (!moving && distance(now[0], held[0]) < SLOP) return;
      eye.show(moved(eye.look(), room, held[0], now[0]));
      moving = true;
    } else return;
    if (event.cancelable) event.preventDefault();
    held = now;
  });
  on("touchend", (/** @type {TouchEvent} */ event) => {
    held = points(event);
    if (held.length > 0) return;
    // What moved the board must not also play a move.
    if (moving) {
      if (event.cancelable) event.preventDefault();
      tap = null;
      return;
    }
    const at = pointOf(svg, event.changedTouches[0]);
    const second = tap && event.timeStamp - tap.time < DOUBLE_TIME && distance(tap.at, at) < DOUBLE_REACH;
    const closer = second ? doubleTapped(eye.look(), eye.room(), at) : null;
    tap = second ? null : { at, time: event.timeStamp };
    if (!closer) return;
    event.preventDefault();
    eye.show(closer);
  });
  on("touchcancel", () => {
    held = [];
    tap = null;
  });
}

/** @param {SVGSVGElement} svg @param {Eye} eye @param {On} on */
function wheel(svg, eye, on) {
  on("wheel", (/** @type {WheelEvent} */ event) => {
    const room = eye.room();
    const look = eye.look();
    if (event.ctrlKey && mostZoom(room) > 1) {
      eye.show(zoomed(look, room, look.zoom * Math.exp(-event.deltaY / 100), pointOf(svg, event)));
    } else if (look.zoom > 1 && cellPixels(look, room) > 0) {
      eye.show(moved(look, room, [0, 0], [-event.deltaX, -event.deltaY]));
    } else return;
    event.preventDefault();
  });
}
