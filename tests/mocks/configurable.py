"""A configurable engine: ``configurable.py [options]``; it logs what it reads to stderr.

``--colors red/blue`` are its words for the sides, ``--swap pieces|sides`` what its ``--word`` for
a swap does, ``--lacks COMMAND`` leaves a command out, ``--whole`` takes whole seconds only,
``--analyze lz|kata`` streams reports until it reads another line, ``--alternate`` refuses a colour
out of turn, ``--slow`` searches for an hour unless interrupted, ``--silent`` lists no commands.
"""

import argparse
import select
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from mocks.engine import MockEngine, MockFailure

PARSER = argparse.ArgumentParser()
PARSER.add_argument("--colors", default="black/white")
PARSER.add_argument("--swap", choices=["pieces", "sides"])
PARSER.add_argument("--word", default="swap-pieces")
PARSER.add_argument("--lacks", action="append", default=[])
PARSER.add_argument("--whole", action="store_true")
PARSER.add_argument("--analyze", choices=["lz", "kata"])
PARSER.add_argument("--alternate", action="store_true")
PARSER.add_argument("--slow", action="store_true")
PARSER.add_argument("--silent", action="store_true")


class ConfigurableEngine(MockEngine):
    name = "Configurable"
    dashed = ("kata-list-params", "kata-set-param")

    def __init__(self, options):
        super().__init__()
        self.options = options

    def answer(self, command, *arguments):
        print(command, *arguments, file=sys.stderr, flush=True)
        super().answer(command, *arguments)

    def commands(self):
        known = super().commands()
        if self.options.analyze:
            known[f"{self.options.analyze}-analyze"] = self.analyze
        return {name: run for name, run in known.items() if name not in self.options.lacks}

    def cmd_list_commands(self):
        if self.options.silent:
            raise MockFailure("unknown command")
        return super().cmd_list_commands()

    def color(self, word):
        words = dict(zip(self.options.colors.split("/"), "bw", strict=True))
        if word not in words:
            raise MockFailure("not a colour")
        return words[word]

    def put(self, color, move):
        if self.options.alternate and self.history and self.history[-1][0] == color:
            raise MockFailure("not your turn")
        if not move.startswith("swap"):
            super().put(color, move)
        elif self.options.swap is None or move != self.options.word or len(self.history) != 1:
            raise MockFailure(f"illegal move: {move}")
        elif self.options.swap == "pieces":
            (_, cell), *_ = self.history
            del self.stones[cell]
            self.stones[f"{chr(96 + int(cell[1:]))}{ord(cell[0]) - 96}"] = color
            self.history.append((color, move))
        else:
            self.history.append((color, move))

    def choose(self, color):
        if self.options.slow:
            while sys.stdin.readline().strip() != "# interrupt":
                pass
        return self.empty()[0]

    def cmd_time_settings(self, main, extra, stones):
        if self.options.whole and "." in main + extra:
            raise MockFailure("not a whole number")

    def cmd_kata_list_params(self):
        return "maxVisits maxTime"

    def cmd_kata_set_param(self, name, value):
        pass

    def analyze(self, color, interval):
        unit = (0.25, 0.5) if self.options.analyze == "kata" else (2500, 5000)
        self.write("=\n")
        visits = 0
        first, second = self.empty()[:2]
        while not select.select([sys.stdin], [], [], int(interval) / 100)[0]:
            visits += 10
            self.write(
                f"info move {first} visits {visits} winrate {unit[1]} prior {unit[0]} order 0 "
                f"pv {first} {second} info move {second} visits 1 winrate {unit[0]} "
                f"prior {unit[0]} order 1 pv {second}\n"
            )
        self.write("\n")
        raise Ended

    def run(self):
        while line := sys.stdin.readline():
            words = line.partition("#")[0].split()
            try:
                if words:
                    self.answer(*words)
            except Ended:
                pass
            if self.over:
                return


class Ended(Exception):
    """An analysis has written its own end."""


if __name__ == "__main__":
    options, _ = PARSER.parse_known_args()
    ConfigurableEngine(options).run()
