"""The turns of engines, and hybrid seats."""

import threading

import pytest
from support.web_room import Room, Scripted, given, room, settle, state_of, until

from hexmate.color import BLACK, WHITE
from hexmate.errors import Resigned
from hexmate.players.base import PlayResult
from hexmate.store import NewSeat
from hexmate.web.engines import cache
from hexmate.web.errors import Refusal

in_a_room = given(room)


def code_of(refused):
    return refused.value.code


@in_a_room
async def test_a_machine_answers_and_loses_its_turn_with_a_take_back(here: Room):
    session = await here.session(white=NewSeat("ai", ai="scripted"))
    await here.moves(session, "b2")
    await until(lambda: session.game.ply == 2)
    player = here.scripted()
    player.free.clear()
    await here.moves(session, "c3")
    assert state_of(session, None)["searching"] is True
    await until(lambda: player.asked == 2)
    await here.send(session, here.ada, type="undo")
    assert session.game.ply == 2
    assert state_of(session, None)["searching"] is False
    await until(lambda: here.searches.busy == 0)
    assert session.game.ply == 2


def test_a_machine_that_is_deaf_does_not_lose_by_a_take_back(monkeypatch):
    """Its search of the position that was taken back continues: another engine replaces it."""
    monkeypatch.setattr(cache, "_STILL_BUSY", 0.05)
    monkeypatch.setattr(cache, "_LAST_SEARCH", 0.05)

    @in_a_room
    async def test(here: Room):
        begun, free, deaf = threading.Event(), threading.Event(), here.scripted()
        deaf.play = lambda board, limit: (begun.set(), free.wait(60), PlayResult(0))[2]
        session = await here.session(white=NewSeat("ai", ai="scripted"))
        try:
            await here.moves(session, "b2")
            await until(begun.is_set)
            del here.players["scripted"]  # the next one listens
            await here.send(session, here.ada, type="undo")
            await here.moves(session, "c3")
            await until(lambda: session.game.ply == 2 or not session.game.is_live)
            assert session.game.is_live
        finally:
            free.set()

    test()


@in_a_room
async def test_undo_against_a_machine_goes_back_to_ones_own_turn(here: Room):
    session = await here.session(black=NewSeat("ai", ai="scripted"))
    await until(lambda: session.game.ply == 1)
    await here.moves(session, "c3")
    await until(lambda: session.game.ply == 3)
    assert await here.send(session, here.ada, type="undo") == {"number": 1}
    assert await here.send(session, here.ada, type="redo") == {"number": 3}


@in_a_room
async def test_stop_search_plays_the_best_so_far(here: Room):
    player = here.scripted()
    player.free.clear()
    session = await here.session(white=NewSeat("ai", ai="scripted"))
    await here.moves(session, "b2")
    await until(lambda: player.asked == 1)
    await here.send(session, here.ada, type="stop_search")
    await until(lambda: session.game.ply == 2)


@pytest.mark.parametrize(
    ("failure", "result"),
    [
        (RuntimeError("out of ideas"), "B+Forfeit"),
        (SystemExit(1), "B+Forfeit"),
        (Resigned(), "B+Resign"),
    ],
)
def test_an_engine_that_fails_or_resigns_loses(failure, result):
    @in_a_room
    async def test(here: Room):
        here.scripted().failure = failure
        session = await here.session(white=NewSeat("ai", ai="scripted"))
        await here.moves(session, "b2")
        await until(lambda: not session.game.is_live)
        assert state_of(session, None)["result"]["result"] == result

    test()


@in_a_room
async def test_people_do_not_wait_for_games_between_machines(here: Room):
    machine = NewSeat("ai", ai="scripted")
    idle = here.scripted()
    idle.free.clear()
    for _ in range(4):
        await here.session(black=machine, white=machine)
    await until(lambda: idle.asked == 2)
    asked = []
    quick = here.scripted("quick")
    quick.play = lambda board, limit: asked.append(idle.asked) or PlayResult(0)
    session = await here.session(black=NewSeat("ai", ai="quick"))
    await until(lambda: session.game.ply == 1)
    assert asked[0] < 4, "of those who came before, one still waits"


