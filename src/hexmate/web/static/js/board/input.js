/** Pointer and keyboard: finds the cell and reports it, without changing anything. */

import { arrowSteps, pick } from "./geometry.js";

/** @typedef {import("./render.js").View} View */
/** @typedef {import("./state.js").Gesture} Gesture */
/** @typedef {import("./geometry.js").Arrow} Arrow */

/**
 * @typedef {object} Listener
 * @property {(cell: number | null) => void} hover
 * @property {(cell: number, gesture: Gesture) => void} select
 * @property {(cell: number) => void} secondary
 * @property {(from: number, to: number) => void} arrow
 * @property {() => boolean} wantsSecondary whether the right button is used
 */

/**
 * @param {View} view
 * @param {Listener} listener
 * @returns {() => void} stops listening
 */
export function listen(view, listener) {
  const stop = new AbortController();
  const { svg } = view;
  /** @param {string} name @param {(event: any) => void} handle */
  const on = (name, handle) => svg.addEventListener(name, handle, { signal: stop.signal });
  pointer(view, listener, on);
  keyboard(view, listener, on);
  return () => stop.abort();
}

/** @typedef {(name: string, handle: (event: any) => void) => void} On */

/** @param {View} view @param {Listener} listener @param {On} on */
function pointer(view, listener, on) {
  /** @type {number | null} */
  let pressed = null;
  let touched = false;

  on("pointermove", (/** @type {PointerEvent} */ event) => {
    if (event.pointerType !== "touch") listener.hover(cellAt(view, event));
  });
  on("pointerleave", () => listener.hover(null));
  on("pointerdown", (/** @type {PointerEvent} */ event) => {
    touched = event.pointerType === "touch";
    pressed = event.button === 2 ? cellAt(view, event) : null;
  });
  on("pointerup", (/** @type {PointerEvent} */ event) => {
    const released = event.button === 2 ? cellAt(view, event) : null;
    if (pressed === null || released === null) return;
    if (pressed === released) listener.secondary(released);
    else listener.arrow(pressed, released);
    pressed = null;
  });
  on("contextmenu", (/** @type {MouseEvent} */ event) => {
    if (!listener.wantsSecondary()) return;
    event.preventDefault();
    // On touch screens a long press opens the context menu; it is not a right click.
    const cell = touched ? cellAt(view, event) : null;
    if (cell !== null) listener.secondary(cell);
  });
  on("click", (/** @type {MouseEvent} */ event) => {
    // A click without a pointer comes from an assistive tool; its target is the cell.
    const cell = event.detail === 0 ? targetCell(view, event) : cellAt(view, event);
    if (cell === null) return;
    view.setTabStop(cell);
    listener.select(cell, { keyboard: false, touch: touched, shift: event.shiftKey });
  });
}

/**
 * A click also focuses its cell, but the arrow keys move in the grid only for a user who came to it
 * with the keyboard; after a click they are left to the page, which steps through the game.
 * @param {View} view @param {Listener} listener @param {On} on
 */
function keyboard(view, listener, on) {
  let pressing = false;
  let inGrid = false;
  const walk = (/** @type {boolean} */ on) => {
    inGrid = on;
    view.svg.classList.toggle("walked", on);
  };
  // On touch screens the focus comes with the mouse events that follow the pointer's.
  for (const name of ["pointerdown", "mousedown"]) {
    on(name, () => {
      pressing = true;
      walk(false);
    });
  }
  for (const name of ["click", "auxclick", "pointerleave"]) on(name, () => (pressing = false));
  on("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.altKey || event.metaKey) return;
    const cell = view.tabStop();
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      listener.select(cell, { keyboard: true, touch: false, shift: event.shiftKey });
      return;
    }
    if (!inGrid) return;
    const next = destination(view, cell, event);
    if (next === null) return;
    event.preventDefault();
    view.focus(next);
    listener.hover(next);
  });
  on("focusin", (/** @type {FocusEvent} */ event) => {
    const cell = targetCell(view, event);
    if (cell === null) return;
    walk(!pressing);
    view.setTabStop(cell);
    if (event.target instanceof Element && event.target.matches(":focus-visible")) listener.hover(cell);
  });
  on("focusout", () => listener.hover(null));
}

/**
 * The cell that a key moves to, or null if the key does not move.
 * @param {View} view
 * @param {number} cell
 * @param {KeyboardEvent} event
 */
function destination(view, cell, event) {
  const place = view.place();
  const { rows, cols } = place;
  const row = Math.floor(cell / cols);
  const col = cell % cols;
  switch (event.key) {
    case "Home":
      return event.ctrlKey ? 0 : row * cols;
    case "End":
      return event.ctrlKey ? rows * cols - 1 : row * cols + cols - 1;
    case "PageUp":
      return col;
    case "PageDown":
      return (rows - 1) * cols + col;
  }
  const step = arrowSteps(place)[/** @type {Arrow} */ (event.key)];
  if (!step) return null;
  const [toRow, toCol] = [row + step[0], col + step[1]];
  const onBoard = toRow >= 0 && toRow < rows && toCol >= 0 && toCol < cols;
  return onBoard ? toRow * cols + toCol : cell;
}

/** @param {View} view @param {MouseEvent} event */
function cellAt(view, event) {
  const matrix = view.svg.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return pick(view.place(), [x, y]);
}

/** @param {View} view @param {Event} event */
function targetCell(view, event) {
  const element = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
  const row = element?.parentElement;
  if (!element || !row) return null;
  const cells = view.svg.querySelectorAll("[data-cell]");
  const index = Array.prototype.indexOf.call(cells, element);
  return index < 0 ? null : index;
}
