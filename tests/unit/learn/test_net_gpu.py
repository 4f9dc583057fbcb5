"""Self-play and learning on a CUDA device."""

from dataclasses import replace

import pytest
import torch

from hexmate.learn.net.model import SIZES, HexNet, NetSize
from hexmate.learn.net.run import Run
from hexmate.learn.net.self_play_pool import PlayingNet, SelfPlayPool
from hexmate.learn.net.settings import LearnSettings, PlaySettings, RunSettings
from tests.soak.gpu import inference_rate, self_play_rate

pytestmark = [
    pytest.mark.gpu,
    # PyTorch's own compiler says this to Python 3.12.
    pytest.mark.filterwarnings("ignore:.torch.jit:DeprecationWarning"),
]

SETTINGS = RunSettings(
    net="2x16",
    students=("2x24",),
    play=PlaySettings(shares={5: 0.5, 7: 0.5}, canvases=(7,), games=64, visits=8, quick_visits=2),
    learn=LearnSettings(steps=30, batch=64, capacity=5000, least=200, warm_steps=5),
    refresh=5,
    checkpoint=10,
    device="cuda",
)


def test_recorded_batches_answer_as_the_network_does():
    torch.manual_seed(1)
    device = torch.device("cuda")
    net = HexNet(NetSize(2, 16)).to(device).eval()
    pool = SelfPlayPool(SETTINGS.play, 1, net, device, compiled=False)
    for _ in range(20):
        pool.step(SETTINGS.play.shares)
    torch.cuda.synchronize()
    plain = PlayingNet(net, device)
    for batch in pool.batches:
        views = batch._views.to(device).view(batch.count, batch.size, batch.size)
        logits, wins = plain(views, batch.canvas)
        assert torch.allclose(batch._logits, logits.cpu(), atol=0.05)
        assert torch.allclose(batch._wins, wins.cpu().float(), atol=0.01)


@pytest.mark.parametrize("compiled", [False, True])
def test_a_run_is_cut_and_resumes(tmp_path, compiled):
    settings = replace(SETTINGS, compiled=compiled)
    run = Run(settings, tmp_path)
    run.go(stop=lambda: run.steps >= 15)
    again = Run(settings, tmp_path)
    assert again.steps == 10
    again.go()
    assert again.over


def test_self_play_keeps_the_network_busy():
    """Half of what it does alone; the long run is a job of `make soak`."""
    torch.manual_seed(1)
    net = HexNet(SIZES["small"]).to("cuda").eval()
    assert self_play_rate(net, 10) >= 0.5 * inference_rate(net, 2)
