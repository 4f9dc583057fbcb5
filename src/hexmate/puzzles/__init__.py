"""Puzzles: positions in which one plan wins, proven by the solver."""
