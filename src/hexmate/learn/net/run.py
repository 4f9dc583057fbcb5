"""A training run: self-play and learning in turn; it can be killed and resumed at any moment.

Everything follows from the settings and the counters, never from the clock. So a run that was
killed and resumed ends with the same weights as one that was not
(on a CPU; GPUs round differently).
"""

import json
import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

import torch
from torch import Tensor

from hexmate.errors import TrainingError
from hexmate.learn.device import choose_device
from hexmate.learn.net.checkpoint import Checkpoints, read_parts
from hexmate.learn.net.export import Weights
from hexmate.learn.net.gate import play_match
from hexmate.learn.net.model import SIZES, HexNet, NetSize
from hexmate.learn.net.replay import ReplayBuffer
from hexmate.learn.net.self_play_pool import PlayingNet, SampleSource, SelfPlayPool
from hexmate.learn.net.settings import RunSettings
from hexmate.learn.net.shards import Shards
from hexmate.learn.net.stored_settings import differences, read_stored, write_stored
from hexmate.learn.net.trainer import LOSSES, Trainer
from hexmate.learn.net.unfold import read_weights

__all__ = ["Run", "RunReport", "best_net", "kept_nets", "net_size"]


def net_size(name: str) -> NetSize:
    """The size of a name in `SIZES`, or of blocks and channels as in `4x48`."""
    if name in SIZES:
        return SIZES[name]
    blocks, _, channels = name.partition("x")
    if not (blocks.isdigit() and channels.isdigit() and int(blocks) and int(channels)):
        raise TrainingError(f"a network is {', '.join(SIZES)} or a size like 4x48 (got '{name}')")
    return NetSize(int(blocks), int(channels))


@dataclass(frozen=True, slots=True)
class RunReport:
    """The state of a run, reported every few seconds and after each gate match."""

    steps: int
    seconds: float
    rate: float
    window: int
    samples: int
    leaves: int
    leaves_per_second: float
    losses: dict[str, dict[str, float]] = field(default_factory=dict)
    games: dict[int, dict[str, int]] = field(default_factory=dict)
    gate: dict[str, float] | None = None
    """After a gate match: the share of games won, and the number of updates of the best network."""


