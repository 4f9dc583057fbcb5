"""The network on the GPU beside the core in WebAssembly, in a page of the plain modules."""

import base64

from playwright.sync_api import Page

_COMPARE = """async ({ file, side, count }) => {
  const { createEngine } = await import("/static/js/engine/core.js");
  const { openNetwork } = await import("/static/js/engine/gpu/device.js");
  const { randomViews } = await import("/static/js/engine/gpu/calibration.js");
  const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
  const module = await (await fetch("/static/engine/hexmate.wasm")).arrayBuffer();
  const engine = await createEngine(module);
  const gpu = await openNetwork(bytes);
  const network = engine.network(bytes);
  let worst = 0;
  // Batches of several sizes, on a board of another size in between, with cells off the board.
  for (const [length, many] of [[side, count], [side + 2, 1], [side, 1]]) {
    const views = randomViews(many, length);
    for (let row = 1; row < length; ++row) views[length * row - 1] = 3;
    const expected = engine.evaluate(network, views, length, length);
    const found = await gpu.evaluate(views, length);
    for (const name of ["logits", "wins"])
      expected[name].forEach((number, at) => {
        const scale = Math.max(1, Math.abs(number));
        worst = Math.max(worst, Math.abs(found[name][at] - number) / scale);
      });
  }
  gpu.close();
  return worst;
}"""


def difference(page: Page, file: bytes, side: int, count: int) -> float:
    """The largest difference of any answer, relative to those above 1."""
    asked = {"file": base64.b64encode(file).decode(), "side": side, "count": count}
    return float(page.evaluate(_COMPARE, asked))
