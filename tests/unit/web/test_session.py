"""Moves, rights, clocks and presence at a game session, and a store that fails."""

import asyncio

import pytest
from support.store_games import OPENING
from support.web_room import Room, given, room, settle, state_of, until

from hexmate.color import BLACK, WHITE
from hexmate.web.errors import Refusal
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
        assert refused.value.expected == 2

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
    state = state_of(session, here.bob)
    assert state["result"]["winner"] == "black"
    assert state["result"]["winner_seat"] == "white"
    assert here.store.games.get(session.game.id).result.winner_seat is WHITE


@in_a_room
async def test_resigning_loses_for_ones_seat(here: Room):
    session = await here.online(swap="sides")
    await here.moves(session, "b2", "swap-sides")
    await here.send(session, here.bob, type="resign")
    state = state_of(session, None)
    assert state["result"]["result"] == "W+Resign"
    assert state["result"]["winner_seat"] == "black"
    assert state["status"] == "finished"
    assert state["turn"] is None


@in_a_room
async def test_the_holder_of_both_seats_resigns_for_the_side_to_move_or_the_one_named(here: Room):
    for seat, result in ((None, "B+Resign"), ("black", "W+Resign")):
        session = await here.session()
        await here.moves(session, "b2")
        await here.send(session, here.ada, type="resign", seat=seat)
        assert state_of(session, None)["result"]["result"] == result
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
    await here.time.pass_by(1000)  # clocks start with the first move
    await here.moves(session, "b2")
    await here.time.pass_by(59.9)
    assert session.game.is_live
    await here.time.pass_by(0.2)
    assert here.store.games.get(session.game.id).result.result == "B+Time"
    assert state_of(session, None)["result"]["termination"] == "timeout"


@in_a_room
async def test_a_move_that_comes_too_late_loses(here: Room):
    session = await here.online(clock="60")
    await here.moves(session, "b2")
    here.time.seconds += 61  # the alarm has not gone off yet
    with pytest.raises(Refusal) as refused:
        await here.moves(session, "a1")
    assert code_of(refused) == "time"
    await settle()
    assert state_of(session, None)["result"]["result"] == "B+Time"


@in_a_room
async def test_each_seat_has_its_own_time(here: Room):
    session = await here.online(clock="60+5", swap="sides")
    await here.moves(session, "b2")
    await here.time.pass_by(10)
    await here.moves(session, "swap-sides")
    clocks = state_of(session, None)["clocks"]
    assert (clocks["black"]["left"], clocks["white"]["left"]) == (60_000, 55_000)
    assert clocks["running"] == "black"
    await here.time.pass_by(20)
    await here.moves(session, "a1")
    clocks = state_of(session, None)["clocks"]
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
    assert state_of(session, None)["result"]["result"] == "B+Time"


@in_a_room
async def test_online_games_are_not_paused_nor_started_again(here: Room):
    session = await here.online()
    await here.moves(session, "b2")
    for act in ("pause", "restart", "redo"):
        with pytest.raises(Refusal) as refused:
            await here.send(session, here.ada, type=act)
        assert code_of(refused) == "casual_only"


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
async def test_a_client_that_reconnects_gets_everything_it_missed(here: Room):
    session = await here.online()
    first = here.watch(session, here.bob)
    await here.moves(session, "b2")
    seen = first.last("move")["version"]
    session.leave(first)
    assert state_of(session, None)["seats"]["white"]["online"] is False
    await here.moves(session, "a1", "c3")
    state = here.watch(session, here.bob, seen).messages[0]
    assert [move["move"] for move in state["moves"]] == ["b2", "a1", "c3"]
    assert [each["move"] for each in state["missed"] if each["type"] == "move"] == ["a1", "c3"]
    assert state["you"] == ["white"]
    assert state_of(session, None)["seats"]["white"]["online"] is True


@in_a_room
async def test_passes_do_not_make_a_game_endless(here: Room):
    session = await here.session(rows=1, cols=2)
    await here.moves(session, "pass", "pass")
    with pytest.raises(Refusal) as refused:
        await here.moves(session, "pass")
    assert code_of(refused) == "illegal"


@in_a_room
async def test_rated_games_show_ratings_when_they_have_ended(here: Room):
    session = await here.online(rated=True, rows=5, cols=5)
    await here.moves(session, *OPENING)
    await here.send(session, here.ada, type="resign")
    await until(lambda: state_of(session, None)["seats"]["white"]["rating"] is not None)
    seats = state_of(session, None)["seats"]
    assert seats["white"]["rating"] > 1500 > seats["black"]["rating"]
    with pytest.raises(Refusal) as refused:
        await here.send(session, here.ada, type="undo")
    assert code_of(refused) == "over"


@in_a_room
async def test_leaving_a_rated_game_at_once_is_not_a_loss(here: Room):
    for moves in ((), OPENING[:1], OPENING[:5]):
        session = await here.online(rated=True, rows=5, cols=5, swap=None)
        await here.moves(session, *moves)
        await here.send(session, here.ada, type="resign")
        assert (session.game.status, session.game.result) == ("cancelled", None)
        assert here.store.games.get(session.game.id).status == "cancelled"
    assert here.store.ratings.of(here.ada).games == here.store.ratings.of(here.bob).games == 0


@in_a_room
async def test_running_out_of_time_at_once_is_not_a_loss_either(here: Room):
    session = await here.online(rated=True, rows=5, cols=5, clock="10")
    await here.moves(session, *OPENING[:3])
    await here.time.pass_by(11)
    assert session.game.status == "cancelled"
    late = await here.online(rated=True, rows=5, cols=5, clock="10")
    await here.moves(late, *OPENING)
    await here.time.pass_by(11)
    assert late.game.result.termination == "timeout"


@in_a_room
async def test_leaving_an_unrated_game_is_a_loss(here: Room):
    session = await here.online(rows=5, cols=5)
    await here.send(session, here.ada, type="resign")
    assert session.game.result.winner_seat == WHITE
