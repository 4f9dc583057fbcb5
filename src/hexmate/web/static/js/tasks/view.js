/** The tasks on the rules page: a list, the board of one task, its texts and buttons. */

import { t } from "../i18n/index.js";
import { other } from "../rules/board.js";
import { settings } from "../settings.js";
import { sound } from "../sound/index.js";
import { button } from "../ui/controls.js";
import { h, replace } from "../ui/dom.js";
import { icon } from "../ui/icon.js";
import { boardPane } from "../views/pane.js";
import { colorName } from "../words.js";
import { again, begin, boardOf, decide, isOpen, play, positionOf, solutions } from "./attempt.js";
import { createProgress } from "./progress.js";
import { TASKS } from "./tasks.js";

/** @typedef {import("./attempt.js").Attempt} Attempt */
/** @typedef {import("./tasks.js").Task} Task */
/** @typedef {import("../views/pane.js").Pane} Pane */
/** @typedef {0 | 1 | 2} Help nothing, the hint, the winning cells */

/** Names and edges for the texts of a task, as they are seen. @param {Task} task @param {Pane} pane */
function wordsFor(task, pane) {
  const { turn } = positionOf(task);
  return {
    color: colorName(turn),
    rival: colorName(other(turn)),
    edges: t(`edges.${pane.axes()[turn]}`),
    cell: task.last ?? "",
  };
}

/**
 * What to say about an attempt.
 * @param {Attempt} attempt
 * @param {Help} help
 * @param {ReturnType<typeof wordsFor>} words
 */
function messages({ task, moves, phase }, help, words) {
  const [move, reply] = moves.slice(-2);
  const hint = help > 0 && phase !== "solved" ? t(`task.${task.id}.hint`, words) : "";
  switch (phase) {
    case "ask":
      return [hint];
    case "more":
      return [t("task.more", { ...words, reply })];
    case "wrong":
      return [
        "swap" in task
          ? t(`task.${task.swap ? "take" : "leave"}.wrong`, words)
          : t("task.wrong", { ...words, move, reply }),
        hint,
      ];
    case "solved":
      return [t("task.solved"), t(`task.${task.id}.why`, words)];
  }
}

/** A task that can be solved. */
class TaskView {
  /** @type {Help} */
  #help = 0;
  #title;
  #goal = h("p", { class: "task-goal" });
  #said = h("div", { class: "task-said", role: "status" });
  #buttons = h("div", { class: "row" });
  /** @type {() => void} */
  #unsubscribe = () => {};

  /**
   * @param {number} index
   * @param {{solved: () => void, next: () => void}} actions
   */
  constructor(index, actions) {
    const task = TASKS[index];
    const { rows, cols } = positionOf(task);
    const title = t(`task.${task.id}.title`);
    this.actions = actions;
    this.isLast = index === TASKS.length - 1;
    this.attempt = begin(task);
    this.pane = boardPane(
      {
        rows,
        cols,
        shape: "hex",
        label: t("task.board", { title, rows, cols }),
        events: { select: (cell) => this.#play(cell) },
      },
      { onturn: () => this.#show() },
    );
    this.#title = h("h3", { tabindex: -1 }, t("task.heading", { n: index + 1, title }));
    const text = h("div", { class: "task-text" }, this.#title, this.#goal, this.#buttons, this.#said);
    this.node = h("div", { class: "task" }, h("div", { class: "task-board" }, this.pane.node), text);
    this.#unsubscribe = settings.subscribe(() => this.#show());
    this.#show();
  }

  focus() {
    this.#title.focus({ preventScroll: true });
    this.node.scrollIntoView({ block: "nearest" });
  }

  destroy() {
    this.#unsubscribe();
    this.pane.destroy();
  }

  /** @param {string} cell */
  #play(cell) {
    this.#become(play(this.attempt, cell));
  }

  /** @param {Attempt} attempt */
  #become(attempt) {
    this.attempt = attempt;
    if (attempt.phase !== "wrong") this.#help = 0;
    sound.play(attempt.phase === "solved" ? "victory" : "stone");
    if (attempt.phase === "solved") this.actions.solved();
    this.#show();
  }

  #again() {
    this.attempt = again(this.attempt);
    this.#help = 0;
    this.#show();
  }

