"""Routes for the library of finished games: search, import, export, statistics, ratings."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import asdict, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response, StreamingResponse

from hexmate.board import Board
from hexmate.book.opening_book import BookReply, shipped_book
from hexmate.errors import HexmateError
from hexmate.store.errors import NotFoundError
from hexmate.store.importing import Imported, Prepared
from hexmate.store.library import StoredRecord
from hexmate.store.search import Query as Search
from hexmate.store.search import StoredSummary
from hexmate.store.store import Store
from hexmate.store.values import GameRow, StoredPlayer
from hexmate.web.context import Context, ContextDep, PersonDep, VisitorDep
from hexmate.web.engines.win_rates import (
    MOST_MOVES,
    black_win_rates,
    boards_after,
    positions_of,
    win_rates,
)
from hexmate.web.errors import Refusal, StoppedWork
from hexmate.web.models.analysis import PositionLine
from hexmate.web.models.base import ShapeName
from hexmate.web.models.library import (
    BookMove,
    BookMoves,
    ExplorerResult,
    GameRates,
    ImportResult,
    Leaderboard,
    LibraryCounts,
    LibraryGame,
    LibraryLine,
    LibraryPage,
    StatisticsResult,
    WinRates,
)
from hexmate.web.records import MOST_ANSWER, record_text, stored_texts
from hexmate.web.remembered import LONGEST_LEADERBOARD
from hexmate.web.routes.games import GameId
from hexmate.web.routes.responses import TEXT_BODY, json_response, refusals
from hexmate.web.workers import Visitor

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["library"])

Size = Annotated[int | None, Query(ge=1, le=32)]
Day = Annotated[str | None, Query(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
ExportFormat = Literal["sgf", "jsonl"]

_AT_ONCE = 20
_MOVES_AT_ONCE = 1500
_MOST_MOVES = 1200
"""Moves of an imported game: more than the cells of the largest board."""
_MOST_WAITS = 60
_LAST_PAGE = 1_000_000


async def _search(
    player: Annotated[str | None, Query(max_length=200)] = None,
    rows: Size = None,
    cols: Size = None,
    shape: ShapeName | None = None,
    result: Annotated[str | None, Query(max_length=20)] = None,
    since: Day = None,
    until: Day = None,
    position: Annotated[PositionLine | None, Query()] = None,
) -> Search:
    return Search(
        player=player,
        rows=rows,
        cols=cols,
        shape=shape,
        result=result,
        since=_midnight(since),
        until=_midnight(until, days=1),
        position=_board(position),
    )


SearchDep = Annotated[Search, Depends(_search)]


@router.get("/library", responses=refusals(422))
async def search_library(
    context: ContextDep,
    visitor: VisitorDep,
    search: SearchDep,
    page: Annotated[int, Query(ge=1, le=_LAST_PAGE)] = 1,
    per_page: Annotated[int, Query(ge=1, le=100)] = 20,
    boards: bool = False,
) -> LibraryPage:
    """Search finished games by player, size, result (`B+`, `W+Resign`), date and position.

    A position is also found rotated by 180 degrees. With `boards`, each game has its last position.
    """
    search = replace(search, page=page, per_page=per_page, boards=boards)
    found = await context.searches.run(visitor, context.store.library.search, search)
    return LibraryPage.model_validate(
        {
            "games": [_line(game) for game in found.games],
            "total": found.total,
            "page": found.page,
            "per_page": found.per_page,
        }
    )


@router.get("/library/counts", responses=refusals(422))
async def count_library(
    context: ContextDep, visitor: VisitorDep, search: SearchDep
) -> LibraryCounts:
    """Count the games that each size and each result would find, with the rest of a search."""
    found = await context.searches.run(visitor, context.store.library.facets, search)
    return LibraryCounts.model_validate(asdict(found))


@router.get("/explorer", responses=refusals(422))
async def explore(
    context: ContextDep, visitor: VisitorDep, position: Annotated[PositionLine, Query()]
) -> ExplorerResult:
    """List the next moves played in a position, most frequent first, with their results.

    The position is also found rotated by 180 degrees. Of two moves that a rotation exchanges, one
    is listed.
    """
    board = _board(position)
    found = await context.searches.run(visitor, context.store.library.explore, board)
    return ExplorerResult.model_validate(asdict(found))


@router.get("/explorer/win-rates", responses=refusals(409, 422))
async def explorer_win_rates(
    connection: Request,
    context: ContextDep,
    visitor: VisitorDep,
    position: Annotated[PositionLine, Query()],
    moves: Annotated[str, Query(max_length=200)],
) -> WinRates:
    """Evaluate moves of a position with the small network, without a search.

    `moves` are separated by commas, at most 16.
    """
    board = _board(position)
    assert board is not None
    person = await context.people.find(connection)
    names = [move for move in moves.split(",") if move][:MOST_MOVES]
    after = await context.pool.run(visitor, boards_after, board, names)
    await context.fair.check_all(None if person is None else person.id, [board, *after.values()])
    return WinRates(rates=await context.pool.run(visitor, win_rates, board, names))


@router.get("/explorer/book", responses=refusals(409, 422))
async def explorer_book(
    connection: Request,
    context: ContextDep,
    visitor: VisitorDep,
    position: Annotated[PositionLine, Query()],
) -> BookMoves:
    """List the engine's replies in a position, from the opening book."""
    board = _board(position)
    assert board is not None
    person = await context.people.find(connection)
    await context.fair.check_all(None if person is None else person.id, [board])
    replies = await context.pool.run(visitor, _book_replies, board)
    return BookMoves(
        moves=[
            BookMove(
                move=board.name(each.move),
                win_rate=round(each.win_probability, 4),
                visits=each.visits,
            )
            for each in replies
        ]
    )


