"""The formats beside SGF, each with its own rules."""

import json

import pytest
from support.record_samples import DATA, line, quiet_load, rich_game, warned

from hexmate import records
from hexmate.color import BLACK, WHITE
from hexmate.coords import PASS, SWAP
from hexmate.errors import RecordError
from hexmate.game import Game, Setup
from hexmate.outcome import Termination


def names(game: Game) -> list[str]:
    return [str(node) for node in game.mainline()]


class TestHsgf:
    def test_moves_are_exchanged_and_players_are_not(self):
        game = records.load(DATA / "littlegolem.hsgf", strict=True)
        assert names(game)[:4] == ["B a13", "W swap-pieces", "B i9", "W f9"]
        assert game.end().ending is Termination.RESIGNATION
        assert game.end().color is BLACK
        assert (game.headers["black"], game.headers["white"]) == ("opener", "answerer")
        assert game.headers["result"] == "W"
        assert game.winner() == "answerer"
        first = game.root.children[0]
        assert (first.time_left(BLACK), first.time_left(WHITE)) == (86400, 86399)

    @pytest.mark.parametrize("result", ["B+", "W+Resign", "B", "Black wins", "Void", "?"])
    def test_results_and_players_are_the_same_in_the_file(self, result):
        game = line("a1")
        told = {
            "black": "Ada",
            "white": "Bob",
            "black_rank": "1900",
            "white_rank": "1800",
            "black_team": "North",
            "white_team": "South",
            "result": result,
        }
        game.headers.update(told)
        text = records.dumps(game, "hsgf")
        for prop in ("PB[Ada]", "PW[Bob]", "BR[1900]", "WT[South]", f"RE[{result}]", ";W[aa]"):
            assert prop in text.replace("\n", "")
        assert records.load(text, strict=True).headers == told

    @pytest.mark.parametrize(
        ("moves", "result", "winner"),
        [
            ("W[aa];B[ba];W[ab]", "RE[B]", "Ada"),
            ("W[aa];B[bb];W[ab]", "RE[B]", "Ada"),
            ("W[aa];B[ab];W[ba];B[bb]", "RE[W]", "Bob"),
            ("W[aa];B[swap];W[ab];B[ba]", "RE[W]", "Bob"),
            ("W[aa];B[swap];W[resign]", "RE[W]", "Bob"),
            ("W[aa];B[resign]", "RE[B]", "Ada"),
        ],
    )
    def test_the_result_names_the_player_of_the_chain(self, moves, result, winner):
        """The opener sits as PB, and the board finds the same winner as the file."""
        text = f"(;FF[4]SZ[2]PB[Ada]PW[Bob]{result};{moves})"
        game = records.load(text, strict=True)
        assert game.winner() == winner
        del game.headers["result"]
        assert game.winner() == winner

    @pytest.mark.parametrize(
        ("white", "black"), [("W", "B"), ("White", "Black"), ("w", "b"), ("White", "B")]
    )
    def test_names_written_out_are_exchanged_too(self, white, black):
        game = records.load(f"(;FF[4]SZ[5];{white}[aa];{black}[bb])", strict=True, format="hsgf")
        assert names(game) == ["B a1", "W b2"]
        assert records.load(records.dumps(game, "hsgf"), strict=True) == game

    def test_set_up_and_turn(self):
        text = "(;FF[4]SZ[5]AW[bb]AB[aa]PL[B];B[cc])"
        game = records.load(text, strict=True)
        assert game.root.setup == Setup((6,), (0,), (), WHITE)
        assert records.dumps(game, "hsgf").replace("\n", "") == text

    def test_numbers_are_not_cells_here(self):
        with warned("two letters"):
            records.load("(;SZ[5];W[aa];B[b2])")

    def test_swap_sides_is_a_loss_that_keeps_the_stones(self):
        game = line("a2", "swap", "c3", swap="sides")
        with pytest.raises(RecordError, match="hsgf cannot hold swap-sides"):
            records.dumps(game, "hsgf")
        left = records.load(records.dumps(game, "hsgf", lossy=True), strict=True)
        assert left.end().board().to_array().tolist() == game.end().board().to_array().tolist()


