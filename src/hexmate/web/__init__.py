"""The web server: live games, analyses and the library over HTTP and sockets, and the pages."""

from hexmate.web.app import create_app
from hexmate.web.settings import Settings

__all__ = ["Settings", "create_app"]