@router.post(
    "/library", status_code=201, responses=refusals(401, 413, 422), openapi_extra=TEXT_BODY
)
async def import_games(
    request: Request, person: PersonDep, visitor: VisitorDep, context: ContextDep
) -> ImportResult:
    """Import the games of a text in any format. Games already in the library are skipped."""
    with context.imports.running(visitor[0]):
        body = await request.body()
        with context.imports.working():
            return await _import(body, person, visitor, context)


async def _import(
    body: bytes, person: StoredPlayer, visitor: Visitor, context: Context
) -> ImportResult:
    limits = context.settings.limits
    taken: list[Imported] = []
    reading = (body, limits.record, limits.imported_games)
    async with context.records.kept(visitor, record_text, *reading) as text:
        ended = False
        while not ended:
            ready, ended = await text.ask("prepared", _MOST_MOVES)
            await context.imports.check(visitor[0])
            taken += await _add(ready, person, visitor[0], context)
        cut_off, problems = await text.ask("summary")
    if cut_off:
        raise Refusal(413, "too_large", "Too many games at once. The first ones were imported.")
    return ImportResult(
        added=[each.public_id for each in taken if each.new],
        known=[each.public_id for each in taken if not each.new],
        problems=problems,
    )


async def _add(
    games: list[Prepared], person: StoredPlayer, address: str, context: Context
) -> list[Imported]:
    """Store games, a few at a time, so that moves of live games do not wait long for the writer."""
    taken: list[Imported] = []
    source = f"imported by {person.name}"
    for few in _few(games):
        taken += await context.imports.add(address, few, source)
    if any(each.new for each in taken):
        context.store.library.count_anew()
    return taken


def _few(games: list[Prepared]) -> Iterator[list[Prepared]]:
    """Groups of games that take the writer a few milliseconds; a long game is alone."""
    group: list[Prepared] = []
    for game in games:
        moves = sum(each.plies for each in group)
        if group and (len(group) == _AT_ONCE or moves + game.plies > _MOVES_AT_ONCE):
            yield group
            group = []
        group.append(game)
    if group:
        yield group


@router.get("/library/{game_id}", response_model=LibraryGame, responses=refusals(404, 413, 422))
async def get_library_game(game_id: GameId, visitor: VisitorDep, context: ContextDep) -> Response:
    """Get a finished game with its full record."""
    try:
        line, stored = await context.services.store.read(
            lambda store: (store.library.summary(game_id), store.library.stored(game_id))
        )
    except NotFoundError:
        raise Refusal(404, "not_found", "There is no such finished game.") from None
    return json_response(await context.pool.run(visitor, _shown, line, stored))


@router.get("/library/{game_id}/win-rates", responses=refusals(404, 409, 422))
async def get_win_rates(
    game_id: GameId, connection: Request, visitor: VisitorDep, context: ContextDep
) -> GameRates:
    """Evaluate every position of a finished game with the small network, without a search."""
    try:
        row = await context.services.store.read(
            lambda store: (store.library.summary(game_id), store.games.get(game_id))[1]
        )
    except NotFoundError:
        raise Refusal(404, "not_found", "There is no such finished game.") from None
    person = await context.people.find(connection)
    try:
        async with asyncio.timeout(context.settings.limits.job_seconds):
            rates = await _rates(row, None if person is None else person.id, visitor, context)
    except TimeoutError:
        raise Refusal(503, "busy", "The server is busy. Try again later.") from None
    return GameRates(rates=rates)


