"""Training a value model by games against itself, its past versions and the heuristic."""

import copy
import json
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn import functional as F

from hexmate.errors import HexmateError
from hexmate.files import replacing
from hexmate.learn.saving import save_state
from hexmate.learn.value.config import TrainConfig
from hexmate.learn.value.evaluator import ValueEvaluator, tensors_of
from hexmate.learn.value.games import HEURISTIC, SelfPlayGame, play_together
from hexmate.learn.value.models import ValueMLP, seeded_model
from hexmate.learn.value.replay import ValueReplayBuffer
from hexmate.search.negamax import Leaves

__all__ = ["Progress", "ValueTraining"]

_SCHEMA = 1
_MAY_CHANGE = ("train_games", "checkpoint_every")


@dataclass(frozen=True, slots=True)
class Progress:
    """The state after a round of games and updates; counts are since the start of the run.

    `loss` is the mean cross-entropy of the round's updates, None if there were none. `scores` has
    the model's wins and games against ``frozen`` (its past versions) and ``heuristic``.
    """

    games: int
    positions: int
    updates: int
    loss: float | None
    scores: dict[str, tuple[int, int]]
    seconds: float


class _Played(NamedTuple):
    """A game, the opponent unless it was the model itself, and the side of the model."""

    game: SelfPlayGame
    rival: str | None
    learner: int


