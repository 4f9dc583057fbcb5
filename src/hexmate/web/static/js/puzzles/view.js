/** One puzzle on the screen: the board, what to say about it, and the buttons. */

import { mustConfirm } from "../game/confirm.js";
import { recordOfDraft } from "../game/setup.js";
import { t } from "../i18n/index.js";
import { other } from "../rules/board.js";
import { settings } from "../settings.js";
import { openShare } from "../share/dialog.js";
import { sound } from "../sound/index.js";
import { button, iconButton } from "../ui/controls.js";
import { h, replace } from "../ui/dom.js";
import { keepFocusIn } from "../ui/focus.js";
import { tick } from "../ui/haptics.js";
import { toast } from "../ui/toast.js";
import { boardPane } from "../views/pane.js";
import { listenToKeys } from "../views/shortcuts.js";
import { colorName } from "../words.js";
import { again, begin, boardAfter, isOpen, movesBefore, movesOf, nextMove, play } from "./attempt.js";
import { gradeOf } from "./catalogue.js";
import { areaOf } from "./hint.js";
import { boardOf } from "./puzzle.js";

/** @typedef {import("./attempt.js").Attempt} Attempt */
/** @typedef {import("./puzzle.js").Puzzle} Puzzle */
/** @typedef {0 | 1 | 2} Help nothing, where to look, the move */
/**
 * @typedef {object} Actions
 * @property {(score: 0 | 0.5 | 1) => void} score the attempt is decided
 * @property {() => void} solved
 * @property {() => void} next
 * @property {(puzzle: Puzzle) => number} rating
 */

export class PuzzleView {
  /** @type {Help} */
  #help = 0;
  /** The most help taken for any move. @type {Help} */
  #helped = 0;
  /** Moves of the solution on the board while it is shown, or null. @type {number | null} */
  #walk = null;
  /** A cell that waits for a second tap. @type {string | null} */
  #selected = null;
  #facts = h("p", { class: "puzzle-facts" });
  #goal = h("p", { class: "puzzle-goal" });
  #said = h("div", { class: "puzzle-said", role: "status" });
  #title;
  #buttons;
  #steps;
  #walker;
  /** @type {(() => void)[]} */
  #ends = [];

