/** Openings: a board to play on, and beside it what the library knows about the position. */

import { position } from "../game/picture.js";
import { SCHEMA } from "../game/tree.js";
import { t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { Board, SHAPES } from "../rules/board.js";
import { formatPosition, positionOf } from "../rules/position.js";
import { openShare } from "../share/dialog.js";
import { handOn } from "../study/handoff.js";
import { button, select } from "../ui/controls.js";
import { h, replace } from "../ui/dom.js";
import { toast } from "../ui/toast.js";
import { boardPane } from "../views/pane.js";
import { explorer } from "./explorer.js";
import { boardKey, boardName, boardOf, choiceText } from "./words.js";

/** @typedef {import("../types/api").BoardCount} BoardCount */

const USUAL = "11x11 hex";

/** The board of a key such as `11x11 hex`. @param {string | null} key */
export function boardFor(key) {
  const { rows, cols, shape } = boardOf(key ?? USUAL) ?? { rows: "11", cols: "11", shape: "hex" };
  const known = SHAPES.find((each) => each === shape) ?? "hex";
  const [height, width] = [Number(rows), Number(cols)];
  const fits = height >= 1 && height <= 32 && width >= 1 && width <= 32;
  const isTriangle = known === "triangle" && width !== 2 * height;
  return new Board(fits && !isTriangle ? { rows: height, cols: width, shape: known } : { rows: 11, cols: 11 });
}

/**
 * Buttons that take the position to the analysis, or to other people.
 * @param {() => {board: Board, svg: SVGSVGElement | null}} shown
 * @param {(path: string) => void} navigate
 */
function exitButtons(shown, navigate) {
  const record = () => {
    const { rows, cols, shape, moves } = shown().board;
    return { schema: SCHEMA, rows, cols, shape, nodes: [{}, ...moves.map(({ move }) => move)] };
  };
  const analyse = () => {
    handOn([record()]);
    navigate("/analyse?from=record");
  };
  const share = () =>
    openShare({ record: record(), at: shown().board.moves.length, svg: shown().svg }).catch(() =>
      toast(t("share.failed"), { kind: "error" }),
    );
  return [
    button(t("nav.analyse"), analyse, { icon: "analyse" }),
    button(t("share.title"), () => void share(), { icon: "share" }),
  ];
}

/**
 * @param {URLSearchParams} query of the address
 * @param {(board: string) => void} remember
 * @param {(path: string) => void} navigate
 */
export function libraryOpenings(query, remember, navigate) {
  let board = boardFor(query.get("board"));
  /** @type {import("../views/pane.js").Pane | null} */ let pane = null;
  const place = h("div", { class: "openings-board" });
  const choices = h("div", { class: "openings-size" });
  const view = explorer({
    play: (move) => play(move),
    look: (move) => pane?.set({ ghosts: move && board.isLegal(move) && move !== "pass" ? { [move]: board.turn } : {} }),
  });
  const back = button(t("explorer.back"), () => step(board.moves.length - 1), { icon: "back" });
  const start = button(t("explorer.start"), () => step(0), { icon: "first" });
  const exits = exitButtons(() => ({ board, svg: pane?.svg ?? null }), navigate);

  function show() {
    pane?.set({
      ...position(board, board.moves, board.moves.length, { numbers: true }),
      ghosts: {},
      playable: board.over ? "none" : "all",
      preview: true,
    });
    back.disabled = start.disabled = board.moves.length === 0;
    view.show(formatPosition(positionOf(board)));
  }

  /** @param {string} move */
  function play(move) {
    if (!board.isLegal(move)) return;
    board.push(move);
    show();
  }

  /** @param {number} ply */
  function step(ply) {
    while (board.moves.length > Math.max(0, ply)) board.pop();
    show();
  }

  /** @param {Board} next */
  function begin(next) {
    board = next;
    pane?.destroy();
    const { rows, cols, shape } = board;
    pane = boardPane({ rows, cols, shape, playable: "all", events: { select: (cell) => play(cell) } });
    replace(place, pane.node);
    show();
  }

  /** @param {readonly BoardCount[]} counted */
  function offer(counted) {
    const here = boardKey(board);
    const known = counted.map((each) => ({
      value: boardKey(each),
      label: choiceText(boardName(each), each.games),
    }));
    const own = known.some(({ value }) => value === here) ? [] : [{ value: here, label: boardName(board) }];
    replace(
      choices,
      select({
        label: t("library.size"),
        value: here,
        choices: [...own, ...known],
        onchange: (key) => {
          remember(key);
          begin(boardFor(key));
        },
      }),
    );
  }

  offer([]);
  request("/library/counts")
    .then(({ boards }) => offer(boards))
    .catch(() => {});
  begin(board);
  return {
    node: h(
      "div",
      { class: "openings" },
      place,
      h("div", { class: "openings-side" }, choices, h("div", { class: "row" }, start, back, ...exits), view.node),
    ),
    destroy() {
      view.destroy();
      pane?.destroy();
    },
  };
}
