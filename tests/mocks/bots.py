"""Players of a Python file that play the first free cell, and on the second move show one fault."""

import os
import subprocess
import sys
import time

import numpy as np

from hexmate.players.base import Player, PlayResult


class Bot(Player):
    name = "bot"

    def __init__(self, word: str = "") -> None:
        self.word = word
        self.moves = 0

    def play(self, board, limit):
        self.moves += 1
        answer = self.fault(board) if self.moves == 2 else None
        return PlayResult(next(iter(board.legal_moves))) if answer is None else answer

    def fault(self, board):
        """What goes wrong; None where a move is played all the same."""


class Exits(Bot):
    def fault(self, board):
        sys.exit(3)


class Vanishes(Bot):
    def fault(self, board):
        os._exit(4)


class Raises(Bot):
    def fault(self, board):
        raise RuntimeError("out of ideas")


class Hangs(Bot):
    def fault(self, board):
        while True:
            pass


class Occupied(Bot):
    def fault(self, board):
        return PlayResult(board.peek())


class Wrong(Bot):
    def fault(self, board):
        return 42


class Prints(Bot):
    def fault(self, board):
        print("= a1\n\nthis is not for the protocol", flush=True)
        os.write(1, b"nor is this\n")


class Reads(Bot):
    def fault(self, board):
        sys.stdin.readline()


class Allocates(Bot):
    def fault(self, board):
        kept = []
        while len(kept) < 32:  # stop at a gigabyte where nothing limits it
            kept.append(np.zeros(1 << 25, np.uint8))


class Detaches(Bot):
    def fault(self, board):
        sleep = [sys.executable, "-c", "import time; time.sleep(3600)", self.word]
        subprocess.Popen(sleep, start_new_session=True)
        time.sleep(0.1)
        os._exit(0)
