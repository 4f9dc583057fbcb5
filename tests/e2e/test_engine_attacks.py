"""A dose of the attacks on engines that the soak runs in full."""

import asyncio

import httpx
import pytest
from soak.attack.engines import attack_bad_engines, many_analyses, many_games
from support.patience import PATIENCE
from support.web_server import GENEROUS, ServerProcess

BAD = (("exits", 0), ("nonsense", 1), ("stops_keeper", 1))


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    # On a busy machine an engine may wait long for a core; that is not what these tests measure.
    settings = f"{GENEROUS}\n[search]\nstopping = 60\nanswer = {PATIENCE}\n"
    with ServerProcess(tmp_path_factory.mktemp("server"), settings=settings) as server:
        httpx.get(f"{server.url}/api/players", timeout=60)  # loads the network once
        yield server


def test_many_analyses_are_answered_and_leave_nothing(server):
    figures = asyncio.run(many_analyses(server, 12, 0.2))
    assert set(figures.endings) <= {"final", "busy"}
    assert figures.endings.total() == 12
    assert figures.usage.most[0] < 1024
    assert figures.usage.after[0] < figures.usage.before[0] + 48
    assert figures.usage.after[1] <= figures.usage.before[1] + 12


def test_many_games_of_one_person_do_not_cost_another_the_clock(server):
    """Its engine has two seconds for all moves; a search of the others takes one."""
    figures = asyncio.run(many_games(server, 8, 5.0, clock="2", recovery=0))
    assert figures.attacking_moves > 0
    assert figures.waits, "the engine of the honest player moves"
    assert figures.ended is None or "Time" not in figures.ended
    assert figures.usage.most[0] < 1024


def test_bad_engines_lose_and_leave_nothing(tmp_path):
    figures = attack_bad_engines(tmp_path, BAD)
    assert {ending for ending, _ in figures.endings.values()} == {"B+Forfeit"}
    assert figures.left == 0
