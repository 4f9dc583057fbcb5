import io

import pytest
from support.record_samples import line, quiet_load, rich_game, warned

from hexmate import records
from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.coords import PASS, SWAP
from hexmate.errors import RecordError, RecordWarning
from hexmate.game import Game, Node, Setup
from hexmate.outcome import Termination
from hexmate.records.base import Piece, Problems
from hexmate.records.sgf_tokens import escaped, parse_tree, split_games, split_pair, text_of


def sgf(body: str, size="5") -> str:
    return f"(;FF[4]GM[11]SZ[{size}]{body})"


def moves(game: Game) -> list[str]:
    return [str(node) for node in game.mainline()]


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("plain", "plain"),
        (r"a\]b", "a]b"),
        (r"a\\b", "a\\b"),
        (r"a\:b", "a:b"),
        (r"\a", "a"),
        ("soft\\\nbreak", "softbreak"),
        ("hard\nbreak", "hard\nbreak"),
        ("end\\", "end\\"),
    ],
)
def test_text(raw, words):
    assert text_of(raw) == words
    assert text_of(escaped(words)) == words


@pytest.mark.parametrize(
    ("value", "pair"),
    [("a1:x", ("a1", "x")), (r"a\:1:x:y", (r"a\:1", "x:y")), (r"a\:1", None), ("", None)],
)
def test_pairs(value, pair):
    assert split_pair(value) == pair


def test_the_tree_keeps_values_word_for_word():
    piece = Piece("(;A[1\\]][ 2 ] B [x(;)]\n(;C[1])(;D[2];E[3]))")
    nodes = parse_tree(piece, Problems(strict=True))
    assert [(node.parent, [(p.name, p.values) for p in node.properties]) for node in nodes] == [
        (-1, [("A", ["1\\]", " 2 "]), ("B", ["x(;)"])]),
        (0, [("C", ["1"])]),
        (0, [("D", ["2"])]),
        (2, [("E", ["3"])]),
    ]


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 1000])
def test_collections_are_cut_wherever_the_chunks_end(chunk):
    class Slow(io.StringIO):
        def read(self, size=-1):
            return super().read(chunk)

    text = "junk ) [\n(;C[a\\]) (]\n(;B[a1])) \n (;C[\\\\])(;X["
    pieces = list(split_games(Slow(text)))
    assert [(piece.text, piece.line) for piece in pieces] == [
        ("(;C[a\\]) (]\n(;B[a1]))", 2),
        ("(;C[\\\\])", 4),
        ("(;X[", 4),
    ]


def test_reading_a_collection_holds_one_game_at_a_time():
    class Endless(io.StringIO):
        count = 0

        def read(self, size=-1):
            self.count += 1
            return "(;GM[11];B[a1])" * 10

    stream = Endless()
    pieces = split_games(stream)
    assert [next(pieces).text for _ in range(15)] == ["(;GM[11];B[a1])"] * 15
    assert stream.count == 2


def test_special_moves_in_any_case():
    game = records.load(sgf(";B[C2];W[SWAP-pieces];b[Pass];W[d4];B[Resign]"), strict=True)
    assert game.swap == "pieces"
    assert [node.move for node in game.mainline()] == [7, SWAP, PASS, 18, None]
    assert game.end().ending is Termination.RESIGNATION
    assert game.outcome().winner is WHITE


def test_old_files_write_names_out():
    game = records.load("(;GaMe[11]SiZe[5];Black[a1]Comment[hi];White[b2])", strict=True)
    assert moves(game) == ["B a1", "W b2"]
    assert game.root.children[0].comment == "hi"


@pytest.mark.parametrize(
    ("application", "word", "rule"),
    [
        ("HexGui:0.0", "swap-pieces", "sides"),
        ("HexGui:0.9", "swap-pieces", "sides"),
        ("HexGui:0.9.GIT", "swap-pieces", "sides"),
        ("HexGui:0.9", "swap-sides", "sides"),
        ("HexGui:0.10", "swap-pieces", "pieces"),
        ("HexGui:1.0", "swap-pieces", "pieces"),
        ("Other:0.9", "swap-pieces", "pieces"),
        ("HexGui:0.10", "swap", "sides"),
    ],
)
def test_the_swap_of_old_hexgui_leaves_the_stone(application, word, rule):
    after = "W[c3]" if rule == "sides" else "B[c3]"
    game = records.load(sgf(f"AP[{application}];B[a2];W[{word}];{after}"), strict=True)
    assert game.swap == rule
    assert game.root.children[0].children[0].board().stones(BLACK) == (
        [5] if rule == "sides" else []
    )
    written = records.dumps(game, "sgf")
    assert records.load(written, strict=True) == game
    if word == "swap-pieces":
        assert "[swap-pieces]" in written
        assert "HXSWAP" not in written


