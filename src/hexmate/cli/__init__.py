"""The command line: one file per command, assembled in `app`."""

from hexmate.cli.app import main

__all__ = ["main"]
