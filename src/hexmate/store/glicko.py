"""Glicko-2, as Mark Glickman describes it: ratings with a deviation and a volatility.

Pure functions. A rating period may be a fraction, so a game can be rated as soon as it ends; the
deviation grows with the time since the last one.

>>> winner = rate(Rating(), [(Rating(1500, 50), 1.0)])
>>> round(winner.rating), round(winner.deviation)
(1675, 248)
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

__all__ = ["Rating", "expected_score", "rate", "waited"]

_SCALE = 173.7178
_MIDDLE = 1500.0
_WIDEST = 350.0
_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength, its uncertainty, and how much it fluctuates."""

    rating: float = _MIDDLE
    deviation: float = _WIDEST
    volatility: float = 0.06

    @property
    def _mu(self) -> float:
        return (self.rating - _MIDDLE) / _SCALE

    @property
    def _phi(self) -> float:
        return self.deviation / _SCALE


def expected_score(player: Rating, opponent: Rating) -> float:
    """The expected score of a game; nearer to one half the less is known about the opponent."""
    return _expected(player._mu, opponent._mu, opponent._phi)


def waited(player: Rating, periods: float) -> Rating:
    """The rating after some periods without games: the same number, with a larger deviation."""
    phi = math.sqrt(player._phi**2 + periods * player.volatility**2)
    return replace(player, deviation=min(phi * _SCALE, _WIDEST))


def rate(
    player: Rating,
    games: Sequence[tuple[Rating, float]],
    *,
    periods: float = 1.0,
    tau: float = 0.5,
    share: float = 1.0,
) -> Rating:
    """The rating after games against these opponents, each with a score from 0 to 1.

    `periods` is the time since the last rating; a smaller `tau` keeps the volatility steadier. With
    a `share` below 1 each game counts as that part of one.
    """
    if not games:
        return waited(player, periods)
    mu, phi = player._mu, player._phi
    seen = [(_weight(other._phi), expected_score(player, other), score) for other, score in games]
    variance = 1 / sum(share * weight**2 * mean * (1 - mean) for weight, mean, _ in seen)
    surprise = sum(share * weight * (score - mean) for weight, mean, score in seen)
    volatility = _new_volatility(player, variance * surprise, variance, tau)
    doubt = phi**2 + periods * volatility**2
    new_phi = 1 / math.sqrt(1 / doubt + 1 / variance)
    return Rating(
        (mu + new_phi**2 * surprise) * _SCALE + _MIDDLE,
        min(new_phi * _SCALE, _WIDEST),
        volatility,
    )


def _weight(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _expected(mu: float, other_mu: float, other_phi: float) -> float:
    return 1 / (1 + math.exp(-_weight(other_phi) * (mu - other_mu)))


def _new_volatility(player: Rating, improvement: float, variance: float, tau: float) -> float:
    """The new volatility: the zero of Glickman's f, found by the Illinois method."""
    phi, start = player._phi, math.log(player.volatility**2)

    def f(x: float) -> float:
        power = math.exp(x)
        known = phi**2 + variance + power
        return power * (improvement**2 - known) / (2 * known**2) - (x - start) / tau**2

    low = start
    if improvement**2 > phi**2 + variance:
        high = math.log(improvement**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _TOLERANCE:
        between = low + (low - high) * f_low / (f_high - f_low)
        f_between = f(between)
        if f_between * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = between, f_between
    return math.exp(low / 2)
