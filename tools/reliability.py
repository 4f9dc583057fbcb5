"""Compare a network's win probabilities with results: python tools/reliability.py [--people FILE]

Plays games of the network against itself, and reads people's games from a file if you name one
(lines of JSON, compressed with gzip: size, moves, winner). It draws a few positions from each game,
evaluates them without a search, and compares the win probability with the result. It prints Brier
scores and tables; --write draws src/hexmate/models/reliability.svg. The network's games are kept in
build/reliability, so that the same command resumes.
"""

import argparse
import gzip
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hexmate.arena.chart import document
from hexmate.arena.statistics import wilson
from hexmate.board import Board
from hexmate.color import Color
from hexmate.players import Limit, create
from hexmate.svg_markup import group, number, tag

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "src" / "hexmate" / "models" / "reliability.svg"
KEPT = ROOT / "build" / "reliability"
BINS = 10
DRAWN = 6
"""Positions drawn from each game."""
SIDES = (9, 11, 11, 13)
VISITS = Limit(visits=32)
SURE = 0.995
"""A game ends once both players expect the same winner with this probability."""

Game = tuple[int, list[str], Color]
"""Board size, moves and winner."""
Guess = tuple[float, bool]
"""A win probability, and whether that side won."""


@dataclass(frozen=True)
class Bin:
    """Positions whose win probabilities are close to each other."""

    guessed: float
    """The mean win probability."""
    won: int
    count: int


def bins(guesses: Iterable[Guess]) -> list[Bin]:
    """The guesses in tenths, without empty ones.

    >>> [(each.won, each.count) for each in bins([(0.12, False), (0.18, True), (1.0, True)])]
    [(1, 2), (1, 1)]
    """
    tenths: list[list[Guess]] = [[] for _ in range(BINS)]
    for guess in guesses:
        tenths[min(BINS - 1, int(guess[0] * BINS))].append(guess)
    return [
        Bin(sum(guess for guess, _ in each) / len(each), sum(won for _, won in each), len(each))
        for each in tenths
        if each
    ]


def brier(guesses: Sequence[Guess]) -> float:
    """The mean squared error of the win probabilities: 0 is perfect, 0.25 says nothing.

    >>> brier([(1.0, True), (0.5, False)])
    0.125
    """
    return sum((guess - won) ** 2 for guess, won in guesses) / len(guesses)


player = cache(create)


def self_play(net: str, number: int) -> Game:
    """A game between equals after two random moves and up to ten drawn from the policy."""
    rng = random.Random(number)
    board, policy = Board(rng.choice(SIDES)), player(f"policy:net={net}")
    for _ in range(2):
        board.push(rng.choice(list(board.legal_moves)))
    for _ in range(rng.randrange(11)):
        likely = next(policy.analyse(board, Limit())).policy or {}
        board.push(rng.choices(list(likely), list(likely.values()))[0])
    winner = _played_out(net, board)
    return board.rows, [board.name(move) for move in board.moves], winner


def _played_out(net: str, board: Board) -> Color:
    search, leaders = player(f"mcts:net={net}"), [None, None]
    search.start(board, board.turn)
    while (outcome := board.outcome()) is None:
        result = search.play(board, VISITS)
        chance = result.info.win_probability
        assert chance is not None
        ahead = board.turn if chance > 0.5 else board.turn.other
        leaders = [leaders[1], ahead if max(chance, 1 - chance) > SURE else None]
        board.push(result.move)
        if leaders == [ahead, ahead]:
            return ahead
    assert outcome.winner is not None
    return outcome.winner


def own_games(net: str, count: int) -> Iterator[Game]:
    """Games of a network against itself, those of an earlier run first."""
    KEPT.mkdir(parents=True, exist_ok=True)
    file = KEPT / f"{Path(net).stem}.jsonl"
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    for line in lines[:count]:
        size, moves, winner = json.loads(line)
        yield size, moves, Color[winner]
    with file.open("a", encoding="utf-8") as out:
        for at in range(len(lines), count):
            size, moves, winner = game = self_play(net, at)
            print(json.dumps([size, moves, winner.name]), file=out, flush=True)
            print(f"\r{at + 1} of {count} games", end="", flush=True)
            yield game


def peoples_games(file: Path, count: int) -> Iterator[Game]:
    """Random games from a file, the same ones each time."""
    lines = gzip.decompress(file.read_bytes()).decode("utf-8").splitlines()
    for line in random.Random(1).sample(lines, min(count, len(lines))):
        game = json.loads(line)
        yield game["size"], game["moves"].split(), Color[game["winner"].upper()]


