"""Routes for games: create, list, join, rematch, export. Moves go over the socket."""

import asyncio
from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response

from hexmate.arena.clock import TimeControl
from hexmate.board import Board
from hexmate.errors import HexmateError
from hexmate.records import FORMATS
from hexmate.store.errors import NotFoundError
from hexmate.store.names import name_key
from hexmate.store.values import GameRow, NewGame, NewSeat, StoredPlayer
from hexmate.web.context import Context, ContextDep, PersonDep, VisitorDep, visitor_of
from hexmate.web.errors import Refusal
from hexmate.web.live import messages
from hexmate.web.live.game import LiveGame
from hexmate.web.live.session import GameSession
from hexmate.web.models.base import side
from hexmate.web.models.games import (
    CreatedGame,
    GameList,
    GameSummary,
    Join,
    Joined,
    MyGames,
    NewGameRequest,
    NewSeatRequest,
)
from hexmate.web.models.live import GameState
from hexmate.web.records import written
from hexmate.web.routes.responses import refusals
from hexmate.web.security.rated_games import check_board

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["games"])

GameId = Annotated[str, Path(min_length=1, max_length=40, description="The id of a game.")]
_MOST_LISTED = 200
_MOST_BOARDS = 24
RecordFormat = Literal["sgf", "hexfile", "hexworld", "jsonl", "trmph", "moves"]


@router.post(
    "/games",
    status_code=201,
    responses=refusals(401, 409, 413, 422),
    response_model_exclude_unset=True,
)
async def create_game(
    request: NewGameRequest, person: PersonDep, context: ContextDep, connection: Request
) -> CreatedGame:
    """Create a game. Every seat of kind `person` or `hybrid` is yours."""
    new = await _new_game(request, person, context)
    if new.rated:
        await context.rated.begin(connection)
    opened = await context.games.open(replace(new, opener_id=person.id))
    return CreatedGame(
        id=opened.session.game.id,
        seats={side(color): link for color, link in opened.links.items()},
        state=opened.session.state(person.id),
    )


@router.get("/games", responses=refusals(422))
async def list_games(
    request: Request,
    context: ContextDep,
    status: Literal["live", "waiting", "finished"] = "live",
) -> GameList:
    """List online games by status. Finished games are listed for about a minute."""
    others = [] if status == "finished" else await _stored_games(context, request, status)
    shown = {
        session.game.id: session
        for session in context.games
        if session.game.mode == "online" and session.game.status == status
    }
    listed = [*map(_summary, shown.values()), *(game for game in others if game.id not in shown)]
    listed.sort(key=lambda game: game.created, reverse=True)
    for game in listed[:_MOST_BOARDS]:
        if game.id in shown:
            game.position = shown[game.id].game.board.to_string()
    return GameList(games=listed[:_MOST_LISTED])


async def _stored_games(
    context: Context, request: Request, status: Literal["live", "waiting"]
) -> list[GameSummary]:
    """Games that are not in memory here, as stored; other servers may run them."""
    loaded = {session.game.id for session in context.games}
    rows = await context.services.store.read(
        lambda store: store.games.watchable(status, _MOST_LISTED, spare=loaded)
    )
    return await _lines(rows, context, request, boards=True) if rows else []


@router.get("/me/games", responses=refusals())
async def my_games(request: Request, context: ContextDep) -> MyGames:
    """List your own games: the unfinished ones, and the latest that ended."""
    person = await context.people.find(request)
    if person is None:
        return MyGames(unfinished=[], recent=[])
    rows = await context.services.store.read(lambda store: store.games.of_player(person.id, 50))
    recent = [row for row in rows if row.status == "finished"][:20]
    unfinished = [row for row in rows if row.status in ("waiting", "live")]
    lines = await _lines([*unfinished, *recent], context, request)
    return MyGames(unfinished=lines[: len(unfinished)], recent=lines[len(unfinished) :])


@router.get("/games/{game_id}", responses=refusals(404, 422), response_model=GameState)
async def get_game(game_id: GameId, request: Request, context: ContextDep) -> Response:
    """Get the whole state of a game."""
    if relay := await context.games.elsewhere(game_id):
        text = await relay.state(game_id)
    else:
        session = await context.games.find(game_id)
        person = await context.people.find(request)
        text = session.state_text(None if person is None else person.id)
    return Response(text, media_type="application/json")


@router.get(
    "/games/{game_id}/record",
    responses={
        200: {"content": {"text/plain": {"schema": {"type": "string"}}}},
        **refusals(404, 422),
    },
    response_class=Response,
)
async def get_record(
    game_id: GameId,
    visitor: VisitorDep,
    context: ContextDep,
    format: Annotated[RecordFormat, Query()] = "sgf",
) -> Response:
    """Download a game as a record."""
    try:
        stored = await context.services.store.read(lambda store: store.library.stored(game_id))
    except NotFoundError:
        raise Refusal(404, "not_found", "There is no such game.") from None
    text = await context.records.run(visitor, written, stored, format)
    name = f"hexmate-{game_id}{FORMATS[format].suffixes[0]}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.post(
    "/games/{game_id}/join",
    responses=refusals(401, 403, 404, 409, 421, 422),
    response_model_exclude_unset=True,
)
async def join_game(
    game_id: GameId, join: Join, person: PersonDep, context: ContextDep, connection: Request
) -> Joined:
    """Join the open seat that a token belongs to."""
    session = await context.games.find(game_id)
    context.games.seat_of(session, join.seat_token)  # a wrong token must not count as a game
    if session.game.rated and not session.game.held_by(person.id):
        await context.rated.check_pair(session.game, person.id)
        await context.rated.begin(connection)
    color = await context.games.join(session, person.id, join.seat_token)
    return Joined(color=side(color), state=session.state(person.id))


