"""Statistics of two players' results: shares and Elo with intervals, and the sequential test.

A draw counts as half a win, so the number of wins may end in .5.
"""

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

from hexmate.errors import MalformedError

__all__ = [
    "Z95",
    "Sprt",
    "elo",
    "elo_interval",
    "expected_share",
    "likelihood_of_superiority",
    "wilson",
]

_NORMAL = NormalDist()
_FARTHEST = 4000.0
Z95 = _NORMAL.inv_cdf(0.975)
"""Standard errors to each side of a 95 % interval."""


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval of a share, 95 % by default; without games it is 0 to 1.

    >>> [round(end, 3) for end in wilson(95, 100)]
    [0.888, 0.978]
    """
    if not 0 <= wins <= games:
        raise ValueError(f"wins must be between 0 and {games}, the games (got {wins:g})")
    if games == 0:
        return 0.0, 1.0
    share, square = wins / games, z * z / games
    middle = (share + square / 2) / (1 + square)
    half = z * math.sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    low = 0.0 if wins == 0 else middle - half
    high = 1.0 if wins == games else middle + half
    return low, high


def elo(share: float) -> float:
    """The Elo difference at which a share of the points is expected; infinite at 0 and 1.

    >>> round(elo(0.75)), elo(1)
    (191, inf)
    """
    if not 0 <= share <= 1:
        raise ValueError(f"a share must be between 0 and 1 (got {share:g})")
    if share in (0, 1):
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def expected_share(difference: float) -> float:
    """The expected share of the points at an Elo difference.

    >>> round(expected_share(200), 2)
    0.76
    """
    # In this form it does not overflow for large differences.
    return (1 + math.tanh(difference * math.log(10) / 800)) / 2


def elo_interval(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The Elo differences at the ends of Wilson's interval.

    >>> [round(end) for end in elo_interval(60, 100)]
    [1, 139]
    """
    low, high = wilson(wins, games, z)
    return elo(low), elo(high)


def likelihood_of_superiority(wins: float, losses: float) -> float:
    """The probability that the player with these results is the stronger one, draws left out.

    >>> round(likelihood_of_superiority(60, 40), 3)
    0.977
    """
    if wins + losses == 0:
        return 0.5
    return _NORMAL.cdf((wins - losses) / math.sqrt(wins + losses))


@dataclass(frozen=True, slots=True)
class Sprt:
    """Wald's sequential test: is the Elo difference `elo1` (H1) rather than `elo0` (H0)?

    If H0 is true, H1 is accepted with a probability of about `alpha`; if H1 is true, H0 with about
    `beta`. The hypotheses say nothing about draws, so each gets the share of draws that fits it
    best (the generalised test); without draws it is Wald's test.

    >>> test = Sprt(0, 100)
    >>> test.state(30, 28), test.state(45, 20)
    (None, 'H1')
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -_FARTHEST <= self.elo0 < self.elo1 <= _FARTHEST:
            raise MalformedError(
                f"a sequential test needs elo0 below elo1, both within ±{_FARTHEST:g} "
                f"(got {self.elo0:g} and {self.elo1:g})"
            )
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise MalformedError(
                "the error rates of a sequential test must be above 0 and below 1 together "
                f"(got {self.alpha:g} and {self.beta:g})"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted."""
        lower = math.log(self.beta / (1 - self.alpha))
        upper = math.log((1 - self.beta) / self.alpha)
        return lower, upper

    def llr(self, wins: int, losses: int, draws: int = 0) -> float:
        """The log-likelihood ratio of the results, H1 against H0."""
        results = wins, losses, draws
        ahead = _log_likelihood(*results, expected_share(self.elo1))
        return ahead - _log_likelihood(*results, expected_share(self.elo0))

    def state(self, wins: int, losses: int, draws: int = 0) -> Literal["H0", "H1"] | None:
        """The hypothesis to accept, or None if more games are needed."""
        lower, upper = self.bounds
        ratio = self.llr(wins, losses, draws)
        if ratio >= upper:
            return "H1"
        return "H0" if ratio <= lower else None


def _log_likelihood(wins: int, losses: int, draws: int, share: float) -> float:
    """The log-likelihood of results whose expected share is `share`, with the best share of draws.

    With x the share of draws, wins have share - x/2 and losses 1 - share - x/2; setting the
    derivative of the likelihood to zero gives a quadratic equation for x, whose smaller root keeps
    all shares from being negative.
    """
    games = wins + losses + draws
    if games == 0:
        return 0.0
    gain, loss = 2 * share, 2 * (1 - share)
    half = (2 * draws + wins * loss + losses * gain) / 2
    root = math.sqrt(max(0.0, half * half - games * draws * gain * loss))
    # This form of the smaller root does not subtract two numbers that are nearly equal.
    drawn = draws * gain * loss / (half + root) if draws else 0.0
    shares = ((gain - drawn) / 2, (loss - drawn) / 2, drawn)
    return sum(
        count * math.log(part)
        for count, part in zip((wins, losses, draws), shares, strict=True)
        if count
    )
