"""Bradley and Terry's model, against published abilities, closed forms and another optimiser."""

import itertools
import math

import numpy as np
import pytest
from scipy.optimize import minimize

from hexmate.arena.ratings import bradley_terry

ELO = 400 / math.log(10)

# Agresti, Categorical Data Analysis: the American League's East Division of 1987, wins of the team
# of the row over that of the column, 13 games a pair. The abilities against Baltimore (0) and
# their standard errors are those that the R package BradleyTerry2 prints for these results.
BASEBALL = {
    "Milwaukee": ([0, 7, 9, 7, 7, 9, 11], 1.5814, 0.3433),
    "Detroit": ([6, 0, 7, 5, 11, 9, 9], 1.4364, 0.3396),
    "Toronto": ([4, 6, 0, 7, 7, 8, 12], 1.2945, 0.3367),
    "New York": ([6, 8, 6, 0, 6, 7, 10], 1.2476, 0.3359),
    "Boston": ([6, 2, 6, 7, 0, 7, 12], 1.1077, 0.3339),
    "Cleveland": ([4, 4, 5, 6, 6, 0, 6], 0.6839, 0.3319),
    "Baltimore": ([2, 4, 1, 3, 1, 7, 0], 0.0, 0.0),
}


def test_the_baseball_teams_of_agresti():
    ratings = bradley_terry([wins for wins, _, _ in BASEBALL.values()], prior=0)
    baltimore = len(BASEBALL) - 1
    for team, (name, (_, ability, error)) in enumerate(BASEBALL.items()):
        ahead = np.array(ratings.difference(team, baltimore)) / ELO
        assert ahead == pytest.approx((ability, error), abs=6e-5), name
    assert ratings.elo.sum() == pytest.approx(0)


@pytest.mark.parametrize(("wins", "losses"), [(75, 25), (1, 1), (10, 90), (2.5, 0.5)])
def test_two_players_in_closed_form(wins, losses):
    """The odds are wins / losses; the logarithm of the odds has variance 1/wins + 1/losses."""
    ratings = bradley_terry([[0, wins], [losses, 0]], prior=0)
    ahead, error = ratings.difference(0, 1)
    assert ahead == pytest.approx(400 * math.log10(wins / losses))
    assert error == pytest.approx(ELO * math.sqrt(1 / wins + 1 / losses))
    assert ratings.error == pytest.approx([error / 2, error / 2])


def test_a_chain_of_players_adds_up():
    """Where each met only the next, each difference is that of the pair alone."""
    ratings = bradley_terry([[0, 30, 0, 0], [10, 0, 24, 0], [0, 12, 0, 9], [0, 0, 11, 0]], prior=0)
    pairs = [(30, 10), (24, 12), (9, 11)]
    for at, (wins, losses) in enumerate(pairs):
        assert ratings.difference(at, at + 1)[0] == pytest.approx(400 * math.log10(wins / losses))
    error = ELO * math.sqrt(sum(1 / wins + 1 / losses for wins, losses in pairs))
    assert ratings.difference(0, 3)[1] == pytest.approx(error)


@pytest.mark.parametrize("prior", [0.0, 0.5, 2.0])
def test_another_optimiser_finds_the_same(prior):
    rng = np.random.default_rng(5)
    wins = rng.integers(1, 20, (6, 6)) + 0.5 * rng.integers(0, 2, (6, 6))
    np.fill_diagonal(wins, 0)

    def loss(strength):
        lead = strength[:, None] - strength[None, :]
        return ((wins + prior * (wins > 0)) * np.logaddexp(0, -lead)).sum()

    found = minimize(loss, np.zeros(6), tol=1e-12).x
    assert bradley_terry(wins, prior).elo == pytest.approx(ELO * (found - found.mean()), abs=0.01)


def test_draws_are_half_wins():
    drawn = bradley_terry([[0, 6.5], [3.5, 0]])
    assert drawn.elo[0] == pytest.approx(-drawn.elo[1])
    lost, won = (bradley_terry([[0, wins], [10 - wins, 0]]).elo[0] for wins in (6, 7))
    assert lost < drawn.elo[0] < won
    assert bradley_terry([[0, 5], [5, 0]]).elo == pytest.approx([0, 0])


def test_a_player_who_won_everything_has_a_rating_by_the_prior_alone():
    everything = [[0, 20, 20], [0, 0, 15], [0, 5, 0]]
    ratings = bradley_terry(everything)
    assert list(np.argsort(-ratings.elo)) == [0, 1, 2]
    assert np.isfinite(ratings.error).all()
    assert ratings.superiority(0, 1) > 0.95
    with pytest.raises(ValueError, match="use a prior"):
        bradley_terry(everything, prior=0)


def test_players_who_never_met_cannot_be_compared():
    ratings = bradley_terry([[0, 3, 0, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 2, 0], [0] * 5, [0] * 5])
    assert ratings.elo[:2].sum() == pytest.approx(0)
    assert ratings.elo[2:4].sum() == pytest.approx(0)
    assert np.isfinite(ratings.error).tolist() == [True] * 4 + [False]
    assert ratings.difference(0, 2)[1] == math.inf
    assert ratings.superiority(0, 4) == 0.5
    assert ratings.superiority(1, 0) < 0.5 < ratings.superiority(0, 1)


def test_the_order_of_the_players_does_not_matter():
    wins = np.array([wins for wins, _, _ in BASEBALL.values()])
    order = [3, 1, 6, 0, 5, 2, 4]
    one, other = bradley_terry(wins), bradley_terry(wins[np.ix_(order, order)])
    assert other.elo == pytest.approx(one.elo[order])
    assert other.error == pytest.approx(one.error[order])


def test_a_ladder_far_apart_settles():
    """Forty players, each of whom beats all below with 100 games: the hardest case there is."""
    ratings = bradley_terry(np.triu(np.full((40, 40), 100.0), 1))
    assert (np.diff(ratings.elo) < 0).all()
    assert np.isfinite(ratings.error).all()


@pytest.mark.parametrize(
    "wins", [[[0, 1]], [[0, -1], [1, 0]], [[1, 1], [1, 0]], [[0, math.nan]] * 2]
)
def test_tables_that_cannot_be(wins):
    with pytest.raises(ValueError, match="wins must be"):
        bradley_terry(wins)


def simulated(elo, games, rng):
    """Wins in a round-robin of players with these true ratings."""
    chance = 1 / (1 + 10 ** ((elo[None, :] - elo[:, None]) / 400))
    wins = np.triu(rng.binomial(games, chance), 1)
    return wins + np.tril(games - wins.T, -1)


def test_the_bars_hold_what_they_promise():
    """Of the differences between players 95 % lie within 1.96 standard errors of the truth."""
    rng = np.random.default_rng(11)
    elo = np.array([150.0, 60, 0, -30, -180])
    inside = []
    for _ in range(300):
        ratings = bradley_terry(simulated(elo, 40, rng))
        for first, second in itertools.combinations(range(5), 2):
            ahead, error = ratings.difference(first, second)
            inside.append(abs(ahead - (elo[first] - elo[second])) < 1.96 * error)
    assert 0.93 < np.mean(inside) < 0.97
