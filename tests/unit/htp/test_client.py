"""The client against programs with every habit and every fault, each a real process."""

import asyncio
import sys
import threading
import time

import pytest
from support.processes import alive, eventually, marker, mock

from hexmate.board import Board
from hexmate.color import BLACK, WHITE
from hexmate.coords import SWAP
from hexmate.errors import (
    EngineDiedError,
    EngineError,
    EngineGarbledError,
    EngineIllegalError,
    EngineRefusedError,
    EngineTimeoutError,
    GameOverError,
    PlayerError,
    Resigned,
)
from hexmate.htp.aio import AsyncEngine
from hexmate.htp.client import Engine
from hexmate.players.base import Clock, Limit
from hexmate.players.stopping import StopToken

PATIENCE = 60.0
"""Seconds for what takes none on a machine that has nothing else to do."""


def engine(command, **options):
    return Engine.popen(command, **{"patience": PATIENCE, "slack": PATIENCE, **options})


def after(moves, size=5, **rules):
    board = Board(size, **rules)
    for move in moves.split():
        board.push_str(move)
    return board


def read_by(player):
    """What the engine logged of what it was sent, without the handshake."""
    end = marker()
    player.ask(f"known_command {end}")
    assert eventually(lambda: end in player.stderr)
    return [line for line in player.stderr.splitlines()[3:] if "known_command" not in line]


FAULTS = [
    ("exits", EngineDiedError, "faulty ended with status 3: out of ideas"),
    ("crashes", EngineDiedError, "faulty was ended by SIGABRT"),
    ("mute", EngineDiedError, "closed its output"),
    ("abandons", EngineDiedError, "ended with status 0"),
    ("allocates", EngineDiedError, "MemoryError"),
    ("hangs", EngineTimeoutError, "did not answer 'genmove white' within [0-9.]+ s"),
    ("late", EngineTimeoutError, "did not answer 'genmove white'"),
    ("garbage", EngineGarbledError, "answers 'genmove white' with '.*lorem ipsum.*not the protoco"),
    ("nonsense", EngineGarbledError, "answers 'banana', which is not a move"),
    ("floods", EngineGarbledError, "flood of text"),
    ("floods_line", EngineGarbledError, "without an end of line"),
    ("floods_answer", EngineGarbledError, "flood of text"),
    ("occupied", EngineIllegalError, "answers 'a1': a1 is occupied"),
    ("swaps", EngineIllegalError, "only possible in answer to an opening"),
    ("passes", EngineIllegalError, "passing is not allowed"),
    ("resigns", Resigned, "faulty resigns"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "kind", "says"), FAULTS)
def test_faults_have_their_own_errors_and_leave_nothing(mode, kind, says, word):
    with engine(mock("faulty", mode, "--seconds", 3600, word), memory=400, slack=0.5) as player:
        board = after("a1", swap="pieces")
        limit = Limit(time=0.5 if kind is EngineTimeoutError or mode == "garbage" else PATIENCE)
        began = time.monotonic()
        with pytest.raises(kind, match=says) as caught:
            player.play(board, limit)
        assert time.monotonic() - began < PATIENCE
        if kind in (EngineDiedError, EngineTimeoutError, EngineGarbledError):
            assert alive(word) == [], "it is ended before anybody closes it"
            assert not player.alive
        if mode == "exits":
            assert caught.value.stderr == "out of ideas\n"


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["exits", "hangs", "garbage", "floods"])
def test_faults_before_the_first_answer(mode, word):
    with pytest.raises(EngineError):
        engine(mock("faulty", mode, "--at", 0, word), patience=2.0)
    assert alive(word) == []


@pytest.mark.parametrize("mode", ["detaches", "stubborn", "floods_stderr"])
def test_faults_that_do_no_harm_until_the_end(mode, word):
    with engine(mock("faulty", mode, word)) as player:
        assert player.play(Board(5), Limit(time=PATIENCE)).move == 0
        assert player.play(after("a1 c3"), Limit(time=PATIENCE)).move == 1


def test_a_dead_engine_says_so_and_is_started_again_where_that_is_allowed(word):
    command = mock("faulty", "exits", "--at", 2, word)
    with engine(command) as player:
        assert player.play(Board(5), Limit()).move == 0
        for says in ("ended with status 3", "is not running"):
            with pytest.raises(EngineDiedError, match=says):
                player.play(after("a1 c3"), Limit())
    with engine(command, restarts=1) as player:
        board = Board(5)
        for expected in ("a1", "b1"):
            player.start(board, BLACK)
            move = player.play(board, Limit()).move
            assert board.name(move) == expected
            board.push(move)
            board.push_str(f"{expected[0]}5")
        with pytest.raises(EngineDiedError):
            player.play(board, Limit())