  /** The hint first, and then the winning cells. */
  #hint() {
    const shows = this.#showsNext();
    if (shows && !isOpen(this.attempt)) this.attempt = again(this.attempt);
    this.#help = shows ? 2 : 1;
    this.#show();
  }

  /** The hint is for the first move only. */
  #showsNext() {
    return !("swap" in this.attempt.task) && (this.#help > 0 || this.attempt.phase === "more");
  }

  #show() {
    const { attempt } = this;
    const { task, phase, moves } = attempt;
    const words = wordsFor(task, this.pane);
    this.#goal.textContent = t(`task.${task.id}.goal`, words);
    const said = messages(attempt, this.#help, words).filter(Boolean);
    if (said.join() !== [...this.#said.children].map((line) => line.textContent).join()) {
      replace(this.#said, ...said.map((line) => h("p", null, line)));
    }
    this.node.dataset.phase = phase;
    const board = boardOf(attempt);
    const swapped = moves[0] === "swap-pieces";
    this.pane.set({
      stones: board.stonesByName(),
      last: swapped ? Object.keys(board.stonesByName())[0] : (moves.at(-1) ?? task.last ?? null),
      turn: board.over || !isOpen(attempt) ? null : board.turn,
      playable: isOpen(attempt) && !("swap" in task) ? "empty" : "none",
      chain: (board.chain ?? []).map((cell) => board.name(cell)),
      spots:
        this.#help === 2 && isOpen(attempt) ? Object.fromEntries(solutions(attempt).map((cell) => [cell, "hint"])) : {},
    });
    this.#showButtons();
  }

  #showButtons() {
    const { attempt } = this;
    const { task, phase } = attempt;
    const focused = document.activeElement?.closest(".task-text [data-key]")?.getAttribute("data-key");
    /** @param {string} key @param {boolean} enabled @param {HTMLButtonElement} node */
    const keyed = (key, enabled, node) => {
      node.dataset.key = key;
      node.disabled = !enabled;
      return node;
    };
    const shows = this.#showsNext();
    const hinted = this.#help === 2 || ("swap" in task && this.#help > 0);
    const hint = button(t(shows ? "task.show" : "task.hint"), () => this.#hint(), { icon: shows ? "eye" : "hint" });
    const decided = (/** @type {boolean} */ swaps) => () => this.#become(decide(attempt, swaps));
    const kind = phase === "solved" ? "primary" : undefined;
    replace(
      this.#buttons,
      "swap" in task && [
        keyed("swap", isOpen(attempt), button(t("task.swap"), decided(true), { icon: "swap" })),
        keyed("keep", isOpen(attempt), button(t("task.keep"), decided(false), { icon: "close" })),
      ],
      keyed("hint", phase !== "solved" && !hinted, hint),
      keyed(
        "again",
        phase !== "ask",
        button(t("task.again"), () => this.#again(), { icon: "restart" }),
      ),
      keyed(
        "next",
        true,
        button(t(this.isLast ? "task.first" : "task.next"), this.actions.next, { icon: "next", kind }),
      ),
    );
    if (focused) this.#focusButton(focused);
  }

  /** The button that had the focus, or the one to press next. @param {string} key */
  #focusButton(key) {
    const find = (/** @type {string} */ name) => {
      const found = this.#buttons.querySelector(`[data-key="${name}"]:not(:disabled)`);
      return found instanceof HTMLElement ? found : null;
    };
    (find(key) ?? find(this.attempt.phase === "wrong" ? "again" : "next"))?.focus();
  }
}

/** All tasks, with what has been solved. @returns {{node: HTMLElement, destroy: () => void}} */
export function tasksSection() {
  const progress = createProgress();
  const count = h("p", { class: "task-count", role: "status" });
  const list = h("ol", { class: "task-list", "aria-label": t("tasks.list") });
  const place = h("div");
  /** @type {TaskView | null} */
  let view = null;
  let at = progress.next();

  const entries = TASKS.map((_, index) => {
    const link = h("button", { type: "button", class: "task-number", onclick: () => open(index) });
    list.append(h("li", null, link));
    return link;
  });

  function mark() {
    const solved = progress.count();
    count.textContent = solved === TASKS.length ? t("tasks.all") : t("tasks.progress", { solved, total: TASKS.length });
    TASKS.forEach(({ id }, index) => {
      const done = progress.isSolved(id);
      const texts = { n: index + 1, title: t(`task.${id}.title`) };
      const name = t(done ? "tasks.open.solved" : "tasks.open", texts);
      entries[index].setAttribute("aria-label", name);
      entries[index].title = name;
      entries[index].classList.toggle("solved", done);
      if (index === at) entries[index].setAttribute("aria-current", "step");
      else entries[index].removeAttribute("aria-current");
      replace(entries[index], index + 1, done && icon("check"));
    });
  }

  /** @param {number} index */
  function show(index) {
    at = index;
    view?.destroy();
    view = new TaskView(index, {
      solved() {
        progress.solve(TASKS[index].id);
        mark();
      },
      next: () => open((index + 1) % TASKS.length),
    });
    replace(place, view.node);
    mark();
  }

  /** @param {number} index */
  function open(index) {
    show(index);
    view?.focus();
  }

  show(at);
  const node = h(
    "section",
    { class: "tasks", id: "tasks" },
    h("h2", null, t("tasks.title")),
    h("p", null, t("tasks.text")),
    list,
    count,
    place,
  );
  return { node, destroy: () => view?.destroy() };
}
