"""Search every first stone of many boards at once: python tools/swap_maps.py OUT.json

Each distinct first stone (half of the board; half a turn gives the others) gets a search tree of
its own. Processes gather a few leaves of every tree, one device evaluates them in one batch, and
the processes take the answers back. The file is written every few seconds, when the time is up, and
when the program is told to stop; the same command then does what is missing.

    python tools/swap_maps.py maps.json --net medium --visits 10000 --seconds 280
"""

import argparse
import hashlib
import json
import math
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hexmate import _core
from hexmate.board import Board
from hexmate.color import BLACK
from hexmate.files import replacing

OFF_BOARD = 3
REPLIES = 6
"""Told of each position, the most visited first."""
LANES = 2
"""The device works on one half of the trees while the processes work on the other."""

Evaluate = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]


class Line(NamedTuple):
    """Moves from the start, after which to search: the size of the board and the cells."""

    size: int
    cells: tuple[int, ...]

    @property
    def names(self) -> str:
        """The moves by name, as in `a10 f6`."""
        return " ".join(map(Board(self.size).name, self.cells))


def first_stones(size: int) -> list[Line]:
    """One first stone of each pair that half a turn exchanges."""
    return [Line(size, (cell,)) for cell in range((size * size + 1) // 2)]


@dataclass(frozen=True)
class Phase:
    """Trees searched at the same time, on one canvas; what the processes need to know of it."""

    memory: str
    canvas: int
    rows: int
    workers: int
    leaves: int
    visits: int

    def arrays(self, memory: SharedMemory) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Wins [lanes, workers, rows], logits and views [lanes, workers, rows, canvas, canvas]."""
        shape = (LANES, self.workers, self.rows)
        count, cells = math.prod(shape), self.canvas**2
        wins = np.ndarray(shape, np.float32, memory.buf)
        whole = (*shape, self.canvas, self.canvas)
        logits = np.ndarray(whole, np.float32, memory.buf, 4 * count)
        views = np.ndarray(whole, np.uint8, memory.buf, 4 * count * (1 + cells))
        return wins, logits, views

    @property
    def bytes(self) -> int:
        """The size of the shared memory."""
        return LANES * self.workers * self.rows * (4 + 5 * self.canvas**2)


class Tree:
    """The search after one line of moves."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self._board = Board(line.size)
        for cell in line.cells:
            self._board.push(cell)
        # Enough for 30,000 visits on 19x19: a full tree would end its search.
        self._search = _core.Mcts(memory=2048)
        self._search.start(self._board)
        self._tickets: list[int] = []
        self._evaluated = 0

    @property
    def waiting(self) -> int:
        """How many leaves wait for answers."""
        return len(self._tickets)

    def is_open(self, visits: int) -> bool:
        """Whether more visits are wanted and possible."""
        report = self._search.report(0)
        return report.visits < visits and report.proven is None and not report.full

    def gather(self, views: np.ndarray, leaves: int, visits: int) -> None:
        """Fill rows of `views` [rows, canvas, canvas]."""
        size = self.line.size
        cells = np.empty((leaves, size * size), np.uint8)
        self._tickets = self._search.gather(cells, visits)
        views[: self.waiting] = OFF_BOARD
        views[: self.waiting, :size, :size] = cells[: self.waiting].reshape(-1, size, size)

    def scatter(self, logits: np.ndarray, wins: np.ndarray) -> None:
        """Take the answers to the leaves gathered last, from the first rows of the arrays."""
        size, count = self.line.size, self.waiting
        own = np.ascontiguousarray(logits[:count, :size, :size]).reshape(count, size * size)
        self._search.scatter(self._tickets, own, np.ascontiguousarray(wins[:count]))
        self._evaluated += count
        self._tickets = []

    def result(self) -> dict[str, Any]:
        """What the search knows now; win probabilities are Black's."""
        report = self._search.report(1)
        name, best = self._board.name, report.moves[0]
        known = best.visits > 0 or best.proven is not None
        own = best.win_probability if known else report.win_probability

        def black(share: float) -> float:
            return share if self._board.turn is BLACK else 1 - share

        return {
            "size": self.line.size,
            "cell": self.line.names,
            "black": round(black(own), 5),
            "mean": round(black(report.win_probability), 5),
            "network": round(black(report.raw_win_probability), 5),
            "proven": None if report.proven is None else black(report.proven),
            "visits": report.visits,
            "evaluated": self._evaluated,
            "replies": [
                [name(each.move), each.visits, round(black(each.win_probability), 4)]
                for each in report.moves[:REPLIES]
                if each.visits > 0
            ],
        }


class Worker:
    """One process with its share of the trees, in two lanes."""

    def __init__(self, phase: Phase, number: int, lines: list[Line]) -> None:
        self._phase = phase
        self._memory = SharedMemory(phase.memory)
        wins, logits, views = phase.arrays(self._memory)
        self._wins, self._logits, self._views = wins[:, number], logits[:, number], views[:, number]
        trees = [Tree(line) for line in lines]
        self._lanes = [trees[lane::LANES] for lane in range(LANES)]

    def advance(self, lane: int) -> tuple[int, bool]:
        """Take the answers of a lane and gather its next leaves: rows filled, any tree open."""
        at = 0
        for tree in self._lanes[lane]:
            if count := tree.waiting:
                tree.scatter(self._logits[lane, at:], self._wins[lane, at:])
                at += count
        at, any_open = 0, False
        for tree in self._lanes[lane]:
            if tree.is_open(self._phase.visits):
                any_open = True
                tree.gather(self._views[lane, at:], self._phase.leaves, self._phase.visits)
                at += tree.waiting
        return at, any_open

    def results(self) -> list[dict[str, Any]]:
        """What all trees know now."""
        return [tree.result() for lane in self._lanes for tree in lane]

    def close(self) -> None:
        """Let go of the shared memory."""
        del self._wins, self._logits, self._views
        self._memory.close()


def serve(connection: Connection, number: int) -> None:
    """A process: a phase, then what is asked about it, until the connection closes."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    worker: Worker | None = None
    try:
        while True:
            order = connection.recv()
            if isinstance(order, int):
                assert worker is not None
                connection.send(worker.advance(order))
            elif order == "results":
                assert worker is not None
                connection.send(worker.results())
            elif order == "end":
                assert worker is not None
                worker.close()
                worker = None
            else:
                worker = Worker(order[0], number, order[1])
    except EOFError:
        pass


class Forest:
    """Processes that search many trees, and the loop that evaluates their leaves."""

    def __init__(self, workers: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._connections: list[Connection] = []
        for number in range(workers):
            ours, theirs = context.Pipe()
            context.Process(target=serve, args=(theirs, number), daemon=True).start()
            theirs.close()
            self._connections.append(ours)
        self.evaluated = 0
        self.evaluating = 0.0
        self._answers: list[list[dict[str, Any]] | None] = [None] * workers
        self._asking = False

    def search(
        self,
        lines: list[Line],
        canvas: int,
        options: argparse.Namespace,
        evaluate: Evaluate,
        going: Callable[[], bool],
    ) -> Iterator[list[dict[str, Any]]]:
        """Results now and then, and at the end."""
        workers = len(self._connections)
        shares = [lines[number::workers] for number in range(workers)]
        rows = (len(shares[0]) + 1) // LANES * options.leaves + options.leaves
        phase = Phase("", canvas, rows, workers, options.leaves, options.visits)
        memory = SharedMemory(create=True, size=phase.bytes)
        phase = Phase(memory.name, canvas, rows, workers, options.leaves, options.visits)
        try:
            for connection, share in zip(self._connections, shares, strict=True):
                connection.send((phase, share))
            yield from self._rounds(phase.arrays(memory), options.snapshot, evaluate, going)
            self._tell("end")
        finally:
            memory.close()
            memory.unlink()

    def _rounds(
        self,
        arrays: tuple[np.ndarray, ...],
        seconds: float,
        evaluate: Evaluate,
        going: Callable[[], bool],
    ) -> Iterator[list[dict[str, Any]]]:
        for lane in range(LANES):
            self._tell(lane)
        lane, open_lanes, asked = 0, [True] * LANES, time.monotonic()
        while any(open_lanes) and going():
            found = [self._receive(number) for number in range(len(self._connections))]
            open_lanes[lane] = any(is_open for _, is_open in found)
            self._answer(arrays, lane, [count for count, _ in found], evaluate)
            self._tell(lane)
            lane = (lane + 1) % LANES
            if self._asking and None not in self._answers:
                yield self._collected()
            elif not self._asking and time.monotonic() - asked > seconds:
                asked = time.monotonic()
                self._ask()
        for _ in range(LANES):
            for number in range(len(self._connections)):
                self._receive(number)
        if self._asking:
            self._wait_for_answers()
            self._collected()
        self._ask()
        self._wait_for_answers()
        yield self._collected()

    def _ask(self) -> None:
        self._asking = True
        self._tell("results")

    def _wait_for_answers(self) -> None:
        """No counts are on their way any more."""
        for number, connection in enumerate(self._connections):
            if self._answers[number] is None:
                self._answers[number] = connection.recv()
        self._asking = False

    def _collected(self) -> list[dict[str, Any]]:
        results = [each for answer in self._answers for each in answer or ()]
        self._answers = [None] * len(self._connections)
        self._asking = False
        return results

    def _receive(self, number: int) -> tuple[int, bool]:
        """The next count of a process; results that come before it are kept."""
        while True:
            answer = self._connections[number].recv()
            if isinstance(answer, tuple):
                return answer
            self._answers[number] = answer

    def _tell(self, order: object) -> None:
        for connection in self._connections:
            connection.send(order)

    def _answer(
        self, arrays: tuple[np.ndarray, ...], lane: int, counts: list[int], evaluate: Evaluate
    ) -> None:
        wins, logits, views = (each[lane] for each in arrays)
        filled = [views[number, :count] for number, count in enumerate(counts)]
        if not sum(counts):
            return
        begun = time.monotonic()
        found_logits, found_wins = evaluate(np.concatenate(filled))
        at = 0
        for number, count in enumerate(counts):
            logits[number, :count] = found_logits[at : at + count]
            wins[number, :count] = found_wins[at : at + count]
            at += count
        self.evaluated += at
        self.evaluating += time.monotonic() - begun

    def close(self) -> None:
        """End the processes."""
        for connection in self._connections:
            connection.close()


def device_evaluate(name: str, device_name: str, compiled: bool, quantum: int) -> Evaluate:
    """The network on a device: uint8 [n, canvas, canvas] to logits [n, canvas, canvas], wins [n].

    Batches are padded to multiples of `quantum`, so that few shapes are tuned or compiled.
    """
    import torch

    from hexmate.learn.net.model import planes_of

    if device_name == "auto":
        device_name = "cuda" if torch.cuda.is_available() else "cpu"
    device = torch.device(device_name)
    if device.type == "cpu":
        torch.set_num_threads(max(1, (os.cpu_count() or 2) // 2))
    torch.backends.cudnn.benchmark = True
    net = playing_net(name, device)
    play = torch.compile(net.play, dynamic=False) if compiled else net.play

    @torch.no_grad()
    def evaluate(views: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        count, canvas = views.shape[0], views.shape[1]
        padding = np.zeros((-count % quantum, canvas, canvas), np.uint8)
        sent = torch.from_numpy(np.concatenate((views, padding))).to(device)
        planes = planes_of(sent).to(net.stem.weight.dtype)
        logits, wins = play(planes.contiguous(memory_format=torch.channels_last))
        return logits[:count].cpu().numpy(), wins[:count].sigmoid().cpu().numpy()

    return evaluate


def playing_net(name: str, device: Any) -> Any:
    """The network of a model file on a device, in 16 bits on a GPU; needs torch and numpy only."""
    import torch

    from hexmate.learn.net.fold import folded
    from hexmate.learn.net.model import HexNet, NetSize
    from hexmate.nets.onnx_weights import read_onnx
    from hexmate.nets.shipped import find_model

    read = read_onnx(find_model(name))
    sizes = {key: value for key, value in read.facts.sizes.items() if key != "boards"}
    dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
    net = folded(HexNet(NetSize(**sizes)), dtype)
    with torch.no_grad():
        for key, value in net.state_dict().items():
            if not key.startswith("chain_out."):  # for training only, and not in the file
                value.copy_(torch.from_numpy(read.arrays[key]).reshape(value.shape))
    return net.to(device).to(memory_format=torch.channels_last)


class MapFile:
    """The results so far, by stone, in a JSON file."""

    def __init__(self, path: Path, net: str) -> None:
        self._path = path
        self._facts = {"version": 1, "net": net, "sha256": fingerprint(net)}
        self._found: dict[tuple[int, str], dict[str, Any]] = {}
        if path.exists():
            stored = json.loads(path.read_text())
            if stored["sha256"] != self._facts["sha256"]:
                raise SystemExit(f"{path} was made with another network; choose another file")
            self._found = {(each["size"], each["cell"]): each for each in stored["stones"]}

    def find(self, line: Line) -> dict[str, Any] | None:
        """The result of a line."""
        return self._found.get((line.size, line.names))

    def is_missing(self, line: Line, visits: int) -> bool:
        """Whether the file has no result of that many visits, and none that is proven."""
        found = self.find(line)
        return found is None or (found["proven"] is None and found["visits"] < visits)

    def add(self, results: list[dict[str, Any]]) -> None:
        """Keep results that have at least as many visits as those before, and write the file."""
        for each in results:
            key = each["size"], each["cell"]
            before = self._found.get(key)
            if each["visits"] and (before is None or before["visits"] <= each["visits"]):
                self._found[key] = each
        stones = [self._found[key] for key in sorted(self._found)]
        made = time.strftime("%Y-%m-%d", time.gmtime())
        lines = ",\n".join(json.dumps(each) for each in stones)
        facts = json.dumps({**self._facts, "date": made})[:-1]
        with replacing(self._path) as stream:
            stream.write(f'{facts}, "stones": [\n{lines}\n]}}\n')


def fingerprint(net: str) -> str:
    """The SHA-256 of a network's file."""
    from hexmate.nets.shipped import find_model

    return hashlib.sha256(find_model(net).read_bytes()).hexdigest()


def phases_of(lines: list[Line], canvases: list[int]) -> dict[int, list[Line]]:
    """The lines by canvas: the smallest that holds their board."""
    phases: dict[int, list[Line]] = {}
    for line in lines:
        canvas = min((side for side in canvases if side >= line.size), default=line.size)
        phases.setdefault(canvas, []).append(line)
    return dict(sorted(phases.items()))


def sizes_of(text: str) -> list[int]:
    """`9-19` or `5,9`."""
    sizes: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        sizes.extend(range(int(first), int(last or first) + 1))
    return sizes


def options_of(description: str) -> argparse.ArgumentParser:
    """The options of every program that searches many lines."""
    cores = os.cpu_count() or 2
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("out", type=Path, help="JSON file; what it has already is not done again")
    parser.add_argument("--net", default="medium", help="a shipped network or an .onnx file")
    parser.add_argument("--canvases", type=sizes_of, default=[13, 16, 19])
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop after that long")
    parser.add_argument("--leaves", type=int, default=8, help="gathered from a tree at once")
    parser.add_argument("--workers", type=int, default=max(1, cores - 1), help="processes")
    parser.add_argument("--device", default="auto", help="cuda, cpu or auto")
    parser.add_argument("--compile", action="store_true", help="compile the network (torch)")
    parser.add_argument("--quantum", type=int, default=256, help="batches are multiples of it")
    parser.add_argument("--snapshot", type=float, default=20.0, help="seconds between writes")
    return parser


class Searching:
    """Searches lines until the time is up or the program is told to stop."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self._begun = time.monotonic()
        self._stopped = False
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, self._stop)
        self.file = MapFile(options.out, options.net)
        self._forest = Forest(options.workers)
        self._evaluate = device_evaluate(
            options.net, options.device, options.compile, options.quantum
        )

    def _stop(self, *_: object) -> None:
        self._stopped = True

    def run(self, lines: list[Line]) -> bool:
        """Search the lines that are missing in the file; whether all were searched to the end."""
        options = self.options
        missing = [line for line in lines if self.file.is_missing(line, options.visits)]
        phases = phases_of(missing, options.canvases)
        print(f"{len(missing)} first stones or lines, {options.workers} processes", flush=True)
        work = {canvas: len(found) * canvas**2 for canvas, found in phases.items()}
        for canvas, found in phases.items():
            now, left = time.monotonic(), sum(work[at] for at in phases if at >= canvas)
            end = now + (self._begun + options.seconds - now) * work[canvas] / left
            if self._stopped or end <= now:
                return False

            def going(end: float = end) -> bool:
                return not self._stopped and time.monotonic() < end

            for results in self._forest.search(found, canvas, options, self._evaluate, going):
                self.file.add(results)
                report(canvas, results, self._forest, time.monotonic() - self._begun)
        return not any(self.file.is_missing(line, options.visits) for line in lines)

    def close(self) -> None:
        """End the processes and say what was done."""
        self._forest.close()
        print(f"{self.options.out} written" + (", stopped" * self._stopped), flush=True)


def main() -> None:
    """Search what is missing in the file."""
    parser = options_of(__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=sizes_of, default=sizes_of("9-19"))
    parser.add_argument("--visits", type=int, default=10_000, help="for each first stone")
    options = parser.parse_args()
    searching = Searching(options)
    searching.run([line for size in options.sizes for line in first_stones(size)])
    searching.close()


def report(canvas: int, results: list[dict[str, Any]], forest: Forest, seconds: float) -> None:
    """One line of progress."""
    fewest = min((each["visits"] for each in results if each["proven"] is None), default=0)
    print(
        f"{seconds:6.1f} s  canvas {canvas}: {len(results)} trees, fewest visits {fewest}; "
        f"{forest.evaluated} evaluated in {forest.evaluating:.1f} s on the device",
        flush=True,
    )


if __name__ == "__main__":
    main()
