/** What the buttons and keys of a game do. */

import { keepGame, LOCAL_ID } from "../game/local.js";
import { recordOf } from "../game/record.js";
import { undoTarget } from "../game/rights.js";
import { t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { handOn } from "../study/handoff.js";
import { confirm } from "../ui/dialog.js";
import { toast } from "../ui/toast.js";
import { seatName } from "./players.js";
import { copy, copyHexworld, save } from "./saving.js";
import { showKeys } from "./shortcuts.js";
import { refusalText } from "./status.js";

/** @typedef {import("./game.js").GameTable} GameTable */
/** @typedef {import("./actions.js").Action} Action */
/** @typedef {import("./shortcuts.js").Shortcut} Shortcut */
/** @typedef {import("../ui/icon.js").IconName} IconName */

/**
 * @param {IconName} icon
 * @param {() => string} label
 * @param {() => boolean} can
 * @param {() => void} run
 * @param {boolean} [stays]
 * @returns {Action}
 */
const action = (icon, label, can, run, stays = false) => ({ icon: () => icon, label, can, run, stays });

/** @param {GameTable} table @returns {{inSight: Action[], behind: Action[], shortcuts: Shortcut[]}} */
export function gameActions(table) {
  const rights = () => table.rights();
  const undo = action(
    "undo",
    () => t(rights().asks ? "act.askUndo" : "act.undo"),
    () => rights().undo,
    () => void takeBack(table),
    true,
  );
  const redo = action(
    "redo",
    () => t("act.redo"),
    () => rights().redo,
    () => void table.ask("redo"),
  );
  const hint = action(
    "hint",
    () => t("act.hint"),
    () => rights().hint && table.state.id !== LOCAL_ID,
    () => void table.askHint(),
  );
  const inSight = [
    undo,
    redo,
    hint,
    handOver(table),
    action(
      "play",
      () => t("act.stop"),
      () => rights().stop,
      () => void table.ask("stop_thinking"),
    ),
    pause(table),
    action(
      "flag",
      () => t("act.resign"),
      () => rights().resign,
      () => void resign(table),
    ),
  ];
  const behind = [
    ...hiddenActions(table),
    action(
      "settings",
      () => t("act.keys"),
      () => true,
      () => void showKeys(shortcuts, true),
    ),
  ];
  /** @param {string} key @param {string} label @param {() => void} run */
  const shortcut = (key, label, run) => ({ key, label, run });
  const shortcuts = [
    shortcut("u", t("keys.undo"), () => undo.can() && undo.run()),
    shortcut("y", t("keys.redo"), () => redo.can() && redo.run()),
    shortcut("h", t("keys.hint"), () => hint.can() && hint.run()),
    shortcut("s", t("keys.swap"), () => table.swap()),
    shortcut("r", t("keys.turn"), () => table.view.turn(1)),
    shortcut("m", t("keys.mirror"), () => table.view.mirror()),
    shortcut("n", t("keys.numbers"), () => table.view.flip("numbers")),
    shortcut("c", t("keys.coordinates"), () => table.view.flip("coordinates")),
    shortcut("f", t("keys.fullScreen"), () => table.view.fullScreen()),
  ];
  return { inSight, behind, shortcuts };
}

/** The actions behind the menu button. @param {GameTable} table @returns {Action[]} */
function hiddenActions(table) {
  const rights = () => table.rights();
  const seated = () => table.state.you.length > 0;
  return [
    action(
      "restart",
      () => t("act.restart"),
      () => rights().restart,
      () => void restart(table),
    ),
    action(
      "close",
      () => t("act.cancel"),
      () => rights().cancel,
      () => void cancel(table),
    ),
    ...savingActions(table),
    action(
      "eye",
      () => t("save.watch"),
      () => table.state.id !== LOCAL_ID && (table.state.mode === "online" || !seated()),
      () => void copy(`${location.origin}/watch/${table.state.id}`),
    ),
    action(
      "analyse",
      () => t("act.review"),
      () => table.state.moves.length > 0,
      () => review(table),
    ),
  ];
}

/** One button: hand over to the engine, or take over from it. @param {GameTable} table @returns {Action} */
function handOver(table) {
  const rights = () => table.rights();
  return {
    icon: () => (rights().takeOver ? "people" : "computer"),
    label: () => t(rights().takeOver ? "act.takeOver" : "act.handOver"),
    can: () => rights().handOver || rights().takeOver,
    run: () => void table.ask(rights().takeOver ? "take_back" : "hand_over"),
  };
}

/** @param {GameTable} table @returns {Action} */
function pause(table) {
  const rights = () => table.rights();
  return {
    icon: () => (rights().resume ? "play" : "pause"),
    label: () => t(rights().resume ? "act.resume" : "act.pause"),
    can: () => (rights().pause && table.state.id !== LOCAL_ID) || rights().resume,
    run: () => void table.ask(rights().resume ? "resume" : "pause"),
  };
}

/** @param {GameTable} table */
export function currentRecord(table) {
  const { state } = table;
  const name = (/** @type {"black" | "white"} */ seat) => state.seats[seat].name ?? seatName(state, seat);
  return recordOf(state, { black: name("black"), white: name("white") });
}

/** @param {GameTable} table @returns {Action[]} */
function savingActions(table) {
  const played = () => table.state.moves.length > 0;
  const hexagonal = () => played() && table.state.shape === "hex";
  const bare = () => ({ ...currentRecord(table), headers: {} });
  return [
    action(
      "download",
      () => t("save.sgf"),
      played,
      () => void save(currentRecord(table), "sgf"),
    ),
    action(
      "download",
      () => t("save.hexfile"),
      () => hexagonal() && table.state.rows === table.state.cols,
      () => void save(bare(), "hexfile"),
    ),
    action(
      "copy",
      () => t("save.hexworld"),
      hexagonal,
      () => void copyHexworld(bare()),
    ),
  ];
}

/** @param {GameTable} table */
async function takeBack(table) {
  const to = undoTarget(table.state);
  // With nobody to ask, how far is clear; an opponent is asked for what the server proposes.
  await table.ask("undo", table.rights().asks || to === null ? {} : { to });
}

/** @param {GameTable} table */
async function resign(table) {
  if (await confirm({ title: t("ask.resign"), yes: t("ask.resign.yes"), danger: true })) await table.ask("resign");
}

/** @param {GameTable} table */
async function restart(table) {
  if (await confirm({ title: t("ask.restart"), body: t("ask.restart.body"), yes: t("ask.restart.yes"), danger: true }))
    await table.ask("restart");
}

/** @param {GameTable} table */
async function cancel(table) {
  if (await confirm({ title: t("ask.cancel"), yes: t("ask.cancel.yes"), danger: true })) await table.ask("cancel");
}

/** @param {GameTable} table */
export async function rematch(table) {
  const { state } = table;
  if (state.id === LOCAL_ID) {
    const { rows, cols, shape, swap } = state;
    keepGame({ rows, cols, shape, swap });
    return table.navigate(`/game/${LOCAL_ID}`);
  }
  try {
    const { id } = await request(`/games/${state.id}/rematch`, { method: "POST" });
    table.navigate(`/game/${id}`);
  } catch (error) {
    toast(refusalText(error), { kind: "error" });
  }
}

/** @param {GameTable} table */
export function review(table) {
  handOn([currentRecord(table)]);
  table.navigate("/analyse?from=game");
}

/** Go on with a game for two at one screen although the server is gone. @param {GameTable} table */
export function goOnOffline(table) {
  keepGame({ ...table.state, moves: table.moves().map(({ move }) => move) });
  toast(t("setup.offline"));
  table.navigate(`/game/${LOCAL_ID}`);
}
