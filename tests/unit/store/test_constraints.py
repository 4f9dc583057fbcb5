"""The rules in the database itself: raw SQL tries to break each of them, in both databases."""

import pytest
from sqlalchemy import text
from support.store_games import BLACK_WINS, OPENING, local, online, people, play, played

from hexmate.store import RefusedError, Store


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def unbroken(request, new_database):
    """A world that all cases share: what is refused leaves it as it was."""
    with Store.open(new_database(request.param)) as store:
        yield _peopled(store)


@pytest.fixture
def world(store) -> Store:
    return _peopled(store)


def _peopled(store: Store) -> Store:
    """Ada (1) and Bob (2); game 1 is finished and rated, 2 live with three moves, 33 waits."""
    ada, bob = people(store, "Ada", "Bob")
    played(store, online(store, ada, bob, 5, rated=True), *OPENING)
    play(store, online(store, bob, ada), *BLACK_WINS[:3])
    waiting = text(
        "INSERT INTO games (id, public_id, rows, cols, shape, start_key, start_turned_key, clock,"
        " mode, rated, training, status, plies, version, state, created) VALUES (33, 'waits', 3, 3,"
        " 'hex', 0, 0, 'none', 'local', false, false, 'waiting', 0, 0, '{}', '2024-01-01')"
    )
    with store.database.writing() as connection:
        connection.execute(waiting)
    return store


def run(store: Store, *statements: str) -> None:
    with store.database.writing() as connection:
        for statement in statements:
            connection.execute(text(statement))


GAME = (
    "INSERT INTO games (id, public_id, rows, cols, shape, start_key, start_turned_key, clock, mode,"
    " rated, training, status, plies, version, state, created, started, finished) VALUES ({id},"
    " 'new', 3, 3, 'hex', 0, 0, 'none', 'imported', false, false, '{status}', 0, 0, '{{}}',"
    " '2024-01-01', '2024-01-01', NULL)"
)
MOVE = (
    "INSERT INTO moves (game_id, number, color, move, played, key, turned_key)"
    " VALUES ({game}, {number}, '{color}', '{move}', '2024-01-01', 0, 0)"
)
RESULT = "INSERT INTO results (game_id, result, termination, winner_seat) VALUES ({})"
SEAT = "INSERT INTO seats (game_id, color, kind, player_id, ai) VALUES ({})"
RATING = (
    "INSERT INTO ratings (game_id, color, player_id, rating, deviation, volatility, rated)"
    " VALUES ({}, 1500, 50, 0.06, '2024-01-01')"
)
REMATCH = "INSERT INTO rematches (game_id, rematch_id) VALUES ({})"
FINISH = "UPDATE games SET status = 'finished', finished = '2024-01-01' WHERE id = {}"


def move(game=2, number=4, color="white", name="c3") -> str:
    return MOVE.format(game=game, number=number, color=color, move=name)


def count(number: int, game=2) -> str:
    return f"UPDATE games SET plies = {number} WHERE id = {game}"


