"""Ratings that follow from stored results."""

from datetime import UTC, datetime, timedelta
from itertools import combinations, product

import pytest
from support.store_games import OPENING, begun, finish, local, online, people, play

from hexmate.color import BLACK, WHITE
from hexmate.store import NewGame, NewSeat, Rating, ResultRow, Store
from hexmate.store.glicko import rate, waited
from hexmate.store.rating_rules import RatingRules

BLACK_WON = ResultRow("B+Resign", "resignation", BLACK)
WHITE_WON = ResultRow("W+Time", "timeout", WHITE)
DAY = datetime(2024, 5, 1, tzinfo=UTC)


@pytest.fixture
def quick(new_database):
    """A store in which one move of each is enough, for tests with many games."""
    with Store.open(new_database("sqlite"), RatingRules(moves=1)) as store:
        yield store


def rated(store, black, white, result=BLACK_WON, when=DAY):
    return store.games.finish(begun(store, black, white).id, result, when)


def bots(store, one, two):
    seats = NewSeat("ai", ai=one), NewSeat("ai", ai=two)
    game = store.games.create(NewGame(5, 5, *seats, mode="online", rated=True))
    play(store, game, *OPENING)
    return store.games.finish(game.id, BLACK_WON)


def rivals_of_one_strength(store, count, rounds=8):
    """People who have all played each other, each pair as often as Black and as White."""
    known = people(store, *(f"P{number}" for number in range(count)))
    with store.batch():
        for day, (one, other) in product(range(rounds), combinations(known, 2)):
            pair = (one, other) if day % 2 else (other, one)
            rated(store, *pair, when=DAY + timedelta(days=day))
    return known


def test_games_without_players_are_not_rated(store):
    ada, bob = people(store, "Ada", "Bob")
    five_by_five = {
        "no move": ((), {}),
        "one player moved": (("a1", "pass", "a2", "pass", "a3", "pass"), {}),
        "too few moves": (OPENING[:-1], {}),
        "a set-up start": (OPENING, {"start": "5x5 hex - 5/5/5/5/5 b"}),
    }
    for moves, options in five_by_five.values():
        game = online(store, ada, bob, 5, rated=True, **options)
        play(store, game, *moves)
        store.games.finish(game.id, BLACK_WON)
    for size in (1, 3, 4, (4, 9)):
        game = online(store, ada, bob, size, rated=True)
        if size != 1:
            cells = ("a1", "b1", "c1", "a2", "b2", "c2")
            play(store, game, *cells)
        store.games.finish(game.id, BLACK_WON)
    assert store.ratings.of(ada).games == 0
    rated(store, ada, bob)
    assert store.ratings.of(ada).games == 1


def test_two_players_are_rated_so_often_in_a_day(store):
    ada, bob, eve = people(store, "Ada", "Bob", "Eve")
    for hour in range(12):
        rated(store, *((ada, bob) if hour % 2 else (bob, ada)), when=DAY + timedelta(hours=hour))
    assert store.ratings.of(ada).games == 10
    assert not store.ratings.pair_is_free(bob, ada, DAY + timedelta(hours=13))
    assert store.ratings.pair_is_free(ada, eve, DAY + timedelta(hours=13))
    assert store.ratings.pair_is_free(ada, bob, DAY + timedelta(hours=24, minutes=1))
    rated(store, ada, eve, when=DAY + timedelta(hours=13))
    rated(store, ada, bob, when=DAY + timedelta(hours=25))
    assert store.ratings.of(ada).games == 12


def test_a_newcomer_hardly_moves_a_known_player(quick):
    known, *_ = rivals_of_one_strength(quick, 4)
    (newcomer,) = people(quick, "New")
    before = quick.ratings.of(known).rating
    rated(quick, newcomer, known, when=DAY + timedelta(days=9))
    after = quick.ratings.of(known).rating
    assert before.deviation < 130
    assert 0 < before.rating - after.rating < 8  # by Glicko alone it would be 25
    assert quick.ratings.of(newcomer).rating.rating > 1600


def test_throw_away_opponents_make_no_leader(quick):
    honest = rivals_of_one_strength(quick, 5)
    (cheat,) = people(quick, "Cheat")
    with quick.batch():
        for number, victim in enumerate(people(quick, *(f"Victim {n}" for n in range(25)))):
            rated(quick, cheat, victim, when=DAY + timedelta(hours=number))
    board = quick.ratings.leaderboard()
    assert {line.player.id for line in board} == set(honest)
    assert quick.ratings.of(cheat).games == 25
    assert quick.ratings.of(cheat).rating.deviation > RatingRules().deviation


def test_the_leaderboard_needs_known_opponents(quick):
    """A strong player who has met only two others is not on it, however often."""
    known = rivals_of_one_strength(quick, 4)
    (late,) = people(quick, "Late")
    with quick.batch():
        for day, other in product(range(10), known[:2]):
            rated(quick, late, other, when=DAY + timedelta(days=10 + day))
    assert late not in {line.player.id for line in quick.ratings.leaderboard()}
    rated(quick, late, known[2], when=DAY + timedelta(days=20))
    assert quick.ratings.leaderboard()[0].player.id == late


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
    game = online(store, ada, bob, 5, swap="sides", rated=True)
    board = play(store, game, "b2", "swap-sides", *OPENING)
    board.resign(WHITE)
    assert finish(store, game, board).result == ResultRow("B+Resign", "resignation", WHITE)
    assert store.ratings.of(bob).rating.rating > 1500 > store.ratings.of(ada).rating.rating


def test_time_without_games_makes_ratings_less_sure(store):
    ada, bob = people(store, "Ada", "Bob")
    rated(store, ada, bob)
    first = {person: store.ratings.of(person).rating for person in (ada, bob)}
    rated(store, ada, bob, WHITE_WON, DAY + timedelta(days=70))
    late = rate(first[ada], [(waited(first[bob], 10), 0.0)], periods=10)  # both are as unknown
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


def test_bots_have_a_list_of_their_own(new_database):
    lenient = RatingRules(games=1, opponents=1, deviation=350)
    with Store.open(new_database("sqlite"), lenient) as store:
        ada, bob = people(store, "Ada", "Bob")
        rated(store, ada, bob)
        bots(store, "uct", "random")
        assert [
            (line.rank, line.player.name, line.games, line.wins)
            for line in store.ratings.leaderboard("bots")
        ] == [(1, "uct", 1, 1), (2, "random", 1, 0)]
        assert [line.player.name for line in store.ratings.leaderboard()] == ["Ada", "Bob"]


def test_the_leaderboard_trusts_many_games_more_than_one(new_database):
    lenient = RatingRules(games=1, opponents=1, deviation=350)
    with Store.open(new_database("sqlite"), lenient) as store:
        steady, lucky, victim, other = people(store, "Steady", "Lucky", "Victim", "Other")
        for day in range(12):
            rated(store, steady, victim, when=DAY + timedelta(days=day))
        for _ in range(3):
            rated(store, victim, other)
        rated(store, lucky, steady, when=DAY + timedelta(days=13))
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
