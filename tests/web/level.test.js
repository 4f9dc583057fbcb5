/** Your level: what the estimate says, which games count, and what this browser remembers. */

import assert from "node:assert/strict";
import { test } from "node:test";

import english from "../../src/hexmate/web/static/js/i18n/en.js";
import { useTexts } from "../../src/hexmate/web/static/js/i18n/index.js";
import {
  edgeOf,
  estimate,
  expectedShare,
  levelFor,
  nextLevel,
} from "../../src/hexmate/web/static/js/level/estimate.js";
import { levelAgainst, playedGame } from "../../src/hexmate/web/static/js/level/finished.js";
import {
  addGame,
  dismiss,
  noteBeginning,
  noteHelp,
  readHistory,
  wasHelped,
} from "../../src/hexmate/web/static/js/level/history.js";
import { HIGHEST, STRENGTHS, strengthOf, strengthOfLevel } from "../../src/hexmate/web/static/js/level/scale.js";
import { adviceOf, friendsAdvice, levelAdvice, shareText } from "../../src/hexmate/web/static/js/setup/advice.js";
import { defaultOptions } from "../../src/hexmate/web/static/js/setup/options.js";
import { seat, stateOf } from "./game/samples.js";

/** @typedef {import("../../src/hexmate/web/static/js/level/estimate.js").Played} Played */
/** @typedef {import("../../src/hexmate/web/static/js/level/estimate.js").Estimate} Estimate */

const TODAY = 20_000;
/** @param {number} level @param {string} results such as "WLW", the latest first @param {Partial<Played>} [facts] */
const played = (level, results, facts = {}) =>
  [...results].map((result) => ({
    opponent: `level:n=${level}`,
    size: 11,
    first: /** @type {const} */ (0),
    won: result === "W",
    day: TODAY,
    ...facts,
  }));
/** @param {Played[]} games */
const levelOf = (games) => levelFor(/** @type {Estimate} */ (estimate(games, TODAY)));

test("the levels have the measured distances, and rated people lie between them", () => {
  assert.equal(STRENGTHS.length, 15);
  assert.ok(
    STRENGTHS.every((strength, at) => at === 0 || strength >= STRENGTHS[at - 1] + 70),
    "60 % at least",
  );
  assert.equal(strengthOf("human:rating=1575"), strengthOfLevel(7));
  const people = [1400, 1600, 1800, 2000, 2300, 2600].map((rating) => Number(strengthOf(`human:rating=${rating}`)));
  assert.ok(people.every((strength, at) => at === 0 || strength > people[at - 1]));
  for (const spec of ["uct", "hexmate:time=2", "level:n=16", "human", "engine:mohex", "", null])
    assert.equal(strengthOf(spec), null, `${spec}`);
});

test("two games say nothing; from three on there is an estimate", () => {
  assert.equal(estimate(played(5, "WW"), TODAY), null);
  assert.equal(estimate([...played(5, "WW"), { ...played(5, "W")[0], opponent: "uct" }], TODAY), null);
  assert.equal(estimate(played(5, "WWL"), TODAY)?.games, 3);
});

test("who wins as often as they lose against a level has that level", () => {
  for (let level = 2; level <= HIGHEST; level += 1) assert.equal(levelOf(played(level, "WLWLWLWLWL")), level);
});

test("wins move the level up, losses down; more games say more", () => {
  assert.ok(levelOf(played(6, "WWW")) > 6);
  assert.ok(levelOf(played(6, "LLL")) < 6);
  assert.ok(levelOf(played(3, "LLL")) < 3);
  assert.ok(levelOf(played(6, "WWWWWWWWWWWW")) > levelOf(played(6, "WWW")));
  const doubts = ["WLW", "WLWLWL", "WLWLWLWLWLWL"].map((results) => estimate(played(6, results), TODAY)?.doubt ?? 0);
  assert.ok(doubts[0] > doubts[1] && doubts[1] > doubts[2]);
});