BROKEN = {
    # a winner is a player of that game
    "winner without a seat": ("UPDATE results SET winner_seat = 'green' WHERE game_id = 1",),
    "a result with a winner without a seat": (
        "UPDATE games SET status = 'finished', finished = '2024-01-01' WHERE id = 2",
        RESULT.format("2, 'B+', 'connection', 'green'"),
    ),
    "result of a game without seats": (RESULT.format("33, 'B+', 'connection', 'black'"),),
    "result of no game": (RESULT.format("77, 'Draw', 'full board', NULL"),),
    "winner removed": ("UPDATE results SET winner_seat = NULL WHERE game_id = 1",),
    "winner of a draw": ("UPDATE results SET result = 'Draw' WHERE game_id = 1",),
    "a result in no language": ("UPDATE results SET result = 'Black' WHERE game_id = 1",),
    "an unknown end": ("UPDATE results SET termination = 'tired' WHERE game_id = 1",),
    "seat of a winner taken away": ("DELETE FROM seats WHERE game_id = 1 AND color = 'black'",),
    "seat of a winner given away": ("UPDATE seats SET player_id = 2 WHERE game_id = 1",),
    "a seat for an unknown player": (SEAT.format("33, 'black', 'person', 99, NULL"),),
    "a third seat": (SEAT.format("2, 'red', 'person', 1, NULL"),),
    "a seat twice": (SEAT.format("2, 'black', 'person', 1, NULL"),),
    "an AI without a spec": (SEAT.format("33, 'black', 'ai', NULL, NULL"),),
    "a person with the spec of an AI": (SEAT.format("33, 'black', 'person', 1, 'uct'"),),
    "an open seat with a player": (SEAT.format("33, 'black', 'open', 1, NULL"),),
    "a player who sat down is deleted": ("DELETE FROM players WHERE id = 1",),
    # a finished game has a result, and only a finished one
    "finished without a result": (FINISH.format(2),),
    "a result taken away": (
        "DELETE FROM ratings WHERE game_id = 1",
        "DELETE FROM results WHERE game_id = 1",
    ),
    "a result of a live game": (RESULT.format("2, 'B+', 'connection', 'black'"),),
    "a second result": (RESULT.format("1, 'W+', 'connection', 'white'"),),
    "a finished game continues": (
        "UPDATE games SET status = 'live', finished = NULL WHERE id = 1",
    ),
    "a finished game without a date": ("UPDATE games SET finished = NULL WHERE id = 1",),
    "a live game with the date of its end": (
        "UPDATE games SET finished = '2024-01-01' WHERE id = 2",
    ),
    "a result of another status": ("UPDATE results SET status = 'live' WHERE game_id = 1",),
    # moves are gapless
    "a gap": (count(5), move(number=5)),
    "a number twice": (move(number=3, color="black"),),
    "number zero": (move(number=0),),
    "a move that the game does not count": (move(number=4),),
    "a count without a move": (count(4),),
    "a count that forgets a move": (count(2),),
    "a negative count": ("DELETE FROM moves WHERE game_id = 2", count(-1)),
    "the first move taken away": ("DELETE FROM moves WHERE game_id = 2 AND number = 1",),
    "a move in the middle taken away": ("DELETE FROM moves WHERE game_id = 2 AND number = 2",),
    "the last move taken away, but counted": (
        "DELETE FROM moves WHERE game_id = 2 AND number = 3",
    ),
    "a move renumbered": ("UPDATE moves SET number = 4 WHERE game_id = 2 AND number = 3",),
    "a move changed": ("UPDATE moves SET move = 'c3' WHERE game_id = 2 AND number = 3",),
    "a move of a colour that does not exist": (count(4), move(color="green")),
    "a move without words": (count(4), move(name="")),
    "a move of no game": (move(game=77, number=1),),
    "a move of a waiting game": (count(1, game=33), move(game=33, number=1)),
    "a move after the end": (count(6, game=1), move(game=1, number=6)),
    "a move taken back after the end": ("DELETE FROM moves WHERE game_id = 1 AND number = 5",),
    # rematches
    "a second rematch": (REMATCH.format("1, 2"), REMATCH.format("1, 33")),
    "the rematch of two games": (REMATCH.format("1, 33"), REMATCH.format("2, 33")),
    "a rematch of itself": (REMATCH.format("2, 2"),),
    "a rematch that was there before": (REMATCH.format("2, 1"),),
    "a rematch of no game": (REMATCH.format("77, 78"),),
    "no game as a rematch": (REMATCH.format("1, 77"),),
    # games
    "begun live without seats": (GAME.format(id=40, status="live"),),
    "imported without seats": (
        RESULT.format("40, '?', 'unknown', NULL"),
        GAME.format(id=40, status="finished"),
    ),
    "live without seats": (
        "UPDATE games SET status = 'live', started = '2024-01-01' WHERE id = 33",
    ),
    "live with an open seat": (
        SEAT.format("33, 'black', 'open', NULL, NULL"),
        SEAT.format("33, 'white', 'person', NULL, NULL"),
        "UPDATE games SET status = 'live', started = '2024-01-01' WHERE id = 33",
    ),
    "live without a start": ("UPDATE games SET started = NULL WHERE id = 2",),
    "a seat of a live game opened": (
        "UPDATE seats SET kind = 'open', player_id = NULL WHERE game_id = 2 AND color = 'black'",
    ),
    "a rated local game": ("UPDATE games SET rated = true WHERE id = 33",),
    "a size that is none": ("UPDATE games SET rows = 0 WHERE id = 2",),
    "too large a size": ("UPDATE games SET cols = 33 WHERE id = 2",),
    "a shape that is none": ("UPDATE games SET shape = 'round' WHERE id = 2",),
    "a swap rule that is none": ("UPDATE games SET swap = 'colours' WHERE id = 2",),
    "a mode that is none": ("UPDATE games SET mode = 'blitz' WHERE id = 2",),
    "a status that is none": ("UPDATE games SET status = 'odd' WHERE id = 2",),
    "a public id twice": ("UPDATE games SET public_id = 'waits' WHERE id = 2",),
    "a game with moves deleted": ("DELETE FROM games WHERE id = 2",),
    # players and ratings
    "a name twice": (
        "INSERT INTO players (kind, name, name_key, created)"
        " VALUES ('person', 'ADA', 'ada', '2024-01-01')",
    ),
    "a kind that is none": ("UPDATE players SET kind = 'cat' WHERE id = 1",),
    "no name": ("UPDATE players SET name = '' WHERE id = 1",),
    "a token twice": ("UPDATE players SET token_hash = 'same'",),
    "a rating of a player who did not play": (
        "DELETE FROM ratings",
        "INSERT INTO players (id, kind, name, name_key, created)"
        " VALUES (9, 'person', 'Eve', 'eve', '2024-01-01')",
        RATING.format("1, 'black', 9"),
    ),
    "a rating in the other's seat": ("DELETE FROM ratings", RATING.format("1, 'black', 2")),
    "a rating for a game without a result": (RATING.format("2, 'black', 2"),),
    "rated twice for one game": (RATING.format("1, 'black', 1"),),
    "no deviation": ("UPDATE ratings SET deviation = 0",),
}


