/**
 * The tasks of the rules page. Each is a position with its turn; the texts are `task.<id>.*`.
 *
 * `first` has exactly the moves that win against every defence, and `swap` is right by perfect play: a test
 * compares both with the solver of the package.
 */

/**
 * @typedef {object} MoveTask find a winning move, then complete the chain
 * @property {TaskId} id
 * @property {string} position
 * @property {string} [last] the opponent's last move
 * @property {readonly string[]} first
 */
/**
 * @typedef {object} SwapTask swap or not
 * @property {TaskId} id
 * @property {string} position
 * @property {string} last the opening
 * @property {boolean} swap
 * @property {string | null} reply a winning reply, where a swap is wrong
 */
/** @typedef {"chain" | "bridge" | "reach" | "edge" | "template" | "block" | "ladder" | "escape"} MoveTaskId */
/** @typedef {MoveTaskId | "take" | "leave"} TaskId */
/** @typedef {MoveTask | SwapTask} Task */

/** @type {readonly Task[]} */
export const TASKS = [
  { id: "chain", position: "5x5 hex - 3b1/3b1/www1w/2b2/2b2 b", last: "e3", first: ["d3"] },
  { id: "bridge", position: "5x5 hex - 2b2/3ww/wwb2/1b1b1/5 w", last: "c3", first: ["c2"] },
  { id: "reach", position: "5x5 hex - 3b1/3b1/b4/ww2w/5 b", last: "e4", first: ["c4"] },
  { id: "edge", position: "5x5 hex - b4/b1www/bw3/1b1b1/5 w", last: "a3", first: ["a4"] },
  { id: "template", position: "5x5 hex - 2b1b/2b2/1wb2/4w/ww3 b", last: "b5", first: ["d4"] },
  { id: "block", position: "4x5 hex - 1bbww/b4/4w/4b w", last: "c1", first: ["b3"] },
  { id: "ladder", position: "5x6 hex - 3b2/2bww1/1wbw2/1b3b/ww4 b", last: "b5", first: ["c4"] },
  { id: "escape", position: "5x6 hex - 3bb1/2bwbw/1wbw2/1b4/ww2w1 b", last: "e5", first: ["d4"] },
  { id: "take", position: "5x5 hex pieces 5/3b1/5/5/5 w", last: "d2", swap: true, reply: null },
  { id: "leave", position: "5x5 hex pieces 5/b4/5/5/5 w", last: "a2", swap: false, reply: "c3" },
];

/** Whether an id belongs to a task. @param {unknown} id @returns {id is TaskId} */
export const isTask = (id) => TASKS.some((task) => task.id === id);
