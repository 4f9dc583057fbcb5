"""What happens at a session: moves, rights, clocks, take-backs, and a store that fails."""

import asyncio

import pytest
from support.web_room import Room, given, room, settle, until

from hexmate.color import BLACK, WHITE
from hexmate.errors import Resigned
from hexmate.players.base import PlayResult
from hexmate.store import NewSeat, PositionKeys
from hexmate.web.engines.pool import UnresponsivePlayer
from hexmate.web.errors import Refusal
from hexmate.web.live.advice import hint
from hexmate.web.live.directory import GameDirectory
from hexmate.web.live.game import LiveGame

in_a_room = given(room)


def code_of(refused):
    return refused.value.code


@in_a_room
async def test_a_move_is_stored_then_told(here: Room):
    session = await here.session()
    listener = here.watch(session)
    answer = await here.send(session, here.ada, type="move", number=1, move="B2")
    assert answer == {"number": 1}
    assert [move.move for move in here.store.games.get(session.game.id).moves] == ["b2"]
    told = listener.last("move")
    assert (told["number"], told["color"], told["move"]) == (1, "black", "b2")
    assert (told["turn"], told["mover"], told["version"]) == ("white", "white", session.version)


@in_a_room
async def test_a_store_that_fails_leaves_everything_as_it_was(here: Room):
    session = await here.session()
    listener = here.watch(session)
    here.access.broken = True
    with pytest.raises(Refusal) as refused:
        await here.send(session, here.ada, type="move", number=1, move="b2")
    assert code_of(refused) == "unavailable"
    assert session.game.ply == 0
    assert "move" not in listener.types()
    for act in ("pause", "resign", "cancel"):
        with pytest.raises(Refusal):
            await here.send(session, here.ada, type=act)
    assert session.game.shown_status == "live"
    here.access.broken = False
    await here.send(session, here.ada, type="move", number=1, move="b2")
    assert session.game.ply == 1


@in_a_room
async def test_a_move_sent_again_is_acknowledged_again(here: Room):
    session = await here.online(swap="sides")
    await here.moves(session, "b2", "swap-sides", "a1")
    before = session.version
    for person, number, move in ((here.ada, 1, "B2"), (here.bob, 2, "swap"), (here.ada, 3, "a1")):
        answer = await here.send(session, person, type="move", number=number, move=move)
        assert answer == {"number": number}
    assert session.version == before


@pytest.mark.parametrize(("number", "move"), [(1, "c3"), (3, "c3"), (9, "c3")])
def test_a_stale_number_tells_the_next(number, move):
    @in_a_room
    async def test(here: Room):
        session = await here.session()
        await here.moves(session, "b2")
        with pytest.raises(Refusal) as refused:
            await here.send(session, here.ada, type="move", number=number, move=move)
        assert code_of(refused) == "stale"
        assert refused.value.details["expected"] == 2

    test()


@in_a_room
async def test_two_who_race_get_one_move(here: Room):
    session = await here.session()
    sent = [
        here.send(session, here.ada, type="move", number=1, move=move)
        for move in ("a1", "b2", "c3")
    ]
    answers = await asyncio.gather(*sent, return_exceptions=True)
    assert sum(answer == {"number": 1} for answer in answers) == 1
    assert {answer.code for answer in answers if isinstance(answer, Refusal)} == {"stale"}
    assert len(here.store.games.get(session.game.id).moves) == 1


@pytest.mark.parametrize(
    ("move", "code"),
    [("b2", "illegal"), ("z9", "illegal"), ("x", "illegal"), ("swap-pieces", "illegal")],
)
def test_the_rules_are_kept(move, code):
    @in_a_room
    async def test(here: Room):
        session = await here.session()
        await here.moves(session, "b2")
        with pytest.raises(Refusal) as refused:
            await here.send(session, here.ada, type="move", number=2, move=move)
        assert code_of(refused) == code
        assert session.game.ply == 1

    test()