async def _rates(
    row: GameRow, person: int | None, visitor: Visitor, context: Context
) -> list[float]:
    """Black's win rates in the positions of a game, a few at a time, so that others get their turn
    in between.
    """
    boards = await context.pool.run(visitor, positions_of, row)
    if boards:
        await context.fair.check(person, boards[-1])
    rates: list[float] = []
    for at in range(0, len(boards), MOST_MOVES):
        few = boards[at : at + MOST_MOVES]
        await context.fair.check_all(person, few)
        some = await context.pool.run(visitor, black_win_rates, few)
        if not some:
            break
        rates += some
    return rates


def _shown(line: StoredSummary, stored: StoredRecord) -> bytes:
    """The JSON of a `LibraryGame`; the record of an imported game is there already."""
    summary = LibraryLine.model_validate(_line(line)).model_dump_json()
    record = stored.text("jsonl")
    body = f'{{"line": {summary}, "game": {record}}}'.encode("utf-8", errors="replace")
    if len(body) > MOST_ANSWER:
        raise Refusal(413, "too_large", "This record is too large to be shown.")
    return body


@router.get(
    "/export/games.{format}",
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **refusals(422)},
    response_class=StreamingResponse,
)
async def export_games(
    format: ExportFormat, visitor: VisitorDep, context: ContextDep
) -> StreamingResponse:
    """Download all finished games as one file."""
    name = f'attachment; filename="hexmate-games.{format}"'
    return StreamingResponse(
        _exported(context, visitor, format),
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": name},
    )


async def _exported(
    context: Context, visitor: Visitor, format: ExportFormat
) -> AsyncIterator[bytes]:
    last = 0
    while found := await context.services.store.read(_following(last)):
        last = found[-1].number
        yield await _patiently(context, visitor, found, format)


async def _patiently(
    context: Context, visitor: Visitor, found: list[StoredRecord], format: ExportFormat
) -> bytes:
    """The text of some games. A download that has begun waits while the server is busy."""
    for _ in range(_MOST_WAITS):
        try:
            return await context.records.run(visitor, stored_texts, found, format)
        except StoppedWork:
            raise  # these games themselves take too long
        except Refusal:
            await asyncio.sleep(1)
    return await context.records.run(visitor, stored_texts, found, format)


def _following(number: int) -> Callable[[Store], list[StoredRecord]]:
    return lambda store: store.library.stored_after(number)


@router.get("/statistics", responses=refusals())
async def statistics(context: ContextDep) -> StatisticsResult:
    """Count all games and players. A large library is counted every few seconds."""
    return StatisticsResult.model_validate(asdict(await context.counts.statistics.get()))


@router.get("/leaderboard", responses=refusals(422))
async def leaderboard(
    context: ContextDep,
    pool: Literal["people", "bots"] = "people",
    limit: Annotated[int, Query(ge=1, le=LONGEST_LEADERBOARD)] = 100,
) -> Leaderboard:
    """List the best players, by rating minus two deviations."""
    standings = (await context.counts.leaderboards[pool].get())[:limit]
    players = [
        {
            "rank": each.rank,
            "name": each.player.name,
            "rating": round(each.rating.rating),
            "deviation": round(each.rating.deviation),
            "games": each.games,
            "wins": each.wins,
        }
        for each in standings
    ]
    return Leaderboard.model_validate({"pool": pool, "players": players})


def _line(game: StoredSummary) -> dict[str, Any]:
    line = asdict(game)
    return {
        **line,
        "id": game.public_id,
        "moves": game.plies,
        "winner_seat": None if game.winner_seat is None else str(game.winner_seat),
        "finished": None if game.finished is None else game.finished.isoformat(),
    }


def _midnight(day: str | None, days: int = 0) -> datetime | None:
    if day is None:
        return None
    try:
        return datetime.combine(date.fromisoformat(day) + timedelta(days=days), time(), UTC)
    except (ValueError, OverflowError):
        raise Refusal(422, "invalid", f"{day} is not a date.") from None


def _board(line: str | None) -> Board | None:
    try:
        return None if line is None else Board.from_string(line)
    except HexmateError as error:
        raise Refusal(422, "position", str(error)) from None


def _book_replies(board: Board) -> tuple[BookReply, ...]:
    return shipped_book().replies(board)
