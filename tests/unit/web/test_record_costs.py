"""The costs of the routes that take text: bounded in time, memory, answers and the database."""

import gc
import subprocess
import sys
from contextlib import ExitStack

import pytest
from soak.attack.records import just_allowed, marked_games, marks, set_ups
from support.patience import PATIENCE
from support.raw_http import RawClient
from support.web_room import FakeStoreAccess
from support.web_served import Visitor, served

from hexmate.errors import RecordError
from hexmate.game import Game
from hexmate.records.base import RecordLimits
from hexmate.store import Store
from hexmate.web.errors import Refusal
from hexmate.web.pictures import PictureLook, study_picture
from hexmate.web.records import MOST_ANSWER, RecordText
from hexmate.web.security.imports import Imports
from hexmate.web.settings import Limits
from hexmate.web.study_links import packed

pytestmark = pytest.mark.slow
LIMITS = RecordLimits.untrusted()
REFUSED = (RecordError, Refusal)


@pytest.fixture(scope="module", autouse=True)
def frozen_heap():
    """As in a server: no collection looks at what other tests left, and stops all threads."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def answer(text: str) -> bytes:
    reading = RecordText(text.encode(), LIMITS, 1000)
    while (body := reading.answer()) is None:
        pass
    return body


@pytest.mark.parametrize(
    ("text", "place"),
    [(marks(), "line 1, character 229992"), (set_ups(), "line 1, character 92275")],
    ids=["marks", "set-up"],
)
@pytest.mark.parametrize("path", ["/api/records/read", "/api/library"])
def test_a_record_beyond_the_limits_is_refused_with_its_place(ada, path, text, place):
    refused = ada.http.post(path, content=text)
    assert (refused.status_code, refused.json()["code"]) == (422, "record")
    assert refused.json()["message"] == f"{place}: more than 10,000 nodes in one game"


def test_rectangles_in_many_small_games_are_refused_too(ada):
    found = ada.http.post("/api/records/read", content=marked_games()).json()
    assert len(found["games"]) < 80
    assert "more than 10,000 cells in rectangles" in found["problems"][0]


def test_an_answer_that_would_be_too_large_is_refused(monkeypatch):
    monkeypatch.setattr("hexmate.web.records._MOST_GAME_BYTES", 1000)
    with pytest.raises(Refusal, match="too large for one answer"):
        answer("5: a1 b2\n" * 20)


def costly():
    """Texts that take the most memory, or have the largest answers."""
    allowed = just_allowed()
    names = ("games of nodes", "properties", "values", "games", "characters")
    return [marks(), *(allowed[name] for name in names)]


def imported(text: str) -> bytes:
    """What the process for records does for an import; nothing is stored here."""
    reading = RecordText(text.encode(), LIMITS, 1000)
    while not reading.prepared(1200)[1]:
        pass
    return b""


def drawn() -> bytes:
    """The largest picture, of a study with almost as many nodes as are allowed."""
    game = Game(32)
    for _ in range(9_000):
        game.root.add_variation("pass")
    look = PictureLook("png", width=1200, height=1200)
    return study_picture(packed(game), None, look, LIMITS).body


COSTS = """
from functools import partial
from pathlib import Path
from unit.web.test_record_costs import answer, costly, drawn, imported, REFUSED

def peak():  # since the process began; ru_maxrss is that of the parent at least
    (line,) = [each for each in Path("/proc/self/status").read_text().splitlines()
               if each.startswith("VmHWM:")]
    return int(line.split()[1])

answer("5: a1")
before = peak()
largest = 0
for work in [drawn, *(partial(each, text) for text in costly() for each in (imported, answer))]:
    try:
        largest = max(largest, len(work()))
    except REFUSED:
        pass
print(peak() - before, largest)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems count memory otherwise")
def test_the_memory_of_a_request_and_its_answer_are_small(pytestconfig):
    """A picture, and all of these texts imported and read, in a process whose peak is known."""
    folder = pytestconfig.rootpath / "tests"
    command = [sys.executable, "-c", COSTS]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    memory, largest = map(int, done.stdout.split())
    assert memory < 64 * 1024
    assert 1_000_000 < largest < MOST_ANSWER


def test_an_import_grows_the_database_in_proportion(tmp_path):
    path = tmp_path / "games.db"
    with served(f"sqlite:///{path}") as url, Visitor(url) as ada:
        before = size_of(path)
        for text in (marks(50_000), marked_games(50_000), set_ups(20_000)):
            ada.http.post("/api/library", content=text)
        assert size_of(path) - before < 1_000_000


