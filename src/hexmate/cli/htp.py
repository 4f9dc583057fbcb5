"""`hexmate htp`: any player as an engine for HexGui and other programs."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from typing import Annotated

import typer

from hexmate.cli.options import PlayerOption, chosen_player
from hexmate.htp.server import LONGEST_LINE, Server
from hexmate.htp.session import Session
from hexmate.htp.swaps import SwapDialect
from hexmate.players.base import Limit

NAME = "htp"
EXAMPLE = "hexmate htp --time 1"

_PIECE = 1 << 16
_LONGEST_BYTES = 4 * LONGEST_LINE


def run(
    player: PlayerOption = None,
    time: Annotated[
        float | None,
        typer.Option(min=0.001, help="Seconds per move.", show_default="the player's own"),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Random seed, for players that take one.")
    ] = None,
    visits: Annotated[int | None, typer.Option(min=1, help="Visits or nodes per move.")] = None,
    swap_dialect: Annotated[
        SwapDialect,
        typer.Option(
            help="Meaning of swap-pieces: hexmate mirrors the stone, benzene leaves it in place."
        ),
    ] = SwapDialect.HEXMATE,
    allow_swap: Annotated[
        bool, typer.Option("--allow-swap", help="Play with the swap rule.")
    ] = False,
    live_gfx: Annotated[
        bool, typer.Option("--live-gfx", help="Send the search to HexGui while it runs.")
    ] = False,
) -> None:
    """Run a player as an engine for HexGui.

    Other programs that speak the Hex text protocol (HTP) can use it too.
    """
    with _protocol_streams() as (lines, write):
        session = Session(
            chosen_player(player, seed=seed),
            Limit(time=time, visits=visits),
            dialect=swap_dialect,
            allow_swap=allow_swap,
            live_gfx=live_gfx,
            log=_log,
        )
        Server(session, log=_log).serve(lines, write)


def _log(text: str) -> None:
    typer.echo(text.rstrip(), err=True)


@contextmanager
def _protocol_streams() -> Iterator[tuple[Iterator[str], Callable[[str], None]]]:
    """Standard input and output, reserved for the protocol.

    Anything else that this process or its children print goes to standard error, and their standard
    input is empty: a third-party player may print or read.
    """
    sys.stdout.flush()
    source, target = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    stream = os.fdopen(target, "w", encoding="utf-8", errors="backslashreplace", newline="\n")

    def write(text: str) -> None:
        stream.write(text)
        stream.flush()

    try:
        with redirect_stdout(sys.stderr):
            yield _lines(source), write
    finally:
        with suppress(OSError):  # the client may be gone
            stream.close()


def _lines(source: int) -> Iterator[str]:
    """The lines of a file descriptor; very long ones are cut.

    A buffered reader could not be abandoned in its thread when the process ends.
    """
    pending = b""
    while piece := os.read(source, _PIECE):
        first, *rest = piece.split(b"\n")
        pending = (pending + first)[:_LONGEST_BYTES]
        for part in rest:
            yield pending.decode("utf-8", "replace")
            pending = part
    if pending:
        yield pending.decode("utf-8", "replace")
