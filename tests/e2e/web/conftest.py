"""One server for all tests of pages in a process, with the bundle that wheels have.

Tests of the plain modules are in tests/e2e/test_pages.py and its neighbours.
"""

from collections.abc import Iterator

import pytest
from support.bundle import make_bundle
from support.web_server import GENEROUS, ServerProcess


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("server")
    bundle = make_bundle(folder / "bundle")
    with ServerProcess(folder, settings=f"bundle = '{bundle}'\n{GENEROUS}") as process:
        yield process