  /** @param {Puzzle} puzzle @param {string} title @param {Actions} actions */
  constructor(puzzle, title, actions) {
    this.actions = actions;
    this.attempt = begin(puzzle);
    this.whole = movesBefore(puzzle, puzzle.line.length);
    const { rows, cols } = boardOf(puzzle);
    this.pane = boardPane(
      {
        rows,
        cols,
        shape: "hex",
        label: t("puzzle.board", { rows, cols }),
        events: { select: (cell, gesture) => this.#choose(cell, gesture) },
      },
      { onturn: () => this.show() },
    );
    this.#title = h("h2", { tabindex: -1 }, title);
    this.#buttons = this.#makeButtons();
    this.#steps = this.#makeSteps();
    const row = h("div", { class: "row" }, ...Object.values(this.#buttons));
    this.#walker = h("div", { class: "row", role: "group", "aria-label": t("puzzle.walk") }, ...this.#steps);
    this.node = h(
      "div",
      { class: "puzzle" },
      h("div", { class: "puzzle-head" }, this.#title, this.#facts, this.#goal),
      h("div", { class: "puzzle-board" }, this.pane.node),
      h("div", { class: "puzzle-text" }, this.#said, this.#walker, row),
    );
    this.#ends = [
      settings.subscribe(() => this.show()),
      listenToKeys(
        [
          { key: "h", label: t("puzzle.hint"), run: () => this.#hint() },
          { key: "n", label: t("puzzle.next"), run: () => actions.next() },
        ],
        { step: (by) => this.#step(by), go: (end) => this.#step(end === "first" ? -Infinity : Infinity) },
      ),
    ];
    this.show();
  }

  focus() {
    this.#title.focus({ preventScroll: true });
  }

  destroy() {
    for (const end of this.#ends) end();
    this.pane.destroy();
  }

  #makeButtons() {
    return {
      play: button(t("notice.confirm.yes"), () => this.#play(this.#selected ?? ""), { icon: "check", kind: "primary" }),
      cancel: button(t("notice.confirm.no"), () => this.#select(null)),
      again: button(t("task.again"), () => this.#again(), { icon: "restart", kind: "primary" }),
      hint: button(t("puzzle.hint"), () => this.#hint(), { icon: "hint" }),
      solution: button(t("puzzle.solution"), () => this.#showSolution(), { icon: "eye" }),
      next: button(t("puzzle.next"), () => this.actions.next(), { icon: "next" }),
      share: iconButton("share", t("share.title"), () => this.#share()),
      analyse: h("a", { class: "button quiet", href: this.#analysis() }, t("nav.analyse")),
    };
  }

  #makeSteps() {
    const step = (/** @type {number} */ by) => () => this.#step(by);
    return [
      iconButton("first", t("puzzle.walk.first"), step(-Infinity)),
      iconButton("back", t("puzzle.walk.back"), step(-1)),
      iconButton("next", t("puzzle.walk.next"), step(1)),
      iconButton("last", t("puzzle.walk.last"), step(Infinity)),
    ];
  }

  #analysis() {
    return `/analyse?link=${encodeURIComponent(this.attempt.puzzle.position)}`;
  }

  /** Share the position on the board. */
  #share() {
    const shared = { record: recordOfDraft(this.#board()), at: 0, svg: this.pane.svg };
    openShare(shared).catch(() => toast(t("share.failed"), { kind: "error" }));
  }

  /** The moves on the board. */
  #moves() {
    return this.#walk === null ? movesOf(this.attempt) : this.whole.slice(0, this.#walk);
  }

  #board() {
    return boardAfter(this.attempt.puzzle, this.#moves());
  }

  /** @param {string} cell @param {import("../board/state.js").Gesture} gesture */
  #choose(cell, { touch }) {
    const { rows, cols } = boardOf(this.attempt.puzzle);
    if (touch) tick();
    if (mustConfirm(settings.get("confirm"), { touch, rows, cols }) && cell !== this.#selected) this.#select(cell);
    else this.#play(cell);
  }

  /** @param {string | null} cell */
  #select(cell) {
    this.#selected = cell;
    this.show();
  }

  /** @param {string} cell */
  #play(cell) {
    if (this.#walk !== null) return;
    this.#selected = null;
    const before = this.attempt;
    this.attempt = play(before, cell);
    if (this.attempt === before) return this.show();
    const { phase } = this.attempt;
    sound.play(phase === "solved" ? "victory" : "stone");
    if (phase === "wrong") this.actions.score(0);
    if (phase !== "delay") this.#help = 0;
    if (phase === "solved") {
      this.actions.score(this.#helped === 0 ? 1 : this.#helped === 1 ? 0.5 : 0);
      this.actions.solved();
      this.#walk = this.whole.length;
    }
    this.show();
  }

  #again() {
    this.attempt = again(this.attempt);
    this.show();
  }

  /** Where to look first, and then the move. */
  #hint() {
    if (!isOpen(this.attempt) || this.#walk !== null || this.#help === 2) return;
    this.#help = this.#help === 0 ? 1 : 2;
    if (this.#help > this.#helped) this.#helped = this.#help;
    if (this.#help === 2) this.actions.score(0);
    this.show();
  }

  #showSolution() {
    this.actions.score(0);
    this.#selected = null;
    this.#walk = 0;
    this.show();
  }

  /** @param {number} by */
  #step(by) {
    if (this.#walk === null) return;
    this.#walk = Math.min(this.whole.length, Math.max(0, this.#walk + by));
    sound.play("stone");
    this.show();
  }

  #words() {
    const { puzzle, tried, wrong, at } = this.attempt;
    const { turn } = boardOf(puzzle);
    const answer = puzzle.line[at - 1]?.answer ?? "";
    const right = puzzle.line[at - 1]?.move ?? "";
    return {
      color: colorName(turn),
      rival: colorName(other(turn)),
      edges: t(`edges.${this.pane.axes()[turn]}`),
      move: tried ?? right,
      right,
      reply: wrong[1] ?? answer,
      cell: nextMove(this.attempt),
    };
  }

  /** @returns {string[]} */
  #messages() {
    const { puzzle, phase } = this.attempt;
    const words = this.#words();
    if (this.#walk !== null) return this.#walkText();
    if (this.#selected) return [t("notice.confirm", { move: this.#selected })];
    const themes = puzzle.themes.map((theme) => t(`puzzle.hint.${theme}`));
    const hints = [
      [],
      [t("puzzle.hint.area"), ...(this.attempt.at === 0 ? themes : [])],
      [t("puzzle.hint.move", words)],
    ];
    const said = phase === "ask" || phase === "solved" ? [] : [t(`puzzle.${phase}`, words)];
    return [...said, ...hints[this.#help]];
  }

  #walkText() {
    const { puzzle, phase } = this.attempt;
    const at = this.#walk ?? 0;
    const place = t("puzzle.walk.at", { at, total: this.whole.length });
    const also = at % 2 === 0 ? (puzzle.line[at / 2]?.also ?? []) : [];
    const themes = puzzle.themes.map((theme) => t(`puzzle.theme.${theme}`)).join(", ");
    return [
      phase === "solved" ? t("puzzle.solved", this.#words()) : t("puzzle.shown", this.#words()),
      place,
      also.length > 0 && also.length < 8 ? t("puzzle.walk.also", { moves: also.join(", ") }) : "",
      themes && t("puzzle.themes", { themes }),
    ];
  }

  show() {
    const { attempt } = this;
    const { puzzle, phase } = attempt;
    const moves = this.#moves();
    const board = this.#board();
    const open = isOpen(attempt) && this.#walk === null;
    const area = open && this.#help === 1 ? areaOf(board, nextMove(attempt)) : [];
    this.node.dataset.phase = this.#walk !== null && phase !== "solved" ? "shown" : phase;
    this.#goal.textContent = t("puzzle.goal", this.#words());
    const rating = String(this.actions.rating(puzzle));
    this.#facts.textContent = t("puzzle.facts", { grade: t(`puzzle.grade.${gradeOf(puzzle.rating)}`), rating });
    this.pane.set({
      stones: board.stonesByName(),
      last: moves.at(-1) ?? puzzle.last,
      turn: open ? board.turn : null,
      playable: open ? "empty" : "none",
      chain: (board.chain ?? []).map((each) => board.name(each)),
      ghosts: this.#selected ? { [this.#selected]: board.turn } : {},
      preview: !this.#selected,
      marks: Object.fromEntries(area.map((each) => [each, "dot"])),
      spots: this.#spots(open),
      numbers: this.#walk === null ? {} : Object.fromEntries(moves.map((move, i) => [move, i + 1])),
    });
    this.#say(this.#messages().filter(Boolean));
    this.#showButtons(open);
  }

  /** @param {boolean} open @returns {Record<string, import("../board/state.js").Spot>} */
  #spots(open) {
    const { attempt } = this;
    const hint = open && this.#help === 2 ? { [nextMove(attempt)]: /** @type {const} */ ("hint") } : {};
    if (this.#selected) return { ...hint, [this.#selected]: "selected" };
    return attempt.phase === "wrong" ? { [attempt.wrong[0]]: "mistake" } : hint;
  }

  /** Only what is new is read aloud. @param {string[]} lines */
  #say(lines) {
    if (lines.join() === [...this.#said.children].map((line) => line.textContent).join()) return;
    replace(this.#said, ...lines.map((line) => h("p", null, line)));
  }

  /** @param {boolean} open */
  #showButtons(open) {
    const { play: confirm, cancel, again: retry, hint, solution, next, share, analyse } = this.#buttons;
    const restore = keepFocusIn(this.node);
    const over = this.#walk !== null;
    const asks = this.#selected !== null;
    confirm.hidden = !asks;
    cancel.hidden = !asks;
    next.hidden = asks;
    share.hidden = asks;
    retry.hidden = over || this.attempt.phase !== "wrong";
    hint.hidden = asks || !open || this.#help === 2;
    solution.hidden = asks || over;
    analyse.hidden = !over;
    this.#walker.hidden = !over;
    this.#steps.forEach((step, i) => (step.disabled = this.#walk === (i < 2 ? 0 : this.whole.length)));
    next.classList.toggle("primary", over);
    restore();
  }
}
