"""A throw-away PostgreSQL server, started from the programs on this machine.

It listens on a Unix socket in a folder of its own and on no port, runs as a user that is not
root (PostgreSQL refuses root), and waits for no disk unless asked to: nothing in it is worth
keeping.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path

import psycopg

_DEBIAN = "/usr/lib/postgresql"
_HASTY = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")


def program(name: str) -> str:
    """The path of a program of PostgreSQL; Debian keeps them off the PATH, by version."""
    found = shutil.which(name)
    if found is not None:
        return found
    versions = sorted(
        Path(_DEBIAN).glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]), reverse=True
    )
    if not versions:
        raise FileNotFoundError(f"there is no program {name}: install PostgreSQL")
    return str(versions[0])


def _plain_user() -> str | None:
    """The user to run as: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


class PostgresServer:
    """A server that lives as long as the tests; each test may have a database of its own."""

    def __init__(self, durable: bool = False) -> None:
        self._settings = ("max_connections=60", *(() if durable else _HASTY))
        # An immediate shutdown loses what a server that waits for no disk has committed.
        self._end = signal.SIGQUIT if durable else signal.SIGINT
        self._user = _plain_user()
        self.folder = Path(tempfile.mkdtemp(prefix="hexmate-pg-"))
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        self._numbers = count(1)
        self._initialise()
        self._process = self._start()

    def _run_as(self) -> dict:
        if self._user is None:
            return {}
        return {"user": self._user, "group": pwd.getpwnam(self._user).pw_gid, "extra_groups": []}

    def _initialise(self) -> None:
        options = ["--no-sync", "--auth=trust", "--username=hexmate", "--encoding=UTF8"]
        run = subprocess.run(
            [program("initdb"), *options, "--locale=C", "-D", str(self.folder / "data")],
            cwd=self.folder,
            capture_output=True,
            text=True,
            **self._run_as(),
        )
        assert run.returncode == 0, run.stderr

    def _start(self) -> subprocess.Popen:
        settings = [part for setting in self._settings for part in ("-c", setting)]
        log = (self.folder / "log").open("wb")
        process = subprocess.Popen(
            [program("postgres"), "-D", "data", "-k", str(self.folder), "-h", "", *settings],
            cwd=self.folder,
            stdout=log,
            stderr=log,
            **self._run_as(),
        )
        log.close()
        end = time.monotonic() + 60
        while True:
            try:
                self._admin().close()
                return process
            except psycopg.OperationalError:
                if process.poll() is not None or time.monotonic() > end:
                    process.kill()
                    raise RuntimeError((self.folder / "log").read_text()) from None
                time.sleep(0.05)

    def _admin(self) -> psycopg.Connection:
        return psycopg.connect(
            host=str(self.folder), user="hexmate", dbname="postgres", autocommit=True
        )

    def url(self, database: str) -> str:
        return f"postgresql://hexmate@/{database}?host={self.folder}"

    def new_database(self, template: str = "template1") -> str:
        """The name of a new database, a copy of the template."""
        name = f"t{next(self._numbers)}"
        with self._admin() as admin:
            admin.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def empty(self, url: str) -> None:
        """Take everything out of the tables of a database, quickly."""
        with psycopg.connect(url, autocommit=True) as connection:
            tables = connection.execute(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
                " AND tablename <> 'alembic_version'"
            ).fetchall()
            names = ", ".join(name for (name,) in tables)
            connection.execute(f"TRUNCATE {names} RESTART IDENTITY CASCADE")

    def freeze(self) -> None:
        """Every process of it holds its connections and says nothing."""
        self._process.send_signal(signal.SIGSTOP)
        for number in self._children():
            os.kill(number, signal.SIGSTOP)

    def thaw(self) -> None:
        for number in self._children():
            os.kill(number, signal.SIGCONT)
        self._process.send_signal(signal.SIGCONT)

    def _children(self) -> list[int]:
        known = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        return [int(number) for number in known.read_text().split()]

    def kill(self) -> None:
        """Gone, with every connection."""
        self._process.send_signal(self._end)
        self._process.wait(20)

    def start(self) -> None:
        """Start again, with the databases that are there."""
        self._process = self._start()

    def stop(self) -> None:
        # SIGQUIT is PostgreSQL's immediate shutdown: the data are not needed.
        self._process.send_signal(signal.SIGQUIT)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
