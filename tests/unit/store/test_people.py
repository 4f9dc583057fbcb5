"""People and bots: names, tokens, and what two names have in common."""

import pytest

from hexmate.store import NameTakenError, NotFoundError, RefusedError, StoreError


def test_a_person_is_found_again(store):
    ada = store.people.create("  Ada   Lovelace ", token_hash="abc")
    assert (ada.kind, ada.name) == ("person", "Ada Lovelace")
    assert ada.created.tzinfo is not None
    assert store.people.get(ada.id) == ada
    assert store.people.by_token("abc") == ada
    assert store.people.by_token("other") is None
    assert store.people.by_name("ada LOVELACE") == ada


@pytest.mark.parametrize(
    ("one", "two"), [("Ada", "ADA"), ("Straße", "STRASSE"), ("Éva", "E\u0301VA"), ("a b", "A  B")]
)
def test_a_name_belongs_to_one_person(store, one, two):
    first = store.people.create(one)
    with pytest.raises(NameTakenError, match="taken"):
        store.people.create(two)
    other = store.people.create("Other")
    with pytest.raises(NameTakenError, match="taken"):
        store.people.rename(other.id, two)
    assert store.people.rename(first.id, two).id == first.id


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\0b", "a\u202eb", "\ud800"])
def test_names_that_are_none(store, name):
    with pytest.raises(StoreError, match="a name has"):
        store.people.create(name)


def test_a_renamed_person_leaves_the_name_free(store):
    ada = store.people.create("Ada")
    assert store.people.rename(ada.id, "Countess").name == "Countess"
    assert store.people.create("Ada").id != ada.id
    with pytest.raises(NotFoundError):
        store.people.rename(99, "Nobody")


def test_a_new_token_replaces_the_old(store):
    ada = store.people.create("Ada", token_hash="old")
    store.people.set_token(ada.id, "new")
    assert store.people.by_token("old") is None
    assert store.people.by_token("new") == ada
    with pytest.raises(RefusedError):
        store.people.create("Bob", token_hash="new")
    with pytest.raises(NotFoundError):
        store.people.set_token(99, "any")


def test_bots_are_made_once_and_have_names_of_their_own(store):
    bot = store.people.bot("level:n=3")
    assert (bot.kind, bot.name) == ("bot", "level:n=3")
    assert store.people.bot("level:n=3") == bot
    person = store.people.create("level:n=3")
    assert person.id != bot.id
    assert store.people.by_name("LEVEL:N=3", "bot") == bot
    with pytest.raises(StoreError, match="spec"):
        store.people.bot("")
    with pytest.raises(NotFoundError):
        store.people.by_name("nobody")
    with pytest.raises(NotFoundError):
        store.people.get(99)
