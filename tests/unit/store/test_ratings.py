"""Ratings that follow from stored results."""

from datetime import UTC, datetime, timedelta

import pytest
from support.store_games import finish, local, online, people, play

from hexmate.color import BLACK, WHITE
from hexmate.store import NewGame, NewSeat, Rating, ResultRow
from hexmate.store.glicko import rate, waited

BLACK_WON = ResultRow("B+Resign", "resignation", BLACK)
WHITE_WON = ResultRow("W+Time", "timeout", WHITE)
DAY = datetime(2024, 5, 1, tzinfo=UTC)


def rated(store, black, white, result=BLACK_WON, when=DAY):
    game = online(store, black, white, rated=True)
    return store.games.finish(game.id, result, when)


def test_a_result_is_rated_with_its_game(store):
    ada, bob = people(store, "Ada", "Bob")
    game = rated(store, ada, bob)
    winner = rate(Rating(), [(Rating(), 1.0)], periods=0)
    loser = rate(Rating(), [(Rating(), 0.0)], periods=0)
    assert store.ratings.of(ada).rating == winner
    assert store.ratings.of(bob).rating == loser
    assert store.ratings.of(ada).games == 1
    changes = store.ratings.of_game(game.id)
    assert [(change.color, change.player_id) for change in changes] == [(BLACK, ada), (WHITE, bob)]
    assert [change.rating for change in changes] == [winner, loser]
    assert {change.rated for change in changes} == {DAY}
    assert {change.public_id for change in changes} == {game.public_id}


def test_the_same_result_again_is_not_rated_again(store):
    ada, bob = people(store, "Ada", "Bob")
    game = rated(store, ada, bob)
    store.games.finish(game.id, BLACK_WON)
    assert store.ratings.of(ada).games == 1


def test_a_draw_of_equals_changes_no_rating(store):
    ada, bob = people(store, "Ada", "Bob")
    rated(store, ada, bob, ResultRow("Draw", "full board", None))
    assert store.ratings.of(ada).rating.rating == pytest.approx(1500)
    assert store.ratings.of(ada).rating.deviation < 350


def test_a_void_game_is_not_rated(store):
    ada, bob = people(store, "Ada", "Bob")
    rated(store, ada, bob, ResultRow("Void", "unknown", None))
    assert store.ratings.of(ada).games == 0


def test_the_seat_wins_not_the_colour_of_the_chain(store):
    ada, bob = people(store, "Ada", "Bob")
    game = online(store, ada, bob, swap="sides", rated=True)
    board = play(store, game, "b2", "swap-sides", "a1", "b1")
    board.resign(WHITE)
    assert finish(store, game, board).result == ResultRow("B+Resign", "resignation", WHITE)
    assert store.ratings.of(bob).rating.rating > 1500 > store.ratings.of(ada).rating.rating


def test_time_without_games_makes_ratings_less_sure(store):
    ada, bob = people(store, "Ada", "Bob")
    rated(store, ada, bob)
    first = {person: store.ratings.of(person).rating for person in (ada, bob)}
    rated(store, ada, bob, WHITE_WON, DAY + timedelta(days=70))
    late = rate(first[ada], [(waited(first[bob], 10), 0.0)], periods=10)
    assert store.ratings.of(ada).rating.rating == pytest.approx(late.rating)
    assert store.ratings.of(ada).rating.deviation == pytest.approx(late.deviation)


@pytest.mark.parametrize("mode", ["local", "unrated", "with an AI"])
def test_games_that_do_not_count(store, mode):
    ada, bob = people(store, "Ada", "Bob")
    if mode == "local":
        game = local(store)
    elif mode == "unrated":
        game = online(store, ada, bob)
    else:
        seats = NewSeat("person", ada), NewSeat("ai", ai="uct")
        game = store.games.create(NewGame(3, 3, *seats, mode="online"))
    store.games.finish(game.id, BLACK_WON)
    assert store.ratings.of(ada).games == 0
    assert store.ratings.of(ada).rating == Rating()


def test_bots_have_a_list_of_their_own(store):
    ada, bob = people(store, "Ada", "Bob")
    rated(store, ada, bob)
    seats = NewSeat("ai", ai="uct"), NewSeat("ai", ai="random")
    game = store.games.create(NewGame(3, 3, *seats, mode="online", rated=True))
    store.games.finish(game.id, BLACK_WON)
    bots = store.ratings.leaderboard("bots")
    assert [(line.rank, line.player.name, line.games, line.wins) for line in bots] == [
        (1, "uct", 1, 1),
        (2, "random", 1, 0),
    ]
    assert [line.player.name for line in store.ratings.leaderboard("people")] == ["Ada", "Bob"]


def test_the_leaderboard_trusts_many_games_more_than_one(store):
    steady, lucky, victim, other = people(store, "Steady", "Lucky", "Victim", "Other")
    for _ in range(12):
        rated(store, steady, victim)
    for _ in range(3):
        rated(store, victim, other)
    rated(store, lucky, steady)
    board = store.ratings.leaderboard()
    assert board[0].player.name == "Steady"
    lines = {line.player.name: line for line in board}
    assert (lines["Steady"].games, lines["Steady"].wins) == (13, 12)
    assert (lines["Lucky"].games, lines["Lucky"].wins) == (1, 1)
    assert lines["Lucky"].rating == store.ratings.of(lucky).rating
    sure = [line.rating.rating - 2 * line.rating.deviation for line in board]
    assert sure == sorted(sure, reverse=True)
    assert [line.rank for line in store.ratings.leaderboard(limit=2)] == [1, 2]


def test_history_is_told_from_the_first_game_on(store):
    ada, bob = people(store, "Ada", "Bob")
    games = [rated(store, ada, bob, when=DAY + timedelta(days=day)) for day in range(3)]
    history = store.ratings.history(ada)
    assert [change.public_id for change in history] == [game.public_id for game in games]
    assert [change.rating.rating for change in history] == sorted(
        change.rating.rating for change in history
    )
    assert store.ratings.history(99) == []