class TestHexFile:
    TEXT = (DATA / "seed.txt").read_text()

    def test_out_of_turn_is_a_warning_even_when_strict(self):
        for strict in (False, True):
            with warned("line 12: the move is out of turn"):
                game = records.load(self.TEXT, strict)
        assert names(game) == ["B b2", "W a1", "W b1", "W c1", "W d1"]
        assert game.outcome().winner is WHITE

    @pytest.mark.parametrize("letter", "oO0")
    def test_black_has_three_letters(self, letter):
        assert quiet_load(self.TEXT.replace("0 .", f"{letter} .")).root.children[0].color is BLACK

    @pytest.mark.parametrize("strict", [False, True])
    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            (
                ". 0 . .",
                ". * . .",
                r"line 5: the board shows '\. \* \. \.', but the moves give '\. o",
            ),
            (". 0 . .", ". . . .", "line 5: the board shows"),
            ("\\play * 0 3\n", "", r"line 4: the board shows '\* \* \* \*'"),
            (". 0 . .", ". 0 .", "line 5: expected a row of 4 cells"),
            (". 0 . .", ". x . .", "line 5: expected a row of 4 cells"),
            ("\\dim 4", "\\dim", "line 2: expected the size"),
            ("\\dim 4", "\\dim 99", "line 2"),
            ("\\dim 4", "\\dim " + "9" * 5000, "line 2: expected the size"),
            ("\\board", "\\bored", "line 3: expected .board"),
            ("\\play * 0 3", "\\play * 0 4", "line 14: e1 is off the 4x4 board"),
            ("\\play * 0 3", "\\play x 0 3", "line 14: expected a move"),
            ("\\play * 0 3", "\\play * 0 3 1", "line 14: expected a move"),
            ("\\play * 0 3", "hello", "line 14: expected a move"),
        ],
    )
    def test_wrong_lines_are_named(self, old, new, message, strict):
        with pytest.raises(RecordError, match=message):
            quiet_load(self.TEXT.replace(old, new, 1), strict)

    def test_a_missing_end_is_a_warning(self):
        text = self.TEXT.replace("\\endhex", "").replace("\\endgame", "")
        with warned(r"ends before .endhex"):
            game = records.load(text)
        assert game == quiet_load(self.TEXT)
        with pytest.raises(RecordError, match="ends before"):
            quiet_load(text, strict=True)

    def test_moves_after_the_end_are_on_the_picture(self):
        text = self.TEXT.replace(". . . .\n\\end", "o . . .\n\\end").replace(
            "\\endgame", "\\play o 3 0\n\\endgame"
        )
        with warned("after the end"):
            game = records.load(text)
        assert records.dumps(game, "hexfile") + "\n" == text.replace("0 . .\n", "o . .\n")

    @pytest.mark.parametrize(
        ("swap", "stones"),
        [("pieces", ["* 0 1", "o 2 2"]), ("sides", ["o 1 0", "* 2 2"])],
    )
    def test_a_swapped_game_is_written_as_its_stones(self, swap, stones):
        text = records.dumps(line("a2", "swap", "c3", swap=swap), "hexfile")
        assert [row.removeprefix("\\play ") for row in text.split("\n") if "play" in row] == stones

    def test_it_holds_square_hex_boards(self):
        with pytest.raises(RecordError, match="square boards"):
            records.dumps(line(size=(3, 4)), "hexfile")
        with pytest.raises(RecordError, match="hex boards"):
            records.dumps(line(shape="square"), "hexfile", lossy=True)


