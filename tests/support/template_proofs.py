"""Edge templates proven again: by proofs that an independent checker reads, and by playing out."""

from hexmate.color import BLACK
from hexmate.solve import Prover, Solver
from hexmate.solve.checker import check_lines
from hexmate.templates import EdgeTemplate, Place, template_board
from support.slow_connections import Carrier


def problems(template: EdgeTemplate, *, played_out: int = 9) -> list[str]:
    """What is wrong: a connection that fails, or a cell that is not needed.

    Carriers with up to `played_out` cells are played out as well.
    """
    carrier = frozenset(template.carrier)
    found = [] if _connects(template, carrier, played_out) else ["is not connected"]
    return found + [
        f"does not need {place}"
        for place in template.carrier
        if _connects(template, carrier - {place}, played_out)
    ]


def _connects(template: EdgeTemplate, carrier: frozenset[Place], played_out: int) -> bool:
    board, number = template_board(template.stones, carrier)
    if board.outcome() is not None:
        return board.outcome().winner == BLACK
    proof = Prover(Solver(16).solve).prove(board)
    connects = check_lines(proof.lines()).winner == "black"
    if len(carrier) <= played_out:
        cells = [number[place] for place in carrier]
        assert connects == Carrier(board, BLACK, "top", "bottom", cells).holds()
    return connects
