"""Seating players: from a spec to someone who plays.

Our own players sit in the referee's process. A stranger's code (a Python file, an installed
package, a program) gets a process of its own, so that nothing it does harms more than its game.
"""

from hexmate.arena.clock import TimeControl, slack
from hexmate.arena.terms import Terms
from hexmate.htp.player import HtpPlayer, own_process
from hexmate.players.base import Player
from hexmate.players.registry import create, is_built_in, require_known

__all__ = ["OPENING_SECONDS", "check_spec", "last_words", "seated"]

OPENING_SECONDS = 30.0
"""Seconds for getting ready, for proposing an opening and for answering one; none of it is on the
clock."""


def seated(spec: str, seed: int, terms: Terms) -> Player:
    """A fresh player for one game; the seed is for one that takes it and has none in its spec."""
    if is_built_in(spec):
        return create(spec, seed=seed)
    return own_process(
        spec,
        seed=seed,
        memory=terms.memory,
        patience=OPENING_SECONDS,
        # Without a control nobody loses by the seconds of the limit; they still bound a hang.
        slack=OPENING_SECONDS if terms.time == TimeControl() else slack(terms.time),
    )


def last_words(player: Player | None) -> str | None:
    """The end of the error output of a player in its own process, all there once it is closed."""
    return player.engine.stderr or None if isinstance(player, HtpPlayer) else None


def check_spec(spec: str) -> None:
    """PlayerError where no player can be made of a spec, before an event begins with it."""
    require_known(spec)
    if is_built_in(spec):
        create(spec)
    else:
        own_process(spec, patience=OPENING_SECONDS).close()
