"""A complete player: it tries every move with a few random games and keeps the best."""

import time

from hexmate import BLACK, Board, random_playouts
from hexmate.players import Info, Limit, Player, PlayResult
from hexmate.players.conformance import check


class MyBot(Player):
    name = "mybot"

    def __init__(self, games: int = 50, seed: int = 1) -> None:
        self.games, self.seed = games, seed

    def win_probability(self, board: Board, move: int) -> float:
        after = board.copy()
        after.push(move)
        black, white, draws = random_playouts(after, self.games, self.seed + board.ply)
        return ((black if board.turn is BLACK else white) + draws / 2) / self.games

    def play(self, board: Board, limit: Limit) -> PlayResult:
        end = time.monotonic() + (limit.time or 60)
        best = Info(win_probability=-1)
        with self.searching() as stop:
            for move in (move for move in board.legal_moves if move >= 0):
                found = self.win_probability(board, move)
                if found > best.win_probability:
                    best = Info(move, win_probability=found, pv=(move,))
                if stop.stopped or time.monotonic() > end:
                    break
        return PlayResult(best.move, best)


if __name__ == "__main__":
    print(check(MyBot) or "mybot keeps every rule of the players' protocol")
