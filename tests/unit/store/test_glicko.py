"""Glicko-2 against the example of its author, and what must hold for any numbers."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmate.store.glicko import Rating, expected_score, rate, waited


def test_the_published_example():
    """Glickman, "Example of the Glicko-2 system": one period, three games."""
    player = Rating(1500, 200, 0.06)
    games = [
        (Rating(1400, 30, 0.06), 1.0),
        (Rating(1550, 100, 0.06), 0.0),
        (Rating(1700, 300, 0.06), 0.0),
    ]
    after = rate(player, games, tau=0.5)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@pytest.mark.parametrize(
    ("opponent", "mean"),
    [(Rating(1400, 30), 0.639), (Rating(1550, 100), 0.432), (Rating(1700, 300), 0.303)],
)
def test_expected_scores_of_the_example(opponent, mean):
    assert expected_score(Rating(1500, 200), opponent) == pytest.approx(mean, abs=0.001)


def test_a_period_without_games_only_adds_doubt():
    rested = rate(Rating(1600, 100, 0.06), [])
    assert (rested.rating, rested.volatility) == (1600, 0.06)
    assert rested.deviation == pytest.approx(math.hypot(100, 0.06 * 173.7178))
    assert waited(Rating(1600, 100), 1e9).deviation == 350


def test_periods_add_up():
    once = waited(waited(Rating(1600, 50), 0.25), 0.75)
    assert once.deviation == pytest.approx(waited(Rating(1600, 50), 1).deviation)


RATINGS = st.builds(
    Rating,
    st.floats(100, 3500),
    st.floats(20, 350),
    st.floats(0.02, 0.2),
)


@given(RATINGS, RATINGS, st.floats(0, 500))
def test_the_winner_gains_rating_and_the_loser_loses_it(player, other, periods):
    won, drawn, lost = (rate(player, [(other, score)], periods=periods) for score in (1, 0.5, 0))
    assert lost.rating <= player.rating <= won.rating
    assert lost.rating <= drawn.rating <= won.rating
    for after in (won, drawn, lost):
        assert 0 < after.deviation <= 350
        assert 0 < after.volatility < 1
        assert math.isfinite(after.rating)


@given(RATINGS, RATINGS)
def test_a_game_makes_a_rating_surer(player, other):
    assert rate(player, [(other, 1.0)], periods=0).deviation <= player.deviation


def test_a_thousand_wins_stay_within_reason():
    strong, weak = Rating(), Rating()
    for _ in range(1000):
        strong, weak = (
            rate(strong, [(weak, 1.0)], periods=0.01),
            rate(weak, [(strong, 0.0)], periods=0.01),
        )
    assert 1900 < strong.rating < 5000
    assert strong.rating - 1500 == pytest.approx(1500 - weak.rating, rel=0.01)
