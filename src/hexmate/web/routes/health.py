"""Health: whether the server and its database work."""

from fastapi import APIRouter

from hexmate.web.context import ContextDep
from hexmate.web.models.people import Health
from hexmate.web.routes.responses import refusals

__all__ = ["router"]

router = APIRouter(tags=["about"])


@router.head("/healthz", include_in_schema=False)
@router.get("/healthz", responses=refusals())
async def health(context: ContextDep) -> Health:
    """Check that the server runs and its database answers (503 if it does not)."""
    await context.services.store.read(lambda store: store.players.by_token(""))
    return Health(status="ok")
