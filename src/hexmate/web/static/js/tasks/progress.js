/** Which tasks this browser has solved. */

import { createStore } from "../store.js";
import { isTask, TASKS } from "./tasks.js";

/** @typedef {import("./tasks.js").TaskId} TaskId */

/** @type {import("../store.js").Field<readonly TaskId[]>} */
const ids = { fallback: [], accepts: (value) => Array.isArray(value) && value.every(isTask) };

/** @param {import("../store.js").StorageLike | null} [storage] */
export function createProgress(storage) {
  const store = createStore("hexmate.tasks", { solved: ids }, storage);
  /** @param {TaskId} id */
  const isSolved = (id) => store.get("solved").includes(id);
  return {
    isSolved,
    count: () => TASKS.filter(({ id }) => isSolved(id)).length,
    /** The first task that is not solved; the first of all if there is none. */
    next: () =>
      Math.max(
        0,
        TASKS.findIndex(({ id }) => !isSolved(id)),
      ),
    /** @param {TaskId} id */
    solve(id) {
      if (!isSolved(id)) store.set("solved", [...store.get("solved"), id]);
    },
  };
}