@in_a_room
async def test_only_its_players_play(here: Room):
    session = await here.online()
    for person, code in (
        (None, "not_your_game"),
        (99, "not_your_game"),
        (here.bob, "not_your_turn"),
    ):
        with pytest.raises(Refusal) as refused:
            await here.send(session, person, type="move", number=1, move="b2")
        assert code_of(refused) == code


@in_a_room
async def test_a_chain_ends_the_game(here: Room):
    session = await here.online()
    listener = here.watch(session)
    await here.moves(session, "b1", "a1", "b2", "a2", "b3")
    result = listener.last("move")["result"]
    assert result == {
        "result": "B+",
        "winner": "black",
        "winner_seat": "black",
        "termination": "connection",
        "chain": ["b1", "b2", "b3"],
    }
    assert here.store.games.get(session.game.id).status == "finished"
    with pytest.raises(Refusal) as refused:
        await here.send(session, here.bob, type="move", number=6, move="a3")
    assert code_of(refused) == "over"


@in_a_room
async def test_after_swap_sides_the_seat_wins_with_the_other_colour(here: Room):
    session = await here.online(swap="sides")
    await here.moves(session, "b2", "swap-sides")
    assert session.game.turn is WHITE
    assert session.game.mover is BLACK  # Ada, who sat down as Black, plays White now
    await here.moves(session, "a1", "b1", "c1", "a3")
    state = session.state(here.bob)
    assert state["result"]["winner"] == "black"
    assert state["result"]["winner_seat"] == "white"
    assert here.store.games.get(session.game.id).result.winner_seat is WHITE


@in_a_room
async def test_resigning_loses_for_ones_seat(here: Room):
    session = await here.online(swap="sides")
    await here.moves(session, "b2", "swap-sides")
    await here.send(session, here.bob, type="resign")
    state = session.state(None)
    assert state["result"]["result"] == "W+Resign"
    assert state["result"]["winner_seat"] == "black"
    assert state["status"] == "finished"
    assert state["turn"] is None


@in_a_room
async def test_who_holds_both_seats_resigns_for_the_one_to_move_or_the_one_named(here: Room):
    for seat, result in ((None, "B+Resign"), ("black", "W+Resign")):
        session = await here.session()
        await here.moves(session, "b2")
        await here.send(session, here.ada, type="resign", seat=seat)
        assert session.state(None)["result"]["result"] == result
    session = await here.online()
    with pytest.raises(Refusal) as refused:
        await here.send(session, here.ada, type="resign", seat="white")
    assert code_of(refused) == "not_your_seat"


@in_a_room
async def test_a_game_can_be_called_off_before_its_second_move(here: Room):
    session = await here.online()
    await here.moves(session, "b2")
    await here.send(session, here.bob, type="cancel")
    assert session.game.shown_status == "cancelled"
    assert here.store.games.get(session.game.id).status == "cancelled"
    session = await here.online()
    await here.moves(session, "b2", "a1")
    with pytest.raises(Refusal) as refused:
        await here.send(session, here.bob, type="cancel")
    assert code_of(refused) == "too_late"


@in_a_room
async def test_time_runs_out_without_anybody_there(here: Room):
    session = await here.online(clock="60")
    await here.time.pass_by(1000)  # before the first move nobody's time passes
    await here.moves(session, "b2")
    await here.time.pass_by(59.9)
    assert session.game.is_live
    await here.time.pass_by(0.2)
    assert here.store.games.get(session.game.id).result.result == "B+Time"
    assert session.state(None)["result"]["termination"] == "timeout"


@in_a_room
async def test_a_move_that_comes_too_late_loses(here: Room):
    session = await here.online(clock="60")
    await here.moves(session, "b2")
    here.time.seconds += 61  # the alarm has not gone off yet
    with pytest.raises(Refusal) as refused:
        await here.moves(session, "a1")
    assert code_of(refused) == "time"
    await settle()
    assert session.state(None)["result"]["result"] == "B+Time"