test("the estimate finds the strength of simulated players", () => {
  for (const level of [2, 5, 9, 13]) {
    const strength = strengthOfLevel(level) + 20;
    // Opponents around the player, and results at their expected share.
    const games = [-1, 0, 1].flatMap((by) => {
      const wins = Math.round(12 * expectedShare(strength, strengthOfLevel(level + by)));
      return [...Array(12).keys()].map((at) => played(level + by, at < wins ? "W" : "L")[0]);
    });
    const mixed = games.map((_, at) => games[(at * 7) % games.length]);
    const found = /** @type {Estimate} */ (estimate(mixed, TODAY));
    assert.ok(Math.abs(found.strength - strength) < 60, `level ${level}: ${found.strength} for ${strength}`);
  }
});

test("recent games weigh more, by their number and by their date", () => {
  const [wins, losses] = [played(6, "WWWWWWWWWW"), played(6, "LLLLLLLLLL")];
  assert.ok(levelOf([...wins, ...losses]) > levelOf([...losses, ...wins]));
  const old = losses.map((game) => ({ ...game, day: TODAY - 720 }));
  assert.ok(levelOf([...old, ...wins]) > levelOf([...losses, ...wins]));
  assert.equal(estimate(played(6, "WLW", { day: TODAY + 50 }), TODAY)?.games, 3, "a clock that was wrong");
});

test("without the swap rule the first move counts, more on small boards", () => {
  const edge = (/** @type {-1 | 0 | 1} */ first, /** @type {number} */ size, level = 6) =>
    edgeOf({ first, size }, strengthOfLevel(level), strengthOfLevel(level));
  assert.equal(edge(0, 11), 0);
  assert.equal(edge(-1, 9), -edge(1, 9));
  const sizes = [5, 7, 9, 11, 13].map((size) => edge(1, size));
  assert.deepEqual(sizes, [494, 494, 295, 215, 215]);
  assert.ok(edge(1, 8) < edge(1, 7) && edge(1, 8) > edge(1, 9));
  const levels = [1, 3, 5, 6, 15].map((level) => edge(1, 7, level));
  assert.ok(levels[0] === levels[1] && levels[1] < levels[2] && levels[2] < levels[3] && levels[3] < levels[4]);
  assert.equal(edgeOf({ first: 1, size: 7 }, strengthOfLevel(3), strengthOfLevel(9)), edge(1, 7, 3));
  assert.equal(edgeOf({ first: -1, size: 7 }, strengthOfLevel(3), strengthOfLevel(9)), edge(-1, 7, 9));
  const strength = (/** @type {-1 | 0 | 1} */ first) =>
    /** @type {Estimate} */ (estimate(played(6, "WLWL", { first }), TODAY)).strength;
  assert.ok(strength(1) < strength(0) && strength(0) < strength(-1));
});

test("no easier level after a win, no harder one after a loss", () => {
  const at = (/** @type {number} */ level) => ({ strength: strengthOfLevel(level), doubt: 100, games: 9 });
  assert.deepEqual([nextLevel(at(7), { level: 6, won: true }), nextLevel(at(7), { level: 6, won: false })], [7, null]);
  assert.deepEqual([nextLevel(at(5), { level: 6, won: true }), nextLevel(at(5), { level: 6, won: false })], [null, 5]);
  assert.deepEqual(
    [nextLevel(at(6), { level: 6, won: true }), nextLevel(at(6), { level: 6, won: false })],
    [null, null],
  );
  const terms = /** @type {const} */ ({ size: 11, first: 1 });
  assert.equal(nextLevel(at(6), { level: 6, won: true, terms }), 7, "who moves first can play a higher level");
  const [weakest, strongest] = [-500, STRENGTHS[HIGHEST - 1] + 500].map((strength) => ({ ...at(1), strength }));
  assert.deepEqual([levelFor(weakest), levelFor(strongest), levelFor(strongest, { most: 10 })], [1, 15, 10]);
});

/** @typedef {Partial<import("../../src/hexmate/web/static/js/game/state.js").State>} Changes */

/** A finished game of yours, as Black, against level 6. @param {Changes} [changes] */
const finished = (changes = {}) =>
  stateOf("a1 a2 b1 b2 c1 c2 d1", {
    status: "finished",
    rows: 7,
    cols: 7,
    swap: "pieces",
    seats: { black: seat(), white: seat({ kind: "ai", ai: "level:n=6" }) },
    result: { result: "B+", winner: "black", winner_seat: "black", termination: "connection", chain: [] },
    ...changes,
  });
