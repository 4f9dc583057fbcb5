"""Every player through the kit, and the kit against players that misbehave."""

import time
from pathlib import Path

import pytest
from support.processes import mock

from hexmate.coords import SWAP
from hexmate.errors import Resigned
from hexmate.htp.player import HtpPlayer, own_process
from hexmate.players.base import Player, PlayResult
from hexmate.players.conformance import BOARDS, check
from hexmate.players.human import Human
from hexmate.players.hybrid import Hybrid
from hexmate.players.levels import LEVELS, NetLevel
from hexmate.players.registry import available, create

SPECS = [entry.name for entry in available()] + [f"level:n={n}" for n in LEVELS]
HEX_BOARDS = [line for line in BOARDS if " hex " in line]
NETWORK_LEVELS = {f"level:n={n}" for n, level in LEVELS.items() if isinstance(level, NetLevel)}
NETWORKS = {"human", "mcts", "hexmate", "policy", *NETWORK_LEVELS}
"""Networks only play the hex shape."""


@pytest.mark.parametrize("spec", SPECS)
def test_ours(spec):
    boards = HEX_BOARDS if spec in NETWORKS else BOARDS
    assert check(lambda: create(spec), boards) == []


MYBOT = f"file:{Path(__file__).parents[2] / 'examples' / 'mybot.py'},games=20"


def test_a_player_behind_our_own_server():
    assert check(lambda: own_process(MYBOT, patience=60)) == []


def test_a_player_of_a_file():
    assert check(lambda: create(MYBOT)) == []


def test_an_engine_with_the_habits_of_benzene():
    assert check(lambda: HtpPlayer(mock("benzene"), patience=60), HEX_BOARDS) == []


def test_people_and_hybrids():
    def first_legal(board, problem):
        return board.name(next(move for move in board.legal_moves if move >= 0))

    assert check(lambda: Human(first_legal)) == []
    assert check(lambda: Hybrid(Human(first_legal), create("random"))) == []


class Bad(Player):
    name = "bad"

    def play(self, board, limit):
        return PlayResult(next(m for m in board.legal_moves if m >= 0))


class Occupied(Bad):
    def play(self, board, limit):
        return PlayResult(next((c for c in range(board.num_cells) if board.color_at(c)), 10**6))


class Swapper(Bad):
    def play(self, board, limit):
        return PlayResult(SWAP)


class Meddler(Bad):
    def play(self, board, limit):
        result = super().play(board, limit)
        board.push(result.move)
        return result


class Crasher(Bad):
    def play(self, board, limit):
        raise ZeroDivisionError("oops")


class Number(Bad):
    def play(self, board, limit):
        return 3


class Slow(Bad):
    def play(self, board, limit):
        if limit.nodes is None and (limit.time or 9) < 9:
            time.sleep(limit.time + 2.2)
        return super().play(board, limit)


class Undecided(Bad):
    def accept_opening(self, board, move):
        return None


class OffBoard(Bad):
    def propose_opening(self, board):
        return 999


@pytest.mark.parametrize(
    ("player", "says"),
    [
        (Occupied, "is not legal"),
        (Swapper, "accept_opening decides about swaps"),
        (Meddler, "changed the board"),
        (Crasher, "ZeroDivisionError: oops"),
        (Number, "not a PlayResult"),
        (Slow, "took"),
        (Undecided, "not True or False"),
        (OffBoard, "999 is not a cell"),
    ],
)
def test_misbehaviour_is_found(player, says):
    assert any(says in problem for problem in check(player))


class Modest(Bad):
    def play(self, board, limit):
        if board.ply > 2:
            raise Resigned("I have seen enough")
        return super().play(board, limit)


@pytest.mark.parametrize("player", [Bad, Modest])
def test_a_plain_player_passes(player):
    assert check(player) == []
