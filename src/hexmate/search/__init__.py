"""Searches: they find moves, and do not know players, clocks or games."""