def test_a_true_swap_of_pieces_survives_under_the_name_of_old_hexgui():
    game = line("a2", "swap", "c3", swap="pieces")
    game.root.properties["AP"] = ["HexGui:0.9"]
    text = records.dumps(game, "sgf")
    assert "HXSWAP[pieces]" in text
    assert records.load(text, strict=True) == game


@pytest.mark.parametrize("swap", [None, "pieces", "sides"])
@pytest.mark.parametrize("used", [False, True])
def test_the_swap_rule_is_stated_only_where_the_moves_do_not_tell(swap, used):
    game = line("a2", *(["swap"] if used and swap else []), swap=swap)
    text = records.dumps(game, "sgf")
    assert ("HXSWAP" in text) == (swap is not None and not used)
    assert records.load(text, strict=True) == game


@pytest.mark.parametrize(
    ("size", "rows", "cols"),
    [("5", 5, 5), ("7:3", 3, 7), (" 7 : 3 ", 3, 7), ("7\\:3", 3, 7), ("32", 32, 32)],
)
def test_sizes_are_columns_first(size, rows, cols):
    game = records.load(sgf("", size), strict=True)
    assert (game.rows, game.cols) == (rows, cols)


def test_the_default_size_is_11():
    assert records.load("(;GM[11];B[k11])", strict=True).rows == 11


@pytest.mark.parametrize("size", ["", "0", "33", "x", "5:", "5:5:5", "-3", "9" * 5000, "٣"])
def test_bad_sizes_are_refused(size):
    with pytest.raises(RecordError, match="line 1"):
        records.load(sgf("", size))


def test_another_game_is_refused():
    with pytest.raises(RecordError, match=r"GM\[1\] is another game; Hex is GM\[11\]"):
        records.load("(;GM[1]SZ[19];B[pd])")


def test_set_up_marks_and_rectangles():
    game = records.load(sgf("AB[a1:b2]AW[c3]PL[b]TR[e5][e4]LB[a1:x\\:y]"), strict=True)
    assert game.root.setup == Setup((0, 1, 5, 6), (12,), (), BLACK)
    assert game.root.marks == {"triangle": [24, 19]}
    assert game.root.labels == {0: "x:y"}
    assert game.root.board().stones(BLACK) == [0, 1, 5, 6]


def test_after_set_up_without_a_turn_either_colour_may_begin():
    for color in "BW":
        assert (
            records.load(sgf(f"AB[a1];{color}[b2]"), strict=True).end().color.letter
            == color.lower()
        )


def test_headers_have_their_own_names():
    body = "PB[Ada]PW[Bob]RE[B+Forfeit]OT[3x5 byo-yomi]DT[2024-01-02]GC[two\nlines]"
    game = records.load(sgf(body), strict=True)
    assert game.headers == {
        "black": "Ada",
        "white": "Bob",
        "result": "B+Forfeit",
        "overtime": "3x5 byo-yomi",
        "date": "2024-01-02",
        "description": "two lines",
    }
    assert game.winner() == "Ada"


def test_everything_unknown_is_kept_word_for_word():
    body = "XX[a\\]b][]AP[Tool\\:x:2];B[a1]BL[12]KO[]ZZ[  \\\\ ]"
    game = records.load(sgf(body), strict=True)
    assert game.root.properties == {"XX": ["a\\]b", ""], "AP": ["Tool\\:x:2"]}
    assert game.end().properties == {"BL": ["12"], "KO": [""], "ZZ": ["  \\\\ "]}
    assert records.dumps(game, "sgf").replace("\n", "") == sgf(body)