def test_no_move_is_asked_for_when_the_game_is_over(word):
    with engine(mock("benzene", word)) as player, pytest.raises(GameOverError):
        player.play(after("a1 b1 a2 b2", size=2), Limit())


def test_a_command_that_is_none():
    for command in ("", [], "'unfinished"):
        with pytest.raises(PlayerError, match="command"):
            Engine.popen(command)


def test_handshake(word):
    with engine(mock("benzene", word)) as player:
        assert (player.name, player.version) == ("MoHex", "1")
        assert {"genmove", "param_mohex"} <= player.commands
        assert eventually(lambda: "Benzene mock" in player.stderr)
        assert player.ask("protocol_version") == "2"
        with pytest.raises(EngineRefusedError, match=r"MoHex refuses 'fly': unknown command"):
            player.ask("fly")
    with engine(mock("configurable", "--silent", "--lacks", "name", word)) as player:
        assert "configurable.py" in player.name or "python" in player.name
        assert player.play(Board(3), Limit()).move == 0


def test_parameters(word):
    with engine(mock("benzene", word)) as player:
        player.configure(max_time=3, allow_swap=True, param_mohex={"max_games": 7})
        assert player.ask("param_mohex").split() == [
            "[string]", "max_time", "3", "[string]", "max_games", "7"
        ]  # fmt: skip
        assert "allow_swap 1" in player.ask("param_game")
        with pytest.raises(PlayerError, match="no parameter 'speed'; it has allow_swap, game_time"):
            player.configure(speed=9)
    with engine(mock("configurable", word)) as player:
        player.configure(maxVisits=9)
        assert read_by(player)[-1] == "kata-set-param maxVisits 9"


def test_a_board_that_continues_is_sent_as_its_new_moves(word):
    with engine(mock("configurable", word)) as player:
        board = Board(5)
        board.push(player.play(board, Limit()).move)
        board.push_str("e5")
        board.push(player.play(board, Limit()).move)
        told = read_by(player)
        assert told[-3:] == ["genmove black", "play white e5", "genmove black"]
        board.pop()
        player.play(board, Limit())
        assert read_by(player)[-2:] == ["undo", "genmove black"]
        player.play(after("a1 e5 d5 d4", size=(5, 6)), Limit())
        assert "boardsize 6 5" in read_by(player)
        player.forget()
        player.play(after("a1 e5 d5 d4", size=(5, 6)), Limit())
        assert read_by(player).count("boardsize 6 5") == 2


def test_an_engine_that_cannot_take_back_is_set_up_anew(word):
    with engine(mock("configurable", "--lacks", "undo", "--lacks", "clear_board", word)) as player:
        board = after("a1 e5")
        player.play(board, Limit())
        board.pop()
        player.play(board, Limit())
        assert "undo" not in read_by(player)
        assert read_by(player).count("boardsize 5 5") >= 2


def test_set_up_positions_are_told_in_turn_as_far_as_that_goes(word):
    with engine(mock("configurable", "--alternate", word)) as player:
        assert player.play(Board.from_string("3x3 hex - bw1/1bw/3 b"), Limit()).move == 2
        with pytest.raises(EngineRefusedError, match="not your turn"):
            player.play(Board.from_string("3x3 hex - bb1/3/3 w"), Limit())


@pytest.mark.parametrize("colors", ["black/white", "b/w", "red/blue", "white/black"])
def test_colours_are_found_out_or_set(colors, word):
    options = {"colors": tuple(colors.split("/"))} if colors == "white/black" else {}
    with engine(mock("configurable", "--colors", colors, word), **options) as player:
        assert player.play(after("a1"), Limit()).move == 1
        assert "/".join(player.dialect.colors) == colors
        assert read_by(player)[-1] == f"genmove {colors.split('/')[1]}"


