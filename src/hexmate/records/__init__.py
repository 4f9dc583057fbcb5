"""Game records: read any format into a `Game`, and write a `Game` in any format.

>>> from hexmate import records
>>> game = records.load("#5,a2:sc3")
>>> print(records.dumps(game, "moves"))
5: a2 swap-pieces c3
"""

import io
import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from hexmate.errors import RecordError, RecordWarning, TooLargeError
from hexmate.files import replacing
from hexmate.game import Game
from hexmate.records import hexfile, hexworld, hsgf, jsonl, moves, sgf, trmph
from hexmate.records.base import Codec, Piece, Problems, RecordBudget, RecordLimits, shown
from hexmate.records.charset import repaired

__all__ = [
    "FORMATS",
    "RecordLimits",
    "detect",
    "dumps",
    "iter_attempts",
    "iter_games",
    "iter_pieces",
    "iter_text",
    "load",
    "read_piece",
    "save",
]

FORMATS: dict[str, Codec] = {
    codec.name: codec
    for codec in (
        sgf.CODEC,
        hsgf.CODEC,
        jsonl.CODEC,
        hexfile.CODEC,
        trmph.CODEC,
        hexworld.CODEC,
        moves.CODEC,
    )
}
"""The codecs by name."""

_HEAD = 4096
_LONGEST_PATH = 4096


def detect(text: str, path: str | os.PathLike[str] | None = None) -> str:
    """The format of a text, detected from its beginning and, if that is unclear, by the file name.

    >>> detect("(;GM[11]SZ[5];B[a2])"), detect("a2 b3 c4")
    ('sgf', 'moves')
    """
    suffix = Path(path).suffix.lower() if path is not None else ""
    head = text[:_HEAD].removeprefix("\ufeff")
    scores = {
        name: (codec.sniff(head), suffix in codec.suffixes) for name, codec in FORMATS.items()
    }
    best = max(scores, key=lambda name: scores[name])
    if scores[best][0] == 0:
        raise RecordError(f"{shown(head.strip())} is none of the formats {', '.join(FORMATS)}")
    return best


def load(
    source: str | os.PathLike[str],
    strict: bool = False,
    *,
    format: str | None = None,
    limits: RecordLimits | None = None,
) -> Game:
    """The first game of a file, or of a text: a link, a list of moves, the content of a file.

    A `Path`, or the name of a file that exists, is a file. A mistake in a readable record is a
    `RecordWarning`, or with `strict` a `RecordError`. An unreadable record is always a
    `RecordError`, and one beyond the `limits` a `TooLargeError`.
    """
    with _opened(source, format) as (stream, path):
        codec = _codec_for(stream, path, format)
        for game in _attempts(codec, stream, path, strict, limits, _warn):
            if isinstance(game, RecordError):
                raise game
            return game
    raise _located(RecordError("no game found"), path)


def iter_games(
    source: str | os.PathLike[str],
    strict: bool = False,
    *,
    format: str | None = None,
    limits: RecordLimits | None = None,
) -> Iterator[Game]:
    """The games of a collection, one at a time, with only one in memory.

    A game that cannot be read is skipped with a warning, or raises an error with `strict`. A file
    without any readable game raises an error.
    """
    with _opened(source, format) as (stream, path):
        codec = _codec_for(stream, path, format)
        yield from _readable(
            _attempts(codec, stream, path, strict, limits, _warn), path, strict, _warn
        )


def iter_text(
    text: str | bytes,
    strict: bool = False,
    *,
    format: str | None = None,
    report: Callable[[str], None],
    limits: RecordLimits | None = None,
) -> Iterator[Game]:
    """The games of an untrusted text. Unlike `iter_games`, it never opens a file.

    Mistakes go to `report` and not to Python's warnings, which all threads share.

    >>> [game.rows for game in iter_text("#5,a2\\n#7,b3", report=print)]
    [5, 7]
    """
    found = iter_attempts(text, strict, format=format, report=report, limits=limits)
    yield from _readable(found, None, strict, report)


def iter_attempts(
    text: str | bytes,
    strict: bool = False,
    *,
    format: str | None = None,
    report: Callable[[str], None],
    limits: RecordLimits | None = None,
) -> Iterator[Game | RecordError]:
    """The games of an untrusted text, and an error in place of each that cannot be read.

    Each step is short if the limits are small, however long the text is.
    """
    if not text or text.isspace():
        raise RecordError(
            "the text is empty; give a link, a list of moves or the content of a file"
        )
    stream = _stream_of(text)
    codec = _codec_for(stream, None, format)
    yield from _attempts(codec, stream, None, strict, limits, report)


def iter_pieces(
    path: str | os.PathLike[str], *, format: str | None = None
) -> Iterator[tuple[Codec, Piece]]:
    """The texts of the games in a file, not yet read, each with the codec that reads it."""
    with _opened(Path(path), format) as (stream, name):
        codec = _codec_for(stream, name, format)
        for piece in codec.split(stream, RecordBudget()):
            yield codec, piece


def read_piece(codec: Codec, piece: Piece, report: Callable[[str], None]) -> Game:
    """The game of one piece; mistakes go to `report`. RecordError if it cannot be read."""
    return _parsed(codec, piece, False, None, report)


