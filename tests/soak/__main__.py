"""`make soak [ONLY=word]`: measure every figure; stop it at any time, it resumes where it was."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # tests/support

import torch
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from hexmate.records import FORMATS
from tests.soak.arena import Faults, KilledMatch
from tests.soak.attacks import ATTACK_JOBS
from tests.soak.audits import NodeAudit, PythonAudit
from tests.soak.checks import EveryPython, OldestTraining, SanitizedTests
from tests.soak.connect import (
    BridgeAgreement,
    BridgeWinSoundness,
    ConnectionSoundness,
    ConnectionUpdates,
    MustPlayAgreement,
)
from tests.soak.eight_bits import EIGHT_BITS
from tests.soak.engines import EngineMove
from tests.soak.gpu import GpuSelfPlay
from tests.soak.hostile import ClockJumps, DescribedRequests, EngineAttacks, FuzzedMessages
from tests.soak.inferior import EveryFillIn, PatternProofs, RandomFillIn
from tests.soak.job import Job, NotMeasured
from tests.soak.ladder import SIZES, Ladder
from tests.soak.learning import LargerTutorial, Tutorial
from tests.soak.ledger import Ledger, publish
from tests.soak.library import BulkLibrary, LibraryLoad
from tests.soak.match import FirstMove, LevelStep, Match
from tests.soak.networks import NETWORK_MATCHES, NetworkOpenings, NetworkPositions
from tests.soak.outages import DatabaseOutages, OpenGames, RedisOutages
from tests.soak.packages import PACKAGE_JOBS
from tests.soak.packed_site import PackedSite
from tests.soak.page_engine import PageEngineStart, PageLevels, PageThreads
from tests.soak.page_gpu import PageGpu
from tests.soak.page_memory import PageMemory
from tests.soak.page_offline import PageOffline
from tests.soak.pages import PageScores
from tests.soak.proofs import PROOF_JOBS
from tests.soak.protocol import ProtocolFuzz, RoundTrip
from tests.soak.puzzles import PuzzleProofs
from tests.soak.records import RecordFuzz
from tests.soak.rules import PlayoutDistribution, RefereeAgreement
from tests.soak.search import MinimaxAgreement, ProofAgreement, SwapDecisions, WinningOpenings
from tests.soak.solve import SOLVER_JOBS
from tests.soak.speed import NetworkSpeed, Speed
from tests.soak.start import FirstStart, WholeSuite
from tests.soak.statistics import SequentialTest
from tests.soak.store import StoreLoad
from tests.soak.templates import TEMPLATE_JOBS
from tests.soak.timing import SEARCHING, TimeControl
from tests.soak.tree_search import SEARCH_JOBS
from tests.soak.wasm import ModuleRebuilt, PageEngineSpeed
from tests.soak.web import ServerKills, ServerLoad

JOBS: list[Job] = [
    FirstStart(),
    WholeSuite(),
    SanitizedTests(),
    EveryPython(),
    OldestTraining(),
    *PACKAGE_JOBS,
    PackedSite(),
    RefereeAgreement(),
    PlayoutDistribution(),
    BridgeAgreement(),
    BridgeWinSoundness(),
    ConnectionSoundness(),
    MustPlayAgreement(),
    ConnectionUpdates(),
    *TEMPLATE_JOBS,
    PatternProofs(),
    EveryFillIn(),
    RandomFillIn(),
    *(RecordFuzz(name) for name in FORMATS),
    ProtocolFuzz(),
    RoundTrip(),
    EngineMove(),
    MinimaxAgreement(),
    ProofAgreement(),
    WinningOpenings(),
    *PROOF_JOBS,
    SwapDecisions(),
    *SOLVER_JOBS,
    PuzzleProofs(),
    TimeControl(),
    SequentialTest(),
    Faults(),
    KilledMatch(),
    StoreLoad("SQLite"),
    StoreLoad("PostgreSQL"),
    LibraryLoad("SQLite"),
    LibraryLoad("PostgreSQL"),
    BulkLibrary("SQLite"),
    BulkLibrary("PostgreSQL"),
    Match("negamax", "negamax:eval=hexproject", 0.7),
    Match("uct", "openspiel", 0.9),
    Match("uct", "montecarlo", 0.9),
    *(Match(name, "random", 1.0, games=20) for name in SEARCHING),
    *(LevelStep(level, size) for size in (11, 7, 9, 13) for level in range(2, 16)),
    *(FirstMove(level, size) for level in (3, 6, 9) for size in (7, 9, 11, 13)),
    NetworkPositions(),
    NetworkOpenings(),
    *NETWORK_MATCHES,
    *EIGHT_BITS,
    *SEARCH_JOBS,
    Tutorial(),
    LargerTutorial(),
    *([GpuSelfPlay()] if torch.cuda.is_available() else []),
    Speed(),
    NetworkSpeed(),
    ModuleRebuilt(),
    PageEngineSpeed(),
    PageEngineStart(),
    PageOffline(),
    PageThreads(),
    PageMemory(),
    PageGpu(),
    PageLevels(),
    PageScores(),
    ServerLoad(),
    ServerKills(),
    DatabaseOutages(),
    RedisOutages(),
    OpenGames(),
    ClockJumps(),
    FuzzedMessages(),
    DescribedRequests(),
    EngineAttacks(),
    *ATTACK_JOBS,
    PythonAudit(),
    NodeAudit(),
    *(Ladder(size) for size in SIZES),
]


def run(job: Job, ledger: Ledger, progress: Progress) -> bool:
    state = ledger.job(job.name)
    task = progress.add_task(job.name, total=job.steps, completed=state["done"])
    while state["done"] < job.steps:
        try:
            job.step(state["done"], state["totals"])
        except NotMeasured as reason:
            publish(job.name, job.figure, str(reason), None)
            progress.console.print(f"NOT MEASURED  {job.name}: {reason}")
            return False
        state["done"] += 1
        ledger.save()
        progress.update(task, completed=state["done"])
    met, measured = job.verdict(state["totals"])
    if not state["finished"]:
        publish(job.name, job.figure, measured, met)
        state["finished"] = True
        ledger.save()
    progress.console.print(f"{'met   ' if met else 'MISSED'}  {job.name}: {measured}")
    return met


def main() -> int:
    only = sys.argv[1] if len(sys.argv) > 1 else ""
    jobs = [job for job in JOBS if only in job.name]
    ledger = Ledger()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    try:
        with Progress(*columns, TimeRemainingColumn()) as progress:
            met = [run(job, ledger, progress) for job in jobs]
    except KeyboardInterrupt:
        print("stopped; make soak resumes here")
        return 130
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
