/** A game on the screen: board, players, moves, actions and notices. */

import { HAS_SERVER } from "../base.js";
import { hintHere } from "../engine/hint.js";
import { hasChat } from "../game/chat.js";
import { mustConfirm } from "../game/confirm.js";
import { canPremove, shownMoves, startBoard } from "../game/model.js";
import { createPacer } from "../game/pacing.js";
import { hand, position } from "../game/picture.js";
import { rightsOf } from "../game/rights.js";
import { isMachine, isShared, isSpectator, moverOf, seatOf } from "../game/state.js";
import { lineOf } from "../game/to-server.js";
import { createWalk } from "../game/walk.js";
import { purposeOf } from "../game/way.js";
import { t } from "../i18n/index.js";
import { ApiError } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { refusalOf } from "../net/fair-play.js";
import { cellNumber } from "../rules/names.js";
import { settings } from "../settings.js";
import { sound } from "../sound/index.js";
import { button } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { tick } from "../ui/haptics.js";
import { announce, toast } from "../ui/toast.js";
import { absenceTimer } from "./absence.js";
import { actionBar } from "./actions.js";
import { gameAttention } from "./attention.js";
import { ChatPanel } from "./chat.js";
import { gameActions } from "./game-actions.js";
import { gameNotices } from "./game-notices.js";
import { goalText, noteExplained, swapCells } from "./guide.js";
import { announceStep, moveList, stepButtons } from "./moves.js";
import { levelKeeper } from "./next-level.js";
import { noticeBoard } from "./notices.js";
import { boardPane } from "./pane.js";
import { playerCards, seatName } from "./players.js";
import { listenToKeys } from "./shortcuts.js";
import { endingOf, statusText } from "./status.js";
import { viewActions, viewMenu } from "./view.js";

/** @typedef {import("../game/session.js").Session} Session */
/** @typedef {import("../game/session.js").Event} SessionEvent */
/** @typedef {import("../game/model.js").Model} Model */
/** @typedef {import("../game/state.js").Color} Color */
/** @typedef {import("../board/state.js").Gesture} Gesture */
/**
 * A hint for the move with this number; `way` is the line across the board that it is part of.
 * @typedef {{move: string, number: number, winProbability: number | null, way: string[] | null, blocks: boolean}} Hint
 */

/** Milliseconds before a missing connection is reported. */
const PATIENCE = 3000;

