"""Attacks on a running server: each module is one kind, and returns what it measured."""
