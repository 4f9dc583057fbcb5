/**
 * The board: `createBoard(element, config)` draws one into an element and keeps it up to date.
 *
 * It knows no rules. The configuration (see `state.js`) says what to show and which cells can be
 * clicked; the events say which cell was chosen. Pass `set` only what changes.
 */

import { cellName } from "../rules/names.js";
import { listen } from "./input.js";
import { CHAIN_STEP } from "./layers.js";
import { createView } from "./render.js";
import { initialState, nextState } from "./state.js";

/** @typedef {import("./state.js").Config} Config */
/**
 * @typedef {object} BoardView
 * @property {(config: Partial<Config>) => void} set
 * @property {(cell: string) => void} focus give a cell the keyboard focus
 * @property {() => void} destroy
 * @property {SVGSVGElement} svg
 */

/**
 * @param {Element} element
 * @param {Partial<Config>} config
 * @param {{interactive?: boolean}} [options] a board that is not interactive is a picture
 * @returns {BoardView}
 */
export function createBoard(element, config, { interactive = true } = {}) {
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
  element.append(view.svg);

  return {
    svg: view.svg,
    set(changes) {
      state = nextState(state, changes);
      view.render(state);
    },
    focus(cell) {
      const path = view.svg.querySelector(`[data-cell="${CSS.escape(cell)}"]`);
      if (path instanceof SVGElement) path.focus();
    },
    destroy() {
      stop();
      view.svg.remove();
    },
  };
}

/** Milliseconds that drawing a winning chain takes. @param {readonly string[]} chain */
export function chainDuration(chain) {
  return chain.length * CHAIN_STEP + 300;
}
