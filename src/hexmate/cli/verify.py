"""`hexmate verify`: check proofs, without the solver."""

import time
from pathlib import Path
from typing import Annotated

import typer

from hexmate.errors import ProofError
from hexmate.solve.checker import check_proof

NAME = "verify"
EXAMPLE = "hexmate verify d4.hexproof"


def run(
    files: Annotated[list[Path], typer.Argument(help="Proof files (.hexproof).")],
) -> None:
    """Check proofs of who wins, without the solver.

    The check uses the rules of Hex alone: every move of the loser must have an answer.
    """
    for file in files:
        started = time.perf_counter()
        try:
            checked = check_proof(file)
        except ProofError as error:
            raise ProofError(f"{file}: {error}") from None
        seconds = time.perf_counter() - started
        first = "" if checked.first is None else f" with {checked.first}"
        typer.echo(
            f"{file}: {checked.winner.title()} wins{first}. Position: {checked.position}. "
            f"{checked.nodes:,} nodes checked in {seconds:.2f} s."
        )
