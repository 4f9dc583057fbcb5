"""Live games: rules, clocks, rights, and everyone connected to them."""
