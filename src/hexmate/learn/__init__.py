"""Networks that learn Hex: models, self-play and training. Needs the extra `learn`."""
