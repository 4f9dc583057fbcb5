"""What one client can do to a server through its sockets: nothing that others notice."""

import asyncio
import gc
import json
import logging
import time
import warnings
from contextlib import suppress

import pytest
from soak.attack.sockets import hostile_review
from support.patience import kept
from support.raw_socket import GONE, RawSocket, frame, text
from support.web_served import Visitor, served
from websockets.exceptions import InvalidStatus

from hexmate.board import Board
from hexmate.store import NewGame, NewSeat, Store
from hexmate.store.positions import PositionKeys
from hexmate.web.live.directory import GameDirectory
from hexmate.web.security.admission import SocketAdmission
from hexmate.web.security.rates import Account, Budget
from hexmate.web.server import log_unhandled
from hexmate.web.settings import Limits
from hexmate.web.sockets import connection, protocol
from hexmate.web.sockets.metering import Metered

pytestmark = pytest.mark.slow

LIMITS = {"requests": 1e4, "people": 1e4, "handshakes": 1e4, "address_time": 1e4}
HERE = "127.0.0.1"


def burn(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def test_a_client_that_has_used_too_much_waits():
    clock = Clock()
    person, address = Account(0.1, 0.3, clock), Account(1.0, 3.0, clock)
    budget = Budget([person, address])
    budget.charge(0.3)
    assert budget.delay() == 0.0
    budget.charge(0.2)
    assert budget.delay() == pytest.approx(2.0)
    clock.now = 1.5
    assert budget.delay() == pytest.approx(0.5)
    clock.now = 2.0
    assert budget.delay() == 0.0
    clock.now = 1000.0
    budget.charge(0.3)
    assert (person.delay(), address.delay()) == (0.0, 0.0)
    address.charge(3.7)
    assert budget.delay() == pytest.approx(1.0)


def test_sockets_of_one_person_share_an_account_and_an_address_has_one_too():
    admission = SocketAdmission(Limits(person_time=0.1, address_time=0.2))
    first, second = admission.budget("a", 1), admission.budget("b", 1)
    anonymous, neighbour = admission.budget("a", None), admission.budget("a", 2)
    first.charge(0.5)
    assert second.delay() > 1.0
    assert anonymous.delay() == neighbour.delay() == 0.0
    first.charge(0.5)
    assert 0.0 < anonymous.delay() < second.delay()
    assert admission.budget("c", 2).delay() == 0.0


def test_a_coroutine_pays_for_its_own_steps_only():
    async def work(seconds):
        burn(seconds)
        await asyncio.sleep(0.001)
        with suppress(ValueError):
            await fails()
        burn(seconds)
        return seconds

    async def fails():
        await asyncio.sleep(0)
        raise ValueError

    async def both():
        paid = {0.02: 0.0, 0.001: 0.0}

        def pay(seconds, amount):
            paid[seconds] += amount

        work_of = {each: Metered(work(each), lambda cost, e=each: pay(e, cost)) for each in paid}
        assert await asyncio.gather(*work_of.values()) == list(paid)
        return paid

    gc.disable()
    try:
        paid = asyncio.run(both())
    finally:
        gc.enable()
    assert paid[0.02] >= 0.04
    assert kept(0.06, paid[0.02])
    assert paid[0.001] >= 0.002
    assert kept(0.02, paid[0.001])


def test_a_metered_coroutine_can_be_cancelled():
    seen = []

    async def work():
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            await asyncio.sleep(0)
            seen.append("tidied")
            raise

    async def body():
        task = asyncio.create_task(Metered(work(), lambda _: None))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(body())
    assert seen == ["tidied"]


def test_a_metered_coroutine_can_be_cancelled_before_it_begins():
    async def work():
        raise AssertionError

    async def body():
        task = asyncio.create_task(Metered(work(), lambda _: None))
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()

    with warnings.catch_warnings():
        warnings.simplefilter("error")  # a coroutine that nothing awaits is a warning
        asyncio.run(body())
        gc.collect()


def test_the_processor_time_of_a_person_is_shared_by_their_sockets(new_database):
    limits = {**LIMITS, "person_time": 0.002}
    with (
        served(new_database("sqlite"), limits=limits) as url,
        Visitor(url) as ada,
        Visitor(url) as bob,
    ):
        game = ada.game(rows=19, cols=19)
        path, cookie = f"/api/games/{game['id']}/live", ada.http.cookies["hexmate"]

        async def answers(socket):
            count = 0
            while True:
                count += (await socket.message())["type"] == "state"
                counts[socket] = count

        async def flood():
            sockets = [await RawSocket.open(url, path, cookie, address=HERE) for _ in range(4)]
            reading = [asyncio.create_task(answers(each)) for each in sockets]
            for each in sockets:
                await each.send(text(type="state") * 80)
            with bob.at(game) as other:
                for _ in range(10):
                    answer = await asyncio.to_thread(other.ask, type="ping")
                    assert answer["type"] == "pong"
                    await asyncio.sleep(0.05)
            for task, socket in zip(reading, sockets, strict=True):
                task.cancel()
                socket.close()

        counts = {}
        asyncio.run(flood())
        assert sum(counts.values()) < 160  # of 320; a state takes more than 0.1 ms


def raw(url, visitor, path, work, **options):
    """Run a coroutine with a raw socket."""

    async def body():
        cookie = visitor.http.cookies["hexmate"]
        socket = await RawSocket.open(url, path, cookie, address=HERE, **options)
        try:
            async with asyncio.timeout(30):
                return await work(socket)
        finally:
            socket.close()

    return asyncio.run(body())


@pytest.fixture
def long_game(new_database):
    """A database with a game of 300 moves, which has an answer of 25 kB."""
    url = new_database("sqlite")
    board = Board(19)
    with Store.open(url) as store, store.batch():
        person = store.players.create("Ada")
        seat = NewSeat("person", person.id)
        row = store.games.create(NewGame(rows=19, cols=19, black=seat, white=seat))
        for number in range(1, 301):
            move = (number - 1) * 2 % 361
            color = board.turn
            board.push(move)
            keys = PositionKeys.of(board)
            store.games.append_move(
                row.id, number, color, board.name(move), keys, None, row.created
            )
    return url, row.public_id


async def stall(socket):
    """Ask for much, read nothing for a while."""
    await socket.send(text(type="state") * 80)
    with suppress(*GONE):
        await socket.gone()


def test_a_socket_that_never_reads_is_cut_off(long_game, monkeypatch):
    monkeypatch.setattr(protocol, "_FAREWELL", 0.2)
    database, game = long_game
    limits = {**LIMITS, "stall_seconds": 0.2, "person_time": 100}
    with served(database, limits=limits) as url, Visitor(url) as ada:
        raw(url, ada, f"/api/games/{game}/live", stall, buffer=4096)
        with ada.at(game) as socket:
            assert socket.heard[0]["audience"] == 0


def test_a_socket_that_reads_again_too_late_gets_1013(long_game, monkeypatch):
    monkeypatch.setattr(protocol, "_FAREWELL", 30)
    database, game = long_game

    async def late(socket):
        await socket.send(text(type="state") * 80)
        await asyncio.sleep(1.5)
        await socket.drain()
        return socket.code

    limits = {**LIMITS, "stall_seconds": 0.2, "person_time": 100}
    with served(database, limits=limits) as url, Visitor(url) as ada:
        assert raw(url, ada, f"/api/games/{game}/live", late, buffer=4096) == 1013


def test_a_client_that_answers_no_ping_is_closed(new_database, monkeypatch):
    monkeypatch.setattr("hexmate.web.server._PING", 0.1)

    async def silent(socket):
        socket.answers_pings = False
        await socket.drain()
        return socket.code

    limits = {**LIMITS, "stall_seconds": 0.1}
    with served(new_database("sqlite"), limits=limits) as url, Visitor(url) as ada:
        assert raw(url, ada, "/api/analysis", silent) == 1013


@pytest.mark.parametrize(
    "packet", [frame(b"", 9) * 40_000, frame(b"", 1, False) + frame(b"", 0, False) * 40_000]
)
def test_a_packet_of_tiny_frames_delays_no_other(new_database, packet):
    """The watchdog would fail it: parsed in one go it takes 200 ms."""
    limits = {**LIMITS, "person_time": 0.05}

    with (
        served(new_database("sqlite"), limits=limits) as url,
        Visitor(url) as ada,
        Visitor(url) as bob,
        bob.at(ada.game()) as other,
    ):
        game = other.heard[0]["id"]

        async def flood(socket):
            reading = asyncio.create_task(socket.drain())
            sending = asyncio.create_task(socket.send(packet))
            await asyncio.sleep(0.3)
            answer = await asyncio.to_thread(other.ask, type="ping")
            for task in (reading, sending):
                task.cancel()
            return answer["type"]

        assert raw(url, ada, f"/api/games/{game}/live", flood) == "pong"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(b"ab", 2), 1003),
        (frame(b"\xff\xfe"), 1007),
        (frame(b"", 3), 1002),
        (frame(b"x" * 5000), 1009),
        (b"\x81\xff" + (2**40).to_bytes(8) + bytes(4), 1009),
    ],
)
def test_frames_that_are_refused(url, ada, data, code):
    async def send(socket):
        await socket.send(data)
        await socket.drain()
        return socket.code

    assert raw(url, ada, f"/api/games/{ada.game()['id']}/live", send) == code


