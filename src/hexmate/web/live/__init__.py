"""Live games: the referee, the clocks, and everybody around the session."""