@pytest.mark.parametrize(
    ("body", "message", "kept"),
    [
        (";B[a1];W[a1];B[b2]", "occupied", "W[a1]"),
        (";B[z9]", "off the 5x5 board", "B[z9]"),
        (";B[hello world]", "not a", "B[hello world]"),
        (";B[]", "not a", "B[]"),
        (";B[swap-pieces]", "swap", "B[swap-pieces]"),
        (";B[a1];W[b2];B[swap-sides]", "swap", "B[swap-sides]"),
        (";TR[z9]", "off", "TR[z9]"),
        (";LB[a1]", "label", "LB[a1]"),
        (";AB[a1]AW[a1]", "two ways", "AB[a1]AW[a1]"),
        (";PL[green]", "colour", "PL[green]"),
        (";HXTIMEOUT[x]", "colour", "HXTIMEOUT[x]"),
        ("PB[a]PB[b]", "more than one", "PB[a][b]"),
    ],
)
def test_what_cannot_be_understood_is_kept_as_it_is_written(body, message, kept):
    text = sgf(body)
    with warned(f"line 1, character.*{message}"):
        game = records.load(text)
    written = records.dumps(game, "sgf").replace("\n", "")
    assert kept in written
    assert quiet_load(written) == game
    with pytest.raises(RecordError, match=message):
        records.load(text, strict=True)


@pytest.mark.parametrize(
    ("body", "written"),
    [
        (";AB[z9]AB[a1]AE[a1]", ";AE[a1]AB[z9][a1]"),
        (";AE[a1]AW[x]AB[a1]AW[c3]", ";AE[a1]AW[x][c3]AB[a1]"),
        (";AB[a1]AB[a1:b2]AE[a1]", ";AE[a1]AB[a1][a1:b2]"),
        (";AB[a1]AB[b2]", ";AB[a1][b2]"),
        (";TR[a1]AddBlack[a1]TR[z9]AB[b2]", ";AB[a1][b2]TR[a1][z9]"),
        (";LB[a1:x]LB[a1:y]", ";LB[a1:x][a1:y]"),
        (";C[one]C[two]", ";C[one\ntwo]"),
        (";PL[B]PL[W]", ";PL[B][W]"),
        (";HXTIMEOUT[B][W]", ";HXTIMEOUT[B][W]"),
        (";HXTIMEOUT[x]HXTIMEOUT[B]", ";HXTIMEOUT[B]HXTIMEOUT[x]"),
        (";B[a1]W[b2]B[c3]", ";B[a1];W[b2];B[c3]"),
        (";B[z9]B[a1]", ";B[a1]B[z9]"),
        ("CA[GBK]CA[zip]", "CA[UTF-8]"),
        ("CA[GBK][zip]", "CA[UTF-8]"),
    ],
)
def test_a_property_that_stands_twice_in_a_node_is_written_once(body, written):
    game = quiet_load(sgf(body))
    text = records.dumps(game, "sgf")
    assert text == sgf(written)
    assert quiet_load(text) == game
    assert records.dumps(quiet_load(text), "sgf") == text


@pytest.mark.parametrize("cursor", [0, 3, 9_999, 123_456_789])
def test_the_cursor_of_a_long_game_is_kept(cursor):
    game = Game(5)
    game.cursor = cursor
    assert records.load(records.dumps(game, "sgf"), strict=True) == game


def test_the_rest_of_the_game_is_read_after_an_illegal_move():
    game = quiet_load(sgf(";B[a1];W[a1];W[b2](;B[c3])(;B[d4])"))
    assert moves(game) == ["B a1", "-", "W b2", "B c3"]
    assert game.end().board().stones(WHITE) == [6]
    assert len(list(game.nodes())) == 6


@pytest.mark.parametrize(
    ("text", "message", "expected"),
    [
        ("(;GM[11]SZ[5];B[a1]", "missing", ["B a1"]),
        ("(;GM[11]SZ[5];B[a1", "closing", ["B a1"]),
        ("(GM[11]SZ[5];B[a1])", "begins with ';'", ["B a1"]),
        ("(;GM[11]SZ[5];B[a1]KO;W[b2])", "has no value", ["B a1", "W b2"]),
        ("(;GM[11]SZ[5];B[a1]~;W[b2])", "left out", ["B a1", "W b2"]),
        ("(;GM[11]SZ[5];B[a1]W[b2];B[c3])", "shares its node", ["B a1", "W b2", "B c3"]),
        ("(;GM[11]SZ[5]B[a1];W[b2])", "shares its node", ["B a1", "W b2"]),
        ("(;GM[11]SZ[5];B[a1]AB[c3];W[b2])", "one node", ["B a1", "W b2"]),
    ],
)
def test_sloppy_files_are_read_with_a_warning(text, message, expected):
    with warned(message):
        game = records.load(text, format="sgf")
    assert moves(game) == expected
    assert quiet_load(records.dumps(game, "sgf")) == game
    with pytest.raises(RecordError, match=message):
        records.load(text, strict=True, format="sgf")


