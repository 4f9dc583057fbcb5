"""Samples: their fields, the same file for the same seed, and resuming after a kill."""

import json
import random
from dataclasses import replace

import pytest
from support.fake_games import report

from hexmate.arena.collect import Collection, collect
from hexmate.arena.runner import Processes, Serial
from hexmate.arena.samples import SampleFile, samples
from hexmate.arena.terms import Pairing
from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.connect import bridge_win
from hexmate.errors import HexmateError

FIELDS = ["N", "to_move", "result", "moves_to_end", "board", "game", "move"]
SMALL = Collection(size=4, depths=(1, 2), pairs=(1, 2), player="negamax:table=1", seed=5)


def collected(path, collection=SMALL, games=6, runner=None):
    with SampleFile(path, collection.first_sample) as file:
        return sum(collect(collection, games, runner or Serial(), file))


def lines(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def by_game(path):
    games = {}
    for sample in lines(path):
        games.setdefault(sample["game"], []).append(sample)
    return games


@pytest.mark.parametrize("shape", ["hex", "offset", "square"])
def test_what_a_sample_says(shape, tmp_path):
    """Each position follows from the one before by its move, and the last move ends the game."""
    collection = replace(SMALL, shape=shape)
    count = collected(tmp_path / "s.jsonl", collection, games=12)
    games = by_game(tmp_path / "s.jsonl")
    assert list(games) == [f"5-{number}" for number in range(12)]
    assert sum(map(len, games.values())) == count
    results = set()
    for positions in games.values():
        assert [each["moves_to_end"] for each in positions] == list(range(len(positions), 0, -1))
        for sample, following in zip(positions, [*positions[1:], None], strict=True):
            assert list(sample)[: len(FIELDS)] == FIELDS
            assert (sample["N"], sample["shape"], sample["version"]) == (4, shape, 1)
            assert len(sample["board"]) == 16
            turn = {1: BLACK, 2: WHITE}[sample["to_move"]]
            board = Board.from_array(sample["board"], turn, size=4, shape=shape)
            assert board.outcome() is None
            board.push_str(sample["move"])
            if following is not None:
                assert board.to_array().ravel().tolist() == following["board"]
                assert board.turn + 1 == following["to_move"]
        winner = board.outcome().winner
        for sample in positions:
            expected = 0 if winner is None else 1 if sample["to_move"] == winner + 1 else -1
            assert sample["result"] == expected
            results.add(expected)
    assert results == ({0} if shape == "square" else {-1, 1}), "good players draw on squares"


def test_the_winner_of_a_known_game():
    """Black has a2 and b1 of 2x2 after three moves and wins with the third."""
    game = replace(
        report(Pairing(0, "random", "bridge", ("a1",)), "black"),
        start=Board(2).to_string(),
        moves=("a1", "b1", "a2"),
    )
    first, second = samples(game, "g")
    assert (first["to_move"], first["result"], first["moves_to_end"]) == (2, -1, 2)
    assert (second["to_move"], second["result"], second["moves_to_end"]) == (1, 1, 1)
    assert first["board"] == [1, 0, 0, 0]
    assert second["board"] == [1, 2, 0, 0]
    assert (first["move"], second["move"]) == ("b1", "a2")
    assert first["players"] == ["random", "bridge"]


@pytest.mark.parametrize("pairs", [(0, 0), (1, 3), (2, 6), (8, 8)])
def test_starts_are_fair(pairs):
    collection = Collection(pairs=pairs, depths=(2, 5))
    seen, depths = set(), set()
    for number in range(60):
        pairing = collection.pairing(number)
        board = Board(7)
        for move in pairing.opening:
            board.push_str(move)
        seen.add(len(pairing.opening) // 2)
        depths |= {pairing.black, pairing.white}
        assert board.turn is BLACK
        assert len(board.stones(BLACK)) == len(board.stones(WHITE))
        assert board.outcome() is None
        assert bridge_win(board, BLACK) is None
        assert bridge_win(board, WHITE) is None
    assert seen == set(range(pairs[0], pairs[1] + 1))
    assert depths == {f"negamax:table=8,depth={depth}" for depth in range(2, 6)}
    assert collection.pairing(7) == collection.pairing(7) != collection.pairing(8)


def test_the_time_limit_goes_to_the_players():
    collection = Collection(seconds=0.05, depths=(3, 3), player="negamax")
    assert collection.pairing(0).black == "negamax:depth=3,time=0.05"


def test_one_process_and_two_write_the_same_file(tmp_path):
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    collected(one)
    collected(two, runner=Processes(2))
    assert one.read_bytes() == two.read_bytes()
    assert collected(one) == 0, "nothing is left to do"
    other = tmp_path / "other.jsonl"
    collected(other, replace(SMALL, seed=6))
    assert other.read_bytes() != one.read_bytes()


def test_a_file_cut_anywhere_ends_the_same(tmp_path, rng: random.Random):
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    collected(whole)
    content = whole.read_bytes()
    ends = [at + 1 for at, byte in enumerate(content) if byte == 10]
    places = [0, 1, len(content), *rng.sample(ends, 8), *rng.sample(range(len(content)), 12)]
    for place in places:
        cut.write_bytes(content[:place])
        collected(cut)
        assert cut.read_bytes() == content, place


def test_more_games_of_the_same(tmp_path):
    whole, grown = tmp_path / "whole.jsonl", tmp_path / "grown.jsonl"
    collected(whole)
    for games in (2, 3, 6):
        collected(grown, games=games)
    assert grown.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"seed": 6}, "game"),
        ({"size": 5}, "N"),
        ({"shape": "offset"}, "shape"),
        ({"depths": (1, 3)}, "board"),
        ({"pairs": (1, 3)}, "board"),
        ({"seconds": 5.0}, "players"),
        ({"player": "negamax:table=2"}, "players"),
    ],
)
def test_a_file_that_was_collected_otherwise(changes, says, tmp_path):
    path = tmp_path / "s.jsonl"
    collected(path)
    before = path.read_bytes()
    with pytest.raises(
        HexmateError, match=rf"collected with other options \(it differs in: .*\b{says}\b"
    ):
        collected(path, replace(SMALL, **changes), games=20)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"notes\n", b"notes", b"{}\n", b'{"N":3}\n', b"[1]\n", b"\xff\n", b"3\n"]
)
def test_another_file_is_left_alone(content, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(HexmateError, match="is not a file of samples"):
        collected(path)
    assert path.read_bytes() == content


def test_files_that_cannot_be_written(tmp_path):
    with pytest.raises(HexmateError, match="no such file"):
        collected(tmp_path / "missing" / "s.jsonl")
    with pytest.raises(HexmateError, match="directory"):
        collected(tmp_path)


def test_a_full_disk_is_an_error():
    with pytest.raises(HexmateError, match="no space left"):
        collected("/dev/full")


def test_one_process_at_a_time(tmp_path):
    path = tmp_path / "s.jsonl"
    with SampleFile(path, SMALL.first_sample), pytest.raises(HexmateError, match="another process"):
        collected(path)
    collected(path)


def test_a_player_that_fails_gives_no_samples(tmp_path):
    failed = replace(report(SMALL.pairing(0), "white"), result="W+Forfeit", reason="it fell over")
    with pytest.raises(HexmateError, match=r"game 0, .* it fell over"):
        SMALL.samples(failed)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"depths": (0, 2)}, "depth"),
        ({"depths": (3, 2)}, "got 3 to 2"),
        ({"pairs": (-1, 2)}, "pairs"),
        ({"size": 4, "pairs": (1, 8)}, "8 pairs of stones do not leave an empty cell on 4x4"),
        ({"shape": "triangle"}, "triangle"),
        ({"player": "deepblue"}, "deepblue"),
        ({"player": "random"}, "depth"),
        ({"player": "minimax", "seconds": 1.0}, "time"),
        ({"size": 99}, "1 to 32"),
    ],
)
def test_collections_that_cannot_be(settings, says):
    with pytest.raises(HexmateError, match=says):
        Collection(**settings)


def test_no_fair_start(monkeypatch):
    """Where 98 of 100 cells have stones someone has won, or so nearly always."""
    monkeypatch.setattr("hexmate.arena.collect._MOST_STARTS", 5)
    with pytest.raises(HexmateError, match=r"no fair start with 49 pairs of stones .* on 10x10"):
        Collection(size=10, pairs=(49, 49)).pairing(0)
