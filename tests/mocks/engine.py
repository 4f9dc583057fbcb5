"""A small HTP engine that knows cells and nothing of who wins, for mocks to build on.

It imports nothing of Hexmate, so that it starts quickly and shares none of its mistakes.
"""

import random
import sys


class MockFailure(Exception):
    """What becomes a `?` answer."""


class MockEngine:
    """Commands are methods: `cmd_play` is `play`, and a dash is written as an underscore."""

    name = "mock"
    dashed = ("hexgui-analyze_commands", "gogui-interrupt")

    def __init__(self, seed=0):
        self.random = random.Random(seed)
        self.size = (11, 11)
        self.stones = {}
        self.history = []
        self.over = False

    def run(self):
        for line in sys.stdin:
            words = line.partition("#")[0].split()
            if words:
                self.answer(*words)
            if self.over:
                return

    def answer(self, command, *arguments):
        known = self.commands().get(command)
        try:
            if known is None:
                raise MockFailure("unknown command")
            text, mark = known(*arguments) or "", "="
        except MockFailure as failure:
            text, mark = str(failure), "?"
        self.write(f"{mark} {text}\n\n")

    def write(self, text):
        sys.stdout.write(text)
        sys.stdout.flush()

    def commands(self):
        methods = {name[4:]: getattr(self, name) for name in dir(self) if name.startswith("cmd_")}
        for name in self.dashed:
            method = methods.pop(name.replace("-", "_"), None)
            if method is not None:
                methods[name] = method
        return methods

    def empty(self):
        width, height = self.size
        cells = (f"{chr(97 + x)}{y + 1}" for y in range(height) for x in range(width))
        return [cell for cell in cells if cell not in self.stones]

    def color(self, word):
        try:
            return {"b": "b", "black": "b", "w": "w", "white": "w"}[word.lower()]
        except KeyError:
            raise MockFailure("argument 1 must be color") from None

    def put(self, color, move):
        width, height = self.size
        column, row = ord(move[:1]) - 97, move[1:]
        if not (0 <= column < width and row.isdigit() and 1 <= int(row) <= height):
            raise MockFailure(f"illegal move: {move} (invalid)")
        if move in self.stones:
            raise MockFailure(f"illegal move: {move} (occupied)")
        self.stones[move] = color
        self.history.append((color, move))

    def choose(self, color):
        return self.random.choice(self.empty())

    def cmd_name(self):
        return self.name

    def cmd_version(self):
        return "1"

    def cmd_protocol_version(self):
        return "2"

    def cmd_list_commands(self):
        return "\n".join(sorted(self.commands()))

    def cmd_known_command(self, command):
        return str(command in self.commands()).lower()

    def cmd_quit(self):
        self.over = True

    def cmd_boardsize(self, width, height=None):
        self.size = (int(width), int(height or width))
        self.cmd_clear_board()

    def cmd_clear_board(self):
        self.stones.clear()
        self.history.clear()

    def cmd_play(self, color, move):
        self.put(self.color(color), move.lower())

    def cmd_genmove(self, color):
        move = self.choose(self.color(color))
        self.put(self.color(color), move)
        return move

    def cmd_undo(self):
        if not self.history:
            raise MockFailure("cannot undo")
        self.stones.pop(self.history.pop()[1], None)

    def cmd_showboard(self):
        width, height = self.size
        rows = (
            " " * y + " ".join(self.stones.get(f"{chr(97 + x)}{y + 1}", ".") for x in range(width))
            for y in range(height)
        )
        return "\n" + "\n".join(rows)
