"""HTP, the Hex text protocol: how programs that play Hex talk to each other.

`codec` is the form of the lines, `server` makes any player an engine, `client` makes any engine an
object, and `player` a player. The protocol itself is described on the page "Text protocol" of the
documentation.

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
    """Import asyncio only for those who use it."""
    if name == "AsyncEngine":
        from hexmate.htp.aio import AsyncEngine

        return AsyncEngine
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
