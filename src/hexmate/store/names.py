"""Names of players: how they are written, and when two of them are the same."""

import unicodedata

from hexmate.store.errors import StoreError

__all__ = ["LONGEST_NAME", "clean_name", "name_key"]

LONGEST_NAME = 40


def clean_name(text: str) -> str:
    """A name as it is shown: one form of Unicode, single blanks, nothing invisible.

    >>> clean_name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise StoreError(f"a name has 1 to {LONGEST_NAME} characters, not {len(name)}")
    if any(unicodedata.category(letter)[0] == "C" for letter in name):
        raise StoreError("a name has no control characters and none that cannot be seen")
    return name


def name_key(name: str) -> str:
    """What two names that differ only in case or in form of Unicode have in common.

    >>> name_key("STRASSE") == name_key("Straße")
    True
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())
