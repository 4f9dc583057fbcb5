"""Loading, releasing, joining and rematching games."""

import asyncio
from dataclasses import replace

import pytest
from support.web_room import Room, given, room, settle, state_of, until

from hexmate.color import BLACK, WHITE
from hexmate.store import NewGame, NewSeat, PositionKeys
from hexmate.web.errors import Refusal
from hexmate.web.live.directory import GameDirectory
from hexmate.web.live.game import LiveGame

in_a_room = given(room)


def code_of(refused):
    return refused.value.code


@in_a_room
async def test_a_restart_resumes_clocks_engines_and_hand_overs(here: Room):
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
    await again.resume()
    turned = await again.find(waiting.game.id)
    assert turned.version > waiting.version
    await until(lambda: turned.game.ply == 2)
    handed = await again.find(hybrid.game.id)
    await until(lambda: handed.game.ply == 1)
    running = await again.find(timed.game.id)
    assert state_of(running, None)["clocks"]["running"] == "white"
    await here.time.pass_by(61)
    assert state_of(running, None)["result"]["result"] == "B+Time"
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
async def test_a_game_that_cannot_be_read_stops_no_other(here: Room):
    sound, broken = await here.session(clock="60"), await here.session(clock="60")
    await here.moves(broken, "b2")
    here.store.games.append_move(broken.game.row_id, 2, WHITE, "b2", PositionKeys(1, 2))
    again = GameDirectory(here.services)
    await again.resume()
    assert [session.game.id for session in again] == [sound.game.id]


@in_a_room
async def test_games_are_loaded_on_demand(here: Room):
    """Only those with a clock or an engine at once: 100,000 open games would fill the memory."""
    quiet, timed = await here.session(), await here.session(clock="60")
    machine = await here.session(white=NewSeat("ai", ai="scripted"))
    again = GameDirectory(here.services)
    assert list(again) == []
    await again.resume()
    assert {each.game.id for each in again} == {timed.game.id, machine.game.id}
    assert (await again.find(quiet.game.id)).game.id == quiet.game.id
    for session in again:
        session.close()


@in_a_room
async def test_only_the_newest_games_resume_by_themselves(here: Room):
    made = [(await here.session(clock="60")).game.id for _ in range(5)]
    assert here.store.games.running(3) == made[:1:-1]


class SlowRatings:
    """A store whose ratings take their time."""

    def __init__(self, here: Room) -> None:
        self.here, self.free, self.waiting = here, asyncio.Event(), 0

    async def write(self, work, *, patient=False):
        return await self.here.access.write(work, patient=patient)

    async def read(self, work):
        found = await self.here.access.read(work)
        if "_ratings" in work.__code__.co_names:
            self.waiting += 1
            await self.free.wait()
        return found


@in_a_room
async def test_a_game_has_one_session_however_many_ask_for_it_at_once(here: Room):
    games = [await here.online() for _ in range(3)]
    slow = SlowRatings(here)
    again = GameDirectory(replace(here.services, store=slow))
    asked = [asyncio.create_task(again.find(each.game.id)) for each in games for _ in range(4)]
    await until(lambda: slow.waiting == 3)  # each game once, all at the same time
    asked[0].cancel()  # one who leaves keeps the others from nothing
    await settle()
    asked += [asyncio.create_task(again.find(games[0].game.id))]
    slow.free.set()
    found = await asyncio.gather(*asked[1:])
    assert slow.waiting == 3
    assert {id(each) for each in found} == {id(each) for each in again}
    assert len(list(again)) == 3


@in_a_room
async def test_a_new_game_has_one_session_if_it_is_found_before_it_is_there(here: Room):
    slow = SlowRatings(here)
    games = GameDirectory(replace(here.services, store=slow))
    new = NewGame(3, 3, NewSeat("person", here.ada), NewSeat("person", here.bob), mode="online")
    opening = asyncio.create_task(games.open(new))
    await until(lambda: slow.waiting == 1)
    public_id = here.store.games.live()[0].public_id
    finding = asyncio.create_task(games.find(public_id))
    await settle()
    slow.free.set()
    assert (await opening).session is await finding


@in_a_room
async def test_a_load_that_fails_is_tried_again(here: Room):
    session = await here.session()
    again = GameDirectory(here.services)
    failing = replace(here.services, store=FailingReads())
    again.services = failing
    for _ in range(2):
        with pytest.raises(Refusal):
            await again.find(session.game.id)
    again.services = here.services
    assert (await again.find(session.game.id)).game.id == session.game.id


class FailingReads:
    async def read(self, work):
        raise Refusal(503, "unavailable", "The database is not available. Try again.")


@in_a_room
async def test_versions_never_go_back(here: Room):
    session = await here.session()
    last = session.version
    for seconds in (-3600, 0.0001, -1e6):
        here.time.epoch_offset += seconds  # the clock of the machine is set
        here.games._sessions.clear()
        again = await here.games.find(session.game.id)
        assert again is not session
        assert again.version > last
        await here.send(again, here.ada, type="undo_decline")
        last = again.version
    # A restart: the clock is still wrong, and the store knows how far versions have come.
    restarted = GameDirectory(here.services, floor=here.games.reached())
    assert (await restarted.find(session.game.id)).version > last


@in_a_room
async def test_versions_of_a_very_busy_game_never_go_back(here: Room):
    session = await here.session()
    session.version += 10**9  # more changes than milliseconds
    last = session.version
    here.time.seconds += 700
    here.games.release_idle()
    assert here.games.present(session.game.id) is None
    assert (await here.games.find(session.game.id)).version > last


@in_a_room
async def test_a_store_that_fails_at_the_end_does_not_block_the_shutdown(here: Room):
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
async def test_seats_are_taken_by_their_secret_alone(here: Room):
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
    await restarted.resume()
    before = await restarted.find(session.game.id)
    assert state_of(before, None)["rematch"] == again.game.id
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
