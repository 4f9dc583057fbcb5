"""Ratings of many players from their games with each other, by Bradley and Terry's model."""

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
    """Elo of each player, and how certain it is."""

    elo: Floats
    """[players], mean 0 over players who met each other, at least through others."""
    covariance: Floats
    """[players, players] of the Elo numbers; infinite for a player without games, and minus
    infinite between players who cannot be compared, so that their difference has no bounds."""

    @property
    def error(self) -> Floats:
        """[players], the standard error of each rating."""
        return np.sqrt(self.covariance.diagonal())

    def difference(self, first: int, second: int) -> tuple[float, float]:
        """How far one player is ahead of another, and the standard error of that."""
        part = self.covariance[np.ix_((first, second), (first, second))]
        error = math.sqrt(max(0.0, part[0, 0] + part[1, 1] - 2 * part[0, 1]))
        return float(self.elo[first] - self.elo[second]), error

    def superiority(self, first: int, second: int) -> float:
        """The chance that one player is stronger than another."""
        ahead, error = self.difference(first, second)
        return NormalDist().cdf(ahead / error) if error > 0 else 0.5


def bradley_terry(wins: ArrayLike, prior: float = 0.5) -> RatingTable:
    """Ratings from ``wins[i, j]``, the wins of player i over player j, a draw being half a win.

    `prior` wins for either side are added to each pair that played, so that a player who won or
    lost everything has a rating too; with 0 the ratings are the most likely ones, and players
    that those do not exist for are an error. Players who did not meet, even through others,
    cannot be compared: each such group has mean 0.

    >>> ratings = bradley_terry([[0, 75], [25, 0]])
    >>> round(float(ratings.elo[0] - ratings.elo[1])), round(float(ratings.error[0]))
    (189, 20)
    """
    table = np.array(wins, np.float64)
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        raise ValueError(f"wins are a square table, not {'x'.join(map(str, table.shape))}")
    if not (np.isfinite(table).all() and (table >= 0).all() and not table.diagonal().any()):
        raise ValueError("wins are numbers from 0 on, and nobody plays against himself")
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
        chance = _chances(strength)
        slope = (table * chance.T - table.T * chance).sum(axis=1)
        step = _inverse(_information(table, strength), mean) @ slope
        while (then := _likelihood(table, strength + step)) < now and abs(step).max() > _CLOSE:
            step /= 2
        strength, now = strength + step, then
        if abs(step).max() <= _CLOSE:
            return strength
    raise ValueError("the ratings do not settle: use a prior")


def _likelihood(table: Floats, strength: Floats) -> float:
    lead = strength[:, None] - strength[None, :]
    return float(-(table * np.logaddexp(0, -lead)).sum())


def _chances(strength: Floats) -> Floats:
    """[players, players], the chance that the first beats the second."""
    return (1 + np.tanh((strength[:, None] - strength[None, :]) / 2)) / 2


def _information(table: Floats, strength: Floats) -> Floats:
    """[players, players], Fisher's information about the strengths."""
    chance = _chances(strength)
    information = -(table + table.T) * chance * chance.T
    np.fill_diagonal(information, -information.sum(axis=1))
    return information


def _inverse(information: Floats, mean: Floats) -> Floats:
    """The pseudo-inverse: only differences are known, so the means of groups are left out."""
    return np.asarray(np.linalg.inv(information + mean) - mean)


def _reach(linked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """[players, players], who is reached from whom over any number of links; all reach themselves.

    >>> _reach(np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], bool)).astype(int).tolist()
    [[1, 1, 1], [0, 1, 1], [0, 0, 1]]
    """
    reached = linked | np.eye(len(linked), dtype=bool)
    for _ in range(max(1, len(linked)).bit_length()):
        reached = reached @ reached
    return reached
