"""Game review: for each move the score, the best line, and what the move cost.

>>> from hexmate.game import Game
>>> from hexmate.players import create
>>> game = Game(3)
>>> node = game.add_variation("b2").add_variation("a1").add_variation("a2")
>>> for review in analyse_game(game, create("negamax"), Limit(depth=9)):
...     print(review.number, review.color, review.classification, review.win_probability)
1 black good 1.0
2 white good 0.0
3 black good 1.0
4 white None 0.0
"""

import math
from collections import deque
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from hexmate.board import Board
from hexmate.color import BLACK, WHITE, Color
from hexmate.coords import PASS, SWAP
from hexmate.errors import PlayerError
from hexmate.game import Game
from hexmate.players.base import Info, Limit, Player
from hexmate.players.openings import may_be_swapped, searched_opening
from hexmate.replay import Replay
from hexmate.solve import Solution, Verdict
from hexmate.solve.game_proofs import GameProofs
from hexmate.solve.watching import SolveSlice
from hexmate.swap import seat_of

__all__ = [
    "BLUNDER_LOSS",
    "INACCURACY_LOSS",
    "MISTAKE_LOSS",
    "AnalysisLine",
    "Classification",
    "MoveReview",
    "PlayerSummary",
    "View",
    "accuracy_of_loss",
    "analyse_game",
    "analyse_position",
    "summary",
    "watch_position",
]

INACCURACY_LOSS = 0.10
MISTAKE_LOSS = 0.20
BLUNDER_LOSS = 0.35
"""The losses of win probability from which a move is an inaccuracy, a mistake, a blunder.

A move that turns a proven win into a proven loss costs 1, so it is always a blunder.
"""

_DIGITS = 4
_VALUES = {Verdict.LOSS: 0.0, Verdict.DRAW: 0.5, Verdict.WIN: 1.0}


class Classification(Enum):
    """How good a move was: good, inaccuracy, mistake or blunder."""

    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def mark(self) -> str:
        """The annotation mark that follows a move.

        >>> [classification.mark for classification in Classification]
        ['', '?!', '?', '??']
        """
        return _MARKS[self]

    @classmethod
    def of_loss(cls, loss: float) -> "Classification":
        """The classification of a move that costs this much win probability.

        >>> Classification.of_loss(0.25)
        <Classification.MISTAKE: 'mistake'>
        """
        for least, classification in _LEAST_LOSSES:
            if loss >= least:
                return classification
        return cls.GOOD

    def __str__(self) -> str:
        return self.value


_MARKS = {
    Classification.GOOD: "",
    Classification.INACCURACY: "?!",
    Classification.MISTAKE: "?",
    Classification.BLUNDER: "??",
}
_LEAST_LOSSES = (
    (BLUNDER_LOSS, Classification.BLUNDER),
    (MISTAKE_LOSS, Classification.MISTAKE),
    (INACCURACY_LOSS, Classification.INACCURACY),
)


@dataclass(frozen=True, slots=True)
class AnalysisLine:
    """A move and its expected continuation, from the point of view of the side to move.

    A swap, and an opening that may be swapped, have a win probability but no score: scores are in
    the units of the player, which do not include the swap.
    """

    move: int
    win_probability: float
    score: float | None = None
    pv: tuple[int, ...] = ()
    depth: int | None = None
    nodes: int | None = None
    visits: int | None = None
    prior: float | None = None

    def as_dict(self, board: Board) -> dict[str, Any]:
        """The line as a dictionary for JSON, with the names of the moves."""
        return {
            "move": board.name(self.move),
            "win_probability": round(self.win_probability, _DIGITS),
            "score": None if self.score is None else round(self.score, _DIGITS),
            "pv": [board.name(move) for move in self.pv],
            "depth": self.depth,
            "nodes": self.nodes,
            "visits": self.visits,
            "prior": None if self.prior is None else round(self.prior, _DIGITS),
        }