def test_only_the_first_problems_are_told():
    with pytest.warns(RecordWarning) as caught:
        records.load(sgf(";B[x]" * 500))
    assert len(caught) == 11
    assert "and 490 more" in str(caught[-1].message)


@pytest.mark.parametrize("shape", ["hex", "offset", "square", "triangle"])
def test_shapes(shape):
    board = Board(4, shape=shape)
    board.push(5)
    game = Game.from_board(board)
    text = records.dumps(game, "sgf")
    assert ("HXSHAPE" in text) == (shape != "hex")
    assert records.load(text, strict=True) == game


def test_places_are_counted_from_the_line_also_in_its_second_game():
    found = list(split_games(io.StringIO("(;C[a\nb]) (;B[a1]) (;\nB[a1])")))
    assert [piece.where(0) for piece in found] == [
        "line 1, character 1",
        "line 2, character 5",
        "line 2, character 14",
    ]
    assert found[2].where(3) == "line 3, character 1"
    assert found[1].changed("(;B[b2])").where(2) == "line 2, character 7"


def test_line_breaks_in_headers_are_a_loss():
    game = Game(5, headers={"event": "two\nlines"})
    with pytest.raises(RecordError, match="line breaks"):
        records.dumps(game, "sgf")
    assert records.load(records.dumps(game, "sgf", lossy=True)).headers["event"] == "two lines"


def test_raw_values_that_would_break_the_file_are_escaped():
    game = Game(5)
    game.root.properties["XX"] = ["a]b", "c\\"]
    assert "XX[a\\]b][c\\\\]" in records.dumps(game, "sgf")
    game.root.properties["not a name"] = ["x"]
    with pytest.raises(RecordError, match="name of an SGF property"):
        records.dumps(game, "sgf")


def test_latin_1_and_stated_charsets(tmp_path):
    path = tmp_path / "old.sgf"
    for charset, name in (("latin-1", "Günther"), ("koi8-r", "Иван")):
        ca = "CA[KOI8-R]" if charset == "koi8-r" else ""
        path.write_bytes(f"(;GM[11]{ca}PB[{name}];B[a1])".encode(charset))
        with warned("UTF-8"):
            assert records.load(path).headers["black"] == name
        with pytest.raises(RecordError, match="UTF-8"):
            records.load(path, strict=True)


@pytest.mark.slow
def test_deep_trees_are_read_and_written():
    depth = 100_000
    text = "(;GM[11]SZ[5]" + "(;B[pass](;W[pass]" * (depth // 2) + "))" * (depth // 2) + ")"
    game = records.load(text, strict=True)
    assert sum(1 for _ in game.nodes()) == depth + 1
    branched = "(;GM[11]SZ[5]" + "(;B[pass])(;W[pass]" * 20_000 + ")" * 20_001
    game = quiet_load(branched)
    assert quiet_load(records.dumps(game, "sgf")) == game


@pytest.mark.slow
def test_many_set_up_boards_in_one_line_are_refused():
    with pytest.raises(RecordError, match="set-up nodes"):
        records.load(sgf(";AB[a1]" * 5000))
    assert records.load(sgf("(;AB[a1])" * 5000)).root.board() == Board(5)


def test_a_time_out_is_kept():
    game = rich_game()
    text = records.dumps(game, "sgf")
    assert "HXTIMEOUT[B]" in text
    assert quiet_load(text).outcome() == game.outcome()
    assert quiet_load(text).outcome().termination is Termination.TIMEOUT


def test_an_empty_node_stays_a_node():
    game = Game(5)
    game.root.append(Node())
    assert records.load(records.dumps(game, "sgf"), strict=True) == game
