"""The curve of ratings: a dot for each, in order, and lines for the others."""

import math
import re
import xml.etree.ElementTree as ElementTree

from hexmate.arena.rating_curve import rating_curve
from hexmate.arena.standings import Standing


def standing(player, elo, error=20.0):
    return Standing(player, elo, error, points=1.0, games=2)


def test_dots_rise_with_the_ratings_and_go_from_left_to_right():
    points = [(0.0, standing("a", -100)), (500.0, standing("b", 0)), (1000.0, standing("c", 300))]
    picture = rating_curve(points, [standing("uct & co", 150)], axis="updates")
    ElementTree.fromstring(picture)
    dots = [
        tuple(map(float, each)) for each in re.findall(r'<circle cx="(.*?)" cy="(.*?)"', picture)
    ]
    assert dots == sorted(dots)
    heights = [y for _, y in dots]
    assert heights == sorted(heights, reverse=True)
    for word in ("uct &amp; co", "1,000", "over updates"):
        assert word in picture


def test_names_of_places_do_not_touch():
    points = [(at, standing("a", 0)) for at in (0.0, 500.0, 960.0, 1000.0)]
    picture = rating_curve(points, [], axis="updates")
    assert picture.count("<circle") == 4
    assert [word in picture for word in (">0<", ">500<", ">960<", ">1,000<")] == [1, 1, 0, 1]


def test_players_without_games_are_left_out():
    unknown = standing("missing", 0.0, math.inf)
    picture = rating_curve([(1.0, unknown)], [unknown], axis="networks")
    ElementTree.fromstring(picture)
    assert "<circle" not in picture
    assert "missing" not in picture
    one = rating_curve([(0.0, standing("a", 12))], [], axis="networks")
    assert one.count("<circle") == 1
