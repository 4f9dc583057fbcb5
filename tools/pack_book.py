"""Pack the opening book that ships: python tools/pack_book.py LINES.json [MAPS.json]

LINES is what `python tools/book_lines.py` has written. Further files add positions on its boards:
that of `python tools/swap_maps.py` has longer searches after all first stones. Writes
src/hexmate/book/opening_book.jsonl.gz.
"""

import gzip
import json
import sys
from pathlib import Path
from typing import Any

from hexmate.board import Board
from hexmate.book.opening_book import DATA, BookPosition, BookReply, OpeningBook, place_of
from hexmate.color import BLACK
from hexmate.files import drafted

MOST = 4
"""Replies of a position."""
LEAST_VISITS = 90
OPEN = 0.2
"""How far from one half Black's win probability after a first stone may be."""
MARGIN = 0.06
"""Replies whose win probability is further below the best one's are left out."""


def entry_of(found: dict[str, Any]) -> tuple[BookPosition, tuple[BookReply, ...]] | None:
    """A searched position as an entry; None if it is decided or has no replies."""
    board = Board(found["size"])
    for move in found["cell"].split():
        board.push_str(move)
    place = place_of(board)
    if place is None or not found["replies"]:
        return None
    back = {place.cell(cell): cell for cell in range(board.num_cells)}
    listed = [
        BookReply(
            back[board.parse(cell)], black if board.turn is BLACK else round(1 - black, 4), visits
        )
        for cell, visits, black in found["replies"][:MOST]
    ]
    best = listed[0]
    good = [each for each in listed if best.win_probability - each.win_probability <= MARGIN]
    return place.entry, tuple(each for each in good if 50 * each.visits >= best.visits)


def packed(files: list[dict[str, Any]]) -> OpeningBook:
    """The book of the results with enough visits; of a position the one with the most."""
    sizes = {each["size"] for each in files[0]["stones"]}
    found = [each for file in files for each in file["stones"] if each["size"] in sizes]
    whole = [each for each in found if each["visits"] >= LEAST_VISITS and is_open(each)]
    entries = dict(
        entry
        for entry in map(entry_of, sorted(whole, key=lambda each: each["visits"]))
        if entry is not None
    )
    facts = {"network": files[0]["net"], "sha256": files[0]["sha256"]}
    fewest = min(each["visits"] for each in whole)
    return OpeningBook(entries, {**facts, "visits": fewest, "date": files[0]["date"]})


def is_open(found: dict[str, Any]) -> bool:
    """Whether both sides have chances: a book needs no first stones that are swapped at once."""
    return abs(found["black"] - 0.5) <= OPEN or len(found["cell"].split()) > 1


def main(paths: list[Path]) -> None:
    book = packed([json.loads(path.read_text("utf-8")) for path in paths])
    with drafted(DATA) as draft:
        draft.write_bytes(gzip.compress(book.text().encode("utf-8"), 9, mtime=0))
    print(f"{len(book):,} positions, {DATA.stat().st_size:,} bytes")


if __name__ == "__main__":
    main([Path(each) for each in sys.argv[1:]])
