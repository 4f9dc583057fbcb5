"""No engine help in live online games between people, on any route or socket."""

from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from support.store_games import OPENING, online, people, play
from support.web_room import Room, given, room
from support.web_served import Visitor

from hexmate.board import Board
from hexmate.color import BLACK
from hexmate.store import NewGame, NewSeat, PositionKeys, ResultRow
from hexmate.symmetry import Symmetry
from hexmate.web.errors import Refusal
from hexmate.web.security.fair_play import EngineHelp, FairPlay

in_a_room = given(room)
EMPTY = Board(5)


def board_of(*moves: str, size=5) -> Board:
    board = Board(size)
    for move in moves:
        board.push_str(move)
    return board


async def refusal(fair: FairPlay, person, board) -> str | None:
    try:
        await fair.check(person, board)
    except Refusal as refused:
        return refused.code
    return None


@contextmanager
def refused(code: str):
    with pytest.raises(Refusal) as error:
        yield
    assert error.value.code == code


@in_a_room
async def test_players_have_no_engine_while_they_play(here: Room):
    fair, other = FairPlay(here.games), here.store.players.create("Eve").id
    session = await here.online(rows=5, cols=5, clock="300")
    assert await refusal(fair, here.ada, EMPTY) == "playing"
    assert await refusal(fair, here.bob, EMPTY) == "playing"
    assert await refusal(fair, other, EMPTY) is None
    assert await refusal(fair, None, EMPTY) is None
    await here.moves(session, *OPENING)
    await here.send(session, here.ada, type="resign")
    assert await refusal(fair, here.ada, board_of(*OPENING)) is None


@in_a_room
async def test_a_game_without_a_clock_counts_while_it_is_open(here: Room):
    fair, session = FairPlay(here.games), await here.online(rows=5, cols=5)
    assert await refusal(fair, here.ada, EMPTY) is None
    tab = here.watch(session, here.ada)
    assert await refusal(fair, here.ada, EMPTY) == "playing"
    session.leave(tab)
    assert await refusal(fair, here.ada, EMPTY) is None


@in_a_room
async def test_games_that_need_no_protection(here: Room):
    fair = FairPlay(here.games)
    await here.online(rows=5, cols=5, clock="300", training=True)
    await here.session(rows=5, cols=5, clock="300")
    await here.session(
        NewSeat("person", here.ada), NewSeat("ai", ai="scripted"), mode="online", clock="300"
    )
    assert await refusal(fair, here.ada, EMPTY) is None


@in_a_room
async def test_no_engine_help_for_a_position_that_is_being_played(here: Room):
    fair, session = FairPlay(here.games), await here.online(rows=5, cols=5)
    early, here_and_now = board_of(*OPENING[:3]), board_of(*OPENING)
    await here.moves(session, *OPENING[:3])
    assert await refusal(fair, None, early) is None  # openings belong to everyone
    await here.moves(session, *OPENING[3:])
    assert await refusal(fair, None, early) is None
    for symmetry in (Symmetry.ROTATE_180, Symmetry.TRANSPOSE, Symmetry.ANTITRANSPOSE):
        assert await refusal(fair, None, here_and_now.transformed(symmetry)) == "live_position"
    assert await refusal(fair, None, board_of(*OPENING, "b1", "c1")) == "live_position"
    assert await refusal(fair, None, board_of(*OPENING, size=7)) is None
    await here.moves(session, "b1", "c1")
    assert (
        await refusal(fair, None, board_of(*OPENING, "b1", "d1")) == "live_position"
    )  # one stone off
    assert (
        await refusal(fair, None, board_of("b4", "c4", "b3", "c3", "b2", "c2", "d2", "d1")) is None
    )


@in_a_room
async def test_the_store_knows_the_games_that_are_not_in_memory(here: Room):
    """Those of other servers, and those that no player has open."""
    fair = FairPlay(here.games)
    carl, dora = people(here.store, "Carl", "Dora")
    game = online(here.store, carl, dora, 5)
    play(here.store, game, *OPENING)
    assert await refusal(fair, here.ada, board_of(*OPENING)) == "live_position"
    turned = board_of(*OPENING).transformed(Symmetry.ROTATE_180)
    assert await refusal(fair, None, turned) == "live_position"
    here.store.games.finish(game.id, ResultRow("B+Resign", "resignation", BLACK))
    assert await refusal(fair, here.ada, board_of(*OPENING)) is None


def test_the_store_knows_who_plays_on_time(store):
    ada, bob, eve = people(store, "Ada", "Bob", "Eve")
    online(store, ada, eve)
    seats = NewSeat("person", eve), NewSeat("ai", ai="uct")
    store.games.create(NewGame(5, 5, *seats, mode="online", clock="300"))
    online(store, eve, bob, clock="300", training=True)
    assert not any(store.games.plays_on_time(each) for each in (ada, bob, eve))
    game = online(store, ada, bob, clock="300")
    assert [store.games.plays_on_time(each) for each in (ada, bob, eve)] == [True, True, False]
    play(store, game, "a1", "b1", "c1", "a2")
    keys = PositionKeys.of(board_of("a1", "b1", "c1", "a2", size=3))
    assert store.games.is_being_played(keys)
    assert not store.games.is_being_played(keys, besides=game.id)
    assert not store.games.is_being_played(PositionKeys.of(board_of("a1", "b1", "c1", size=3)))


