/** What the buttons and keys of a game do. */

import { hasChat } from "../game/chat.js";
import { gamePath, isLocal, keepGame, newEngines } from "../game/kept.js";
import { recordOf } from "../game/record.js";
import { offersOf, undoTarget } from "../game/rights.js";
import { t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { shareAction } from "../share/dialog.js";
import { handOn } from "../study/handoff.js";
import { confirm } from "../ui/dialog.js";
import { toast } from "../ui/toast.js";
import { seatName } from "./players.js";
import { copy, save } from "./saving.js";
import { showKeys } from "./shortcuts.js";

/** @typedef {import("./game.js").GameView} GameView */
/** @typedef {import("./actions.js").Action} Action */
/** @typedef {import("./shortcuts.js").Shortcut} Shortcut */
/** @typedef {import("../ui/icon.js").IconName} IconName */

/**
 * @param {IconName} icon
 * @param {() => string} label
 * @param {() => boolean} can
 * @param {() => void} run
 * @param {() => boolean} [offered]
 * @returns {Action}
 */
const action = (icon, label, can, run, offered) => ({ icon: () => icon, label, can, run, offered });

/**
 * The buttons in sight keep their places: what a game offers depends on who plays it, not on the moment.
 * @param {GameView} game
 * @returns {{inSight: Action[], behind: Action[], shortcuts: Shortcut[]}}
 */
export function gameActions(game) {
  const rights = () => game.rights();
  const offers = () => offersOf(game.state);
  const undo = action(
    "undo",
    () => t(rights().asks ? "act.askUndo" : "act.undo"),
    () => rights().undo,
    () => void takeBack(game),
    () => offers().undo,
  );
  const redo = action(
    "redo",
    () => t("act.redo"),
    () => rights().redo,
    () => void game.ask("redo"),
    () => offers().redo,
  );
  const hint = hintOrStop(game);
  const inSight = [
    undo,
    redo,
    hint,
    handOver(game),
    pause(game),
    leave(game),
    chatAction(game),
    share(game, () => !isSeated(game)),
  ];
  const behind = [
    ...hiddenActions(game),
    action(
      "settings",
      () => t("act.keys"),
      () => true,
      () => void showKeys(shortcuts, true, true),
    ),
  ];
  /** @param {string} key @param {string} label @param {() => void} run */
  const shortcut = (key, label, run) => ({ key, label, run });
  const shortcuts = [
    shortcut("u", t("keys.undo"), () => undo.can() && undo.run()),
    shortcut("y", t("keys.redo"), () => redo.can() && redo.run()),
    shortcut("h", t("keys.hint"), () => canHint(game) && void game.askHint()),
    shortcut("s", t("keys.swap"), () => game.swap()),
    shortcut("r", t("keys.turn"), () => game.view.turn(1)),
    shortcut("m", t("keys.mirror"), () => game.view.mirror()),
    shortcut("n", t("keys.numbers"), () => game.view.flip("numbers")),
    shortcut("c", t("keys.coordinates"), () => game.view.flip("coordinates")),
    shortcut("f", t("keys.fullScreen"), () => game.view.fullScreen()),
  ];
  return { inSight, behind, shortcuts };
}

/** The actions behind the menu button. @param {GameView} game @returns {Action[]} */
function hiddenActions(game) {
  const rights = () => game.rights();
  return [
    action(
      "restart",
      () => t("act.restart"),
      () => rights().restart,
      () => void restart(game),
    ),
    action(
      "close",
      () => t("act.cancel"),
      () => rights().cancel,
      () => void cancel(game),
    ),
    share(game, () => isSeated(game)),
    ...savingActions(game),
    action(
      "eye",
      () => t("save.watch"),
      () => !isLocal(game.state.id) && (game.state.mode === "online" || !isSeated(game)),
      () => void copy(`${location.origin}/watch/${game.state.id}`),
    ),
    action(
      "analyse",
      () => t(game.state.result ? "act.review" : "watch.analyse"),
      () => game.state.moves.length > 0,
      () => review(game),
    ),
    action(
      "hex",
      () => t("act.new"),
      () => true,
      () => game.navigate("/play"),
    ),
  ];
}

/** Whether a hint is possible now. @param {GameView} game */
const canHint = (game) => game.rights().hint && offersOf(game.state).hint && !game.asking;

/**
 * One button: on your turn a hint, on the engine's turn the order to move now.
 * @param {GameView} game
 * @returns {Action}
 */
function hintOrStop(game) {
  const stops = () => game.rights().stop || !offersOf(game.state).hint;
  return {
    icon: () => (stops() ? "play" : "hint"),
    label: () => t(stops() ? "act.stop" : "act.hint"),
    labels: () => {
      const { hint, stop } = offersOf(game.state);
      return [...(hint ? [t("act.hint")] : []), ...(stop ? [t("act.stop")] : [])];
    },
    can: () => (stops() ? game.rights().stop : canHint(game)),
    run: () => (stops() ? void game.ask("stop_search") : void game.askHint()),
    offered: () => offersOf(game.state).hint || offersOf(game.state).stop,
  };
}

/** @param {GameView} game */
const isSeated = (game) => game.state.you.length > 0;

/**
 * In sight for spectators; players, who have many buttons, find it in the menu.
 * @param {GameView} game
 * @param {() => boolean} can
 */
function share(game, can) {
  const shared = () => ({
    record: currentRecord(game),
    at: game.ply(),
    svg: game.pane.svg,
    game: game.state.mode === "online" && !isLocal(game.state.id) ? game.state.id : null,
  });
  return shareAction(shared, can);
}

/** One button: hand over to the engine, or resume control. @param {GameView} game @returns {Action} */
function handOver(game) {
  const rights = () => game.rights();
  return {
    icon: () => (rights().takeOver ? "people" : "computer"),
    label: () => t(rights().takeOver ? "act.takeOver" : "act.handOver"),
    labels: () => [t("act.handOver"), t("act.takeOver")],
    can: () => rights().handOver || rights().takeOver,
    offered: () => offersOf(game.state).handOver,
    run: () => void game.ask(rights().takeOver ? "take_back" : "hand_over"),
  };
}

/** @param {GameView} game @returns {Action} */
function pause(game) {
  const rights = () => game.rights();
  return {
    icon: () => (rights().resume ? "play" : "pause"),
    label: () => t(rights().resume ? "act.resume" : "act.pause"),
    labels: () => [t("act.pause"), t("act.resume")],
    can: () => rights().pause || rights().resume,
    offered: () => offersOf(game.state).pause,
    run: () => void game.ask(rights().resume ? "resume" : "pause"),
  };
}

/** One button: abort a game online in its first two moves, then resign. @param {GameView} game @returns {Action} */
function leave(game) {
  const rights = () => game.rights();
  return {
    icon: () => (rights().abort ? "close" : "flag"),
    label: () => t(rights().abort ? "act.abort" : "act.resign"),
    labels: () => (offersOf(game.state).abort ? [t("act.abort"), t("act.resign")] : [t("act.resign")]),
    can: () => rights().resign || rights().abort,
    run: () => void (rights().abort ? abort(game) : resign(game)),
    offered: () => offersOf(game.state).resign,
  };
}

/** @param {GameView} game @returns {Action} */
function chatAction(game) {
  const label = () => {
    const count = Math.min(9, game.chat.unread());
    return count > 0 ? t("chat.unread", { count }) : t("chat.open");
  };
  return {
    icon: () => (game.chat.unread() > 0 ? "chatNew" : "chat"),
    label,
    labels: () => [t("chat.open"), t("chat.unread", { count: 9 })],
    can: () => hasChat(game.state),
    run: () => game.chat.toggle(),
    offered: () => hasChat(game.state),
  };
}

/** @param {GameView} game */
export function currentRecord(game) {
  const { state } = game;
  const name = (/** @type {"black" | "white"} */ seat) => state.seats[seat].name ?? seatName(state, seat);
  return recordOf(state, { black: name("black"), white: name("white") });
}

/** @param {GameView} game @returns {Action[]} */
function savingActions(game) {
  const played = () => game.state.moves.length > 0;
  const hexagonal = () => played() && game.state.shape === "hex";
  const bare = () => ({ ...currentRecord(game), headers: {} });
  return [
    action(
      "download",
      () => t("save.sgf"),
      played,
      () => void save(currentRecord(game), "sgf"),
    ),
    action(
      "download",
      () => t("save.hexfile"),
      () => hexagonal() && game.state.rows === game.state.cols,
      () => void save(bare(), "hexfile"),
    ),
  ];
}

/** @param {GameView} game */
async function takeBack(game) {
  const to = undoTarget(game.state);
  // Without an opponent to ask, say how far; otherwise the server decides what to request.
  await game.ask("undo", game.rights().asks || to === null ? {} : { to });
}

/** @param {GameView} game */
async function resign(game) {
  if (await confirm({ title: t("ask.resign"), yes: t("ask.resign.yes"), danger: true })) await game.ask("resign");
}

/** @param {GameView} game */
async function abort(game) {
  const question = { title: t("ask.abort"), body: t("notice.aborted"), yes: t("ask.abort.yes"), danger: true };
  if (await confirm(question)) await game.ask("cancel");
}

/** @param {GameView} game */
async function restart(game) {
  if (await confirm({ title: t("ask.restart"), body: t("ask.restart.body"), yes: t("ask.restart.yes"), danger: true }))
    await game.ask("restart");
}

/** @param {GameView} game */
async function cancel(game) {
  if (await confirm({ title: t("ask.cancel"), yes: t("ask.cancel.yes"), danger: true })) await game.ask("cancel");
}

/** @param {GameView} game */
export async function rematch(game) {
  const { state } = game;
  if (isLocal(state.id)) {
    const { rows, cols, shape, swap, seats } = state;
    // Engines and people exchange their seats.
    const [black, white] = [seats.white.ai ?? undefined, seats.black.ai ?? undefined];
    const engines = black || white ? newEngines({ black, white }) : undefined;
    return game.navigate(gamePath(keepGame({ rows, cols, shape, swap, engines })));
  }
  try {
    const { id } = await request(`/games/${state.id}/rematch`, { method: "POST" });
    game.navigate(`/game/${id}`);
  } catch (error) {
    toast(errorText(error), { kind: "error" });
  }
}

/** Review a finished game at once; analyse one that is not over. @param {GameView} game */
export function review(game) {
  const { id, result, you } = game.state;
  const stored = result !== null && !isLocal(id);
  handOn([currentRecord(game)]);
  const seat = you.length === 1 ? `&as=${you[0]}` : "";
  game.navigate(`/analyse?${stored ? `game=${id}` : "from=game"}${result ? `&review${seat}` : ""}`);
}

/** Continue a game for two players on one screen without the server. @param {GameView} game */
export function continueOffline(game) {
  const id = keepGame({ ...game.state, moves: game.moves().map(({ move }) => move) });
  toast(t("setup.offline"));
  game.navigate(gamePath(id));
}
