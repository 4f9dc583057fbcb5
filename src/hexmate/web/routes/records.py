"""Routes that read and write records in any format."""

import asyncio
from itertools import islice

from fastapi import APIRouter, Request

from hexmate import records
from hexmate.errors import HexmateError
from hexmate.web.errors import Refusal
from hexmate.web.models.records import ReadRecords, WriteRecord, WrittenRecord
from hexmate.web.records import game_from, object_of
from hexmate.web.routes.responses import TEXT_BODY, refusals

__all__ = ["router"]

router = APIRouter(prefix="/api/records", tags=["records"])

_MOST_GAMES = 1000
_MOST_PROBLEMS = 100


@router.post("/read", responses=refusals(413, 422), openapi_extra=TEXT_BODY)
async def read_records(request: Request) -> ReadRecords:
    """Read the games of a text in any format, with variations and comments. Links work too."""
    body = await request.body()
    return await asyncio.to_thread(_read, body.decode("utf-8", errors="replace"))


def _read(text: str) -> ReadRecords:
    problems: list[str] = []
    try:
        format = records.detect(text)
        found = records.iter_text(text, format=format, report=problems.append)
        games = [object_of(game) for game in islice(found, _MOST_GAMES)]
    except HexmateError as error:
        raise Refusal(422, "record", str(error)) from None
    return ReadRecords.model_validate(
        {"format": format, "games": games, "problems": problems[:_MOST_PROBLEMS]}
    )


@router.post("/write", responses=refusals(413, 422))
def write_record(request: WriteRecord) -> WrittenRecord:
    """Write a game in a format. What the format cannot hold is an error unless `lossy` is set."""
    game = game_from(request.game)
    try:
        text = records.dumps(game, request.format, request.lossy)
    except HexmateError as error:
        raise Refusal(422, "record", str(error)) from None
    return WrittenRecord(text=text)
