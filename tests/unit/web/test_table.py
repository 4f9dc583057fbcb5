"""What happens at a table: moves, rights, clocks, take-backs, and a store that fails."""

import asyncio

import pytest
from support.web_room import Room, given, room, settle, until

from hexmate.color import BLACK, WHITE
from hexmate.errors import Resigned
from hexmate.players.base import PlayResult
from hexmate.store import NewSeat, PositionKeys
from hexmate.web.errors import Refusal
from hexmate.web.live.advice import hint
from hexmate.web.live.game import LiveGame
from hexmate.web.live.hall import Hall
from hexmate.web.thinking.pool import Unresponsive

in_a_room = given(room)


def code_of(refused):
    return refused.value.code


@in_a_room
async def test_a_move_is_stored_then_told(here: Room):
    table = await here.table()
    listener = here.watch(table)
    answer = await here.say(table, here.ada, type="move", number=1, move="B2")
    assert answer == {"number": 1}
    assert [move.move for move in here.store.games.get(table.game.id).moves] == ["b2"]
    told = listener.last("move")
    assert (told["number"], told["color"], told["move"]) == (1, "black", "b2")
    assert (told["turn"], told["mover"], told["version"]) == ("white", "white", table.version)


@in_a_room
async def test_a_store_that_fails_leaves_everything_as_it_was(here: Room):
    table = await here.table()
    listener = here.watch(table)
    here.writer.broken = True
    with pytest.raises(Refusal) as refused:
        await here.say(table, here.ada, type="move", number=1, move="b2")
    assert code_of(refused) == "unavailable"
    assert table.game.ply == 0
    assert "move" not in listener.types()
    for act in ("pause", "resign", "cancel"):
        with pytest.raises(Refusal):
            await here.say(table, here.ada, type=act)
    assert table.game.shown_status == "live"
    here.writer.broken = False
    await here.say(table, here.ada, type="move", number=1, move="b2")
    assert table.game.ply == 1


@in_a_room
async def test_a_move_sent_again_is_acknowledged_again(here: Room):
    table = await here.online(swap="sides")
    await here.moves(table, "b2", "swap-sides", "a1")
    before = table.version
    for person, number, move in ((here.ada, 1, "B2"), (here.bob, 2, "swap"), (here.ada, 3, "a1")):
        answer = await here.say(table, person, type="move", number=number, move=move)
        assert answer == {"number": number}
    assert table.version == before


@pytest.mark.parametrize(("number", "move"), [(1, "c3"), (3, "c3"), (9, "c3")])
def test_a_stale_number_tells_the_next(number, move):
    @in_a_room
    async def test(here: Room):
        table = await here.table()
        await here.moves(table, "b2")
        with pytest.raises(Refusal) as refused:
            await here.say(table, here.ada, type="move", number=number, move=move)
        assert code_of(refused) == "stale"
        assert refused.value.details["expected"] == 2

    test()


@in_a_room
async def test_two_who_race_get_one_move(here: Room):
    table = await here.table()
    sent = [
        here.say(table, here.ada, type="move", number=1, move=move) for move in ("a1", "b2", "c3")
    ]
    answers = await asyncio.gather(*sent, return_exceptions=True)
    assert sum(answer == {"number": 1} for answer in answers) == 1
    assert {answer.code for answer in answers if isinstance(answer, Refusal)} == {"stale"}
    assert len(here.store.games.get(table.game.id).moves) == 1


@pytest.mark.parametrize(
    ("move", "code"),
    [("b2", "illegal"), ("z9", "illegal"), ("x", "illegal"), ("swap-pieces", "illegal")],
)
def test_the_rules_are_kept(move, code):
    @in_a_room
    async def test(here: Room):
        table = await here.table()
        await here.moves(table, "b2")
        with pytest.raises(Refusal) as refused:
            await here.say(table, here.ada, type="move", number=2, move=move)
        assert code_of(refused) == code
        assert table.game.ply == 1

    test()


