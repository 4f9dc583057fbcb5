/**
 * How a board is rotated. The choice is kept separately for landscape and portrait, and for slanted
 * boards (hex, triangle) and upright ones (offset, square), which need different rotations.
 */

import { settings } from "../settings.js";

/** @typedef {import("../rules/board.js").Shape} Shape */
/** @typedef {"landscape" | "portrait"} Aspect */
/** @typedef {{rotation: number, mirror: boolean}} Orientation */

/** @param {Shape} shape */
const family = (shape) => (shape === "hex" || shape === "triangle" ? "Rhombus" : "Rectangle");

/** The aspect of the space that an element has for a board. @param {Element} element @returns {Aspect} */
export function aspectOf(element) {
  return element.clientHeight > element.clientWidth ? "portrait" : "landscape";
}

/** How a board is most likely to lie, before its element is in the page. @param {Shape} shape */
export const likelyOrientation = (shape) => orientationFor(innerHeight > innerWidth ? "portrait" : "landscape", shape);

/** @param {Aspect} aspect @param {Shape} shape @returns {Orientation} */
export function orientationFor(aspect, shape) {
  const stem = /** @type {const} */ (`${aspect}${family(shape)}`);
  return { rotation: settings.get(`${stem}Rotation`), mirror: settings.get(`${stem}Mirror`) };
}

/** @param {Aspect} aspect @param {Shape} shape @param {Partial<Orientation>} change */
export function setOrientation(aspect, shape, change) {
  const stem = /** @type {const} */ (`${aspect}${family(shape)}`);
  if (change.rotation !== undefined) settings.set(`${stem}Rotation`, change.rotation);
  if (change.mirror !== undefined) settings.set(`${stem}Mirror`, change.mirror);
}

/** The hour after this one, clockwise or back. @param {number} hour @param {1 | -1} step */
export function turned(hour, step) {
  return ((hour - 1 + step + 12) % 12) + 1;
}

/**
 * Call back whenever the orientation for an element may have changed: the window changed between
 * landscape and portrait, or the settings changed. A board does not rotate because something beside
 * it appeared or disappeared.
 * @param {Element} element
 * @param {Shape} shape
 * @param {Orientation} present
 * @param {(orientation: Orientation) => void} callback
 * @returns {{aspect: () => Aspect, stop: () => void}}
 */
export function watchOrientation(element, shape, present, callback) {
  let last = JSON.stringify(present);
  /** @type {Aspect | null} */
  let aspect = null;
  let windowSize = "";
  const look = () => {
    if (element.clientWidth === 0) return;
    const size = `${innerWidth} ${innerHeight}`;
    if (size !== windowSize) aspect = aspectOf(element);
    windowSize = size;
    const orientation = orientationFor(aspect ?? aspectOf(element), shape);
    const sign = JSON.stringify(orientation);
    if (sign !== last) callback(orientation);
    last = sign;
  };
  const observer = new ResizeObserver(look);
  observer.observe(element);
  const unsubscribe = settings.subscribe(look);
  return {
    aspect: () => aspect ?? aspectOf(element),
    stop() {
      observer.disconnect();
      unsubscribe();
    },
  };
}