class ValueTraining:
    """A run in a folder: `config.json`, `checkpoint.pt` to resume from, and `log.jsonl`."""

    def __init__(
        self, config: TrainConfig, folder: Path, device: torch.device, *, resume: bool = False
    ) -> None:
        self.config, self.folder = config, folder
        self._board = config.board()
        self.model = seeded_model(config.model, config.sizes, config.seed).to(device)
        self._optimizer = torch.optim.AdamW(
            self.model.parameters(), lr=config.rate, weight_decay=config.weight_decay
        )
        self._player = copy.deepcopy(self.model).eval()
        # One evaluator for all games, so that their leaves share batches.
        self._own = ValueEvaluator(self._player, self._board)
        self._snapshots: list[ValueEvaluator] = []
        self._replay = ValueReplayBuffer(config.buffer, self._board.rows, self._board.cols)
        self.games = self.updates = self.positions = 0
        self._scores = {"frozen": (0, 0), "heuristic": (0, 0)}
        self._before_learning: dict[str, Any] | None = None
        self._prepare(resume)

    def rounds(self) -> Iterator[Progress]:
        """Play and learn until all games are played; yields the state after each round.

        A run that is killed resumes from its last checkpoint and ends with the same weights.
        """
        config = self.config
        while self.games < config.train_games:
            started, before = time.perf_counter(), self.games
            count = min(config.selfplay_threads, config.train_games - self.games)
            played = self._play(range(self.games, self.games + count))
            losses = self._learn(played)
            done = self.games >= config.train_games
            if done or self.games // config.checkpoint_every > before // config.checkpoint_every:
                self.save()
            progress = Progress(
                self.games,
                self.positions,
                self.updates,
                float(torch.stack(losses).mean()) if losses else None,
                dict(self._scores),
                time.perf_counter() - started,
            )
            self._log(progress)
            yield progress

    def save(self) -> None:
        """Write a checkpoint; the last one stays until this one is complete.

        You can call it at any moment: an interrupted round is left out.
        """
        save_state(self._before_learning or self._state(), self._checkpoint)

    def _state(self) -> dict[str, Any]:
        return {
            "schema": _SCHEMA,
            "config": self.config.as_dict(),
            "model": self.model.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "snapshots": [each.model.state_dict() for each in self._snapshots],
            "replay": self._replay.state(),
            "counts": [self.games, self.positions, self.updates],
            "scores": {name: list(score) for name, score in self._scores.items()},
        }

    @property
    def _checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def _play(self, numbers: range) -> list[_Played]:
        """Play the games of these numbers to their ends."""
        played = []
        for number in numbers:
            rng = random.Random(f"{self.config.seed} {number}")
            name, rival = self._rival(rng)
            learner, own = rng.randrange(2), self._own
            sides = (own, rival) if learner == 0 else (rival, own)
            played.append(_Played(SelfPlayGame(self.config, number, sides, rng), name, learner))
        play_together([each.game for each in played])
        return played

    def _learn(self, played: list[_Played]) -> list[torch.Tensor]:
        """Add games to the buffer, then learn; returns the losses of the updates."""
        config, before = self.config, self.games
        # Ctrl-C may come in the middle of anything that follows.
        self._before_learning = copy.deepcopy(self._state())
        for game, rival, learner in played:
            for sample in game.samples():
                self._replay.add(*sample)
                self.positions += 1
            if rival is not None:
                self._count(rival, game, learner)
        self.games += len(played)
        losses = [self._update() for _ in range(len(played) * config.updates_per_game)]
        if losses:
            self._player.load_state_dict(self.model.state_dict())
        if self.games // config.snapshot_every > before // config.snapshot_every:
            self._keep(self.model.state_dict())
            del self._snapshots[: -config.snapshots]
        self._before_learning = None
        return losses

    def _keep(self, weights: dict[str, Any]) -> None:
        frozen = copy.deepcopy(self._player)
        frozen.load_state_dict(weights)
        self._snapshots.append(ValueEvaluator(frozen, self._board))

    def _rival(self, rng: random.Random) -> tuple[str | None, Leaves | None]:
        config, draw = self.config, rng.random()
        if draw < config.prob_heuristic:
            return "heuristic", HEURISTIC
        if self._snapshots and draw < config.prob_heuristic + config.prob_frozen:
            return "frozen", rng.choice(self._snapshots)
        return None, self._own

    def _count(self, name: str, game: SelfPlayGame, learner: int) -> None:
        outcome = game.board.outcome()
        wins, played = self._scores[name]
        won = outcome is not None and outcome.winner == learner
        self._scores[name] = (wins + won, played + 1)

    def _update(self) -> torch.Tensor:
        """Make one update on random positions, which follow from its number."""
        if self.updates == 0 and isinstance(self.model, ValueMLP):
            stones, turns, _ = self._replay.everything()
            self.model.normalise(*tensors_of(self.model, self._board, stones, turns))
        rng = np.random.default_rng([self.config.seed, self.updates])
        stones, turns, results = self._replay.draw(self.config.batch_size, rng)
        inputs = tensors_of(self.model, self._board, stones, turns)
        logits = self.model(*inputs) / self.model.value_scale
        target = torch.from_numpy(results).to(logits.device)
        loss = F.binary_cross_entropy_with_logits(logits, target)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.config.clip)
        self._optimizer.step()
        self.updates += 1
        return loss.detach()

    def _log(self, progress: Progress) -> None:
        line = {
            "games": progress.games,
            "positions": progress.positions,
            "updates": progress.updates,
            "loss": progress.loss,
            "scores": progress.scores,
            "seconds": round(progress.seconds, 3),
        }
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(line) + "\n")

    def _prepare(self, resume: bool) -> None:
        if self._checkpoint.exists():
            if not resume:
                raise HexmateError(
                    f"{self.folder} already holds a run; resume it with --resume, or name another "
                    "folder"
                )
            self._restore()
        elif resume:
            raise HexmateError(f"{self.folder} has no checkpoint to resume from")
        self.folder.mkdir(parents=True, exist_ok=True)
        with replacing(self.folder / "config.json") as stream:
            json.dump(self.config.as_dict(), stream, indent=2)

    def _differences(self, stored: dict[str, Any]) -> list[str]:
        """How a checkpoint's settings differ; a field that came later counts as its default."""
        ours, theirs = self.config.as_dict(), {**TrainConfig().as_dict(), **stored}
        return [
            f"{name} is {value} in the run, {ours.get(name, 'unknown')} now"
            for name, value in theirs.items()
            if name not in _MAY_CHANGE and (name not in ours or ours[name] != value)
        ]

    def _restore(self) -> None:
        try:
            state: dict[str, Any] = torch.load(self._checkpoint, map_location="cpu")
        except Exception as error:
            raise HexmateError(f"{self._checkpoint} is not a checkpoint: {error}") from None
        if state.get("schema") != _SCHEMA:
            raise HexmateError(f"{self._checkpoint} was written by another version of Hexmate")
        if differ := self._differences(state["config"]):
            raise HexmateError(
                f"{self.folder} holds a run with other settings: {'; '.join(differ)}; give the "
                "same options to resume it"
            )
        self.model.load_state_dict(state["model"])
        self._player.load_state_dict(state["model"])
        self._optimizer.load_state_dict(state["optimizer"])
        for snapshot in state["snapshots"]:
            self._keep(snapshot)
        self._replay.restore(state["replay"])
        self.games, self.positions, self.updates = state["counts"]
        self._scores = {name: (score[0], score[1]) for name, score in state["scores"].items()}
