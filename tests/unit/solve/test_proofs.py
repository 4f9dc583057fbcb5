"""Proofs are made for every position, hold, and are refused when anything in them is changed."""

import gzip
import random

import pytest
from typer.testing import CliRunner

from hexmate.board import Board
from hexmate.cli.app import app
from hexmate.color import WHITE
from hexmate.errors import ProofError
from hexmate.solve import Prover, Solver, Verdict, check_proof
from hexmate.solve.checker import check_lines

CENTRE = "5x5 hex - 5/5/5/5/5 b"
PROOF = """\
hexproof 1
5x5 hex - 5/5/5/5/5 b
black wins with c3
chain top~bottom c3,b4 a5+b5 c3~top
chain top~bottom c3,d4 d3+c4,c5+d5 c3~top
threats b4:2 d4:1
chain top~c3 b2,c3 b1+c1,c2+b3 -
chain top~c3 d2,c3 d1+e1 -
threats b2:2 d2:1
join 4 1
end 7"""


def check(text):
    return check_lines(iter(text.splitlines()))


def random_position(size, stones, rng):
    board = Board(size)
    while board.ply < stones and board.outcome() is None:
        board.push(rng.choice(list(board.legal_moves)))
    return board


@pytest.mark.parametrize(
    ("size", "stones"),
    [((3, 3), 2), ((2, 5), 1), ((4, 5), 3), ((5, 4), 4), ((5, 5), 4), ((1, 4), 0)],
)
def test_every_position_has_a_proof(size, stones, rng):
    solver = Solver(4)
    for _ in range(8):
        board = random_position(size, stones, rng)
        proof = Prover(solver.solve).prove(board)
        checked = check_lines(proof.lines())
        assert checked.position == board.to_string()
        if board.outcome() is None:
            solution = solver.solve(board)
            winner = board.turn if solution.verdict is Verdict.WIN else board.turn.other
            assert checked.winner == str(winner)
            assert {board.parse(name) for name in checked.carrier} <= set(board.legal_moves)
        else:
            assert checked.winner == str(board.outcome().winner)


def test_proofs_are_short_enough_to_read():
    proof = Prover(Solver(4).solve).prove(Board.setup(["c3"], [], size=5, turn=WHITE))
    assert len(proof.nodes) < 20
    checked = check(PROOF)
    assert (checked.winner, checked.first, checked.nodes) == ("black", "c3", 7)
    assert len(checked.carrier) == 17


