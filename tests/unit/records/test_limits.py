"""What a record may become while it is read: every limit, in every codec that can exceed it."""

from dataclasses import replace

import pytest

from hexmate import records
from hexmate.errors import RecordError, TooLargeError
from hexmate.records.base import RecordLimits

SMALL = RecordLimits(
    text=2000, nodes=20, values=100, cells=200, stones=500, boards=8, rectangles=150
)


def read(text, limits=SMALL, **options):
    return list(records.iter_text(text, report=lambda _: None, limits=limits, **options))


def jsonl(nodes):
    return '{"schema": "hexmate-game/1", "rows": 9, "cols": 9, "nodes": [' + ", ".join(nodes) + "]}"


MANY_MOVES = ["b:pass", "w:pass"] * 15
TOO_MANY_NODES = {
    "sgf": "(;GM[11]SZ[9]" + "".join(f"\n;{m[0].upper()}[{m[2:]}]" for m in MANY_MOVES) + ")",
    "hsgf": "(;SZ[9]" + "(;C[x])" * 30 + ")",
    "jsonl": jsonl(["{}", *('"pass"' for _ in range(30))]),
    "hexworld": "#9," + ":p" * 30,
    "moves": "9: " + "pass " * 30,
    "trmph": "#9,a1" + "".join(f"{c}{r}" for r in range(2, 9) for c in "abcdefg"),
    "hexfile": "\\hex\n\\dim 9\n\\board\n"
    + ". . . . . . . . .\n" * 9
    + "\\endboard\n\\game\n"
    + "".join(f"\\play {'o*'[n % 2]} {n // 9} {n % 9}\n" for n in range(40))
    + "\\endgame\n\\endhex\n",
}
PLACES = {
    "sgf": "line 21, character 1",
    "hsgf": "line 1, character 142",
    "jsonl": "line 1, node 20",
    "hexworld": "line 1, character 44",
    "moves": "line 1, character 104",
    "trmph": "line 1, character 44",
    "hexfile": "line 35",
}


@pytest.mark.parametrize("format", records.FORMATS)
def test_nodes_are_limited_in_every_format(format):
    with pytest.raises(TooLargeError, match=f"^{PLACES[format]}: more than 20 nodes in one game$"):
        read(TOO_MANY_NODES[format], format=format)


@pytest.mark.parametrize("format", records.FORMATS)
def test_text_is_limited_in_every_format(format):
    one = TOO_MANY_NODES[format]
    glue = "\n" if format == "moves" else ""
    long = {
        "sgf": f"(;GM[11]C[{'x' * 3000}])",
        "hsgf": f"(;SZ[9]C[{'x' * 3000}])",
        "hexfile": one.replace("\\endgame\n\\endhex\n", "\\play o 0 0\n" * 300),
        "moves": "1. a1\n" + "2. pass\n" * 500,
    }.get(format, one + " " * 3000)
    with pytest.raises(TooLargeError, match=r"line \d+: more than 2,000 characters in one game"):
        read(long + glue, format=format)


@pytest.mark.parametrize("format", records.FORMATS)
def test_junk_without_a_game_is_limited_in_every_format(format):
    """Blank text costs time too, however many lines it has."""
    with pytest.raises(TooLargeError, match="more than 2,000 characters"):
        read("\n" * 3000 + "x", format=format)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[11]SZ[9];" + "KO[]" * 101 + ")", r"character 409: more than 100 property values"),
        ("(;GM[11]SZ[9];TR[a1:i9][a1:i9])", "character 15: more than 100 cells in rectangles"),
        ("(;GM[11]SZ[9];TR[a1:i9];CR[a1:i9])", "character 25: more than 100 cells in rect"),
        ("(;GM[11]SZ[9]AB[a1:i7]" + "(;AE[i1])" * 12 + ")", "more than 500 stones placed"),
        ("(;GM[11]SZ[9]" + ";AB[a1]" * 10 + ")", "character 70: more than 8 set-up nodes in one"),
        (jsonl(['{"properties": {"KO": [' + '"", ' * 100 + '""]}}']), "node 0: more than 100 prop"),
        (jsonl(["{}"] + ['{"setup": {"black": ["a1"]}}'] * 10), "node 9: more than 8 set-up nodes"),
    ],
    ids=[
        "values",
        "one rectangle",
        "rectangles",
        "stones",
        "boards",
        "jsonl values",
        "jsonl boards",
    ],
)
def test_other_limits_say_what_and_where(text, message):
    limits = replace(SMALL, rectangles=100)
    with pytest.raises(TooLargeError, match=message):
        read(text, limits)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("(;GM[11]SZ[9]" + ";B[z9]" * 19 + ")", "line 1, character 87"),
        ("(;GM[11]SZ[9]" + ";B[a1]" * 19 + ")", "line 1, character 93"),
        (jsonl(["{}", *['"z9"'] * 19]), "line 1"),
        ("(;GM[11]SZ[9]" + "," * 20 + ";,;,;,;,;,;,;,;,;,;,;,;,;,)", "line 1, character 5"),
    ],
    ids=["sgf cells", "sgf moves", "jsonl", "junk"],
)
def test_mistakes_are_limited(text, place):
    """Each takes longer than what is right, and a thousand tell nothing new."""
    with pytest.raises(TooLargeError, match=f"^{place}.*: more than 12 mistakes in one game$"):
        read(text, replace(SMALL, mistakes=12))