@pytest.mark.parametrize(("part", "code"), [(b"", None), (b" ", None), (b"x" * 100, 1009)])
def test_the_parts_of_a_message_are_kept_together(url, ada, monkeypatch, part, code):
    kept = []
    joined = protocol.BoundedWebSocket.handle_cont

    def watched(self, event):
        joined(self, event)
        kept.append(len(self.frames))

    monkeypatch.setattr(protocol.BoundedWebSocket, "handle_cont", watched)
    pieces = [frame(b'{"type":', 1, False), *[frame(part, 0, False)] * 200, frame(b'"ping"}', 0)]

    async def send(socket):
        await socket.send(b"".join(pieces))
        with suppress(*GONE):
            while (await socket.message())["type"] != "pong":
                pass
        return socket.code

    assert raw(url, ada, f"/api/games/{ada.game()['id']}/live", send) == code
    assert max(kept) <= 2


def test_only_reviews_may_be_large(ada):
    with ada.socket("/api/analysis") as socket:
        refused = socket.ask(type="analyse", position="3 3 hex", player="x" * 9000)
        assert refused["code"] == "too_large"
        hidden = socket.ask(type="stop", x=['"review"', "x" * 9000])
        assert hidden["code"] in ("too_large", "malformed")
        game = {"rows": 3, "cols": 3, "nodes": [{}, {"move": "a1", "comment": "x" * 9000}]}
        game |= {"schema": "hexmate-game/1", "shape": "hex", "swap": None}
        answer = socket.ask(type="review", game=game, player="negamax:depth=1", limit={"time": 5})
        assert answer["type"] == "review", answer


