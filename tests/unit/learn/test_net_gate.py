"""Matches of two networks."""

import torch

from hexmate.learn.net.gate import play_match
from hexmate.learn.net.model import HexNet, NetSize
from hexmate.learn.net.self_play_pool import PlayingNet

CPU = torch.device("cpu")


def player(seed):
    torch.manual_seed(seed)
    return PlayingNet(HexNet(NetSize(1, 8)).eval(), CPU)


class Shy:
    """A stand-in whose policy would rather not join anything: it loves the rim it does not need."""

    device = CPU

    def __call__(self, views, canvas):
        count, size = views.shape[0], views.shape[1]
        logits = torch.zeros(count, size, size)
        logits[:, :, 0] = 8.0
        return logits.reshape(count, -1), torch.full((count,), 0.5)


def test_equals_share_the_games():
    one = player(1)
    assert play_match(one, one, games=8, size=4, visits=4, seed=1) == 4
    assert play_match(one, player(1), games=8, size=4, visits=4, seed=2) == 4


def test_the_better_one_wins_in_either_order():
    class Straight(Shy):
        def __call__(self, views, canvas):
            count, size = views.shape[0], views.shape[1]
            logits = torch.zeros(count, size, size)
            logits[:, :, size // 2] = 8.0
            return logits.reshape(count, -1), torch.full((count,), 0.5)

    won = play_match(Straight(), Shy(), games=20, size=5, visits=8, seed=3)
    lost = play_match(Shy(), Straight(), games=20, size=5, visits=8, seed=3)
    assert won > 12
    assert lost < 8