@in_a_room
async def test_each_seat_has_its_own_time(here: Room):
    session = await here.online(clock="60+5", swap="sides")
    await here.moves(session, "b2")
    await here.time.pass_by(10)
    await here.moves(session, "swap-sides")
    clocks = session.state(None)["clocks"]
    assert (clocks["black"]["left"], clocks["white"]["left"]) == (60_000, 55_000)
    assert clocks["running"] == "black"
    await here.time.pass_by(20)
    await here.moves(session, "a1")
    clocks = session.state(None)["clocks"]
    assert (clocks["black"]["left"], clocks["white"]["left"]) == (45_000, 55_000)
    stored = here.store.games.get(session.game.id).moves[-1].clocks
    assert (stored.black.left_ms, stored.white.left_ms) == (45_000, 55_000)


@in_a_room
async def test_a_pause_stops_the_clocks_and_outlives_the_server(here: Room):
    session = await here.session(clock="60")
    await here.moves(session, "b2")
    await here.time.pass_by(10)
    await here.send(session, here.ada, type="pause")
    await here.time.pass_by(1000)
    with pytest.raises(Refusal) as refused:
        await here.moves(session, "a1")
    assert code_of(refused) == "paused"
    again = LiveGame(here.store.games.get(session.game.id), here.time.now())
    assert again.shown_status == "paused"
    assert again.clock.reading(WHITE, here.time.now()).left == 50_000
    await here.send(session, here.ada, type="resume")
    await here.time.pass_by(49)
    assert session.game.is_live
    await here.time.pass_by(2)
    assert session.state(None)["result"]["result"] == "B+Time"


@in_a_room
async def test_online_games_are_not_paused_nor_started_again(here: Room):
    session = await here.online()
    await here.moves(session, "b2")
    for act in ("pause", "restart", "redo"):
        with pytest.raises(Refusal) as refused:
            await here.send(session, here.ada, type=act)
        assert code_of(refused) == "not_allowed"


@in_a_room
async def test_local_moves_are_taken_back_and_played_again(here: Room):
    session = await here.session(clock="60+1")
    listener = here.watch(session)
    await here.moves(session, "b2")
    await here.time.pass_by(10)
    await here.moves(session, "a1")
    assert await here.send(session, here.ada, type="undo") == {"number": 1}
    told = listener.last("undo")
    assert (told["number"], told["turn"], told["redo"]) == (1, "white", 1)
    assert told["clocks"]["white"]["left"] == 60_000
    assert [move.move for move in here.store.games.get(session.game.id).moves] == ["b2"]
    assert await here.send(session, here.ada, type="redo") == {"number": 2}
    assert session.game.moves[-1].move == "a1"
    await here.send(session, here.ada, type="undo", to=0)
    await here.moves(session, "c3")
    with pytest.raises(Refusal) as refused:
        await here.send(session, here.ada, type="redo")
    assert code_of(refused) == "nothing"


@in_a_room
async def test_a_hint_is_for_the_position_it_was_asked_in(here: Room):
    session = await here.session()
    asked = asyncio.create_task(hint(session, here.ada))
    await settle()
    await here.moves(session, "b2")
    advice = await asked
    assert (advice["number"], advice["move"]) == (1, "b2")


@in_a_room
async def test_an_adviser_who_does_not_answer_is_no_hint(here: Room):
    def fall_silent(*_, **__):
        raise UnresponsivePlayer("the player does not answer")

    session = await here.session()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("hexmate.web.live.advice.analyse_position", fall_silent)
        with pytest.raises(Refusal) as refused:
            await hint(session, here.ada)
    assert code_of(refused) == "no_hint"


