"""Many games at once with a table for a network, from Python."""

import numpy as np
import pytest
from support.table_net import look_up

from hexmate import _core
from hexmate.errors import PlayerError

SMALL = {"size": 4, "games": 12, "visits": 8, "quick_visits": 2, "candidates": 4, "seed": 3} | {
    "random_first": 0.5
}


def play(batches=200, **options):
    return play_on(_core.SelfPlay(**SMALL | options), batches)


def play_on(games, batches):
    views = np.zeros((12, 16), np.uint8)
    for _ in range(batches):
        games.gather(views)
        answers = [look_up(view) for view in views]
        games.scatter(
            np.stack([logits for logits, _ in answers]),
            np.array([chance for _, chance in answers], np.float32),
        )
    return games


def assert_same(one, two):
    assert one.keys() == two.keys()
    for name in one:
        np.testing.assert_array_equal(one[name], two[name])


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"puct": True}, {"drawn_several": 0.4}, {"resign": 0.3}])
@pytest.mark.parametrize("threads", [1, 2])
def test_same_seed_same_samples_on_any_number_of_threads(threads, options):
    assert_same(play(**options).drain(), play(threads=threads, **options).drain())


def test_arrays_have_the_shapes_of_the_board():
    games = play()
    samples = games.drain()
    count = len(samples["wins"])
    assert count > 0
    for name in ("views", "policies", "chains"):
        assert samples[name].shape == (count, 16)
    for name in ("replies", "plies", "win_probabilities"):
        assert samples[name].shape == (count,)
    np.testing.assert_allclose(samples["policies"].sum(1), 1, atol=1e-5)
    counts = games.counts
    assert 0 < counts["black_wins"] < counts["games"] < counts["moves"]
    assert counts["leaves"] == 200 * 12
    assert counts["resigned"] == counts["checked"] == counts["false_resigns"] == 0
    assert len(games.drain()["wins"]) == 0


def test_games_that_are_given_up_have_no_chain():
    games = play(resign=0.4, resign_moves=1, resign_check=0.5)
    counts, chains = games.counts, games.drain()["chains"]
    assert counts["resigned"] > 0
    assert 0 < counts["false_resigns"] < counts["checked"]
    unknown = (chains == 2).sum(1)
    assert set(unknown) == {0, 16}


@pytest.mark.parametrize("options", [{}, {"puct": True, "drawn_several": 0.3, "resign": 0.3}])
def test_saved_and_loaded_games_continue_alike(options):
    saved, loaded = play(**options), _core.SelfPlay(**SMALL | options, threads=2)
    saved.gather(np.zeros((12, 16), np.uint8))
    state = saved.save()
    loaded.load(state)
    assert loaded.counts == saved.counts
    assert_same(play_on(saved, 100).drain(), play_on(loaded, 100).drain())
    assert loaded.counts == saved.counts
    assert loaded.save() == saved.save()


def test_bad_saves_are_errors():
    games = play(50)
    state = games.save()
    with pytest.raises(PlayerError, match="damaged"):
        games.load(state[:-1])
    with pytest.raises(PlayerError, match="another value of visits"):
        _core.SelfPlay(**SMALL | {"visits": 9}).load(state)
    assert games.save() == state


def test_misuse_is_an_error():
    games = _core.SelfPlay(**SMALL)
    with pytest.raises(PlayerError, match="no leaves wait"):
        games.scatter(np.zeros((12, 16), np.float32), np.zeros(12, np.float32))
    with pytest.raises(PlayerError, match=r"\[12, 16\]"):
        games.gather(np.zeros((3, 16), np.uint8))
    games.gather(np.zeros((12, 16), np.uint8))
    with pytest.raises(PlayerError, match="wait for their answers"):
        games.gather(np.zeros((12, 16), np.uint8))
    with pytest.raises(PlayerError, match=r"size must be between 2 and 32 \(got 1\)"):
        _core.SelfPlay(size=1)


def test_options_are_checked_by_name_and_type():
    with pytest.raises(TypeError, match=r"unknown option of self-play; the options are size games"):
        _core.SelfPlay(vists=3)
    with pytest.raises(TypeError, match="visits must be of type int"):
        _core.SelfPlay(visits=3.5)
    with pytest.raises(TypeError, match="incompatible"):
        _core.SelfPlay(3)
    _core.SelfPlay(size=4, games=1, full_share=1)  # an int is a float too


def test_the_table_of_options_has_their_defaults_and_ranges():
    table = {name: rest for name, *rest in _core.selfplay_options()}
    assert table["visits"] == [32, 1, 1_000_000, table["visits"][3]]
    assert table["puct"][:3] == [False, False, True]
    assert table["random_first"][:3] == [0.55, 0.0, 1.0]
    for name, (default, lowest, highest, help) in table.items():
        assert lowest <= default <= highest
        assert help.endswith(".")
        if name not in ("seed", "puct"):
            with pytest.raises(PlayerError, match=f"{name} must be between"):
                _core.SelfPlay(**SMALL | {name: lowest - 1})