def test_cells_are_limited():
    marks = '{"marks": {"cross": [' + ", ".join(['"a1"'] * 81) + "]}}"
    limits = RecordLimits(cells=200)
    with pytest.raises(TooLargeError, match="node 3: more than 200 cells in marks, labels and"):
        read(jsonl(["{}", *[marks] * 3]), limits)
    listed = ";TR" + "".join(f"[{c}{r}]" for r in range(1, 10) for c in "abcdefghi")
    with pytest.raises(TooLargeError, match="more than 200 cells"):
        read("(;GM[11]SZ[9]" + listed * 3 + ")", limits)
    labels = ";LB" + "".join(f"[{c}{r}:x]" for r in range(1, 10) for c in "abcdefghi")
    with pytest.raises(TooLargeError, match="more than 200 cells"):
        read("(;GM[11]SZ[9]" + labels * 3 + ")", limits)


def test_stones_of_set_up_nodes_are_limited_in_jsonl():
    full = ", ".join(f'"{c}{r}"' for r in range(1, 8) for c in "abcdefghi")
    root = '{"setup": {"black": [' + full + "]}}"
    nodes = [root] + ['{"parent": 0, "setup": {"empty": ["i1"]}}'] * 12
    with pytest.raises(TooLargeError, match="node 8: more than 500 stones"):
        read(jsonl(nodes))


def test_rectangles_are_counted_in_all_games_of_a_text_together():
    """A thousand small games must not become large ones either."""
    game = "(;GM[11]SZ[9];TR[a1:e9])"
    problems = []
    found = list(records.iter_text(game * 20, report=problems.append, limits=SMALL))
    assert 3 <= len(found) <= 6
    assert len(problems) == 20 - len(found)
    assert "more than 150 cells in rectangles; the game is skipped" in problems[0]


def test_a_limit_skips_its_game_and_not_the_others():
    problems = []
    text = "9: a1 b2\n9: " + "pass " * 30 + "\n9: c3\n"
    found = list(records.iter_text(text, report=problems.append, limits=SMALL))
    assert [game.end().move for game in found] == [10, 20]
    assert problems == [
        "line 2, character 104: more than 20 nodes in one game; the game is skipped"
    ]


def test_attempts_have_a_step_for_each_game_readable_or_not():
    found = list(records.iter_attempts("#5,a1\n#99\n#5,b2\n", report=print))
    assert [isinstance(each, RecordError) for each in found] == [False, True, False]


def test_bytes_are_decoded_as_they_are_read():
    text = "\ufeff(;GM[11]SZ[5]PB[Zoë]\r\nC[a\r\nb];B[a2])"
    (game,) = records.iter_text(text.encode(), report=print)
    assert game.headers["black"] == "Zoë"
    assert game.root.comment == "a\nb"
    (game,) = records.iter_text(b"(;GM[11]SZ[5]PB[Zo\xeb];B[a2])", report=print)
    assert game.headers["black"] == "Zo\N{REPLACEMENT CHARACTER}"
    with pytest.raises(RecordError, match="empty"):
        next(records.iter_text(b" \n", report=print))


def test_trusted_files_have_generous_limits(tmp_path):
    path = tmp_path / "marked.sgf"
    path.write_text("(;GM[11]SZ[32]" + ";TR[a1:af32]" * 100 + ")")
    assert sum(len(node.marks["triangle"]) for node in records.load(path).mainline()) == 102_400
    with pytest.raises(TooLargeError, match=r"marked\.sgf: line 1, .*more than 10,000 cells"):
        records.load(path, limits=RecordLimits.untrusted())