@in_a_room
async def test_a_lost_local_game_can_be_taken_back(here: Room):
    session = await here.session()
    await here.moves(session, "b1", "a1", "b2", "a2", "b3")
    await here.send(session, here.ada, type="undo")
    assert session.game.shown_status == "live"
    assert here.store.games.get(session.game.id).result is None
    await here.moves(session, "c1")
    assert session.game.ply == 5


@in_a_room
async def test_online_moves_are_taken_back_by_consent(here: Room):
    session = await here.online()
    listener = here.watch(session)
    await here.moves(session, "b2", "a1")
    assert await here.send(session, here.ada, type="undo") == {"asked": 0}
    assert listener.last("update")["offers"] == {"undo": "black"}
    before = session.version
    assert await here.send(session, here.ada, type="undo") == {"asked": 0}
    assert session.version == before
    await here.send(session, here.bob, type="undo_decline")
    assert listener.last("update")["offers"] == {"undo": None}
    assert session.game.ply == 2
    await here.send(session, here.ada, type="undo")
    assert await here.send(session, here.bob, type="undo") == {"number": 0}
    assert session.game.ply == 0
    with pytest.raises(Refusal) as refused:
        await here.send(session, here.bob, type="undo")
    assert code_of(refused) == "nothing"


@in_a_room
async def test_nobody_is_asked_for_more_than_he_is_shown(here: Room):
    session = await here.online()
    await here.moves(session, "b2", "a1", "a2", "b1")
    for to in (0, 1, 3):
        with pytest.raises(Refusal) as refused:
            await here.send(session, here.ada, type="undo", to=to)
        assert code_of(refused) == "not_allowed"
    assert session.state(None)["offers"] == {"undo": None}
    assert await here.send(session, here.ada, type="undo", to=2) == {"asked": 2}


@in_a_room
async def test_a_move_ends_an_offer(here: Room):
    session = await here.online()
    await here.moves(session, "b2", "a1")
    await here.send(session, here.bob, type="undo")
    await here.moves(session, "c3")
    assert session.state(None)["offers"] == {"undo": None}


@in_a_room
async def test_training_games_are_taken_back_at_once(here: Room):
    session = await here.online(training=True)
    await here.moves(session, "b2", "a1")
    assert await here.send(session, here.bob, type="undo") == {"number": 1}


@in_a_room
async def test_a_local_game_is_started_again(here: Room):
    session = await here.session(clock="60")
    await here.moves(session, "b2", "a1", "c3")
    assert await here.send(session, here.ada, type="restart") == {"number": 0}
    state = session.state(None)
    assert state["moves"] == []
    assert state["clocks"]["running"] is None
    assert state["clocks"]["white"]["left"] == 60_000


@in_a_room
async def test_a_machine_answers_and_loses_its_turn_with_a_take_back(here: Room):
    session = await here.session(white=NewSeat("ai", ai="scripted"))
    await here.moves(session, "b2")
    await until(lambda: session.game.ply == 2)
    player = here.scripted()
    player.free.clear()
    await here.moves(session, "c3")
    assert session.state(None)["thinking"] is True
    await until(lambda: player.asked == 2)
    await here.send(session, here.ada, type="undo")
    assert session.game.ply == 2
    assert session.state(None)["thinking"] is False
    await until(lambda: here.searches.busy == 0)
    assert session.game.ply == 2


@in_a_room
async def test_undo_against_a_machine_goes_back_to_ones_own_turn(here: Room):
    session = await here.session(black=NewSeat("ai", ai="scripted"))
    await until(lambda: session.game.ply == 1)
    await here.moves(session, "c3")
    await until(lambda: session.game.ply == 3)
    assert await here.send(session, here.ada, type="undo") == {"number": 1}
    assert await here.send(session, here.ada, type="redo") == {"number": 3}


@in_a_room
async def test_stop_thinking_plays_the_best_so_far(here: Room):
    player = here.scripted()
    player.free.clear()
    session = await here.session(white=NewSeat("ai", ai="scripted"))
    await here.moves(session, "b2")
    await until(lambda: player.asked == 1)
    await here.send(session, here.ada, type="stop_thinking")
    await until(lambda: session.game.ply == 2)


