"""Routes that read and write records in any format."""

import json

from fastapi import APIRouter, Request
from starlette.responses import Response

from hexmate import records
from hexmate.errors import HexmateError
from hexmate.records.base import RecordLimits
from hexmate.web.context import ContextDep, VisitorDep
from hexmate.web.errors import Refusal
from hexmate.web.models.records import ReadRecords, WriteRecord, WrittenRecord
from hexmate.web.records import RecordText, game_from
from hexmate.web.routes.responses import TEXT_BODY, json_response, refusals

__all__ = ["router"]

router = APIRouter(prefix="/api/records", tags=["records"])

_MOST_GAMES = 1000


@router.post(
    "/read", response_model=ReadRecords, responses=refusals(413, 422), openapi_extra=TEXT_BODY
)
async def read_records(request: Request, visitor: VisitorDep, context: ContextDep) -> Response:
    """Read the games of a text in any format, with variations and comments. Links work too."""
    try:
        text = RecordText(await request.body(), context.settings.limits.record, _MOST_GAMES)
    except HexmateError as error:
        raise Refusal(422, "record", str(error)) from None
    while (answer := await context.pool.run(visitor, text.answer)) is None:
        pass
    return json_response(answer)


@router.post("/write", response_model=WrittenRecord, responses=refusals(413, 422))
async def write_record(request: WriteRecord, visitor: VisitorDep, context: ContextDep) -> Response:
    """Write a game in a format. What the format cannot hold is an error unless `lossy` is set."""
    limits = context.settings.limits.record
    return json_response(await context.pool.run(visitor, _write, request, limits))


def _write(request: WriteRecord, limits: RecordLimits) -> bytes:
    game = game_from(request.game, limits)
    try:
        text = records.dumps(game, request.format, request.lossy)
    except HexmateError as error:
        raise Refusal(422, "record", str(error)) from None
    game.dissolve()
    return json.dumps({"text": text}).encode()