@pytest.mark.parametrize("rule", ["pieces", "sides"])
@pytest.mark.parametrize("habit", ["pieces", "sides", None])
@pytest.mark.parametrize("spoken", ["swap-pieces", "swap"])
def test_swaps_in_the_words_of_the_engine_or_else_as_stones(rule, habit, spoken, word):
    habits = ["--swap", habit, "--word", spoken] if habit else []
    with engine(mock("configurable", *habits, word)) as player:
        board = after("b1 swap c3 c4", swap=rule)
        move = player.play(board, Limit()).move
        told = read_by(player)
        last = len(told) - 1 - told[::-1].index("clear_board")
        turn = "black" if rule == "pieces" else "white"
        if habit == rule:
            setup = ["play black b1", f"play white {spoken}"]
        else:
            setup = ["play white a2" if rule == "pieces" else "play black b1"]
        assert told[last + 1 :][: len(setup)] == setup
        assert told[-1] == f"genmove {turn}"
        assert player.dialect.swaps == ({rule: spoken} if habit == rule else {})
        assert board.is_legal(move)
        board.push(move)
        shown = player.ask("showboard").split()
        stones = {BLACK: "b", WHITE: "w", None: "."}
        assert shown == [stones[board.color_at(cell)] for cell in range(board.num_cells)]


@pytest.mark.parametrize(("option", "words"), [("sides", {"sides": "swap-pieces"}), ("none", {})])
def test_a_dialect_that_is_set_is_not_asked_for(option, words, word):
    with engine(mock("benzene", word), swap=option) as player:
        player.play(after("b1 swap c3", swap="sides"), Limit())
        assert player.dialect.swaps == words


@pytest.mark.parametrize("rule", ["pieces", "sides"])
def test_openings_with_benzene(rule, word):
    with engine(mock("benzene", word)) as player:
        assert player.propose_opening(Board(5, swap=rule)) in Board(5).legal_moves
        assert player.accept_opening(after("c3", swap=rule)) is False
        board = after("a1", swap=rule)
        assert player.accept_opening(board) is True
        assert eventually(lambda: player.stderr.count("searching") == 3)
        board.push(player.play(board, Limit()).move)  # the answer was a move already
        player.play(after("c3 swap", swap=rule), Limit())
        assert eventually(lambda: player.stderr.count("searching") == 4)
    with engine(mock("benzene", word), swap="none") as player:
        assert player.accept_opening(after("c3", swap=rule)) is True


def test_without_a_swap_rule_benzene_may_not_swap(word):
    with engine(mock("benzene", word)) as player:
        assert player.play(after("c3"), Limit()).move >= 0


def test_boards_that_plain_engines_cannot_have(word):
    with engine(mock("benzene", word)) as player, pytest.raises(PlayerError, match="hex shape"):
        player.play(Board(3, shape="square"), Limit())


def test_time_is_told_once_and_in_a_way_that_the_engine_takes(word):
    with engine(mock("configurable", "--whole", word)) as player:
        for moves in ("", "a1 e5", "a1 e5 b1 e4"):
            player.play(after(moves), Limit(time=0.5))
        told = [line for line in read_by(player) if line.startswith("time")]
        assert told == ["time_settings 0 0.5 1", "time_settings 0 1 1"]
    with engine(mock("benzene", word)) as player:
        player.play(Board(5), Limit(time=2.5, clock=Clock(61.5, 30)))
        assert "max_time 2.5" in player.ask("param_mohex")
        assert player.ask("time_left") == "b: 61 w: 30"
    with engine(mock("configurable", word), time=2.0) as player:
        player.play(Board(5), Limit(time=9))
        assert "time_settings 0 2 1" in read_by(player)


def test_the_clock_is_a_deadline_too(word):
    with engine(mock("faulty", "hangs", word), slack=0.2) as player:
        limit = Limit(clock=Clock(black=0.3, white=1000))
        with pytest.raises(EngineTimeoutError):
            player.play(Board(5), limit)


def test_live_graphics_before_an_answer_are_passed_over(word):
    with engine(mock("benzene", "--gfx", word)) as player:
        for moves in ("", "a1 b2"):
            board = after(moves)
            assert player.play(board, Limit()).move in board.legal_moves


def test_stop_interrupts_a_search(word):
    with engine(mock("configurable", "--slow", word)) as player:
        answers = []
        thread = threading.Thread(
            target=lambda: answers.append(player.play(Board(5), Limit()).move), daemon=True
        )
        thread.start()
        assert eventually(lambda: thread.is_alive() and player._searches)
        player.stop()
        thread.join(PATIENCE)
        assert answers == [0]
        player.stop()
        assert player.ask("name") == "Configurable"