@pytest.mark.parametrize(
    ("failure", "result"),
    [
        (RuntimeError("out of ideas"), "B+Forfeit"),
        (SystemExit(1), "B+Forfeit"),
        (Resigned(), "B+Resign"),
    ],
)
def test_a_machine_that_fails_or_gives_up_loses(failure, result):
    @in_a_room
    async def test(here: Room):
        here.scripted().failure = failure
        session = await here.session(white=NewSeat("ai", ai="scripted"))
        await here.moves(session, "b2")
        await until(lambda: not session.game.is_live)
        assert session.state(None)["result"]["result"] == result

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
async def test_a_machine_thinks_again_when_the_store_is_back(here: Room):
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
    assert session.state(here.ada)["seats"]["black"]["handed_over"] is True
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
    assert code_of(refused) == "not_allowed"


@in_a_room
async def test_a_restart_goes_on_with_clocks_machines_and_hand_overs(here: Room):
    timed = await here.online(clock="60")
    await here.moves(timed, "b2")
    player = here.scripted()
    player.free.clear()
    waiting = await here.session(white=NewSeat("ai", ai="scripted"))
    await here.moves(waiting, "b2")
    hybrid = await here.session(black=NewSeat("hybrid", here.ada, "handed"))
    here.scripted("handed").free.clear()
    await here.send(hybrid, here.ada, type="hand_over")
    for session in here.games:
        session.close()
    player.free.set()
    here.scripted("handed").free.set()

    here.time.seconds += 1
    again = GameDirectory(here.services)
    await again.restore()
    turned = await again.find(waiting.game.id)
    assert turned.version > waiting.version
    await until(lambda: turned.game.ply == 2)
    handed = await again.find(hybrid.game.id)
    await until(lambda: handed.game.ply == 1)
    running = await again.find(timed.game.id)
    assert running.state(None)["clocks"]["running"] == "white"
    await here.time.pass_by(61)
    assert running.state(None)["result"]["result"] == "B+Time"
    for session in again:
        session.close()


@in_a_room
async def test_a_stop_keeps_the_time_that_was_spent(here: Room):
    session = await here.online(clock="60")
    await here.moves(session, "b2")
    await here.time.pass_by(25)
    await here.games.close()
    again = LiveGame(here.store.games.get(session.game.id), here.time.now())
    assert again.clock.reading(WHITE, here.time.now()).left == 35_000


@in_a_room
async def test_a_game_that_cannot_be_read_keeps_no_other_from_going_on(here: Room):
    broken, sound = await here.session(), await here.session()
    await here.moves(broken, "b2")
    here.store.games.append_move(broken.game.row_id, 2, WHITE, "b2", PositionKeys(1, 2))
    again = GameDirectory(here.services)
    await again.restore()
    assert [session.game.id for session in again] == [sound.game.id]


@in_a_room
async def test_a_store_that_fails_at_the_end_keeps_nobody_from_leaving(here: Room):
    session = await here.online(clock="60")
    await here.moves(session, "b2")
    here.access.broken = True
    await here.games.close()


@in_a_room
async def test_quiet_games_leave_and_come_back(here: Room):
    quiet, timed = await here.session(), await here.session(clock="600")
    watched, ended = await here.session(), await here.session()
    await here.moves(quiet, "b2")
    await here.moves(timed, "b2")
    await here.send(ended, here.ada, type="resign")
    listener = here.watch(watched)
    here.games.release_idle()
    assert len(list(here.games)) == 4
    here.time.seconds += 590
    await here.games.find(ended.game.id)
    here.time.seconds += 20
    here.games.release_idle()
    assert {session.game.id for session in here.games} == {
        timed.game.id,
        watched.game.id,
        ended.game.id,
    }
    here.time.seconds += 60
    here.games.release_idle()
    assert {session.game.id for session in here.games} == {timed.game.id, watched.game.id}
    again = await here.games.find(quiet.game.id)
    assert again is not quiet
    assert [move.move for move in again.game.moves] == ["b2"]
    assert listener.types() == ["state"]


