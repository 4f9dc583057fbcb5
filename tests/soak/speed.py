"""The ratios of `make bench`, for the page of measurements."""

from benchmarks import measures
from benchmarks.networks import against_onnx_runtime

from .job import Job, Totals


class Speed(Job):
    """Every line of the benchmark table."""

    name = "speed against OpenSpiel and numpy"
    figure = "every target of `make bench`"

    def step(self, number: int, totals: Totals) -> None:
        totals["lines"] = [
            (f"{r.name}: {r.ratio:,.2f} ({r.limit}{'; ' + r.verdict if r.lacks else ''})", r.met)
            for measure in measures()
            for r in measure()
        ]

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return all(met for _, met in totals["lines"]), "; ".join(
            text for text, _ in totals["lines"]
        )


class NetworkSpeed(Job):
    """The core's runner beside ONNX Runtime, in turns; the median of three."""

    name = "network on one core"
    figure = (
        "`small` on 11x11, one core: at least 1.5 times the evaluations per second of ONNX Runtime "
        "in 32 bits with 8 bits, and as many in 32 bits, in the same run"
    )

    def step(self, number: int, totals: Totals) -> None:
        for device, target in (("int8", 1.5), ("core", 1.0)):
            tries = [against_onnx_runtime("small", device, target) for _ in range(3)]
            middle = sorted(tries, key=lambda each: each.ratio)[1]
            totals[device] = [middle.met, f"{middle.ours} ({middle.ratio:.1f} times {middle.peer})"]

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        (int8, in_8_bits), (f32, in_32_bits) = totals["int8"], totals["core"]
        return int8 and f32, f"8 bits {in_8_bits}, 32 bits {in_32_bits}"