@in_a_room
async def test_only_its_players_play(here: Room):
    table = await here.online()
    for person, code in (
        (None, "not_your_game"),
        (99, "not_your_game"),
        (here.bob, "not_your_turn"),
    ):
        with pytest.raises(Refusal) as refused:
            await here.say(table, person, type="move", number=1, move="b2")
        assert code_of(refused) == code


@in_a_room
async def test_a_chain_ends_the_game(here: Room):
    table = await here.online()
    listener = here.watch(table)
    await here.moves(table, "b1", "a1", "b2", "a2", "b3")
    result = listener.last("move")["result"]
    assert result == {
        "result": "B+",
        "winner": "black",
        "winner_seat": "black",
        "termination": "connection",
        "chain": ["b1", "b2", "b3"],
    }
    assert here.store.games.get(table.game.id).status == "finished"
    with pytest.raises(Refusal) as refused:
        await here.say(table, here.bob, type="move", number=6, move="a3")
    assert code_of(refused) == "over"


@in_a_room
async def test_after_swap_sides_the_seat_wins_with_the_other_colour(here: Room):
    table = await here.online(swap="sides")
    await here.moves(table, "b2", "swap-sides")
    assert table.game.turn is WHITE
    assert table.game.mover is BLACK  # Ada, who sat down as Black, plays White now
    await here.moves(table, "a1", "b1", "c1", "a3")
    state = table.state(here.bob)
    assert state["result"]["winner"] == "black"
    assert state["result"]["winner_seat"] == "white"
    assert here.store.games.get(table.game.id).result.winner_seat is WHITE


@in_a_room
async def test_resigning_loses_for_ones_seat(here: Room):
    table = await here.online(swap="sides")
    await here.moves(table, "b2", "swap-sides")
    await here.say(table, here.bob, type="resign")
    state = table.state(None)
    assert state["result"]["result"] == "W+Resign"
    assert state["result"]["winner_seat"] == "black"
    assert state["status"] == "finished"
    assert state["turn"] is None


@in_a_room
async def test_who_holds_both_seats_resigns_for_the_one_to_move_or_the_one_named(here: Room):
    for seat, result in ((None, "B+Resign"), ("black", "W+Resign")):
        table = await here.table()
        await here.moves(table, "b2")
        await here.say(table, here.ada, type="resign", seat=seat)
        assert table.state(None)["result"]["result"] == result
    table = await here.online()
    with pytest.raises(Refusal) as refused:
        await here.say(table, here.ada, type="resign", seat="white")
    assert code_of(refused) == "not_your_seat"


@in_a_room
async def test_a_game_can_be_called_off_before_its_second_move(here: Room):
    table = await here.online()
    await here.moves(table, "b2")
    await here.say(table, here.bob, type="cancel")
    assert table.game.shown_status == "cancelled"
    assert here.store.games.get(table.game.id).status == "cancelled"
    table = await here.online()
    await here.moves(table, "b2", "a1")
    with pytest.raises(Refusal) as refused:
        await here.say(table, here.bob, type="cancel")
    assert code_of(refused) == "too_late"


@in_a_room
async def test_time_runs_out_without_anybody_there(here: Room):
    table = await here.online(clock="60")
    await here.time.pass_by(1000)  # before the first move nobody's time passes
    await here.moves(table, "b2")
    await here.time.pass_by(59.9)
    assert table.game.is_live
    await here.time.pass_by(0.2)
    assert here.store.games.get(table.game.id).result.result == "B+Time"
    assert table.state(None)["result"]["termination"] == "timeout"


@in_a_room
async def test_a_move_that_comes_too_late_loses(here: Room):
    table = await here.online(clock="60")
    await here.moves(table, "b2")
    here.time.seconds += 61  # the alarm has not gone off yet
    with pytest.raises(Refusal) as refused:
        await here.moves(table, "a1")
    assert code_of(refused) == "time"
    await settle()
    assert table.state(None)["result"]["result"] == "B+Time"


