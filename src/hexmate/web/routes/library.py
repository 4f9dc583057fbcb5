"""Routes for the library of finished games: search, import, export, statistics, ratings."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import StreamingResponse

from hexmate import records
from hexmate.board import Board
from hexmate.errors import HexmateError
from hexmate.store.errors import NotFoundError
from hexmate.store.importing import Imported, Prepared, prepare_all
from hexmate.store.search import Query as Search
from hexmate.store.search import StoredSummary
from hexmate.store.store import Store
from hexmate.store.values import StoredPlayer
from hexmate.web.context import Context, ContextDep, PersonDep
from hexmate.web.errors import Refusal
from hexmate.web.models.analysis import PositionLine
from hexmate.web.models.base import ShapeName
from hexmate.web.models.library import (
    ImportResult,
    Leaderboard,
    LibraryGame,
    LibraryPage,
    StatisticsResult,
)
from hexmate.web.records import object_of
from hexmate.web.routes.games import GameId
from hexmate.web.routes.responses import TEXT_BODY, refusals

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["library"])

Size = Annotated[int | None, Query(ge=1, le=32)]
Day = Annotated[str | None, Query(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
ExportFormat = Literal["sgf", "jsonl"]

_MOST_PROBLEMS = 100
_AT_ONCE = 4
_LAST_PAGE = 1_000_000


@router.get("/library", responses=refusals(422))
def search_library(
    context: ContextDep,
    player: Annotated[str | None, Query(max_length=200)] = None,
    rows: Size = None,
    cols: Size = None,
    shape: ShapeName | None = None,
    result: Annotated[str | None, Query(max_length=20)] = None,
    since: Day = None,
    until: Day = None,
    position: Annotated[PositionLine | None, Query()] = None,
    page: Annotated[int, Query(ge=1, le=_LAST_PAGE)] = 1,
    per_page: Annotated[int, Query(ge=1, le=100)] = 20,
) -> LibraryPage:
    """Search finished games by player, size, result (`B+`, `W+Resign`), date and position.

    A position is also found rotated by 180 degrees.
    """
    found = context.store.library.search(
        Search(
            player=player,
            rows=rows,
            cols=cols,
            shape=shape,
            result=result,
            since=_midnight(since),
            until=_midnight(until, days=1),
            position=_board(position),
            page=page,
            per_page=per_page,
        )
    )
    return LibraryPage.model_validate(
        {
            "games": [_line(game) for game in found.games],
            "total": found.total,
            "page": found.page,
            "per_page": found.per_page,
        }
    )


@router.post(
    "/library", status_code=201, responses=refusals(401, 413, 422), openapi_extra=TEXT_BODY
)
async def import_games(request: Request, person: PersonDep, context: ContextDep) -> ImportResult:
    """Import the games of a text in any format. Games already in the library are skipped."""
    text = (await request.body()).decode("utf-8", errors="replace")
    problems: list[str] = []
    found = prepare_all(records.iter_text(text, report=problems.append), problems.append)
    taken: list[Imported] = []
    try:
        while games := await asyncio.to_thread(lambda: list(islice(found, _AT_ONCE))):
            if len(taken) + len(games) > context.settings.limits.imported_games:
                raise Refusal(
                    413, "too_large", "Too many games at once. The first ones were imported."
                )
            # A few at a time, so that moves of live games do not wait long for the writer.
            jobs = (context.services.store.write(_adding(game, person)) for game in games)
            taken += await asyncio.gather(*jobs)
    except HexmateError as error:
        raise Refusal(422, "record", str(error)) from None
    return ImportResult(
        added=[each.public_id for each in taken if each.new],
        known=[each.public_id for each in taken if not each.new],
        problems=problems[:_MOST_PROBLEMS],
    )


def _adding(game: Prepared, person: StoredPlayer) -> Callable[[Store], Imported]:
    return lambda store: store.library.add(game, f"imported by {person.name}")


@router.get("/library/{game_id}", responses=refusals(404, 422))
def get_library_game(game_id: GameId, context: ContextDep) -> LibraryGame:
    """Get a finished game with its full record."""
    try:
        line = context.store.library.summary(game_id)
        game = context.store.library.record(game_id)
    except NotFoundError:
        raise Refusal(404, "not_found", "There is no such finished game.") from None
    return LibraryGame.model_validate({"line": _line(line), "game": object_of(game)})


@router.get(
    "/export/games.{format}",
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **refusals(422)},
    response_class=StreamingResponse,
)
def export_games(format: ExportFormat, context: ContextDep) -> StreamingResponse:
    """Download all finished games as one file."""
    name = f'attachment; filename="hexmate-games.{format}"'
    return StreamingResponse(
        _exported(context, format),
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": name},
    )


def _exported(context: Context, format: ExportFormat) -> Iterator[bytes]:
    for text in context.store.library.export(format):
        yield text.encode("utf-8", errors="replace")


@router.get("/statistics", responses=refusals())
def statistics(context: ContextDep) -> StatisticsResult:
    """Count all games and players."""
    return StatisticsResult.model_validate(asdict(context.store.library.statistics()))


@router.get("/leaderboard", responses=refusals(422))
def leaderboard(
    context: ContextDep,
    pool: Literal["people", "bots"] = "people",
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Leaderboard:
    """List the best players, by rating minus two deviations."""
    standings = context.store.ratings.leaderboard(pool, limit)
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
