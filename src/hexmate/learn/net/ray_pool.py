"""Self-play on Ray: each worker has its own pool, and their samples are taken in turn.

Workers are asked in a fixed order and do what they are asked in that order, so a run follows from
its settings just as it does without Ray.
"""

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from hexmate.arena.ray_cluster import connect
from hexmate.errors import TrainingError
from hexmate.learn.device import choose_device, use_threads
from hexmate.learn.net.model import HexNet, NetSize
from hexmate.learn.net.self_play_pool import Samples, SelfPlayPool
from hexmate.learn.net.settings import RunSettings

__all__ = ["RaySelfPlayPool"]

Weights = dict[str, torch.Tensor]


class _PoolWorker:
    """A self-play pool in a process of Ray."""

    def __init__(self, settings: RunSettings, seed: int, size: NetSize, weights: Weights) -> None:
        use_threads(1)
        self._net = HexNet(size)
        self._net.load_state_dict(weights)
        device = choose_device(settings.device)
        self._net.to(device)
        self._pool = SelfPlayPool(settings.play, seed, self._net, device, settings.compiled)

    def work(self, shares: Mapping[int, float]) -> tuple[Samples, int, dict[int, dict[str, int]]]:
        """Play until there are samples."""
        while True:
            samples = self._pool.step(shares)
            if samples is not None:
                return samples, self._pool.leaves, self._pool.counts()

    def refresh(self, weights: Weights) -> None:
        self._net.load_state_dict(weights)
        self._pool.refresh(self._net)

    def balance(self) -> None:
        self._pool.balance()

    def save(self) -> tuple[dict[str, Any], list[bytes]]:
        return self._pool.save()

    def load(self, state: Mapping[str, Any], games: Sequence[bytes]) -> None:
        self._pool.load(state, games)


class RaySelfPlayPool:
    """Self-play on several workers; `address` is a cluster's, or `local` for this machine."""

    def __init__(self, settings: RunSettings, net: HexNet, address: str, workers: int) -> None:
        if workers < 1:
            raise TrainingError(f"self-play needs at least 1 worker (got {workers})")
        self._ray = connect(address, workers)
        gpus = 1 / workers if choose_device(settings.device).type == "cuda" else 0
        worker = self._ray.remote(num_cpus=1, num_gpus=gpus)(_PoolWorker)
        weights = self._ray.put(_on_cpu(net))
        self._workers = [
            worker.remote(settings, settings.seed + 7919 * number, net.size, weights)
            for number in range(workers)
        ]
        self._asked: deque[tuple[int, Any]] = deque()
        self._leaves = [0] * workers
        self._counts: list[dict[int, dict[str, int]]] = [{} for _ in range(workers)]

    @property
    def leaves(self) -> int:
        """Positions evaluated, as of the last samples of each worker."""
        return sum(self._leaves)

    def step(self, shares: Mapping[int, float]) -> Samples | None:
        """Wait for the samples of the next worker, which continues at once."""
        if not self._asked:
            self._asked.extend((at, self._ask(at, shares)) for at in range(len(self._workers)))
        at, answer = self._asked.popleft()
        samples, self._leaves[at], self._counts[at] = self._ray.get(answer)
        self._asked.append((at, self._ask(at, shares)))
        # Arrays from Ray are read-only, which PyTorch warns about.
        arrays = {name: array.copy() for name, array in samples.arrays.items()}
        return Samples(samples.size, arrays)

    def _ask(self, at: int, shares: Mapping[int, float]) -> Any:
        return self._workers[at].work.remote(dict(shares))

    def refresh(self, net: HexNet) -> None:
        """Send new weights to all workers; they use them after their present step."""
        weights = self._ray.put(_on_cpu(net))
        for worker in self._workers:
            worker.refresh.remote(weights)

    def balance(self) -> None:
        """Forget how much each board size has had so far."""
        for worker in self._workers:
            worker.balance.remote()

    def counts(self) -> dict[int, dict[str, int]]:
        """Sums over the workers."""
        sums: dict[int, Counter[str]] = {}
        for counts in self._counts:
            for size, each in counts.items():
                sums.setdefault(size, Counter()).update(each)
        return {size: dict(each) for size, each in sums.items()}

    def save(self) -> tuple[dict[str, Any], list[bytes]]:
        """The state of every worker. Samples that were asked for before are dropped."""
        self._asked.clear()
        saved = self._ray.get([worker.save.remote() for worker in self._workers])
        state = {
            "workers": [each for each, _ in saved],
            "leaves": self._leaves,
            "counts": [
                {str(size): counts for size, counts in each.items()} for each in self._counts
            ],
        }
        return state, [data for _, games in saved for data in games]

    def load(self, state: Mapping[str, Any], games: Sequence[bytes]) -> None:
        """Continue from a saved state, which must have the same number of workers."""
        if "workers" not in state:
            raise TrainingError("this run plays in one process; resume it without --ray")
        if len(state["workers"]) != len(self._workers):
            raise TrainingError(f"resume this run with {len(state['workers'])} workers, as before")
        each = len(games) // len(self._workers)
        for at, worker in enumerate(self._workers):
            part = list(games[at * each : (at + 1) * each])
            self._ray.get(worker.load.remote(state["workers"][at], part))
        self._leaves = list(state["leaves"])
        self._counts = [
            {int(size): counts for size, counts in each.items()} for each in state["counts"]
        ]

    def close(self) -> None:
        """End the workers."""
        for worker in self._workers:
            self._ray.kill(worker)
        self._ray.shutdown()


def _on_cpu(net: HexNet) -> Weights:
    return {name: tensor.cpu() for name, tensor in net.state_dict().items()}
