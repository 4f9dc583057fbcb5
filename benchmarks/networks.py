"""Tree search with a network on two cores: time spent outside the network, and two runtimes."""

import time

import numpy as np
import openvino

from benchmarks.measure import Result, interleaved
from hexmate import Board
from hexmate.nets.evaluator import Answers, NetEvaluator
from hexmate.nets.shipped import BEST, find_model
from hexmate.players import Limit, MctsPlayer

CORES = 2
BATCH = 8


class TimedNet:
    """A network that counts the seconds it computes."""

    def __init__(self, device: str) -> None:
        self._net = NetEvaluator(find_model(BEST), device=device, threads=CORES)
        self.seconds = 0.0

    def evaluate(self, views: np.ndarray) -> Answers:
        begun = time.perf_counter()
        answers = self._net.evaluate(views)
        self.seconds += time.perf_counter() - begun
        return answers


def share_outside(device: str, moves: int = 12, seconds: float = 0.5) -> float:
    """The share of the first moves of a game on 11x11 that is not spent in the network."""
    net = TimedNet(device)
    player, board = MctsPlayer(net, batch=BATCH), Board(11)
    player.play(board, Limit(visits=BATCH))  # warm up the runtime
    player.start(board, board.turn)
    net.seconds = searching = 0.0
    for _ in range(moves):
        begun = time.perf_counter()
        result = player.play(board, Limit(time=seconds))
        searching += time.perf_counter() - begun
        board.push(result.move)
    return 1 - net.seconds / searching


def has_bf16() -> bool:
    """True if the processor computes in bf16, which is why OpenVINO is faster."""
    return "BF16" in openvino.Core().get_property("CPU", "OPTIMIZATION_CAPABILITIES")


def measure() -> list[Result]:
    nets = [NetEvaluator(find_model(BEST), device=device) for device in ("openvino", "cpu")]
    views = np.random.default_rng(1).integers(0, 3, (BATCH, 11, 11), dtype=np.uint8)
    brief, plain = interleaved(*(lambda net=net: len(net.evaluate(views)[1]) for net in nets))
    outside = {device: share_outside(device) for device in ("openvino", "cpu")}
    return [
        *(
            Result(f"time outside the network, {device}, two cores", "", "-", share, 0.1, True)
            for device, share in outside.items()
        ),
        Result(
            "network on OpenVINO, on ONNX Runtime",
            f"{1 / brief:,.0f}/s",
            f"{1 / plain:,.0f}/s",
            plain / brief,
            1.5,
            lacks="" if has_bf16() else "bf16",
        ),
    ]