def size_of(path):
    return sum(file.stat().st_size for file in path.parent.glob(path.name + "*"))


def test_unreadable_games_count_against_the_limit_on_games(tmp_path):
    limits = {"imported_games": 3, "uploads": 1000}
    with served(f"sqlite:///{tmp_path / 'games.db'}", limits=limits) as url, Visitor(url) as ada:
        refused = ada.http.post("/api/library", content="#5,a1\n" + "#99\n" * 5)
        assert (refused.status_code, refused.json()["code"]) == (413, "too_large")
        assert ada.http.get("/api/library").json()["total"] == 1


def test_a_text_with_many_games_is_read_up_to_a_limit(ada):
    found = ada.http.post("/api/records/read", content="5: a1\n" * 1200).json()
    assert len(found["games"]) == 1000
    assert found["problems"] == ["Only the first 1,000 games were read."]


def test_an_imported_record_is_shown_as_it_was_read(ada):
    text = "(;GM[11]SZ[5]C[caf\u00e9 \x01];B[a2](;W[b3]TR[a1:b2])(;W[c3]))"
    (read,) = ada.http.post("/api/records/read", content=text.encode()).json()["games"]
    (added,) = ada.http.post("/api/library", content=text.encode()).json()["added"]
    shown = ada.http.get(f"/api/library/{added}").json()
    assert shown["game"] == read
    assert shown["line"]["id"] == added


def test_a_request_with_many_unknown_fields_is_refused_at_once(ada):
    """One error for each of them took a tenth of a second of the event loop."""
    flood = {str(number): 0 for number in range(20_000)}
    for path in ("/api/records/write", "/api/games", "/api/overlays"):
        refused = ada.http.post(path, json=flood)
        assert refused.status_code == 422
        assert "more than 64 fields" in refused.json()["message"]


def test_an_address_can_import_only_so_much_in_a_day(tmp_path):
    limits = {"imported_moves": 30, "uploads": 1000}
    database = f"sqlite:///{tmp_path / 'games.db'}"
    with served(database, limits=limits) as url, Visitor(url) as ada:
        first = ada.http.post("/api/library", content="5: a1 b2 c3 d4 e5")
        again = [ada.http.post("/api/library", content="5: a1 b2 c3 d4 e5") for _ in range(3)]
        last = ada.http.post("/api/library", content="5: a1 b2 c3 d4 e5 a2 a3 a4 b1 b3")
        refused = ada.http.post("/api/library", content="5: a2")
        assert [first.status_code, last.status_code] == [201, 201]
        assert {each.status_code for each in again} == {201}  # what is known costs nothing
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
    with served(database, limits=limits) as url, Visitor(url) as ada:  # a restart forgets nothing
        refused = ada.http.post("/api/library", content="5: a2")
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")


def test_imports_in_progress_are_limited_by_address_and_in_all():
    imports = Imports(FakeStoreAccess(Store.open("sqlite://")), Limits(imports=2))
    with (
        imports.running("a1"),
        imports.running("a1"),
        imports.running("b"),
        pytest.raises(Refusal, match="at once from your address"),
        imports.running("a1"),
    ):
        pass
    with imports.running("a1"), imports.running("b"), ExitStack() as working:
        for _ in range(8):
            working.enter_context(imports.working())
        with pytest.raises(Refusal, match="busy with other imports"), imports.working():
            pass
    with imports.working():
        pass


def test_imports_that_arrive_slowly_do_not_keep_others_from_importing(tmp_path):
    limits = {"imports": 1, "uploads": 1e4, "people": 1e4}
    with (
        served(f"sqlite:///{tmp_path / 'games.db'}", limits=limits) as url,
        Visitor(url) as ada,
        ExitStack() as slow,
    ):
        lines = ["POST /api/library HTTP/1.1", "Host: localhost", "Content-Length: 1000"]
        lines += [f"Cookie: hexmate={ada.http.cookies['hexmate']}", "", "5"]
        for number in range(2, 8):
            client = slow.enter_context(RawClient(url, f"127.0.0.{number}"))
            client.send("\r\n".join(lines).encode())
        for _ in range(3):  # by now the others have begun
            assert ada.http.get("/api/about").status_code == 200
        assert ada.http.post("/api/library", content="5: a2").status_code == 201


def test_imported_games_have_a_limit_on_moves(ada):
    """The writer stores a game at once, and moves of live games wait for it."""
    done = ada.http.post("/api/library", content="#11," + ":p" * 1201 + "\n#11,:p:p:p").json()
    assert len(done["added"] + done["known"]) == 1
    assert done["problems"] == ["game 1: a game may have at most 1,200 moves"]
