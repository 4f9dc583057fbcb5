/** Opening records: pasted, dropped, or chosen as files. The server reads every format, the page the usual ones. */

import { HAS_SERVER } from "../base.js";
import { lineThrough, readTree } from "../game/tree.js";
import { t } from "../i18n/index.js";
import { ApiError, request } from "../net/api.js";
import { errorText, reasonText } from "../net/error-text.js";
import { readPosition } from "../records/position.js";
import { sharedRecord } from "../share/packed.js";
import { button } from "../ui/controls.js";
import { ask } from "../ui/dialog.js";
import { freshId, h, replace } from "../ui/dom.js";
import { useStyles } from "../ui/styles.js";
import { toast } from "../ui/toast.js";
import { examine, isLoss, placeIn, rangeOf } from "./links.js";
import { problemText, relocated } from "./problems.js";

/** @typedef {import("../game/tree.js").GameRecord} GameRecord */
/** @typedef {{games: GameRecord[], problems: string[]}} Found games, and what is missing in them */
/**
 * @typedef {object} Failure why a text could not be opened
 * @property {string} message
 * @property {[number, number] | null} [range] where in the text
 * @property {string} [address] that may help
 * @property {readonly string[]} [problems] what was left out
 */
/** @typedef {(text: string) => Promise<Failure | null | void> | void} Open null: done */

const MOST_LISTED = 200;

