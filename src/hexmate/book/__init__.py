"""What is known about openings: swap maps, and the good replies of the opening book."""

from hexmate.book.opening_book import BookReply, OpeningBook, shipped_book
from hexmate.book.swap_maps import SIZES, SwapMap, map_after, swap_map

__all__ = [
    "SIZES",
    "BookReply",
    "OpeningBook",
    "SwapMap",
    "map_after",
    "shipped_book",
    "swap_map",
]
