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
    RefusedError,
    StaleError,
    StoreError,
)
from hexmate.store.glicko import Rating
from hexmate.store.importing import Imported
from hexmate.store.library import ImportReport
from hexmate.store.positions import PositionKeys
from hexmate.store.ratings import Rated, RatingChange, Standing
from hexmate.store.record import board_of, record_of
from hexmate.store.search import GameSummary, Query, SearchPage
from hexmate.store.statistics import BoardStatistics, Statistics
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
from hexmate.store.writer import Writer

__all__ = [
    "BoardStatistics",
    "ClockReading",
    "Clocks",
    "ConflictError",
    "GameRow",
    "GameSummary",
    "ImportReport",
    "Imported",
    "MoveRow",
    "NameTakenError",
    "NewGame",
    "NewSeat",
    "NotFoundError",
    "NotLiveError",
    "Player",
    "PositionKeys",
    "Query",
    "Rated",
    "Rating",
    "RatingChange",
    "RefusedError",
    "ResultRow",
    "SearchPage",
    "Seat",
    "StaleError",
    "Standing",
    "Statistics",
    "Store",
    "StoreError",
    "Writer",
    "board_of",
    "record_of",
]
