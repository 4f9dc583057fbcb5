/**
 * When moves are shown. A person's move appears at once; a computer's waits a moment after the
 * move before it, so that eyes can follow.
 */

/**
 * @typedef {object} Pacer
 * @property {(ply: number, unhurried: boolean) => void} moved a move has come; it may wait
 * @property {(ply: number) => void} jump show this position now, whatever waits
 * @property {() => number} shown the position that is shown
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
  /** @type {number[]} positions that wait, in order */
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
