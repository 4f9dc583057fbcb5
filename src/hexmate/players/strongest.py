"""The strongest player that can run here: what commands use when you name none."""

from hexmate.board import Board
from hexmate.errors import ModelError
from hexmate.players.base import Player
from hexmate.players.registry import create

__all__ = ["create_strongest"]

_WITH_NETWORK = "hexmate"
_WITHOUT = "uct"


def create_strongest(board: Board | None = None, *, seed: int | None = None) -> tuple[Player, str]:
    """The strongest player that can play on this board, and a note that names it.

    That is `hexmate` where its network can run, else `uct`, which needs no network and plays on
    every shape of board.

    >>> player, note = create_strongest(Board(5, shape="square"))
    >>> player.name, note
    ('uct', 'uct (hexmate plays only on boards of the hex shape)')
    """
    if board is not None and board.shape != "hex":
        reason = "plays only on boards of the hex shape"
    else:
        try:
            return create(_WITH_NETWORK, seed=seed), _WITH_NETWORK
        except ModelError as error:
            reason = f"cannot run: {error}"
    return create(_WITHOUT, seed=seed), f"{_WITHOUT} ({_WITH_NETWORK} {reason})"