class OpenError extends Error {
  /** @param {Failure} failure */
  constructor(failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** The games of a text in any format. @param {string} text @returns {Promise<GameRecord[]>} */
export async function readGames(text) {
  return (await readAll(text)).games;
}

/**
 * The games of a text or link, and what could not be read; throws an OpenError.
 * @param {string} text
 * @returns {Promise<Found>}
 */
async function readAll(text) {
  const pasted = examine(text, location.origin);
  switch (pasted.kind) {
    case "empty":
      throw new OpenError({ message: t("watch.open.empty") });
    case "large":
      throw new OpenError({ message: t("watch.open.large") });
    case "remote":
      throw new OpenError({ message: t(`open.site.${pasted.site}`), address: pasted.address });
    case "study":
      return { games: [await ownStudy(pasted.packed, pasted.at)], problems: [] };
    case "position":
      return { games: [ownPosition(pasted.line)], problems: [] };
    case "game":
      return { games: [await ownGame(pasted.id)], problems: [] };
    case "texts":
      return readTexts(text, pasted.texts);
  }
}

/** @param {string} line @returns {GameRecord} */
function ownPosition(line) {
  try {
    return readPosition(line);
  } catch {
    throw new OpenError({ message: t("error.record", { message: t("open.why.position") }) });
  }
}

/** @param {string} packed @param {string | null} at */
async function ownStudy(packed, at) {
  try {
    const found = await sharedRecord(new URLSearchParams({ study: packed, ...(at ? { at } : {}) }));
    if (found) return found;
  } catch {
    // Said below.
  }
  throw new OpenError({ message: t("embed.missing") });
}

/** @param {string} id @returns {Promise<GameRecord>} */
async function ownGame(id) {
  const response = await fetch(`/api/games/${encodeURIComponent(id)}/record?format=jsonl`).catch(() => null);
  if (!response?.ok) throw new OpenError({ message: t(response ? "open.site.here" : "error.offline") });
  return response.json();
}

/** @param {string} text @returns {Promise<Found>} */
async function read(text) {
  if (HAS_SERVER) return request("/records/read", { method: "POST", text });
  const { readRecord } = await import("../records/reading.js");
  try {
    return { games: readRecord(text), problems: [] };
  } catch (error) {
    throw new ApiError("record", error instanceof Error ? error.message : String(error));
  }
}

/** @param {string} pasted @param {string[]} texts @returns {Promise<Found>} */
async function readTexts(pasted, texts) {
  /** @type {Found} */
  const all = { games: [], problems: [] };
  /** @type {OpenError | null} */
  let first = null;
  for (const text of texts) {
    try {
      const { games, problems } = await read(text);
      all.games.push(...games);
      all.problems.push(...problems.filter(isLoss).map((/** @type {string} */ each) => relocated(pasted, text, each)));
    } catch (error) {
      const failure = failureOf(error, pasted, text);
      first ??= new OpenError(failure);
      all.problems.push(relocated(pasted, text, reasonText(error)));
    }
  }
  if (all.games.length === 0) throw first ?? new OpenError({ message: t("watch.open.empty") });
  return all;
}

/**
 * Why a text could not be read, and where.
 * @param {unknown} error
 * @param {string} pasted
 * @param {string} [text] that was read: the same, or links found in it
 * @returns {Failure}
 */
export function failureOf(error, pasted, text = pasted) {
  const reason = reasonText(error);
  const isRecord = error instanceof ApiError && error.code === "record";
  const message = isRecord
    ? t("error.record", { message: problemText(relocated(pasted, text, reason)) })
    : errorText(error);
  return { message, range: rangeOf(pasted, text, placeIn(reason)) };
}

/**
 * Read a text and pass its games on. What was left out is said first; `choose` asks which of several
 * games to show.
 * @param {string} text
 * @param {(games: GameRecord[], text: string, at: number) => void} open
 * @param {{choose?: boolean, quiet?: boolean}} [options] quiet: the caller shows the failure
 * @returns {Promise<Failure | null>}
 */
export async function openText(text, open, { choose = false, quiet = false } = {}) {
  try {
    const { games, problems } = await readAll(text);
    const at = await chosen(games, problems, choose);
    if (at !== null) open(games, text, at);
    return null;
  } catch (error) {
    const failure = error instanceof OpenError ? error.failure : { message: errorText(error) };
    if (!quiet) toast(failure.message, { kind: "error" });
    return failure;
  }
}

/** @param {GameRecord} game @param {number} at */
export function nameOf(game, at) {
  const { headers = {}, rows, cols } = game;
  const { black, white, name, result } = headers;
  const who = black && white ? t("watch.against", { black, white }) : name || t("watch.game", { number: at + 1 });
  const count = lineThrough(readTree(game).root).filter(({ move }) => move !== null).length;
  const facts = [`${rows}×${cols}`, t("watch.live.move", { count }), result];
  return { who, facts: facts.filter(Boolean).join(" · ") };
}

/**
 * Which game to show: the only one, or the user's choice; null if the user wants none.
 * @param {GameRecord[]} games
 * @param {string[]} problems
 * @param {boolean} choose
 * @returns {Promise<number | null>}
 */
async function chosen(games, problems, choose) {
  const several = choose && games.length > 1;
  if (!several && problems.length === 0) return 0;
  await useStyles("share");
  let at = 0;
  const body = h(
    "div",
    { class: "found" },
    problems.length > 0 && h("p", null, t("open.problems", { count: problems.length })),
    problems.length > 0 && problemList(problems),
    several && gameList(games, (number) => (at = number)),
  );
  const answer = await ask({
    title: t("open.found", { count: games.length }),
    body,
    answers: [
      { label: t(several ? "open.first" : "open.anyway"), value: "open", kind: "primary" },
      { label: t("common.cancel"), value: "no", kind: "quiet" },
    ],
  });
  return answer === "open" ? at : null;
}

/** @param {readonly string[]} problems */
const problemList = (problems) =>
  h("ul", { class: "problems" }, ...problems.map((problem) => h("li", null, problemText(problem))));

/**
 * A list of games, in a dialog that closes with `open` when one is picked.
 * @param {readonly GameRecord[]} games
 * @param {(at: number) => void} pick
 */
function gameList(games, pick) {
  const line = (/** @type {GameRecord} */ game, /** @type {number} */ number) => {
    const { who, facts } = nameOf(game, number);
    const onclick = (/** @type {Event} */ event) => {
      pick(number);
      /** @type {HTMLElement} */ (event.currentTarget).closest("dialog")?.close("open");
    };
    const label = [h("span", null, who), h("span", { class: "muted" }, facts)];
    return h("li", null, h("button", { type: "button", class: "found-game", onclick }, ...label));
  };
  return [
    h("ol", { class: "found-games" }, ...games.slice(0, MOST_LISTED).map(line)),
    games.length > MOST_LISTED && h("p", { class: "muted" }, t("open.more", { count: MOST_LISTED })),
  ];
}

/**
 * Ask for another of several games; null if the user stays.
 * @param {readonly GameRecord[]} games
 * @returns {Promise<number | null>}
 */
export async function askForGame(games) {
  await useStyles("share");
  /** @type {number | null} */
  let at = null;
  await ask({
    title: t("open.games"),
    body: h(
      "div",
      { class: "found" },
      gameList(games, (number) => (at = number)),
    ),
    answers: [{ label: t("common.cancel"), value: "no", kind: "quiet" }],
  });
  return at;
}

/**
 * A dialog that asks for a record, keeps what was typed while it cannot be read, and resolves to
 * the games; null if the user closed it.
 * @returns {Promise<{games: GameRecord[], at: number} | null>}
 */
export async function askForGames() {
  await useStyles("share");
  /** @type {{games: GameRecord[], at: number} | null} */
  let found = null;
  const opener = recordOpener({
    action: t("watch.open.show"),
    open: (text) => {
      const done = (/** @type {GameRecord[]} */ games, /** @type {string} */ _, /** @type {number} */ at) => {
        found = { games, at };
        opener.closest("dialog")?.close();
      };
      return openText(text, done, { choose: true, quiet: true });
    },
  });
  await ask({
    title: t("analyse.open"),
    body: h("div", null, h("p", { class: "help" }, t("open.formats")), opener),
    answers: [{ label: t("common.cancel"), value: "no", kind: "quiet" }],
  });
  return found;
}

/**
 * A form to paste, drop or choose a record. A text that cannot be opened stays, with the place marked.
 * @param {{label?: string, action: string, open: Open, pasteOpens?: boolean}} options
 */
export function recordOpener({ label = t("watch.open.paste"), action, open, pasteOpens = true }) {
  const id = freshId("record");
  const problem = h("div", { class: "opener-problem", role: "alert", id: `${id}-problem`, hidden: true });
  const field = h("textarea", {
    id,
    rows: 4,
    spellcheck: "false",
    autocapitalize: "off",
    "aria-describedby": `${id}-problem`,
    placeholder: "(;GM[11]SZ[11];B[a2]…   ·   hexworld.org/board/#11c1,a2…",
  });
  const tryOpen = async (/** @type {string} */ text) => {
    problem.hidden = true;
    field.removeAttribute("aria-invalid");
    const failure = await open(text);
    if (failure) showFailure(field, problem, text, failure);
  };
  const file = fileField(id, tryOpen);
  const form = h(
    "form",
    { class: "record-opener" },
    h("label", { for: id }, label),
    field,
    problem,
    h(
      "div",
      { class: "row" },
      h("button", { class: "button primary", type: "submit" }, action),
      button(t("watch.open.file"), () => file.click(), { icon: "open" }),
      file,
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void tryOpen(field.value);
  });
  // A pasted link or record is opened at once.
  field.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (pasteOpens && field.value === "" && text.trim()) {
      event.preventDefault();
      field.value = text;
      void tryOpen(text);
    }
  });
  return form;
}

