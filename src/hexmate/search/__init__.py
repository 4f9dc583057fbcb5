"""Searches: they find moves, and know nothing of players, clocks or games."""
