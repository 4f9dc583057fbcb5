"""Puzzles on the command line, with scripted answers."""

import pytest
from typer.testing import CliRunner

from hexmate.cli.app import app
from hexmate.cli.puzzle import PuzzleSession
from hexmate.puzzles.puzzle import Puzzle
from hexmate.puzzles.shipped import shipped_puzzles
from hexmate.records import iter_games

LINE = (
    '{"id":"aa154027","position":"5x5 hex - w1w2/2b2/1bwb1/3b1/2wb1 w","last":"d5","rating":1169,'
    '"measured":[0.615,0.436,1,2],"themes":["bridge"],"line":[["d2","","e1 d1:e1e2","e1"],'
    '["e2","","e2","b4"],["d1","","d1","b1"],["b2","","b2",""]]}'
)


def session(answers: str) -> list[str]:
    """What a session says after these answers."""
    said: list[str] = []
    left = answers.split()

    def read(prompt: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    PuzzleSession(Puzzle.from_json(LINE), say=said.append, read=read).run()
    return said


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ("d2 e2 d1 b2", "Solved: White wins against every defence."),
        ("a4 quit", "a4 loses to e1. Try again."),
        ("e1", "e1 loses to d1. Try again."),
        ("d2", "Black answers e1."),
        ("hint hint", "The move is d2."),
        ("hint", "Theme: bridge."),
        ("d2 hint", "Look at row 2."),
        ("show show show show", "Solved: White wins against every defence."),
        ("a1", "a1 is occupied"),
        ("z9 x", "not a cell"),
        ("help", "show the solution"),
    ],
)
def test_a_session_answers(answers, told):
    assert any(told in line for line in session(answers)), session(answers)


def run(*arguments: str, status: int = 0, given: str = "") -> str:
    result = CliRunner().invoke(app, arguments, input=given)
    assert result.exit_code == status, result.output
    return result.output


def test_puzzles_are_verified_and_exported(tmp_path):
    file, sgf = tmp_path / "one.jsonl", tmp_path / "one.sgf"
    file.write_text(LINE + "\n")
    assert "All 1 puzzles are proven." in run("puzzles", "verify", str(file))
    run("puzzles", "export", str(sgf), str(file))
    assert len(list(iter_games(str(sgf)))) == 1
    file.write_text(LINE.replace("aa154027", "00000000") + "\n")
    assert (
        "the id should be aa154027"
        in CliRunner().invoke(app, ["puzzles", "verify", str(file)]).output
    )


def test_a_shipped_puzzle_is_chosen_by_its_id():
    puzzle = next(shipped_puzzles())
    assert f"Puzzle {puzzle.id}, grade 1" in run("puzzle", puzzle.id, given="quit\n")
    assert "grade 2" in run("puzzle", "--grade", "2", "--theme", "bridge", given="quit\n")
    assert "to move and win" in run("puzzle", "--daily", given="quit\n")
    assert CliRunner().invoke(app, ["puzzle", "nothing"]).exit_code != 0
