"""Puzzles: their file format, what they claim, their themes, and the files that ship."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from hexmate.board import Board
from hexmate.errors import PuzzleError
from hexmate.puzzles.difficulty import estimate
from hexmate.puzzles.making import SIZES, PuzzleFile, read_puzzles
from hexmate.puzzles.puzzle import THEMES, Puzzle, Step, canonical, puzzle_id
from hexmate.puzzles.sgf import puzzle_game
from hexmate.puzzles.shipped import FOLDER, daily_puzzle, shipped_puzzles, write_shipped
from hexmate.puzzles.themes import themes_of
from hexmate.puzzles.verify import problems
from hexmate.puzzles.winning import winning_moves
from hexmate.records import load, save
from hexmate.solve import Solver, Verdict
from hexmate.symmetry import symmetries

LINE = (
    '{"id":"aa154027","position":"5x5 hex - w1w2/2b2/1bwb1/3b1/2wb1 w","last":"d5","rating":1169,'
    '"measured":[0.615,0.436,1,2],"themes":["bridge"],"line":[["d2","","e1 d1:e1e2","e1"],'
    '["e2","","e2","b4"],["d1","","d1","b1"],["b2","","b2",""]]}'
)


def sample() -> Puzzle:
    return Puzzle.from_json(LINE)


def cells(board: Board, names: str) -> list[int]:
    return [board.parse(name) for name in names.split()]


def test_a_line_is_read_and_written_unchanged():
    puzzle = sample()
    board = puzzle.board()
    assert board.name(puzzle.solution) == "d2"
    assert puzzle.line[0].replies[board.parse("e1")] == board.parse("d1")
    assert puzzle.line[0].replies[board.parse("a5")] == board.parse("e1")
    assert puzzle.to_json() == LINE


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("", "{"), ('"d2"', '"z9"'), ('"line":[[', '"line":[["d2"],['), ('"measured":[', '"m":[')],
)
def test_a_damaged_line_is_refused(wrong, right):
    with pytest.raises(PuzzleError, match="not a puzzle"):
        Puzzle.from_json(LINE.replace(wrong, right, 1))


def test_positions_that_differ_by_a_symmetry_are_one_puzzle():
    board = sample().board()
    turned = [board.transformed(each) for each in symmetries(board)]
    assert len({each.to_string() for each in turned}) > 1
    assert {canonical(each) for each in turned} == {canonical(board)}
    assert {puzzle_id(each) for each in turned} == {"aa154027"}


def test_winning_moves_agree_with_the_solver_and_every_refutation_wins():
    board = sample().board()
    found = winning_moves(board, Solver(), board.legal_moves, nodes=10_000)
    verdicts = Solver().moves(board)
    assert {m for m, each in verdicts.items() if each is Verdict.WIN} == set(found.wins)
    assert set(found.replies) == set(board.legal_moves) - set(found.wins)
    for move, reply in found.replies.items():
        after = board.copy()
        after.push(move)
        after.push(reply)
        assert after.outcome() or Solver().solve(after).verdict is Verdict.LOSS


def test_a_true_puzzle_is_proven_and_a_false_one_is_not():
    puzzle, board = sample(), sample().board()
    assert problems(puzzle) == []
    first = puzzle.line[0]
    lost, other = cells(board, "a4 c4")
    wins_too = replace(first, also=(lost,), replies=_without(first, lost))
    refuted = replace(first, replies={**first.replies, lost: other})
    missing = replace(first, replies=_without(first, lost))
    for step, told in (
        (wins_too, "a4 is not proven to win"),
        (refuted, "c4 does not refute a4"),
        (wins_too, "a4 wins by another plan"),
        (missing, "all empty cells"),
    ):
        found = problems(replace(puzzle, line=(step, *puzzle.line[1:])))
        assert any(told in problem for problem in found), found
    assert "the id should be" in problems(replace(puzzle, id="0"))[0]
    assert "the themes should be" in problems(replace(puzzle, themes=("ladder",)))[0]


def _without(step: Step, move: int) -> dict[int, int]:
    return {each: reply for each, reply in step.replies.items() if each != move}


@pytest.mark.parametrize(
    ("position", "line", "themes"),
    [
        ("5x5 hex - 5/3b1/5/2w2/5 b", "e3", ("bridge",)),
        ("5x5 hex - 5/3b1/5/2w2/5 b", "d3", ()),
        # A stone on the third row with room for a ziggurat, far from the others.
        ("7x7 hex - 5b1/7/7/w6/7/7/7 b", "e5", ("edge template",)),
        ("7x7 hex - 5b1/7/7/w6/7/2ww1w1/7 b", "e5", ()),
        # Black runs along the second row, White along the first.
        ("6x6 hex - 1b4/1b4/1b4/wbw3/w5/6 b", "b5 a6 c5 b6 d5 c6 e5", ("ladder",)),
        # Black breaks into a bridge of White, who restores it.
        ("5x5 hex - 5/2w2/5/1w3/b3b b", "b3 c3 d1", ("foiling", "sacrifice")),
    ],
)
def test_a_theme_is_named_where_it_is_certain(position, line, themes):
    board = Board.from_string(position)
    moves = cells(board, line)
    pairs = zip(moves[::2], [*moves[1::2], None], strict=False)
    steps = [Step(move, (), {}, answer) for move, answer in pairs]
    found = themes_of(board, steps)
    assert set(themes) - {"sacrifice"} <= set(found)
    assert themes or not found


def test_ratings_rise_with_every_sign_of_difficulty():
    easy = {"share": 0.9, "people": 0.9, "visits": 1, "tempting": 0, "steps": 1, "size": 5}
    harder = {"share": 0.1, "people": 0.1, "visits": 64, "tempting": 3, "steps": 4, "size": 11}
    for name, value in harder.items():
        assert estimate(**easy | {name: value}) > estimate(**easy)
    assert estimate(**easy | {"visits": 0}) > estimate(**easy | {"visits": 256})


class FakeMaker:
    """Gives one puzzle per batch, and the same one twice in the third."""

    def batch(self, size, seed, number):
        board = Board.setup(["a1"], [f"b{1 + number % 5}"], size=size)
        puzzle = replace(sample(), position=board.to_string(), id=puzzle_id(board), line=())
        yield puzzle
        if number == 2:
            yield puzzle


def test_a_file_resumes_after_a_kill_at_any_moment(tmp_path):
    whole = PuzzleFile(tmp_path / "whole.jsonl", seed=5)
    for _ in range(4):
        whole.make_batch(FakeMaker())
    text = (tmp_path / "whole.jsonl").read_text()
    assert len(read_puzzles(tmp_path / "whole.jsonl")) == len(whole.puzzles) == 4
    for cut in range(0, len(text), 37):
        path = tmp_path / f"{cut}.jsonl"
        path.write_text(text[:cut])
        resumed = PuzzleFile(path, seed=5)
        while len(resumed.puzzles) < 4:
            resumed.make_batch(FakeMaker())
        assert path.read_text() == text
    with pytest.raises(PuzzleError, match="begun with --seed 5"):
        PuzzleFile(tmp_path / "whole.jsonl", seed=6)


def test_an_interrupted_batch_is_not_stored(tmp_path):
    file = PuzzleFile(tmp_path / "made.jsonl")
    file.make_batch(FakeMaker(), interrupted=lambda: True)
    assert file.puzzles == []
    assert not (tmp_path / "made.jsonl").exists()
    assert file.next_size() == min(SIZES)


def test_other_files_are_refused(tmp_path):
    other = tmp_path / "other.txt"
    other.write_text("no puzzles")
    with pytest.raises(PuzzleError, match="not a file of puzzles"):
        PuzzleFile(other)
    with pytest.raises(PuzzleError, match="cannot read"):
        read_puzzles(tmp_path / "missing.jsonl")


def test_the_index_describes_the_shipped_puzzles():
    index = json.loads((FOLDER / "index.json").read_text("utf-8"))
    puzzles = list(shipped_puzzles())
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles) == len(index["puzzles"])
    assert index["themes"] == list(THEMES)
    assert {path.name for path in FOLDER.glob("*.gz")} == set(index["files"])
    for puzzle, (name, file, rating, size, themes) in zip(puzzles, index["puzzles"], strict=True):
        assert (puzzle.id, puzzle.difficulty.rating, puzzle.board().rows) == (name, rating, size)
        assert index["files"][file].startswith(f"grade-{puzzle.grade}-")
        assert sum(1 << THEMES.index(theme) for theme in puzzle.themes) == themes
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 500_000


def test_some_shipped_puzzles_are_proven_again():
    puzzles = list(shipped_puzzles())
    for puzzle in puzzles[:: len(puzzles) // 6]:
        assert problems(puzzle) == [], puzzle.id


def test_the_files_hold_what_was_written(tmp_path):
    puzzles = list(shipped_puzzles())
    write_shipped(puzzles, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        path.name for path in FOLDER.iterdir()
    )
    write_shipped(puzzles[:3], tmp_path)
    assert list(shipped_puzzles(tmp_path)) == puzzles[:3]
    assert len(list(tmp_path.iterdir())) == 2
    with pytest.raises(PuzzleError, match="cannot read the puzzles"):
        next(shipped_puzzles(tmp_path / "missing"))


def test_every_puzzle_is_that_of_a_day_before_one_is_repeated():
    start = date(2026, 1, 1).toordinal()
    for count in (1, 7, 50):
        numbers = {daily_puzzle(date.fromordinal(start + day), count) for day in range(count)}
        assert numbers == set(range(count))


def test_a_puzzle_is_a_game_with_its_solution_as_main_line(tmp_path):
    path = Path(tmp_path / "puzzle.sgf")
    save([puzzle_game(sample())], path, "sgf")
    game = load(path)
    assert " ".join(str(node) for node in game.mainline()) == "W d2 B e1 W e2 B b4 W d1 B b1 W b2"
    assert game.headers["name"] == "Puzzle aa154027"
    assert game.root.board() == sample().board()
    losing = [node for node in game.root.children if node.comment == "Loses."]
    assert [len(node.children) for node in losing] == [1, 1, 1]