@in_a_room
async def test_a_swap_of_the_first_stone_that_a_start_position_holds(here: Room):
    session = await here.online(swap="sides", start="3x3 hex sides 3/1b1/3 w")
    assert session.game.mover is WHITE
    await here.moves(session, "swap-sides")
    assert (session.game.turn, session.game.mover) == (WHITE, BLACK)
    await here.moves(session, "a1")
    assert await here.send(session, here.ada, type="move", number=2, move="a1") == {"number": 2}
    assert await here.send(session, here.bob, type="move", number=1, move="swap") == {"number": 1}
    assert await here.send(session, here.bob, type="undo") == {"asked": 0}


@in_a_room
async def test_another_writer_is_noticed(here: Room):
    session = await here.online()
    listener = here.watch(session, here.ada)
    other = await GameDirectory(here.services).find(session.game.id)
    await here.moves(other, "b2")
    with pytest.raises(Refusal) as refused:
        await here.send(session, here.ada, type="move", number=1, move="c3")
    assert code_of(refused) == "stale"
    assert listener.last("state")["moves"][0]["move"] == "b2"
    assert listener.last("state")["you"] == ["black"]


@in_a_room
async def test_whoever_comes_back_gets_everything_and_what_was_missed(here: Room):
    session = await here.online()
    first = here.watch(session, here.bob)
    await here.moves(session, "b2")
    seen = first.last("move")["version"]
    session.leave(first)
    assert session.state(None)["seats"]["white"]["online"] is False
    await here.moves(session, "a1", "c3")
    state = here.watch(session, here.bob, seen).messages[0]
    assert [move["move"] for move in state["moves"]] == ["b2", "a1", "c3"]
    assert [each["move"] for each in state["missed"] if each["type"] == "move"] == ["a1", "c3"]
    assert state["you"] == ["white"]
    assert session.state(None)["seats"]["white"]["online"] is True


@in_a_room
async def test_seats_are_taken_by_their_secret_alone(here: Room):
    from hexmate.store import NewGame

    new = NewGame(3, 3, NewSeat("person", here.ada), NewSeat("open"), mode="online")
    opened = await here.games.open(new)
    session, token = opened.session, opened.links[WHITE]
    listener = here.watch(session, here.bob)
    assert here.store.games.get(session.game.id).white.link_hash != token
    with pytest.raises(Refusal) as refused:
        await here.send(session, here.ada, type="move", number=1, move="b2")
    assert code_of(refused) == "waiting"
    for person, secret, code in (
        (here.bob, "guess", "bad_link"),
        (here.ada, token, "own_game"),
    ):
        with pytest.raises(Refusal) as refused:
            await here.games.join(session, person, secret)
        assert code_of(refused) == code
    assert await here.games.join(session, here.bob, token) is WHITE
    assert await here.games.join(session, here.bob, token) is WHITE
    state = listener.last("state")
    assert (state["status"], state["you"]) == ("live", ["white"])
    assert state["seats"]["white"]["online"] is True
    carol = here.store.players.create("Carol").id
    with pytest.raises(Refusal) as refused:
        await here.games.join(session, carol, token)
    assert code_of(refused) == "taken"


@in_a_room
async def test_a_rematch_exchanges_the_seats_and_is_the_same_for_both(here: Room):
    session = await here.online(clock="60", swap="pieces")
    listener = here.watch(session)
    with pytest.raises(Refusal) as refused:
        await here.games.rematch(session, here.ada)
    assert code_of(refused) == "not_over"
    await here.send(session, here.ada, type="resign")
    again = await here.games.rematch(session, here.ada)
    assert await here.games.rematch(session, here.bob) is again
    assert listener.last("update")["rematch"] == again.game.id
    assert again.game.held_by(here.bob) == (BLACK,)
    assert (str(again.game.control), again.game.swap) == ("60", "pieces")
    with pytest.raises(Refusal) as refused:
        await here.games.rematch(session, None)
    assert code_of(refused) == "not_your_game"


