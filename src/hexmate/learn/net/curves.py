"""A run's reports as curves for TensorBoard."""

from pathlib import Path

from torch.utils.tensorboard import SummaryWriter

from hexmate.learn.net.run import RunReport

__all__ = ["Curves"]


class Curves:
    """Writes the numbers of each report under the names listed in docs/learning.md."""

    def __init__(self, folder: Path) -> None:
        self._writer = SummaryWriter(str(folder))

    def close(self) -> None:
        """Write everything and close the file."""
        self._writer.close()

    def add(self, report: RunReport) -> None:
        """Add one point to each curve."""
        numbers = {
            "learn/rate": report.rate,
            "play/evaluations_per_second": report.leaves_per_second,
            "play/window": report.window,
            "play/positions": report.samples,
        }
        for net, losses in report.losses.items():
            numbers |= {f"loss/{net}/{name}": value for name, value in losses.items()}
        for size, counts in report.games.items():
            games = max(1, counts["games"])
            numbers[f"play/{size}/games"] = counts["games"]
            numbers[f"play/{size}/moves"] = counts["moves"] / games
            numbers[f"play/{size}/black_wins"] = counts["black_wins"] / games
            if counts.get("checked"):
                numbers[f"play/{size}/false_resigns"] = counts["false_resigns"] / counts["checked"]
        if report.gate is not None:
            numbers["gate/score"] = report.gate["score"]
        for name, value in numbers.items():
            self._writer.add_scalar(name, value, report.steps)
        self._writer.flush()
