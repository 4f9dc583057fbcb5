"""Routes about you: your name and rating."""

from fastapi import APIRouter, Request, Response

from hexmate.store.values import StoredPlayer
from hexmate.web.context import Context, ContextDep, PersonDep
from hexmate.web.models.people import Me, Rename
from hexmate.web.routes.responses import refusals

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["people"])


@router.get("/me", responses=refusals())
async def get_me(request: Request, response: Response, context: ContextDep) -> Me:
    """Get your name and rating. A new visitor gets a guest name and a cookie."""
    return await _me(await context.people.find_or_create(request, response), context)


@router.patch("/me", responses=refusals(401, 409, 413, 422))
async def rename_me(rename: Rename, person: PersonDep, context: ContextDep) -> Me:
    """Change your name."""
    renamed = await context.people.rename(person, rename.name)
    context.games.rename(renamed)
    return await _me(renamed, context)


async def _me(person: StoredPlayer, context: Context) -> Me:
    rated = await context.services.store.read(lambda store: store.ratings.of(person.id))
    rating = round(rated.rating.rating) if rated.games else None
    return Me(id=person.id, name=person.name, rating=rating)