class TestHexWorld:
    @pytest.mark.parametrize(
        ("link", "same"),
        [
            ("#", "#11"),
            ("#,", "#11"),
            ("#,a1", "#11,a1"),
            ("#c1,a1", "#11c1,a1"),
            ("#5c1nr3m", "#5r3nc1"),
            ("#5mr10", "#5"),
            ("#5,a1b2,", "#5,a1b2"),
            ("#5,,a1", "#5,,a1"),
            ("#5,a1,b2", "#5,a1,b2"),
            ("#5%2Ca1%3Asb2", "#5,a1:sb2"),
            ("https://hexworld.org/board/#5,a1", "#5,a1"),
            ("#5,a1:Sb2:p:fb", "#5,a1:Sb2:p:fb"),
        ],
    )
    def test_links(self, link, same):
        assert records.dumps(records.load(link, strict=True), "hexworld") == same

    def test_the_cursor(self):
        game = records.load("#11c1,h4e7f9,b9c3", strict=True)
        assert (game.cursor, len(list(game.mainline()))) == (3, 5)
        assert game.headers == {"view": "c1"}

    def test_the_cursor_counts_moves_where_a_node_has_none(self):
        game = records.load("(;GM[11]SZ[5]HXCURSOR[2];;B[a1];W[b2])", strict=True)
        assert records.dumps(game, "hexworld") == "#5,a1,b2"

    def test_the_swap_on_a_board_that_is_not_square_turns_it(self):
        game = records.load("#11x5,d2:sb3c5:rb", strict=True)
        assert names(game) == ["B d2", "W swap-sides", "W c2", "B e3", "W resignation"]
        assert records.load(records.dumps(game, "hexworld"), strict=True) == game

    @pytest.mark.parametrize(
        ("link", "message", "left"),
        [
            ("#5,a1b2?c3", "does not begin with a move", ["B a1", "W b2"]),
            ("#5,a1a1c3", "occupied", ["B a1"]),
            ("#5,a1z9c3", "off the 5x5 board", ["B a1"]),
            ("#5,a1b2:s", "swap", ["B a1", "W b2"]),
            ("#5z,a1", "not an option", ["B a1"]),
            ("#5r13,a1", "not an option", ["B a1"]),
            ("#5,a1,b2,c3", "does not begin with a move", ["B a1", "W b2"]),
        ],
    )
    def test_reading_ends_at_what_is_no_move(self, link, message, left):
        with warned(message):
            game = records.load(link, format="hexworld")
        assert names(game) == left
        with pytest.raises(RecordError, match=message):
            records.load(link, strict=True, format="hexworld")

    @pytest.mark.parametrize("link", ["#0", "#31", "#5x31", "#99999999999999999999", "no link"])
    def test_bad_sizes_are_refused(self, link):
        with pytest.raises(RecordError, match="line 1"):
            records.load(link, format="hexworld")

    def test_larger_boards_cannot_be_written(self):
        with pytest.raises(RecordError, match="30x30"):
            records.dumps(line(size=31), "hexworld", lossy=True)

    def test_written_with_loss_a_colour_out_of_turn_passes(self):
        game = Game(5)
        game.add_variation("a1").add_variation("b2", BLACK)
        text = records.dumps(game, "hexworld", lossy=True)
        assert text == "#5,a1:pb2"
        assert records.load(text).end().board().stones(BLACK) == [0, 6]


