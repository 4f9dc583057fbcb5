"""The settings of a server: defaults, overridden by a TOML file.

>>> Settings().port
8000
"""

import os
import tomllib
from pathlib import Path
from typing import Annotated, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    IPvAnyNetwork,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from hexmate.errors import HexmateError
from hexmate.records.base import RecordLimits
from hexmate.store.rating_rules import RatingRules

__all__ = [
    "EngineSettings",
    "Limits",
    "RatingSettings",
    "SearchSettings",
    "Settings",
    "SettingsError",
]

Positive = Annotated[int, Field(gt=0)]
Seconds = Annotated[float, Field(gt=0)]


class SettingsError(HexmateError, ValueError):
    """The settings are invalid, or their file cannot be read."""


class _Section(BaseModel):
    """A section of the settings. An unknown key is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Limits(_Section):
    """Limits for one client. Rates are per second, for one address or one socket."""

    board: Annotated[int, Field(ge=1, le=32)] = 32
    """Maximum rows and columns of a game."""
    body: Positive = 256 * 1024
    """Maximum size of a request, in bytes."""
    upload: Positive = 8 * 1024 * 1024
    """Maximum size of an imported collection, in bytes."""
    imported_games: Positive = 10_000
    """Maximum number of games in an imported collection."""
    imported_moves: Positive = 1_000_000
    """Moves that one address may import in a day, about 130 MB; each game counts as ten more."""
    imports: Positive = 2
    """Imports in progress from one address; there may be four times as many in total."""
    nodes: Positive = 10_000
    """Maximum nodes of a record: moves, variations, comments. Marks, set-up stones and other
    contents are limited in proportion, and its text to 500,000 characters."""
    message: Positive = 4 * 1024
    """Maximum size of a message on a game's socket, in bytes."""
    analysis_message: Positive = 8 * 1024
    """Maximum size of a message on the analysis socket, in bytes, except for reviews."""
    review_message: Positive = 640 * 1024
    """Maximum size of a `review` message, in bytes; it holds a whole game."""
    connections: Positive = 300
    """Open connections from one address, sockets included. A trusted proxy may have any number."""
    all_connections: Positive = 10_000
    """Open connections in total; fewer if the system allows fewer open files, less a reserve."""
    headers: Positive = 32 * 1024
    """Maximum size of the address and headers of a request, in bytes; at most 100 headers."""
    header_seconds: Seconds = 10
    """Time for the headers of a request to arrive."""
    body_seconds: Seconds = 30
    """Time for the body of a request to arrive, and one second more for every 16 KiB."""
    idle_seconds: Seconds = 5
    """Time that a connection stays open without a request."""
    requests: Seconds = 50
    """Requests from one address; bursts may be three times as large."""
    files: Seconds = 200
    """Pages and their files from one address; bursts may be five times as large. More wait 10 s at
    most before they are refused."""
    uploads: Seconds = 0.2
    """Imports from one address; bursts may be ten times as large, but at least 2."""
    people: Seconds = 1
    """New visitors from one address; bursts may be sixty times as large."""
    messages: Seconds = 30
    """Messages on one socket; bursts may be three times as large."""
    sockets: Positive = 100
    """Open sockets from one address."""
    all_sockets: Positive = 4000
    """Open sockets in total."""
    handshakes: Seconds = 10
    """New sockets from one address; bursts may be ten times as large."""
    person_time: Seconds = 0.1
    """Processor seconds per second for all sockets of one person; bursts may be three times as
    large. Sockets that use more have to wait."""
    address_time: Seconds = 0.3
    """Processor seconds per second for all sockets of one address, as for a person."""
    stall_seconds: Seconds = 15
    """Time without reading, or without answering a ping, after which a socket is closed."""
    games: Positive = 100
    """Unfinished games that one person has opened, including games between engines."""
    expiry: Annotated[float, Field(ge=0)] = 30.0
    """Days without a move after which an unfinished game is cancelled; 0 means never."""
    absence: Seconds = 300.0
    """Seconds without a connection after which the opponent in a game without a clock can claim the
    win, while it is the absent player's turn."""
    chat: Seconds = 0.5
    """Chat messages and reports of one person; bursts may be ten times as large."""
    database: Seconds = 4.0
    """Longest wait for the database, in seconds; then the answer is 503. A lock of another program
    is waited for half as long."""
    outbox: Positive = 128
    """Messages queued for a slow socket before it is closed."""
    workers: Positive = 1
    """Threads for overlays and lists of games. Python runs one at a time: more add little."""
    jobs: Positive = 8
    """Jobs that one visitor may have waiting for these threads, and for the process of records."""
    job_seconds: Seconds = 10
    """Longest wait for the result of a job, in seconds; the process stops one that runs longer."""

    @property
    def record(self) -> RecordLimits:
        """The limits of a record."""
        return RecordLimits.untrusted(self.nodes)


