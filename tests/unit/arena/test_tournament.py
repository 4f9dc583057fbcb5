"""Tournaments: how games follow from results, standings, and resuming."""

import itertools
import json
from collections import Counter
from dataclasses import replace

import pytest
from support.fake_games import TERMS, Oracle, names, report

from hexmate.arena.journal import Journal
from hexmate.arena.runner import Processes, Serial
from hexmate.arena.standings import CrossTable, by_rating
from hexmate.arena.tournament import Format, Tournament, usual_rounds
from hexmate.errors import ArenaError

PLAYERS = ("negamax:depth=2", "minimax:depth=1", "bridge", "random", "random:seed=1")
OPENINGS = (("a2",), ("a3",), ("b4",))


def played(tournament, seed=0):
    runner = Oracle(tournament.players, seed)
    return {each.number: each for each in tournament.play(TERMS, runner)}


@pytest.mark.parametrize("format", Format)
@pytest.mark.parametrize(("games", "rounds"), [(2, 1), (1, 3), (3, 2)])
@pytest.mark.parametrize("count", [2, 5, 6])
def test_every_game_once(format, games, rounds, count):
    tournament = Tournament(names(count), format, games, rounds, OPENINGS, seed=4)
    found = played(tournament)
    assert sorted(found) == list(range(tournament.num_games))
    assert played(tournament, seed=9) == found, "the order in which games end does not matter"
    for number, pairing in enumerate(tournament.pairings(found)):
        assert (pairing.number, pairing.seed) == (number, found[number].seed)
    assert len({each.seed for each in found.values()}) == len(found)


@pytest.mark.parametrize("format", [Format.ROUND_ROBIN, Format.GAUNTLET])
@pytest.mark.parametrize(("games", "rounds"), [(2, 1), (6, 1), (1, 2), (3, 2), (2, 3)])
def test_openings_are_played_with_exchanged_colours(format, games, rounds):
    tournament = Tournament(names(4), format, games, rounds, OPENINGS)
    by_pair = {}
    for pairing in tournament.pairings({}):
        key = frozenset((pairing.black, pairing.white))
        by_pair.setdefault(key, []).append((pairing.opening, pairing.black))
    for sides in by_pair.values():
        openings = [opening for opening, _ in sides]
        expected = [OPENINGS[at // 2 % len(OPENINGS)] for at in range(games * rounds)]
        assert openings == expected
        for (_, first), (_, second) in zip(sides[::2], sides[1::2], strict=True):
            assert first != second


def test_pairings_of_the_formats():
    robin = Tournament(names(5), Format.ROUND_ROBIN, games=2, rounds=2).pairings({})
    met = Counter(frozenset((each.black, each.white)) for each in robin)
    assert len(met) == 10
    assert set(met.values()) == {4}
    gauntlet = Tournament(names(5), Format.GAUNTLET, games=2, rounds=2).pairings({})
    met = Counter(frozenset((each.black, each.white)) for each in gauntlet)
    assert {pair & {names(5)[0]} for pair in met} == {frozenset(names(5)[:1])}
    assert set(met.values()) == {4}


def test_a_swiss_round_waits_for_the_one_before():
    tournament = Tournament(names(8), Format.SWISS, games=2, rounds=3)
    found = {}
    for known in (8, 16, 24, 24):
        pairings = tournament.pairings(found)
        assert len(pairings) == known
        for pairing in pairings[:-1]:
            found[pairing.number] = report(pairing, "black")
            assert len(tournament.pairings(found)) == known
        found[pairings[-1].number] = report(pairings[-1], "white")


def test_a_swiss_table_goes_by_points_then_by_those_of_the_opponents():
    tournament = Tournament(names(9), Format.SWISS, games=2, rounds=4)
    found = played(tournament)
    table = tournament.standings(found)
    score = {line.player: line.score for line in table}
    assert sum(score.values()) == len(found) + 4 * 2, "a rest is worth a whole meeting"
    for line in table:
        games = [each for each in found.values() if line.player in (each.black, each.white)]
        opponents = [each.white if each.black == line.player else each.black for each in games]
        assert line.games + line.rest == 8
        assert line.buchholz == sum(score[each] for each in opponents) / 2
    keys = [(line.score, line.buchholz) for line in table]
    assert keys == sorted(keys, reverse=True)
    assert len({points for points, _ in keys}) < len(set(keys)), "some equals were told apart"


def test_a_table_goes_by_rating():
    tournament = Tournament(names(6), games=20)
    found = played(tournament)
    table = tournament.standings(found)
    assert [line.elo for line in table] == sorted((line.elo for line in table), reverse=True)
    assert sum(line.points for line in table) == len(found)
    assert {line.games for line in table} == {100}
    assert table[0].player == names(6)[0]
    assert table[0].share > 0.6 > table[-1].share
    assert sum(line.elo for line in table) == pytest.approx(0)


def test_draws_are_half_a_point():
    tournament = Tournament(names(2), games=2)
    first, second = tournament.pairings({})
    table = CrossTable.of(names(2), [report(first, None), report(second, None)])
    assert table.points.tolist() == [[0, 1], [1, 0]]
    assert table.games.tolist() == [[0, 2], [2, 0]]
    assert [line.elo for line in by_rating(table)] == pytest.approx([0, 0])


def test_before_the_first_game_everyone_is_equal():
    lines = Tournament(names(3)).standings({})
    assert [line.player for line in lines] == list(names(3))
    assert [(line.share, line.games) for line in lines] == [(0.5, 0)] * 3


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"players": ("random",)}, "two players"),
        ({"players": ("random", "bridge", "random")}, "'random' is named twice"),
        ({"players": names(2), "games": 0}, "at least 1 round and 1 game"),
        ({"players": names(2), "rounds": 0}, "at least 1 round and 1 game"),
        ({"players": names(2), "openings": ()}, "at least one opening"),
    ],
)
def test_tournaments_that_cannot_be(settings, says):
    with pytest.raises(ArenaError, match=says):
        Tournament(**settings)


