"""The ladder: every player against every other, rated together; `make soak ONLY=ladder`."""

from functools import cached_property

from hexmate.arena.journal import Journal
from hexmate.arena.runner import Games, Processes
from hexmate.arena.standings import Standing
from hexmate.arena.statistics import Z95
from hexmate.arena.terms import Terms
from hexmate.arena.tournament import Tournament
from hexmate.board import Board
from hexmate.files import replacing
from hexmate.players.base import Limit
from hexmate.players.levels import LEVELS

from .job import Job, Totals, workers
from .ledger import ROOT, STATE, commit
from .match import even_pairs

PAGE = ROOT / "docs" / "players.md"
BEGIN, END = "## Ladder\n\n", "\n## "
PLAYERS = (
    "random",
    "bridge",
    "jeudehex",
    "minimax",
    "negamax",
    "resistance",
    "perfect",
    "montecarlo",
    "uct",
    "policy",
    "hexmate",
    *(f"level:n={level}" for level in LEVELS),
)
GAMES = 30
# Players get the time as advice and cannot lose on it: a busy machine must not decide a game.
TERMS = Terms(Board(9).to_string(), limit=Limit(time=0.1))
# A round has two games per pair, so that an interrupted ladder has played all pairs equally often.
ROUNDS = GAMES // 2
TOURNAMENT = Tournament(PLAYERS, rounds=ROUNDS, openings=tuple(even_pairs(TERMS.board(), ROUNDS)))


class Ladder(Job):
    """Round-robin of all players and levels, 30 games per pair."""

    name = "ladder"
    figure = (
        f"all players and levels, {GAMES} games per pair, 9x9, 0.1 s per move, see docs/players.md"
    )
    steps = TOURNAMENT.num_games // 2

    @cached_property
    def _journal(self) -> Journal:
        # Other code, other games: each commit has its own folder, as it has its own totals.
        folder = STATE.parent / f"ladder-{commit()}"
        details = TOURNAMENT.details()
        return Journal(folder, TERMS, list(PLAYERS), TOURNAMENT.seed, **details)

    @cached_property
    def _games(self) -> Games:
        """Games from step to step, so that the workers stay busy between them."""
        return TOURNAMENT.play(TERMS, Processes(workers()), self._journal)

    def step(self, number: int, totals: Totals) -> None:
        while len(self._journal.reports) < 2 * (number + 1):
            next(self._games)
        totals["games"] = 2 * (number + 1)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        standings = TOURNAMENT.standings(self._journal.reports)
        _write(standings)
        first, last = standings[0].player, standings[-1].player
        return True, f"{totals['games']:,} games; first {first}, last {last}"


def _write(standings: list[Standing]) -> None:
    rows = [
        f"| {place} | `{line.player}` | {line.elo:+.0f} | ±{Z95 * line.error:.0f} "
        f"| {line.share:.0%} |"
        for place, line in enumerate(standings, 1)
    ]
    table = (
        f"Round-robin, 9x9, 0.1 s per move, {GAMES} games per pair, at commit {commit()};\n"
        "written by `make soak ONLY=ladder`. Elo by the Bradley-Terry model with mean 0, and\n"
        "the 95 % intervals.\n\n"
        "| | player | Elo | | games won |\n|---|---|---|---|---|\n" + "\n".join(rows) + "\n"
    )
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    after = rest[rest.index(END) :]
    with replacing(PAGE) as stream:
        stream.write(before + BEGIN + table + after)
