"""Names of players: their normal form, and when two of them are the same."""

import unicodedata

from hexmate.store.errors import StoreError

__all__ = ["LONGEST_NAME", "clean_name", "name_key"]

LONGEST_NAME = 40


def clean_name(text: str) -> str:
    """A name as it is shown: in Unicode form NFKC, with single spaces, nothing invisible.

    >>> clean_name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise StoreError(f"a name must have 1 to {LONGEST_NAME} characters (got {len(name)})")
    if any(unicodedata.category(letter)[0] == "C" for letter in name):
        raise StoreError("a name must not contain control characters or invisible ones")
    return name


def name_key(name: str) -> str:
    """A key that is equal for names that differ only in case or Unicode form.

    >>> name_key("STRASSE") == name_key("Straße")
    True
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())
