"""Games between people: leaving, series of rematches, and the chat."""

import json
import logging
import time
from unittest.mock import patch

import pytest
from pydantic import ValidationError
from support.web_room import Listener, Room, given, room, state_of
from support.web_served import Socket, Visitor, served
from websockets.sync.client import connect

from hexmate.color import BLACK, WHITE
from hexmate.store import NewSeat
from hexmate.web.errors import Refusal
from hexmate.web.live.chat import clean_text
from hexmate.web.live.directory import GameDirectory
from hexmate.web.models.messages import CLIENT_MESSAGE

in_a_room = given(room)


async def refused(sent) -> str:
    with pytest.raises(Refusal) as refusal:
        await sent
    return refusal.value.code


async def begun(here: Room, *, moves=("a1", "b2"), **terms):
    """A game of Ada and Bob after two moves, with both connected."""
    session = await here.online(**terms)
    ada, bob = here.watch(session, here.ada), here.watch(session, here.bob)
    await here.moves(session, *moves)
    return session, ada, bob


@pytest.mark.parametrize("leaver", ["ada", "bob"])
@pytest.mark.parametrize("moves", [(), ("a1",)])
def test_either_player_aborts_before_the_second_move(leaver, moves):
    @in_a_room
    async def test(here: Room):
        session, ada, _ = await begun(here, moves=moves)
        await here.send(session, getattr(here, leaver), type="cancel")
        assert ada.last("update")["status"] == "cancelled"
        assert here.store.games.get(session.game.id).result is None

    test()


@in_a_room
async def test_a_win_is_claimed_against_a_player_who_left(here: Room):
    session, ada, bob = await begun(here, moves=("a1", "b2", "c1"))
    assert await refused(here.send(session, here.ada, type="claim")) == "no_claim"
    session.leave(bob)
    assert ada.last("update")["claim"] == {"seat": "black", "wait": 300_000}
    await here.time.pass_by(299)
    assert state_of(session, here.ada)["claim"] == {"seat": "black", "wait": 1000}
    assert await refused(here.send(session, here.ada, type="claim")) == "no_claim"
    await here.time.pass_by(1)
    assert await refused(here.send(session, here.bob, type="claim")) == "no_claim"
    await here.send(session, here.ada, type="claim")
    told = ada.last("update")
    assert (told["result"]["termination"], told["result"]["winner_seat"]) == ("forfeit", "black")
    assert told["claim"] is None
    assert here.store.games.get(session.game.id).result.result == "B+Forfeit"
    assert await refused(here.send(session, here.ada, type="claim")) == "over"


@in_a_room
async def test_a_player_who_returns_or_is_not_to_move_loses_nothing(here: Room):
    session, ada, bob = await begun(here)
    session.leave(bob)  # Ada is to move
    await here.time.pass_by(1000)
    assert state_of(session, here.ada)["claim"] is None
    await here.moves(session, "c1")
    assert ada.last("move")["claim"] == {"seat": "black", "wait": 300_000}, "from his turn on"
    await here.time.pass_by(200)
    bob = here.watch(session, here.bob)
    assert ada.last("update")["claim"] is None
    session.leave(bob)
    await here.time.pass_by(200)
    assert await refused(here.send(session, here.ada, type="claim")) == "no_claim"


@in_a_room
async def test_the_time_counts_while_the_claimant_waits(here: Room):
    session, ada, bob = await begun(here, moves=("a1", "b2", "c1"))
    session.leave(bob)
    session.leave(ada)
    await here.time.pass_by(1000)
    here.watch(session, here.ada)
    assert state_of(session, here.ada)["claim"] == {"seat": "black", "wait": 300_000}


@pytest.mark.parametrize("terms", [{"clock": "60"}, {"clock": "30/move"}])
def test_a_clock_decides_without_claims(terms):
    @in_a_room
    async def test(here: Room):
        session, _, bob = await begun(here, moves=("a1", "b2", "c1"), **terms)
        session.leave(bob)
        await here.time.pass_by(20)
        assert state_of(session, here.ada)["claim"] is None

    test()


@in_a_room
async def test_a_rated_game_that_has_hardly_begun_is_void(here: Room):
    session, _, bob = await begun(here, rows=5, cols=5, rated=True, moves=("a1", "b2", "c1"))
    session.leave(bob)
    await here.time.pass_by(300)
    await here.send(session, here.ada, type="claim")
    assert (session.game.status, session.game.result) == ("cancelled", None)


@in_a_room
async def test_rematches_keep_the_score_of_their_series(here: Room):
    session = await here.online()
    assert state_of(session, None)["series"] is None
    scores = []
    for loser in (here.ada, here.ada, here.bob, here.ada):
        await here.send(session, loser, type="resign")
        session = await here.games.rematch(session, here.ada)
        (seat,) = session.game.held_by(here.bob)
        series = state_of(session, None)["series"]
        scores.append((series["number"], series[str(seat)], series[str(seat.other)]))
    assert scores == [(2, 1, 0), (3, 2, 0), (4, 2, 1), (5, 3, 1)]
    again = await GameDirectory(here.services).find(session.game.id)
    assert state_of(again, None)["series"] == state_of(session, None)["series"]
    assert session.game.held_by(here.ada) == (BLACK,)
    await here.send(session, here.ada, type="cancel")
    after = await here.games.rematch(session, here.ada)
    assert after.game.held_by(here.ada) == (WHITE,)
    assert state_of(after, None)["series"] == {"number": 5, "black": 3, "white": 1}, "void: no game"


def say(session, person: int, name: str, **said: str) -> None:
    session.say(person, name, CLIENT_MESSAGE.validate_python({"type": "chat", **said}))


