"""An index of all positions in finished games: who reached them, and what was played next.

An index of the database with a row per position would make imports slow: each position of each
game changes another page. Here positions are entries of 17 bytes, gathered in blocks. New entries
go into a fresh block. When there are many, they are sorted by bucket, which the key decides, and
each bucket gets one more block. To find a position, read the blocks of its bucket and the fresh
ones.

Blocks never change. A finished game that is continued gets entries that cancel its old ones.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, bindparam, delete, func, insert, select

from hexmate.board import Board
from hexmate.coords import SWAP
from hexmate.errors import HexmateError, SizeError
from hexmate.store.bulk_rows import insert_rows
from hexmate.store.positions import PositionKeys
from hexmate.store.tables import games, moves, position_blocks, results
from hexmate.symmetry import Symmetry, cell_map

__all__ = ["END", "ENTRY", "Hits", "add_entries", "entries_of", "find_position", "index_games"]

ENTRY = np.dtype(
    [("place", "<i8"), ("game", "<u4"), ("ply", "<u2"), ("move", "<i2"), ("flags", "u1")]
)
"""A position of a game. `place` is the smaller of its two keys, and `move` is the next move, on the
board turned so that it has this key."""

SET_UP_NEXT = -3
"""In place of a move: stones are set up."""
END = -4
"""In place of a move: the game ended here."""

_TURNED, _CANCELS = 1, 2
_WINNER_SHIFT = 2
_WINNERS = {"B": 1, "W": 2}
_BUCKETS = 256
_FRESH = -1
_MOST_FRESH = 200
_MOST_FRESH_BYTES = 400_000
_GAMES_AT_ONCE = 500

Entries = NDArray[np.void]


class Hits(NamedTuple):
    """Where a position was found; arrays with one element per game and ply."""

    game: NDArray[np.int64]
    ply: NDArray[np.int64]
    turned: NDArray[np.bool_]
    """True where the position occurred turned by 180°."""
    move: NDArray[np.int64]
    """The next move, on the board as it was searched for."""
    winner: NDArray[np.int64]
    """1 if Black won, 2 if White won, 0 if neither did."""


def turned_cells(board: Board) -> NDArray[np.int32]:
    """The cell that each cell becomes when the board is turned by 180°, if that is a symmetry."""
    try:
        return cell_map(board, Symmetry.ROTATE_180)
    except SizeError:
        return np.arange(board.num_cells, dtype=np.int32)


def entries_of(
    image: NDArray[np.int32],
    keys: NDArray[np.int64],
    turned: NDArray[np.int64],
    next_moves: Sequence[int],
    result: str,
    game: int = 0,
    *,
    cancel: bool = False,
) -> Entries:
    """The entries of a game: one for each position, from the start to the end.

    `keys` and `turned` are those of the positions, `next_moves` the moves between them.
    """
    entries = np.empty(len(keys), ENTRY)
    entries["place"] = np.minimum(keys, turned)
    entries["game"] = game
    entries["ply"] = np.arange(len(keys))
    entries["move"] = _canonical(image, keys, turned, np.array([*next_moves, END], np.int64))
    flags = _WINNERS.get(result[:1], 0) << _WINNER_SHIFT | (_CANCELS if cancel else 0)
    entries["flags"] = (keys > turned) * np.uint8(_TURNED) | np.uint8(flags)
    return entries


def _canonical(
    image: NDArray[np.int32],
    keys: NDArray[np.int64],
    turned: NDArray[np.int64],
    played: NDArray[np.int64],
) -> NDArray[np.int64]:
    """The moves on boards with the smaller key; of two equivalent moves, the smaller one."""
    other = np.where(played >= 0, image[np.maximum(played, 0)], played)
    plain = np.where(keys > turned, other, played)
    return np.where(keys == turned, np.minimum(played, other), plain)


def add_entries(connection: Connection, entries: Entries) -> None:
    """Add entries; every now and then this sorts the fresh ones into their buckets."""
    if len(entries) == 0:
        return
    count, size = connection.execute(_FRESH_SIZE).one()
    if count + 1 < _MOST_FRESH and (size or 0) + entries.nbytes < _MOST_FRESH_BYTES:
        row = {"bucket": _FRESH, "entries": entries.tobytes()}
        connection.execute(insert(position_blocks), [row])
        return
    gone = delete(position_blocks).where(position_blocks.c.bucket == _FRESH)
    fresh = connection.scalars(gone.returning(position_blocks.c.entries)).all()
    _sort_in(connection, np.concatenate([*map(_read, fresh), entries]))


_FRESH_SIZE = select(func.count(), func.sum(func.length(position_blocks.c.entries))).where(
    position_blocks.c.bucket == _FRESH
)
_BLOCKS = select(position_blocks.c.entries).where(
    position_blocks.c.bucket.in_((bindparam("bucket"), _FRESH))
)


def _sort_in(connection: Connection, entries: Entries) -> None:
    buckets = _bucket(entries["place"])
    order = np.argsort(buckets, kind="stable")
    entries, buckets = entries[order], buckets[order]
    starts = np.searchsorted(buckets, np.arange(_BUCKETS + 1)).tolist()
    rows = [
        {"bucket": bucket, "entries": entries[starts[bucket] : starts[bucket + 1]].tobytes()}
        for bucket in range(_BUCKETS)
        if starts[bucket] < starts[bucket + 1]
    ]
    insert_rows(connection, position_blocks, rows)


def _bucket(place: Any) -> Any:
    return (place >> 32) & (_BUCKETS - 1)


def _read(block: bytes) -> Entries:
    return np.frombuffer(block, ENTRY)


def find_position(connection: Connection, board: Board) -> Hits:
    """All places of a position, perhaps turned by 180°, in finished games."""
    keys = PositionKeys.of(board)
    place = min(keys)
    parts = [np.empty(0, ENTRY)]
    for block in connection.scalars(_BLOCKS, {"bucket": int(_bucket(place))}):
        entries = _read(block)
        parts.append(entries[entries["place"] == place])
    found = _uncancelled(np.concatenate(parts))
    asked_turned = keys.key > keys.turned
    move = found["move"].astype(np.int64)
    if asked_turned:
        move = np.where(move >= 0, turned_cells(board)[np.maximum(move, 0)], move)
    return Hits(
        found["game"].astype(np.int64),
        found["ply"].astype(np.int64),
        (found["flags"] & _TURNED != 0) != asked_turned,
        move,
        found["flags"].astype(np.int64) >> _WINNER_SHIFT,
    )


def _uncancelled(found: Entries) -> Entries:
    """The entries without those that were cancelled."""
    cancels = found["flags"] & _CANCELS != 0
    if not cancels.any():
        return found
    plain = found.copy()
    plain["flags"] &= np.uint8(0xFF ^ _CANCELS)
    different, group = np.unique(plain, return_inverse=True)
    left = np.bincount(group.reshape(-1), weights=np.where(cancels, -1, 1))
    return different[left > 0]


def index_games(connection: Connection, numbers: Iterable[int], *, cancel: bool = False) -> None:
    """Add the entries of finished games whose moves are in the table of moves.

    With `cancel`, entries that cancel them.
    """
    wanted = list(numbers)
    for first in range(0, len(wanted), _GAMES_AT_ONCE):
        some = wanted[first : first + _GAMES_AT_ONCE]
        found = list(_stored_entries(connection, some, cancel))
        if found:
            add_entries(connection, np.concatenate(found))


def _stored_entries(connection: Connection, numbers: list[int], cancel: bool) -> Iterable[Entries]:
    frame = (
        select(
            games.c.id,
            games.c.rows,
            games.c.cols,
            games.c.shape,
            games.c.start_key,
            games.c.start_turned_key,
            results.c.result,
        )
        .join(results, results.c.game_id == games.c.id)
        .where(games.c.id.in_(numbers))
    )
    played: dict[int, list[Any]] = {}
    rows = (
        select(moves.c.game_id, moves.c.move, moves.c.key, moves.c.turned_key)
        .where(moves.c.game_id.in_(numbers))
        .order_by(moves.c.game_id, moves.c.number)
    )
    for row in connection.execute(rows):
        played.setdefault(row.game_id, []).append(row)
    for game in connection.execute(frame):
        steps = played.get(game.id, [])
        board = Board((game.rows, game.cols), shape=game.shape)
        yield entries_of(
            turned_cells(board),
            np.array([game.start_key, *(step.key for step in steps)], np.int64),
            np.array([game.start_turned_key, *(step.turned_key for step in steps)], np.int64),
            [_number(board, step.move) for step in steps],
            game.result,
            game.id,
            cancel=cancel,
        )


def _number(board: Board, move: str) -> int:
    try:
        return board.parse(move)
    except HexmateError:
        return SWAP if move.startswith("swap") else SET_UP_NEXT
