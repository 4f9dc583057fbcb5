"""The report of a tournament: complete, sound HTML and SVG, readable by everyone, from one file."""

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from support.fake_games import TERMS, Oracle, names, report

from hexmate.arena import report as report_module
from hexmate.arena.chart import STYLE
from hexmate.arena.clock import TimeControl
from hexmate.arena.rating_chart import rating_chart
from hexmate.arena.report import facts, html_report, save_report
from hexmate.arena.standings import Standing
from hexmate.arena.terms import Terms
from hexmate.arena.tournament import Format, Tournament
from hexmate.board import Board
from hexmate.players.base import Limit

NASTY = '<b>"A&B"</b>'
VOID = {"meta"}
SVG = "{http://www.w3.org/2000/svg}"


class Page(HTMLParser):
    """The elements of a page, each with its attributes and text; complains where one stays open."""

    def __init__(self, html):
        super().__init__()
        self.open, self.elements = [], []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        element = {"tag": tag, "text": "", **dict(attributes)}
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attributes):
        assert tag in VOID or any(each["tag"] == "svg" for each in self.open), tag
        self.elements.append({"tag": tag, "text": "", **dict(attributes)})

    def handle_endtag(self, tag):
        assert self.open.pop()["tag"] == tag

    def handle_data(self, data):
        for element in self.open:
            element["text"] += data

    def all(self, tag, **wanted):
        return [
            each for each in self.elements if each["tag"] == tag and wanted.items() <= each.items()
        ]


def played(tournament):
    return {each.number: each for each in tournament.play(TERMS, Oracle(tournament.players))}


def page_of(tournament, reports, title="A title"):
    facts = {"Board": "4x4 hex", "Seed": "7"}
    table = tournament.cross_table(reports)
    return html_report(title, facts, tournament.standings(reports), table, reports.values())


@pytest.mark.parametrize("format", Format)
def test_the_page_has_everything(format):
    tournament = Tournament(names(5), format, games=2, rounds=2)
    reports = played(tournament)
    page = Page(page_of(tournament, reports))
    assert [each["text"] for each in page.all("h1")] == ["A title"]
    assert [each["text"] for each in page.all("h2")] == ["Ratings", "Cross table", "Games"]
    assert [each["text"] for each in page.all("dd")] == ["4x4 hex", "7"]
    order = [line.player for line in tournament.standings(reports)]
    rows = [each["text"] for each in page.all("th", scope="row")]
    assert rows == order + [f"{place}. {player}" for place, player in enumerate(order, 1)]
    links = [each["href"] for each in page.all("a")]
    assert links == [f"games/{number:05}.sgf" for number in sorted(reports)]
    assert len({each["aria-label"] for each in page.all("a")}) == len(links)
    assert len(page.all("svg")) == 1
    first = tournament.standings(reports)[0]
    cells = [each["text"] for each in page.all("td")]
    assert f"{first.points:g}" in cells
    assert f"± {1.959964 * first.error:.0f}" in cells
    won = [each["text"] for each in page.all("td") if "won" in each.get("class", "")]
    assert len(won) == len(reports)


def test_it_can_be_read_without_eyes_and_without_a_mouse():
    tournament = Tournament(names(4))
    html = page_of(tournament, played(tournament))
    page = Page(html)
    assert html.startswith("<!DOCTYPE html>")
    assert [each.get("lang") for each in page.all("html")] == ["en"]
    assert page.all("meta", name="viewport")
    assert len(page.all("main")) == 1
    assert all(each.get("scope") in ("row", "col") for each in page.all("th"))
    assert len(page.all("caption")) == len(page.all("table")) == 3
    assert [each.get("role") for each in page.all("svg")] == ["img"]
    assert page.all("svg")[0]["text"].startswith("Ratings: A title")
    for region in page.all("div", **{"class": "wide"}):
        assert region["tabindex"] == "0"
        assert region["aria-label"]


