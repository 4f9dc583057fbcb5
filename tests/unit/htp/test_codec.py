"""The form of the lines, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmate.errors import MalformedError
from hexmate.htp.codec import Assembler, HtpRequest, Response, is_interrupt, one_line


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("name", HtpRequest("name")),
        ("name\n", HtpRequest("name")),
        ("name\r\n", HtpRequest("name")),
        ("  name  ", HtpRequest("name")),
        ("12 name", HtpRequest("name", id=12)),
        ("0 name", HtpRequest("name", id=0)),
        ("2147483647 name", HtpRequest("name", id=2**31 - 1)),
        ("2147483648 name", HtpRequest("2147483648", "name")),
        ("99999999999 name", HtpRequest("99999999999", "name")),
        ("-1 name", HtpRequest("-1", "name")),
        ("12", HtpRequest("", id=12)),
        ("12name", HtpRequest("12name")),
        ("play\tblack a1", HtpRequest("play", "black a1")),
        ("play black a1 # why not", HtpRequest("play", "black a1")),
        ("play black a1# why not", HtpRequest("play", "black a1")),
        ("na\x00m\x1be", HtpRequest("name")),
        ("loadsgf my  game.sgf", HtpRequest("loadsgf", "my  game.sgf")),
    ],
)
def test_requests(line, expected):
    assert HtpRequest.parse(line) == expected


@pytest.mark.parametrize("line", ["", "\n", " \t ", "#", "# interrupt", "  # 3 name", "\x00\x07"])
def test_lines_that_ask_nothing(line):
    assert HtpRequest.parse(line) is None


def test_the_words_after_the_command():
    assert HtpRequest.parse("3 play\tblack\t a1").arguments == ("black", "a1")
    assert HtpRequest.parse("name").arguments == ()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("# interrupt", True),
        ("# interrupt\r\n", True),
        ("  #Interrupt ", True),
        ("# interrupt me", False),
        ("interrupt", False),
        ("", False),
    ],
)
def test_interrupts(line, expected):
    assert is_interrupt(line) is expected


@pytest.mark.parametrize(
    ("response", "encoded"),
    [
        (Response(), "= \n\n"),
        (Response(id=0), "=0 \n\n"),
        (Response("a1"), "= a1\n\n"),
        (Response("no such cell", ok=False), "? no such cell\n\n"),
        (Response("no such cell", ok=False, id=5), "?5 no such cell\n\n"),
        (Response("one\ntwo"), "= one\ntwo\n\n"),
        (Response("one\n\n\ntwo\n \n"), "= one\ntwo\n\n"),
        (Response("\n  1 . .\n   2 . ."), "= \n  1 . .\n   2 . .\n\n"),
        (Response("bell\x07 and\r\nreturn"), "= bell and\nreturn\n\n"),
    ],
)
def test_answers_are_written(response, encoded):
    assert response.encode() == encoded


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("=\n\n", Response()),
        ("= \n\n", Response()),
        ("=7\n\n", Response(id=7)),
        ("=7 a1\n\n", Response("a1", id=7)),
        ("= a1", Response("a1")),
        ("=\na1 b2\nc3\n\n", Response("a1 b2\nc3")),
        ("?7 syntax error\r\n\r\n", Response("syntax error", False, 7)),
        ("=\ta1\n\n", Response("a1")),
    ],
)
def test_answers_are_read(text, expected):
    assert Response.parse(text) == expected


@pytest.mark.parametrize("text", ["", "hello", "=a1", "=99999999999 a1", "!= a1", " = a1"])
def test_what_is_not_an_answer(text):
    with pytest.raises(MalformedError, match="not an answer"):
        Response.parse(text)


def test_an_assembler_tells_answers_from_the_rest():
    stream = Assembler()
    lines = ["Welcome!\n", "gogui-gfx:\n", "uct\n", "\n", "= a1\r\n", "b2\n", "\r\n", "?9 no\n", ""]
    answers = [answer for line in lines if (answer := stream.feed(line))]
    assert answers == [Response("a1\nb2"), Response("no", False, 9)]
    assert stream.stray == ["Welcome!", "gogui-gfx:", "uct"]


def test_an_assembler_shows_what_has_come_so_far():
    stream = Assembler()
    for line in ("= ", "info move a1", "info move b2"):
        assert stream.feed(line) is None
    assert stream.pending == ("= ", "info move a1", "info move b2")
    assert stream.feed("") == Response("info move a1\ninfo move b2")
    assert stream.pending == ()


letters = st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="#")
words = st.text(letters, min_size=1)
ids = st.none() | st.integers(0, 2**31 - 1)


@given(words.filter(lambda word: not word.isdigit()), st.lists(words), ids)
def test_requests_survive_the_way(command, arguments, number):
    request = HtpRequest(command, "  ".join(arguments), number)
    assert HtpRequest.parse(request.encode()) == request
    assert request.encode().count("\n") == 1


@given(st.text(), st.booleans(), ids)
def test_any_answer_is_one_answer(text, ok, number):
    stream = Assembler()
    encoded = Response(text, ok, number).encode()
    answers = [stream.feed(line) for line in encoded.split("\n")[:-1]]
    assert answers[:-1] == [None] * (len(answers) - 1)
    assert (answers[-1].ok, answers[-1].id) == (ok, number)
    assert answers[-1].text.split() == Response(text).encode()[2:].split()


@given(st.text())
def test_any_line_is_read(line):
    request = HtpRequest.parse(line)
    assert request is None or HtpRequest.parse(request.encode()) == request
    assert "\n" not in one_line(line)
