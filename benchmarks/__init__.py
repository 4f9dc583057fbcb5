"""Speed as ratios against other programs, measured in the same run because machines vary."""

from collections.abc import Callable


def measures() -> list[Callable[[], list]]:
    """Every measurement of the table, in its order."""
    from benchmarks import arena, evaluate, negamax, networks, playouts, rules

    return [
        rules.measure,
        evaluate.measure,
        negamax.measure,
        playouts.measure,
        networks.measure,
        arena.measure,
    ]
