"""Networks that learn Hex: models, their training and export. Needs the extra `learn`."""
