"""Games and players in a database: SQLite in a file, or PostgreSQL by its URL.

>>> from hexmate.store import NewGame, NewSeat, Store
>>> with Store.open("sqlite://") as store:
...     ada = store.people.create("Ada")
...     game = store.games.create(NewGame(5, 5, NewSeat("person", ada.id), NewSeat("open")))
>>> game.status, game.black.name
('waiting', 'Ada')
"""

from hexmate.store.errors import (
    ConflictError,
    NameTakenError,
    NotFoundError,
    NotLiveError,
    StaleError,
    StoreError,
)
from hexmate.store.positions import PositionKeys
from hexmate.store.store import Store
from hexmate.store.values import (
    ClockReading,
    Clocks,
    GameRow,
    MoveRow,
    NewGame,
    NewSeat,
    Player,
    ResultRow,
    Seat,
)

__all__ = [
    "ClockReading",
    "Clocks",
    "ConflictError",
    "GameRow",
    "MoveRow",
    "NameTakenError",
    "NewGame",
    "NewSeat",
    "NotFoundError",
    "NotLiveError",
    "Player",
    "PositionKeys",
    "ResultRow",
    "Seat",
    "StaleError",
    "Store",
    "StoreError",
]
