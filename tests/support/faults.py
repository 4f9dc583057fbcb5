"""What a player can do wrong, and what the referee has to say to it: a table for tests and soak."""

from dataclasses import dataclass

from hexmate.arena.terms import GameReport
from support.processes import MOCKS, alive, mock


@dataclass(frozen=True)
class Fault:
    """A faulty player, and how a game against `random` ends for it."""

    name: str
    ending: str = ""
    """Forfeit, Time or Resign; empty where the game is decided at the board."""
    reason: str = ""
    """What the reason begins with."""
    says: str = ""
    """What stands in the reason or in the error output."""
    in_file: bool = False

    @property
    def silent(self) -> bool:
        """Whether it is seen only when its time is over: it never answers."""
        return self.name.lower() in ("hangs", "late", "garbage")

    @property
    def memory(self) -> int:
        """MiB to start it in, and soon used up; Hexmate needs some more addresses than a mock."""
        return 768 if self.in_file else 96

    def spec(self, word: str) -> str:
        """The player, started with a word by which its processes can be found."""
        if self.in_file:
            return f"file:{MOCKS / 'bots.py'}:{self.name},word={word}"
        return "htp:" + " ".join(mock("faulty", self.name, "--at", 2, "--seconds", 30, word))

    def left(self, word: str, wait: float = 10.0) -> list[int]:
        """Processes of it that are still there."""
        return alive(word, wait) + (alive(self.spec(word), wait) if self.in_file else [])

    def problem(self, report: GameReport, seat: str) -> str | None:
        """What is wrong about the report of a game in which it had this seat."""
        said = f"{report.reason} {report.stderr}"
        if not self.ending:
            right = report.reason in ("connection", "full board")
        else:
            right = report.winner != seat and report.result[2:] == self.ending
            right = right and report.reason.startswith(self.reason) and self.says in said
        return None if right else f"{self.name}: {report.result}, {said}"


ENGINES = [
    Fault("exits", "Forfeit", "died: ", "ended with status 3"),
    Fault("crashes", "Forfeit", "died: ", "SIGABRT"),
    Fault("hangs", "Time", "late: ", "did not answer"),
    Fault("garbage", "Forfeit", "garbage: ", "lorem ipsum"),
    Fault("nonsense", "Forfeit", "garbage: ", "banana"),
    Fault("occupied", "Forfeit", "illegal move: ", "is occupied"),
    Fault("passes", "Forfeit", "illegal move: ", "pass"),
    Fault("swaps", "Forfeit", "illegal move: ", "swap"),
    Fault("late", "Time", "late: ", "did not answer"),
    Fault("floods", "Forfeit", "garbage: ", "flood"),
    Fault("floods_line", "Forfeit", "garbage: ", "without an end of line"),
    Fault("floods_answer", "Forfeit", "garbage: ", "flood"),
    Fault("mute", "Forfeit", "died: ", "closed its output"),
    Fault("abandons", "Forfeit", "died: ", "ended with status 0"),
    Fault("allocates", "Forfeit", "died: ", "MemoryError"),
    Fault("resigns", "Resign", "resignation"),
    Fault("detaches"),
    Fault("stubborn"),
    Fault("floods_stderr"),
]
"""Programs that speak HTP until they do not."""

FILES = [
    Fault("Exits", "Forfeit", "refused: ", "SystemExit: 3", in_file=True),
    Fault("Vanishes", "Forfeit", "died: ", "ended with status 4", in_file=True),
    Fault("Raises", "Forfeit", "refused: ", "RuntimeError: out of ideas", in_file=True),
    Fault("Hangs", "Time", "late: ", "did not answer", in_file=True),
    Fault("Occupied", "Forfeit", "refused: ", "not a legal move", in_file=True),
    Fault("Wrong", "Forfeit", "refused: ", "answered 42, not a PlayResult", in_file=True),
    Fault("Allocates", "Forfeit", "refused: ", "MemoryError", in_file=True),
    Fault("Detaches", "Forfeit", "died: ", "ended with status 0", in_file=True),
    Fault("Prints", in_file=True),
    Fault("Reads", in_file=True),
]
"""Players in Python files, which Hexmate serves in a process of their own."""

FAULTS = ENGINES + FILES
