"""The folder of an event: its settings, and every game as soon as it has ended.

A kill or a power cut at any moment loses only the games in progress.
"""

import json
import os
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TextIO

from hexmate.arena.terms import GameReport, Terms
from hexmate.errors import ArenaError
from hexmate.files import DRAFT, held, replacing
from hexmate.records import save
from hexmate.version import __version__

__all__ = ["SCHEMA", "Journal", "record_name"]

SCHEMA = 1
"""The version of the files; it changes when a field changes its name or meaning."""


def record_name(number: int) -> str:
    """The path of a game's record in the folder.

    >>> record_name(7)
    'games/00007.sgf'
    """
    return f"games/{number:05}.sgf"


class Journal:
    """An event's folder.

    `event.json` identifies the event: its terms, players, seed, Hexmate's version, and everything
    else that its games follow from. `results.jsonl` has a line for each game, in the order in which
    they ended, and `games/` has their records.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        terms: Terms,
        players: list[str],
        seed: int,
        **details: Any,
    ) -> None:
        """Start an event in a new folder, or resume the one that is there.

        `details` are more values of `event.json` that must agree. ArenaError if the folder belongs
        to another event or cannot be used.
        """
        self.folder = Path(folder)
        event = {"schema": SCHEMA, "version": __version__, "terms": terms.as_dict()}
        event |= {"players": players, "seed": seed, **details}
        try:
            (self.folder / "games").mkdir(parents=True, exist_ok=True)
            with ExitStack() as opened:
                if not opened.enter_context(held(self.folder / "lock")):
                    raise ArenaError(f"{self.folder}: another process is playing this event")
                for draft in self.folder.rglob(f"*{DRAFT}"):  # left by a kill
                    draft.unlink()
                self._check(json.loads(json.dumps(event)))
                self.reports = self._read()
                results = self._results.open("a", encoding="utf-8", newline="\n")
                self._stream = opened.enter_context(results)
                self._open_files = opened.pop_all()
        except OSError as error:
            raise ArenaError(f"{self.folder}: {(error.strerror or str(error)).lower()}") from None

    @property
    def _results(self) -> Path:
        return self.folder / "results.jsonl"

    def _check(self, event: Mapping[str, Any]) -> None:
        file = self.folder / "event.json"
        if not file.exists():
            if self._results.exists():
                raise ArenaError(f"{self.folder} has the results of an event but no event.json")
            with replacing(file) as stream:
                json.dump(event, stream, indent=1)
            return
        try:
            found = json.loads(file.read_text("utf-8"))
        except ValueError as error:
            raise ArenaError(f"{file} cannot be read: {error}") from None
        if found == event:
            return
        names = sorted(set(found) | set(event))
        differ = ", ".join(name for name in names if found.get(name) != event.get(name))
        raise ArenaError(
            f"{self.folder} belongs to another event (it differs in: {differ}); "
            "give the same options to resume it, or another folder"
        )

    def _read(self) -> dict[int, GameReport]:
        """The games so far. A last line without an end was cut by a kill and is removed."""
        reports: dict[int, GameReport] = {}
        if not self._results.exists():
            return reports
        content = self._results.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if len(whole) < len(content):
            with self._results.open("r+b") as stream:
                stream.truncate(len(whole))
        for number, line in enumerate(whole.decode("utf-8").splitlines(), 1):
            try:
                report = GameReport.from_dict(json.loads(line))
            except ValueError as error:
                raise ArenaError(f"{self._results}, line {number}: {error}") from None
            reports[report.number] = report
        return reports

    def add(self, report: GameReport) -> None:
        """Store a game: the record first, so that every line of the results has one."""
        # Lossy: SGF has no line breaks in names, and an event must not fail because of that.
        save(report.game(), self.folder / record_name(report.number), lossy=True)
        self._stream.write(json.dumps(report.as_dict()) + "\n")
        _to_disk(self._stream)
        self.reports[report.number] = report

    def close(self) -> None:
        """Close the files and release the folder."""
        self._open_files.close()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _to_disk(stream: TextIO) -> None:
    """Make sure that what is written survives a power cut."""
    stream.flush()
    os.fsync(stream.fileno())