@in_a_room
async def test_each_seat_has_its_own_time(here: Room):
    table = await here.online(clock="60+5", swap="sides")
    await here.moves(table, "b2")
    await here.time.pass_by(10)
    await here.moves(table, "swap-sides")
    clocks = table.state(None)["clocks"]
    assert (clocks["black"]["left"], clocks["white"]["left"]) == (60_000, 55_000)
    assert clocks["running"] == "black"
    await here.time.pass_by(20)
    await here.moves(table, "a1")
    clocks = table.state(None)["clocks"]
    assert (clocks["black"]["left"], clocks["white"]["left"]) == (45_000, 55_000)
    stored = here.store.games.get(table.game.id).moves[-1].clocks
    assert (stored.black.left_ms, stored.white.left_ms) == (45_000, 55_000)


@in_a_room
async def test_a_pause_stops_the_clocks_and_outlives_the_server(here: Room):
    table = await here.table(clock="60")
    await here.moves(table, "b2")
    await here.time.pass_by(10)
    await here.say(table, here.ada, type="pause")
    await here.time.pass_by(1000)
    with pytest.raises(Refusal) as refused:
        await here.moves(table, "a1")
    assert code_of(refused) == "paused"
    again = LiveGame(here.store.games.get(table.game.id), here.time.now())
    assert again.shown_status == "paused"
    assert again.clock.reading(WHITE, here.time.now()).left == 50_000
    await here.say(table, here.ada, type="resume")
    await here.time.pass_by(49)
    assert table.game.is_live
    await here.time.pass_by(2)
    assert table.state(None)["result"]["result"] == "B+Time"


@in_a_room
async def test_online_games_are_not_paused_nor_started_again(here: Room):
    table = await here.online()
    await here.moves(table, "b2")
    for act in ("pause", "restart", "redo"):
        with pytest.raises(Refusal) as refused:
            await here.say(table, here.ada, type=act)
        assert code_of(refused) == "not_allowed"


@in_a_room
async def test_local_moves_are_taken_back_and_played_again(here: Room):
    table = await here.table(clock="60+1")
    listener = here.watch(table)
    await here.moves(table, "b2")
    await here.time.pass_by(10)
    await here.moves(table, "a1")
    assert await here.say(table, here.ada, type="undo") == {"number": 1}
    told = listener.last("undo")
    assert (told["number"], told["turn"], told["redo"]) == (1, "white", 1)
    assert told["clocks"]["white"]["left"] == 60_000
    assert [move.move for move in here.store.games.get(table.game.id).moves] == ["b2"]
    assert await here.say(table, here.ada, type="redo") == {"number": 2}
    assert table.game.moves[-1].move == "a1"
    await here.say(table, here.ada, type="undo", to=0)
    await here.moves(table, "c3")
    with pytest.raises(Refusal) as refused:
        await here.say(table, here.ada, type="redo")
    assert code_of(refused) == "nothing"


@in_a_room
async def test_a_hint_is_for_the_position_it_was_asked_in(here: Room):
    table = await here.table()
    asked = asyncio.create_task(hint(table, here.ada))
    await settle()
    await here.moves(table, "b2")
    advice = await asked
    assert (advice["number"], advice["move"]) == (1, "b2")


@in_a_room
async def test_an_adviser_who_does_not_answer_is_no_hint(here: Room):
    def fall_silent(*_, **__):
        raise Unresponsive("the player does not answer")

    table = await here.table()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("hexmate.web.live.advice.analyse_position", fall_silent)
        with pytest.raises(Refusal) as refused:
            await hint(table, here.ada)
    assert code_of(refused) == "no_hint"


@in_a_room
async def test_a_lost_local_game_can_be_taken_back(here: Room):
    table = await here.table()
    await here.moves(table, "b1", "a1", "b2", "a2", "b3")
    await here.say(table, here.ada, type="undo")
    assert table.game.shown_status == "live"
    assert here.store.games.get(table.game.id).result is None
    await here.moves(table, "c1")
    assert table.game.ply == 5


