"""Scripted sessions of HexGui, of strict GTP and of our own client."""

import pytest
from htp_transcripts import FILES, Transcript, read, run_here


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