def test_nothing_outside_is_needed():
    tournament = Tournament(names(4))
    reports = played(tournament)
    for text in (page_of(tournament, reports), rating_chart(tournament.standings(reports))):
        outside = text.replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?:|src=|url\(|@import|<script|<link|<iframe", outside)


def test_names_cannot_break_the_page():
    players = (f"file:{NASTY}.py", "random")
    tournament = Tournament(players, games=1)
    reports = {0: report(tournament.pairings({})[0], None)}
    html = page_of(tournament, reports, title=NASTY)
    assert NASTY not in html
    page = Page(html)
    assert page.all("h1")[0]["text"] == NASTY
    assert page.all("th", scope="row")[0]["text"] == players[0]
    assert not [each for each in page.all("td") if "won" in each.get("class", "")], "a draw"
    ElementTree.fromstring(rating_chart(tournament.standings(reports), NASTY))


def test_before_the_first_game():
    tournament = Tournament(names(3))
    page = Page(page_of(tournament, {}))
    assert [each["text"] for each in page.all("td") if each["text"] == "·"] == ["·"] * 9
    assert page.all("a") == []
    chart = ElementTree.fromstring(rating_chart(tournament.standings({})))
    assert list(chart.iter(f"{SVG}circle")) == []


def test_facts_and_files(tmp_path):
    tournament = Tournament(names(3), Format.SWISS, games=1, rounds=2, openings=(("a1",), ("b1",)))
    board = Board(4, swap="pieces")
    limit = Limit(time=0.5, nodes=9, visits=8, depth=7)
    terms = Terms(board.to_string(), TimeControl.parse("60+5"), limit)
    found = facts(tournament, terms, 1)
    assert list(found.values()) == [
        "swiss, 2 rounds, 1 game per pairing",
        "4x4 hex, swap-pieces",
        "60+5",
        "0.5 seconds per move, 9 nodes per move, 8 visits per move, depth 7",
        "2, each with both colours",
        "1 of 2",
        "0",
    ]
    assert save_report(tmp_path, tournament, terms, {}) == tmp_path / "report.html"
    assert "Swiss tournament, 3 players" in (tmp_path / "report.html").read_text("utf-8")
    ElementTree.parse(tmp_path / "ratings.svg")
    plain = facts(Tournament(names(2)), TERMS, 0)
    assert "Openings" not in plain
    assert plain["Limits"] == "100 nodes per move"


def standing(player, elo, error=50.0):
    return Standing(player=player, elo=elo, error=error, points=1, games=2)


def test_the_chart_shows_each_rating_at_its_place():
    chart = ElementTree.fromstring(
        rating_chart([standing("low", -150), standing("high", 250), standing("middle", 50)])
    )
    names = [each.text for each in chart.iter(f"{SVG}text") if each.get("class") == "name"]
    assert names == ["high", "middle", "low"]
    high, middle, low = (float(dot.get("cx")) for dot in chart.iter(f"{SVG}circle"))
    assert high - middle == pytest.approx(middle - low, abs=0.05)
    heights = [float(dot.get("cy")) for dot in chart.iter(f"{SVG}circle")]
    assert heights == sorted(heights)
    bar = next(each.get("d") for each in chart.iter(f"{SVG}path"))
    left, right = map(float, re.match(r"M([\d.]+) [\d.]+H([\d.]+)", bar).groups())
    assert (left + right) / 2 == pytest.approx(high, abs=0.05)
    per_elo = (high - low) / 400
    assert right - left == pytest.approx(2 * 1.96 * 50 * per_elo, abs=0.1)


def test_long_names_are_cut_in_the_chart_alone():
    name = "htp:" + "x" * 60
    chart = rating_chart([standing(name, 0)])
    label = next(
        each.text
        for each in ElementTree.fromstring(chart).iter(f"{SVG}text")
        if each.get("class") == "name"
    )
    assert label.endswith("…")
    assert len(label) < 40
    assert name in chart


def luminance(color):
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("style", [report_module._STYLE, STYLE])
def test_light_and_dark_have_enough_contrast(style):
    """At least 4.5 to 1, as WCAG 2 asks of text at level AA; 3 to 1 of marks."""
    light, dark = {}, {}
    blocks = re.findall(r"\{([^{}]*--paper:[^{}]*)\}", style)
    for colors, block in zip((light, dark), blocks, strict=True):
        colors.update(re.findall(r"--(\w+): (#\w{6})", block))
    assert light.keys() == dark.keys()
    for colors in (light, dark):
        for name in {"ink", "soft", "link", "bar"} & colors.keys():
            papers = [colors["paper"], colors.get("head", colors["paper"])]
            for paper in papers:
                bright, dim = sorted((luminance(colors[name]), luminance(paper)), reverse=True)
                wanted = 3 if name == "bar" else 4.5
                assert (bright + 0.05) / (dim + 0.05) >= wanted, (name, colors[name], paper)
