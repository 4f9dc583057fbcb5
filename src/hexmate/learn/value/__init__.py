"""The value models of negamax: their shapes, self-play, imitation, and export."""
