"""The network on the GPU of a browser: its answers, by Chromium's software adapter."""

from playwright.sync_api import sync_playwright
from support.browser import launch
from support.gpu import difference
from support.static_server import StaticServer

from hexmate.nets.shipped import find_model

from .job import Job, Totals

NETWORKS = ("small", "tiny")
"""The one that predicts people's moves runs on the processor."""
SIZES = (1, 2, 5, 7, 9, 11, 13, 19, 30)
CELLS = 4000
"""In a batch: the adapter is slow."""


class PageGpu(Job):
    """Each network of the page on boards of many sizes, in large batches, against the core."""

    name = "network on the GPU"
    figure = (
        "the page's networks on the GPU (WGSL, on Chromium's software adapter) give the core's "
        "answers to 1e-3"
    )

    def step(self, number: int, totals: Totals) -> None:
        with StaticServer() as server, sync_playwright() as playwright:
            page = launch(playwright, gpu=True).new_page()
            page.goto(server.url + "/rules")
            for name in NETWORKS:
                weights = find_model(name).with_suffix(".hexnet").read_bytes()
                for side in SIZES:
                    count = max(1, min(64, CELLS // side**2))
                    found = difference(page, weights, side, count)
                    totals["worst"] = max(totals.get("worst", 0.0), found)
                    totals["positions"] = totals.get("positions", 0) + count + 2

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        worst = totals["worst"]
        return worst < 1e-3, f"{totals['positions']} positions: {worst:.1e} at most"
