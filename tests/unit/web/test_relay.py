"""Several servers on one store: one runs a game, the others show it."""

import asyncio
import json
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from support.web_room import Listener, given, room, state_of, until
from support.web_wire import Hub

from hexmate.store import NewGame, NewSeat
from hexmate.web.errors import Refusal
from hexmate.web.live.directory import GameDirectory
from hexmate.web.live.relay import Relay


class Site:
    """Named servers on one store, connected by a wire."""

    def __init__(self, here) -> None:
        self.here, self.hub = here, Hub()
        self._tasks = []

    def server(self, name: str) -> GameDirectory:
        relay = Relay(self.hub.wire(), name, patience=0.05)
        games = GameDirectory(replace(self.here.services, broadcast=relay), relay)
        self._tasks.append(asyncio.create_task(relay.run(games)))
        return games

    async def game(self, games: GameDirectory):
        seats = NewSeat("person", self.here.ada), NewSeat("person", self.here.bob)
        return (await games.open(NewGame(3, 3, *seats, mode="online", clock="60+1"))).session

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()


@asynccontextmanager
async def site():
    async with room() as here:
        made = Site(here)
        try:
            yield made
        finally:
            made.close()


at_a_site = given(site)


async def watching(games: GameDirectory, game_id: str) -> Listener:
    """A viewer that has received the state of another server's game."""
    listener = Listener()
    relay = await games.elsewhere(game_id)
    relay.watch(game_id, listener)
    await until(lambda: listener.messages)
    return listener


@at_a_site
async def test_a_spectator_on_another_server_sees_the_same(at: Site):
    a, b = at.server("a"), at.server("b")
    session = await at.game(a)
    here = at.here.watch(session)
    await at.here.moves(session, "b1")
    there = await watching(b, session.game.id)
    assert there.messages[0] == {**state_of(session, None), "audience": 1}
    await at.here.moves(session, "a1", "b2")
    await at.here.send(session, at.here.bob, type="resign")
    await until(lambda: len(there.messages) == 4)
    assert there.messages[1:] == here.messages[2:]
    versions = [message["version"] for message in there.messages]
    assert versions == list(range(versions[0], versions[0] + 4))


@at_a_site
async def test_a_game_belongs_to_the_server_whose_name_it_has(at: Site):
    a, b, nameless = at.server("a"), at.server("b"), at.server("")
    sessions = {name: await at.game(games) for name, games in (("a", a), ("b", b), ("", nameless))}
    assert [session.game.id.rpartition("-")[0] for session in sessions.values()] == list(sessions)
    again = {name: at.server(name) for name in sessions}
    for name, games in again.items():
        await games.resume()
        assert [session.game.id for session in games] == [sessions[name].game.id]
    with pytest.raises(Refusal) as refused:
        await b.find(sessions["a"].game.id)
    assert (refused.value.status, refused.value.code) == (421, "elsewhere")
    for unknown in ("a-nothing", "nothing", "c-nothing"):
        with pytest.raises(Refusal) as refused:
            await b.elsewhere(unknown)
        assert refused.value.status == 404
    assert await b.elsewhere(sessions["b"].game.id) is None


@at_a_site
async def test_a_rematch_is_run_where_the_game_was(at: Site):
    a, b = at.server("a"), at.server("b")
    session = await at.game(a)
    there = await watching(b, session.game.id)
    await at.here.send(session, at.here.ada, type="resign")
    again = await a.rematch(session, at.here.bob)
    assert again.game.id.startswith("a-")
    await until(lambda: there.types()[-2:] == ["update", "update"])
    assert there.last("update")["rematch"] == again.game.id


@at_a_site
async def test_a_cut_wire_delays_no_client_and_is_made_good(at: Site):
    a, b = at.server("a"), at.server("b")
    session = await at.game(a)
    there = await watching(b, session.game.id)
    at.hub.cut()
    await at.here.moves(session, "b1", "a1")
    assert len(at.here.store.games.get(session.game.id).moves) == 2
    await until(lambda: len(there.last("state")["moves"]) == 2)  # from the store
    at.hub.mend()
    await until(lambda: there.last("state") == state_of(session, None))
    await at.here.moves(session, "b2")
    await until(lambda: there.types()[-1] == "move")
    assert there.last("move")["version"] == session.version


