"""What a server is told: a model with defaults, read from a TOML file.

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
    ValidationError,
    ValidationInfo,
    field_validator,
)

from hexmate.errors import HexmateError

__all__ = ["EngineSettings", "Limits", "SearchSettings", "Settings", "SettingsError"]

Positive = Annotated[int, Field(gt=0)]
Seconds = Annotated[float, Field(gt=0)]


class SettingsError(HexmateError, ValueError):
    """A file of settings that cannot be read."""


class _Section(BaseModel):
    """A key that nobody knows is an error, not a setting without effect."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Limits(_Section):
    """How much one client may ask for; rates are a second, of one address or one socket."""

    board: Annotated[int, Field(ge=1, le=32)] = 32
    """Most rows and columns of a game."""
    body: Positive = 256 * 1024
    """Bytes of a request."""
    upload: Positive = 8 * 1024 * 1024
    """Bytes of an imported collection."""
    imported_games: Positive = 10_000
    """Games of an imported collection."""
    message: Positive = 64 * 1024
    """Bytes of a message on the socket of a game."""
    analysis_message: Positive = 1024 * 1024
    """Bytes of a message on the socket of an analysis: a whole game may be in it."""
    requests: Seconds = 50
    """Requests of one address, in the long run; three seconds' worth may come at once."""
    uploads: Seconds = 0.2
    """Imports of one address, in the long run; ten seconds' worth, or two, may come at once."""
    people: Seconds = 1
    """New people of one address, in the long run; sixty may come at once."""
    messages: Seconds = 30
    """Messages on one socket, in the long run; three seconds' worth may come at once."""
    sockets: Positive = 100
    """Sockets of one address that are open at once."""
    games: Positive = 100
    """Games that one person may have unfinished, those between machines included."""
    outbox: Positive = 128
    """Messages that may wait for a slow socket before it is closed."""


class SearchSettings(_Section):
    """How much the server's own players may think."""

    threads: Annotated[int, Field(ge=0)] = 0
    """Players that think at once; 0 is one less than there are cores."""
    seconds: Seconds = 20.0
    """The longest thought about one move without a clock; then the best so far is played."""
    patience: Seconds = 1.0
    """How long a thought may go on while another game waits for its turn to think."""
    analysis: Seconds = 120.0
    """The longest analysis of one position."""
    players: Positive = 12
    """Players that are kept in memory with what they have learnt about their games."""
    adviser: str = "hexmate:time=1"
    """Who gives hints; where it needs a network and cannot have one, `uct` does."""


class EngineSettings(_Section):
    """A player of this server alone, such as an engine on its disk."""

    name: Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[\w .+-]+$")]
    spec: Annotated[str, Field(min_length=1)]
    help: str = ""
    analyses: bool = False


class Settings(_Section):
    """Everything a server can be told."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    database: str = "sqlite:///hexmate.db"
    broadcast: str | None = None
    """The Redis over which several servers of one store tell each other what happens, by URL."""
    name: Annotated[str, Field(pattern=r"^[a-z0-9]{0,16}$")] = ""
    """Of this server among several: the ids of its games begin with it. One may have none."""
    hosts: tuple[str, ...] = ()
    """Names by which browsers may call the server; none given: this machine's own while it
    listens to this machine alone, and else any."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may use the API, as in https://example.org."""
    secure_cookies: bool = False
    """Set where browsers reach the server by https alone."""
    static: Path | None = None
    """Another folder for the pages."""
    limits: Limits = Limits()
    search: SearchSettings = SearchSettings()
    engines: tuple[EngineSettings, ...] = ()

    @field_validator("broadcast")
    @classmethod
    def _is_redis(cls, url: str | None) -> str | None:
        if url is not None and not url.startswith(("redis://", "rediss://", "unix://")):
            raise ValueError("write redis://host:port, rediss://host:port or unix:///path")
        return url

    @field_validator("name")
    @classmethod
    def _is_one_of_several(cls, name: str, others: ValidationInfo) -> str:
        if name and others.data.get("broadcast") is None:
            raise ValueError("only a server with a 'broadcast' to others needs a name")
        return name

    @classmethod
    def load(cls, path: Path | None = None, **overrides: object) -> Self:
        """The settings of a file; values given by name replace those of the file."""
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
        """Whether only programs on this machine can reach the server."""
        return self.host in ("127.0.0.1", "localhost", "::1")

    @property
    def search_threads(self) -> int:
        """How many players think at once."""
        return self.search.threads or max(1, (os.cpu_count() or 2) - 1)


def _first_problem(error: ValidationError) -> str:
    problem = error.errors()[0]
    place = ".".join(str(part) for part in problem["loc"])
    if problem["type"] == "extra_forbidden":
        return f"there is no setting '{place}'"
    if problem["type"] == "value_error":
        return f"'{place}': {problem['ctx']['error']}"
    return f"'{place}': {problem['msg'][:1].lower()}{problem['msg'][1:]}"