const ALONE = { helped: false, day: TODAY };

test("a finished game against a level counts", () => {
  assert.deepEqual(playedGame(finished(), ALONE), {
    opponent: "level:n=6",
    size: 7,
    first: 0,
    won: true,
    day: TODAY,
  });
  assert.equal(playedGame(finished({ swap: null }), ALONE)?.first, 1);
  assert.equal(levelAgainst(finished()), 6);
});

test("other games do not count", () => {
  const { seats } = finished();
  const result = /** @type {NonNullable<Changes["result"]>} */ (finished().result);
  const white = /** @type {const} */ ({ result: "W+", winner: "white", winner_seat: "white" });
  /** @type {Record<string, [Changes, Partial<typeof ALONE>?]>} */
  const others = {
    "won with help": [{}, { helped: true }],
    "not over": [{ result: null }],
    drawn: [{ result: { ...result, winner: null, winner_seat: null } }],
    "on time": [{ result: { ...result, termination: "timeout" } }],
    "resigned at once": [{ moves: [], result: { ...result, ...white, termination: "resignation" } }],
    "two people": [{ you: ["black", "white"], seats: { black: seats.black, white: seats.black } }],
    watched: [{ you: [] }],
    "with an engine's help": [{ seats: { ...seats, black: { ...seats.black, kind: "hybrid", ai: "hexmate" } } }],
    "an engine of unknown strength": [{ seats: { ...seats, white: { ...seats.white, ai: "uct:time=2" } } }],
    "another shape": [{ shape: "square" }],
    "a rectangle": [{ cols: 9 }],
    tiny: [{ rows: 4, cols: 4 }],
    "from a position": [{ start: "3 hex ..." }],
  };
  for (const [name, [changes, circumstances]] of Object.entries(others))
    assert.equal(playedGame(finished(changes), { ...ALONE, ...circumstances }), null, name);
  assert.equal(playedGame(finished({ result: { ...result, ...white } }), { ...ALONE, helped: true })?.won, false);
});

/** @param {string} [text] what the browser has stored */
function storageWith(text) {
  /** @type {Map<string, string>} */ const items = new Map(text === undefined ? [] : [["hexmate.levels", text]]);
  return {
    getItem: (/** @type {string} */ key) => items.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void items.set(key, value),
    removeItem: (/** @type {string} */ key) => void items.delete(key),
  };
}

test("games are remembered, the latest first, and not for ever", () => {
  const storage = storageWith();
  for (let number = 0; number < 80; number += 1) addGame({ ...played(6, "W")[0], day: number }, storage);
  const { games } = readHistory(storage);
  assert.deepEqual([games.length, games[0].day], [60, 79]);
});

test("damaged memory costs what is damaged, and full storage nothing", () => {
  const [sound] = played(6, "W");
  const damaged = [sound, null, 7, {}, { ...sound, won: "yes" }, { ...sound, opponent: "x" }, { ...sound, day: 0.5 }];
  const text = JSON.stringify({ games: damaged, helped: "no", dismissed: "six" });
  assert.deepEqual(readHistory(storageWith(text)), { games: [sound], helped: [], dismissed: null });
  for (const broken of ["", "{", "null", "7", "[]", '{"games": {}}'])
    assert.deepEqual(readHistory(storageWith(broken)).games, [], broken);
  const full = {
    ...storageWith(),
    setItem() {
      throw new Error("full");
    },
  };
  addGame(sound, full);
  assert.deepEqual(readHistory(full).games, []);
});

test("help is remembered until a new game begins under the same id", () => {
  const storage = storageWith();
  noteHelp("local-2", storage);
  noteHelp("local-2", storage);
  assert.deepEqual(readHistory(storage).helped, ["local-2"]);
  assert.ok(wasHelped("local-2", storage) && !wasHelped("local", storage));
  noteBeginning("local-2", storage);
  assert.ok(!wasHelped("local-2", storage));
});