@at_a_site
async def test_an_end_that_lost_its_own_words_has_everybody_ask(at: Site):
    a, b = at.server("a"), at.server("b")
    session = await at.game(a)
    there = await watching(b, session.game.id)
    at.hub.whole = False
    await at.here.moves(session, "b1")
    at.hub.whole = True
    at.hub.ends[0].come_up()
    await until(lambda: there.types() == ["state", "state"])
    assert len(there.last("state")["moves"]) == 1


@at_a_site
async def test_while_no_server_answers_the_store_does(at: Site):
    a, b = at.server("a"), at.server("b")
    session = await at.game(a)
    await at.here.moves(session, "b1")
    at.hub.cut()
    there = await watching(b, session.game.id)
    assert [move["move"] for move in there.messages[0]["moves"]] == ["b1"]
    await at.here.moves(session, "a1")
    await until(lambda: len(there.messages) == 2)
    assert [move["move"] for move in there.messages[1]["moves"]] == ["b1", "a1"]
    await asyncio.sleep(0.2)
    assert len(there.messages) == 2  # nothing new, nothing told
    state = json.loads(await (await b.elsewhere(session.game.id)).state(session.game.id))
    assert len(state["moves"]) == 2
    at.hub.mend()
    await until(lambda: there.messages[-1] == state_of(session, None))


@at_a_site
async def test_a_store_that_fails_too_is_asked_again(at: Site):
    a, b = at.server("a"), at.server("b")
    session = await at.game(a)
    relay = await b.elsewhere(session.game.id)
    at.hub.cut()
    stored, failures = b.stored_state, []

    async def failing(public_id):
        failures.append(public_id)
        raise OSError("gone")

    b.stored_state = failing
    there = Listener()
    relay.watch(session.game.id, there)
    await until(lambda: len(failures) == 2)
    with pytest.raises(Refusal) as refused:
        await relay.state(session.game.id)
    assert refused.value.status == 503
    b.stored_state = stored
    await until(lambda: there.messages)


@at_a_site
async def test_a_player_who_joins_is_seen_everywhere(at: Site):
    a, b = at.server("a"), at.server("b")
    seats = NewSeat("person", at.here.ada), NewSeat("open")
    opened = await a.open(NewGame(3, 3, *seats, mode="online"))
    session = opened.session
    there = await watching(b, session.game.id)
    assert there.last("state")["status"] == "waiting"
    await a.join(session, at.here.bob, *opened.links.values())
    await until(lambda: there.last("state")["status"] == "live")


@at_a_site
async def test_a_game_without_viewers_is_not_subscribed_to(at: Site):
    a, b = at.server("a"), at.server("b")
    session = await at.game(a)
    one, two = await watching(b, session.game.id), await watching(b, session.game.id)
    wire, channel = at.hub.ends[1], f"hexmate:game:{session.game.id}"
    assert channel in wire.channels
    b.relay.leave(session.game.id, one)
    assert channel in wire.channels
    b.relay.leave(session.game.id, two)
    assert channel not in wire.channels
    assert b.relay._mirrors == {}
    await at.here.moves(session, "b1")
    await asyncio.sleep(0.01)
    assert one.types() == two.types() == ["state"]


@at_a_site
async def test_one_request_serves_all_waiting_clients(at: Site):
    a, b = at.server("a"), at.server("b")
    session = await at.game(a)
    await asyncio.sleep(0)
    relay = await b.elsewhere(session.game.id)
    crowd = [Listener() for _ in range(50)]
    for each in crowd:
        relay.watch(session.game.id, each)
    await until(lambda: all(each.messages for each in crowd))
    asked = [text for channel, text in at.hub.said if channel == "hexmate:server:a"]
    assert len([text for text in asked if "ask" in text]) == 1


@at_a_site
async def test_nonsense_on_the_wire_is_left_alone(at: Site):
    a, b = at.server("a"), at.server("b")
    session = await at.game(a)
    there = await watching(b, session.game.id)
    for channel in ("hexmate:server:a", f"hexmate:game:{session.game.id}"):
        for text in ("", "{", "[]", "3", "{}", '{"ask": "nothing"}'):
            at.hub.ends[0].send(channel, text)
    await at.here.moves(session, "b1")
    await until(lambda: there.types() == ["state", "move"])


def test_two_servers_of_one_name_are_told_of(caplog):
    @at_a_site
    async def test(at: Site):
        at.server("a")
        await asyncio.sleep(0)
        at.server("a")
        await until(lambda: "two servers have the name 'a'" in caplog.text)

    test()