@in_a_room
async def test_online_moves_are_taken_back_by_consent(here: Room):
    table = await here.online()
    listener = here.watch(table)
    await here.moves(table, "b2", "a1")
    assert await here.say(table, here.ada, type="undo") == {"asked": 0}
    assert listener.last("update")["offers"] == {"undo": "black"}
    before = table.version
    assert await here.say(table, here.ada, type="undo") == {"asked": 0}
    assert table.version == before
    await here.say(table, here.bob, type="undo_decline")
    assert listener.last("update")["offers"] == {"undo": None}
    assert table.game.ply == 2
    await here.say(table, here.ada, type="undo")
    assert await here.say(table, here.bob, type="undo") == {"number": 0}
    assert table.game.ply == 0
    with pytest.raises(Refusal) as refused:
        await here.say(table, here.bob, type="undo")
    assert code_of(refused) == "nothing"


@in_a_room
async def test_nobody_is_asked_for_more_than_he_is_shown(here: Room):
    table = await here.online()
    await here.moves(table, "b2", "a1", "a2", "b1")
    for to in (0, 1, 3):
        with pytest.raises(Refusal) as refused:
            await here.say(table, here.ada, type="undo", to=to)
        assert code_of(refused) == "not_allowed"
    assert table.state(None)["offers"] == {"undo": None}
    assert await here.say(table, here.ada, type="undo", to=2) == {"asked": 2}


@in_a_room
async def test_a_move_ends_an_offer(here: Room):
    table = await here.online()
    await here.moves(table, "b2", "a1")
    await here.say(table, here.bob, type="undo")
    await here.moves(table, "c3")
    assert table.state(None)["offers"] == {"undo": None}


@in_a_room
async def test_training_games_are_taken_back_at_once(here: Room):
    table = await here.online(training=True)
    await here.moves(table, "b2", "a1")
    assert await here.say(table, here.bob, type="undo") == {"number": 1}


@in_a_room
async def test_a_local_game_is_started_again(here: Room):
    table = await here.table(clock="60")
    await here.moves(table, "b2", "a1", "c3")
    assert await here.say(table, here.ada, type="restart") == {"number": 0}
    state = table.state(None)
    assert state["moves"] == []
    assert state["clocks"]["running"] is None
    assert state["clocks"]["white"]["left"] == 60_000


@in_a_room
async def test_a_machine_answers_and_loses_its_turn_with_a_take_back(here: Room):
    table = await here.table(white=NewSeat("ai", ai="scripted"))
    await here.moves(table, "b2")
    await until(lambda: table.game.ply == 2)
    player = here.scripted()
    player.free.clear()
    await here.moves(table, "c3")
    assert table.state(None)["thinking"] is True
    await until(lambda: player.asked == 2)
    await here.say(table, here.ada, type="undo")
    assert table.game.ply == 2
    assert table.state(None)["thinking"] is False
    await until(lambda: here.thinkers.busy == 0)
    assert table.game.ply == 2


@in_a_room
async def test_undo_against_a_machine_goes_back_to_ones_own_turn(here: Room):
    table = await here.table(black=NewSeat("ai", ai="scripted"))
    await until(lambda: table.game.ply == 1)
    await here.moves(table, "c3")
    await until(lambda: table.game.ply == 3)
    assert await here.say(table, here.ada, type="undo") == {"number": 1}
    assert await here.say(table, here.ada, type="redo") == {"number": 3}


@in_a_room
async def test_stop_thinking_plays_the_best_so_far(here: Room):
    player = here.scripted()
    player.free.clear()
    table = await here.table(white=NewSeat("ai", ai="scripted"))
    await here.moves(table, "b2")
    await until(lambda: player.asked == 1)
    await here.say(table, here.ada, type="stop_thinking")
    await until(lambda: table.game.ply == 2)


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
        table = await here.table(white=NewSeat("ai", ai="scripted"))
        await here.moves(table, "b2")
        await until(lambda: not table.game.is_live)
        assert table.state(None)["result"]["result"] == result

    test()