@router.post(
    "/games/{game_id}/rematch",
    status_code=201,
    responses=refusals(401, 403, 404, 409, 421, 422),
    response_model_exclude_unset=True,
)
async def rematch(
    game_id: GameId, person: PersonDep, context: ContextDep, connection: Request
) -> CreatedGame:
    """Start a rematch with the seats exchanged. Both players get the same new game."""
    session = await context.games.find(game_id)
    if session.game.rated and session.game.rematch is None and session.game.held_by(person.id):
        await context.rated.check_pair(session.game, person.id)
        await context.rated.begin(connection)
    again = await context.games.rematch(session, person.id)
    return CreatedGame(id=again.game.id, seats={}, state=again.state(person.id))


async def _lines(
    rows: list[GameRow], context: Context, request: Request, *, boards: bool = False
) -> list[GameSummary]:
    """Games in a list, from memory if they are loaded and from the store otherwise."""
    present = {row.public_id: context.games.present(row.public_id) for row in rows}
    absent = [row for row in rows if present[row.public_id] is None]
    replayed = iter(await context.pool.run(await visitor_of(request), _replayed, absent, boards))
    return [
        next(replayed) if session is None else _summary(session) for session in present.values()
    ]


def _replayed(rows: list[GameRow], boards: bool) -> list[GameSummary]:
    return [messages.summary(LiveGame(row, 0.0), board=boards) for row in rows]


def _summary(session: GameSession) -> GameSummary:
    return messages.summary(session.game, session.audience)


async def _new_game(request: NewGameRequest, person: StoredPlayer, context: Context) -> NewGame:
    most = context.settings.limits.board
    if max(request.rows, request.cols) > most:
        raise Refusal(
            422, "too_large", f"Boards on this server have at most {most} rows and columns."
        )
    try:
        control = TimeControl.parse(request.clock)
        board = _first_board(request)
    except HexmateError as error:
        raise Refusal(422, "bad_game", str(error)) from None
    if request.start is not None and (request.seats.black.ai or request.seats.white.ai):
        await context.fair.check(person.id, board)
    seats = [
        await _new_seat(request, seat, board, person, context)
        for seat in (request.seats.black, request.seats.white)
    ]
    if request.rated:
        _check_rated(request)
    return NewGame(
        rows=request.rows,
        cols=request.cols,
        black=seats[0],
        white=seats[1],
        shape=request.shape,
        swap=request.swap,
        start=None if request.start is None else board.to_string(),
        clock=str(control),
        mode=request.mode,
        rated=request.rated,
        training=request.training,
    )


async def _new_seat(
    request: NewGameRequest,
    seat: NewSeatRequest,
    board: Board,
    person: StoredPlayer,
    context: Context,
) -> NewSeat:
    catalogue = context.services.catalogue
    needs_ai = seat.kind in ("ai", "hybrid")
    if needs_ai != (seat.ai is not None):
        raise Refusal(
            422,
            "bad_seat",
            "Seats of kind ai and hybrid need an engine (ai); other seats must not have one.",
        )
    if seat.kind == "open" and request.mode == "local":
        raise Refusal(422, "bad_seat", "A local game cannot have an open seat. Use mode online.")
    both = {request.seats.black.kind, request.seats.white.kind}
    if request.mode == "online" and both <= {"person", "hybrid"}:
        raise Refusal(
            422,
            "bad_seat",
            "You can hold only one seat of an online game. Leave the other one open.",
        )
    if seat.ai is not None:
        spec = seat.ai
        await asyncio.to_thread(lambda: catalogue.try_create(catalogue.check(spec), board))
    own = person.id if seat.kind in ("person", "hybrid") else None
    return NewSeat(seat.kind, own, seat.ai)


def _check_rated(request: NewGameRequest) -> None:
    seats = request.seats
    kinds = {seats.black.kind, seats.white.kind}
    people = kinds <= {"person", "open"}
    if request.mode != "online" or request.training or not (people or kinds == {"ai"}):
        text = "Only online games between two people, or between two engines, can be rated."
        raise Refusal(422, "not_rated", text)
    if kinds == {"ai"} and name_key(seats.black.ai or "") == name_key(seats.white.ai or ""):
        raise Refusal(422, "not_rated", "Games of an engine against itself cannot be rated.")
    check_board(request.rows, request.cols, request.start)


def _first_board(request: NewGameRequest) -> Board:
    """The start position: the one requested, or an empty board."""
    board = Board((request.rows, request.cols), shape=request.shape, swap=request.swap)
    if request.start is None:
        return board
    start = Board.from_string(request.start)
    same = (start.rows, start.cols, start.shape) == (board.rows, board.cols, board.shape)
    if not same or start.swap != board.swap:
        raise Refusal(
            422, "bad_game", "The start position does not match the board size, shape or swap rule."
        )
    if start.outcome() is not None:
        raise Refusal(422, "bad_game", "The start position is already decided.")
    return start
