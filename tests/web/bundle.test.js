import assert from "node:assert/strict";
import { test } from "node:test";

import { groupsOf } from "../../tools/bundle/groups.js";

/** @param {Record<string, string[]>} modules what each imports; lazily after a `?` */
const graphOf = (modules) =>
  Object.fromEntries(
    Object.entries(modules).map(([name, imports]) => [
      name,
      {
        imports: imports.map((path) => ({
          path: path.replace("?", ""),
          kind: path.startsWith("?") ? "dynamic-import" : "import-statement",
        })),
      },
    ]),
  );

test("a module is in the bundle of its page, or in one that pages share", () => {
  const pages = ["start", "setup", "game", "watch", "library"].map((page) => `?pages/${page}.js`);
  const groups = groupsOf(
    graphOf({
      "main.js": ["ui.js", ...pages],
      "ui.js": [],
      "pages/start.js": ["ui.js", "board.js", "game/kept.js"],
      "board.js": [],
      "game/kept.js": ["rules.js"],
      "rules.js": [],
      "pages/setup.js": ["ui.js", "number.js"],
      "number.js": [],
      "pages/game.js": ["board.js", "number.js", "moves.js", "chat.js"],
      "chat.js": [],
      "moves.js": ["tree.js"],
      "tree.js": [],
      "pages/watch.js": ["replay.js", "?pages/game.js"],
      "pages/library.js": ["replay.js", "tree.js", "search.js"],
      "replay.js": ["tree.js"],
      "search.js": [],
    }),
  );
  assert.deepEqual(Object.fromEntries(groups), {
    "main.js": "main",
    "ui.js": "main",
    "pages/start.js": "main",
    "board.js": "main",
    "game/kept.js": "main",
    "rules.js": "main",
    "pages/setup.js": "setup",
    "number.js": "main",
    "pages/game.js": "game",
    "chat.js": "game",
    "moves.js": "game",
    "tree.js": "views",
    "pages/watch.js": "watch",
    "pages/library.js": "library",
    "replay.js": "records",
    "search.js": "library",
  });
});
