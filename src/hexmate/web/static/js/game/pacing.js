/**
 * When moves are shown. A human's move appears at once; an engine's waits a moment after the
 * previous move, so that you can follow.
 */

/**
 * @typedef {object} Pacer
 * @property {(ply: number, unhurried: boolean) => void} moved a move has arrived; it may wait
 * @property {(ply: number) => void} jump show this position now and drop what waits
 * @property {() => number} shown the position shown now
 * @property {() => void} stop
 */

/**
 * @param {{delay: () => number, show: (ply: number) => void, now?: () => number,
 *   later?: (run: () => void, after: number) => any, cancel?: (timer: any) => void}} options
 * @returns {Pacer}
 */
export function createPacer({ delay, show, now = () => performance.now(), later = setTimeout, cancel = clearTimeout }) {
  let shown = 0;
  let since = -Infinity;
  /** @type {number[]} waiting positions, in order */
  let waiting = [];
  /** @type {any} */
  let timer = null;

  /** @param {number} ply */
  function reveal(ply) {
    shown = ply;
    since = now();
    show(ply);
  }

  function schedule() {
    if (timer !== null || waiting.length === 0) return;
    timer = later(
      () => {
        timer = null;
        reveal(/** @type {number} */ (waiting.shift()));
        schedule();
      },
      Math.max(0, since + delay() - now()),
    );
  }

  function clear() {
    if (timer !== null) cancel(timer);
    timer = null;
    waiting = [];
  }

  return {
    shown: () => shown,
    moved(ply, unhurried) {
      if (!unhurried) {
        clear();
        reveal(ply);
      } else {
        waiting.push(ply);
        schedule();
      }
    },
    jump(ply) {
      clear();
      reveal(ply);
    },
    stop: clear,
  };
}
