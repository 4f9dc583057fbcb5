"""Routes that read and write records in any format."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from hexmate.web.context import ContextDep, VisitorDep
from hexmate.web.models.records import ReadRecords, WriteRecord, WrittenRecord
from hexmate.web.records import record_text, rewritten
from hexmate.web.routes.responses import TEXT_BODY, json_response, refusals

__all__ = ["router"]

router = APIRouter(prefix="/api/records", tags=["records"])

_MOST_GAMES = 1000


@router.post(
    "/read", response_model=ReadRecords, responses=refusals(413, 422), openapi_extra=TEXT_BODY
)
async def read_records(request: Request, visitor: VisitorDep, context: ContextDep) -> Response:
    """Read the games of a text in any format, with variations and comments. Links work too."""
    body, limits = await request.body(), context.settings.limits.record
    async with context.records.kept(visitor, record_text, body, limits, _MOST_GAMES) as text:
        while (answer := await text.ask("answer")) is None:
            pass
    return json_response(answer)


@router.post("/write", response_model=WrittenRecord, responses=refusals(413, 422))
async def write_record(request: WriteRecord, visitor: VisitorDep, context: ContextDep) -> Response:
    """Write a game in a format. What the format cannot hold is an error unless `lossy` is set."""
    limits = context.settings.limits.record
    answer = context.records.run(
        visitor, rewritten, request.game, request.format, request.lossy, limits
    )
    return json_response(await answer)
