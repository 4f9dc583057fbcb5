"""`hexmate puzzle`: solve puzzles in the terminal."""

import random
import sys
from collections.abc import Callable
from datetime import date
from enum import StrEnum
from typing import Annotated

import typer

from hexmate import text
from hexmate.board import Board
from hexmate.errors import HexmateError, PuzzleError
from hexmate.puzzles.puzzle import GRADES, Puzzle, Step
from hexmate.puzzles.shipped import daily_puzzle, shipped_puzzles

NAME = "puzzle"
EXAMPLE = "hexmate puzzle --grade 2"

HELP = """\
c3       play this move          hint   the theme, then the move
show     show the solution       quit   stop"""


class PuzzleTheme(StrEnum):
    """Themes as the command line names them."""

    bridge = "bridge"
    ladder = "ladder"
    template = "template"
    foiling = "foiling"
    sacrifice = "sacrifice"


_THEMES = {PuzzleTheme.template: "edge template"}


def run(
    id: Annotated[
        str | None,
        typer.Argument(metavar="ID", help="Id of the puzzle.", show_default="a random one"),
    ] = None,
    grade: Annotated[
        int | None,
        typer.Option(min=1, max=len(GRADES) + 1, help="Grade, from 1 (easy) to 5 (very hard)."),
    ] = None,
    theme: Annotated[PuzzleTheme | None, typer.Option(help="Theme of the puzzle.")] = None,
    daily: Annotated[bool, typer.Option("--daily", help="Choose the puzzle of the day.")] = False,
    seed: Annotated[
        int | None, typer.Option(help="Random seed; the same seed chooses the same puzzle.")
    ] = None,
) -> None:
    """Solve a puzzle in the terminal.

    Find the winning move, then win against the hardest replies.
    """
    puzzles = list(shipped_puzzles())
    if daily:
        puzzle = puzzles[daily_puzzle(date.today(), len(puzzles))]
    else:
        name = _THEMES.get(theme, theme.value) if theme else None
        fitting = [each for each in puzzles if _fits(each, id, grade, name)]
        if not fitting:
            raise PuzzleError("no puzzle fits; leave out the id, the grade or the theme")
        puzzle = random.Random(seed).choice(fitting)
    PuzzleSession(puzzle).run()


def _fits(puzzle: Puzzle, id: str | None, grade: int | None, theme: str | None) -> bool:
    return (
        id in (None, puzzle.id)
        and grade in (None, puzzle.grade)
        and (theme is None or theme in puzzle.themes)
    )


class _Abandoned(Exception):
    """The player typed quit."""


class PuzzleSession:
    """One puzzle at a prompt."""

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        say: Callable[[str], None] = print,
        read: Callable[[str], str] = input,
    ) -> None:
        self._puzzle, self._board = puzzle, puzzle.board()
        self._say, self._read = say, read
        self._hints = 0

    def run(self) -> None:
        """Ask until the puzzle is solved, shown or left."""
        puzzle, mover = self._puzzle, self._board.turn
        self._say(f"Puzzle {puzzle.id}, grade {puzzle.grade}, rating {puzzle.difficulty.rating}.")
        self._say(f"{mover.title} to move and win. Type help for the commands.")
        try:
            for step in puzzle.line:
                self._solve(step)
        except (_Abandoned, EOFError):
            self._say("")
            return
        self._show()
        self._say(f"Solved: {mover.title} wins against every defence.")

    def _solve(self, step: Step) -> None:
        """Ask until a winning move is played, then answer it."""
        self._show()
        while (move := self._ask(step)) != step.move:
            if move in step.also and self._board.ply == 0:
                name = self._board.name(move)
                self._say(
                    f"{name} wins too, but only as a forcing move. Find the one that decides."
                )
            elif move in step.also:
                self._say(f"{self._board.name(move)} wins too. The line has another move:")
                break
            else:
                reply = self._board.name(step.replies[move])
                self._say(f"{self._board.name(move)} loses to {reply}. Try again.")
        self._hints = 0
        self._say(f"{self._board.turn.title} plays {self._board.name(step.move)}: right.")
        self._board.push(step.move)
        if step.answer is not None:
            self._say(f"{self._board.turn.title} answers {self._board.name(step.answer)}.")
            self._board.push(step.answer)

    def _ask(self, step: Step) -> int:
        """A legal move."""
        while True:
            answer = self._read("Your move (a cell, hint, show, quit): ").strip().lower()
            if answer in ("hint", "show", "help", "quit", ""):
                if answer == "show":
                    return step.move
                self._command(answer, step)
                continue
            try:
                return _legal(self._board, answer)
            except HexmateError as error:
                self._say(str(error))

    def _command(self, word: str, step: Step) -> None:
        if word == "quit":
            raise _Abandoned
        if word == "help":
            self._say(HELP)
        if word == "hint":
            self._say(self._hint(step))

    def _hint(self, step: Step) -> str:
        self._hints += 1
        if self._hints == 1 and self._board.ply == 0 and self._puzzle.themes:
            return f"Theme: {', '.join(self._puzzle.themes)}."
        if self._hints == 1:
            row, _ = self._board.row_col(step.move)
            return f"Look at row {row + 1}."
        return f"The move is {self._board.name(step.move)}."

    def _show(self) -> None:
        self._say("\n" + text.board(self._board, ansi=sys.stdout.isatty()))


def _legal(board: Board, answer: str) -> int:
    move = board.parse(answer)
    board.push(move)
    board.pop()
    if move < 0:
        raise PuzzleError(f"{answer} is not a cell")
    return move
