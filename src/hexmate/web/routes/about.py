"""Routes about the program and its engines."""

from fastapi import APIRouter

from hexmate.version import __version__
from hexmate.web.context import ContextDep
from hexmate.web.models.people import About, PlayerOffer
from hexmate.web.routes.responses import refusals

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["about"])


@router.get("/about", responses=refusals())
async def about() -> About:
    """Get the version and the licence."""
    return About(version=__version__, licence="MIT")


@router.get("/players", responses=refusals())
def players(context: ContextDep) -> list[PlayerOffer]:
    """List the engines for games and analyses, the levels first."""
    return [PlayerOffer(**offer.as_dict()) for offer in context.services.catalogue.offers]