@in_a_room
async def test_people_do_not_wait_for_games_between_machines(here: Room):
    machine = NewSeat("ai", ai="scripted")
    idle = here.scripted()
    idle.free.clear()
    for _ in range(4):
        await here.table(black=machine, white=machine)
    await until(lambda: idle.asked == 2)
    asked = []
    quick = here.scripted("quick")
    quick.play = lambda board, limit: asked.append(idle.asked) or PlayResult(0)
    table = await here.table(black=NewSeat("ai", ai="quick"))
    await until(lambda: table.game.ply == 1)
    assert asked[0] < 4, "of those who came before, one still waits"


@in_a_room
async def test_a_machine_thinks_again_when_the_store_is_back(here: Room):
    player = here.scripted()
    player.free.clear()
    table = await here.table(white=NewSeat("ai", ai="scripted"))
    await here.moves(table, "b2")
    await until(lambda: player.asked == 1)
    here.writer.broken = True
    player.free.set()
    await until(lambda: here.thinkers.busy == 0)
    await settle()
    assert table.game.ply == 1
    here.writer.broken = False
    await here.time.pass_by(5)
    await until(lambda: table.game.ply == 2)


@in_a_room
async def test_a_machine_is_told_of_its_new_colour_after_swap_sides(here: Room):
    table = await here.table(black=NewSeat("ai", ai="scripted"), swap="sides")
    await until(lambda: table.game.ply == 1)
    await here.moves(table, "swap-sides")
    await until(lambda: table.game.ply == 3)
    assert here.scripted().colors == [BLACK, WHITE]


@in_a_room
async def test_a_pause_stops_the_machine(here: Room):
    player = here.scripted()
    player.free.clear()
    table = await here.table(white=NewSeat("ai", ai="scripted"))
    await here.moves(table, "b2")
    await until(lambda: player.asked == 1)
    await here.say(table, here.ada, type="pause")
    await until(lambda: here.thinkers.busy == 0)
    assert table.game.ply == 1
    player.free.set()
    await here.say(table, here.ada, type="resume")
    await until(lambda: table.game.ply == 2)


@in_a_room
async def test_a_hybrid_hands_over_and_takes_back(here: Room):
    hybrid = NewSeat("hybrid", here.ada, "scripted")
    table = await here.table(black=hybrid)
    player = here.scripted()
    assert await here.say(table, here.ada, type="hand_over") == {"seat": "black"}
    await until(lambda: table.game.ply == 1)
    assert table.state(here.ada)["seats"]["black"]["handed_over"] is True
    player.free.clear()
    await here.moves(table, "c3")
    await until(lambda: player.asked == 2)
    await here.say(table, here.ada, type="take_back", seat="black")
    await until(lambda: here.thinkers.busy == 0)
    assert table.game.ply == 2
    await here.moves(table, "b2")
    assert table.game.ply == 3
    with pytest.raises(Refusal) as refused:
        await here.say(table, here.ada, type="hand_over", seat="white")
    assert code_of(refused) == "not_allowed"


@in_a_room
async def test_a_restart_goes_on_with_clocks_machines_and_hand_overs(here: Room):
    timed = await here.online(clock="60")
    await here.moves(timed, "b2")
    player = here.scripted()
    player.free.clear()
    waiting = await here.table(white=NewSeat("ai", ai="scripted"))
    await here.moves(waiting, "b2")
    hybrid = await here.table(black=NewSeat("hybrid", here.ada, "handed"))
    here.scripted("handed").free.clear()
    await here.say(hybrid, here.ada, type="hand_over")
    for table in here.hall:
        table.close()
    player.free.set()
    here.scripted("handed").free.set()

    here.time.seconds += 1
    again = Hall(here.services)
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
    for table in again:
        table.close()


@in_a_room
async def test_a_stop_keeps_the_time_that_was_spent(here: Room):
    table = await here.online(clock="60")
    await here.moves(table, "b2")
    await here.time.pass_by(25)
    await here.hall.close()
    again = LiveGame(here.store.games.get(table.game.id), here.time.now())
    assert again.clock.reading(WHITE, here.time.now()).left == 35_000


