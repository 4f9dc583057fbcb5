"""Tree search with a network on two cores: time spent outside the network; networks on one core."""

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


def against_onnx_runtime(name: str, device: str, target: float, lacks: str = "") -> Result:
    """How much faster a device evaluates a batch on 11x11 than ONNX Runtime does, on one core."""
    nets = [NetEvaluator(find_model(name), device=each) for each in (device, "cpu")]
    views = np.random.default_rng(1).integers(0, 3, (BATCH, 11, 11), dtype=np.uint8)
    ours, theirs = interleaved(*(lambda net=net: len(net.evaluate(views)[1]) for net in nets))
    speeds = (f"{1 / seconds:,.0f}/s" for seconds in (ours, theirs))
    title = f"network {name} on {device}, on ONNX Runtime"
    return Result(title, *speeds, theirs / ours, target, lacks=lacks)


def measure() -> list[Result]:
    outside = {device: share_outside(device) for device in ("core", "openvino", "cpu")}
    return [
        *(
            Result(f"time outside the network, {device}, two cores", "", "-", share, 0.1, True)
            for device, share in outside.items()
        ),
        against_onnx_runtime(BEST, "openvino", 1.5, lacks="" if has_bf16() else "bf16"),
        against_onnx_runtime("small", "core", 1.0),
        against_onnx_runtime(BEST, "core", 1.0),
        against_onnx_runtime("small", "int8", 1.5),
    ]