const AT_SIX = { strength: strengthOfLevel(6), doubt: 80, games: 12 };
/** @param {Partial<import("../../src/hexmate/web/static/js/setup/options.js").Options>} [chosen] */
const options = (chosen = {}) => ({ ...defaultOptions(), ...chosen });

test("the advice says which level suits you, and leads there", () => {
  useTexts("en", english);
  const suits = levelAdvice(options({ otherLevel: 6 }), [], AT_SIX);
  assert.deepEqual([suits?.text, suits?.answers], ["Level 6 suits you: you win about half of your games.", []]);
  const high = levelAdvice(options({ otherLevel: 9 }), [], AT_SIX);
  assert.match(
    high?.text ?? "",
    /^At level 9 you would win (about 1 game in 10|hardly any games)\. Level 6 suits you\./,
  );
  assert.deepEqual(high?.answers[0], { label: "Choose level 6", changes: { otherLevel: 6 } });
  for (const chosen of /** @type {const} */ ([
    { otherPlayer: "uct" },
    { shape: "square" },
    { rows: 9 },
    { you: "ai" },
    { other: "person" },
    { other: "open" },
  ]))
    assert.equal(levelAdvice(options(chosen), [], AT_SIX), null, JSON.stringify(chosen));
});

test("the advice calls the first and the last level what they are if they do not suit you", () => {
  useTexts("en", english);
  for (const [otherLevel, strength, expected] of /** @type {[number, number, string][]} */ ([
    [1, -400, "Level 1 is the easiest: you win about 1 game in 10."],
    [1, 0, "Level 1 suits you: you win about half of your games."],
    [15, strengthOfLevel(15) + 400, "Level 15 is the strongest: you win about 9 games in 10."],
  ]))
    assert.equal(levelAdvice(options({ otherLevel }), [], { ...AT_SIX, strength })?.text, expected);
});

test("the first move is offered where it makes an uneven game nearly even", () => {
  const offered = [7, 13].map((size) => {
    const advice = levelAdvice(options({ otherLevel: 7, rows: size, cols: size }), [], {
      ...AT_SIX,
      strength: strengthOfLevel(7) - 140,
    });
    return advice?.answers.slice(1).map(({ changes }) => changes);
  });
  assert.deepEqual(offered[0], [{ swap: "none", begins: "you" }]);
});

test("the level that suits you depends on who has the first move", () => {
  const level = (/** @type {"you" | "other" | "random"} */ begins) =>
    levelAdvice(options({ swap: "none", begins, rows: 7, cols: 7 }), [], AT_SIX)?.level ?? 0;
  assert.ok(level("you") > 6 && level("other") < 6);
  assert.equal(level("random"), 6);
});

test("shares in words", () => {
  useTexts("en", english);
  assert.deepEqual([0.02, 0.1, 0.33, 0.5, 0.97].map(shareText), [
    "hardly any games",
    "about 1 game in 10",
    "about 3 games in 10",
    "about half of your games",
    "almost all games",
  ]);
});

test("advice that you close stays closed until another level suits you", () => {
  const storage = storageWith();
  const shown = (/** @type {Estimate | null} */ found) => adviceOf(options(), [], found, storage) !== null;
  assert.ok(shown(AT_SIX) && !shown(null));
  dismiss(6, storage);
  assert.ok(!shown(AT_SIX));
  assert.ok(shown({ ...AT_SIX, strength: strengthOfLevel(7) }));
});

test("two people of unequal strength are told what the first move evens out", () => {
  useTexts("en", english);
  const two = { you: /** @type {const} */ ("person"), other: /** @type {const} */ ("person") };
  assert.deepEqual(friendsAdvice(options(two))?.answers[0].changes, { swap: "none" });
  assert.match(friendsAdvice(options(two))?.text ?? "", /On 11×11 .* games in 10\. A smaller board evens out more\.$/);
  assert.deepEqual(friendsAdvice(options({ ...two, swap: "none" }))?.answers, []);
  assert.doesNotMatch(friendsAdvice(options({ ...two, rows: 7, cols: 7 }))?.text ?? "", /smaller/);
  assert.equal(friendsAdvice(options({ ...two, shape: "square" })), null);
  assert.equal(friendsAdvice(options()), null);
});
