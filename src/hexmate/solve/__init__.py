"""Exact values of positions: who wins with perfect play, and files that prove it."""

from hexmate.solve.checker import Checked, check_proof
from hexmate.solve.proof import Proof
from hexmate.solve.prover import Prover
from hexmate.solve.solver import Solution, SolveProgress, Solver, Verdict

__all__ = [
    "Checked",
    "Proof",
    "Prover",
    "Solution",
    "SolveProgress",
    "Solver",
    "Verdict",
    "check_proof",
]
