/**
 * An animation: a board that shows frames in a loop. It plays only while it is visible, can be
 * paused, and does not play for users who prefer reduced motion.
 */

import { createBoard } from "../board/index.js";
import { t } from "../i18n/index.js";
import { Board } from "../rules/board.js";
import { motionAllowed } from "../settings.js";
import { iconButton } from "./controls.js";
import { h } from "./dom.js";
import { icon } from "./icon.js";

/** @typedef {import("../board/state.js").Config} Config */
/** @typedef {{show: Partial<Config>, caption?: string, beats?: number}} Frame beats: how long it is shown */

const BEAT = 850;

/**
 * @param {{board: Partial<Config>, frames: Frame[], label: string}} options
 * @returns {{node: HTMLElement, destroy: () => void}}
 */
export function movingBoard({ board: config, frames, label }) {
  const place = h("div", { class: "moving-board" });
  const board = createBoard(place, { ...config, label }, { interactive: false });
  const caption = h("p", { class: "caption" });
  const control = iconButton("pause", t("moving.pause"), () => (running ? pause() : play()), {
    class: "icon-button moving-control",
  });
  const captioned = frames.some((frame) => frame.caption);
  const node = h("figure", { class: "moving" }, place, h("figcaption", null, captioned && caption, control));

  let at = 0;
  let running = false;
  let visible = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function show() {
    const frame = frames[at];
    board.set(frame.show);
    caption.textContent = frame.caption ?? caption.textContent;
  }
  function step() {
    at = (at + 1) % frames.length;
    show();
    schedule();
  }
  function schedule() {
    clearTimeout(timer);
    if (running && visible) timer = setTimeout(step, BEAT * (frames[at].beats ?? 1));
  }
  /** @param {boolean} on */
  function setRunning(on) {
    running = on;
    const label = t(on ? "moving.pause" : "moving.play");
    control.replaceChildren(icon(on ? "pause" : "play"));
    control.setAttribute("aria-label", label);
    control.title = label;
    schedule();
  }
  const pause = () => setRunning(false);
  const play = () => setRunning(true);

  const observer = new IntersectionObserver(([entry]) => {
    visible = entry.isIntersecting;
    schedule();
  });
  observer.observe(place);
  const moving = motionAllowed();
  if (!moving) {
    // Frames only contain what they change.
    at = frames.length - 1;
    board.set({ ...Object.assign({}, ...frames.map((frame) => frame.show)), animate: false });
  }
  show();
  setRunning(moving);

  return {
    node,
    destroy() {
      observer.disconnect();
      clearTimeout(timer);
      running = false;
      board.destroy();
    },
  };
}

/**
 * The frames of a whole game: an empty board, each move, and the winning chain.
 * @param {{rows: number, cols: number, moves: string[]}} game
 * @returns {Frame[]}
 */
export function gameFrames({ rows, cols, moves }) {
  const board = new Board({ rows, cols });
  /** @type {Frame[]} */
  const frames = [{ show: { stones: {}, last: null, turn: "black", chain: [] }, beats: 2 }];
  for (const move of moves) {
    board.push(move);
    const turn = board.over ? null : board.turn;
    frames.push({ show: { stones: board.stonesByName(), last: move, turn } });
  }
  if (board.chain) {
    frames.push({ show: { last: null, chain: board.chain.map((cell) => board.name(cell)) }, beats: 5 });
  }
  return frames;
}