def guesses(net: str, games: Iterable[Game]) -> list[Guess]:
    """The network's win probabilities in some positions of each game, and the results."""
    policy, rng, found = player(f"policy:net={net}"), random.Random(2), []
    for size, moves, winner in games:
        board, plies = Board(size, swap="pieces"), range(2, len(moves))
        chosen = set(rng.sample(plies, min(DRAWN, len(plies))))
        for ply, move in enumerate(moves):
            if ply in chosen and board.outcome() is None:
                chance = next(policy.analyse(board, Limit())).win_probability
                assert chance is not None
                found.append((chance, board.turn is winner))
            board.push_str(move)
    return found


PLOT, LEFT, TOP = 320.0, 70.0, 16.0


def _place(share: float, *, down: bool = False) -> str:
    return number(TOP + PLOT * (1 - share) if down else LEFT + PLOT * share)


def picture(series: dict[str, list[Bin]]) -> str:
    """Share of wins by win probability, one curve per kind of game; the diagonal is perfect."""
    ticks = [at / 5 for at in range(6)]
    axes = [
        *(tag("text", f"{at:.0%}", x=_place(at), y=number(TOP + PLOT + 20)) for at in ticks),
        *(tag("text", f"{at:.0%}", x=number(LEFT - 26), y=_place(at, down=True)) for at in ticks),
        *(_line(at, 0, at, 1) for at in ticks),
        *(_line(0, at, 1, at) for at in ticks),
        _line(0, 0, 1, 1, class_="zero"),
        tag("text", "win probability", x=_place(0.5), y=number(TOP + PLOT + 42)),
    ]
    parts = [group("axis", *axes)]
    for at, (name, found) in enumerate(series.items()):
        style = {} if at == 0 else {"stroke_dasharray": "6 4"}
        ends = [(each.guessed, each.won / each.count) for each in found]
        path = "L".join(f"{_place(x)} {_place(y, down=True)}" for x, y in ends)
        parts.append(tag("path", d=f"M{path}", class_="bar", **style))
        parts += [
            tag("circle", cx=_place(x), cy=_place(y, down=True), r="4", class_="dot")
            for x, y in ends
        ]
        y = number(TOP + 20 + 22 * at)
        parts.append(_legend(name, y, style))
    size = {"width": LEFT + PLOT + 30, "height": TOP + PLOT + 60}
    return document("Win probabilities and results", *parts, **size, words=_words(series))


def _line(x1: float, y1: float, x2: float, y2: float, **more: str) -> str:
    ends = {"x1": _place(x1), "x2": _place(x2)}
    return tag("line", **ends, y1=_place(y1, down=True), y2=_place(y2, down=True), **more)


def _legend(name: str, y: str, style: dict[str, str]) -> str:
    line = tag("path", d=f"M{number(LEFT + 16)} {y}h30", class_="bar", **style)
    return line + tag("text", name, x=number(LEFT + 54), y=number(float(y) + 4.5))


def _words(series: dict[str, list[Bin]]) -> str:
    return "; ".join(
        f"{name}: "
        + ", ".join(f"{each.guessed:.0%} won {each.won / each.count:.0%}" for each in tenths)
        for name, tenths in series.items()
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--net", default="medium", help="a network of Hexmate or a model file")
    parser.add_argument(
        "--games",
        type=int,
        default=300,
        help="games of the network; of people's, four times as many",
    )
    parser.add_argument("--people", type=Path, help="a file of people's games")
    parser.add_argument("--write", action="store_true", help="draw the picture")
    options = parser.parse_args()
    games = {"its own games": own_games(options.net, options.games)}
    if options.people:
        games["games of people"] = peoples_games(options.people, 4 * options.games)
    series = {}
    for name, each in games.items():
        found = guesses(options.net, each)
        series[name] = bins(found)
        print(f"\n{name}: {len(found):,} positions, Brier score {brier(found):.3f}")
        for tenth in series[name]:
            low, high = wilson(tenth.won, tenth.count)
            won = f"{tenth.won / tenth.count:.0%} ({low:.0%} to {high:.0%})"
            print(f"| {tenth.guessed:.0%} | {tenth.count:,} | {won} |")
    if options.write:
        PICTURE.write_text(picture(series), "utf-8")


if __name__ == "__main__":
    main()
