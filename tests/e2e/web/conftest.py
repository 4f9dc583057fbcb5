"""One server for all tests of pages in a process."""

from collections.abc import Iterator

import pytest
from support.web_server import ServerProcess


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server")) as process:
        yield process
