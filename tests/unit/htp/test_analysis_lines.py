"""Thoughts as text: what is written is read back, and what is wrong is refused."""

import json
from dataclasses import replace

import pytest

from hexmate.board import Board
from hexmate.errors import MalformedError
from hexmate.htp.analysis_lines import (
    info_from_json,
    info_line,
    info_to_json,
    limit_from_json,
    limit_to_json,
    parse_info_line,
    policy_words,
    root_words,
)
from hexmate.players.base import Clock, Info, Limit

BOARD = Board((3, 4))
LINES = [
    Info(move=5, win_probability=0.6789, visits=40, prior=0.25, pv=(5, 0, 11), rank=1),
    Info(move=0, win_probability=0.0, visits=2, prior=0.0, pv=(0,), rank=2),
]


@pytest.mark.parametrize("scale", ["lz", "kata"])
def test_a_report_survives_the_way(scale):
    assert parse_info_line(BOARD, info_line(BOARD, LINES, scale)) == LINES


def test_the_two_scales():
    assert info_line(BOARD, LINES[:1], "lz") == (
        "info move b2 visits 40 winrate 6789 prior 2500 order 0 pv b2 a1 d3"
    )
    assert "winrate 0.678900 prior 0.250000" in info_line(BOARD, LINES[:1], "kata")


def test_what_is_not_known_is_left_out():
    line = info_line(BOARD, [Info(move=None), Info(move=3, nodes=7)], "kata")
    assert line == "info move d1 visits 7 prior 0.000000 order 0 pv d1"
    assert parse_info_line(BOARD, line)[0].win_probability is None
    assert info_line(BOARD, [], "lz") == ""


def test_visits_of_a_move_that_was_not_looked_at_are_none():
    assert "visits 0 " in info_line(BOARD, [Info(move=3, nodes=7, visits=0)], "lz")


@pytest.mark.parametrize("scale", ["lz", "kata"])
def test_what_follows_the_moves_is_passed_over(scale):
    policy = dict.fromkeys(range(12), 1 / 12)
    infos = [replace(LINES[0], policy=policy, cell_visits={5: 40, 0: 2}), LINES[1]]
    after = f"{root_words(infos, scale)} {policy_words(BOARD, infos)}"
    assert after.startswith("rootInfo visits 42 winrate ")
    assert after.count(" 0.083333") == 12
    assert parse_info_line(BOARD, f"{info_line(BOARD, infos, scale)} {after}") == LINES


def test_a_player_without_a_network_has_no_policy():
    assert policy_words(BOARD, LINES) == ""


def test_katagos_other_fields_are_passed_over():
    line = "info move B2 visits 5 utility 0.1 winrate 0.5 scoreLead 1 prior 0.2 order 0 pv B2 A1"
    (info,) = parse_info_line(BOARD, line)
    assert (info.move, info.visits, info.win_probability, info.pv) == (5, 5, 0.5, (5, 0))


@pytest.mark.parametrize(
    "line", ["info move z99 pv a1", "info visits 3", "info move a1 visits many", "info "]
)
def test_lines_that_are_none(line):
    with pytest.raises(MalformedError, match="not a line of an analysis"):
        parse_info_line(BOARD, line)


def test_a_line_that_leads_off_the_board_is_cut():
    info = Info(move=5, pv=(5, 400, 1))
    assert info_line(BOARD, [info], "lz").endswith(" pv b2")
    assert json.loads(info_to_json(BOARD, info)) == {"pv": ["b2"]}


def test_an_info_as_json():
    info = Info(5, -3.5, 0.25, depth=4, nodes=100, visits=7, pv=(5, 0), time=0.125)
    text = info_to_json(BOARD, info)
    assert "\n" not in text
    assert info_from_json(BOARD, 5, text) == info
    assert info_to_json(BOARD, Info(5, float("inf"))) == "{}"


def test_a_limit_as_json():
    limit = Limit(time=1.5, nodes=3, visits=4, depth=5)
    assert limit_from_json(limit_to_json(limit)) == limit
    assert limit_to_json(Limit(clock=Clock(1, 2))) == "{}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not a JSON object"),
        ("[1]", "not a JSON object"),
        ("{" * 10_000, "not a JSON object"),
        ('{"tme": 1}', "'tme' is not one of time, nodes, visits, depth"),
        ('{"time": "long"}', "time is not a number"),
        ('{"time": true}', "time is not a number"),
        ('{"time": NaN}', "time is not a number"),
        ('{"time": -1}', "time cannot be -1"),
        ('{"nodes": 0}', "nodes cannot be 0"),
        ('{"nodes": 1.5}', "nodes cannot be 1.5"),
        ('{"nodes": ' + "9" * 400 + "}", "nodes is not a number"),
    ],
)
def test_limits_that_are_none(text, says):
    with pytest.raises(MalformedError, match=says):
        limit_from_json(text)


@pytest.mark.parametrize("text", ['{"pv": "a1"}', '{"pv": [1]}', '{"pv": ["z99"]}', '{"x": 1}'])
def test_invalid_infos(text):
    with pytest.raises(ValueError, match=r"pv|z99|x"):
        info_from_json(BOARD, 5, text)