LIES = [
    ("hexproof 1", "hexproof 2", "this Hexmate reads 'hexproof 1'"),
    ("hexproof 1", "hello", "not a proof"),
    ("5x5 hex - 5/5/5/5/5 b", "5x5 square - 5/5/5/5/5 b", "line 2: write a position"),
    ("5x5 hex - 5/5/5/5/5 b", "5x5 hex - 5/5/5/5/4 b", "line 2: the stones do not fill"),
    ("5x5 hex - 5/5/5/5/5 b", "99x99 hex - 5/5/5/5/5 b", "larger than 32x32"),
    ("5x5 hex - 5/5/5/5/5 b", "5x5 hex - 5/5/5/5/5 w", "a first move belongs there"),
    ("5x5 hex - 5/5/5/5/5 b", "5x5 hex - 5/5/2w2/5/5 b", "c3 is not empty"),
    ("5x5 hex - 5/5/5/5/5 b", "5x5 hex - 5/3w1/5/5/5 b", "cells that are not empty"),
    ("black wins with c3", "black wins with c9", "'c9' is not a cell"),
    ("black wins with c3", "black wins with a1", "stones that the winner does not have"),
    ("black wins with c3", "white wins", "are not two ends"),
    ("black wins with c3", "red wins", "line 3: write who wins"),
    ("threats b4:2 d4:1", "threats b4:2", "line 6: no reply answers the move b4"),
    ("threats b4:2 d4:1", "threats b4:2 b5:1", "line 6: no reply answers the move b5"),
    ("threats b4:2 d4:1", "threats b4:2 d3:1", "fills a cell that its node needs empty"),
    ("threats b4:2 d4:1", "threats b4:2 d4:9", "'9' is not the distance to an earlier node"),
    ("threats b4:2 d4:1", "threats b4:2 d4:0", "'0' is not the distance to an earlier node"),
    ("threats b4:2 d4:1", "threats b4:2 d4", "'' is not the distance"),
    ("threats b4:2 d4:1", "threats", "'' is not a cell"),
    ("threats b2:2 d2:1", "threats b2:2 d2:4", "the replies connect different ends"),
    ("chain top~c3 d2,c3 d1+e1 -", "chain top~c3 d2,c3 d1+d1 -", "uses a cell twice"),
    ("chain top~c3 d2,c3 d1+e1 -", "chain top~c3 d2,c3 d1+a1 -", "does not connect its ends"),
    ("chain top~c3 d2,c3 d1+e1 -", "chain top~c3 d2,c3 - -", "does not connect its ends"),
    ("chain top~c3 d2,c3 d1+e1 -", "chain top~c3 c3 d1+e1 -", "does not connect its ends"),
    ("chain top~c3 d2,c3 d1+e1 -", "chain top~c3 c3 - c3~top", "uses a link that nothing proves"),
    ("chain top~c3 d2,c3 d1+e1 -", "chain top~left d2,c3 d1+e1 -", "are not two ends"),
    ("chain top~c3 d2,c3 d1+e1 -", "chain c3~c3 d2,c3 d1+e1 -", "connected to itself"),
    ("chain top~c3 d2,c3 d1+e1 -", "chain top~c3 d2,c3 d1 -", "is not a pair of cells"),
    ("chain top~c3 d2,c3 d1+e1 -", "chain top~c3 d2,c3 d1+e1", "its ends, stones, pairs and links"),
    ("c5+d5 c3~top", "c5+d5 c3~top,a1~top", "an end is neither a stone nor an edge"),
    ("join 4 1", "join 4 5", "proves no link of the first one"),
    ("join 4 1", "join 4 1 1", "proves no link of the first one"),
    ("join 4 1", "threats b4:6 d4:5", "the last node uses a link that nothing proves"),
    ("join 4 1", "leap 4 1", "a node begins with"),
    ("join 4 1\nend 7", "end 6", "does not connect the winner's two edges"),
    ("end 7", "end 8", "the file has 7 nodes"),
    ("end 7", "end 7\nend 7", "more text after the end"),
    ("\nend 7", "", "cut off"),
]  # fmt: skip


@pytest.mark.parametrize(("true", "lie", "message"), LIES)
def test_lies_are_refused(true, lie, message):
    assert PROOF.count(true) == 1 or true == "hexproof 1"
    with pytest.raises(ProofError, match=message) as caught:
        check(PROOF.replace(true, lie))
    assert "\n" not in str(caught.value)


def test_joined_nodes_may_not_share_cells():
    text = """\
hexproof 1
3x3 hex - 3/1b1/3 w
black wins
chain top~bottom b2 b1+c1 b2~bottom
chain bottom~b2 b2 b1+c1 b2~top
join 2 1
end 3"""
    with pytest.raises(ProofError, match="line 5: the chain does not connect its ends"):
        check(text)
    text = text.replace("b1+c1 b2~top", "a3+b3 -")
    assert check(text).winner == "black"
    shared = text.replace("top~bottom b2 b1+c1 b2~bottom", "top~bottom b2 a3+b3,b1+c1 b2~bottom")
    with pytest.raises(ProofError, match="joined nodes need the same cell"):
        check(shared)


def test_links_cannot_prove_each_other():
    text = """\
hexproof 1
3x3 hex - 3/1b1/3 w
black wins
chain top~bottom b2 - b2~top,b2~bottom
chain top~b2 b2 - b2~bottom,top~bottom
chain bottom~b2 b2 - b2~top,top~bottom
join 3 2 1
end 4"""
    with pytest.raises(ProofError, match="uses a link that nothing proves"):
        check(text)


def mutated(text, rng):
    """The proof with a word, a letter, a line or two lines changed."""
    lines = text.splitlines()
    at = rng.randrange(1, len(lines))
    kind = rng.randrange(4)
    if kind == 0:
        words = [word for line in lines for word in line.split()]
        parts = lines[at].split(" ")
        parts[rng.randrange(len(parts))] = rng.choice(words)
        lines[at] = " ".join(parts)
    elif kind == 1:
        place = rng.randrange(len(lines[at]))
        letter = rng.choice("abcde12345bw/,+~:- ")
        lines[at] = lines[at][:place] + letter + lines[at][place + 1 :]
    elif kind == 2:
        del lines[at]
    else:
        other = rng.randrange(1, len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines)


