"""Elo ratings of many players from their games, by the Bradley-Terry model."""

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["RatingTable", "bradley_terry"]

_ELO = 400 / math.log(10)
_MOST_STEPS = 200
_CLOSE = 1e-10

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RatingTable:
    """The Elo rating of each player, and its uncertainty."""

    elo: Floats
    """[players], with mean 0 over each group of players connected by games."""
    covariance: Floats
    """[players, players] of the ratings; infinite for a player without games, and minus infinite
    between players who cannot be compared, so that the error of their difference is infinite."""

    @property
    def error(self) -> Floats:
        """[players], the standard error of each rating."""
        return np.sqrt(self.covariance.diagonal())

    def difference(self, first: int, second: int) -> tuple[float, float]:
        """The rating difference between two players, and its standard error."""
        part = self.covariance[np.ix_((first, second), (first, second))]
        error = math.sqrt(max(0.0, part[0, 0] + part[1, 1] - 2 * part[0, 1]))
        return float(self.elo[first] - self.elo[second]), error

    def superiority(self, first: int, second: int) -> float:
        """The probability that the first player is stronger than the second."""
        ahead, error = self.difference(first, second)
        return NormalDist().cdf(ahead / error) if error > 0 else 0.5


def bradley_terry(wins: ArrayLike, prior: float = 0.5) -> RatingTable:
    """Ratings from ``wins[i, j]``, the wins of player i over player j; a draw is half a win each.

    `prior` wins for each side are added to every pair that played, so that a player who won or lost
    every game has a finite rating. With 0 the ratings are the most likely ones, and it is an error
    if these are not finite. Players who are not connected by games cannot be compared: each such
    group has mean 0.

    >>> ratings = bradley_terry([[0, 75], [25, 0]])
    >>> round(float(ratings.elo[0] - ratings.elo[1])), round(float(ratings.error[0]))
    (189, 20)
    """
    table = np.array(wins, np.float64)
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        raise ValueError(f"wins must be a square table (got {'x'.join(map(str, table.shape))})")
    if not (np.isfinite(table).all() and (table >= 0).all() and not table.diagonal().any()):
        raise ValueError("wins must be finite and not negative, with zeros on the diagonal")
    groups = _reach((table + table.T) > 0)
    if prior == 0 and (groups != _reach(table > 0)).any():
        raise ValueError("some players only won or only lost against the others: use a prior")
    table += prior * ((table + table.T) > 0)
    mean = groups / groups.sum(axis=1)
    strength = _most_likely(table, mean)
    covariance = np.where(
        groups, _ELO**2 * _inverse(_information(table, strength), mean), -math.inf
    )
    alone = groups.sum(axis=1) == 1
    covariance[alone, alone] = math.inf
    return RatingTable(_ELO * strength, covariance)


def _most_likely(table: Floats, mean: Floats) -> Floats:
    """[players], the logarithms of the strengths, by Newton's method with halved steps."""
    strength: Floats = np.zeros(len(table))
    now = _likelihood(table, strength)
    for _ in range(_MOST_STEPS):
        expected = _win_probabilities(strength)
        slope = (table * expected.T - table.T * expected).sum(axis=1)
        step = _inverse(_information(table, strength), mean) @ slope
        while (then := _likelihood(table, strength + step)) < now and abs(step).max() > _CLOSE:
            step /= 2
        strength, now = strength + step, then
        if abs(step).max() <= _CLOSE:
            return strength
    raise ValueError("the ratings do not converge: use a prior")


def _likelihood(table: Floats, strength: Floats) -> float:
    lead = strength[:, None] - strength[None, :]
    return float(-(table * np.logaddexp(0, -lead)).sum())


def _win_probabilities(strength: Floats) -> Floats:
    """[players, players], the probability that the first beats the second."""
    return (1 + np.tanh((strength[:, None] - strength[None, :]) / 2)) / 2


def _information(table: Floats, strength: Floats) -> Floats:
    """[players, players], Fisher's information about the strengths."""
    expected = _win_probabilities(strength)
    information = -(table + table.T) * expected * expected.T
    np.fill_diagonal(information, -information.sum(axis=1))
    return information


def _inverse(information: Floats, mean: Floats) -> Floats:
    """The pseudo-inverse: only differences are determined, so the means of groups are removed."""
    return np.asarray(np.linalg.inv(information + mean) - mean)


def _reach(linked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """[players, players], the reflexive and transitive closure of the links.

    >>> _reach(np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], bool)).astype(int).tolist()
    [[1, 1, 1], [0, 1, 1], [0, 0, 1]]
    """
    reached = linked | np.eye(len(linked), dtype=bool)
    for _ in range(max(1, len(linked)).bit_length()):
        reached = reached @ reached
    return reached
