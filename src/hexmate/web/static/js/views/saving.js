/** Saving a game: files and links. */

import { HAS_SERVER } from "../base.js";
import { t } from "../i18n/index.js";
import { request } from "../net/api.js";
import { reasonText } from "../net/error-text.js";
import { ask } from "../ui/dialog.js";
import { h } from "../ui/dom.js";
import { toast } from "../ui/toast.js";

/** @typedef {"sgf" | "hexfile" | "hexworld" | "jsonl" | "trmph"} Format */
/** @typedef {import("../game/tree.js").GameRecord} GameRecord */

/** @type {Partial<Record<Format, string>>} */
const SUFFIXES = { sgf: ".sgf", hexfile: ".txt", jsonl: ".jsonl" };

/** Copy a text, or show it if the browser does not allow copying. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("save.copied"));
  } catch {
    const field = h("input", {
      type: "text",
      class: "wide-field",
      value: text,
      readonly: true,
      "aria-label": t("save.copy"),
    });
    await ask({ title: t("save.copy"), body: field, answers: [{ label: t("common.close"), value: "close" }] });
  }
}

/** Download a file. @param {Blob} blob @param {string} name */
export function downloadBlob(blob, name) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Download a text as a file. @param {string} text @param {string} name */
export const download = (text, name) => downloadBlob(new Blob([text], { type: "text/plain;charset=utf-8" }), name);

/** @param {GameRecord} game @param {Format} format @returns {Promise<string>} */
export async function written(game, format) {
  if (!HAS_SERVER && format === "sgf") return (await import("../records/reading.js")).writeSgf(game);
  const { text } = await request("/records/write", { method: "POST", body: { game, format } });
  return text;
}

/**
 * Save a game as a file.
 * @param {GameRecord} game
 * @param {Format} format
 * @param {string} [stem] of the file's name
 */
export async function save(game, format, stem = "hexmate") {
  try {
    download(await written(game, format), `${stem}${SUFFIXES[format] ?? ".txt"}`);
  } catch (error) {
    toast(t("save.failed", { reason: reasonText(error) }), { kind: "error" });
  }
}

/** What a link to HexWorld leaves out, in words. @param {readonly import("../share/hexworld.js").Loss[]} lost */
export const lossText = (lost) => lost.map((loss) => t(`share.lost.${loss}`)).join(", ");
