"""People and bots: names, tokens, and when two names are the same."""

import pytest

from hexmate.store import (
    BadNameError,
    NameTakenError,
    NotFoundError,
    RefusedError,
    StoreError,
)
from hexmate.store.names import is_reserved


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


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "length"),
        ("   ", "length"),
        ("x" * 41, "length"),
        ("x" * 100_000, "length"),
        ("\ufdfa" * 40, "length"),  # 18 characters each in NFKC
        *((text, "characters") for text in ("a\0b", "a\u202eb", "\ud800", "a\u200db")),
        *((f"Ada{blank}", "characters") for blank in "\u115f\u1160\u3164\uffa0\u2800\ufe0f\u034f"),
        ("\u3164", "characters"),
        ("...", "characters"),
        ("a" + 10 * "\u0301", "characters"),
        ("\u0410da", "characters"),  # a Cyrillic A before Latin letters
        ("Bo\u03c1", "characters"),  # a Greek rho behind them
    ],
)
def test_names_that_are_none(store, name, reason):
    with pytest.raises(BadNameError, match="a name must") as error:
        store.players.create(name)
    assert error.value.reason == reason


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "Éva",
        "Straße",
        "Wałęsa",
        "Đặng",
        "Иван",
        "Ελένη",
        "日本ごカナ",
        "김철수 X",
        "O'Neill",
        "7",
    ],
)
def test_names_of_all_alphabets_are_welcome(store, name):
    assert store.players.create(name).name == name


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Ada", "\u0410\u0501\u0430"),
        ("Bill", "BiII"),
        ("Bill", "B1l|"),
        ("Bill", "Bil|"),
        ("Bill", "Bi11"),
        ("Bill", "B1II"),
        ("Alice", "AIice"),
        ("Alice", "A1ice"),
        ("Alice", "A|ice"),
        ("ALICE", "A1ICE"),
        ("Clara", "CIara"),
        ("Clara", "C1ara"),
        ("Al", "AI"),
        ("Ilya", "IIya"),
        ("Henry VII", "Henry Vll"),
        ("Henry III", "Henry lll"),
        ("Ada 11", "Ada 1l"),
        ("Ida", "lda"),
        ("Ida", "1da"),
        ("Karl", "Kar1"),
        ("Karl", "KarI"),
        ("Rob", "R0b"),
        ("Mina", "rnina"),
        ("Cape", "\u0441\u0430\u0440\u0435"),
    ],
)
def test_names_that_look_alike_belong_to_one_person(store, one, two):
    first, other = store.players.create(one), store.players.create("Other")
    with pytest.raises(NameTakenError, match="looks too much like") as error:
        store.players.create(two)
    assert error.value.alike
    with pytest.raises(NameTakenError, match="looks too much like"):
        store.players.rename(other.id, two)
    assert store.players.rename(first.id, two).id == first.id
    store.players.bot(one), store.players.bot(two)  # specs of engines may look alike


@pytest.mark.parametrize(
    ("one", "two"),
    [("Karl", "Kari"), ("Clara", "Ciara"), ("KARI", "Karl"), ("Ella", "Elia"), ("Lea", "Ada")],
)
def test_names_that_differ_in_a_small_letter_are_two(store, one, two):
    assert store.players.create(one).id != store.players.create(two).id


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Admin",
            "ADMIN",
            "Adm1n",
            "\u0410\u0501min",
            "Ádmin",
            "a.d.m.i.n",
            "Admin2",
            "The Admin",
            "Root",
            "Supp0rt",
            "Hexmate Team",
        ),
        *(
            "Modérateur",
            "Hexmate",
            "Level 15",
            "level15",
            "L\u0435vel 15",
            "Niveau 3",
            "level:n=15",
        ),
        *("uct", "UCT", "uct:time=9", "other:n=3", "My Engine"),
    ],
)
def test_reserved_names(name):
    assert is_reserved(name, ["uct", "My Engine"])


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "Mina",
        "Leveller",
        "Rootsy",
        "Stafford",
        "15",
        "a: b",
        "Joe Root",
        "System of a Down",
        "Support Vector",
    ],
)
def test_names_that_are_not_reserved(name):
    assert not is_reserved(name, ["uct", "My Engine"])


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
        store.players.by_name("missing")
    with pytest.raises(NotFoundError):
        store.players.get(99)
