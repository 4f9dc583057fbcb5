"""Records made to cost as much as they can, sent by several visitors at once."""

import pytest
from soak.attack.records import just_allowed, marked_games, marks, record_attack, set_ups
from support.patience import kept
from support.web_server import ServerProcess


@pytest.fixture
def server(tmp_path):
    with ServerProcess(tmp_path) as server:
        yield server


def test_records_that_expand_or_take_long_cost_their_senders_only(server):
    texts = [marks(), set_ups(), marked_games(50_000), just_allowed()["games of nodes"]]
    figures = record_attack(server, 3, attackers=4, texts=texts)
    assert figures.problems == []
    assert figures.attacks.total() >= 4
    assert kept(2, max(figures.newcomers))
    assert kept(2, max(figures.readers), starved=3)  # records are read at nice 5
    assert figures.largest_answer < 4_000_000
    assert figures.memory_peak < figures.memory_before + 4 * 64
    assert figures.database_growth < 4_000_000
    assert "Traceback" not in server.log.read_text()
