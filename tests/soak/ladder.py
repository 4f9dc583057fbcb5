"""The ladders: all players and levels, rated together on three sizes; `make soak ONLY=ladder`."""

from functools import cache, cached_property

from hexmate.arena.journal import Journal
from hexmate.arena.runner import Games, Processes
from hexmate.arena.standings import Standing, by_rating
from hexmate.arena.statistics import Z95
from hexmate.arena.terms import Terms
from hexmate.arena.tournament import Format, Tournament
from hexmate.board import Board
from hexmate.files import replacing
from hexmate.players.base import Limit
from hexmate.players.levels import LEVELS

from .job import Job, Totals, workers
from .ledger import ROOT, STATE, commit
from .match import even_pairs

PAGE = ROOT / "docs" / "players.md"
SIZES = (7, 11, 13)
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
    "human:rating=1600",
    "human:rating=2200",
    *(f"level:n={level}" for level in LEVELS),
)
# Swiss rounds: players meet those of about their strength, who say most about it.
MEETING, ROUNDS = 4, 20
SECONDS = 0.1


@cache
def tournament(size: int) -> Tournament:
    """The games of a size."""
    openings = tuple(even_pairs(Board(size), ROUNDS * MEETING // 2))
    return Tournament(PLAYERS, Format.SWISS, MEETING, ROUNDS, openings)


class Ladder(Job):
    """A swiss tournament of all players and levels on one size."""

    steps = ROUNDS

    def __init__(self, size: int) -> None:
        self.size = size
        self.name = f"ladder on {size}x{size}"
        self.figure = (
            f"all players and levels, {MEETING * ROUNDS} games each, {SECONDS:g} s per move, "
            "see docs/players.md"
        )
        # Players get the time as advice and cannot lose on it: a busy machine must not decide a
        # game.
        self._terms = Terms(Board(size).to_string(), limit=Limit(time=SECONDS))

    @cached_property
    def _journal(self) -> Journal:
        # Other code, other games: each commit has its own folder, as it has its own totals.
        folder = STATE.parent / f"ladder-{self.size}-{commit()}"
        event = tournament(self.size)
        return Journal(folder, self._terms, list(PLAYERS), event.seed, **event.details())

    @cached_property
    def _games(self) -> Games:
        """Games from step to step, so that the workers stay busy between them."""
        event = tournament(self.size)
        return event.play(self._terms, Processes(workers()), self._journal)

    def step(self, number: int, totals: Totals) -> None:
        share = tournament(self.size).num_games // ROUNDS
        while len(self._journal.reports) < share * (number + 1):
            next(self._games)
        totals["games"] = share * (number + 1)

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        standings = by_rating(tournament(self.size).cross_table(self._journal.reports))
        with replacing(PAGE) as stream:
            stream.write(with_table(PAGE.read_text("utf-8"), self.size, standings))
        first, last = standings[0].player, standings[-1].player
        return True, f"{totals['games']:,} games; first {first}, last {last}"


def with_table(page: str, size: int, standings: list[Standing]) -> str:
    """The page with another table under the title of a size."""
    rows = [
        f"| {place} | `{line.player}` | {line.elo:+.0f} | ±{Z95 * line.error:.0f} "
        f"| {line.share:.0%} |"
        for place, line in enumerate(standings, 1)
    ]
    table = (
        f"Swiss tournament, {SECONDS:g} s per move, {MEETING * ROUNDS} games per player, commit "
        f"{commit()};\nwritten by `make soak ONLY=ladder`. Elo by the Bradley-Terry model with "
        "mean 0, and the 95 % intervals.\n\n"
        "| | player | Elo | | games won |\n|---|---|---|---|---|\n" + "\n".join(rows) + "\n"
    )
    title = f"### Ladder on {size}×{size}\n"
    before, heading, rest = page.partition("\n## Ladder\n")
    section, end, after = rest.partition("\n## ")
    above, _, old = section.partition("\n" + title)
    _, more, below = old.partition("\n### ")
    parts = [before, heading, above.rstrip(), "\n\n", title, "\n", table, more, below, end, after]
    return "".join(parts)
