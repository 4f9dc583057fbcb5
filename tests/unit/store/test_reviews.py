"""Reviews of finished games: one per game, the most thorough."""

from dataclasses import replace

import pytest
from support.store_games import BLACK_WINS, local, played

from hexmate.store import NotFoundError, StoredReview
from hexmate.store.reviews import LONGEST_REVIEW

REVIEW = StoredReview("uct", 0.5, None, '{"moves": []}')


def test_a_finished_game_keeps_its_most_thorough_review(store):
    game = played(store, local(store), *BLACK_WINS)
    name = game.public_id
    assert store.reviews.find(name) is None
    assert store.reviews.save(name, REVIEW)
    assert store.reviews.find(name) == REVIEW
    longer = replace(REVIEW, seconds=2.0, text="{}")
    assert store.reviews.save(name, longer)
    assert not store.reviews.save(name, REVIEW)
    strongest = replace(REVIEW, player="hexmate", visits=50)
    assert store.reviews.save(name, strongest)
    assert not store.reviews.save(name, replace(strongest, visits=10, seconds=9.0))
    assert not store.reviews.save(name, longer)
    again = replace(strongest, text='{"moves": [1]}')
    assert store.reviews.save(name, again)
    assert store.reviews.find(name) == again


def test_other_games_keep_none(store):
    live = local(store)
    assert not store.reviews.save(live.public_id, REVIEW)
    assert store.reviews.find(live.public_id) is None
    assert not store.reviews.save("nowhere", REVIEW)
    with pytest.raises(NotFoundError):
        store.reviews.find("nowhere")


def test_taking_back_a_move_of_a_reviewed_game_forgets_the_review(store):
    game = played(store, local(store), *BLACK_WINS)
    assert store.reviews.save(game.public_id, REVIEW)
    store.games.truncate(game.id, len(BLACK_WINS) - 1)
    assert store.reviews.find(game.public_id) is None


def test_a_review_has_a_greatest_length(store):
    game = played(store, local(store), *BLACK_WINS)
    assert not store.reviews.save(game.public_id, replace(REVIEW, text="x" * (LONGEST_REVIEW + 1)))
    assert store.reviews.save(game.public_id, replace(REVIEW, text="x" * LONGEST_REVIEW))