/** A field for files; several are read as one text. @param {string} id @param {(text: string) => void} open */
function fileField(id, open) {
  const file = h("input", {
    type: "file",
    multiple: true,
    class: "visually-hidden",
    id: `${id}-file`,
    accept: ".sgf,.hsgf,.txt,.jsonl,.ndjson,.moves,.hex,text/plain",
    tabindex: -1,
    "aria-label": t("watch.open.file"),
  });
  file.addEventListener("change", async () => {
    const texts = await Promise.all([...(file.files ?? [])].map((chosenFile) => chosenFile.text()));
    if (texts.length > 0) open(texts.join("\n"));
    file.value = "";
  });
  return file;
}

/**
 * Keep the text, mark the place, and say what is wrong.
 * @param {HTMLTextAreaElement} field
 * @param {HTMLElement} place
 * @param {string} text
 * @param {Failure} failure
 */
function showFailure(field, place, text, { message, range, address, problems = [] }) {
  void useStyles("share");
  field.value = text;
  field.setAttribute("aria-invalid", "true");
  replace(
    place,
    message,
    address && " ",
    address && h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, address),
    problems.length > 0 && problemList(problems),
  );
  place.hidden = false;
  field.focus();
  if (range) field.setSelectionRange(...range);
}

/**
 * Accept files and texts dropped on an element.
 * @param {HTMLElement} element
 * @param {(text: string) => void} open
 */
export function acceptDrops(element, open) {
  const over = (/** @type {boolean} */ on) => element.classList.toggle("dropping", on);
  element.addEventListener("dragover", (event) => {
    event.preventDefault();
    over(true);
  });
  element.addEventListener("dragleave", () => over(false));
  element.addEventListener("drop", async (event) => {
    event.preventDefault();
    over(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    const texts = await Promise.all(files.map((file) => file.text()));
    const text = files.length > 0 ? texts.join("\n") : (event.dataTransfer?.getData("text/plain") ?? "");
    if (text) open(text);
  });
}
