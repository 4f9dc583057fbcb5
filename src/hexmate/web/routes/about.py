"""About: the program, what is new in it, and the players it offers."""

from fastapi import APIRouter

from hexmate.version import __version__
from hexmate.web.context import ContextDep
from hexmate.web.models.people import About, PlayerOffer
from hexmate.web.news import news
from hexmate.web.routes.responses import refusals

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["about"])


@router.get("/about", responses=refusals())
async def about() -> About:
    """The version, the licence, and what is new."""
    return About(version=__version__, licence="MIT", changes=list(news()))


@router.get("/players", responses=refusals())
def players(context: ContextDep) -> list[PlayerOffer]:
    """Who may sit at a seat or analyse, the levels first."""
    return [PlayerOffer(**offer.as_dict()) for offer in context.services.catalogue.offers]
