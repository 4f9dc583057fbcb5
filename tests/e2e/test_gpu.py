"""The network on the GPU, by Chromium's software adapter: right answers, chosen if faster."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from support.browser import launch, visit
from support.gpu import difference
from support.random_network import random_hexnet

from hexmate.nets.hexnet_file import Encoding
from hexmate.nets.shipped import page_models

SMALL = page_models()["small"].read_bytes()
WORKER = """() => new Promise((resolve, reject) => {
  const worker = new Worker("/static/js/engine/worker.js", { type: "module" });
  const position = "5x5 hex - 5/5/2b2/5/5 w";
  const ask = (ref) =>
    worker.postMessage({ type: "analyse", ref, position, player: "hexmate", limit: { time: 0.2 } });
  const heard = [];
  worker.onerror = reject;
  worker.onmessage = ({ data }) => {
    if (data.type === "error") reject(new Error(data.message));
    if (data.final) heard.push(data.lines[0].move);
    if (data.type === "accelerated") {
      heard.push(data.gpu);
      ask("2");
    }
    if (heard.length === 3) resolve(heard);
  };
  const at = (name) => new URL(`/static/engine/${name}`, location).href;
  const addresses = { module: at("hexmate.wasm"), weights: { small: at("small.hexnet") } };
  worker.postMessage({ type: "open", addresses, gpu: KNOWN });
  ask("1");
})"""


@pytest.fixture(scope="module")
def gpu_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright, gpu=True)
        yield browser
        browser.close()


@pytest.mark.parametrize(
    ("file", "side"),
    [
        pytest.param(random_hexnet(blocks=2, channels=32), 5, id="8 bits"),
        pytest.param(random_hexnet(blocks=1, channels=18, encoding=Encoding.f16), 4, id="16 bits"),
        pytest.param(random_hexnet(blocks=2, channels=33, encoding=Encoding.f32), 3, id="32 bits"),
        pytest.param(SMALL, 9, id="small"),
    ],
)
def test_it_answers_as_the_core_does(gpu_browser, pages, file, side):
    with visit(gpu_browser, pages.url + "/rules") as page:
        assert difference(page, file, side, 3) < 1e-3


@pytest.mark.parametrize(("known", "chosen"), [("true", True), ("null", False)])
def test_a_worker_uses_it_if_it_is_the_faster_one(gpu_browser, pages, known, chosen):
    with visit(gpu_browser, pages.url + "/rules") as page:
        page.route(
            "**/*.hexnet", lambda route: route.fulfill(body=random_hexnet(blocks=1, channels=32))
        )
        first, found, second = page.evaluate(WORKER.replace("KNOWN", known))
        assert (found, len(first), len(second)) == (chosen, 2, 2)
