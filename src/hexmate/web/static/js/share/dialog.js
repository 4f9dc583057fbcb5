/** The share dialog: a link, HexWorld, pictures, a file, and a frame for other sites. */

import { BASE } from "../base.js";
import { nodeNumber, readTree, writeTree } from "../game/tree.js";
import { t } from "../i18n/index.js";
import { reasonText } from "../net/error-text.js";
import { button } from "../ui/controls.js";
import { ask } from "../ui/dialog.js";
import { freshId, h } from "../ui/dom.js";
import { useStyles } from "../ui/styles.js";
import { toast } from "../ui/toast.js";
import { download, downloadBlob, lossText, written } from "../views/saving.js";
import { hexworldLink } from "./hexworld.js";
import { LONGEST, pack, studyAddress } from "./packed.js";
import { pngOf, svgText } from "./picture.js";

/** @typedef {import("../game/tree.js").GameRecord} GameRecord */
/** @typedef {import("../game/tree.js").Tree} Tree */
/** @typedef {import("../game/tree.js").Node} Node */
/** @typedef {import("../ui/dom.js").Child} Child */
/**
 * @typedef {object} Shared what is on the screen
 * @property {GameRecord} record
 * @property {number} at number of the node on the board, in the order of the record
 * @property {GameRecord} [file] what a file holds, if that is more
 * @property {SVGSVGElement | null} svg the board
 * @property {string | null} [game] id of a game on this server
 */

const STAYS = 2500;
const FRAME = { width: 560, height: 480 };

/** What a page shares of a tree, at a node. @param {Tree} tree @param {Node} node */
export const sharedOf = (tree, node) => ({ record: writeTree(tree), at: nodeNumber(tree, node) });

/**
 * The action that opens the dialog, for a row of buttons.
 * @param {() => Shared} shared
 * @param {() => boolean} [can]
 * @returns {import("../views/actions.js").Action}
 */
export const shareAction = (shared, can = () => true) => ({
  icon: () => "share",
  label: () => t("share.title"),
  can,
  run: () => void openShare(shared()).catch(() => toast(t("share.failed"), { kind: "error" })),
});

/** @param {Shared} shared */
export async function openShare(shared) {
  const [packed] = await Promise.all([pack(shared.record), useStyles("share")]);
  const status = h("p", { class: "share-status", role: "status" });
  const body = h(
    "div",
    { class: "share" },
    linkPart(shared, packed, status),
    hexworldPart(shared, status),
    picturePart(shared, status),
    filePart(shared, status),
    embedPart(shared, packed, status),
    status,
  );
  await ask({ title: t("share.title"), body, answers: [{ label: t("common.close"), value: "close", kind: "quiet" }] });
}

/**
 * One way to share: a heading, what it does, and its controls.
 * @param {string} title
 * @param {Child} help
 * @param {Child[]} controls
 */
function part(title, help, controls) {
  return h(
    "section",
    { class: "share-part" },
    h("h3", null, title),
    h("div", { class: "share-controls" }, ...controls),
    help && h("p", { class: "help" }, help),
  );
}

/**
 * A text to copy, in a field that can be selected by hand.
 * @param {string} label
 * @param {string} text
 * @param {HTMLElement} status
 */
function copyable(label, text, status) {
  const id = freshId("share");
  const field = h("input", { id, type: "text", readonly: true, value: text, "aria-label": label });
  field.addEventListener("focus", () => field.select());
  return [field, copyButton(label, text, status, field)];
}

/** @param {string} label @param {string} text @param {HTMLElement} status @param {HTMLInputElement} [field] */
function copyButton(label, text, status, field) {
  const made = button(
    t("share.copy"),
    async () => {
      try {
        await navigator.clipboard.writeText(text);
        say(status, t("share.copied", { what: label }));
      } catch {
        // Without permission the user copies by hand.
        field?.select();
        say(status, t("share.copy.byHand"));
      }
    },
    { icon: "copy" },
  );
  made.setAttribute("aria-label", t("share.copy.what", { what: label }));
  return made;
}

/** @param {HTMLElement} status @param {string} text */
function say(status, text) {
  status.textContent = text;
  setTimeout(() => {
    if (status.textContent === text) status.textContent = "";
  }, STAYS);
}

/** @param {Shared} shared @param {string} packed @param {HTMLElement} status */
function linkPart({ at, game }, packed, status) {
  const link = location.origin + BASE + studyAddress("/analyse", packed, at);
  const controls = copyable(t("share.link"), link, status);
  if (navigator.share) {
    const send = () => void navigator.share({ url: link }).catch(() => {});
    controls.push(button(t("share.send"), send, { icon: "share" }));
  }
  const help = t(packed.length > LONGEST ? "share.link.long" : "share.link.help");
  if (!game) return part(t("share.link"), help, controls);
  const watch = `${location.origin}/watch/${game}`;
  return [
    part(t("share.link"), help, controls),
    part(t("share.game"), t("share.game.help"), copyable(t("share.game"), watch, status)),
  ];
}

/** @param {Shared} shared @param {HTMLElement} status */
function hexworldPart({ record, at }, status) {
  const tree = readTree({ ...record, at });
  const found = hexworldLink(tree, tree.shown ?? tree.root);
  if (!found) return part("HexWorld", t("share.hexworld.none"), []);
  const lost = lossText(found.lost);
  const help = lost ? t("share.hexworld.lost", { what: lost }) : t("share.hexworld.whole");
  return part("HexWorld", help, copyable(t("share.hexworld"), found.link, status));
}

/** @param {Shared} shared @param {HTMLElement} status */
function picturePart({ svg }, status) {
  if (!svg) return null;
  const failed = () => say(status, t("share.picture.failed"));
  const png = () => pngOf(svgText(svg));
  const controls = [
    button("PNG", () => void png().then((blob) => downloadBlob(blob, "hexmate.png"), failed), { icon: "download" }),
    button("SVG", () => downloadBlob(new Blob([svgText(svg)], { type: "image/svg+xml" }), "hexmate.svg"), {
      icon: "download",
    }),
  ];
  if ("ClipboardItem" in globalThis && navigator.clipboard?.write) {
    const copy = () =>
      navigator.clipboard
        .write([new ClipboardItem({ "image/png": png() })])
        .then(() => say(status, t("share.copied", { what: t("share.picture") })), failed);
    controls.push(button(t("share.copy"), () => void copy(), { icon: "copy" }));
  }
  return part(t("share.picture"), t("share.picture.help"), controls);
}

/** @param {Shared} shared @param {HTMLElement} status */
function filePart({ record, file = record }, status) {
  const sgf = () => written(file, "sgf");
  const failed = (/** @type {unknown} */ error) => say(status, t("save.failed", { reason: reasonText(error) }));
  return part(t("share.file"), t("share.file.help"), [
    button("SGF", () => void sgf().then((text) => download(text, "hexmate.sgf"), failed), { icon: "download" }),
  ]);
}

/** @param {Shared} shared @param {string} packed @param {HTMLElement} status */
function embedPart({ at }, packed, status) {
  const address = location.origin + BASE + studyAddress("/embed", packed, at);
  const { width, height } = FRAME;
  const markup =
    `<iframe src="${address.replaceAll("&", "&amp;")}" width="${width}" height="${height}" ` +
    'title="Hex" loading="lazy" style="border:0;max-width:100%"></iframe>';
  return part(t("share.embed"), t("share.embed.help"), copyable(t("share.embed"), markup, status));
}
