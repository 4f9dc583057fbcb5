"""Takebacks, redo, restarts and hints."""

import asyncio

import pytest
from support.web_room import Room, given, room, settle, state_of

from hexmate.web.engines.pool import UnresponsivePlayer
from hexmate.web.errors import Refusal
from hexmate.web.live.advice import hint
from hexmate.web.live.directory import GameDirectory

in_a_room = given(room)


def code_of(refused):
    return refused.value.code


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
async def test_a_takeback_never_removes_more_than_the_opponent_was_shown(here: Room):
    session = await here.online()
    await here.moves(session, "b2", "a1", "a2", "b1")
    for to in (0, 1, 3):
        with pytest.raises(Refusal) as refused:
            await here.send(session, here.ada, type="undo", to=to)
        assert code_of(refused) == "own_move_only"
    assert state_of(session, None)["offers"] == {"undo": None}
    assert await here.send(session, here.ada, type="undo", to=2) == {"asked": 2}


@in_a_room
async def test_a_move_ends_an_offer(here: Room):
    session = await here.online()
    await here.moves(session, "b2", "a1")
    await here.send(session, here.bob, type="undo")
    await here.moves(session, "c3")
    assert state_of(session, None)["offers"] == {"undo": None}


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
    state = state_of(session, None)
    assert state["moves"] == []
    assert state["clocks"]["running"] is None
    assert state["clocks"]["white"]["left"] == 60_000


@pytest.mark.slow
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
        await restarted.resume()
        again = await restarted.find(session.game.id)
        assert again.game.undone[::-1] == session.game.undone[::-1] == expected
        played = again.game.ply
        while again.game.undone:
            await here.send(again, here.ada, type="redo")
        assert [move.move for move in again.game.moves[played:]] == expected

    test()
