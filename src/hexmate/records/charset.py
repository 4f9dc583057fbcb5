"""Bytes that are not UTF-8, as in old SGF files, which are mostly in Latin-1."""

import codecs
import re

from hexmate.records.base import Piece, Problems

__all__ = ["repaired"]

_LONE = re.compile("[\ud800-\udfff]")
_FOREIGN = re.compile("[\udc80-\udcff]")
_STATED = re.compile(r"CA\[\s*([A-Za-z0-9_-]{1,20})\s*\]")
_KNOWN = re.compile(
    r"iso8859-\d+|cp125\d|koi8-[ru]|shift_jis|gb2312|gbk|gb18030|big5|euc_(?:jp|kr)"
)


def repaired(piece: Piece, problems: Problems) -> Piece:
    """The piece as valid text: stray bytes are read in the charset it states, or in Latin-1."""
    if piece.text.isascii() or _LONE.search(piece.text) is None:
        return piece
    stray = _FOREIGN.search(piece.text)
    charset = _charset(piece.text)
    problems.add(
        piece.where(stray.start() if stray else 0),
        f"the text is not UTF-8; it is read as {charset}",
    )
    data = piece.text.encode("utf-8", "surrogateescape" if _all_foreign(piece.text) else "replace")
    return piece.changed(data.decode(charset, "replace"))


def _all_foreign(text: str) -> bool:
    """True if all lone surrogates stand for bytes, as they do in text from a file."""
    return all(_FOREIGN.match(found[0]) for found in _LONE.finditer(text))


def _charset(text: str) -> str:
    stated = _STATED.search(text)
    if stated is None:
        return "latin-1"
    try:
        name = codecs.lookup(stated[1]).name
    except LookupError:
        return "latin-1"
    return name if _KNOWN.fullmatch(name) else "latin-1"