@pytest.mark.parametrize(
    ("clock", "days", "counts"), [("none", 2, True), ("none", 4, False), ("300", 4, True)]
)
def test_a_game_without_a_clock_that_was_abandoned_forbids_nothing(store, clock, days, counts):
    game = online(store, *people(store, "Ada", "Bob"), 5, clock=clock)
    play(store, game, *OPENING, played=datetime.now(UTC) - timedelta(days=days))
    assert store.games.is_being_played(PositionKeys.of(board_of(*OPENING))) is counts


@in_a_room
async def test_a_position_with_many_more_stones_is_another(here: Room):
    fair, session = FairPlay(here.games), await here.online(rows=7, cols=7)
    four = ("a1", "b1", "a2", "b2")
    await here.moves(session, *four)
    more = (f"{column}{row}" for row in (4, 5, 6) for column in "abcdefg")
    board = board_of(*four, *(next(more) for _ in range(6)), size=7)
    assert await refusal(fair, None, board) == "live_position"
    board.push_str(next(more))
    assert await refusal(fair, None, board) is None


@in_a_room
async def test_help_ends_when_the_game_begins(here: Room):
    help = EngineHelp(FairPlay(here.games), here.ada)
    await help.permit(EMPTY)
    help.recheck()
    await here.online(rows=5, cols=5, clock="300")
    help._next = 0.0
    with refused("playing"):
        help.recheck()


@in_a_room
async def test_several_positions_are_checked_at_once(here: Room):
    fair, session = FairPlay(here.games), await here.online(rows=5, cols=5)
    await here.moves(session, *OPENING)
    carl, dora = people(here.store, "Carl", "Dora")
    stored = ("c1", "d1", "c2", "d2")
    play(here.store, online(here.store, carl, dora, 5), *stored)
    await fair.check_all(None, [EMPTY, board_of("e1", "e2", "e3", "d3")])
    for moves in (OPENING, stored):
        with refused("live_position"):
            await fair.check_all(None, [EMPTY, board_of(*moves), EMPTY])


RECORD = "(;GM[11]SZ[5];B[a1];W[e5];B[a2];W[e4];B[a3];W[e3])"
LATER = ("c2", "c4", "e1", "a5", "d1", "d5", "e2", "d4", "d3")
"""So many more moves that the last position is another one."""


@pytest.mark.slow
def test_every_route_and_socket_refuses(ada, bob):
    game = ada.game(mode="online", white="open", clock="3000")
    bob.join(game, "white")
    line = board_of(*OPENING).to_string()
    with ada.at(game) as black, bob.at(game) as white, Visitor(ada.url) as anonymous:
        anonymous.http.cookies.clear()
        for number, move in enumerate(OPENING, 1):
            (black if number % 2 else white).move(number, move)
        read = anonymous.http.post("/api/records/read", content=RECORD).json()["games"][0]
        moves = [f";{'BW'[n % 2]}[{move}]" for n, move in enumerate((*OPENING, *LATER))]
        text = f"(;GM[11]SZ[5]{''.join(moves)})"
        (known,) = bob.http.post("/api/library", content=text).json()["added"]
        for visitor, code in ((ada, "playing"), (anonymous, "live_position")):
            for kind in ("resistance", "connections", "must-play", "inferior"):
                overlay = {"position": line, "kind": kind, "color": "black"}
                assert visitor.http.post("/api/overlays", json=overlay).json()["code"] == code
            asked = visitor.http.post("/api/engine-help", json={"position": line})
            assert (asked.status_code, asked.json()["code"]) == (409, code)
            before = {"position": board_of(*OPENING[:-1]).to_string(), "moves": OPENING[-1]}
            asked = visitor.http.get("/api/explorer/book", params={"position": line})
            assert asked.json()["code"] == code
            for path in ("/api/explorer/win-rates", f"/api/library/{known}/win-rates"):
                assert visitor.http.get(path, params=before).json()["code"] == code
            with visitor.socket("/api/analysis") as socket:
                assert socket.ask(type="analyse", position=line)["code"] == code
                assert socket.ask(type="solve", position=line)["code"] == code
                assert socket.ask(type="review", game=read)["code"] == code
        assert black.ask(type="hint")["code"] == "versus_person"
        seats = {"black": {"kind": "person"}, "white": {"kind": "ai", "ai": "random"}}
        set_up = {"rows": 5, "cols": 5, "start": line, "seats": seats}
        assert ada.http.post("/api/games", json=set_up).json()["code"] == "playing"
        copy = ada.game(black="hybrid=random", white="hybrid=random")
        with ada.at(copy) as socket:
            assert socket.ask(type="hand_over")["code"] == "playing"
            assert socket.ask(type="hint")["code"] == "playing"
            black.ask(type="resign")
            assert socket.ask(type="hand_over")["type"] == "ack"


def test_a_page_may_use_its_engine_for_other_positions(ada):
    asked = ada.http.post("/api/engine-help", json={"position": Board(5).to_string()})
    assert asked.json() == {"allowed": True}
    wrong = ada.http.post("/api/engine-help", json={"position": "nonsense"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "position")
