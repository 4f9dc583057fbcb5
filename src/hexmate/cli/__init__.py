"""The command line: one file per command, assembled in `app`."""

from collections.abc import Callable

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> None:
    """Run `hexmate` with these arguments, by default those of the process."""
    from hexmate.cli.interrupts import ending_cleanly

    with ending_cleanly(forever=arguments is None):
        _main()(arguments)


def _main() -> Callable[[list[str] | None], None]:
    """The command line, once its libraries are loaded."""
    try:
        from hexmate.cli.app import main
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"typer", "rich"}:
            raise
        raise SystemExit(
            'hexmate: the command line needs one of the extras: pip install "hexmate[play]" '
            'to play in the browser, "hexmate[cli]" for the commands only'
        ) from None
    return main
