"""A mock with the habits of MoHex and Wolve: ``benzene.py [--seed N] [--gfx] [words...]``.

It never resigns, knows no end of a game and answers after it, takes stones in any order, logs to
stderr, and its `swap-pieces` leaves the stone where it is: the same colour moves again. It swaps
only where `param_game allow_swap 1` was sent, and then whenever the opening is not on the border.
It has no `time_settings`; its `time_left` takes two arguments, and the seconds are a whole number.
With `--gfx` it draws on stdout before it answers. Other words are ignored, so that a test can find
the process by one.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from mocks.engine import MockEngine, MockFailure

SWAP = "swap-pieces"


class BenzeneMock(MockEngine):
    name = "MoHex"

    def __init__(self, seed=0, gfx=False):
        super().__init__(seed)
        self.gfx = gfx
        self.game = {"allow_swap": "0", "game_time": "1800"}
        self.mohex = {"max_time": "10", "max_games": "99999999"}
        self.time_left = {"b": 1800, "w": 1800}

    def put(self, color, move):
        if move == "resign":
            return
        if move == SWAP:
            if self.game["allow_swap"] != "1" or len(self.history) != 1:
                raise MockFailure(f"illegal move: {move} (invalid)")
            self.history.append((color, move))
            return
        super().put(color, move)

    def choose(self, color):
        print(f"searching about {len(self.empty())} cells", file=sys.stderr, flush=True)
        if self.gfx:
            self.write(f"gogui-gfx:\nuct\nVAR B {self.empty()[0]}\nTEXT searching\n\n")
        if self.game["allow_swap"] == "1" and len(self.history) == 1 and self.wants_swap():
            return SWAP
        return super().choose(color) if self.empty() else "resign"

    def wants_swap(self):
        column, row = ord(self.history[0][1][0]) - 97, int(self.history[0][1][1:]) - 1
        width, height = self.size
        return 0 < column < width - 1 and 0 < row < height - 1

    def cmd_reg_genmove(self, color):
        return self.choose(self.color(color))

    def cmd_undo(self):
        if self.history:
            super().cmd_undo()

    def cmd_final_score(self):
        return "cannot score"

    def cmd_all_legal_moves(self):
        return " ".join(self.empty())

    def cmd_time_left(self, *arguments):
        if len(arguments) > 2:
            raise MockFailure("need at most 2 arguments")
        if len(arguments) < 2:
            return " ".join(f"{color}: {left}" for color, left in self.time_left.items())
        if not arguments[1].isdigit():
            raise MockFailure("argument 2 must be an integer")
        self.time_left[self.color(arguments[0])] = int(arguments[1])
        return None

    def cmd_param_game(self, *arguments):
        return self.parameters(self.game, *arguments)

    def cmd_param_mohex(self, *arguments):
        return self.parameters(self.mohex, *arguments)

    def parameters(self, values, *arguments):
        if not arguments:
            return "\n" + "\n".join(f"[string] {name} {value}" for name, value in values.items())
        if len(arguments) != 2 or arguments[0] not in values:
            raise MockFailure("unknown parameter")
        values[arguments[0]] = arguments[1]
        return None

    def cmd_hexgui_analyze_commands(self):
        return "none/All legal moves/all_legal_moves"

    def cmd_gogui_interrupt(self):
        return None


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--gfx", action="store_true")
    options, _ = parser.parse_known_args()
    print("Benzene mock, at your service", file=sys.stderr, flush=True)
    BenzeneMock(options.seed, options.gfx).run()
