"""People and bots: names, tokens, and when two names are the same."""

import pytest

from hexmate.store import NameTakenError, NotFoundError, RefusedError, StoreError


def test_a_person_is_found_again(store):
    ada = store.players.create("  Ada   Lovelace ", token_hash="abc")
    assert (ada.kind, ada.name) == ("person", "Ada Lovelace")
    assert ada.created.tzinfo is not None
    assert store.players.get(ada.id) == ada
    assert store.players.by_token("abc") == ada
    assert store.players.by_token("other") is None
    assert store.players.by_name("ada LOVELACE") == ada


@pytest.mark.parametrize(
    ("one", "two"), [("Ada", "ADA"), ("Straße", "STRASSE"), ("Éva", "E\u0301VA"), ("a b", "A  B")]
)
def test_a_name_belongs_to_one_person(store, one, two):
    first = store.players.create(one)
    with pytest.raises(NameTakenError, match="taken"):
        store.players.create(two)
    other = store.players.create("Other")
    with pytest.raises(NameTakenError, match="taken"):
        store.players.rename(other.id, two)
    assert store.players.rename(first.id, two).id == first.id


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\0b", "a\u202eb", "\ud800"])
def test_names_that_are_none(store, name):
    with pytest.raises(StoreError, match="a name must"):
        store.players.create(name)


def test_a_renamed_person_leaves_the_name_free(store):
    ada = store.players.create("Ada")
    assert store.players.rename(ada.id, "Countess").name == "Countess"
    assert store.players.create("Ada").id != ada.id
    with pytest.raises(NotFoundError):
        store.players.rename(99, "Nobody")


def test_a_new_token_replaces_the_old(store):
    ada = store.players.create("Ada", token_hash="old")
    store.players.set_token(ada.id, "new")
    assert store.players.by_token("old") is None
    assert store.players.by_token("new") == ada
    with pytest.raises(RefusedError):
        store.players.create("Bob", token_hash="new")
    with pytest.raises(NotFoundError):
        store.players.set_token(99, "any")


def test_bots_are_made_once_and_have_names_of_their_own(store):
    bot = store.players.bot("level:n=3")
    assert (bot.kind, bot.name) == ("bot", "level:n=3")
    assert store.players.bot("level:n=3") == bot
    person = store.players.create("level:n=3")
    assert person.id != bot.id
    assert store.players.by_name("LEVEL:N=3", "bot") == bot
    with pytest.raises(StoreError, match="spec"):
        store.players.bot("")
    with pytest.raises(NotFoundError):
        store.players.by_name("nobody")
    with pytest.raises(NotFoundError):
        store.players.get(99)
