"""Games between players: the referee, matches, tournaments and collections."""