@in_a_room
async def test_a_game_that_cannot_be_read_keeps_no_other_from_going_on(here: Room):
    broken, sound = await here.table(), await here.table()
    await here.moves(broken, "b2")
    here.store.games.append_move(broken.game.row_id, 2, WHITE, "b2", PositionKeys(1, 2))
    again = Hall(here.services)
    await again.restore()
    assert [table.game.id for table in again] == [sound.game.id]


@in_a_room
async def test_a_store_that_fails_at_the_end_keeps_nobody_from_leaving(here: Room):
    table = await here.online(clock="60")
    await here.moves(table, "b2")
    here.writer.broken = True
    await here.hall.close()


@in_a_room
async def test_quiet_games_leave_and_come_back(here: Room):
    quiet, timed = await here.table(), await here.table(clock="600")
    watched, ended = await here.table(), await here.table()
    await here.moves(quiet, "b2")
    await here.moves(timed, "b2")
    await here.say(ended, here.ada, type="resign")
    listener = here.watch(watched)
    here.hall.let_go()
    assert len(list(here.hall)) == 4
    here.time.seconds += 590
    await here.hall.find(ended.game.id)
    here.time.seconds += 20
    here.hall.let_go()
    assert {table.game.id for table in here.hall} == {timed.game.id, watched.game.id, ended.game.id}
    here.time.seconds += 60
    here.hall.let_go()
    assert {table.game.id for table in here.hall} == {timed.game.id, watched.game.id}
    again = await here.hall.find(quiet.game.id)
    assert again is not quiet
    assert [move.move for move in again.game.moves] == ["b2"]
    assert listener.types() == ["state"]


@in_a_room
async def test_a_swap_of_the_first_stone_that_a_start_position_holds(here: Room):
    table = await here.online(swap="sides", start="3x3 hex sides 3/1b1/3 w")
    assert table.game.mover is WHITE
    await here.moves(table, "swap-sides")
    assert (table.game.turn, table.game.mover) == (WHITE, BLACK)
    await here.moves(table, "a1")
    assert await here.say(table, here.ada, type="move", number=2, move="a1") == {"number": 2}
    assert await here.say(table, here.bob, type="move", number=1, move="swap") == {"number": 1}
    assert await here.say(table, here.bob, type="undo") == {"asked": 0}


@in_a_room
async def test_another_writer_is_noticed(here: Room):
    table = await here.online()
    listener = here.watch(table, here.ada)
    other = await Hall(here.services).find(table.game.id)
    await here.moves(other, "b2")
    with pytest.raises(Refusal) as refused:
        await here.say(table, here.ada, type="move", number=1, move="c3")
    assert code_of(refused) == "stale"
    assert listener.last("state")["moves"][0]["move"] == "b2"
    assert listener.last("state")["you"] == ["black"]


@in_a_room
async def test_whoever_comes_back_gets_everything_and_what_was_missed(here: Room):
    table = await here.online()
    first = here.watch(table, here.bob)
    await here.moves(table, "b2")
    seen = first.last("move")["version"]
    table.leave(first)
    assert table.state(None)["seats"]["white"]["online"] is False
    await here.moves(table, "a1", "c3")
    state = here.watch(table, here.bob, seen).messages[0]
    assert [move["move"] for move in state["moves"]] == ["b2", "a1", "c3"]
    assert [each["move"] for each in state["missed"] if each["type"] == "move"] == ["a1", "c3"]
    assert state["you"] == ["white"]
    assert table.state(None)["seats"]["white"]["online"] is True