def said_to(listener: Listener) -> list[str]:
    lines = [line for each in listener.messages if each["type"] == "chat" for line in each["lines"]]
    return [line["text"] or line["phrase"] for line in lines]


@in_a_room
async def test_players_and_spectators_have_a_chat_each(here: Room):
    session, ada, bob = await begun(here)
    carl = here.store.players.create("Carl").id
    watching, silent = here.watch(session, carl), here.watch(session)
    before = session.version
    say(session, here.ada, "Ada", text=" good\nluck ")
    say(session, here.bob, "Bob", phrase="thanks")
    say(session, carl, "Carl", text="<b>b2 loses</b>")
    assert said_to(ada) == said_to(bob) == ["good luck", "thanks"]
    assert said_to(watching) == said_to(silent) == ["<b>b2 loses</b>"]
    assert session.version == before
    first = ada.last("chat")["lines"][0]
    assert (first["you"], first["name"], first["seat"], first["room"]) == (
        False,
        "Bob",
        "white",
        "players",
    )
    assert bob.last("chat")["lines"][0]["you"]
    back = here.watch(session, here.bob)
    assert said_to(back) == ["good luck", "thanks"]
    assert "chat" not in json.dumps(here.store.games.get(session.game.id).state)


@in_a_room
async def test_the_chat_keeps_only_the_last_messages(here: Room):
    session, _, _ = await begun(here)
    for number in range(120):
        say(session, here.ada, "Ada", text=str(number))
    late = here.watch(session, here.bob)
    assert said_to(late) == [str(number) for number in range(70, 120)]
    ids = [line["id"] for line in late.last("chat")["lines"]]
    assert ids == sorted(set(ids))


@in_a_room
async def test_a_report_is_one_line_in_the_log(here: Room):
    session, _, bob = await begun(here)
    say(session, here.ada, "Ada", text="you are\u2028slow")
    number = bob.last("chat")["lines"][0]["id"]
    with patch.object(logging.getLogger("hexmate.web"), "warning") as warned:
        session.report(here.bob, number)
        session.report(here.bob, number)
        with pytest.raises(Refusal) as refusal:
            session.report(99, number)  # a spectator cannot see it
    assert refusal.value.code == "not_found"
    (template, *values) = warned.call_args_list[0].args
    assert [template % tuple(values), len(warned.call_args_list)] == [
        f"chat report: game {session.game.id}, message {number} of person {here.ada} ('Ada'), "
        f"reported by {here.bob}: 'you are slow'",
        1,
    ]


@in_a_room
async def test_only_games_online_between_people_have_a_chat(here: Room):
    local = await here.session()
    engine = await here.session(white=NewSeat("ai", None, "scripted"), mode="online")
    for session in (local, engine):
        with pytest.raises(Refusal) as refusal:
            say(session, here.ada, "Ada", text="hello")
        assert refusal.value.code == "no_chat"


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"text": ""},
        {"text": "x" * 201},
        {"phrase": "insult"},
        {"text": "hi", "phrase": "hello"},
    ],
)
def test_a_chat_message_is_a_short_text_or_a_phrase(message):
    with pytest.raises(ValidationError):
        CLIENT_MESSAGE.validate_python({"type": "chat", **message})


def test_invisible_characters_are_dropped():
    assert clean_text("a\u202eb\u200b\x07c") == "abc"
    for text in (" ", "\u200b\u200d"):
        with pytest.raises(Refusal):
            clean_text(text)


def test_the_chat_over_real_sockets_has_a_rate_per_person(ada, bob, url):
    game = ada.game(mode="online", white="open")
    bob.join(game, "white")
    with ada.at(game) as first, ada.at(game) as other, bob.at(game) as second:
        answers = [each.ask(type="chat", text="hello") for each in (first, other) * 4]
        assert [answer["type"] for answer in answers[:5]] == ["ack"] * 5
        assert (answers[-1]["type"], answers[-1].get("code")) == ("error", "too_many")
        line = second.wait("chat")["lines"][0]
        assert (line["text"], line["name"]) == ("hello", ada.me["name"])
        assert second.ask(type="report", id=line["id"])["type"] == "ack"
        assert second.ask(type="chat", text="\u200b")["code"] == "malformed"
    with bob.socket(f"/api/games/{game['id']}/live") as back:
        assert back.next()["type"] == "state"
        assert len(back.next()["lines"]) == 5


def test_a_visitor_without_a_cookie_reads_and_cannot_write(ada, url):
    game = ada.game(mode="online", white="open")
    address = f"ws{url.removeprefix('http')}/api/games/{game['id']}/live"
    with connect(address) as connection:
        socket = Socket(connection)
        socket.wait("state")
        assert socket.ask(type="chat", text="hello")["code"] == "no_person"


def test_the_time_of_absence_is_a_setting(new_database, static_folder):
    with (
        served(new_database("sqlite"), static_folder, limits={"absence": 0.001}) as url,
        Visitor(url) as ada,
        Visitor(url) as bob,
    ):
        game = ada.game(mode="online", white="open")
        bob.join(game, "white")
        with ada.at(game) as first:
            with bob.at(game) as second:
                first.move(1, "c3")
                second.move(2, "b2")
                first.move(3, "d4")
            claim = first.wait("update")["claim"]
            while claim is None:
                claim = first.wait("update")["claim"]
            assert claim["seat"] == "black"
            time.sleep(claim["wait"] / 1000 + 0.01)
            assert first.ask(type="claim")["type"] == "ack"
            assert first.ask(type="state")["result"]["result"] == "B+Forfeit"
