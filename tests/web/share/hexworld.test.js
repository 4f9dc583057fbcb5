import assert from "node:assert/strict";
import { test } from "node:test";

import { cursorNode, readTree } from "../../../src/hexmate/web/static/js/game/tree.js";
import { fitsHexworld, HEXWORLD, hexworldLink } from "../../../src/hexmate/web/static/js/share/hexworld.js";

/** @param {any[]} nodes @param {object} [fields] */
function linkOf(nodes, fields = {}) {
  const tree = readTree({ schema: "hexmate-game/1", rows: 5, cols: 5, swap: "pieces", nodes, ...fields });
  const found = hexworldLink(tree, cursorNode(tree));
  assert.ok(found);
  return { ...found, link: found.link.replace(HEXWORLD, "") };
}

for (const [name, nodes, fields, link, lost] of /** @type {[string, any[], any, string, string[]][]} */ ([
  ["an empty board", [{}], {}, "#5", []],
  ["moves and a swap", [{}, "a2", "swap-pieces", "c3"], {}, "#5,a2:sc3", []],
  ["swap-sides, a pass", [{}, "a2", "swap-sides", "c3", "pass"], { swap: "sides" }, "#5,a2:Sc3:p", []],
  ["columns before rows", [{}, "c1"], { rows: 2, cols: 7, swap: null }, "#7x2,c1", []],
  ["a resignation", [{}, "a2", "w:resign"], {}, "#5,a2:rw", []],
  ["an end by time", [{}, "a2", "w:time-out"], {}, "#5,a2", ["ending"]],
  ["a move out of turn", [{}, "a2", "b:c3"], {}, "#5,a2:pc3", []],
  ["the cursor", [{}, "a2", "b3", "c4"], { at: 1 }, "#5,a2,b3c4", []],
  ["the cursor at the start", [{}, "a2"], { at: 0 }, "#5,,a2", []],
  ["a variation", [{}, "a2", "b3", { parent: 1, move: "c4" }], { at: 3 }, "#5,a2c4", ["variations"]],
  [
    "comments and marks",
    [{ comment: "x" }, { move: "a2", marks: { circle: ["a1"] } }],
    {},
    "#5,a2",
    ["comments", "marks"],
  ],
  [
    "set-up stones",
    [{ setup: { black: ["a1", "b1"], white: ["c1"], turn: "white" } }, "d1"],
    {},
    "#5,a1c1b1d1",
    ["setup"],
  ],
  ["White first", [{ setup: { white: ["c1"] } }], {}, "#5,:pc1", ["setup"]],
  ["stones set up later", [{}, "a2", { setup: { white: ["c1"] } }, "d1"], {}, "#5,a2", ["cut"]],
])) {
  test(`HexWorld: ${name}`, () => {
    assert.deepEqual(linkOf(nodes, fields), { link, lost });
  });
}

test("boards that HexWorld does not have get no link and no error", () => {
  assert.equal(fitsHexworld({ rows: 31, cols: 5, shape: "hex" }), false);
  for (const fields of [{ shape: "square" }, { rows: 31 }]) {
    const tree = readTree(/** @type {any} */ ({ schema: "hexmate-game/1", rows: 5, cols: 5, nodes: [{}], ...fields }));
    assert.equal(hexworldLink(tree, tree.root), null);
  }
});
