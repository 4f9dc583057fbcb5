"""Game records: every format is read into a `Game` and written from one.

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

from hexmate.errors import RecordError, RecordWarning
from hexmate.files import replacing
from hexmate.game import Game
from hexmate.records import hexfile, hexworld, hsgf, jsonl, moves, sgf, trmph
from hexmate.records.base import Codec, Piece, Problems, shown
from hexmate.records.charset import repaired

__all__ = ["FORMATS", "detect", "dumps", "iter_games", "iter_text", "load", "save"]

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
    """The format of a text, by its beginning; the name of its file decides where that does not.

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
        raise RecordError(f"{shown(head.strip())} is in none of the formats {', '.join(FORMATS)}")
    return best


def load(
    source: str | os.PathLike[str], strict: bool = False, *, format: str | None = None
) -> Game:
    """The first game of a file, or of a text: a link, a list of moves, the content of a file.

    A `Path`, or the name of a file that exists, is a file. What is odd but readable is a
    `RecordWarning`, or with `strict` a `RecordError`; what cannot be read always is one.
    """
    with _opened(source, format) as (stream, path):
        codec = _codec_for(stream, path, format)
        for piece in codec.split(stream):
            return _parsed(codec, piece, strict, path, _warn)
    raise _located(RecordError("there is no game in it"), path)


def iter_games(
    source: str | os.PathLike[str], strict: bool = False, *, format: str | None = None
) -> Iterator[Game]:
    """The games of a collection, one after the other, with only one in memory.

    A game that cannot be read is left out with a warning, or with `strict` raises; a file
    without a single readable game raises.
    """
    with _opened(source, format) as (stream, path):
        yield from _games(stream, path, strict, format, _warn)


def iter_text(
    text: str,
    strict: bool = False,
    *,
    format: str | None = None,
    report: Callable[[str], None],
) -> Iterator[Game]:
    """The games of a text from a stranger: as `iter_games`, but a text never names a file.

    What is odd is told to `report` instead of being a warning, which threads would share.

    >>> [game.rows for game in iter_text("#5,a2\\n#7,b3", report=print)]
    [5, 7]
    """
    if not text.strip():
        raise RecordError("the text is empty; give a link, a list of moves or a file's content")
    stream = io.StringIO(text.removeprefix("\ufeff"), newline=None)
    yield from _games(stream, None, strict, format, report)


def _games(
    stream: TextIO,
    path: str | None,
    strict: bool,
    format: str | None,
    report: Callable[[str], None],
) -> Iterator[Game]:
    codec = _codec_for(stream, path, format)
    problem: RecordError | None = None
    count = 0
    for piece in codec.split(stream):
        try:
            game = _parsed(codec, piece, strict, path, report)
        except RecordError as error:
            if strict:
                raise
            problem = problem or error
            report(f"{error}; the game is left out")
            continue
        count += 1
        yield game
    if count == 0:
        raise problem or _located(RecordError("there is no game in it"), path)


def _warn(message: str) -> None:
    warnings.warn(message, RecordWarning, stacklevel=4)


def dumps(game: Game, format: str, lossy: bool = False) -> str:
    """The text of a game. What the format cannot hold is a `RecordError`, unless `lossy`."""
    return _codec_named(format).write(game, lossy)


def save(
    game: Game | Iterable[Game],
    path: str | os.PathLike[str],
    format: str | None = None,
    lossy: bool = False,
) -> None:
    """Write one game or many to a file; the format follows from its name unless given.

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
        raise RecordError(f"{target}: a text in the game is no valid Unicode: {error}") from None
    except (OSError, ValueError) as error:
        raise RecordError(f"{target}: {_reason(error)}") from None


def _codec_named(name: str) -> Codec:
    try:
        return FORMATS[name]
    except KeyError:
        known = ", ".join(FORMATS)
        raise RecordError(f"there is no format {shown(name)}; choose {known}") from None


def _codec_of_suffix(path: Path) -> Codec:
    for codec in FORMATS.values():
        if path.suffix.lower() in codec.suffixes:
            return codec
    known = ", ".join(codec.suffixes[0] for codec in FORMATS.values())
    raise RecordError(f"{path}: name the format, or end the name in one of {known}")


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
    problems = Problems(strict)
    try:
        game = codec.parse(repaired(piece, problems), problems)
    except RecordError as error:
        raise _located(error, path) from None
    prefix = f"{path}: " if path else ""
    for message in problems.report():
        report(prefix + message)
    return game


def _located(error: RecordError, path: str | None) -> RecordError:
    return RecordError(f"{path}: {error}") if path else error


@contextmanager
def _opened(
    source: str | os.PathLike[str], format: str | None
) -> Iterator[tuple[TextIO, str | None]]:
    """A stream of the source, with the name of the file where it is one."""
    if isinstance(source, str) and not _is_file(source):
        source = source.removeprefix("\ufeff")
        if not source.strip():
            raise RecordError("the text is empty; give a file, a link or a list of moves")
        if format is None and _looks_like_a_name(source):
            raise RecordError(f"{source}: there is no such file, nor is this the text of a game")
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
        return "there is no such file"
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
    """Whether a text in no format is meant as the name of a file."""
    if len(text) > _LONGEST_PATH or "\n" in text or "\0" in text:
        return False
    return all(codec.sniff(text) == 0 for codec in FORMATS.values())
