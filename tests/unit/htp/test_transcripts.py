"""Scripted sessions of HexGui, of strict GTP and of our own client."""

import re
from pathlib import Path

import pytest
from support.htp_transcripts import FILES, Transcript, read, run_here

from hexmate.htp.codec import HtpRequest
from hexmate.htp.commands import COMMANDS

PAGE = (Path(__file__).parents[3] / "docs" / "htp.md").read_text("utf-8")
EXAMPLES = re.findall(r"```text\n(\$.*?)```", PAGE, re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_transcript(path):
    transcript = read(path)
    transcript.check(run_here(transcript))


@pytest.mark.parametrize("output", ["= 2\n", "= 2\n\n= 3\n", "= 3\n\n", "= 2\n\n\n", ""], ids=repr)
def test_a_transcript_can_fail(output):
    transcript = Transcript.parse("> protocol_version\n= 2\n\n")
    transcript.check("= 2\n\n")
    with pytest.raises(AssertionError):
        transcript.check(output)


@pytest.mark.parametrize("text", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_examples_of_the_page(text):
    transcript = Transcript.parse(text)
    transcript.check(run_here(transcript))


def test_the_page_has_every_command_as_it_is():
    written = re.findall(r"^\| `([^`]*)` \|", PAGE, re.MULTILINE)
    rows = {row for row in written if not row.startswith(("--", "swap"))}
    table = {f"{command.name} {command.usage}".rstrip() for command in COMMANDS.values()}
    told_in_words = {"gogui-interrupt"}
    assert rows | told_in_words == table


def test_every_command_stands_in_a_transcript():
    transcripts = [*map(read, FILES), *map(Transcript.parse, EXAMPLES)]
    requests = [HtpRequest.parse(line) for transcript in transcripts for line in transcript.sent]
    sent = {request.command for request in requests if request is not None}
    assert set(COMMANDS) - sent == set()
