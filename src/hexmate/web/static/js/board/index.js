/**
 * The board: `createBoard(element, config)` draws one into an element and keeps it up to date.
 *
 * It knows no rules. The configuration (see `state.js`) says what to show and which cells can be
 * clicked; the events say which cell was chosen. Pass `set` only what changes.
 */

import { cellName } from "../rules/names.js";
import { createLens } from "./gestures.js";
import { listen } from "./input.js";
import { CHAIN_STEP } from "./layers.js";
import { createView } from "./render.js";
import { initialState, nextState } from "./state.js";

/** @typedef {import("./state.js").Config} Config */
/**
 * @typedef {object} BoardView
 * @property {(config: Partial<Config>) => void} set
 * @property {(cell: string) => void} focus give a cell the keyboard focus
 * @property {() => void} whole show the whole board again after zooming in
 * @property {() => void} destroy
 * @property {SVGSVGElement} svg
 */

/**
 * @param {Element} element
 * @param {Partial<Config>} config
 * @param {{interactive?: boolean, onzoom?: (zoom: number) => void}} [options] a board that is not interactive is a
 *   picture; with `onzoom`, users can zoom, and it is called when they have
 * @returns {BoardView}
 */
export function createBoard(element, config, { interactive = true, onzoom } = {}) {
  let state = nextState(initialState(), config);
  const view = createView(interactive);
  const name = (/** @type {number} */ cell) => cellName(cell, state.cols);
  /** @type {number | null} */
  let hovered = null;

  const stop = !interactive
    ? () => {}
    : listen(view, {
        hover(cell) {
          view.hover(cell);
          if (cell === hovered) return;
          hovered = cell;
          state.events.hover?.(cell === null ? null : name(cell));
        },
        select(cell, gesture) {
          if (state.playableCells.has(cell)) state.events.select?.(name(cell), gesture);
        },
        secondary: (cell) => state.events.secondary?.(name(cell)),
        arrow: (from, to) => state.events.arrow?.(name(from), name(to)),
        wantsSecondary: () => Boolean(state.events.secondary ?? state.events.arrow),
      });
  view.render(state);
  const lens = interactive && onzoom ? createLens(view, onzoom) : null;
  element.append(view.svg);

  return {
    svg: view.svg,
    set(changes) {
      const before = state.last;
      state = nextState(state, changes);
      view.render(state);
      lens?.follow();
      // A move out of sight would be missed.
      if (state.last !== null && state.last !== before) lens?.keepSeen(state.last);
    },
    focus(cell) {
      const path = view.svg.querySelector(`[data-cell="${CSS.escape(cell)}"]`);
      if (path instanceof SVGElement) path.focus();
    },
    whole: () => lens?.whole(),
    destroy() {
      stop();
      lens?.stop();
      view.svg.remove();
    },
  };
}

/** Milliseconds that drawing a winning chain takes. @param {readonly string[]} chain */
export function chainDuration(chain) {
  return chain.length * CHAIN_STEP + 300;
}