def _stream_of(text: str | bytes) -> TextIO:
    if isinstance(text, str):
        return io.StringIO(text.removeprefix("\ufeff"), newline=None)
    # Decodes a little at a time: `StringIO` takes four bytes for every character.
    return io.TextIOWrapper(io.BytesIO(text), "utf-8-sig", errors="replace")


def _attempts(
    codec: Codec,
    stream: TextIO,
    path: str | None,
    strict: bool,
    limits: RecordLimits | None,
    report: Callable[[str], None],
) -> Iterator[Game | RecordError]:
    try:
        for piece in codec.split(stream, RecordBudget(limits)):
            try:
                yield _parsed(codec, piece, strict, path, report)
            except RecordError as error:
                yield error
    except TooLargeError as error:
        yield _located(error, path)


def _readable(
    found: Iterable[Game | RecordError],
    path: str | None,
    strict: bool,
    report: Callable[[str], None],
) -> Iterator[Game]:
    problem: RecordError | None = None
    count = 0
    for game in found:
        if isinstance(game, RecordError):
            if strict:
                raise game
            problem = problem or game
            report(f"{game}; the game is skipped")
            continue
        count += 1
        yield game
    if count == 0:
        raise problem or _located(RecordError("no game found"), path)


def _warn(message: str) -> None:
    warnings.warn(message, RecordWarning, stacklevel=5)


def dumps(game: Game, format: str, lossy: bool = False) -> str:
    """The text of a game. Raises `RecordError` if that would lose something, unless `lossy`."""
    return _codec_named(format).write(game, lossy)


def save(
    game: Game | Iterable[Game],
    path: str | os.PathLike[str],
    format: str | None = None,
    lossy: bool = False,
) -> None:
    """Write one game or several to a file. Without `format`, the file name decides.

    The file appears under its name only when it is complete.
    """
    target = Path(path)
    codec = _codec_named(format) if format else _codec_of_suffix(target)
    games = [game] if isinstance(game, Game) else game
    try:
        with replacing(target) as stream:
            for one in games:
                stream.write(codec.write(one, lossy) + "\n")
    except RecordError:
        raise
    except UnicodeEncodeError as error:
        raise RecordError(f"{target}: the game contains invalid Unicode: {error}") from None
    except (OSError, ValueError) as error:
        raise RecordError(f"{target}: {_reason(error)}") from None


def _codec_named(name: str) -> Codec:
    try:
        return FORMATS[name]
    except KeyError:
        known = ", ".join(FORMATS)
        raise RecordError(f"unknown format {shown(name)}; choose {known}") from None


def _codec_of_suffix(path: Path) -> Codec:
    for codec in FORMATS.values():
        if path.suffix.lower() in codec.suffixes:
            return codec
    known = ", ".join(codec.suffixes[0] for codec in FORMATS.values())
    raise RecordError(f"{path}: give the format, or use one of the suffixes {known}")


def _codec_for(stream: TextIO, path: str | None, format: str | None) -> Codec:
    if format is not None:
        return _codec_named(format)
    head = stream.read(_HEAD)
    stream.seek(0)
    try:
        return FORMATS[detect(head, path)]
    except RecordError as error:
        raise _located(error, path) from None


def _parsed(
    codec: Codec, piece: Piece, strict: bool, path: str | None, report: Callable[[str], None]
) -> Game:
    problems = Problems(strict, piece.budget)
    piece.budget.characters += len(piece.text)
    try:
        game = codec.parse(repaired(piece, problems), problems)
    except RecordError as error:
        raise _located(error, path) from None
    prefix = f"{path}: " if path else ""
    for message in problems.report():
        report(prefix + message)
    return game


def _located(error: RecordError, path: str | None) -> RecordError:
    return type(error)(f"{path}: {error}") if path else error


@contextmanager
def _opened(
    source: str | os.PathLike[str], format: str | None
) -> Iterator[tuple[TextIO, str | None]]:
    """A stream of the source, and the name of the file if it is one."""
    if isinstance(source, str) and not _is_file(source):
        source = source.removeprefix("\ufeff")
        if not source.strip():
            raise RecordError("the text is empty; give a file, a link or a list of moves")
        if format is None and _looks_like_a_name(source):
            raise RecordError(f"{source}: no such file, and not the text of a game")
        yield io.StringIO(source, newline=None), None
        return
    path = os.fspath(source)
    with _file(path) as stream:
        try:
            yield stream, path
        except OSError as error:
            raise RecordError(f"{path}: {_reason(error)}") from None


def _file(path: str) -> TextIO:
    try:
        return Path(path).open(encoding="utf-8-sig", errors="surrogateescape")
    except (OSError, ValueError) as error:
        raise RecordError(f"{path}: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error)


def _is_file(text: str) -> bool:
    if not text or len(text) > _LONGEST_PATH or "\n" in text or "\0" in text:
        return False
    try:
        return Path(text).exists()
    except (OSError, ValueError):
        return False


def _looks_like_a_name(text: str) -> bool:
    """True if a text, being in no format, is probably the name of a file."""
    if len(text) > _LONGEST_PATH or "\n" in text or "\0" in text:
        return False
    return all(codec.sniff(text) == 0 for codec in FORMATS.values())
