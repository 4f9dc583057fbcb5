"""Seating players: from a spec to someone who plays."""

from hexmate.arena.terms import Terms
from hexmate.players.base import Player
from hexmate.players.registry import available, create

__all__ = ["check_spec", "seated", "with_seed"]

_SEEDED = {entry.name for entry in available() if "seed" in entry.options}


def with_seed(spec: str, seed: int) -> str:
    """The spec with a seed, where its player takes one and has none.

    >>> with_seed("random", 7), with_seed("uct:visits=9", 7), with_seed("minimax", 7)
    ('random:seed=7', 'uct:visits=9,seed=7', 'minimax')
    """
    name, _, options = spec.strip().partition(":")
    if name not in _SEEDED or any(each.startswith("seed=") for each in options.split(",")):
        return spec
    return f"{name}:{','.join(filter(None, (options, f'seed={seed}')))}"


def seated(spec: str, seed: int, terms: Terms) -> Player:
    """A fresh player for one game. PlayerError where there is none of that name."""
    return create(with_seed(spec, seed))


def check_spec(spec: str) -> None:
    """PlayerError where no player can be made of a spec, before an event begins with it."""
    create(spec).close()
