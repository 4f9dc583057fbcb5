"""Reading, writing and replaying a record take time in proportion to its text."""

import json

import pytest
from support.growth import is_linear

from hexmate import records
from hexmate.errors import RecordError
from hexmate.records.jsonl import SCHEMA

CELLS = [f"{col}{row}" for row in range(1, 20) for col in "abcdefghijklmnopqrs"]


def sgf(body: str, size: int = 19) -> str:
    return f"(;GM[11]SZ[{size}]{body})"


def jsonl(nodes: list[object], **fields: object) -> str:
    data = {"schema": SCHEMA, "rows": 19, "cols": 19, "swap": None, "nodes": nodes}
    return json.dumps({**data, **fields})


def stones(count: int) -> str:
    return "AB" + "".join(f"[{cell}]" for cell in CELLS[:count:2])


def hexfile(moves: int) -> str:
    picture = ". . . . .\n" * 5
    plays = "".join(f"\\play {'o*'[at % 2]} {at // 5 % 5} {at % 5}\n" for at in range(moves))
    return f"\\hex\n\\dim 5\n\\board\n{picture}\\endboard\n\\game\n{plays}\\endgame\n\\endhex\n"


TEXTS = {
    "sgf line": ("sgf", lambda n: sgf(";B[pass];W[pass]" * n)),
    "sgf illegal moves": ("sgf", lambda n: sgf(";B[a1]" * n)),
    "sgf moves in one node": ("sgf", lambda n: sgf(";B" + "[a1]" * n)),
    "sgf nested": ("sgf", lambda n: sgf("(;B[pass]" * n + ")" * n)),
    "sgf variations": ("sgf", lambda n: sgf(";B[a1];W[b2]" + "(;B[c3])" * n)),
    "sgf comb": ("sgf", lambda n: sgf("(;W[pass])(;B[pass]" * n + ")" * n)),
    "sgf empty nodes": ("sgf", lambda n: sgf("(;)" * n)),
    "sgf second roots": ("sgf", lambda n: "(;GM[11])" + "(;GM[11])" * n),
    "sgf marks": ("sgf", lambda n: sgf(";TR[a1:s19]" * n)),
    "sgf overlaps": ("sgf", lambda n: sgf(";TR[a1:s19][a1:s19]" * n)),
    "sgf set-up": ("sgf", lambda n: sgf(stones(200) + "(;AE[a1])" * n)),
    "sgf set-up line": ("sgf", lambda n: sgf(stones(200) + ";AE[a1];AB[a1]" * n)),
    "sgf labels": ("sgf", lambda n: sgf(";LB[a1:x][b2:y]" * n)),
    "sgf properties": ("sgf", lambda n: sgf(";" + "".join(f"X{at}[]" for at in range(n)))),
    "sgf values": ("sgf", lambda n: sgf(";KO" + "[]" * n)),
    "sgf headers": ("sgf", lambda n: sgf("HXHEADER" + "".join(f"[{at}:]" for at in range(n)))),
    "sgf escapes": ("sgf", lambda n: sgf(f"C[{chr(92) * 2 * n}]")),
    "sgf colons": ("sgf", lambda n: sgf(f"LB[{chr(92)}:{':' * n}]")),
    "sgf open values": ("sgf", lambda n: sgf("C[" * n)),
    "sgf open brackets": ("sgf", lambda n: "(;GM[11]" * n),
    "sgf junk": ("sgf", lambda n: "][" * n + sgf(";B[a1]")),
    "sgf names": ("sgf", lambda n: sgf(";" + "a" * n)),
    "sgf blanks": ("sgf", lambda n: sgf(" " * n + "C[" + "\n" * n + "]" + ";B [a1]" * n)),
    "sgf no text": ("sgf", lambda n: sgf(f"C[{chr(0xDCE9) * n}]")),
    "sgf games": ("sgf", lambda n: sgf(";B[a1]") * n),
    "hsgf line": ("hsgf", lambda n: "(;SZ[19]" + ";W[aa];B[ab]" * n + ")"),
    "jsonl line": ("jsonl", lambda n: jsonl([{}, *["pass"] * n])),
    "jsonl illegal moves": ("jsonl", lambda n: jsonl([{}, *["a1"] * n])),
    "jsonl comments": ("jsonl", lambda n: jsonl([{"comment": "x"}] * n)),
    "jsonl variations": ("jsonl", lambda n: jsonl([{}, *[{"parent": 0, "move": "a1"}] * n])),
    "jsonl comb": ("jsonl", lambda n: jsonl([{}, *["pass", {"parent": 0, "move": "pass"}] * n])),
    "jsonl marks": ("jsonl", lambda n: jsonl([{"marks": {"cross": ["a1"] * n}}])),
    "jsonl set-up": (
        "jsonl",
        lambda n: jsonl(
            [
                {"setup": {"black": CELLS[:200:2]}},
                *[{"parent": 0, "setup": {"empty": ["a1"]}}] * n,
            ]
        ),
    ),
    "jsonl headers": ("jsonl", lambda n: jsonl([{}], headers={str(at): "" for at in range(n)})),
    "jsonl unknown": ("jsonl", lambda n: jsonl([{str(at): 0 for at in range(n)}])),
    "jsonl nested": ("jsonl", lambda n: jsonl([[[]] * n])),
    "jsonl games": ("jsonl", lambda n: (jsonl([{}, "a1"]) + "\n") * n),
    "hexfile line": ("hexfile", hexfile),
    "hexfile rows": ("hexfile", lambda n: "\\hex\n\\dim 5\n\\board\n" + ". . . . .\n" * n),
    "hexworld line": ("hexworld", lambda n: "#19," + ":p" * n),
    "hexworld quoted": ("hexworld", lambda n: "#19," + "%3Ap" * n),
    "hexworld options": ("hexworld", lambda n: "#19" + "n" * n + ",a1"),
    "hexworld commas": ("hexworld", lambda n: "#19" + "," * n),
    "hexworld links": ("hexworld", lambda n: "#19,a1b2\n" * n),
    "trmph links": ("trmph", lambda n: "trmph#19,a1b2\n" * n),
    "trmph line": ("trmph", lambda n: "trmph#32," + "".join(CELLS[:100]) + "a1" * n),
    "trmph winner": ("trmph", lambda n: "trmph#19,a1" + " " * n + "x"),
    "moves line": ("moves", lambda n: "19: " + "pass " * n),
    "moves numbered": ("moves", lambda n: "".join(f"{at}. pass\n" for at in range(2, n + 2))),
    "moves dots": ("moves", lambda n: "19: a1 1" + "." * n),
    "moves word": ("moves", lambda n: "19: a1 " + "a" * n),
    "blank lines": ("moves", lambda n: "\n" * n + "a1"),
}
SMALL = {"sgf set-up": 60, "sgf set-up line": 40, "sgf marks": 20, "jsonl set-up": 60}


def test_quadratic_work_is_noticed():
    def make(size):
        return lambda: [0 for _ in range(size) for _ in range(size)]

    assert not is_linear(make, 300)


def read(text: str, format: str):
    try:
        return list(records.iter_text(text, report=lambda _: None, format=format))
    except RecordError:
        return []


@pytest.mark.parametrize("case", TEXTS)
def test_reading_takes_time_in_proportion(case):
    format, text = TEXTS[case]

    def make(size):
        given = text(size)
        return lambda: read(given, format)

    assert is_linear(make, SMALL.get(case, 250))


WRITTEN = ["sgf line", "sgf comb", "sgf variations", "sgf labels", "sgf properties", "sgf headers"]


@pytest.mark.slow
@pytest.mark.parametrize("format", records.FORMATS)
@pytest.mark.parametrize("case", WRITTEN)
def test_writing_takes_time_in_proportion(case, format):
    def make(size):
        (game,) = read(TEXTS[case][1](size), "sgf")
        return lambda: write(game, format)

    assert is_linear(make, 250)


def write(game, format):
    try:
        return records.dumps(game, format, lossy=True)
    except RecordError:
        return ""
