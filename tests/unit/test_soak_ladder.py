"""The ladders' tables in docs/players.md."""

from soak.ladder import MEETING, PLAYERS, ROUNDS, with_table

from hexmate.arena.schedule import swiss_round
from hexmate.arena.standings import Standing

PAGE = """# Players

## Ladder

Words.

| a table |

## Check a player

More words.
"""


def _tables(page: str) -> list[str]:
    return [line for line in page.splitlines() if line.startswith(("#", "| 1 |", "| a"))]


def test_each_size_has_its_table_and_the_rest_of_the_page_stays():
    page = PAGE
    for size, best in ((7, "uct"), (11, "policy"), (7, "hexmate"), (11, "random")):
        page = with_table(page, size, [Standing(best, 100, 10, 3, 4)])
    assert _tables(page) == [
        "# Players",
        "## Ladder",
        "| a table |",
        "### Ladder on 7×7",
        "| 1 | `hexmate` | +100 | ±20 | 75% |",
        "### Ladder on 11×11",
        "| 1 | `random` | +100 | ±20 | 75% |",
        "## Check a player",
    ]
    assert page.startswith(PAGE[: PAGE.index("| a table")])
    assert page.endswith(PAGE[PAGE.index("\n## Check") :])
    assert "\n\n\n" not in page


def test_all_players_play_in_every_round():
    meetings, resting = swiss_round([0.0] * len(PLAYERS), [])
    assert resting is None
    assert len(meetings) * 2 == len(PLAYERS)
    assert MEETING % 2 == 0, "each opening is played with both colours"
    assert len(PLAYERS) - 1 > ROUNDS