export class GameView {
  /**
   * @param {Session} session that has its first state
   * @param {{navigate: (path: string) => void, spectator?: boolean}} options
   */
  constructor(session, { navigate, spectator = false }) {
    this.session = session;
    this.navigate = navigate;
    this.spectator = spectator;
    /** The position shown; null follows the game. @type {number | null} */
    this.cursor = null;
    /** @type {string | null} */ this.selected = null;
    /** @type {Hint | null} */ this.hint = null;
    /** Whether a hint is being computed. */
    this.asking = false;
    /** Why the engine of this device cannot move. @type {ApiError | null} */
    this.failure = null;
    const { state } = this.model();
    this.walk = createWalk(startBoard(state));
    this.pacer = createPacer({ delay: () => settings.get("delay"), show: (ply) => this.#reveal(ply) });
    /** Whether the end of the game has been announced. */
    this.ended = state.result !== null;
    /** Whether the winning chain has been drawn: its animation plays once. */
    this.chainDrawn = this.ended;
    /** The last move that was announced. */
    this.announced = state.moves.length;
    this.level = levelKeeper(this.state);
    /** Whether a missing connection is reported: not in the first moments. */
    this.linked = false;
    this.pane = this.#boardPane();
    this.view = viewActions(() => this.pane);
    this.cards = playerCards();
    this.list = moveList((ply) => this.go(ply));
    this.steps = stepButtons({ go: (ply) => this.go(ply), ply: () => this.ply(), last: () => this.head() });
    this.status = h("p", { class: "game-status", role: "status" });
    this.goal = h("p", { class: "game-goal" });
    this.back = button(t("act.live"), () => this.go(this.head()), { class: "back" });
    this.notices = noticeBoard();
    this.absence = absenceTimer(() => this.render());
    this.chat = new ChatPanel(this);
    const { inSight, behind, shortcuts } = gameActions(this);
    this.actions = actionBar(inSight, behind, viewMenu(this.view));
    this.node = h(
      "div",
      { class: `board-layout game ${hasChat(state) ? "with-chat" : ""}`.trim() },
      h("h1", { class: "visually-hidden" }, t("game.title")),
      this.cards.white,
      this.pane.node,
      this.cards.black,
      h(
        "div",
        { class: "info" },
        h("div", { class: "status-row" }, h("div", null, this.status, this.goal), this.back),
        this.notices.node,
      ),
      this.actions.node,
      h("section", { class: "moves", "aria-label": t("step.label") }, this.list.node, this.steps.node),
      this.chat.node,
    );
    this.attention = gameAttention(this);
    this.pacer.jump(shownMoves(this.model()).length);
    const patience = setTimeout(() => this.#noteLink(true), PATIENCE);
    this.cleanups = [
      session.subscribe((event) => this.#receive(event)),
      settings.subscribe(() => this.render()),
      listenToKeys(shortcuts, {
        step: (by) => this.go(this.ply() + by),
        go: (end) => this.go(end === "first" ? 0 : this.head()),
      }),
      () => clearTimeout(patience),
    ];
  }

  #boardPane() {
    const { state } = this.model();
    const { rows, cols, shape } = state;
    const names = { black: seatName(state, "black"), white: seatName(state, "white") };
    return boardPane(
      {
        rows,
        cols,
        shape,
        label: t("game.board", { rows, cols, ...names }),
        events: { select: (cell, gesture) => this.#choose(cell, gesture), secondary: (cell) => this.#confirmBy(cell) },
      },
      // The words that name the edges depend on how the board lies.
      { onturn: () => this.render() },
    );
  }

  /** @returns {Model} without seats for a spectator */
  model() {
    const model = /** @type {Model} */ (this.session.model());
    return this.spectator ? { ...model, state: { ...model.state, you: [] } } : model;
  }

  get state() {
    return this.model().state;
  }

  moves() {
    return shownMoves(this.model());
  }

  /** The last position of the game shown so far. */
  head() {
    return Math.min(this.pacer.shown(), this.moves().length);
  }

  ply() {
    return this.cursor ?? this.head();
  }

  /** Whether the board shows the current position. */
  isUpToDate() {
    return this.cursor === null && this.head() === this.moves().length;
  }

  /** @param {number} ply */
  go(ply) {
    const wanted = Math.max(0, Math.min(ply, this.head()));
    if (wanted !== this.ply()) announceStep(this.moves(), wanted);
    this.cursor = wanted === this.head() ? null : wanted;
    this.render();
  }

  rights() {
    return rightsOf(this.model());
  }

  /** The colour of the user's next stone. @returns {Color | null} */
  color() {
    const { state } = this.model();
    if (isShared(state) || state.you.length === 2) return state.turn;
    return state.you.length === 1 ? seatOf(state, state.you[0]) : null;
  }

  /** Play a move now. @param {string} move */
  play(move) {
    if (this.rights().swap) noteExplained("swaps");
    if (this.moves().length < 2) noteExplained("games");
    this.selected = null;
    this.hint = null;
    this.cursor = null;
    this.session.play(move);
  }

  swap() {
    const { swap } = this.state;
    if (swap && this.rights().swap && this.isUpToDate()) this.play(`swap-${swap}`);
  }

  /** @param {string | null} cell */
  select(cell) {
    this.selected = cell;
    this.render();
  }

  /** Send a request; an error is shown. @param {string} type @param {object} [fields] */
  async ask(type, fields) {
    try {
      return await this.session.ask(type, fields);
    } catch (error) {
      toast(errorText(error), { kind: "error" });
      return null;
    }
  }

  async askHint() {
    const number = this.state.moves.length + 1;
    this.asking = true;
    this.render();
    const [found, refusal] = await Promise.all([this.#findHint(), this.#hintRefusal()]);
    if (refusal) toast(errorText(refusal), { kind: "error" });
    const answer = refusal ? null : found;
    this.asking = false;
    const { move, info } = answer ?? {};
    if (move) this.level.helped();
    if (move) this.hint = { move, number, winProbability: info?.win_probability ?? null, ...this.#purposeOf(move) };
    this.render();
  }

  async #findHint() {
    return (await hintHere(this.state)) ?? (await this.ask("hint"));
  }

  /** Why there may be no hint, asked where the server would not find it. */
  async #hintRefusal() {
    const { mode, start } = this.state;
    return HAS_SERVER && mode === "local" && start === null ? refusalOf(lineOf(this.state)) : null;
  }

  /** What a move is for: the line to draw, and whether it is the opponent's. @param {string} move */
  #purposeOf(move) {
    const board = this.walk(this.state.moves, this.state.moves.length);
    const cell = cellNumber(move, board.rows, board.cols);
    const purpose = cell === null ? null : purposeOf(board, cell);
    return { way: purpose?.way.map((at) => board.name(at)) ?? null, blocks: purpose?.blocks ?? false };
  }

  /** The hint for the next move, if there is one. */
  currentHint() {
    return this.hint?.number === this.state.moves.length + 1 ? this.hint : null;
  }

  /** @param {string} cell @param {Gesture} gesture */
  #choose(cell, gesture) {
    if (this.cursor !== null) return this.go(this.head());
    if (!this.isUpToDate()) return this.pacer.jump(this.moves().length);
    if (this.rights().play) return this.#choosePlay(cell, gesture);
    const { premove } = this.model();
    if (canPremove(this.model())) this.session.plan(premove?.move === cell ? null : cell);
  }

  /** @param {string} cell @param {Gesture} gesture */
  #choosePlay(cell, gesture) {
    const { rows, cols } = this.state;
    const confirm = mustConfirm(settings.get("confirm"), { touch: gesture.touch, rows, cols });
    if (gesture.touch) tick();
    if (confirm && this.selected !== cell) this.select(cell);
    else this.playCell(cell);
  }

  /** A right click plays the selected cell. @param {string} cell */
  #confirmBy(cell) {
    if (cell === this.selected) this.playCell(cell);
  }

  /** @param {string} cell a stone that can be swapped, or an empty cell */
  playCell(cell) {
    if (this.board().stonesByName()[cell]) this.swap();
    else this.play(cell);
  }

  board() {
    return this.walk(this.moves(), this.ply());
  }

  /** @param {SessionEvent} event */
  #receive(event) {
    if (event.kind !== "refused") this.failure = null;
    if (event.kind === "undone") this.level.helped();
    this.level.update(this.state);
    switch (event.kind) {
      case "moved":
        return this.pacer.moved(event.number, this.#isUnhurried(event.number));
      case "intended":
      case "undone":
      case "state":
        this.selected = null;
        this.cursor = null;
        if (event.kind === "undone") announce(t("say.undone", { count: this.moves().length }));
        return this.pacer.jump(this.moves().length);
      case "refused":
        return this.#refused(new ApiError(event.code, event.message));
      case "searching":
        return;
      case "chat":
        return this.chat.update();
      case "link":
        return this.#noteLink(this.linked || this.session.link() === "open");
      default:
        this.render();
    }
  }

  /** A failure of this device stays on the screen, with a way to try again. @param {ApiError} error */
  #refused(error) {
    if (error.code.startsWith("device_")) this.failure = error;
    else toast(errorText(error), { kind: "error" });
    this.pacer.jump(this.moves().length);
    this.render();
  }

