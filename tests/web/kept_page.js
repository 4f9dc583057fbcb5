/**
 * What a browser remembers, and a link that holds a game: `node tests/web/kept_page.js` writes them as JSON, for
 * tests/data/formats/VERSION/page.json. `formats.test.js` reads those of every version.
 */

export {};

/** @type {Map<string, string>} */
const items = new Map();
const storage = {
  getItem: (/** @type {string} */ key) => items.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => void items.set(key, value),
  removeItem: (/** @type {string} */ key) => void items.delete(key),
};
Object.defineProperty(globalThis, "localStorage", { value: storage });

const JS = "../../src/hexmate/web/static/js";
const { settings } = await import(`${JS}/settings.js`);
const { remembered } = await import(`${JS}/setup/options.js`);
const { keepGame } = await import(`${JS}/game/kept.js`);
const { keepInvite } = await import(`${JS}/game/invites.js`);
const puzzles = await import(`${JS}/puzzles/progress.js`);
const tasks = await import(`${JS}/tasks/progress.js`);
const { TASKS } = await import(`${JS}/tasks/tasks.js`);
const { pack, studyAddress } = await import(`${JS}/share/packed.js`);

settings.set("theme", "colorblind");
settings.set("delay", 700);
remembered().set("rows", 7);
remembered().set("swap", "sides");
keepGame(
  {
    rows: 5,
    cols: 5,
    shape: "hex",
    swap: "pieces",
    moves: ["b1", "swap-pieces", "c3"],
    engines: { white: "uct", seed: 1 },
  },
  storage,
);
keepInvite("abcdefghij", "a secret", storage);
const progress = puzzles.createProgress(storage);
progress.record({ id: "one", rating: 1200 }, 1);
progress.finishDay(20_000);
tasks.createProgress(storage).solve(TASKS[0].id);
const record = { schema: "hexmate-game/1", rows: 5, cols: 5, swap: null, nodes: [{}, "a2", "b3"] };
const link = studyAddress("/analyse", await pack(record), 2);
console.log(JSON.stringify({ storage: Object.fromEntries(items), link }, null, 1));
