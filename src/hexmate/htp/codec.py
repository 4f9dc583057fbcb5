"""The form of HTP's lines: requests and answers.

A request is one line, ``[id] command arguments``; ``#`` starts a comment. An answer is
``=[id] text`` or ``?[id] what was wrong``, one line or more, ended by an empty line.

>>> request = HtpRequest.parse("7 play black f6  # the centre")
>>> request.id, request.command, request.arguments
(7, 'play', ('black', 'f6'))
>>> Response("W+", id=7).encode()
'=7 W+\\n\\n'
>>> Response.parse("? illegal move\\n\\n")
Response(text='illegal move', ok=False, id=None)
"""

import re
from dataclasses import dataclass, field

from hexmate.errors import MalformedError

__all__ = ["INTERRUPT", "Assembler", "HtpRequest", "Response", "is_interrupt", "one_line"]

INTERRUPT = "# interrupt"
"""The comment line that stops a search; the answer of the search still comes."""

_LARGEST_ID = 2**31 - 1
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029]")
_ID = re.compile(r"([0-9]{1,10})(?:\s+|$)")
_HEAD = re.compile(r"([=?])([0-9]{1,10})?(?:[ \t](.*))?")


def is_interrupt(line: str) -> bool:
    """Whether a line is the comment that stops a search.

    >>> is_interrupt("#interrupt"), is_interrupt("# a comment")
    (True, False)
    """
    text = line.strip()
    return text.startswith("#") and text[1:].strip().lower() == "interrupt"


def one_line(text: str) -> str:
    """A text on one line, as an argument or an error message must be.

    >>> one_line("two\\nlines")
    'two lines'
    """
    return " ".join(_CONTROL.sub("", text).split())


@dataclass(frozen=True, slots=True)
class HtpRequest:
    """A command with its arguments. A line with only an id has the command ``""``."""

    command: str
    text: str = ""
    """Everything after the command, unchanged: it may be a file name or JSON."""
    id: int | None = None

    @property
    def arguments(self) -> tuple[str, ...]:
        """The words after the command."""
        return tuple(self.text.split())

    @classmethod
    def parse(cls, line: str) -> "HtpRequest | None":
        """Read a line; None for an empty line or a comment. Any other line is a request.

        >>> HtpRequest.parse("# interrupt")
        """
        text = _CONTROL.sub("", line).partition("#")[0].strip()
        if not text:
            return None
        match = _ID.match(text)
        number = None
        if match is not None and int(match[1]) <= _LARGEST_ID:
            number, text = int(match[1]), text[match.end() :]
        command, *rest = text.split(None, 1) or [""]
        return cls(command, "".join(rest), number)

    def encode(self) -> str:
        """The line with its end, the inverse of `parse`.

        >>> HtpRequest("boardsize", "11", 3).encode()
        '3 boardsize 11\\n'
        """
        number = "" if self.id is None else f"{self.id} "
        text = _CONTROL.sub("", self.text).replace("\n", " ")
        return f"{number}{self.command} {text}".rstrip() + "\n"


@dataclass(frozen=True, slots=True)
class Response:
    """An answer: a text, or what was wrong."""

    text: str = ""
    ok: bool = True
    id: int | None = None

    @property
    def head(self) -> str:
        """The beginning of the answer. Old versions of HexGui need the space."""
        return f"{'=' if self.ok else '?'}{'' if self.id is None else self.id} "

    def encode(self) -> str:
        """The whole answer with the empty line that ends it.

        Empty lines in the text are dropped, since the first would end the answer. A text that
        begins with one, such as a drawing, starts on the next line.

        >>> Response("one\\n\\ntwo").encode()
        '= one\\ntwo\\n\\n'
        """
        first, *rest = (_CONTROL.sub("", line).rstrip() for line in self.text.split("\n"))
        return self.head + "\n".join([first, *filter(None, rest)]) + "\n\n"

    @classmethod
    def parse(cls, text: str) -> "Response":
        """Read a whole answer; raises MalformedError if it does not begin like one."""
        first, *rest = _CONTROL.sub("", text).rstrip("\n").split("\n")
        match = _HEAD.fullmatch(first)
        if match is None:
            raise MalformedError(
                f"'{first[:80]}' is not an answer; answers begin with '= ' or '? '"
            )
        number = None if match[2] is None else int(match[2])
        lines = [(match[3] or "").strip(), *(line.rstrip() for line in rest)]
        return cls("\n".join(lines).strip("\n"), match[1] == "=", number)


@dataclass(slots=True)
class Assembler:
    """Assembles answers from the lines of an engine, as they come.

    Lines outside an answer (a banner, live graphics) are kept in `stray` until they are taken.

    >>> stream = Assembler()
    >>> [stream.feed(line) for line in ("hello", "", "=3 a1", "")]
    [None, None, None, Response(text='a1', ok=True, id=3)]
    >>> stream.stray
    ['hello']
    """

    stray: list[str] = field(default_factory=list)
    _lines: list[str] = field(default_factory=list)

    @property
    def pending(self) -> tuple[str, ...]:
        """The lines so far of an answer that has not ended, such as a running analysis."""
        return tuple(self._lines)

    def feed(self, line: str) -> Response | None:
        """Take the next line, with or without its end; returns the answer that it completes."""
        line = line.rstrip("\r\n")
        if self._lines:
            if line:
                self._lines.append(line)
                return None
            text, self._lines = "\n".join(self._lines), []
            return Response.parse(text)
        if _HEAD.fullmatch(line):
            self._lines.append(line)
        elif line.strip():
            self.stray.append(line)
        return None