  /** @param {boolean} linked */
  #noteLink(linked) {
    this.linked = linked;
    this.render();
  }

  /** Whether the server cannot be reached. */
  isLost() {
    return this.linked && this.session.link() !== "open";
  }

  /** Whether a move is an engine's, to be shown after a delay. @param {number} number */
  #isUnhurried(number) {
    const { state } = this.model();
    return number <= state.moves.length && isMachine(state.seats[moverOf(state, number)]);
  }

  /** @param {number} ply */
  #reveal(ply) {
    const { state } = this.model();
    if (!state.result) this.ended = this.chainDrawn = false;
    if (ply > this.announced) this.#announceMove(ply);
    this.announced = Math.min(ply, this.moves().length);
    if (state.result && !this.ended && this.isUpToDate()) this.#celebrate();
    this.render();
  }

  /** @param {number} ply */
  #announceMove(ply) {
    const move = this.moves()[ply - 1];
    if (!move) return;
    sound.play("stone");
    announceStep(this.moves(), ply);
    if (move.move.startsWith("swap") && !isSpectator(this.state)) {
      const mover = moverOf({ ...this.state, moves: this.moves() }, ply);
      const yours = this.state.you.length === 1 && this.state.you[0] === mover;
      toast(yours ? t("notice.swapped.you") : t("notice.swapped", { name: seatName(this.state, mover) }));
    }
  }

  #celebrate() {
    const { state } = this.model();
    if (!state.result) return;
    this.ended = true;
    const { mood, title, reason } = endingOf(state, state.result);
    announce(`${title}. ${reason}`);
    sound.play(mood === "defeat" ? "defeat" : "victory");
  }

  render() {
    const model = this.model();
    const { state } = model;
    const ply = this.ply();
    const board = this.board();
    const live = this.isUpToDate();
    const rights = this.rights();
    const hint = live ? this.currentHint() : null;
    this.pane.set({
      ...position(board, this.moves(), ply, { numbers: settings.get("numbers") }),
      ...hand(board, {
        plays: live && rights.play,
        swaps: live && rights.swap,
        plans: live && canPremove(model),
        color: this.color(),
        premove: live ? (model.premove?.move ?? null) : null,
        selected: live ? this.selected : null,
        hint: hint?.move ?? null,
      }),
      paths: hint?.way ? [{ cells: hint.way, kind: hint.blocks ? "quiet" : "main" }] : [],
      arrows: live && rights.swap ? this.#swapArrows() : [],
      drawn: this.chainDrawn,
      ...(state.result ? { turn: null } : {}),
      ...(live && state.result ? { chain: state.result.chain } : {}),
      // While looking back, a click on the board returns to the game.
      ...(this.cursor !== null ? { playable: "all" } : {}),
    });
    if (live && state.result) this.chainDrawn = true;
    this.node.classList.toggle("looking-back", this.cursor !== null);
    this.node.classList.toggle("sending", model.pending !== null);
    this.#renderPlayers();
    this.steps.update();
    this.actions.update();
    this.#renderStatus();
    this.attention.update();
    this.notices.show(gameNotices(this));
    // Last, because what is above the list decides how much of it is visible.
    this.list.show(this.moves(), ply);
  }

  #renderPlayers() {
    const { state } = this.model();
    const axes = this.pane.axes();
    this.cards.update(state, (color) => goalText(axes, color));
    // The user is shown below the board; for spectators, Black is.
    const near = state.you.length === 1 ? state.you[0] : "black";
    for (const seat of /** @type {const} */ (["black", "white"])) {
      this.cards[seat].classList.toggle("near", seat === near);
      this.cards[seat].classList.toggle("far", seat !== near);
    }
  }

  /** Where a swap takes the first stone. */
  #swapArrows() {
    const { from, to } = swapCells(this);
    return from === to ? [] : [{ from, to }];
  }

  #renderStatus() {
    const lost = this.isLost();
    const total = this.head();
    const { result } = this.state;
    const text = lost
      ? t("status.lost")
      : this.cursor !== null
        ? t("status.looking", { number: this.cursor, total })
        : this.asking
          ? t("status.hinting")
          : result
            ? t("status.over")
            : statusText(this.state);
    if (this.status.textContent !== text) this.status.textContent = text;
    const color = result || this.cursor !== null ? null : (this.color() ?? this.state.turn);
    const goal = color ? goalText(this.pane.axes(), color) : "";
    if (this.goal.textContent !== goal) this.goal.textContent = goal;
    this.back.hidden = this.cursor === null;
    this.node.classList.toggle("lost", lost);
  }

  destroy() {
    this.cleanups.forEach((cleanup) => cleanup());
    this.attention.stop();
    this.pacer.stop();
    this.cards.stop();
    this.absence.stop();
    this.pane.destroy();
    this.session.close();
  }
}
