"""The engines of the server: which ones it offers, and when they may search."""
