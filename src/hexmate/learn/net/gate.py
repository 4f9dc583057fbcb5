"""Matches of two networks on one device: all games at once, their leaves in batches."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from hexmate import _core
from hexmate.board import Board
from hexmate.color import Color
from hexmate.learn.net.self_play_pool import PlayingNet

__all__ = ["play_match"]


class _Game:
    """A board and one search for each side."""

    def __init__(self, board: Board, first_is_black: bool, visits: int, seed: int) -> None:
        self.board = board
        self.first_is_black = first_is_black
        self.views = np.zeros((1, board.rows * board.cols), np.uint8)
        self._visits = visits
        self._searches = [
            _core.Mcts(gumbel_visits=visits, seed=2 * seed + side, see_bridges=True)
            for side in range(2)
        ]

    @property
    def over(self) -> bool:
        return self.board.outcome() is not None

    @property
    def firsts_turn(self) -> bool:
        return (self.board.turn is Color.BLACK) == self.first_is_black

    @property
    def won_by_first(self) -> bool:
        outcome = self.board.outcome()
        return outcome is not None and (outcome.winner is Color.BLACK) == self.first_is_black

    @property
    def _search(self) -> _core.Mcts:
        return self._searches[0 if self.firsts_turn else 1]

    def begin(self) -> None:
        self._search.clear()
        self._search.start(self.board)

    def gather(self) -> list[int]:
        return self._search.gather(self.views, self._visits)

    def scatter(self, tickets: list[int], logits: NDArray[np.float32], value: float) -> None:
        values = np.asarray([value], np.float32)
        self._search.scatter(tickets, np.ascontiguousarray(logits[None]), values)

    def done(self) -> bool:
        report = self._search.report(0)
        return report.proven is not None or report.visits >= self._visits

    def move(self) -> None:
        self.board.push(self._search.report().moves[0].move)


def play_match(
    first: PlayingNet, second: PlayingNet, *, games: int, size: int, visits: int, seed: int
) -> int:
    """The number of games that the first network wins.

    An opening is one random stone; each is played twice, with colours exchanged.
    """
    draw = np.random.default_rng((seed, 271_828))
    playing: list[_Game] = []
    for number in range(games):
        if number % 2 == 0:
            stone = int(draw.integers(size * size))
        board = Board(size)
        board.push(stone)
        playing.append(_Game(board, number % 2 == 0, visits, number))
    all_games = list(playing)
    while playing:
        for net, mine in ((first, True), (second, False)):
            _move_all([game for game in playing if game.firsts_turn is mine], net, size)
            playing = [game for game in playing if not game.over]
    return sum(game.won_by_first for game in all_games)


def _move_all(games: Sequence[_Game], net: PlayingNet, size: int) -> None:
    for game in games:
        game.begin()
    searching = list(games)
    while searching:
        asked = [(game, tickets) for game in searching if (tickets := game.gather())]
        if asked:
            views = np.concatenate([game.views for game, _ in asked]).reshape(-1, size, size)
            answers = net(torch.from_numpy(views).to(net.device), size)
            logits, values = (each.float().cpu().numpy() for each in answers)
            for at, (game, tickets) in enumerate(asked):
                game.scatter(tickets, logits[at], float(values[at]))
        searching = [game for game in searching if not game.done()]
    for game in games:
        game.move()