@pytest.mark.parametrize(
    ("players", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (16, 4)]
)
def test_usual_rounds_of_a_swiss_tournament(players, rounds):
    assert usual_rounds(Format.SWISS, players) == rounds
    assert usual_rounds(Format.ROUND_ROBIN, players) == 1


def journal(folder, tournament):
    players = list(tournament.players)
    return Journal(folder, TERMS, players, tournament.seed, **tournament.details())


@pytest.mark.parametrize("format", Format)
def test_a_tournament_cut_anywhere_ends_the_same(format, tmp_path):
    tournament = Tournament(names(5), format, games=2, rounds=3, openings=OPENINGS, seed=2)
    whole = played(tournament)
    order = []
    for at, stop in enumerate((1, 4, 0, 7, 1000)):
        runner = Oracle(tournament.players, seed=at)
        with journal(tmp_path, tournament) as kept:
            before = len(kept.reports)
            games = tournament.play(TERMS, runner, kept)
            found = {each.number: each for each in itertools.islice(games, before + stop)}
            games.close()
        order += runner.played
    assert found == whole
    lines = (tmp_path / "results.jsonl").read_text("utf-8").splitlines()
    assert sorted(json.loads(line)["number"] for line in lines) == sorted(whole)


@pytest.mark.parametrize("format", Format)
def test_more_rounds_of_the_same(format, tmp_path):
    short, long = (Tournament(names(5), format, 2, rounds, OPENINGS) for rounds in (1, 3))
    for tournament in (short, long):
        with journal(tmp_path, tournament) as kept:
            found = list(tournament.play(TERMS, Oracle(tournament.players), kept))
    assert {each.number: each for each in found} == played(long)


@pytest.mark.parametrize(
    ("changes", "says"),
    [({"format": Format.SWISS}, "format"), ({"games": 4}, "games"), ({"seed": 1}, "seed")],
)
def test_another_tournament_in_the_same_folder(changes, says, tmp_path):
    tournament = Tournament(names(3))
    journal(tmp_path, tournament).close()
    with pytest.raises(ArenaError, match=f"another event .it differs in: {says}"):
        journal(tmp_path, replace(tournament, **changes))


@pytest.mark.slow
def test_real_games_in_one_process_and_in_two():
    tournament = Tournament(PLAYERS, Format.SWISS, games=2, rounds=2, openings=OPENINGS, seed=7)
    runs = [
        {each.number: (each.moves, each.winner) for each in tournament.play(TERMS, runner)}
        for runner in (Serial(), Processes(2))
    ]
    assert runs[0] == runs[1]
    assert len(runs[0]) == tournament.num_games
