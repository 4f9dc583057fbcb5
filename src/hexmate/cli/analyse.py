"""`hexmate analyse`: review games move by move, and find the best moves of positions."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from hexmate.analysis import (
    AnalysisLine,
    MoveReview,
    PlayerSummary,
    analyse_game,
    analyse_position,
    summary,
)
from hexmate.board import Board
from hexmate.cli.options import PlayerOption, chosen_player, read_source
from hexmate.color import BLACK, WHITE, Color
from hexmate.game import Game
from hexmate.players.base import Limit, Player, caution
from hexmate.players.registry import create
from hexmate.players.searching import bounded
from hexmate.players.tree import TreePlayer
from hexmate.position import looks_like_position
from hexmate.records import iter_games
from hexmate.search.negamax import WIN, is_proven

NAME = "analyse"
EXAMPLE = "hexmate analyse game.sgf --time 0.2"

SCHEMA = 1
"""The version of the JSON objects, increased when a field changes its name or meaning."""

DEFAULT_TIME = 0.5
_LONGEST_LINE = 6


def run(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="SOURCE...",
            help="Record files, links, position lines, or - for standard input.",
        ),
    ],
    player: PlayerOption = None,
    time: Annotated[
        float | None,
        typer.Option(
            min=0.001,
            help="Seconds per position.",
            show_default=f"{DEFAULT_TIME}, unless another limit or the player sets one",
        ),
    ] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="Nodes per position.")] = None,
    visits: Annotated[int | None, typer.Option(min=1, help="Visits per position.")] = None,
    depth: Annotated[int | None, typer.Option(min=1, help="Search depth in plies.")] = None,
    lines: Annotated[int, typer.Option(min=1, max=100, help="Number of best moves to show.")] = 1,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per line.")
    ] = False,
) -> None:
    """Review games move by move, or find the best moves."""
    wanted = Limit(time=time, nodes=nodes, visits=visits, depth=depth)
    write = _AnalysisJson() if as_json else _AnalysisText()
    with closing(_Analysts(player, wanted)) as analysts, _progress() as progress:
        for source in sources:
            _analyse_source(source, analysts, lines, write, progress)


class _Analysts:
    """The player for each board, with its limit; what you should know goes to standard error.

    Without a spec the strongest player is used, which depends on the shape of the board.
    """

    def __init__(self, spec: str | None, wanted: Limit) -> None:
        self._spec, self._wanted = spec, wanted
        self._players: dict[str | None, Player] = {}
        self._said: set[str] = set()
        if spec is not None:
            self._players[None] = create(spec)

    def __call__(self, board: Board) -> tuple[Player, Limit]:
        key = None if self._spec is not None else board.shape
        if key not in self._players:
            self._players[key] = chosen_player(None, board)
        player = self._players[key]
        note = caution(player, board)
        if note is not None and note not in self._said:
            self._said.add(note)
            typer.echo(f"Note: {note}", err=True)
        return player, _limit_for(player, self._wanted)

    def close(self) -> None:
        """Close every player that was used."""
        for player in self._players.values():
            player.close()


def _limit_for(player: Player, wanted: Limit) -> Limit:
    """The limit, with a time where nothing else would end the search of this player.

    >>> _limit_for(create("uct"), Limit(depth=4))
    Limit(time=0.5, nodes=None, visits=None, depth=None, clock=None)
    """
    if isinstance(player, TreePlayer) and wanted == Limit(depth=wanted.depth):
        wanted = Limit()  # depth means nothing to a tree search
    return bounded(player, wanted, DEFAULT_TIME)


class _AnalysisText:
    """One line per move, below a title and above a summary."""

    def game(self, source: str, number: int, game: Game) -> None:
        names = " - ".join(_seat_name(game, color) for color in (BLACK, WHITE))
        typer.echo(f"{_shortened(source)}, game {number}: {names}, {_board_name(game.grid)}")

    def review(self, source: str, number: int, review: MoveReview) -> None:
        board = review.board
        move = "" if review.move is None else board.name(review.move)
        mark = "" if review.classification is None else review.classification.mark
        letter = review.color.letter.upper()
        first, *others = _line_texts(board, review.lines)
        typer.echo(f"{review.number:>3} {letter} {move:<11} {first} {mark}".rstrip())
        for text in others:
            typer.echo(f"{'':>17} {text}".rstrip())

    def summary(self, source: str, number: int, game: Game, of: dict[Color, PlayerSummary]) -> None:
        for color, counts in of.items():
            typer.echo(
                f"{_seat_name(game, color)}: {_count(counts.moves, 'move')}, "
                f"{_count(counts.inaccuracies, 'inaccuracy', 'inaccuracies')}, "
                f"{_count(counts.mistakes, 'mistake')}, {_count(counts.blunders, 'blunder')}, "
                f"mean loss {100 * counts.mean_loss:.1f}%, accuracy {100 * counts.accuracy:.0f}%"
            )

    def position(self, board: Board, lines: tuple[AnalysisLine, ...]) -> None:
        typer.echo(board.to_string())
        if not lines:
            typer.echo("the game is over")
        letter = board.turn.letter.upper()
        for number, text in enumerate(_line_texts(board, lines), 1):
            move = board.name(lines[number - 1].move)
            typer.echo(f"{number:>3} {letter} {move:<11} {text}".rstrip())


class _AnalysisJson:
    """One object per move, position or summary; `kind` says which."""

    def _write(self, kind: str, **fields: Any) -> None:
        typer.echo(json.dumps({"schema": SCHEMA, "kind": kind, **fields}))

    def game(self, source: str, number: int, game: Game) -> None:
        pass

    def review(self, source: str, number: int, review: MoveReview) -> None:
        self._write("move", source=_shortened(source), game=number, **review.as_dict())

    def summary(self, source: str, number: int, game: Game, of: dict[Color, PlayerSummary]) -> None:
        players = {
            str(color): {"name": game.headers.get(str(color)), **counts.as_dict()}
            for color, counts in of.items()
        }
        self._write("summary", source=_shortened(source), game=number, **players)

    def position(self, board: Board, lines: tuple[AnalysisLine, ...]) -> None:
        self._write(
            "position",
            position=board.to_string(),
            color=str(board.turn),
            lines=[line.as_dict(board) for line in lines],
        )


def _analyse_source(
    source: str,
    analysts: _Analysts,
    lines: int,
    write: _AnalysisText | _AnalysisJson,
    progress: Progress,
) -> None:
    text = read_source(source)
    if looks_like_position(text):
        for line in filter(None, map(str.strip, text.splitlines())):
            board = Board.from_string(line)
            if board.outcome() is not None:
                write.position(board, ())
                continue
            player, limit = analysts(board)
            player.start(board, board.turn)
            write.position(board, analyse_position(board, player, limit, lines=lines))
        return
    for number, game in enumerate(iter_games(text), 1):
        write.game(source, number, game)
        player, limit = analysts(game.grid)
        total = sum(node.move is not None for node in game.mainline())
        task = progress.add_task(f"game {number}", total=total)
        reviews = []
        for review in analyse_game(game, player, limit, lines=lines, opening=False):
            write.review(source, number, review)
            reviews.append(review)
            progress.advance(task)
        progress.remove_task(task)
        write.summary(source, number, game, summary(reviews))


@contextmanager
def _progress() -> Iterator[Progress]:
    """A bar on standard error if that is a terminal; other output goes above it."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(
        *columns,
        console=console,
        transient=True,
        redirect_stdout=sys.stdout.isatty(),
        disable=not sys.stderr.isatty(),
    ) as progress:
        yield progress