class SearchSettings(_Section):
    """How much processor time engines get."""

    threads: Annotated[int, Field(ge=0)] = 0
    """Searches that run at once; 0 means one less than the number of cores."""
    seconds: Seconds = 20.0
    """Longest search for a move without a clock, in seconds; then the best so far is played."""
    patience: Seconds = 1.0
    """Longest search while another one waits, in seconds; then the best move so far is played."""
    stopping: Seconds = 5.0
    """Longest time that an engine takes to answer once it is stopped, in seconds; then it loses its
    game."""
    analysis: Seconds = 120.0
    """Longest analysis of one position, in seconds."""
    players: Positive = 8
    """Engines kept in memory with what they know about their positions, for games and analyses."""
    memory: Annotated[int, Field(ge=1, le=65536)] = 64
    """Size of the search tree of one engine, in MiB."""
    idle: Seconds = 6.0
    """Seconds after which an engine that is not used leaves memory. Programs stay, and so do the
    engines of games to which someone is connected."""
    answer: Seconds = 30.0
    """Longest wait for a hint or a message of an analysis, in seconds, beside the time that the
    search itself may take; then the request is refused."""
    ponder: bool = False
    """Let engines search while people are to move, in slots that nothing else needs."""
    adviser: str = "hexmate:time=1"
    """The engine that gives hints; `uct` if it needs a network that cannot run."""


class RatingSettings(_Section):
    """Which games between people are rated, and who is on the leaderboard."""

    moves: Positive = 3
    """Fewest moves of each player; a rated game that ends before is cancelled."""
    per_pair: Positive = 10
    """Rated games of the same two players in a day."""
    per_address: Positive = 40
    """Seats in rated games taken from one address in a day."""
    games: Positive = 10
    """Fewest rated games of a player on the leaderboard."""
    opponents: Positive = 3
    """Fewest opponents of a player on the leaderboard, all with a small deviation themselves."""
    deviation: Annotated[float, Field(ge=50, le=350)] = 150.0
    """Largest deviation of a player on the leaderboard."""

    @property
    def rules(self) -> RatingRules:
        """The part that the store applies."""
        return RatingRules(
            moves=self.moves,
            per_pair=self.per_pair,
            games=self.games,
            opponents=self.opponents,
            deviation=self.deviation,
        )


class EngineSettings(_Section):
    """A further engine that this server offers, such as a program on its disk."""

    name: Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[\w .+-]+$")]
    spec: Annotated[str, Field(min_length=1)]
    help: str = ""
    analyses: bool = False


class Settings(_Section):
    """All settings of a server."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    database: str = "sqlite:///hexmate.db"
    broadcast: str | None = None
    """URL of the Redis that connects several servers with one database."""
    name: Annotated[str, Field(pattern=r"^[a-z0-9]{0,16}$")] = ""
    """Name of this server among several, the prefix of its game ids. One server may have none."""
    hosts: tuple[str, ...] = ()
    """Host names that browsers may use. By default the names of this machine if the server only
    listens locally, and any name otherwise."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may use the API, such as https://example.org."""
    trusted_proxies: tuple[IPvAnyNetwork, ...] = ()
    """Addresses or networks of reverse proxies; only their `X-Forwarded-For` names the client."""
    secure_cookies: bool = False
    """Send cookies over HTTPS only. Set it if all browsers reach the server by HTTPS."""
    static: Path | None = None
    """Folder of the pages, to replace the built-in ones."""
    bundle: Path | None = None
    """Folder of a bundle of the pages (`make bundle`), to replace the one of the package. It is
    used only if it was made from the same pages."""
    slow_callback: Seconds = 0.05
    """Log what holds up all clients for longer than this, in seconds."""
    limits: Limits = Limits()
    search: SearchSettings = SearchSettings()
    ratings: RatingSettings = RatingSettings()
    engines: tuple[EngineSettings, ...] = ()

    @field_validator("broadcast")
    @classmethod
    def _is_redis(cls, url: str | None) -> str | None:
        if url is not None and not url.startswith(("redis://", "rediss://", "unix://")):
            raise ValueError("must be redis://host:port, rediss://host:port or unix:///path")
        return url

    @field_validator("name")
    @classmethod
    def _is_one_of_several(cls, name: str, others: ValidationInfo) -> str:
        if name and others.data.get("broadcast") is None:
            raise ValueError("only allowed together with 'broadcast'")
        return name

    @classmethod
    def load(cls, path: Path | None = None, **overrides: object) -> Self:
        """Read the settings from a file; named values override the file."""
        try:
            found = {} if path is None else tomllib.loads(path.read_text("utf-8"))
        except OSError as error:
            raise SettingsError(f"{path}: {(error.strerror or str(error)).lower()}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise SettingsError(f"{path}: {error}") from None
        given = {name: value for name, value in overrides.items() if value is not None}
        try:
            return cls.model_validate({**found, **given})
        except ValidationError as error:
            where = f"{path}: " if path else ""
            raise SettingsError(where + _first_problem(error)) from None

    @property
    def is_local(self) -> bool:
        """Whether the server only listens on this machine."""
        return self.host in ("127.0.0.1", "localhost", "::1")

    @property
    def search_threads(self) -> int:
        """How many searches run at once."""
        return self.search.threads or max(1, (os.cpu_count() or 2) - 1)


def _first_problem(error: ValidationError) -> str:
    problem = error.errors()[0]
    place = ".".join(str(part) for part in problem["loc"])
    if problem["type"] == "extra_forbidden":
        return f"unknown setting '{place}'"
    if problem["type"] == "value_error":
        return f"'{place}': {problem['ctx']['error']}"
    return f"'{place}': {problem['msg'][:1].lower()}{problem['msg'][1:]}"
