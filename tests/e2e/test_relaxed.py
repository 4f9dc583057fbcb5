"""The engine's second module, with relaxed SIMD, in a browser that has these instructions."""

import pytest
from support.browser import visit

COMPARE = """async () => {
  const { createEngine } = await import("/static/js/engine/core.js");
  const { randomViews } = await import("/static/js/engine/gpu/calibration.js");
  const bytesOf = async (name) => (await fetch(`/static/engine/${name}`)).arrayBuffer();
  const module = await bytesOf("hexmate.wasm");
  const file = new Uint8Array(await bytesOf("NETWORK.hexnet"));
  const engines = [await createEngine(module), await createEngine(module, { relaxed: null })];
  const networks = engines.map((engine) => engine.network(file, { int8: true }));
  const same = [1, 2, 5, 11, 13].every((side) => {
    const views = randomViews(2, side);
    const answers = engines.map((engine, at) => engine.evaluate(networks[at], views, side, side));
    const [one, other] = answers.map(({ logits, wins }) => [...logits, ...wins]);
    return one.every((number, at) => number === other[at]);
  });
  return [engines[0].relaxed, engines[1].relaxed, same];
}"""


@pytest.mark.parametrize("network", ["small", "tiny"])
def test_it_runs_and_gives_the_same_answers(browser, pages, network):
    with visit(browser, pages.url + "/rules") as page:
        assert page.evaluate(COMPARE.replace("NETWORK", network)) == [True, False, True]