def _seat_name(game: Game, color: Color) -> str:
    name = game.headers.get(str(color))
    return f"{color.title} ({name})" if name else color.title


def _board_name(board: Board) -> str:
    swap = f", swap-{board.swap}" if board.swap else ""
    return f"{board.rows}x{board.cols} {board.shape}{swap}"


def _line_texts(board: Board, lines: Sequence[AnalysisLine]) -> list[str]:
    """Score, win probability, visits and prior as far as the player reports them, and the line."""
    with_visits = any(line.visits is not None for line in lines)
    with_prior = any(line.prior is not None for line in lines)
    texts = []
    for line in lines:
        words = [f"{_score_text(line.score):>8}", f"{_percent(line.win_probability):>4}"]
        if with_visits:
            words.append(f"{'-' if line.visits is None else line.visits:>6} visits")
        if with_prior:
            words.append(f" prior {_percent(line.prior):>4}")
        names = " ".join(board.name(move) for move in line.pv[:_LONGEST_LINE])
        texts.append(f"{' '.join(words)}  {names:<26}")
    return texts


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.0f}%"


def _score_text(score: float | None) -> str:
    """A short score; a proven result is written in plies, as in chess.

    >>> [_score_text(score) for score in (None, 350.0, -350.0, 0.625, 99_993.0, -99_998.0)]
    ['-', '+350', '-350', '0.62', '#7', '#-2']
    """
    if score is None:
        return "-"
    if is_proven(score):
        plies = WIN - abs(score)
        return f"#{plies:.0f}" if score > 0 else f"#-{plies:.0f}"
    return f"{score:+.0f}" if score == int(score) and abs(score) > 1 else f"{score:.2f}"


def _shortened(source: str) -> str:
    return (
        source if len(source) <= 60 and "\n" not in source else source[:57].split("\n")[0] + "..."
    )


def _count(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun.

    >>> _count(1, "move"), _count(2, "inaccuracy", "inaccuracies")
    ('1 move', '2 inaccuracies')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"