@in_a_room
async def test_an_engine_searches_again_when_the_store_is_back(here: Room):
    player = here.scripted()
    player.free.clear()
    session = await here.session(white=NewSeat("ai", ai="scripted"))
    await here.moves(session, "b2")
    await until(lambda: player.asked == 1)
    here.access.broken = True
    player.free.set()
    await until(lambda: here.searches.busy == 0)
    await settle()
    assert session.game.ply == 1
    here.access.broken = False
    await here.time.pass_by(5)
    await until(lambda: session.game.ply == 2)


@in_a_room
async def test_a_machine_is_told_of_its_new_colour_after_swap_sides(here: Room):
    session = await here.session(black=NewSeat("ai", ai="scripted"), swap="sides")
    await until(lambda: session.game.ply == 1)
    await here.moves(session, "swap-sides")
    await until(lambda: session.game.ply == 3)
    assert here.scripted().colors == [BLACK, WHITE]


@in_a_room
async def test_a_pause_stops_the_machine(here: Room):
    player = here.scripted()
    player.free.clear()
    session = await here.session(white=NewSeat("ai", ai="scripted"))
    await here.moves(session, "b2")
    await until(lambda: player.asked == 1)
    await here.send(session, here.ada, type="pause")
    await until(lambda: here.searches.busy == 0)
    assert session.game.ply == 1
    player.free.set()
    await here.send(session, here.ada, type="resume")
    await until(lambda: session.game.ply == 2)


@in_a_room
async def test_a_hybrid_hands_over_and_takes_back(here: Room):
    hybrid = NewSeat("hybrid", here.ada, "scripted")
    session = await here.session(black=hybrid)
    player = here.scripted()
    assert await here.send(session, here.ada, type="hand_over") == {"seat": "black"}
    await until(lambda: session.game.ply == 1)
    assert state_of(session, here.ada)["seats"]["black"]["handed_over"] is True
    player.free.clear()
    await here.moves(session, "c3")
    await until(lambda: player.asked == 2)
    await here.send(session, here.ada, type="take_back", seat="black")
    await until(lambda: here.searches.busy == 0)
    assert session.game.ply == 2
    await here.moves(session, "b2")
    assert session.game.ply == 3
    with pytest.raises(Refusal) as refused:
        await here.send(session, here.ada, type="hand_over", seat="white")
    assert code_of(refused) == "no_engine"


@in_a_room
async def test_the_clock_of_a_machine_stands_still_while_it_waits_for_others(here: Room):
    """One person's games must not make another's machine lose on time."""
    here.searches._patience = 60.0
    machine = NewSeat("ai", ai="scripted")
    here.scripted().free.clear()
    for _ in range(4):
        await here.session(black=machine)
    await until(lambda: here.searches.busy == 2)
    quick = here.scripted("quick")
    quick.free.clear()
    bob = NewSeat("person", here.bob)
    session = await here.session(black=bob, white=NewSeat("ai", ai="quick"), clock="10")
    listener = here.watch(session, here.bob)
    await here.moves(session, "b2")
    assert listener.last("update")["clocks"]["running"] is None
    await here.time.pass_by(3600)
    assert session.game.is_live
    for other in tuple(here.games):
        if other is not session:
            other.hurry_engine()
    await until(lambda: quick.asked == 1)
    clocks = listener.last("update")["clocks"]
    assert (clocks["running"], clocks["white"]["left"]) == ("white", 10_000)
    await here.time.pass_by(4)
    quick.free.set()
    await until(lambda: session.game.ply == 2)
    assert state_of(session, None)["clocks"]["white"]["left"] == 6_000


