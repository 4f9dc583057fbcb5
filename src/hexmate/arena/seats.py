"""Making players for a game from their specs.

Built-in players run in the referee's process. Third-party code (a Python file, an installed
package, a program) runs in its own process, so that it can only harm its own game.
"""

from hexmate.arena.clock import TimeControl, slack
from hexmate.arena.terms import Terms
from hexmate.htp.player import HtpPlayer, own_process
from hexmate.players.base import Player
from hexmate.players.registry import create, is_built_in, require_known

__all__ = ["OPENING_SECONDS", "check_spec", "last_words", "seated"]

OPENING_SECONDS = 30.0
"""Seconds for starting up, for proposing an opening and for answering one, each off the clock."""


def seated(spec: str, seed: int, terms: Terms) -> Player:
    """A new player for one game; `seed` is used if the player takes one and its spec has none."""
    if is_built_in(spec):
        return create(spec, seed=seed)
    return own_process(
        spec,
        seed=seed,
        memory=terms.memory,
        patience=OPENING_SECONDS,
        # Without a time control no player loses on time, but a hang must end some time.
        slack=OPENING_SECONDS if terms.time == TimeControl() else slack(terms.time),
    )


def last_words(player: Player | None) -> str | None:
    """The end of the error output of a player in its own process; complete once it is closed."""
    return player.engine.stderr or None if isinstance(player, HtpPlayer) else None


def check_spec(spec: str) -> None:
    """PlayerError if no player can be made from a spec; call it before an event."""
    require_known(spec)
    if is_built_in(spec):
        create(spec)
    else:
        own_process(spec, patience=OPENING_SECONDS).close()
