"""The web server: live games, analyses and the library over HTTP and sockets, and the pages."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexmate.web.app import create_app
    from hexmate.web.settings import Settings

__all__ = ["Settings", "create_app"]


def __getattr__(name: str) -> Any:
    """Import the framework only when it is used: the process that reads records needs none."""
    if name == "create_app":
        from hexmate.web.app import create_app

        return create_app
    if name == "Settings":
        from hexmate.web.settings import Settings

        return Settings
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