@in_a_room
async def test_seats_are_taken_by_their_secret_alone(here: Room):
    from hexmate.store import NewGame

    new = NewGame(3, 3, NewSeat("person", here.ada), NewSeat("open"), mode="online")
    opened = await here.hall.open(new)
    table, token = opened.table, opened.links[WHITE]
    listener = here.watch(table, here.bob)
    assert here.store.games.get(table.game.id).white.link_hash != token
    with pytest.raises(Refusal) as refused:
        await here.say(table, here.ada, type="move", number=1, move="b2")
    assert code_of(refused) == "waiting"
    for person, secret, code in (
        (here.bob, "guess", "bad_link"),
        (here.ada, token, "own_game"),
    ):
        with pytest.raises(Refusal) as refused:
            await here.hall.join(table, person, secret)
        assert code_of(refused) == code
    assert await here.hall.join(table, here.bob, token) is WHITE
    assert await here.hall.join(table, here.bob, token) is WHITE
    state = listener.last("state")
    assert (state["status"], state["you"]) == ("live", ["white"])
    assert state["seats"]["white"]["online"] is True
    carol = here.store.players.create("Carol").id
    with pytest.raises(Refusal) as refused:
        await here.hall.join(table, carol, token)
    assert code_of(refused) == "taken"


@in_a_room
async def test_a_rematch_exchanges_the_seats_and_is_the_same_for_both(here: Room):
    table = await here.online(clock="60", swap="pieces")
    listener = here.watch(table)
    with pytest.raises(Refusal) as refused:
        await here.hall.rematch(table, here.ada)
    assert code_of(refused) == "not_over"
    await here.say(table, here.ada, type="resign")
    again = await here.hall.rematch(table, here.ada)
    assert await here.hall.rematch(table, here.bob) is again
    assert listener.last("update")["rematch"] == again.game.id
    assert again.game.held_by(here.bob) == (BLACK,)
    assert (str(again.game.control), again.game.swap) == ("60", "pieces")
    with pytest.raises(Refusal) as refused:
        await here.hall.rematch(table, None)
    assert code_of(refused) == "not_your_game"


@in_a_room
async def test_a_rematch_is_found_after_a_restart(here: Room):
    table = await here.online()
    await here.say(table, here.ada, type="resign")
    again = await here.hall.rematch(table, here.ada)
    restarted = Hall(here.services)
    await restarted.restore()
    before = await restarted.find(table.game.id)
    assert before.state(None)["rematch"] == again.game.id
    assert (await restarted.rematch(before, here.bob)).game.id == again.game.id
    assert len(here.store.games.of_player(here.ada)) == 2


@in_a_room
async def test_a_store_that_fails_makes_no_rematch(here: Room):
    table = await here.online()
    await here.say(table, here.ada, type="resign")
    here.writer.broken = True
    with pytest.raises(Refusal) as refused:
        await here.hall.rematch(table, here.ada)
    assert code_of(refused) == "unavailable"
    assert table.game.rematch is None
    here.writer.broken = False
    assert (await here.hall.rematch(table, here.ada)).game.status == "live"


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
        table = await here.table(rows=rows, cols=4, swap=swap)
        await here.moves(table, "b1", "swap", "b2", "a1", "c3")
        for act in acts.split():
            kind, _, to = act.partition("=")
            if kind in ("undo", "redo", "pause", "resume"):
                await here.say(table, here.ada, type=kind, **({"to": int(to)} if to else {}))
            else:
                await here.moves(table, act)
        restarted = Hall(here.services)
        await restarted.restore()
        again = await restarted.find(table.game.id)
        assert again.game.undone[::-1] == table.game.undone[::-1] == expected
        played = again.game.ply
        while again.game.undone:
            await here.say(again, here.ada, type="redo")
        assert [move.move for move in again.game.moves[played:]] == expected

    test()


@in_a_room
async def test_passes_do_not_make_a_game_endless(here: Room):
    table = await here.table(rows=1, cols=2)
    await here.moves(table, "pass", "pass")
    with pytest.raises(Refusal) as refused:
        await here.moves(table, "pass")
    assert code_of(refused) == "illegal"


@in_a_room
async def test_rated_games_show_ratings_when_they_have_ended(here: Room):
    table = await here.online(rated=True)
    await here.say(table, here.ada, type="resign")
    await until(lambda: table.state(None)["seats"]["white"]["rating"] is not None)
    seats = table.state(None)["seats"]
    assert seats["white"]["rating"] > 1500 > seats["black"]["rating"]
    with pytest.raises(Refusal) as refused:
        await here.say(table, here.ada, type="undo")
    assert code_of(refused) == "over"
