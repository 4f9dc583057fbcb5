"""HTP, the Hex text protocol: how programs that play Hex talk to each other.

`codec` reads and writes the lines, `server` makes any player an engine, `client` makes any engine a
Python object, and `player` makes it a player. The page "Text protocol" of the documentation
describes the protocol itself.

>>> import sys
>>> from hexmate import Board
>>> from hexmate.players import Limit
>>> with Engine.popen([sys.executable, "-m", "hexmate", "htp", "--player", "random"]) as engine:
...     engine.name, engine.play(Board(5), Limit(time=1)).move in Board(5).legal_moves
('random', True)
"""

from typing import TYPE_CHECKING, Any

from hexmate.htp.client import Engine, EngineOptions
from hexmate.htp.player import HtpPlayer, own_process

if TYPE_CHECKING:
    from hexmate.htp.aio import AsyncEngine

__all__ = ["AsyncEngine", "Engine", "EngineOptions", "HtpPlayer", "own_process"]


def __getattr__(name: str) -> Any:
    """Import asyncio only when it is used."""
    if name == "AsyncEngine":
        from hexmate.htp.aio import AsyncEngine

        return AsyncEngine
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
