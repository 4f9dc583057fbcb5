"""`hexmate book`: swap maps, and making and reading opening books."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexmate.board import Board
from hexmate.book.opening_book import OpeningBook, shipped_book
from hexmate.book.swap_maps import SIZES, SwapMap, swap_map
from hexmate.cli.interrupts import INTERRUPTED
from hexmate.cli.live import live
from hexmate.cli.show import ThemeName, write_picture
from hexmate.nets.shipped import BEST

if TYPE_CHECKING:
    from hexmate.arena.book_making import BookSettings
    from hexmate.arena.tasks import Tasks
    from hexmate.book.opening_book import BookPosition, BookReply

NAME = "book"

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Show swap maps, make opening books."
)


@app.callback()
def _group() -> None:
    """Show swap maps; make and read opening books."""


@app.command("swap", epilog="Example: hexmate book swap --size 11 --svg map.svg")
def swap(
    size: Annotated[
        int, typer.Option("--size", "-s", min=SIZES[0], max=SIZES[-1], help="Side of the board.")
    ] = 11,
    svg_file: Annotated[Path | None, typer.Option("--svg", help="SVG file to write.")] = None,
    theme: Annotated[ThemeName, typer.Option(help="Colours of the picture.")] = ThemeName.light,
) -> None:
    """Print Black's win rate after each first stone: swap a stone above 50."""
    found = swap_map(size)
    typer.echo(found.text())
    typer.echo(_origin(found))
    if svg_file is not None:
        write_picture(svg_file, found.picture(theme=theme.value))


def _origin(found: SwapMap) -> str:
    if found.exact:
        return f"Exact: after each first stone of {found.size}x{found.size} the winner is proven."
    name = Board(found.size).name
    fair = ", ".join(name(cell) for cell in found.fair_stones())
    return (
        f"From a search with at least {found.visits:,} visits after each stone, with the network "
        f"{found.network} ({found.date}).\nThe fairest first stones: {fair}"
    )


@app.command("replies", epilog="Example: hexmate book replies a2 d8")
def replies(
    moves: Annotated[
        list[str] | None, typer.Argument(metavar="MOVES", help="Moves from the start, by name.")
    ] = None,
    size: Annotated[
        int, typer.Option("--size", "-s", min=1, max=32, help="Side of the board.")
    ] = 11,
    file: Annotated[
        Path | None, typer.Option("--file", help="Book to read.", show_default="the shipped one")
    ] = None,
) -> None:
    """Print the book's replies in a position, best first, with the mover's win rates."""
    board = Board(size, swap="pieces")
    for move in moves or []:
        board.push_str(move)
    book = shipped_book() if file is None else OpeningBook.read(file)
    found = book.replies(board)
    for reply in found:
        share = f"{100 * reply.win_probability:.1f}%"
        typer.echo(f"{board.name(reply.move):4} {share:>6} {reply.visits:>8,} visits")
    if not found:
        typer.echo(f"The book has {len(book):,} positions; this one is not among them.")


@app.command("build", epilog="Example: hexmate book build book.jsonl --size 13 --depth 4")
def build(
    out: Annotated[
        Path, typer.Argument(metavar="FILE", help="Book to write; an existing one is continued.")
    ],
    size: Annotated[
        int, typer.Option("--size", "-s", min=SIZES[0], max=SIZES[-1], help="Side of the board.")
    ] = 11,
    openings: Annotated[
        int, typer.Option(min=1, help="First stones, the fairest of the swap map.")
    ] = 6,
    depth: Annotated[int, typer.Option(min=1, help="Levels: 1 has the first stones only.")] = 3,
    width: Annotated[int, typer.Option(min=1, help="Replies to follow in a position.")] = 3,
    margin: Annotated[
        float, typer.Option(min=0, max=1, help="Win probability below that of the best reply.")
    ] = 0.05,
    visits: Annotated[int, typer.Option(min=1, help="Visits of each position.")] = 400,
    network: Annotated[
        str, typer.Option("--net", help="Network: small, medium, or a model file.")
    ] = BEST,
    workers: Annotated[int, typer.Option(min=1, help="Positions searched at the same time.")] = 1,
    ray: Annotated[
        str | None,
        typer.Option("--ray", help="Work on Ray: the address of a cluster, or local."),
    ] = None,
) -> None:
    """Make an opening book: search the good replies to fair openings, level by level."""
    from hexmate.arena.book_making import BookFile, BookMaking, BookSettings

    settings = BookSettings(size, openings, depth, width, margin, visits, network)
    file = BookFile(out, settings)
    whole = True
    try:
        with _workers(settings, workers, ray) as found:
            making = BookMaking(file, settings, found)
            with live(settings.most, lambda: making.done, unit="positions"):
                for _ in making.steps():
                    pass
    except KeyboardInterrupt:
        whole = False
    finally:
        file.close()
    typer.echo(f"{out} has {len(file.entries):,} positions")
    if not whole:
        typer.echo("stopped; run the same command to continue", err=True)
        raise typer.Exit(INTERRUPTED)


@contextmanager
def _workers(
    settings: "BookSettings", count: int, ray: str | None
) -> Iterator["Tasks[BookPosition, tuple[BookReply, ...]]"]:
    from hexmate.arena.book_making import BookSearch
    from hexmate.arena.tasks import OwnTasks, ProcessTasks

    search = BookSearch(settings)
    workers: Tasks[BookPosition, tuple[BookReply, ...]]
    if ray is not None:
        from hexmate.arena.ray_tasks import RayTasks

        workers = RayTasks(ray, count, search)
    else:
        workers = OwnTasks(search) if count == 1 else ProcessTasks(search, count)
    try:
        yield workers
    finally:
        workers.close()
