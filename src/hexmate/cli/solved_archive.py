"""The database of solved positions, opened when it is needed."""

from types import TracebackType
from typing import TYPE_CHECKING, Self

import typer

from hexmate.cli.serve import default_database
from hexmate.errors import HexmateError
from hexmate.solve.archive import SolvedPositions

if TYPE_CHECKING:
    from hexmate.store.store import Store

__all__ = ["SolvedArchive"]


class SolvedArchive:
    """Solved positions in the database of a URL; None is the file in your user data folder.

    Without `needed` the database is opened by the first call of `positions`. If the default file
    cannot be used, because a library is missing or the folder cannot be written, work goes on
    without it; a database that was named must work.
    """

    def __init__(self, url: str | None, *, needed: bool) -> None:
        self._url, self._needed = url, needed or url is not None
        self._store: Store | None = None
        self._tried = url == "none"

    @property
    def is_open(self) -> bool:
        """True if the database is open, or is not to be used."""
        return self._tried

    def positions(self) -> SolvedPositions | None:
        """The solved positions; None if they are not kept."""
        if not self._tried:
            self._tried = True
            try:
                self._store = _opened(self._url)
            except HexmateError as error:
                if self._url is not None:
                    raise
                typer.echo(f"Solved positions are not kept: {error}", err=True)
        return None if self._store is None else SolvedPositions(self._store.solved)

    def __enter__(self) -> Self:
        if self._needed:
            self.positions()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._store is not None:
            self._store.close()


def _opened(url: str | None) -> "Store":
    try:
        from hexmate.store.store import Store
    except ImportError as error:
        raise HexmateError(
            f"the database needs {error.name}: pip install 'hexmate[store]'"
        ) from None
    return Store.open(url or default_database("solved.db"))
