"""Networks on the core's own runner: the answers of ONNX Runtime, without it."""

import subprocess
import sys
from textwrap import dedent

import numpy as np
import pytest

from hexmate import _core
from hexmate.board import Board
from hexmate.coords import SWAP
from hexmate.errors import ModelError
from hexmate.nets.core_net import CoreNet, search_device
from hexmate.nets.evaluator import NetEvaluator
from hexmate.nets.hexnet_file import Encoding, Range, hexnet_bytes
from hexmate.nets.human_file import HumanFile, human_inputs
from hexmate.nets.model_file import HUMAN_KIND, ModelFacts, ModelFile
from hexmate.nets.onnx_weights import read_onnx
from hexmate.nets.shipped import find_model

SMALL, HUMAN = find_model("small"), find_model("human")


def positions(count, rows, cols):
    draw = np.random.default_rng(rows * 100 + cols)
    return draw.choice(3, (count, rows, cols), p=(0.6, 0.2, 0.2)).astype(np.uint8)


@pytest.fixture(scope="module")
def weights():
    return read_onnx(SMALL)


@pytest.mark.parametrize("name", ["tiny", "small"])  # with weights of 16 and of 32 bits
def test_answers_are_those_of_onnx_runtime(name):
    ours, theirs = (NetEvaluator(find_model(name), device=device) for device in ("core", "cpu"))
    assert ours.facts == theirs.facts
    off_board = np.full((3, 10, 10), 3, np.uint8)
    off_board[:, :9, :7] = positions(3, 9, 7)
    for views in (positions(5, 11, 11), positions(1, 5, 5), positions(2, 14, 14), off_board):
        logits, wins = ours.evaluate(views)
        want_logits, want_wins = theirs.evaluate(views)
        np.testing.assert_allclose(logits, want_logits, atol=2e-3, rtol=1e-5)
        np.testing.assert_allclose(wins, want_wins, atol=1e-4)


def played_board(rows, cols, moves, seed, swap=None):
    """A position of random play, before anyone has won."""
    draw, board = np.random.default_rng(seed), Board((rows, cols), swap=swap)
    while len(board.moves) < moves:
        board.push(int(draw.choice(list(board.legal_moves))))
        if board.outcome() is not None:
            board.pop()
            break
    return board


def people_boards():
    yield Board(11), 0
    yield played_board(11, 11, 1, seed=3, swap="pieces"), 1800
    yield played_board(13, 13, 70, seed=1), 2300
    yield played_board(9, 6, 15, seed=2), 900
    yield played_board(3, 3, 2, seed=4), 1400


def test_peoples_moves_are_those_of_onnx_runtime():
    core, file = CoreNet(HUMAN, kind=HUMAN_KIND), ModelFile(HUMAN)
    assert core.facts == file.facts
    for board, rating in people_boards():
        inputs = human_inputs(board, rating, opponent=1650 if rating else 0, strong=rating == 0)
        policy, rest = core.predict(*inputs)
        named = dict(zip(("views", "ages", "context"), inputs, strict=True))
        want_policy, want_rest = file.run(named, 1)
        np.testing.assert_allclose(policy, want_policy, atol=1e-3, rtol=1e-6)
        np.testing.assert_allclose(rest, want_rest, atol=1e-4)


def test_people_in_8_bits_are_much_the_same_people():
    exact, brief = (HumanFile(HUMAN, device=device) for device in ("core", "int8"))
    assert (exact.device, brief.device) == ("core", "int8")
    for board, rating in people_boards():
        one, two = (each.predict(board, rating) for each in (exact, brief))
        assert (SWAP in one.policy) == board.swap_available
        assert sum(abs(one.policy[move] - two.policy[move]) for move in one.policy) < 0.3
        assert abs(one.win_probability - two.win_probability) < 0.1


def test_people_need_a_network_of_their_kind(tmp_path):
    with pytest.raises(ModelError, match="ages and ratings"):
        CoreNet(HUMAN, kind=HUMAN_KIND).run(np.zeros((1, 5, 5), np.uint8))
    with pytest.raises(ModelError, match="does not predict people"):
        CoreNet(SMALL).predict(*human_inputs(Board(5)))
    views, _, context = human_inputs(Board(5))
    other_ages = human_inputs(Board(4))[1]
    with pytest.raises(ValueError, match="of the same positions"):
        CoreNet(HUMAN, kind=HUMAN_KIND).predict(views, other_ages, context)
    with pytest.raises(ModelError, match="another kind or version"):
        HumanFile(SMALL.with_suffix(".hexnet"))
    with pytest.raises(ModelError, match="another kind or version"):
        NetEvaluator(HUMAN.with_suffix(".hexnet"))
    with pytest.raises(ModelError, match="run on core, int8, cpu or cuda"):
        HumanFile(HUMAN, device="openvino")
    with pytest.raises(ModelError, match="of kind net; this needs human"):
        HumanFile(SMALL)


