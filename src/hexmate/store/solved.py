"""Solved positions: who wins, by which move, and which cells the proof needs."""

from datetime import UTC, datetime

from sqlalchemy import func, insert, select

from hexmate.board import Board
from hexmate.solve.solver import Solution, Verdict
from hexmate.store.database import Database
from hexmate.store.errors import RefusedError
from hexmate.store.tables import solved

__all__ = ["SolvedRepository"]


class SolvedRepository:
    """The archive of `hexmate.solve.archive` in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, position: str) -> Solution | None:
        """The solution of a position line, if it is kept."""
        with self._database.reading() as connection:
            row = connection.execute(select(solved).where(solved.c.position == position)).first()
        if row is None:
            return None
        board = Board.from_string(position)
        carrier = tuple(board.parse(name) for name in row.carrier.split())
        move = None if row.move is None else board.parse(row.move)
        return Solution(Verdict[row.verdict.upper()], move, row.work, row.seconds, carrier)

    def add(self, position: str, solution: Solution) -> None:
        """Keep a solution, unless the position has one."""
        board = Board.from_string(position)
        values = {
            "position": position,
            "verdict": solution.verdict.name.lower(),
            "move": None if solution.move is None else board.name(solution.move),
            "carrier": " ".join(board.name(cell) for cell in solution.carrier),
            "work": solution.nodes,
            "seconds": solution.seconds,
            "created": datetime.now(UTC),
        }
        try:
            with self._database.writing() as connection:
                connection.execute(insert(solved).values(values))
        except RefusedError:
            if self.find(position) is None:
                raise

    def count(self) -> int:
        """How many positions are kept."""
        with self._database.reading() as connection:
            return connection.scalar(select(func.count()).select_from(solved)) or 0
