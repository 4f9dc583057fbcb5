"""Players against players: refereed games, matches and tournaments."""
