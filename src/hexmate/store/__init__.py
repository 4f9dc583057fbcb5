"""Games and players in a database: SQLite in a file, or PostgreSQL by its URL.

>>> from hexmate.store import NewGame, NewSeat, Store
>>> with Store.open("sqlite://") as store:
...     ada = store.players.create("Ada")
...     game = store.games.create(NewGame(5, 5, NewSeat("person", ada.id), NewSeat("open")))
>>> game.status, game.black.name
('waiting', 'Ada')
"""

from hexmate.store.errors import (
    BadNameError,
    ConflictError,
    NameTakenError,
    NotFoundError,
    NotLiveError,
    RefusedError,
    StaleError,
    StoreError,
    TooManyGamesError,
    UnavailableError,
)
from hexmate.store.glicko import Rating
from hexmate.store.importing import Imported
from hexmate.store.library import ImportReport
from hexmate.store.positions import PositionKeys
from hexmate.store.ratings import LeaderboardRow, Rated, RatingChange
from hexmate.store.record import board_of, record_of
from hexmate.store.reviews import StoredReview
from hexmate.store.search import Query, SearchPage, StoredSummary
from hexmate.store.statistics import BoardStatistics, Statistics
from hexmate.store.store import Store
from hexmate.store.values import (
    ClockReading,
    GameRow,
    MoveRow,
    NewGame,
    NewSeat,
    ResultRow,
    StoredClocks,
    StoredPlayer,
    StoredSeat,
)
from hexmate.store.writer import StoreWriter

__all__ = [
    "BadNameError",
    "BoardStatistics",
    "ClockReading",
    "ConflictError",
    "GameRow",
    "ImportReport",
    "Imported",
    "LeaderboardRow",
    "MoveRow",
    "NameTakenError",
    "NewGame",
    "NewSeat",
    "NotFoundError",
    "NotLiveError",
    "PositionKeys",
    "Query",
    "Rated",
    "Rating",
    "RatingChange",
    "RefusedError",
    "ResultRow",
    "SearchPage",
    "StaleError",
    "Statistics",
    "Store",
    "StoreError",
    "StoreWriter",
    "StoredClocks",
    "StoredPlayer",
    "StoredReview",
    "StoredSeat",
    "StoredSummary",
    "TooManyGamesError",
    "UnavailableError",
    "board_of",
    "record_of",
]