@dataclass(frozen=True, slots=True)
class View:
    """The state of an analysis: the lines, best first, and what is known about each move.

    `cells`, `cell_visits` and `policy` are those of `Info`.
    """

    lines: tuple[AnalysisLine, ...]
    cells: Mapping[int, float] = field(default_factory=dict)
    cell_visits: Mapping[int, int] = field(default_factory=dict)
    policy: Mapping[int, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MoveReview:
    """A position of a game, its analysis, and what the move played there cost.

    `seat` is the colour that the mover started with: the other one after swap-sides. `lines` are
    the best moves, best first. `loss` is how much win probability the move cost the mover, at least
    0. The last position of an unfinished game has no `move`, and neither loss nor classification;
    nor has an opening that `analyse_game` was told not to classify. `proven` is the exact value of
    the position for the mover, where it is proven; `threw_win` tells whether the move turned a
    proven win into a proven loss.
    """

    number: int
    board: Board
    color: Color
    seat: Color
    lines: tuple[AnalysisLine, ...]
    move: int | None = None
    loss: float | None = None
    classification: Classification | None = None
    proven: Verdict | None = None
    threw_win: bool = False

    @property
    def score(self) -> float | None:
        """The score of the position for the side to move, in the units of the player."""
        return self.lines[0].score

    @property
    def win_probability(self) -> float:
        """The win probability of the side to move."""
        return self.lines[0].win_probability

    @property
    def best(self) -> int:
        """The best move."""
        return self.lines[0].move

    @property
    def pv(self) -> tuple[int, ...]:
        """The best line."""
        return self.lines[0].pv

    def as_dict(self) -> dict[str, Any]:
        """The review as a dictionary for JSON, with moves, colours and classifications as words."""
        return {
            "number": self.number,
            "color": str(self.color),
            "seat": str(self.seat),
            "position": self.board.to_string(),
            "move": None if self.move is None else self.board.name(self.move),
            "best": self.board.name(self.best),
            "score": self.lines[0].as_dict(self.board)["score"],
            "win_probability": round(self.win_probability, _DIGITS),
            "loss": None if self.loss is None else round(self.loss, _DIGITS),
            "classification": None if self.classification is None else self.classification.value,
            "proven": None if self.proven is None else self.proven.name.lower(),
            "threw_win": self.threw_win,
            "lines": [line.as_dict(self.board) for line in self.lines],
        }


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """The moves of one player: how many, how many of each classification, and how good they were.

    `accuracy` is the mean of `accuracy_of_loss` over the moves: 1 if no move cost anything.
    """

    moves: int = 0
    inaccuracies: int = 0
    mistakes: int = 0
    blunders: int = 0
    mean_loss: float = 0.0
    accuracy: float = 1.0

    def as_dict(self) -> dict[str, Any]:
        """The summary as a dictionary for JSON."""
        return {
            "moves": self.moves,
            "inaccuracies": self.inaccuracies,
            "mistakes": self.mistakes,
            "blunders": self.blunders,
            "mean_loss": round(self.mean_loss, _DIGITS),
            "accuracy": round(self.accuracy, _DIGITS),
        }


def analyse_game(
    game: Game,
    player: Player,
    limit: Limit,
    *,
    lines: int = 1,
    solve: SolveSlice | None = None,
    opening: bool = True,
) -> Generator[MoveReview, None, None]:
    """A review of each position of the main line, as soon as the next position is analysed.

    The limit is per position; without one, players search until the result is proven. The loss is
    the drop of the mover's win probability from the position before the move to the one after it,
    both evaluated by the same player. If that is at least an inaccuracy, the position after the
    best move is analysed too, and the loss is at most the difference between the two moves: most
    players overrate the side to move, and that is not the move's fault. So the player's own first
    choice costs nothing. A swap is a move like any other: it gives the opponent the worse or the
    better side. A move out of turn is evaluated as if the other side had passed.

    With `solve`, for example a `Solver().solve`, positions that can be proven in a few seconds (see
    `GameProofs`) have their exact value.

    With `opening=False`, a first stone on the empty board of a game without a swap rule is not
    classified. Pass it for records that may leave out the rule: HexWorld and trmph links only show
    it if the stone was swapped, and an opening that is fair with the rule looks like a blunder
    without it.
    """
    proofs = None if solve is None else GameProofs(_positions(game), solve)
    replay = Replay(game)
    player.start(replay.board, replay.board.turn)
    analyser = _Analyser(player, limit, lines)
    for node in game.mainline():
        if node.ending is not None or replay.board.outcome() is not None:
            break
        replay.enter(node)
        if node.move is None:
            continue
        before = _before(replay.board, node.color)
        seat = seat_of(before.turn, game.swap, replay.moves[:-1])
        review = _review(analyser, len(replay.moves), before, replay.board, node.move, seat)
        if proofs is not None:
            review = _proven(review, proofs, replay.board)
        if not opening and game.swap is None and before.num_empty == before.num_cells:
            review = replace(review, loss=None, classification=None, threw_win=False)
        yield review
    board = replay.board
    if board.outcome() is None:
        seat = seat_of(board.turn, game.swap, replay.moves)
        review = MoveReview(len(replay.moves) + 1, board.copy(), board.turn, seat, analyser(board))
        yield review if proofs is None else _proven(review, proofs, None)


def analyse_position(
    board: Board, player: Player, limit: Limit, *, lines: int = 1
) -> tuple[AnalysisLine, ...]:
    """The best moves of a position, best first. A swap is among them if it is possible; if the
    opponent may swap, they are the fairest.

    >>> from hexmate.players import create
    >>> board = Board(5, swap="pieces")
    >>> _ = board.push_str("c3")
    >>> best = analyse_position(board, create("negamax"), Limit(nodes=2000))[0]
    >>> board.name(best.move), best.win_probability > 0.5
    ('swap-pieces', True)
    """
    views = deque(watch_position(board, player, limit, lines=lines), maxlen=1)
    return views[0].lines


def watch_position(
    board: Board, player: Player, limit: Limit, *, lines: int = 1
) -> Generator[View, None, None]:
    """What `analyse_position` finds, as the search runs: each view replaces the one before.

    Close the iterator to stop the search.
    """
    if board.outcome() is not None:
        raise PlayerError("the game is over; there is nothing to analyse")
    if lines < 1:
        raise PlayerError(f"lines must be at least 1 (got {lines})")
    if may_be_swapped(board):
        yield View(tuple(_opening_lines(board, player, limit)[:lines]))
        return
    last: dict[int, Info] = {}
    for info in player.analyse(board, limit, lines):
        if info.rank == 1 and last:
            yield _view(board, player, last, lines)
        last[info.rank] = info
    yield _view(board, player, last, lines)


def _view(board: Board, player: Player, last: dict[int, Info], lines: int) -> View:
    found = _found(board, player, last)
    if board.swap_available:
        win_probability = 1 - found[0].win_probability
        worse = [at for at, line in enumerate(found) if line.win_probability < win_probability]
        found.insert(
            worse[0] if worse else len(found), AnalysisLine(SWAP, win_probability, pv=(SWAP,))
        )
    best = last.get(1, Info())
    return View(tuple(found[:lines]), best.cells, best.cell_visits, best.policy)


def summary(reviews: Iterable[MoveReview]) -> dict[Color, PlayerSummary]:
    """The summary of each player, by the colour that they started with."""
    played = [review for review in reviews if review.classification is not None]
    return {
        color: _player_summary([review for review in played if review.seat is color])
        for color in (BLACK, WHITE)
    }


def accuracy_of_loss(loss: float) -> float:
    """How accurate a move is that costs this much win probability, from 0 to 1.

    The curve is the one that lichess uses for chess: small losses already count.

    >>> [round(accuracy_of_loss(loss), 2) for loss in (0.0, 0.1, 0.35, 1.0)]
    [1.0, 0.64, 0.19, 0.0]
    """
    return min(1.0, max(0.0, 1.031669 * math.exp(-4.354415 * loss) - 0.031669))


class _Analyser:
    """Analyses positions, and remembers the last two: each is needed twice."""

    def __init__(self, player: Player, limit: Limit, lines: int) -> None:
        self._player, self._limit, self._lines = player, limit, lines
        self._known: list[tuple[Board, tuple[AnalysisLine, ...]]] = []

    def __call__(self, board: Board) -> tuple[AnalysisLine, ...]:
        for known, lines in self._known:
            if known == board:
                return lines
        lines = analyse_position(board, self._player, self._limit, lines=self._lines)
        self._known = [(board.copy(), lines), *self._known[:1]]
        return lines

    def win_probability(self, board: Board) -> float:
        """The win probability of the side to move, also when the game is over."""
        outcome = board.outcome()
        if outcome is None:
            return self(board)[0].win_probability
        if outcome.winner is None:
            return 0.5
        return float(outcome.winner is board.turn)


def _before(after: Board, color: Color | None) -> Board:
    """The position before the last move, with its colour to move."""
    before = after.copy()
    before.pop()
    if color not in (before.turn, None):
        before.push(PASS)
    return before


def _positions(game: Game) -> list[Board]:
    """The positions of the main line in which no swap is possible: the solver knows none."""
    replay, found = Replay(game), list[Board]()
    for node in game.mainline():
        if node.ending is not None or replay.board.outcome() is not None:
            break
        replay.enter(node)
        if node.move is not None:
            found.append(_before(replay.board, node.color))
    if replay.board.outcome() is None:
        found.append(replay.board.copy())
    return [board for board in found if not (board.swap_available or may_be_swapped(board))]


def _proven(review: MoveReview, proofs: GameProofs, after: Board | None) -> MoveReview:
    """The review with what is proven of its position, and of the one after the move."""
    before = proofs.of(review.board)
    if before is None:
        return review
    value = _VALUES[before.verdict]
    review = replace(review, proven=before.verdict, lines=_proven_lines(review, before, proofs))
    reply = None if after is None else proofs.of(after)
    if reply is None:
        return review
    loss = max(0.0, value - (1 - _VALUES[reply.verdict]))
    return replace(
        review, loss=loss, classification=Classification.of_loss(loss), threw_win=loss == 1
    )


def _proven_lines(
    review: MoveReview, solution: Solution, proofs: GameProofs
) -> tuple[AnalysisLine, ...]:
    """The lines with their exact value; the first is a move that keeps it, if one is known."""
    first, *rest = review.lines
    value = _VALUES[solution.verdict]
    move = solution.move
    keeps = move in (None, first.move) or proofs.keeps(review.board, first.move, solution.verdict)
    if keeps or move is None:
        return (replace(first, win_probability=value), *rest)
    return (AnalysisLine(move, value, pv=(move,)), first, *rest)[: len(review.lines)]


def _review(
    analyser: _Analyser, number: int, before: Board, after: Board, move: int, seat: Color
) -> MoveReview:
    color = before.turn
    lines = analyser(before)
    loss = _loss(analyser, lines[0], before, after, move)
    return MoveReview(number, before, color, seat, lines, move, loss, Classification.of_loss(loss))


def _loss(analyser: _Analyser, best: AnalysisLine, before: Board, after: Board, move: int) -> float:
    if move == best.move:
        return 0.0
    # After any move, a swap of the sides included, the other person is to move.
    kept = 1 - analyser.win_probability(after)
    promised = best.win_probability
    if promised - kept >= INACCURACY_LOSS and promised < 1:
        hindsight = before.copy()
        hindsight.push(best.move)
        promised = min(promised, 1 - analyser.win_probability(hindsight))
    return max(0.0, promised - kept)


def _opening_lines(board: Board, player: Player, limit: Limit) -> list[AnalysisLine]:
    """The fairest of a few openings, each worth its worse side: the opponent takes the better one.

    Their searches share the limit.
    """
    looks = max(1, math.ceil(math.log2(board.num_cells + 1)))
    part = replace(
        limit,
        time=None if limit.time is None else limit.time / looks,
        nodes=None if limit.nodes is None else max(1, limit.nodes // looks),
        visits=None if limit.visits is None else max(1, limit.visits // looks),
    )
    found: list[AnalysisLine] = []

    def evaluate(trial: Board) -> float:
        answer = _lines(trial, player, part, 1)[0]
        win_probability, move = answer.win_probability, trial.peek()
        pv = (move, *answer.pv) if win_probability >= 0.5 else (move, SWAP)
        found.append(
            AnalysisLine(move, min(win_probability, 1 - win_probability), pv=pv, depth=answer.depth)
        )
        return win_probability

    move = searched_opening(board, evaluate, seed=board.position_key())
    if not found:  # a board of one cell: the opening wins
        return [AnalysisLine(move, 1.0, pv=(move,))]
    return sorted(found, key=lambda line: -line.win_probability)


def _lines(board: Board, player: Player, limit: Limit, lines: int) -> list[AnalysisLine]:
    """The last report on each line, best first, without the swap."""
    return _found(board, player, {info.rank: info for info in player.analyse(board, limit, lines)})


def _found(board: Board, player: Player, last: dict[int, Info]) -> list[AnalysisLine]:
    found = [_line(player, info) for _, info in sorted(last.items()) if info.move is not None]
    if not found:
        raise PlayerError(f"{player.name} found no move for {board.to_string()}")
    return found


def _line(player: Player, info: Info) -> AnalysisLine:
    if info.win_probability is None:
        raise PlayerError(f"{player.name} does not report win probabilities")
    assert info.move is not None
    return AnalysisLine(
        info.move,
        info.win_probability,
        info.score,
        info.pv or (info.move,),
        info.depth,
        info.nodes,
        info.visits,
        info.prior,
    )


def _player_summary(reviews: list[MoveReview]) -> PlayerSummary:
    classifications = [review.classification for review in reviews]
    losses = [review.loss or 0.0 for review in reviews]
    return PlayerSummary(
        len(reviews),
        classifications.count(Classification.INACCURACY),
        classifications.count(Classification.MISTAKE),
        classifications.count(Classification.BLUNDER),
        math.fsum(losses) / len(losses) if losses else 0.0,
        math.fsum(map(accuracy_of_loss, losses)) / len(losses) if losses else 1.0,
    )
