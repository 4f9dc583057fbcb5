"""Self-play on a GPU: its speed, and its share of the network's own speed."""

import time

import torch

from hexmate.learn.net.model import SIZES, HexNet
from hexmate.learn.net.self_play_pool import PlayingNet, SelfPlayPool
from hexmate.learn.net.settings import PlaySettings
from tests.soak.job import Job, Totals

PLAY = PlaySettings(shares={11: 1.0}, games=4096, batches=2, threads=16)


def self_play_rate(net: HexNet, seconds: float, play: PlaySettings = PLAY) -> float:
    """Positions per second that compiled self-play evaluates."""
    pool = SelfPlayPool(play, 1, net, torch.device("cuda"), compiled=True)
    pool.warm_up()
    before, begun = pool.leaves, time.perf_counter()
    while (took := time.perf_counter() - begun) < seconds:
        pool.step(play.shares)
    return (pool.leaves - before) / took


def inference_rate(net: HexNet, seconds: float, batch: int = PLAY.games, size: int = 11) -> float:
    """Positions per second that the same network, compiled, evaluates without self-play."""
    device = torch.device("cuda")
    play = PlayingNet(net, device, compiled=True)
    views = torch.randint(0, 3, (batch, size, size), dtype=torch.uint8, device=device)
    for _ in range(3):
        play(views, size)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        play(views, size)
    done, begun = 0, time.perf_counter()
    while (took := time.perf_counter() - begun) < seconds:
        for _ in range(20):
            graph.replay()
        torch.cuda.synchronize()
        done += 20 * batch
    return done / took


class GpuSelfPlay(Job):
    """Runs only where there is a GPU."""

    name = "self-play on a GPU"
    figure = (
        "11x11, small network, 120 s: 600,000 positions evaluated per second, and half of what the "
        "compiled network reaches without games, in the same run"
    )

    def step(self, number: int, totals: Totals) -> None:
        torch.manual_seed(1)
        net = HexNet(SIZES["small"]).to("cuda").eval()
        totals["alone"] = inference_rate(net, 5)
        totals["played"] = self_play_rate(net, 120)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        played, alone = totals["played"], totals["alone"]
        measured = f"{played:,.0f} per second, {played / alone:.0%} of {alone:,.0f}"
        return played >= 600_000 and played >= alone / 2, measured
