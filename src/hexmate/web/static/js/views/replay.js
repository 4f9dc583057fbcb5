/** A record on the screen: replay, step through, save. */

import { mainLine, stepsOf } from "../game/line.js";
import { position } from "../game/picture.js";
import { COLORS } from "../game/state.js";
import { boardAt, cursorNode, readTree } from "../game/tree.js";
import { formatDate, t } from "../i18n/index.js";
import { recordedResult } from "../library/words.js";
import { seatOf } from "../rules/swap.js";
import { settings } from "../settings.js";
import { shownName } from "../setup/computers.js";
import { shareAction, sharedOf } from "../share/dialog.js";
import { sound } from "../sound/index.js";
import { handOn } from "../study/handoff.js";
import { notesOf } from "../study/notes.js";
import { h, replace } from "../ui/dom.js";
import { colorName } from "../words.js";
import { actionBar } from "./actions.js";
import { filmControls } from "./film.js";
import { announceStep, moveList } from "./moves.js";
import { boardPane } from "./pane.js";
import { stone } from "./players.js";
import { listenToKeys } from "./shortcuts.js";
import { viewActions, viewMenu } from "./view.js";

/** @typedef {import("../game/tree.js").GameRecord} GameRecord */

const FACTS = /** @type {const} */ (["result", "date", "event"]);

export class Replay {
  /**
   * @param {GameRecord} record
   * @param {{navigate: (path: string) => void, title: string, above?: import("../ui/dom.js").Child, result?: boolean,
   *   onclose?: () => void, onshow?: (ply: number) => void, id?: string}} options `result`: false if the page says it
   *   itself; `id` of a game of the library
   */
  constructor(record, { navigate, title, above, result = true, onclose, onshow, id }) {
    this.record = record;
    this.tree = readTree(record);
    this.line = mainLine(this.tree);
    this.steps = stepsOf(this.line);
    this.onshow = onshow;
    // A record opens where it points, or else at its end.
    this.at = this.tree.cursor === null ? this.line.length - 1 : this.line.indexOf(cursorNode(this.tree));
    const { rows, cols, shape } = this.tree;
    this.pane = boardPane({ rows, cols, shape, playable: "none" });
    const view = viewActions(() => this.pane);
    this.film = filmControls({ ply: () => this.at, last: () => this.line.length - 1, go: (at) => this.go(at) });
    this.list = moveList((at) => this.go(at));
    this.comment = h("p", { class: "comment", "aria-live": "polite" });
    this.players = h("ul");
    const always = () => true;
    const analyse = (/** @type {string} */ how) => {
      if (!id) handOn([record]);
      navigate(`/analyse?${id ? `library=${encodeURIComponent(id)}` : "from=record"}${how}`);
    };
    const bar = actionBar(
      [
        {
          icon: () => "analyse",
          label: () => t("watch.analyse"),
          can: always,
          run: () => analyse(""),
        },
        { icon: () => "hint", label: () => t("act.review"), can: always, run: () => analyse("&review") },
        shareAction(() => ({ ...sharedOf(this.tree, this.line[this.at]), svg: this.pane.svg })),
        ...(onclose
          ? [{ icon: () => /** @type {const} */ ("close"), label: () => t("common.close"), can: always, run: onclose }]
          : []),
      ],
      [],
      viewMenu(view),
    );
    bar.update();
    this.node = h(
      "div",
      { class: "board-layout study" },
      h("h1", { class: "visually-hidden" }, title),
      this.pane.node,
      h(
        "div",
        { class: "side" },
        above,
        this.film.node,
        this.#facts(result),
        this.comment,
        h("section", { class: "moves", "aria-label": t("step.label") }, this.list.node),
        bar.node,
      ),
    );
    this.cleanups = [
      settings.subscribe(() => this.show()),
      listenToKeys(
        [
          { key: "p", label: t("watch.play"), run: () => this.film.toggle() },
          { key: "r", label: t("keys.turn"), run: () => view.turn(1) },
          { key: "m", label: t("keys.mirror"), run: () => view.mirror() },
          { key: "n", label: t("keys.numbers"), run: () => view.flip("numbers") },
          { key: "c", label: t("keys.coordinates"), run: () => view.flip("coordinates") },
          { key: "f", label: t("keys.fullScreen"), run: () => view.fullScreen() },
        ],
        {
          step: (by) => {
            this.film.stop();
            this.go(this.at + by);
          },
          go: (end) => {
            this.film.stop();
            this.go(end === "first" ? 0 : this.line.length - 1);
          },
        },
      ),
    ];
    this.show();
  }

  /** @param {boolean} result whether the result is among them */
  #facts(result) {
    const { headers } = this.tree;
    const facts = FACTS.filter((key) => headers[key] && (result || key !== "result")).map((key) => [
      h("dt", null, t(`watch.header.${key}`)),
      h("dd", null, this.#fact(key)),
    ]);
    return h("div", { class: "facts" }, this.players, facts.length > 0 && h("dl", null, ...facts));
  }

  /** @param {typeof FACTS[number]} key */
  #fact(key) {
    const value = this.tree.headers[key];
    if (key === "result") return recordedResult(this.tree, this.steps);
    // At noon it is this day in every time zone. Records also have dates such as "2026" or "May 2026".
    return key === "date" && /^\d{4}-\d{2}-\d{2}$/.test(value) && Date.parse(value)
      ? formatDate(`${value}T12:00`)
      : value;
  }

  /** The players, each beside a stone of the colour they have at the position shown. */
  #showPlayers() {
    const { headers, swap } = this.tree;
    const played = this.steps.slice(0, this.at);
    const players = COLORS.map((seat) => {
      const color = seatOf(seat, swap, played);
      return h("li", null, stone(color), h("span", null, shownName(headers[seat]) || colorName(color)));
    });
    replace(this.players, ...players);
  }

  /** @param {number} at */
  go(at) {
    const before = this.at;
    this.at = Math.max(0, Math.min(at, this.line.length - 1));
    if (this.at === before) return;
    if (this.at === before + 1) sound.play("stone");
    announceStep(this.steps, this.at);
    this.show();
  }

  show() {
    const node = this.line[this.at];
    const board = boardAt(this.tree, node);
    this.pane.set({
      ...position(board, this.steps, this.at, { numbers: settings.get("numbers") }),
      ...notesOf(node),
      chain: board.chain ? board.chain.map((cell) => board.name(cell)) : [],
    });
    this.list.show(this.steps, this.at);
    this.#showPlayers();
    replace(this.comment, node.comment);
    this.film.update();
    this.onshow?.(this.at);
  }

  destroy() {
    this.film.stop();
    this.cleanups.forEach((cleanup) => cleanup());
    this.pane.destroy();
  }
}