@in_a_room
async def test_the_clock_runs_again_when_a_person_takes_over_from_a_machine_that_waits(here: Room):
    here.searches._patience = 60.0
    here.scripted().free.clear()
    for _ in range(2):
        await here.session(black=NewSeat("ai", ai="scripted"))
    hybrid = NewSeat("hybrid", here.ada, "other")
    session = await here.session(white=hybrid, clock="10")
    await here.moves(session, "b2")
    assert state_of(session, None)["clocks"]["running"] == "white"
    await here.send(session, here.ada, type="hand_over", seat="white")
    assert state_of(session, None)["clocks"]["running"] is None
    await here.send(session, here.ada, type="pause")
    await here.send(session, here.ada, type="resume")
    assert state_of(session, None)["clocks"]["running"] is None
    await here.send(session, here.ada, type="take_back", seat="white")
    assert state_of(session, None)["clocks"]["running"] == "white"
    await here.time.pass_by(11)
    assert not session.game.is_live


@in_a_room
async def test_many_games_of_one_person_delay_another_by_one_search(here: Room):
    here.searches._patience = 60.0
    ada = here.scripted("ada")
    ada.free.clear()
    for _ in range(20):
        await here.session(black=NewSeat("ai", ai="ada"))
    bob = NewSeat("person", here.bob)
    session = await here.session(black=NewSeat("ai", ai="bob"), white=bob)
    await until(lambda: ada.asked == 2)
    asked = []
    here.scripted("bob").play = lambda board, limit: asked.append(ada.asked) or PlayResult(0)
    ada.free.set()
    await until(lambda: session.game.ply == 1)
    assert asked[0] <= 5, "of Ada's twenty games at most as many as there are slots went before"


class Ponderer(Scripted):
    """Searches on the opponent's time until it is stopped."""

    def __init__(self):
        super().__init__()
        self.boards, self.running = [], 0

    def ponder(self, board):
        self.boards.append(board.to_string())
        self.running += 1
        stopped = threading.Event()
        with self.searching() as stop, stop.calling(stopped.set):
            stopped.wait(60)
        self.running -= 1


def test_an_engine_searches_on_its_opponents_time_if_the_server_lets_it():
    @in_a_room
    async def test(here: Room):
        here.allow_pondering()
        player = here.players["scripted"] = Ponderer()
        session = await here.session(white=NewSeat("ai", ai="scripted"))
        here.watch(session, here.ada)
        await here.moves(session, "b2")
        await until(lambda: player.running == 1)
        assert player.boards == ["3x3 hex - w2/1b1/3 b"]
        await here.moves(session, "c3")
        await until(lambda: len(player.boards) == 2)
        await here.send(session, here.ada, type="undo")
        await until(lambda: len(player.boards) == 3)
        assert player.boards[2] == player.boards[0]
        await here.moves(session, "c2")
        await until(lambda: len(player.boards) == 4)
        await here.send(session, here.ada, type="resign")
        await until(lambda: here.searches.busy == player.running == 0)

    test()


@pytest.mark.parametrize("attended", [False, True])
def test_no_engine_searches_for_people_who_are_away_or_without_the_setting(attended):
    @in_a_room
    async def test(here: Room):
        if not attended:
            here.allow_pondering()
        player = here.players["scripted"] = Ponderer()
        session = await here.session(white=NewSeat("ai", ai="scripted"))
        if attended:
            here.watch(session, here.ada)
        for number, move in enumerate(("b2", "c3")):
            await here.moves(session, move)
            await until(lambda ply=2 * number + 2: session.game.ply == ply)
            await settle()
        await until(lambda: here.searches.busy == 0)
        assert player.boards == []

    test()


@in_a_room
async def test_others_take_the_slot_of_a_search_on_the_opponents_time(here: Room):
    here.allow_pondering()
    for name in ("one", "two"):
        player = here.players[name] = Ponderer()
        session = await here.session(white=NewSeat("ai", ai=name))
        here.watch(session, here.ada)
        await here.moves(session, "b2")
        await until(lambda player=player: player.running == 1)
    session = await here.session(white=NewSeat("ai", ai="scripted"))
    await here.moves(session, "b2")
    await until(lambda: session.game.ply == 2)