@in_a_room
async def test_a_rematch_is_found_after_a_restart(here: Room):
    session = await here.online()
    await here.send(session, here.ada, type="resign")
    again = await here.games.rematch(session, here.ada)
    restarted = GameDirectory(here.services)
    await restarted.restore()
    before = await restarted.find(session.game.id)
    assert before.state(None)["rematch"] == again.game.id
    assert (await restarted.rematch(before, here.bob)).game.id == again.game.id
    assert len(here.store.games.of_player(here.ada)) == 2


@in_a_room
async def test_a_store_that_fails_makes_no_rematch(here: Room):
    session = await here.online()
    await here.send(session, here.ada, type="resign")
    here.access.broken = True
    with pytest.raises(Refusal) as refused:
        await here.games.rematch(session, here.ada)
    assert code_of(refused) == "unavailable"
    assert session.game.rematch is None
    here.access.broken = False
    assert (await here.games.rematch(session, here.ada)).game.status == "live"


@pytest.mark.parametrize(
    ("acts", "left"),
    [
        ("undo=2", "b2 a1 c3"),
        ("undo=3 undo=1", "swap b2 a1 c3"),
        ("undo=1 redo", "b2 a1 c3"),
        ("undo=1 redo redo", "a1 c3"),
        ("undo=2 b2 a1", "c3"),
        ("undo=2 redo pause resume", "a1 c3"),
        ("undo=2 redo pause resume a1", "c3"),
        ("undo=2 b3", ""),
        ("undo=2 b3 a1", ""),
        ("undo=3 b3 undo=3", "b3"),
        ("undo=0", "b1 swap b2 a1 c3"),
        ("undo=0 redo c2 undo=0", "b1 c2"),
    ],
)
@pytest.mark.parametrize(("rows", "swap"), [(4, "pieces"), (3, "sides")])
def test_what_was_taken_back_can_be_played_again_after_a_restart(acts, left, rows, swap):
    expected = left.replace("swap", f"swap-{swap}").split()

    @in_a_room
    async def test(here: Room):
        session = await here.session(rows=rows, cols=4, swap=swap)
        await here.moves(session, "b1", "swap", "b2", "a1", "c3")
        for act in acts.split():
            kind, _, to = act.partition("=")
            if kind in ("undo", "redo", "pause", "resume"):
                await here.send(session, here.ada, type=kind, **({"to": int(to)} if to else {}))
            else:
                await here.moves(session, act)
        restarted = GameDirectory(here.services)
        await restarted.restore()
        again = await restarted.find(session.game.id)
        assert again.game.undone[::-1] == session.game.undone[::-1] == expected
        played = again.game.ply
        while again.game.undone:
            await here.send(again, here.ada, type="redo")
        assert [move.move for move in again.game.moves[played:]] == expected

    test()


@in_a_room
async def test_passes_do_not_make_a_game_endless(here: Room):
    session = await here.session(rows=1, cols=2)
    await here.moves(session, "pass", "pass")
    with pytest.raises(Refusal) as refused:
        await here.moves(session, "pass")
    assert code_of(refused) == "illegal"


@in_a_room
async def test_rated_games_show_ratings_when_they_have_ended(here: Room):
    session = await here.online(rated=True)
    await here.send(session, here.ada, type="resign")
    await until(lambda: session.state(None)["seats"]["white"]["rating"] is not None)
    seats = session.state(None)["seats"]
    assert seats["white"]["rating"] > 1500 > seats["black"]["rating"]
    with pytest.raises(Refusal) as refused:
        await here.send(session, here.ada, type="undo")
    assert code_of(refused) == "over"
