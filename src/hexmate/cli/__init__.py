"""The command line: one file per command, assembled in `app`."""

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> None:
    """Run `hexmate` with these arguments, by default those of the process."""
    try:
        from hexmate.cli.app import main as run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"typer", "rich"}:
            raise
        raise SystemExit(
            'hexmate: the command line needs one of the extras: pip install "hexmate[play]" '
            'to play in the browser, "hexmate[cli]" for the commands only'
        ) from None
    run(arguments)