def test_what_is_accepted_is_true():
    """Changes that keep a file valid, such as those of the position, keep its claim true."""
    rng, solver = random.Random(5), Solver(4)
    accepted = 0
    for number in range(1500):
        if number % 50 == 0:
            board = random_position((4, 4), rng.randrange(3), rng)
            proof = "\n".join(Prover(solver.solve).prove(board).lines())
        text = proof
        for _ in range(rng.randrange(1, 3)):
            text = mutated(text, rng)
        try:
            checked = check(text)
        except ProofError:
            continue
        accepted += 1
        claimed = Board.from_string(checked.position)
        solution = solver.solve(claimed)
        winner = claimed.turn if solution.verdict is Verdict.WIN else claimed.turn.other
        assert checked.winner == str(winner)
        if checked.first is not None:
            claimed.push_str(checked.first)
            assert solver.solve(claimed).verdict is Verdict.LOSS
    assert accepted > 20


def test_files_that_are_damaged_or_cut_off_are_refused(tmp_path):
    path = tmp_path / "c3.hexproof"
    proof = Prover(Solver(4).solve).prove(Board.from_string(CENTRE))
    size = proof.save(path)
    assert size == path.stat().st_size
    assert check_proof(path).winner == "black"
    whole = path.read_bytes()
    for length in range(0, size, 7):
        path.write_bytes(whole[:length])
        with pytest.raises(ProofError):
            check_proof(path)
    for at in range(10, size, 5):  # the first ten bytes are the header of gzip
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        with pytest.raises(ProofError):
            check_proof(path)
    with pytest.raises(ProofError, match="cannot be read"):
        check_proof(tmp_path / "nothing")


@pytest.mark.parametrize(
    "content",
    [b"a" * 1_000_000, b"hexproof 1\n" + b"3x3 hex - 3/3/3 b\n" + b"\xff\n", b"\n" * 10],
    ids=["a long line", "bytes that are no text", "empty lines"],
)
def test_hostile_files_end_in_an_error(tmp_path, content):
    path = tmp_path / "hostile.hexproof"
    path.write_bytes(gzip.compress(content))
    with pytest.raises(ProofError):
        check_proof(path)


@pytest.mark.parametrize("limit", ["_MOST_NODES", "_MOST_LINKS", "_MOST_LINKS_IN_ALL"])
def test_files_beyond_a_limit_are_refused(limit, monkeypatch):
    monkeypatch.setattr(f"hexmate.solve.checker.{limit}", 0)
    with pytest.raises(ProofError, match=r"too large to be checked|too many links"):
        check(PROOF)


def test_shapes_without_proofs_and_unknown_answers():
    with pytest.raises(ProofError, match="hex shape"):
        Prover(Solver(4).solve).prove(Board(3, shape="square"))
    with pytest.raises(ProofError, match="not solved"):
        Prover(lambda board: Solver(4).solve(board, nodes=1)).prove(Board(8))


def test_the_command_line_proves_and_verifies(tmp_path):
    path = tmp_path / "proof.hexproof"
    run = CliRunner().invoke(app, ["solve", Board(4).to_string(), "--proof", str(path)])
    assert run.exit_code == 0
    assert "checked" in run.stderr
    run = CliRunner().invoke(app, ["verify", str(path)])
    assert "Black wins with" in run.stdout
    path.write_bytes(path.read_bytes()[:-9])
    run = CliRunner().invoke(app, ["verify", str(path)])
    assert run.exit_code != 0
    assert "the file is cut off" in str(run.exception)


def test_no_proof_is_written_of_an_unknown_winner(tmp_path):
    path = tmp_path / "proof.hexproof"
    arguments = ["solve", Board(11).to_string(), "--time", "0.01", "--proof", str(path)]
    run = CliRunner().invoke(app, arguments)
    assert "not solved within the limit" in str(run.exception)
    assert not path.exists()
