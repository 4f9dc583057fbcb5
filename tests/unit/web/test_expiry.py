"""Unfinished games without a move for a long time are cancelled."""

from datetime import UTC, datetime, timedelta

from support.web_room import Room, given, room

from hexmate.color import BLACK
from hexmate.store import NewGame, NewSeat, PositionKeys
from hexmate.web.live.directory import GameDirectory
from hexmate.web.live.expiry import GameExpiry

in_a_room = given(room)
DAY = 24 * 3600.0


def expiry(here: Room, days: float = 30) -> GameExpiry:
    """At a server that has just started; its clock shows the time."""
    here.time.epoch_offset = datetime.now(UTC).timestamp() - here.time.seconds
    return GameExpiry(GameDirectory(here.services), days)


def played(here: Room, days: float, **terms) -> str:
    """A game whose last move was made some days ago."""
    seats = NewSeat("person", here.ada), NewSeat("person", here.bob)
    game = here.store.games.create(NewGame(3, 3, *seats, mode="online", **terms))
    then = datetime.now(UTC) - timedelta(days=days)
    here.store.games.append_move(game.id, 1, BLACK, "b2", PositionKeys(1, 2), played=then)
    with here.store.database.writing() as connection:
        old = then - timedelta(days=1)
        stamp = old.replace(tzinfo=None).isoformat(" ")
        connection.exec_driver_sql(
            f"UPDATE games SET created = '{stamp}', started = '{stamp}' WHERE id = {game.id}"
        )
    return game.public_id


@in_a_room
async def test_games_without_a_move_for_thirty_days_are_cancelled_and_not_rated(here: Room):
    old, recent = played(here, 31, rated=True), played(here, 29, rated=True)
    job = expiry(here)
    assert await job.cancel_expired() == 1
    assert here.store.games.get(old).status == "cancelled"
    assert here.store.games.get(recent).status == "live"
    assert here.store.ratings.of(here.ada).games == 0
    assert await job.cancel_expired() == 0


@in_a_room
async def test_many_games_expire_a_few_at_a_time(here: Room):
    for _ in range(250):
        here.store.games.create(NewGame(3, 3, NewSeat("person", here.ada), NewSeat("open")))
    before = here.access.writes
    assert await expiry(here, 0).cancel_expired() == 250
    assert here.access.writes - before == 3
    assert here.store.games.live() == []


@in_a_room
async def test_a_game_at_which_someone_is_does_not_expire(here: Room):
    job = expiry(here)
    session = await job._games.find(played(here, 40))
    assert await job.cancel_expired() == 0
    assert session.game.status == "live"


@in_a_room
async def test_a_clock_that_was_set_expires_nothing_for_an_hour(here: Room):
    played(here, 10)
    job = expiry(here)
    here.time.epoch_offset += 365 * DAY
    assert await job.cancel_expired() == 0
    here.time.epoch_offset -= 365 * DAY
    assert await job.cancel_expired() == 0
    assert await job.cancel_expired() == 0
    here.time.seconds += 25 * DAY  # time that has passed by both clocks
    assert await job.cancel_expired() == 1


@in_a_room
async def test_a_server_cancels_its_own_games_only(here: Room):
    games = {name: played(here, 40, public_id=f"{name}x") for name in ("a-", "b-", "ab-", "")}
    now = datetime.now(UTC) - timedelta(days=30)
    expired = here.store.games.expired
    assert expired(now, "a", 10) == [games["a-"]]
    assert expired(now, "", 10) == [games[""]]
    assert set(expired(now, None, 10)) == set(games.values())
    assert len(expired(now, None, 2)) == 2
