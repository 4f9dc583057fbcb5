/** What a pasted text is: a record, links with moves, links of other sites that hold no moves. */

/** @typedef {"littlegolem" | "playhex" | "unknown"} Site */
/**
 * @typedef {{kind: "empty" | "large"} | {kind: "study", packed: string, at: string | null} | {kind: "game", id: string}
 *   | {kind: "remote", site: Site, address: string} | {kind: "position", line: string}
 *   | {kind: "texts", texts: string[]}} Pasted
 */

const LARGEST = 8 * 1024 * 1024;
/** Links that hold their moves. They end at a blank, or at punctuation of the text around them. */
const LINKS = {
  hexworld: /(?:https?:\/\/)?(?:www\.)?hexworld\.org\/board\/?#[^\s"'<>()[\]]*/gi,
  trmph: /(?:https?:\/\/)?(?:www\.)?trmph\.com\/hex\/board\/?#[^\s"'<>()[\]]*/gi,
};
const LITTLE_GOLEM = /littlegolem\.(?:net|com)\/(?:jsp\/game\/\w+\.jsp\?(?:[^\s#]*&)?gid=|servlet\/sgf\/)(\d+)/i;
const PLAYHEX = /playhex\.org\/(?:[a-z]{2}\/)?games\/([0-9a-f-]{8,36})/i;
/** Where other sites keep what their links do not hold; nothing is loaded from there. */
const GOLEM_FILES = "https://littlegolem.net/servlet/sgf/";
const PLAYHEX_GAMES = "https://playhex.org/games/";
const ADDRESS = /^https?:\/\/\S+$/i;
/** What other formats begin with: SGF, JSON, and the file format of Jeu de Hex. */
const RECORD = /^\s*(?:\(\s*;|\{|\\hex)/;
/** What a position line begins with. */
const POSITION = /^\d{1,3}x\d{1,3} (?:hex|offset|square|triangle) /;

/**
 * @param {string} text
 * @param {string} origin of this site
 * @returns {Pasted}
 */
export function examine(text, origin) {
  const bare = text.trim();
  if (!bare) return { kind: "empty" };
  if (text.length > LARGEST) return { kind: "large" };
  if (RECORD.test(text)) return { kind: "texts", texts: [text] };
  if (POSITION.test(bare)) return { kind: "position", line: bare };
  const own = ADDRESS.test(bare) ? ownLink(bare, origin) : null;
  if (own) return own;
  const found = linksIn(text);
  if (found.length > 0) return { kind: "texts", texts: grouped(text, found) };
  return remoteLink(bare) ?? { kind: "texts", texts: [text] };
}

/**
 * A link of this site, or a study link of any Hexmate.
 * @param {string} text
 * @param {string} origin
 * @returns {Pasted | null}
 */
function ownLink(text, origin) {
  const url = new URL(text);
  const parts = new URLSearchParams(url.search || url.hash.replace(/^#/, ""));
  const packed = parts.get("study");
  if (packed && /\/(?:analyse|embed)\/?$/.test(url.pathname)) return { kind: "study", packed, at: parts.get("at") };
  const game = /^\/(?:game|watch|library|embed)\/([\w-]{1,40})$/.exec(url.pathname)?.[1];
  return game && url.origin === origin ? { kind: "game", id: game } : null;
}

/** @param {string} text @returns {Pasted | null} */
function remoteLink(text) {
  const golem = LITTLE_GOLEM.exec(text)?.[1];
  if (golem) {
    return {
      kind: "remote",
      site: "littlegolem",
      address: `${GOLEM_FILES}${golem}/game${golem}.hsgf`,
    };
  }
  const playhex = PLAYHEX.exec(text)?.[1];
  if (playhex) return { kind: "remote", site: "playhex", address: PLAYHEX_GAMES + playhex };
  return ADDRESS.test(text) && !text.includes("#") ? { kind: "remote", site: "unknown", address: text } : null;
}

/** @param {string} text */
function linksIn(text) {
  const found = Object.entries(LINKS).flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].map((match) => ({ kind, link: match[0].replace(/[.,;!?]+$/, ""), at: match.index })),
  );
  return found.sort((a, b) => a.at - b.at);
}

/**
 * The links as texts that each have one format. A text that is only lines of such links stays whole.
 * @param {string} text
 * @param {{kind: string, link: string, at: number}[]} found
 */
function grouped(text, found) {
  const lines = text.split("\n").filter((line) => line.trim());
  const plain = lines.length === found.length && lines.every((line, i) => line.trim().startsWith(found[i].link));
  if (plain && found.every(({ kind }) => kind === found[0].kind)) return [text];
  /** @type {{kind: string, links: string[]}[]} */
  const groups = [];
  for (const { kind, link } of found) {
    const last = groups.at(-1);
    if (last?.kind === kind) last.links.push(link);
    else groups.push({ kind, links: [link] });
  }
  return groups.map(({ links }) => links.join("\n"));
}

/**
 * The place that a message of the server names, and the rest of the message.
 * @param {string} message such as `line 2, character 7: there is no cell z9`
 */
export function placeIn(message) {
  const match = /^line (\d+)(?:, character (\d+)|, node \d+)?: (.*)$/s.exec(message);
  if (!match) return { line: null, character: null, reason: message };
  return { line: Number(match[1]), character: match[2] ? Number(match[2]) : null, reason: match[3] };
}

/** Whether a problem of the server means that something is missing; others are remarks. @param {string} problem */
export const isLoss = (problem) => !/; it is (?:kept|read) /.test(problem);

/**
 * Where a place of a text is in what the user pasted, from the character to the end of its word.
 * @param {string} pasted
 * @param {string} text that was read: the same, or links found in it
 * @param {{line: number | null, character: number | null}} place
 * @returns {[number, number] | null}
 */
export function rangeOf(pasted, text, { line, character }) {
  if (line === null) return null;
  const lines = text.split("\n");
  const there = lines[line - 1];
  if (there === undefined) return null;
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const start = pasted === text ? before : pasted.indexOf(there);
  if (start < 0) return null;
  const at = Math.min((character ?? 1) - 1, there.length);
  const word = /^\S+/.exec(there.slice(at))?.[0].length ?? 0;
  return [start + at, start + (character === null ? there.length : at + Math.max(word, 1))];
}
