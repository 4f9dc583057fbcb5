/** Opening records: pasted, dropped, or chosen as a file. The server reads every format. */

import { t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { errorText } from "../net/error-text.js";
import { button } from "../ui/controls.js";
import { freshId, h } from "../ui/dom.js";
import { toast } from "../ui/toast.js";

/** @typedef {import("../game/tree.js").GameRecord} GameRecord */

const LARGEST = 8 * 1024 * 1024;

/** The games of a text in any format. @param {string} text @returns {Promise<GameRecord[]>} */
export async function readGames(text) {
  const { games } = await request("/records/read", { method: "POST", text });
  return games;
}

/**
 * Read a text and pass its games on; errors are shown.
 * @param {string} text
 * @param {(games: GameRecord[], text: string) => void} open
 */
export async function openText(text, open) {
  if (!text.trim()) return toast(t("watch.open.empty"));
  if (text.length > LARGEST) return toast(t("watch.open.large"), { kind: "error" });
  try {
    const games = await readGames(text);
    if (games.length === 0) throw new Error(t("watch.open.empty"));
    open(games, text);
  } catch (error) {
    toast(errorText(error), { kind: "error" });
  }
}

/**
 * A form to paste, drop or choose a record.
 * @param {{label?: string, action: string, open: (text: string) => void, pasteOpens?: boolean}} options
 */
export function recordOpener({ label = t("watch.open.paste"), action, open, pasteOpens = true }) {
  const id = freshId("record");
  const field = h("textarea", {
    id,
    rows: 4,
    spellcheck: "false",
    autocapitalize: "off",
    placeholder: "(;GM[11]SZ[11];B[a2]…   ·   hexworld.org/board/#11c1,a2…",
  });
  const file = h("input", {
    type: "file",
    class: "visually-hidden",
    id: `${id}-file`,
    accept: ".sgf,.hsgf,.txt,.jsonl,.ndjson,.moves,.hex,text/plain",
    tabindex: -1,
    "aria-label": t("watch.open.file"),
  });
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (chosen) open(await chosen.text());
    file.value = "";
  });
  const form = h(
    "form",
    { class: "record-opener" },
    h("label", { for: id }, label),
    field,
    h(
      "div",
      { class: "row" },
      h("button", { class: "button primary", type: "submit" }, action),
      button(t("watch.open.file"), () => file.click(), { icon: "share" }),
      file,
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    open(field.value);
  });
  // A pasted link or record is opened at once.
  field.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (pasteOpens && field.value === "" && text.trim()) {
      event.preventDefault();
      field.value = text;
      open(text);
    }
  });
  return form;
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
    const file = event.dataTransfer?.files[0];
    const text = file ? await file.text() : (event.dataTransfer?.getData("text/plain") ?? "");
    if (text) open(text);
  });
}