class Run:
    """A run in a folder.

    The folder has `settings.json`, `log.jsonl` (one report per line), `checkpoints/`, `window/`
    (the positions), and `nets/`: averaged weights for play, one file per network and checkpoint.
    """

    def __init__(
        self,
        settings: RunSettings,
        folder: Path,
        source: Callable[[RunSettings, HexNet], SampleSource] | None = None,
    ) -> None:
        """Start a run, or resume the one in the folder; by default self-play is in this process."""
        self.settings, self.folder = settings, folder
        self.device = choose_device(settings.device)
        self._check_settings()
        torch.manual_seed(settings.seed)
        if self.device.type == "cuda":
            torch.set_float32_matmul_precision("high")
            torch.backends.cudnn.benchmark = True
        names = (settings.net, *settings.students)
        self.trainers = {
            name: Trainer(HexNet(net_size(name)), self.device, settings.learn, settings.compiled)
            for name in names
        }
        self.seconds = 0.0
        self._owed = 0.0
        self._early = bool(settings.play.first_shares)
        self._checkpoints = Checkpoints(folder / "checkpoints")
        self._shards = Shards(folder / "window")
        side = max(settings.play.sizes)
        self.replay = ReplayBuffer(settings.learn.capacity, side, self.device, settings.seed)
        self.pool = (source or self._own_pool)(settings, self._main.average)
        self._before = 0
        self._best: int | None = None
        self._resume()
        self._keep_settings()

    def _own_pool(self, settings: RunSettings, net: HexNet) -> SampleSource:
        return SelfPlayPool(settings.play, settings.seed, net, self.device, settings.compiled)

    @property
    def _main(self) -> Trainer:
        return self.trainers[self.settings.net]

    @property
    def steps(self) -> int:
        """The number of updates so far."""
        return self._main.steps

    @property
    def over(self) -> bool:
        """True once all updates are made."""
        return self.steps >= self.settings.learn.steps

    def rate(self) -> float:
        """The learning rate now: it warms up, stays, then falls along a cosine."""
        learn, done = self.settings.learn, self.steps / self.settings.learn.steps
        warm = min(1.0, (self.steps + 1) / learn.warm_steps) if learn.warm_steps else 1.0
        if done < learn.cosine_from:
            return learn.rate * warm
        phase = min(1.0, (done - learn.cosine_from) / (1 - learn.cosine_from))
        low = learn.last_rate
        return warm * (low + (learn.rate - low) * (1 + math.cos(math.pi * phase)) / 2)

    def go(
        self,
        watch: Callable[[RunReport], None] = lambda report: None,
        *,
        stop: Callable[[], bool] = lambda: False,
        every: float = 10.0,
    ) -> None:
        """Train until all updates are made or `stop` returns True; `watch` gets the reports."""
        log = _RunLog(self, watch, every)
        while not self.over and not stop():
            if self._owed >= 1:
                self._owed -= 1
                log.note(self._learn())
                self._after_update(log)
            else:
                self._owed += self._play()
            log.tick()
        self.seconds = log.seconds
        if log.has_news:
            log.report()

    def _play(self) -> float:
        """Play for a moment; returns the number of updates that the new positions call for."""
        play, learn = self.settings.play, self.settings.learn
        early = bool(play.first_shares) and self.steps < play.first_steps
        if self._early and not early:
            self.pool.balance()
        self._early = early
        samples = self.pool.step(play.first_shares if early else play.shares)
        if samples is None:
            return 0.0
        if self.settings.keep_window:
            self._shards.put(samples)
        fresh = self.replay.add(samples)
        return fresh * learn.draws / learn.batch if len(self.replay) >= learn.least else 0.0

    def _learn(self) -> dict[str, Tensor]:
        batch = self.replay.draw(self.settings.learn.batch, self.steps)
        rate = self.rate()
        if self.steps == 0:
            for name in self.settings.beginnings:
                self.trainers[name].calibrate(batch)
        return {name: trainer.step(batch, rate) for name, trainer in self.trainers.items()}

    def _after_update(self, log: "_RunLog") -> None:
        if self.steps % self.settings.refresh == 0:
            self.pool.refresh(self._main.average)
        if self.steps % self.settings.checkpoint == 0 or self.over:
            self.seconds = log.seconds
            log.losses()  # raises before broken weights are saved
            self.save(log)

    def save(self, log: "_RunLog | None" = None) -> None:
        """Write a checkpoint now. The running games go back to the start of their present moves.

        Save before you stop a run to lose nothing; a run that is killed resumes from its last
        checkpoint and ends with the same weights as if nothing had happened.
        """
        for name, trainer in self.trainers.items():
            self._write_net(name, trainer)
        gate = self.settings.gate
        if log is not None and gate.games and self.steps % gate.every == 0:
            log.report(self._gate())
        self._shards.flush()
        self.pool.refresh(self._main.average)
        pool, games = self.pool.save()
        facts = {
            "steps": self.steps,
            "seconds": self.seconds,
            "owed": self._owed,
            "early": self._early,
            "added": self.replay.added,
            "before": self._before,
            "best": self._best,
            "farm": pool,
        }
        networks = {name: trainer.tensors() for name, trainer in self.trainers.items()}
        self._checkpoints.write(self.steps, facts, networks, games)
        self._shards.trim(self.settings.learn.capacity)

    def _gate(self) -> dict[str, float]:
        """Play the newest weights against the best; they become the best if they win enough."""
        gate = self.settings.gate
        if self._best is None:
            self._best = self.steps
            return {"score": 1.0, "best": self.steps}
        best = Weights.read(self._net_path(self.settings.net, self._best)).net
        won = play_match(
            PlayingNet(self._main.average, self.device),
            PlayingNet(best, self.device),
            games=gate.games,
            size=gate.size,
            visits=gate.visits,
            seed=self.settings.seed + self.steps,
        )
        score = won / gate.games
        if score >= gate.least_score:
            self._best = self.steps
        return {"score": score, "best": self._best}

    def _net_path(self, name: str, steps: int) -> Path:
        return _net_path(self.folder, name, steps)

    def _write_net(self, name: str, trainer: Trainer) -> None:
        """Write averaged weights, for matches and export."""
        facts = {
            "games": sum(each["games"] for each in self.pool.counts().values()),
            "positions": self.samples,
            "evaluations": self.pool.leaves,
            "steps": self.steps,
        }
        weights = Weights(trainer.average, tuple(self.settings.play.sizes), facts)
        weights.write(self._net_path(name, self.steps))

    @property
    def samples(self) -> int:
        """The number of positions added so far."""
        return self._before + self.replay.added

    def _resume(self) -> None:
        newest = self._checkpoints.newest()
        if newest is None:
            self._begin()
            return
        facts = self._checkpoints.facts(newest)
        for name, trainer in self.trainers.items():
            trainer.restore(read_parts(newest, name), facts["steps"])
        games = self._checkpoints.games(newest)
        if games:  # a checkpoint may have been copied without them: new games start
            self.pool.load(facts["farm"], games)
        self.pool.refresh(self._main.average)
        self.seconds, self._owed, self._early = facts["seconds"], facts["owed"], facts["early"]
        self._before, self._best = facts["before"], facts["best"]
        for first, samples in self._shards.read(facts["added"]):
            self.replay.added = first
            self.replay.add(samples)
        if self.replay.added != facts["added"]:  # the window was not kept: it fills again
            self._before += facts["added"]
            self._owed = 0.0

    def _begin(self) -> None:
        self._shards.clear()
        for name, path in self.settings.beginnings.items():
            self.trainers[name].begin_with(read_weights(path).net)
        self.pool.refresh(self._main.average)
        for name, trainer in self.trainers.items():
            self._write_net(name, trainer)  # the initial weights, to compare with

    def _check_settings(self) -> None:
        """A folder belongs to one set of settings."""
        stored = read_stored(self.folder)
        if stored is not None and (differ := differences(stored, self.settings)):
            raise TrainingError(
                f"{self.folder} holds a run with other settings: {'; '.join(differ)}"
            )

    def _keep_settings(self) -> None:
        """Store them once they have made a run; until then a mistake in them can be corrected."""
        if read_stored(self.folder) is None:
            write_stored(self.folder, self.settings)