def test_a_review_that_takes_long_to_read_delays_no_other(url, ada, bob):
    """The watchdog would fail it: it took seconds on the event loop."""
    with ada.socket("/api/analysis") as socket, bob.at(ada.game()) as other:
        socket.connection.send(hostile_review(240_000).decode())
        assert other.ask(type="ping")["type"] == "pong"
        assert socket.next()["type"] in ("error", "review")


def test_handshakes_are_limited_before_the_database_is_asked(new_database, monkeypatch):
    monkeypatch.setattr(connection, "_REFUSAL_DELAY", 0.1)
    asked = []
    find = GameDirectory.find

    async def counted(self, public_id):
        asked.append(public_id)
        return await find(self, public_id)

    monkeypatch.setattr(GameDirectory, "find", counted)
    limits = {**LIMITS, "handshakes": 0.1}
    with served(new_database("sqlite"), limits=limits) as url, Visitor(url) as ada:
        with ada.socket("/api/games/none/live") as socket:
            assert socket.reason_of_end() == 4404
        with pytest.raises(InvalidStatus) as refused, ada.socket("/api/games/none/live"):
            pass
    assert asked == ["none"]
    assert refused.value.response.status_code == 429
    assert json.loads(refused.value.response.body)["code"] == "too_many"


def test_open_sockets_are_limited_in_all(new_database):
    limits = {**LIMITS, "all_sockets": 1}
    with (
        served(new_database("sqlite"), limits=limits) as url,
        Visitor(url) as ada,
        ada.socket("/api/analysis"),
        pytest.raises(InvalidStatus) as refused,
        ada.socket("/api/analysis"),
    ):
        pass
    assert refused.value.response.status_code == 503
    assert json.loads(refused.value.response.body)["code"] == "busy"


def test_an_exception_that_nothing_retrieves_is_one_line(caplog):
    async def fails():
        raise ValueError("the reason")

    async def body():
        asyncio.get_running_loop().set_exception_handler(log_unhandled)
        asyncio.create_task(fails())  # noqa: RUF006
        await asyncio.sleep(0.01)

    with caplog.at_level(logging.INFO):
        asyncio.run(body())
    (record,) = [each for each in caplog.records if each.name == "hexmate.web"]
    assert "\n" not in record.getMessage()
    assert record.exc_info is None
    assert "ValueError('the reason') at test_socket_limits.py:" in record.getMessage()
