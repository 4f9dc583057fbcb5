"""Any game that can be played survives every format that can hold it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.record_samples import quiet_load

from hexmate import records
from hexmate.color import BLACK, WHITE
from hexmate.coords import PASS, SWAP
from hexmate.errors import HexmateError, RecordError
from hexmate.game import HEADERS, MARKS, Game, Node, Setup
from hexmate.outcome import Termination
from hexmate.records import FORMATS
from hexmate.replay import Replay

WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=12)
ONE_LINE = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)
NAMES = st.from_regex(r"X[A-Z]{0,3}", fullmatch=True)


@st.composite
def boards(draw):
    shape = draw(st.sampled_from(["hex", "hex", "offset", "square", "triangle"]))
    rows = draw(st.integers(1, 6))
    cols = 2 * rows if shape == "triangle" else draw(st.sampled_from([rows, rows, 3, 7]))
    rules = [None, "sides"]
    if shape == "triangle" or (shape != "offset" and rows == cols):
        rules.append("pieces")
    return Game((rows, cols), shape=shape, swap=draw(st.sampled_from(rules)))


@st.composite
def nodes(draw, cells):
    color = draw(st.sampled_from([BLACK, WHITE]))
    node = Node(comment=draw(WORDS))
    kind = draw(st.sampled_from(["move"] * 6 + ["setup", "ending", "swap", "words"]))
    if kind == "move":
        node.move, node.color = draw(st.one_of(st.integers(0, cells - 1), st.just(PASS))), color
    elif kind == "swap":
        node.move, node.color = SWAP, WHITE
    elif kind == "ending":
        endings = [Termination.RESIGNATION, Termination.FORFEIT, Termination.TIMEOUT]
        node.ending, node.color = draw(st.sampled_from(endings)), color
    elif kind == "setup":
        chosen = draw(st.lists(st.integers(0, cells - 1), unique=True, max_size=6))
        turn = draw(st.sampled_from([None, BLACK, WHITE]))
        node.setup = Setup(tuple(chosen[:2]), tuple(chosen[2:4]), tuple(chosen[4:]), turn)
    some_cells = st.lists(st.integers(0, cells - 1), unique=True, min_size=1, max_size=3)
    node.marks = draw(st.dictionaries(st.sampled_from(MARKS), some_cells, max_size=2))
    node.labels = draw(st.dictionaries(st.integers(0, cells - 1), ONE_LINE, max_size=2))
    values = st.lists(ONE_LINE.map(plain), min_size=1, max_size=2)
    node.properties = draw(st.dictionaries(NAMES, values, max_size=2))
    return node


def plain(text: str) -> str:
    return text.replace("\\", "").replace("]", "")


@st.composite
def games(draw):
    """A tree in which every node is legal, with anything a game can hold."""
    game = draw(boards())
    names = st.one_of(st.sampled_from(HEADERS), ONE_LINE.filter(bool))
    game.headers = draw(st.dictionaries(names, ONE_LINE, max_size=4))
    game.cursor = draw(st.one_of(st.none(), st.integers(0, 9)))
    game.root.comment = draw(WORDS)
    replay = Replay(game)
    for _ in range(draw(st.integers(0, 12))):
        path = replay.node.path()
        parent = path[-1 - draw(st.integers(0, min(2, len(path) - 1)))]
        replay.back_to(parent)
        node = parent.append(draw(nodes(game.grid.num_cells)))
        try:
            replay.enter(node)
        except HexmateError:
            node.remove()
    return game


@settings(max_examples=150, deadline=None)
@given(games())
def test_full_formats_hold_everything(game):
    for format in ("sgf", "jsonl"):
        text = records.dumps(game, format)
        again = quiet_load(text, format=format)
        assert again == game
        assert records.dumps(again, format) == text


def written(game: Game, format: str) -> str | None:
    try:
        return records.dumps(game, format)
    except RecordError:
        return None


@settings(max_examples=150, deadline=None)
@given(games())
def test_poor_formats_hold_it_or_say_so(game):
    for format in FORMATS:
        text = written(game, format)
        if text is None:
            continue
        again = quiet_load(text, format=format)
        assert records.dumps(again, format) == text
        if format != "hexfile":
            assert [(n.color, n.move, n.ending) for n in again.mainline()] == [
                (n.color, n.move, n.ending)
                for n in game.mainline()
                if format in ("sgf", "hsgf", "jsonl") or n.color is not None
            ]


@settings(max_examples=100, deadline=None)
@given(games(), st.sampled_from(["hexworld", "moves", "hexfile"]))
def test_written_with_loss_it_can_still_be_read(game, format):
    if game.shape != "hex" or (format == "hexfile" and game.rows != game.cols):
        with pytest.raises(RecordError, match="boards"):
            records.dumps(game, format, lossy=True)
        return
    text = records.dumps(game, format, lossy=True)
    again = quiet_load(text, format=format)
    assert (again.rows, again.cols) == (game.rows, game.cols)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(FORMATS)), st.text(max_size=60))
def test_no_text_breaks_a_reader(format, text):
    for strict in (False, True):
        try:
            game = quiet_load(text, strict, format=format)
        except RecordError:
            continue
        assert quiet_load(records.dumps(game, "jsonl")) == game


@pytest.mark.parametrize("format", ["sgf", "hsgf"])
@settings(max_examples=200, deadline=None)
@given(st.text("();[]\\BWASZab1: \n", max_size=60))
def test_no_brackets_break_a_reader(format, text):
    try:
        game = quiet_load("(;" + text, format=format)
    except RecordError:
        return
    written = records.dumps(game, format)
    assert quiet_load(written, format=format) == game
    assert records.dumps(quiet_load(written, format=format), format) == written
