"""A player that plays like people with a given rating."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from hexmate.board import Board
from hexmate.color import Color
from hexmate.coords import SWAP
from hexmate.errors import PlayerError, Resigned
from hexmate.nets.human_file import HumanFile, Prediction
from hexmate.nets.shipped import find_model
from hexmate.players.base import Info, Limit, Player, PlayResult
from hexmate.players.net import require_hex

__all__ = ["HumanLikePlayer", "Variety"]

_LOWEST, _HIGHEST = 1000, 3000
_RESIGNS = 0.5
_FINISHED = 0.1
"""People resign lost games; the network must also see a win probability below this."""


@dataclass(frozen=True, slots=True)
class Variety:
    """How unlikely the moves are that a player draws.

    With a `temperature` of 1 a move is as frequent as its probability says; above, unlikely moves
    are more frequent, below, less. Moves with a lower share of the best move's probability than
    `least` are never played: each is unlikely, but together they would be a mistake every few moves
    that no person makes. With a `reach`, it only plays cells at most so many steps from the
    opponent's last stone, as long as any is empty.
    """

    temperature: float = 1.0
    least: float = 0.05
    reach: int | None = None


class HumanLikePlayer(Player):
    """Draws its moves, its openings and its swaps from a network that predicts people's.

    It never misses a win in one move or the only cell that stops one. The same seed plays the same
    game.
    """

    plays_as_it_analyses = False
    """An analysis shows the most probable move; `play` draws one."""

    def __init__(
        self,
        rating: int = 1800,
        net: str | HumanFile = "human",
        resign: bool = True,
        seed: int | None = None,
        threads: int = 1,
        device: str = "auto",
        variety: Variety | None = None,
        name: str | None = None,
    ) -> None:
        if not _LOWEST <= rating <= _HIGHEST:
            raise PlayerError(f"rating must be between {_LOWEST} and {_HIGHEST} (got {rating})")
        self.name = name or f"human {rating}"
        self._variety = variety or Variety()
        self._rating, self._resign = float(rating), resign
        self._random = random.Random(seed)
        if isinstance(net, str):
            net = HumanFile(find_model(net), device=device, threads=threads)
        self._net: HumanFile | None = net

    def start(self, board: Board, color: Color) -> None:
        """SizeError if the network cannot play on this board."""
        require_hex(self.name, board)

    def propose_opening(self, board: Board) -> int:
        """A first stone as people play them."""
        return self._draw(self._predict(board), set())

    def accept_opening(self, board: Board, move: int) -> bool:
        """Swap as often as people do after this stone; with more variety, more by chance."""
        share = self._predict(board).policy.get(SWAP, 0.0)
        swaps, stays = self._weight(share), self._weight(1 - share)
        return self._random.random() >= swaps / (swaps + stays)

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """A move drawn from the prediction; limits are ignored. Resigned if people would resign."""
        found = self._predict(board)
        move = _decisive_move(board)
        if move is None:
            lost = found.resigns >= _RESIGNS and found.win_probability <= _FINISHED
            if self._resign and lost:
                raise Resigned(f"{self.name} resigns")
            move = self._draw(found, self._seen(board))
        return PlayResult(move, _info(found, move, 1))

    def analyse(self, board: Board, limit: Limit, lines: int = 1) -> Iterator[Info]:
        """The most probable moves, once."""
        found = self._predict(board)
        stones = [move for move in found.policy if move >= 0]
        best = sorted(stones, key=lambda move: -found.policy[move])
        for rank, move in enumerate(best[:lines], 1):
            yield _info(found, move, rank)

    def trained_on(self, board: Board) -> bool:
        """Whether there were games on boards of this size."""
        return self._net is None or self._net.trained_on(board.rows, board.cols)

    def close(self) -> None:
        """Give back the network."""
        self._net = None

    def _predict(self, board: Board) -> Prediction:
        require_hex(self.name, board)
        if self._net is None:
            raise PlayerError("this player has been closed")
        return self._net.predict(board, self._rating)

    def _seen(self, board: Board) -> set[int]:
        """The cells within reach of the opponent's last stone; none without such a stone."""
        last = board.peek() if board.ply else SWAP
        seen = edge = {last} if last >= 0 and self._variety.reach else set()
        for _ in range(self._variety.reach or 0):
            edge = {near for cell in edge for near in board.neighbors(cell)} - seen
            seen = seen | edge
        return seen

    def _draw(self, found: Prediction, seen: set[int]) -> int:
        """A stone, drawn by its probability among those that are not far behind the best."""
        stones = {move: share for move, share in found.policy.items() if move >= 0}
        stones = {move: share for move, share in stones.items() if move in seen} or stones
        least = self._variety.least * max(stones.values())
        likely = {move: self._weight(share) for move, share in stones.items() if share >= least}
        return self._random.choices(list(likely), list(likely.values()))[0]

    def _weight(self, probability: float) -> float:
        return float(probability ** (1 / self._variety.temperature))


def _info(found: Prediction, move: int, rank: int) -> Info:
    policy = {cell: share for cell, share in found.policy.items() if cell >= 0}
    return Info(
        move=move,
        rank=rank,
        score=found.win_probability,
        win_probability=found.win_probability,
        nodes=1,
        prior=policy.get(move),
        pv=(move,),
        policy=policy,
    )


def _decisive_move(board: Board) -> int | None:
    """A move that wins, or else a cell where the opponent would win next; None without either."""
    trial = board.copy()
    for color in (board.turn, board.turn.other):
        for move in board.legal_moves:
            if move < 0:
                continue
            trial.push(move, color)
            over = trial.outcome() is not None
            trial.pop()
            if over:
                return move
    return None
