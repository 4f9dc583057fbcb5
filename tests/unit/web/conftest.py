"""A server for the tests of the API."""

import pytest

INDEX = "<!doctype html><title>Hexmate</title>" + "<p>Hex</p>" * 200


@pytest.fixture(scope="session")
def static_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("static")
    (folder / "js").mkdir()
    (folder / "index.html").write_text(INDEX, "utf-8")
    (folder / "embed.html").write_text(INDEX, "utf-8")
    (folder / "sw.js").write_text("self.skip = 1;", "utf-8")
    (folder / "js" / "main.js").write_text("export const a = 1;\n" * 100, "utf-8")
    return folder


@pytest.fixture(scope="module")
def url(new_database, static_folder):
    """The address of a server with an empty database."""
    from support.web_served import served

    with served(new_database("sqlite"), static_folder) as address:
        yield address


@pytest.fixture
def ada(url):
    from support.web_served import Visitor

    with Visitor(url) as visitor:
        yield visitor


@pytest.fixture
def bob(url):
    from support.web_served import Visitor

    with Visitor(url) as visitor:
        yield visitor


@pytest.fixture
def anonymous(url):
    """Requests without a cookie."""
    import httpx
    from support.patience import PATIENCE

    with httpx.Client(base_url=url, timeout=PATIENCE) as client:
        yield client
