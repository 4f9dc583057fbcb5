"""An engine that plays well until its Nth `genmove` and then shows one fault.

``faulty.py MODE [--at N] [--seconds S] [words...]``; `--at 0` shows it before the first answer.
With `--analyses` it also has `lz-analyze`, which shows the fault. Other words are ignored, so that
a test can find the process, and what it left behind, by one.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from mocks.engine import MockEngine

MOST_MEMORY = 1 << 30
"""Where nothing limits it, the hungry engine stops here instead of bringing the machine down."""


class FaultyMock(MockEngine):
    name = "faulty"

    def __init__(self, mode, at=1, seconds=3.0):
        super().__init__()
        self.fault = getattr(self, mode)
        self.left = at
        self.seconds = seconds

    def run(self):
        if self.left == 0:
            self.fault("b")
        super().run()

    def choose(self, color):
        self.left -= 1
        answer = self.fault(color) if self.left == 0 else None
        return answer or self.empty()[0]

    def cmd_genmove(self, color):
        move = self.choose(self.color(color))
        if move in self.empty():
            self.put(self.color(color), move)
        return move

    def exits(self, color):
        print("out of ideas", file=sys.stderr, flush=True)
        sys.exit(3)

    def crashes(self, color):
        os.abort()

    def hangs(self, color):
        while True:
            time.sleep(3600)

    def garbage(self, color):
        os.write(1, b"\xff\xfe%% lorem ipsum \x00\x07\nno answer at all\n\n")
        self.hangs(color)

    def nonsense(self, color):
        return "banana"

    def occupied(self, color):
        return next(iter(self.stones), "z99")

    def late(self, color):
        time.sleep(self.seconds)

    def floods(self, color):
        while True:
            os.write(1, b"flood\n" * 10_000)

    def floods_line(self, color):
        while True:
            os.write(1, b"flood " * 10_000)

    def floods_answer(self, color):
        os.write(1, b"= a1\n")
        self.floods(color)

    def floods_stderr(self, color):
        for _ in range(200):
            os.write(2, b"flood\n" * 10_000)
        print("the last word", file=sys.stderr, flush=True)

    def mute(self, color):
        os.close(1)
        self.hangs(color)

    def deaf(self, color):
        os.close(0)
        self.hangs(color)

    def stops_keeper(self, color):
        os.kill(os.getppid(), signal.SIGSTOP)
        self.hangs(color)

    def detaches(self, color):
        code = (
            "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(3600)"
        )
        words = [sys.executable, "-c", code, *sys.argv[1:]]
        quiet = subprocess.DEVNULL
        if os.fork() == 0:
            subprocess.Popen(words, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
            os._exit(0)
        os.wait()

    def abandons(self, color):
        self.detaches(color)
        sys.exit(0)

    def allocates(self, color):
        kept = []
        while len(kept) << 23 < MOST_MEMORY:
            kept.append(b"\x01" * (1 << 23))
            time.sleep(0.005)
        self.hangs(color)

    def stubborn(self, color):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        self.cmd_quit = lambda: None

    def resigns(self, color):
        return "resign"

    def passes(self, color):
        return "pass"

    def swaps(self, color):
        return "swap-pieces"


class AnalysingMock(FaultyMock):
    dashed = (*FaultyMock.dashed, "lz-analyze")

    def cmd_lz_analyze(self, color, interval):
        self.write(f"=\n{self.fault(color)}\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("mode")
    parser.add_argument("--at", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--analyses", action="store_true")
    options, _ = parser.parse_known_args()
    mock = AnalysingMock if options.analyses else FaultyMock
    mock(options.mode, options.at, options.seconds).run()