class TestTrmph:
    def test_the_second_equal_cell_is_the_swap(self):
        game = records.load("https://trmph.com/hex/board#13,a6a6d10", strict=True)
        assert [node.move for node in game.mainline()] == [65, SWAP, 120]
        assert game.end().board().stones(WHITE) == [5]

    @pytest.mark.parametrize(
        ("letter", "result"), [("b", "B+"), ("1", "B+"), ("r", "W+"), ("2", "W+")]
    )
    def test_the_winner(self, letter, result):
        game = records.load(f"#13,a6i2 {letter}", strict=True)
        assert game.headers == {"result": result}
        assert records.load(records.dumps(game, "trmph"), strict=True) == game

    @pytest.mark.parametrize(
        ("rest", "message"),
        [("a1a1a1", "occupied"), ("a1b2!", "neither"), ("a1z9", "off the"), ("a1 x", "neither")],
    )
    def test_reading_ends_at_what_is_no_move(self, rest, message):
        link = f"https://trmph.com/hex/board#5,{rest}"
        with warned(message):
            records.load(link)
        with pytest.raises(RecordError, match=message):
            records.load(link, strict=True)

    @pytest.mark.parametrize("link", ["trmph", "trmph#x", "trmph#0,", "trmph#33,", "trmph#99999,"])
    def test_bad_links_are_refused(self, link):
        with pytest.raises(RecordError, match="line 1"):
            records.load(link)

    def test_one_colour_twice_cannot_be_written(self):
        with pytest.raises(RecordError, match="in a row"):
            records.dumps(line("a1", "pass", "b2"), "trmph", lossy=True)

    def test_the_reason_of_a_win_is_lost(self):
        game = line("a1")
        game.end().add_variation(ending=Termination.RESIGNATION)
        game.headers["result"] = "B+Resign"
        with pytest.raises(RecordError, match="resignation"):
            records.dumps(game, "trmph")
        assert records.dumps(game, "trmph", lossy=True).endswith("#5,a1 b")


class TestMoves:
    @pytest.mark.parametrize(
        ("text", "same"),
        [
            ("a1 b2", "11: a1 b2"),
            ("5 a1 b2", "5: a1 b2"),
            ("5: A1, B2; pass", "5: a1 b2 pass"),
            ("7x3: g3 swap", "7x3: g3 swap-sides"),
            ("5: a1 swap b2", "5: a1 swap-pieces b2"),
            ("1. a1 2. b2 3. c3", "11: a1 b2 c3"),
            ("1.a1 b2 2.c3 d4", "11: a1 b2 c3 d4"),
            ("1) a1 2) b2", "11: a1 b2"),
            ("5: 1. a1 b2\n2. c3 d4\n\n3. e5", "5: a1 b2 c3 d4 e5"),
            ("5: a1 w:resign", "5: a1 resign"),
            ("5: a1 b:time-out", "5: a1 b:time-out"),
        ],
    )
    def test_lists(self, text, same):
        assert records.dumps(records.load(text, strict=True), "moves") == same

    def test_a_new_line_is_a_new_game(self):
        games = list(records.iter_games("5: a1 b2\n1. c3\n2. d4\n4: a1\n", strict=True))
        assert [names(game) for game in games] == [["B a1", "W b2"], ["B c3", "W d4"], ["B a1"]]

    @pytest.mark.parametrize(
        ("text", "message"),
        [("5: a1 a1", "occupied"), ("5: a1 z9", "off the"), ("5: a1 hello", "hello"),
         ("7x3: a1 swap-pieces", "swap"), ("5: a1 q:b2", "colour")],
    )  # fmt: skip
    def test_reading_ends_at_what_is_no_move(self, text, message):
        with warned(message):
            game = records.load(text)
        assert len(list(game.mainline())) == 1
        with pytest.raises(RecordError, match=message):
            records.load(text, strict=True)

    def test_nothing_to_read_is_an_error(self):
        with pytest.raises(RecordError, match="not a first move"):
            quiet_load("5: z9")


