"""Every option of the core's self-play can be set from the settings file and the command line."""

from dataclasses import fields

import pytest
import typer

from hexmate import _core
from hexmate.cli.selfplay import _more_settings
from hexmate.errors import TrainingError
from hexmate.learn.net.settings import PlaySettings

TABLE = {name: (default, low, high) for name, default, low, high, _ in _core.selfplay_options()}
SHARED = [name for name in TABLE if name not in PlaySettings.OF_EACH_BATCH]


def other_value(name):
    default, low, high = TABLE[name]
    if isinstance(default, bool):
        return not default
    return default + 1 if isinstance(default, int) else (default + low) / 2 or (default + high) / 8


@pytest.mark.parametrize("name", SHARED)
def test_an_option_reaches_the_core_from_the_settings(name):
    value = other_value(name)
    options = PlaySettings(**{name: value}).core_options
    assert options == {each: TABLE[each][0] for each in SHARED} | {name: value}
    _core.SelfPlay(size=4, games=1, **options)


def test_settings_and_table_have_the_same_names_and_defaults():
    defaults = {each.name: each.default for each in fields(PlaySettings)}
    assert {name: defaults[name] for name in SHARED} == {name: TABLE[name][0] for name in SHARED}


@pytest.mark.parametrize("name", [name for name in SHARED if name not in ("puct", "threads")])
def test_ranges_are_those_of_the_core(name):
    _, low, high = TABLE[name]
    for value in (low - 1, high + 1):
        with pytest.raises(TrainingError, match=f"{name} must be between"):
            PlaySettings(**{name: value})


def test_the_command_line_takes_what_has_no_option_of_its_own():
    assert _more_settings(["noise_alpha=5", "most_random=4"]) == {
        "noise_alpha": 5.0,
        "most_random": 4,
    }
    with pytest.raises(typer.BadParameter, match="'nosie' is not one of candidates"):
        _more_settings(["nosie=1"])
    with pytest.raises(typer.BadParameter, match="most_random is a whole number, not 'x'"):
        _more_settings(["most_random=x"])
