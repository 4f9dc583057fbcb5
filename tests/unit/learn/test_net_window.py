"""Positions between self-play and learning: replay buffer, files, batches, losses."""

import numpy as np
import pytest
import torch

from hexmate.errors import TrainingError
from hexmate.learn.net.model import OFF_BOARD, HexNet, NetSize
from hexmate.learn.net.replay import ReplayBuffer
from hexmate.learn.net.self_play_pool import Samples
from hexmate.learn.net.shards import Shards
from hexmate.learn.net.trainer import UNKNOWN_CHAIN, losses

CPU = torch.device("cpu")


def samples_of(size, count, first=0):
    """Positions with one own stone each, whose targets are all on the cell after it."""
    cells = size * size
    at = (first + np.arange(count)) % (cells - 1)
    views = np.zeros((count, cells), np.uint8)
    policies = np.zeros((count, cells), np.float32)
    chains = np.zeros((count, cells), np.int8)
    rows = np.arange(count)
    views[rows, at] = 1
    policies[rows, at + 1] = 1
    chains[rows, at] = 1
    samples = {
        "views": views,
        "policies": policies,
        "chains": chains,
        "wins": (at % 2).astype(np.uint8),
        "replies": (at + 1).astype(np.int16),
    }
    return Samples(size, samples)


def test_what_is_drawn_belongs_together():
    replay = ReplayBuffer(100, 4, CPU, seed=3)
    assert replay.add(samples_of(3, 20)) == 20
    assert replay.add(samples_of(4, 20)) == 20
    batch = replay.draw(64, 0)
    sizes = set()
    for view, policy, chain, reply in zip(
        batch.views, batch.policies, batch.chains, batch.replies, strict=True
    ):
        size = int((view[0] != OFF_BOARD).sum())
        sizes.add(size)
        stone = int((view.flatten() == 1).nonzero())
        goal = int(policy.flatten().argmax())
        row, col = divmod(stone, 4)
        next_row, next_col = divmod(goal, 4)
        step = (next_row * size + next_col) - (row * size + col)
        assert step in (1, -1)  # after it, or before it where the board was turned
        assert int(reply) == goal
        assert int((chain.flatten() == 1).nonzero()) == stone
    assert sizes == {3, 4}
    same = replay.draw(64, 0)
    assert all(torch.equal(one, two) for one, two in zip(batch, same, strict=True))
    assert not torch.equal(batch.views, replay.draw(64, 1).views)


def test_the_oldest_give_way():
    replay = ReplayBuffer(10, 3, CPU)
    replay.add(samples_of(3, 8))
    assert len(replay) == 8
    assert replay.add(samples_of(3, 35)) == 35
    assert len(replay) == 10
    assert replay.added == 43


def test_files_hold_what_was_put_in(tmp_path):
    shards = Shards(tmp_path)
    put = [samples_of(3, 5), samples_of(4, 7, 2), samples_of(3, 2, 4)]
    for each in put[:2]:
        shards.put(each)
    shards.flush()
    shards.put(put[2])
    shards.flush()
    shards.flush()
    assert len(list(tmp_path.iterdir())) == 2
    read = list(Shards(tmp_path).read(14))
    assert [first for first, _ in read] == [0, 5, 12]
    for (_, got), want in zip(read, put, strict=True):
        assert got.size == want.size
        for name, array in want.arrays.items():
            assert np.array_equal(got.arrays[name], array)


def test_files_of_a_cut_run_and_of_old_positions_go(tmp_path):
    shards = Shards(tmp_path)
    for at in range(4):
        shards.put(samples_of(3, 10, at))
        shards.flush()
    assert [first for first, _ in Shards(tmp_path).read(20)] == [0, 10]
    shards = Shards(tmp_path)
    list(shards.read(20))
    shards.put(samples_of(3, 10))
    shards.flush()
    shards.trim(20)
    assert [first for first, _ in Shards(tmp_path).read(30)] == [10, 20]


def test_damaged_files_are_told(tmp_path):
    shards = Shards(tmp_path)
    for at in range(3):
        shards.put(samples_of(3, 10, at))
        shards.flush()
    files = sorted(tmp_path.iterdir())
    files[0].write_bytes(b"rubbish")
    with pytest.raises(TrainingError, match="cannot be read"):
        list(Shards(tmp_path).read(30))
    files[1].unlink()
    with pytest.raises(TrainingError, match="missing"):
        list(Shards(tmp_path).read(30))


def test_logits_do_not_wander_off_together():
    torch.manual_seed(1)
    net = HexNet(NetSize(1, 8))
    replay = ReplayBuffer(10, 3, CPU)
    replay.add(samples_of(3, 8))
    batch = replay.draw(8, 0)
    near, parts = losses(net, batch)
    with torch.no_grad():
        net.policy_out.bias += 50.0
    far, same = losses(net, batch)
    assert torch.allclose(parts, same, atol=1e-4)
    assert far > near + 0.1


def test_unknown_chains_teach_nothing():
    torch.manual_seed(1)
    net = HexNet(NetSize(1, 8))
    replay = ReplayBuffer(10, 3, CPU)
    replay.add(samples_of(3, 8))
    batch = replay.draw(8, 0)
    _, parts = losses(net, batch)
    unknown = batch._replace(chains=torch.full_like(batch.chains, UNKNOWN_CHAIN))
    _, without = losses(net, unknown)
    assert torch.allclose(parts[:3], without[:3], atol=1e-5)
    assert parts[3] > 0
    assert without[3] == 0
