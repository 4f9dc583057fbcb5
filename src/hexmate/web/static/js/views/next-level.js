/** After a game against a level: its result is remembered, and a level that suits you better is offered. */

import { gamePath, isLocal, keepGame, newEngines } from "../game/kept.js";
import { t } from "../i18n/index.js";
import { estimate, nextLevel } from "../level/estimate.js";
import { firstOf, levelAgainst, playedGame } from "../level/finished.js";
import { addGame, noteBeginning, noteHelp, readHistory, today, wasHelped } from "../level/history.js";
import { request } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { remembered } from "../setup/options.js";
import { toast } from "../ui/toast.js";

/** @typedef {import("./game.js").GameView} GameView */
/** @typedef {import("../game/state.js").State} State */

/** Remembers the first result of a game, and whether you had help. @param {State} first the state when it is opened */
export function levelKeeper({ id, moves, result }) {
  let over = result !== null;
  /** @type {{result: State["result"], next: ReturnType<typeof suggestedNext>} | null} */ let known = null;
  if (moves.length === 0) noteBeginning(id);
  return {
    helped: () => noteHelp(id),
    /** @param {State} state */
    update(state) {
      if (over || !state.result) return;
      over = true;
      const game = playedGame(state, { helped: wasHelped(id), day: today() });
      if (game) addGame(game);
    },
    /** The level to play next; the answer is kept, since a game is drawn often. @param {State} state */
    next(state) {
      if (known?.result !== state.result) known = { result: state.result, next: suggestedNext(state) };
      return known?.next ?? null;
    },
  };
}

/**
 * The level to play next, with a sentence that says why; null to stay.
 * @param {State} state of a finished game
 */
export function suggestedNext(state) {
  const level = levelAgainst(state);
  const seat = state.result?.winner_seat;
  if (level === null || !seat || state.shape !== "hex") return null;
  const won = state.you[0] === seat;
  const found = estimate(readHistory().games, today());
  const terms = { first: firstOf(state), size: state.rows };
  const next = found && nextLevel(found, { level, won, terms });
  if (!next) return null;
  const direction = won ? "up" : "down";
  return { level: next, label: t(`level.${direction}`, { n: next }), why: t(`level.${direction}.why`, { n: level }) };
}

/** A new game like this one against another level. As in a rematch you exchange colours, unless the swap rule is off:
 * then one colour is better, and you have chosen yours. @param {GameView} game
 * @param {number} level */
export async function playLevel({ state, navigate }, level) {
  const { id, rows, cols, shape, swap, clock, training, you } = state;
  const ai = `level:n=${level}`;
  remembered().set("otherLevel", level);
  const engineIsBlack = (you[0] === "black") === (swap !== null);
  if (isLocal(id)) {
    const engines = newEngines(engineIsBlack ? { black: ai } : { white: ai });
    return navigate(gamePath(keepGame({ rows, cols, shape, swap, engines })));
  }
  const [engine, person] = [{ kind: "ai", ai }, { kind: "person" }];
  const seats = engineIsBlack ? { black: engine, white: person } : { black: person, white: engine };
  const body = { rows, cols, shape, swap, clock, mode: "local", training, rated: false, seats };
  try {
    const { id: created } = await request("/games", { method: "POST", body });
    navigate(`/game/${created}`);
  } catch (error) {
    toast(errorText(error), { kind: "error" });
  }
}