class TestJsonLines:
    def test_the_schema(self):
        data = json.loads(records.dumps(rich_game(), "jsonl"))
        assert data["schema"] == "hexmate-game/1"
        assert (data["rows"], data["cols"], data["shape"], data["swap"]) == (6, 7, "hex", "sides")
        assert data["nodes"][2]["move"] == "swap-sides"
        assert data["nodes"][3] == "c3"
        assert data["nodes"][4] == "time-out"

    def test_children_may_stand_anywhere_behind_their_parent(self):
        nodes = ["a1", {"move": "b2", "parent": 0}, {"move": "c3", "parent": 1}, {"parent": 2}]
        game = records.load(self.written(nodes=[{}, *nodes]), strict=True)
        assert names(game) == ["B a1", "W c3"]
        assert records.load(records.dumps(game, "jsonl"), strict=True) == game

    @staticmethod
    def written(**fields) -> str:
        data = {"schema": "hexmate-game/1", "rows": 5, "cols": 5, "nodes": [{}]}
        return json.dumps(data | fields)

    @pytest.mark.parametrize(
        ("fields", "message"),
        [
            ({"schema": "hexmate-game/2"}, "schema"),
            ({"schema": None}, "schema"),
            ({"rows": "5"}, "rows"),
            ({"rows": True}, "rows"),
            ({"rows": 10**30}, "rows"),
            ({"rows": 33}, "33"),
            ({"shape": "round"}, "shape"),
            ({"shape": 3}, "shape"),
            ({"swap": "both"}, "swap"),
            ({"headers": []}, "headers"),
            ({"headers": {"black": 1}}, "headers"),
            ({"cursor": -1}, "cursor"),
            ({"nodes": []}, "nodes"),
            ({"nodes": {}}, "nodes"),
            ({"nodes": ["a1"]}, "root"),
            ({"nodes": [{}, 3]}, "node 1"),
            ({"nodes": [{}, {"parent": 1}]}, "parent of node 1"),
            ({"nodes": [{}, {"parent": -1}]}, "parent of node 1"),
            ({"nodes": [{}, {"move": 3}]}, "move of node 1"),
            ({"nodes": [{"comment": 3}]}, "comment"),
            ({"nodes": [{"marks": {"circle": "a1"}}]}, "cells"),
            ({"nodes": [{"marks": {"circle": ["z9"]}}]}, "z9"),
            ({"nodes": [{"labels": {"pass": "x"}}]}, "not a cell"),
            ({"nodes": [{"properties": {"X": "y"}}]}, "properties"),
            ({"nodes": [{"setup": {"turn": "green"}}]}, "turn"),
            ({"nodes": [{"setup": {"black": ["a1"], "white": ["a1"]}}]}, "twice"),
            ({"nodes": [{"setup": {"black": ["\ud800"]}}]}, "not a"),
        ],
    )
    def test_wrong_fields_are_named(self, fields, message):
        with pytest.raises(RecordError, match=f"line 1.*{message}"):
            records.load(self.written(**fields))

    @pytest.mark.parametrize("text", ["{", '{"schema": 1' + "}" * 9, "{" * 10**5, '{"a":' * 10**5])
    def test_what_is_no_json_is_refused(self, text):
        with pytest.raises(RecordError, match="line 1"):
            records.load(text)

    def test_unknown_fields_are_left_out_with_a_warning(self):
        text = self.written(color="red")
        with warned("unknown field 'color'"):
            assert records.load(text) == Game(5)
        with pytest.raises(RecordError, match="unknown field 'color'"):
            records.load(text, strict=True)

    def test_an_illegal_move_is_kept_as_it_is_written(self):
        text = self.written(nodes=[{}, "a1", "a1", "zz99", "c3"])
        with warned("node 2: .*occupied"):
            game = records.load(text)
        kept = [node.properties for node in game.mainline()]
        assert kept == [{}, {"W": ["a1"]}, {"B": ["zz99"]}, {}]
        assert quiet_load(records.dumps(game, "jsonl")) == game

    def test_any_character_survives(self):
        game = Game(5, headers={"black": "Zoë \u2028 \U0001f600 \ud800 \r\n"})
        game.root.comment = "\x00\x85\r"
        text = records.dumps(game, "jsonl")
        assert "\n" not in text
        assert records.load(text, strict=True) == game

    def test_a_pass_is_a_pass(self):
        game = records.load(self.written(nodes=[{}, "pass"]), strict=True)
        assert game.end().move == PASS
