"""The site as it ships: its own files, the documentation of the API, and servers that fail."""

import asyncio
import re

import httpx
import pytest
from support.patience import PATIENCE
from support.web_room import fresh_database
from support.web_served import served

from hexmate.store.errors import StoreError
from hexmate.web.app import create_app
from hexmate.web.security.headers import POLICY
from hexmate.web.settings import Settings


@pytest.fixture(scope="module")
def site(new_database):
    with (
        served(new_database("sqlite")) as url,
        httpx.Client(base_url=url, timeout=PATIENCE, follow_redirects=True) as client,
    ):
        yield client


def answer_of(tmp_path, path, break_it):
    """What a server answers after something was broken in it."""

    async def body():
        app = create_app(Settings(database=fresh_database(tmp_path)))
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
        async with app.router.lifespan_context(app), client:
            break_it(app.state.context)
            return await client.get(path)

    return asyncio.run(body())


def test_a_server_without_its_database_is_not_healthy(tmp_path, monkeypatch):
    def unreachable(key):
        raise StoreError("the database is gone")

    def break_it(context):
        monkeypatch.setattr(context.store.players, "by_token", unreachable)

    health = answer_of(tmp_path, "/healthz", break_it)
    assert (health.status_code, health.json()["code"]) == (503, "unavailable")


def test_a_failure_has_a_code_too(tmp_path):
    def break_it(context):
        context.people = None

    failed = answer_of(tmp_path, "/api/me", break_it)
    assert (failed.status_code, failed.json()["code"]) == (500, "internal")


def test_robots_stay_out_of_the_api(site):
    assert "Disallow: /api/" in site.get("/robots.txt").text.splitlines()


def test_browsers_find_an_icon(site):
    icon = site.get("/favicon.ico")
    assert (icon.status_code, icon.headers["content-type"]) == (200, "image/png")


def test_the_documentation_of_the_api_needs_nothing_from_elsewhere(site):
    page = site.get("/docs")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["content-security-policy"] == POLICY
    files = re.findall(r'(?:src|href)="([^"#]+)"', page.text)
    assert all(path.startswith("/") and not path.startswith("//") for path in files)
    assert all(site.get(path).status_code == 200 for path in files)
    assert not re.search(r"<style|style=|<script>|\son\w+=", page.text)


def test_the_documentation_lists_every_route_socket_and_model(site):
    text = site.get("/api/docs").text
    description = site.get("/api/openapi.json").json()
    for path, operations in description["paths"].items():
        for method in operations:
            assert f"<code>{method.upper()} {path}</code>" in text
    for name in (*description["components"]["schemas"], "MoveMessage", "Analyse"):
        assert f'id="{name}"' in text
    assert "<code>/api/games/{game_id}/live</code>" in text
    links = set(re.findall(r'href="#([^"]+)"', text))
    assert links <= set(re.findall(r'id="([^"]+)"', text))