@pytest.mark.parametrize("kernels", ["plain", "avx2", "avx512"])
def test_every_set_of_instructions_gives_the_same_answers(weights, kernels):
    file = hexnet_bytes(weights.arrays, weights.facts, Encoding.f32)
    try:
        net = _core.Network(file, kernels=kernels)
    except ModelError:
        pytest.skip(f"this processor has no {kernels}")
    assert net.kernels == kernels
    views = positions(2, 9, 9)
    logits, wins = net.evaluate(views, threads=2)
    want_logits, want_wins = _core.Network(file).evaluate(views)
    np.testing.assert_allclose(logits, want_logits, atol=2e-3)
    np.testing.assert_allclose(wins, want_wins, atol=1e-4)


def test_tiny_fits_a_phone_and_8_bits_change_little():
    file = find_model("tiny")
    assert file.with_suffix(".hexnet").stat().st_size <= 300_000
    exact, quick = (NetEvaluator(file, device=device) for device in ("core", "int8"))
    views = positions(50, 11, 11)
    difference = np.abs(exact.evaluate(views)[1] - quick.evaluate(views)[1])
    assert difference.max() <= 0.15
    assert difference.mean() <= 0.02


def test_weights_in_16_and_8_bits_are_close(weights, tmp_path):
    blocks, channels = weights.facts.sizes["blocks"], weights.facts.sizes["channels"]
    wide = Range(np.full(channels, -4, np.float32), np.full(channels, 12, np.float32))
    ranges = {f"blocks.{at}.{part}": wide for at in range(blocks) for part in ("conv1", "conv2")}
    views = positions(3, 7, 7)
    _, want = NetEvaluator(SMALL, device="core").evaluate(views)
    for encoding, limit in ((Encoding.f16, 0.01), (Encoding.int8, 0.3)):
        path = tmp_path / f"{encoding.name}.hexnet"
        path.write_bytes(hexnet_bytes(weights.arrays, weights.facts, encoding, ranges))
        devices = ("core", "int8") if encoding is Encoding.int8 else ("core",)
        for device in devices:
            net = NetEvaluator(path, device=device)
            assert net.facts == weights.facts
            assert np.abs(net.evaluate(views)[1] - want).max() < limit, (encoding, device)
    with pytest.raises(ModelError, match="no weights of 8 bits"):
        NetEvaluator(tmp_path / "f16.hexnet", device="int8")
    with pytest.raises(ModelError, match="runs on device=core or device=int8"):
        NetEvaluator(tmp_path / "f16.hexnet", device="cpu")


def test_files_that_are_damaged_or_something_else(weights, tmp_path):
    sound = hexnet_bytes(weights.arrays, weights.facts, Encoding.f16)
    other = ModelFacts("human", 1, weights.facts.sizes)
    cases = {
        b"": "not a network file",
        b"PK\3\4" * 10: "not a network file",
        sound[:50]: "checksum",
        sound[:-1]: "checksum",
        sound[:5000] + b"x" + sound[5001:]: "checksum",
        hexnet_bytes(weights.arrays, other, Encoding.f16): "another kind or version",
    }
    path = tmp_path / "net.hexnet"
    for data, reason in cases.items():
        path.write_bytes(data)
        with pytest.raises(ModelError, match=reason):
            NetEvaluator(path)


def test_onnx_files_without_such_a_network(tmp_path):
    path = tmp_path / "net.onnx"
    for data, reason in ((b"nothing", "not an ONNX"), (SMALL.read_bytes()[:90_000], "cut short")):
        path.write_bytes(data)
        with pytest.raises(ModelError, match=reason):
            CoreNet(path)
    with pytest.raises(ModelError, match="not a network of this version"):
        CoreNet(find_model("mlp-7x7"))
    path.write_bytes(SMALL.read_bytes())
    with pytest.raises(ModelError, match=r"there is no .*net\.hexnet; hexmate export"):
        NetEvaluator(path, device="int8")


def test_the_base_install_plays_with_a_network():
    code = """
        import sys
        sys.modules["onnxruntime"] = sys.modules["openvino"] = None
        from hexmate import Board
        from hexmate.players import Limit, create
        print(Board(5).name(create("mcts:net=small,visits=8").play(Board(5), Limit()).move))
        print(Board(11).name(create("human:seed=1").play(Board(11), Limit()).move))
    """
    run = subprocess.run(
        [sys.executable, "-c", dedent(code)], capture_output=True, text=True, check=True
    )
    net, human = run.stdout.split()
    assert net in ("c3", "b4", "d2")
    assert Board(11).parse(human) >= 0


def test_searches_compute_in_8_bits_where_that_is_faster(tmp_path, monkeypatch):
    shipped = find_model("medium")
    for kernels, device in (("avx512", "int8"), ("avx2", "int8"), ("plain", "auto")):
        monkeypatch.setattr(_core, "network_kernels", lambda kernels=kernels: kernels)
        assert search_device(shipped) == device
    own = tmp_path / "own.onnx"
    own.with_suffix(".hexnet").write_bytes(b"of another network, perhaps")
    monkeypatch.setattr(_core, "network_kernels", lambda: "avx512")
    assert search_device(own) == "auto"


@pytest.mark.parametrize("name", ["small", "medium"])
def test_a_shipped_network_in_8_bits_is_the_same_network(name):
    views = positions(8, 9, 9)
    exact, brief = (CoreNet(find_model(name), int8=int8) for int8 in (False, True))
    assert brief.facts == exact.facts
    assert np.abs(brief.run(views)[1] - exact.run(views)[1]).max() < 0.15
