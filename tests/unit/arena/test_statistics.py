"""Shares, Elo and the sequential test, against published values, other formulas, simulation."""

import math
import random

import pytest
from scipy.optimize import minimize_scalar

from hexmate.arena.statistics import (
    Sprt,
    elo,
    elo_interval,
    expected_share,
    likelihood_of_superiority,
    wilson,
)
from hexmate.errors import HexmateError


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in
        # Medicine 17 (1998), table I, method 3 (Wilson's score method).
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_agrees_with_newcombe(wins, games, low, high):
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)
    assert wilson(games - wins, games) == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_wilson_at_the_ends():
    assert wilson(0, 0) == (0, 1)
    assert wilson(0, 7)[0] == 0
    assert wilson(7, 7)[1] == 1
    assert wilson(2.5, 7)[0] < 2.5 / 7 < wilson(2.5, 7)[1]
    with pytest.raises(ValueError, match="wins must be between 0 and 2"):
        wilson(3, 2)


@pytest.mark.parametrize(
    ("share", "difference"),
    [(0.5, 0), (10 / 11, 400), (1 / 11, -400), (100 / 101, 800), (0.64, 100), (0, -math.inf)],
)
def test_elo(share, difference):
    assert elo(share) == pytest.approx(difference, abs=0.1)
    assert expected_share(difference) == pytest.approx(share, abs=2e-4)


def test_elo_refuses_what_is_no_share():
    with pytest.raises(ValueError, match=r"a share must be between 0 and 1"):
        elo(1.5)


def test_elo_interval():
    low, high = elo_interval(55, 100)
    assert low < elo(0.55) < high
    assert elo_interval(45, 100) == pytest.approx((-high, -low))
    assert elo_interval(10, 10)[1] == math.inf
    assert elo_interval(0, 0) == (-math.inf, math.inf)


def exact_superiority(wins, losses):
    """The chance that p > 1/2 after these results, all p being equally likely before."""
    games = wins + losses + 1
    return sum(math.comb(games, k) for k in range(wins + 1)) / 2**games


@pytest.mark.parametrize(
    ("wins", "losses"), [(60, 40), (40, 60), (10, 5), (500, 450), (50, 50), (30, 8)]
)
def test_likelihood_of_superiority(wins, losses):
    chance = likelihood_of_superiority(wins, losses)
    assert chance == pytest.approx(exact_superiority(wins, losses), abs=0.01)
    assert chance + likelihood_of_superiority(losses, wins) == pytest.approx(1)


def test_nothing_is_known_before_the_first_decision():
    assert likelihood_of_superiority(0, 0) == 0.5


def test_bounds_of_the_sequential_test():
    assert Sprt(0, 5).bounds == pytest.approx((-2.944, 2.944), abs=5e-4)
    lower, upper = Sprt(0, 5, alpha=0.1, beta=0.02).bounds
    assert (lower, upper) == pytest.approx((math.log(0.02 / 0.9), math.log(0.98 / 0.1)))


@pytest.mark.parametrize(("wins", "losses"), [(0, 0), (1, 0), (0, 9), (70, 30), (412, 588)])
def test_without_draws_it_is_walds_test(wins, losses):
    before, after = expected_share(-10), expected_share(40)
    ratio = wins * math.log(after / before) + losses * math.log((1 - after) / (1 - before))
    assert Sprt(-10, 40).llr(wins, losses) == pytest.approx(ratio)


def best_likelihood(wins, losses, draws, share):
    def loss(drawn):
        parts = (share - drawn / 2, 1 - share - drawn / 2, drawn)
        pairs = zip((wins, losses, draws), parts, strict=True)
        return -sum(count * math.log(max(part, 1e-300)) for count, part in pairs if count)

    most = 2 * min(share, 1 - share)
    return -minimize_scalar(loss, bounds=(0, most), method="bounded", options={"xatol": 1e-12}).fun


@pytest.mark.parametrize(
    "results", [(30, 20, 10), (1, 0, 1), (0, 5, 5), (0, 0, 8), (12, 0, 30), (200, 190, 1)]
)
def test_with_draws_each_hypothesis_has_the_draws_that_suit_it(results):
    test = Sprt(0, 120)
    ratio = best_likelihood(*results, expected_share(120)) - best_likelihood(*results, 0.5)
    assert test.llr(*results) == pytest.approx(ratio, abs=1e-4)


@pytest.mark.parametrize(
    ("elos", "rates"),
    [((5, 5), {}), ((10, 0), {}), ((0, 5000), {}), ((0, 5), {"alpha": 0}), ((0, 5), {"beta": 1})],
)
def test_a_test_that_cannot_be(elos, rates):
    with pytest.raises(HexmateError, match="sequential test"):
        Sprt(*elos, **rates)


def accepted(test, true_elo, drawn, rng):
    """What the test accepts after games with this difference and this share of draws."""
    win = expected_share(true_elo) - drawn / 2
    results = [0, 0, 0]
    while (state := test.state(*results)) is None:
        chance = rng.random()
        results[0 if chance < win else 2 if chance < win + drawn else 1] += 1
    return state


@pytest.mark.slow
@pytest.mark.parametrize(
    ("alpha", "beta", "drawn"), [(0.05, 0.05, 0.0), (0.1, 0.02, 0.0), (0.05, 0.1, 0.4)]
)
def test_error_rates_by_simulation(alpha, beta, drawn, rng: random.Random):
    """Wrong in about alpha and beta of the runs; a little less, as games come one by one."""
    test = Sprt(0, 100, alpha, beta)
    runs = 1000
    for true_elo, wrong, rate in ((0, "H1", alpha), (100, "H0", beta)):
        errors = sum(accepted(test, true_elo, drawn, rng) == wrong for _ in range(runs))
        low, high = wilson(errors, runs, z=3)
        assert low <= rate, f"{errors} of {runs} wrong"
        assert high >= 0.6 * rate, f"{errors} of {runs} wrong"
