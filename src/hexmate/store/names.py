"""Names of players: which are allowed, and when two of them are, or look, the same."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from hexmate.store.errors import BadNameError

__all__ = ["LONGEST_NAME", "clean_name", "is_reserved", "look_key", "name_key"]

LONGEST_NAME = 40
_LONGEST_TEXT = 400
"""Longer texts are refused unread: Unicode normalisation may multiply their length."""

_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""Characters that show nothing although Unicode counts them as letters, marks or symbols."""

_MARKS_IN_A_ROW = 3

_TITLES = (
    "admin",
    "admins",
    "administrator",
    "administrators",
    "administrateur",
    "administratrice",
    "moderator",
    "moderators",
    "moderateur",
    "moderatrice",
    "sysop",
    "webmaster",
    "hexmate",
)
"""Words that only the people who run a server may have in their names."""

_STAFF = (
    "staff",
    "root",
    "system",
    "superuser",
    "operator",
    "official",
    "officiel",
    "officielle",
    "support",
    "server",
    "serveur",
)
"""Words that are reserved only as whole names: people are called Joe Root."""

_TALL = re.compile(
    r"(?<=[^\W\d_A-Z])[I1|]+"  # BiII, Kar1
    r"|(?<=[I1|])[I1|]+(?![A-Z])"  # B1II, III
    r"|(?<=[A-Z])I+(?=[^\W\d_A-Z])|(?<=\b[A-Z])I+\b"  # AIice, AI
    r"|(?<=[AEIOUY])[1|]|(?<=[A-Z])[1|](?=[aeiouy])"  # A1ice, C1ara; but B1ll is Bill
)
"""Where I, 1 and | are read as a small l. Elsewhere they are read as I, which is also i."""

_LEVELS = ("level", "niveau")


def clean_name(text: str) -> str:
    """A name as it is shown: in Unicode form NFKC, with single spaces, nothing invisible.

    >>> clean_name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    name = " ".join(unicodedata.normalize("NFKC", text[: _LONGEST_TEXT + 1]).split())
    if len(text) > _LONGEST_TEXT or not 1 <= len(name) <= LONGEST_NAME:
        shown = min(len(name), len(text)) if len(text) > _LONGEST_TEXT else len(name)
        raise BadNameError(
            "length", f"a name must have 1 to {LONGEST_NAME} characters (got {shown})"
        )
    if _INVISIBLE.search(name) or any(unicodedata.category(letter)[0] == "C" for letter in name):
        raise BadNameError(
            "characters", "a name must not contain control characters or invisible ones"
        )
    _check_readable(name)
    return name


def _check_readable(name: str) -> None:
    kinds = "".join(unicodedata.category(letter)[0] for letter in name)
    if "L" not in kinds and "N" not in kinds:
        raise BadNameError("characters", "a name must contain a letter or a digit")
    if "M" * (_MARKS_IN_A_ROW + 1) in kinds:
        raise BadNameError("characters", "a name must not pile up accents on one letter")
    # Imported late: its table takes 90 ms and 10 MB, which programs without people do not need.
    from confusable_homoglyphs.confusables import is_dangerous

    if any(is_dangerous(word, preferred_aliases=["latin"]) for word in name.split()):
        raise BadNameError(
            "characters",
            "a name must not mix Latin letters with letters of another alphabet that look alike",
        )


def name_key(name: str) -> str:
    """A key that is equal for names that differ only in case or Unicode form.

    >>> name_key("STRASSE") == name_key("Straße")
    True
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def look_key(name: str) -> str:
    """A key that is equal for names that look alike, whatever alphabet they are written in.

    >>> look_key("Bill") == look_key("B1II"), look_key("Ada") == look_key("\u0410d\u0430")
    (True, True)
    >>> look_key("Karl") == look_key("Kari")
    False
    """
    plain = _TALL.sub(lambda tall: "l" * len(tall[0]), unicodedata.normalize("NFKC", name))
    plain = name_key(re.sub(r"\bl", "I", plain))  # a word that begins with l may begin with I
    return _shaped(plain, keep="l")


def _shaped(key: str, keep: str = "") -> str:
    """A key in which one text stands for all that look alike, except the letters to keep."""
    return name_key(
        "".join(letter if letter in keep else _shapes().get(letter, letter) for letter in key)
    )


@cache
def _shapes() -> dict[str, str]:
    """For each letter that can be taken for others, one text that stands for all of them.

    The library lists pairs. All that a chain of pairs joins looks alike; an ASCII text stands for
    them, the longest one, so that "m" becomes "rn" and not the other way round. Of 1, I, l and |
    it is I, which in any case is also i.
    """
    from confusable_homoglyphs.confusables import confusables_data

    groups: dict[str, set[str]] = {}
    for letter, pairs in confusables_data.items():
        joined = {letter.strip("\u200e"), *(pair["c"].strip("\u200e") for pair in pairs)}
        for member in tuple(joined):
            joined |= groups.get(member, set())
        for member in joined:
            groups[member] = joined
    return {
        letter: min(
            group, key=lambda text: (not text.isascii(), -len(text), not text.isalpha(), text)
        )
        for letter, group in groups.items()
        if len(letter) == 1
    }


def is_reserved(name: str, engines: Iterable[str] = ()) -> bool:
    """True for names of the server's staff, of engines, and for specs of engines.

    >>> is_reserved("Admin"), is_reserved("Level 15"), is_reserved("uct:time=9", ["uct"])
    (True, True, True)
    >>> is_reserved("Ada Lovelace", ["uct"])
    False
    """
    plain = _unaccented(name)
    if {_letters(word) for word in re.split(r"[\W_]+", plain)} & _looks(_TITLES):
        return True
    base, colon, options = plain.partition(":")
    if colon and "=" in options:
        return True
    whole = {_letters(plain), _letters(base), _letters(re.sub(r"\d", "", base))}
    return not whole.isdisjoint(_looks((*_TITLES, *_STAFF, *_LEVELS, *engines)))


def _looks(words: Iterable[str]) -> set[str]:
    return {_letters(word) for word in words}


def _letters(text: str) -> str:
    """How the letters and digits of a text look; i and l count as alike, as in Adm1n."""
    return "".join(letter for letter in _shaped(name_key(text)) if letter.isalnum())


def _unaccented(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in apart if unicodedata.category(letter) != "Mn")