@pytest.mark.parametrize("case", BROKEN)
def test_the_database_refuses(unbroken, case):
    with pytest.raises(RefusedError):
        run(unbroken, *BROKEN[case])


class _FineError(Exception):
    """Undoes statements that were taken."""


def test_each_rule_is_broken_by_the_last_statement(unbroken):
    """Those before it are fine, so that a case tries what its name says."""

    def undone(statements):
        with unbroken.database.writing() as connection:
            for statement in statements:
                connection.execute(text(statement))
            raise _FineError

    for statements in BROKEN.values():
        with pytest.raises(_FineError):
            undone(statements[:-1])


@pytest.mark.parametrize(
    "statements",
    [
        (count(4), move()),
        ("DELETE FROM moves WHERE game_id = 2 AND number > 1", count(1)),
        ("DELETE FROM moves WHERE game_id = 2", count(0)),
        (RESULT.format("2, 'W+', 'timeout', 'black'"), FINISH.format(2)),
        (FINISH.format(2), RESULT.format("2, 'Draw', 'full board', NULL")),
    ],
)
def test_what_keeps_the_rules_is_taken(world, statements):
    run(world, *statements)


@pytest.mark.parametrize(
    ("black", "white"),
    [
        ("'person', 1, NULL", "'person', 1, NULL"),
        ("'person', 1, NULL", "'person', NULL, NULL"),
        ("'person', 1, NULL", "'ai', 3, 'uct'"),
        ("'person', 1, NULL", "'hybrid', 2, 'uct'"),
    ],
)
def test_a_rated_game_is_between_two_of_a_kind(world, black, white):
    bot = world.players.bot("uct")
    assert bot.id == 3
    run(
        world,
        "UPDATE games SET mode = 'online' WHERE id = 33",
        SEAT.format(f"33, 'black', {black}"),
        SEAT.format(f"33, 'white', {white}"),
    )
    start = "UPDATE games SET rated = {}, status = 'live', started = '2024-01-01' WHERE id = 33"
    with pytest.raises(RefusedError, match="two people or between two bots"):
        run(world, start.format("true"))
    run(world, start.format("false"))
    with pytest.raises(RefusedError, match="two people or between two bots"):
        run(world, "UPDATE games SET rated = true WHERE id = 33")


def test_two_finished_local_games_are_no_trouble(store):
    played(store, local(store), *BLACK_WINS)
    played(store, local(store), *BLACK_WINS[:2])
