"""The tutorials, timed: train a perfect 5x5 player and a 7x7 player from scratch."""

import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.soak.job import Job, Totals
from tests.soak.match import Match, Terms

ROOT = Path(__file__).parents[2]
MINUTES = 10


class Tutorial(Job):
    """The commands of docs/learning.md, and a test of the network they made."""

    name = "the 5x5 tutorial"
    figure = (
        f"from scratch in under {MINUTES} minutes on 2 cores: wins after all 13 winning openings "
        "at 32 visits against perfect; untrained it fails"
    )

    def step(self, number: int, totals: Totals) -> None:
        with TemporaryDirectory() as folder:
            run, net = Path(folder) / "5x5", Path(folder) / "net.onnx"
            begun = time.monotonic()
            _hexmate("train", "net", ROOT / "examples" / "train-5x5.toml", "--out", run)
            _hexmate("export", run, "--out", net)
            totals["seconds"] = time.monotonic() - begun
            totals["won"] = _benchmark(net)
            raw = Path(folder) / "raw.onnx"
            _hexmate("export", run / "nets" / "3x32-0000000.pt", "--out", raw)
            totals["untrained"] = _benchmark(raw)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        met = totals["won"] == 13 and totals["untrained"] < 13
        measured = (
            f"{totals['won']} of 13 after {totals['seconds'] / 60:.1f} minutes; "
            f"untrained {totals['untrained']} of 13"
        )
        return met and totals["seconds"] < 60 * MINUTES, measured


class LargerTutorial(Job):
    """A 7x7 player by the commands of docs/learning.md."""

    name = "the 7x7 tutorial"
    figure = (
        "from scratch on 2 cores: at 64 visits wins 80 % of 20 games against uct:visits=500, "
        "untrained it fails"
    )

    def step(self, number: int, totals: Totals) -> None:
        with TemporaryDirectory() as folder:
            run = Path(folder) / "7x7"
            begun = time.monotonic()
            config = ROOT / "examples" / "train-7x7.toml"
            _hexmate("train", "net", config, "--out", run, "--threads", "2")
            totals["seconds"] = time.monotonic() - begun
            for name, source in (("trained", run), ("raw", run / "nets" / "4x48-0000000.pt")):
                net = Path(folder) / f"{name}.onnx"
                _hexmate("export", source, "--out", net)
                totals[name] = _won(f"mcts:net={net},visits=64", "uct:visits=500")

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        measured = (
            f"{totals['trained']} of 20 after {totals['seconds'] / 60:.0f} minutes; "
            f"untrained {totals['raw']} of 20"
        )
        return totals["trained"] >= 16 > totals["raw"], measured


def _won(player: str, opponent: str) -> int:
    match, totals = Match(player, opponent, 0.8, 20, Terms(7, None)), {}
    for number in range(match.steps):
        match.step(number, totals)
    return totals["wins"]


def _hexmate(*arguments: object) -> None:
    command = [sys.executable, "-m", "hexmate", *map(str, arguments)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def _benchmark(net: Path) -> int:
    command = [sys.executable, str(ROOT / "examples" / "benchmark_5x5.py"), str(net)]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return int(told.split()[0])