def test_a_stop_before_the_search_interrupts_it_too(word):
    with engine(mock("configurable", "--slow", word)) as player:
        stop = StopToken()
        stop.stop()
        assert stop.run(player.play, Board(5), Limit()).move == 0
        assert player.ask("name") == "Configurable"


@pytest.mark.parametrize("form", ["kata", "lz"])
def test_analysis(form, word):
    with engine(mock("configurable", "--analyze", form, word)) as player:
        board = after("a1")
        infos = list(player.analyse(board, Limit(visits=30), lines=2))
        assert [(info.rank, info.visits) for info in infos[-2:]] == [(1, 30), (2, 1)]
        assert infos[0].win_probability == 0.5
        assert infos[0].prior == 0.25
        assert [board.name(move) for move in infos[0].pv] == ["b1", "c1"]
        assert all(info.rank == 1 for info in player.analyse(board, Limit(time=0.3)))
        infos = player.analyse(board, Limit())
        assert next(infos).move == 1
        assert player.play(board, Limit()).move == 1, "another question ends an analysis"
        assert list(infos) == []
        assert player.ask("name") == "Configurable"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("player", "bounds"),
    [
        ("negamax", ("depth", "nodes", "visits")),
        ("perfect", ("depth", "nodes", "visits")),
        ("uct", ("nodes", "visits")),
    ],
)
def test_an_analysis_of_ours_ends_with_its_limit(player, bounds):
    limits = [Limit(time=0.01), Limit(time=0.3), *(Limit(**{name: 40}) for name in bounds)]
    with engine([sys.executable, "-m", "hexmate", "htp", "--player", player]) as evaluator:
        for limit in limits:
            infos = list(evaluator.analyse(after("b2", size=3), limit))
            assert infos, "the last words count, however short the time"
            assert evaluator.ask("name") == player


def test_our_engine_says_which_boards_its_network_was_trained_on():
    with engine([sys.executable, "-m", "hexmate", "htp", "--player", "level:n=11"]) as player:
        assert player.trained_on(after("b2", size=11))
        assert not player.trained_on(after("b2", size=(3, 4)))


def test_a_third_party_engine_says_nothing_about_its_network(word):
    with engine(mock("configurable", word)) as player:
        assert player.trained_on(after("b2", size=(3, 4)))


def test_limits_of_an_analysis_by_others(word):
    with engine(mock("configurable", "--analyze", "kata", word)) as player:
        infos = list(player.analyse(after("a1"), Limit(nodes=30)))
        assert infos[-1].visits == 30
        with pytest.raises(PlayerError, match="cannot analyse to a depth"):
            player.analyse(after("a1"), Limit(depth=2))


def test_engines_that_cannot_analyse(word):
    with (
        engine(mock("benzene", word)) as player,
        pytest.raises(PlayerError, match="cannot analyse"),
    ):
        player.analyse(Board(5), Limit())


def test_async_engine(word):
    async def run():
        command = mock("configurable", "--analyze", "kata", word)
        async with AsyncEngine.popen(command, patience=PATIENCE) as player:
            assert player.name == "Configurable"
            results = await asyncio.gather(
                *(player.play(after(moves), Limit()) for moves in ("", "a1", "c3"))
            )
            assert [result.move for result in results] == [0, 1, 0]
            infos = player.analyse(Board(5), Limit())
            async for info in infos:
                assert info.move == 0
                break
            await infos.aclose()
            assert await player.ask("protocol_version") == "2"
            assert await player.accept_opening(after("b1", swap="pieces")) is True
            assert await player.propose_opening(Board(5, swap="pieces")) == 0
            await player.start(Board(5), BLACK)
            await player.finish(None)
            await player.configure(maxTime=1)

    asyncio.run(run())


def test_a_cancelled_task_stops_the_search(word):
    async def run():
        async with AsyncEngine.popen(mock("configurable", "--slow", word)) as player:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(player.play(Board(5), Limit()), 0.3)
            assert await player.ask("name") == "Configurable"
        with pytest.raises(PlayerError, match="not open"):
            AsyncEngine.popen("anything").stop()

    asyncio.run(run())


def test_swap_answers_are_never_moves(word):
    with engine(mock("faulty", "swaps", word)) as player:
        assert player.accept_opening(after("a1", swap="pieces")) is False
        assert SWAP < 0
