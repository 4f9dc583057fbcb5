"""Making puzzles: positions of games in which exactly one plan wins, and that is not trivial."""

from collections.abc import Iterator
from dataclasses import dataclass

from hexmate.board import Board
from hexmate.connect import Bridges, BridgeState, bridge_win
from hexmate.nets.evaluator import Evaluator, NetEvaluator
from hexmate.nets.human_file import HumanFile
from hexmate.nets.shipped import find_model
from hexmate.puzzles.difficulty import measure
from hexmate.puzzles.games import PlayedGame, play_games
from hexmate.puzzles.line import LineMaker
from hexmate.puzzles.networks import Glance, glances, ordered
from hexmate.puzzles.puzzle import Puzzle
from hexmate.puzzles.themes import themes_of
from hexmate.puzzles.winning import Verdicts, only_delays, winning_moves
from hexmate.solve import Solver

__all__ = ["GAMES", "Maker"]

GAMES = 16
"""Games that are played at once."""

_OPEN = (0.04, 0.96)
"""The win probabilities between which a position may be a puzzle."""
_FILLED = {5: 0.16, 6: 0.18, 7: 0.2, 8: 0.26, 9: 0.3, 10: 0.34, 11: 0.36}
"""The share of cells with stones from which positions of a size are solved quickly."""
_NODES = 150
_LINE_NODES = 400
_MOST_WINS = 4
_TOO_HARD = 2
"""Positions of a game that may be too hard to solve; earlier ones are not tried any more."""
_OBVIOUS = 0.85
"""A solution to which both networks give a higher share is not worth a puzzle."""
_APART = 4
"""Moves between two puzzles of one game, at least, unless they differ in the last move only."""
_FOLLOWERS = 3
_LIKELY = 0.02
"""Moves that were not played give puzzles too, if they are among the likeliest."""


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes puzzles from games of a network against itself."""

    net: Evaluator
    human: HumanFile

    @classmethod
    def shipped(cls) -> "Maker":
        """With the networks that come with the package."""
        return cls(NetEvaluator(find_model("small")), HumanFile(find_model("human")))

    def batch(self, size: int, seed: int, number: int) -> Iterator[Puzzle]:
        """The puzzles of one batch of games; the same seed and number give the same puzzles."""
        for game in play_games(self.net, size, GAMES, (seed, number)):
            yield from self._puzzles(game)

    def _puzzles(self, game: PlayedGame) -> Iterator[Puzzle]:
        """The puzzles of a game, from its end to its start."""
        board = game.board.copy()
        maker = LineMaker(Solver(16), self.net, _LINE_NODES)
        hard, latest, solutions = 0, board.ply + _APART, set[int]()
        least = _FILLED.get(board.rows, 0.4) * board.num_cells
        while board.ply > least and hard < _TOO_HARD:
            board.pop()
            if board.ply >= latest - _APART:
                continue
            for move, glance in self._followers(board, game):
                board.push(move)
                verdicts = self._one_plan(board, maker.solver, glance)
                hard += verdicts is None
                if verdicts is not None and verdicts.wins and verdicts.wins[0] not in solutions:
                    puzzle = self._made(board, verdicts, glance, maker)
                    if puzzle is not None:
                        latest = board.ply
                        solutions.add(puzzle.solution)
                        yield puzzle
                board.pop()

    def _followers(self, board: Board, game: PlayedGame) -> list[tuple[int, Glance]]:
        """Moves after which the position is open: the one that was played and likely others."""
        shares, _ = game.glances[board.ply]
        played = game.board.moves[board.ply]
        seen = [(played, game.glances[board.ply + 1])] if board.ply + 1 < game.board.ply else []
        if _is_open(game.glances[board.ply]):
            likely = ordered(board, shares)[:_FOLLOWERS]
            others = [move for move in likely if move != played and shares[move] >= _LIKELY]
            boards = [_after(board, move) for move in others]
            if boards:
                seen += zip(others, glances(boards, self.net), strict=True)
        return [(move, glance) for move, glance in seen if _is_open(glance)]

    def _one_plan(self, board: Board, solver: Solver, glance: Glance) -> Verdicts | None:
        """The winning moves if they are one plan, the main move first; without wins if not."""
        if board.outcome() is not None or bridge_win(board, board.turn.other) is not None:
            return Verdicts((), {})
        order = ordered(board, glance[0])
        found = winning_moves(board, solver, order, nodes=_NODES, most=_MOST_WINS)
        if found is None or len(found.wins) <= 1:
            return found
        if len(found.wins) < _MOST_WINS:
            for move in found.wins:
                others = [each for each in found.wins if each != move]
                if all(only_delays(board, each, move, solver, nodes=_NODES) for each in others):
                    return Verdicts((move, *others), found.replies)
        return Verdicts((), {})

    def _made(
        self, board: Board, verdicts: Verdicts, glance: Glance, maker: LineMaker
    ) -> Puzzle | None:
        solution = verdicts.wins[0]
        if _is_trivial(board, solution):
            return None
        line = maker.make(board, verdicts)
        if line is None:
            return None
        difficulty = measure(board, verdicts.wins, len(line), glance, self.net, self.human)
        if min(difficulty.share, difficulty.people) > _OBVIOUS:
            return None
        last = board.peek() if board.ply else None
        return Puzzle(board.to_string(), last, line, difficulty, themes_of(board, line))


def _after(board: Board, move: int) -> Board:
    after = board.copy()
    after.push(move)
    return after


def _is_open(glance: Glance) -> bool:
    return _OPEN[0] < glance[1] < _OPEN[1]


def _is_trivial(board: Board, move: int) -> bool:
    """Whether a move connects at once, or only restores a bridge that was just attacked."""
    if _after(board, move).outcome() is not None:
        return True
    if not board.ply:
        return False
    last = board.peek()
    before = board.copy()
    before.pop()
    return any(
        bridge.state is BridgeState.WHOLE and set(bridge.carrier) == {last, move}
        for bridge in Bridges(before).bridges(board.turn)
    )
