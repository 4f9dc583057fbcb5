"""The grammar of SGF: from text to a tree of raw properties and back, whatever they mean.

Values keep their backslashes; `text_of` turns them into plain text and `escaped` back. Nothing
recurses and nothing is read twice.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple, TextIO

from hexmate.errors import RecordError
from hexmate.records.base import Piece, Problems, RecordBudget, shown

__all__ = [
    "RawNode",
    "RawProperty",
    "escaped",
    "is_whole",
    "parse_tree",
    "serialise",
    "simple_text_of",
    "split_games",
    "split_pair",
    "text_of",
]

_CHUNK = 1 << 16
_LINE_LENGTH = 90
_OUTSIDE = re.compile(r"[()\[]")
_INSIDE = re.compile(r"[\]\\]")
_TOKEN = re.compile(
    r"\s*(?:(?P<mark>[();])|(?P<name>[A-Za-z][A-Za-z0-9_]*)|(?P<value>\[)|(?P<junk>[^\s();A-Za-z\[]+))"
)
_ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_BREAK = re.compile(r"\r\n|\n\r|\r")
_PAIR = re.compile(r"[:\\]")


class RawProperty(NamedTuple):
    """A property as it is written: its name, its values, and where it starts."""

    name: str
    values: list[str]
    at: int = 0


class RawNode:
    """A node as it is written; `parent` is the number of the node it follows, -1 for none."""

    __slots__ = ("at", "parent", "properties")

    def __init__(self, parent: int, at: int = 0) -> None:
        self.parent = parent
        self.at = at
        self.properties: list[RawProperty] = []


def split_games(stream: TextIO, budget: RecordBudget | None = None) -> Iterator[Piece]:
    """Split a collection into games, with only one of them in memory."""
    splitter = _Splitter(budget or RecordBudget())
    while chunk := stream.read(_CHUNK):
        yield from splitter.feed(chunk)
    yield from splitter.finish()


class _Splitter:
    """Finds where games begin and end, by their brackets."""

    def __init__(self, budget: RecordBudget) -> None:
        self._tally = budget
        self._parts: list[str] = []
        self._length = 0
        self._depth = 0
        self._in_value = False
        self._skip = 0
        self._line = 1
        self._column = 0
        self._start = (1, 0)

    def feed(self, chunk: str) -> Iterator[Piece]:
        start, at = 0, self._skip
        self._skip = 0
        while True:
            found = (_INSIDE if self._in_value else _OUTSIDE).search(chunk, at)
            if found is None:
                break
            at = found.end()
            sign = found[0]
            if sign == "\\":
                at += 1
            elif sign in "[]":
                self._in_value = sign == "[" and self._depth > 0
            elif sign == "(":
                self._depth += 1
                if self._depth == 1:
                    self._advance(chunk, start, at - 1)
                    self._start, start = (self._line, self._column), at - 1
                    self._length = 0
            elif self._depth > 0:
                self._depth -= 1
                if self._depth == 0:
                    self._parts.append(self._counted(chunk[start:at]))
                    yield self._piece()
                    self._advance(chunk, start, at)
                    start = at
        self._skip = max(0, at - len(chunk))
        rest = self._counted(chunk[start:])
        self._advance(chunk, start, len(chunk))
        if self._depth > 0:
            self._parts.append(rest)

    def _advance(self, chunk: str, start: int, end: int) -> None:
        """Count the lines of a part of the text, and the characters since the last line break."""
        self._line += chunk.count("\n", start, end)
        line_break = chunk.rfind("\n", start, end)
        self._column = end - line_break - 1 if line_break >= 0 else self._column + end - start

    def _counted(self, text: str) -> str:
        """The text, after counting it: of a game, or between games."""
        self._length += len(text)
        self._tally.check("text", self._length, f"line {self._line}")
        return text

    def finish(self) -> Iterator[Piece]:
        if self._parts:
            yield self._piece()

    def _piece(self) -> Piece:
        text = "".join(self._parts)
        self._parts = []
        self._length = 0
        line, column = self._start
        return Piece(text, line, self._tally, column)


def parse_tree(piece: Piece, problems: Problems) -> list[RawNode]:
    """The nodes of one game in the order of the file: parents come first."""
    builder = _TreeBuilder(piece, problems)
    for kind, text, at in _tokens(piece, problems):
        builder.take(kind, text, at)
    return builder.finish()


def _tokens(piece: Piece, problems: Problems) -> Iterator[tuple[str, str, int]]:
    text, at = piece.text, 0
    while (found := _TOKEN.match(text, at)) is not None:
        kind = found.lastgroup or ""
        at = found.end()
        start = found.start(kind)
        if kind != "value":
            yield kind, found[kind], start
            continue
        end = _value_end(text, at)
        if end < 0:
            problems.add(piece.where(start), "the value has no closing ']'")
            end = _whole_end(text, at)
        yield kind, text[at:end], start
        at = end + 1


def _value_end(text: str, at: int) -> int:
    """The offset of the ']' that closes a value; -1 if there is none."""
    while (found := _INSIDE.search(text, at)) is not None:
        if found[0] == "]":
            return found.start()
        at = found.end() + 1
    return -1


def _whole_end(text: str, at: int) -> int:
    """The end of a text, excluding a final backslash that would escape what follows."""
    slashes = len(text) - max(at, len(text.rstrip("\\")))
    return len(text) - slashes % 2


class _TreeBuilder:
    """Turns tokens into nodes."""

    def __init__(self, piece: Piece, problems: Problems) -> None:
        self._piece = piece
        self._problems = problems
        self._nodes: list[RawNode] = []
        self._current = -1
        self._open: list[int] = []
        self._values: list[str] | None = None
        self._name = ""
        self._name_at = 0

    def take(self, kind: str, text: str, at: int) -> None:
        if kind == "value":
            self._take_value(text, at)
            return
        self._close_name()
        if kind == "name":
            self._name, self._name_at = text, at
            self._values = None
        elif kind == "junk":
            self._problem(at, f"unexpected {shown(text)}; it is left out")
        elif text == "(":
            self._open.append(self._current)
        elif text == ";":
            self._new_node(at)
        elif self._open:
            self._current = self._open.pop()

    def finish(self) -> list[RawNode]:
        self._close_name()
        if self._open:
            self._problem(len(self._piece.text), f"{len(self._open)} ')' are missing at the end")
        if not self._nodes:
            raise RecordError(
                f"{self._piece.where(0)}: there is no node; a game begins as in (;GM[11]SZ[11]"
            )
        return self._nodes

    def _take_value(self, text: str, at: int) -> None:
        if not self._name:
            self._problem(at, f"the value {shown(text)} has no property name and is left out")
            return
        if self._values is None:
            self._values = []
            if self._current < 0:
                self._problem(self._name_at, "a node begins with ';' before its properties")
                self._new_node(self._name_at)
            node = self._nodes[self._current]
            node.properties.append(RawProperty(self._name, self._values, self._name_at))
        self._piece.count("values", 1, partial(self._piece.where, at))
        self._values.append(text)

    def _close_name(self) -> None:
        if self._name and self._values is None:
            self._problem(self._name_at, f"the property {shown(self._name)} has no value")
        self._name = ""

    def _new_node(self, at: int) -> None:
        parent = self._current
        if parent < 0 and self._nodes:
            self._problem(at, "a second root; it is read as a variation of the first")
            parent = 0
        self._piece.count("nodes", 1, partial(self._piece.where, at))
        self._nodes.append(RawNode(parent, at))
        self._current = len(self._nodes) - 1

    def _problem(self, at: int, message: str) -> None:
        self._problems.add(self._piece.where(at), message)


def serialise(nodes: Iterable[RawNode]) -> str:
    """The text of a tree whose nodes are in order: each before the nodes that follow it."""
    nodes = list(nodes)
    branches = [0] * len(nodes)
    for node in nodes[1:]:
        branches[node.parent] += 1
    lines: list[str] = []
    line = "("
    branched_at: list[int] = []
    for number, node in enumerate(nodes):
        if number > 0 and branches[node.parent] > 1:
            lines.append(line + _close_branches(branched_at, node.parent, number))
            branched_at.append(node.parent)
            line = "("
        text = ";" + "".join(_property_text(prop) for prop in node.properties)
        if line not in ("", "(") and len(line) + len(text) > _LINE_LENGTH:
            lines.append(line)
            line = ""
        line += text
    return "\n".join([*lines, line + ")" * (len(branched_at) + 1)])


def _close_branches(branched_at: list[int], parent: int, number: int) -> str:
    """Close what is open in the sibling before node `number`; a first child has no sibling."""
    if number == parent + 1:
        return ""
    closing = 1
    while branched_at.pop() != parent:
        closing += 1
    return ")" * closing


def _property_text(prop: RawProperty) -> str:
    return prop.name + "".join(f"[{value}]" for value in prop.values)


def text_of(value: str) -> str:
    r"""The plain text of a value: escapes resolved, soft line breaks removed.

    >>> text_of(r"a \] b")
    'a ] b'
    """
    if "\\" in value:
        value = _ESCAPE.sub(lambda found: "" if found[1][0] in "\r\n" else found[1], value)
    return _BREAK.sub("\n", value) if "\r" in value else value


def simple_text_of(value: str) -> str:
    """The plain text of a value, on one line."""
    return text_of(value).replace("\n", " ")


def escaped(text: str, *, pair: bool = False) -> str:
    r"""Plain text as a value; inside a pair the colon is escaped too.

    >>> escaped("a ] b")
    'a \\] b'
    """
    text = _BREAK.sub("\n", text).replace("\\", "\\\\").replace("]", "\\]")
    return text.replace(":", "\\:") if pair else text


def is_whole(value: str) -> bool:
    """True if a raw value can be put between brackets unchanged."""
    return _value_end(value + "]", 0) == len(value)


def split_pair(value: str) -> tuple[str, str] | None:
    """The two raw halves of a value, split at its first unescaped colon."""
    at = 0
    while (found := _PAIR.search(value, at)) is not None:
        if found[0] == ":":
            return value[: found.start()], value[found.end() :]
        at = found.end() + 1
    return None