def best_net(folder: Path) -> Path:
    """The file of a run's best network by its gate matches, or of the newest if there were none."""
    newest = Checkpoints(folder / "checkpoints").newest()
    if newest is None:
        raise TrainingError(f"{folder} is not a training run, or has no checkpoint yet")
    facts = Checkpoints.facts(newest)
    name = (read_stored(folder) or {}).get("net", RunSettings().net)
    return _net_path(folder, name, facts["steps"] if facts["best"] is None else facts["best"])


def kept_nets(folder: Path, most: int) -> list[Path]:
    """Files of at most `most` networks, evenly spread over the run's checkpoints, oldest first."""
    newest = best_net(folder)  # raises if this is not a run
    name = newest.stem.rpartition("-")[0]
    found = sorted((folder / "nets").glob(f"{name}-*.pt"))
    chosen = {round(at * (len(found) - 1) / max(1, most - 1)) for at in range(most)}
    return [found[-1]] if most == 1 else [found[at] for at in sorted(chosen)]


def _net_path(folder: Path, name: str, steps: int) -> Path:
    return folder / "nets" / f"{name}-{steps:07d}.pt"


class _RunLog:
    """Collects losses between reports, and writes each report to `log.jsonl`."""

    def __init__(self, run: Run, watch: Callable[[RunReport], None], every: float) -> None:
        self._run, self._watch, self._every = run, watch, every
        self._begun = self._reported = time.monotonic()
        self._before = run.seconds
        self._leaves = run.pool.leaves
        self._parts: dict[str, list[Tensor]] = {}

    @property
    def seconds(self) -> float:
        return self._before + time.monotonic() - self._begun

    @property
    def has_news(self) -> bool:
        """True if anything was played or learnt since the last report."""
        return bool(self._parts) or self._run.pool.leaves > self._leaves

    def note(self, parts: dict[str, Tensor]) -> None:
        for name, part in parts.items():
            self._parts.setdefault(name, []).append(part)

    def tick(self) -> None:
        if time.monotonic() - self._reported >= self._every:
            self.report()

    def losses(self) -> dict[str, dict[str, float]]:
        """Mean losses since the last report; TrainingError if one is not finite."""
        losses = {
            name: dict(zip(LOSSES, torch.stack(parts).mean(0).tolist(), strict=True))
            for name, parts in self._parts.items()
        }
        if any(not math.isfinite(value) for each in losses.values() for value in each.values()):
            raise TrainingError(f"the loss is not a number after {self._run.steps} updates")
        return losses

    def report(self, gate: dict[str, float] | None = None) -> None:
        run, now = self._run, time.monotonic()
        losses = self.losses()
        report = RunReport(
            steps=run.steps,
            seconds=self.seconds,
            rate=run.rate(),
            window=len(run.replay),
            samples=run.samples,
            leaves=run.pool.leaves,
            leaves_per_second=(run.pool.leaves - self._leaves) / max(1e-9, now - self._reported),
            losses=losses,
            games=run.pool.counts(),
            gate=gate,
        )
        self._parts, self._leaves, self._reported = {}, run.pool.leaves, now
        with (run.folder / "log.jsonl").open("a") as stream:
            stream.write(json.dumps(asdict(report)) + "\n")
        self._watch(report)
