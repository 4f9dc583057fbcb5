"""Settings from a file."""

import pytest

from hexmate.web.settings import Settings, SettingsError


def written(tmp_path, text):
    path = tmp_path / "hexmate.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_file_and_what_is_said_beside_it(tmp_path):
    path = written(
        tmp_path,
        'port = 9000\nhosts = ["hex.example"]\n[search]\nthreads = 3\n'
        '[[engines]]\nname = "MoHex"\nspec = "htp:mohex"\n',
    )
    settings = Settings.load(path, port=9001, host=None)
    assert settings.port == 9001
    assert settings.host == "127.0.0.1"
    assert settings.search_threads == 3
    assert settings.engines[0].spec == "htp:mohex"
    assert settings.is_local
    assert not Settings(host="0.0.0.0").is_local
    assert Settings().search_threads >= 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("prot = 1", "unknown setting 'prot'"),
        ("[limits]\nspeed = 1", "unknown setting 'limits.speed'"),
        ("port = 99999", "'port'"),
        ('port = "many"', "'port'"),
        ("[search]\npatience = 0", "'search.patience'"),
        ('[[engines]]\nname = "a/b"\nspec = "x"', "'engines.0.name'"),
        ("port = ", "hexmate.toml"),
        ('broadcast = "localhost"', "'broadcast': must be redis://host:port"),
        ('name = "b"', "'name': only allowed together with 'broadcast'"),
        ('broadcast = "redis://host"\nname = "b-c"', "'name'"),
    ],
)
def test_what_is_wrong_with_a_file(tmp_path, text, problem):
    with pytest.raises(SettingsError, match=r"hexmate\.toml") as error:
        Settings.load(written(tmp_path, text))
    assert problem in str(error.value)


@pytest.mark.parametrize("scheme", ["redis", "rediss", "unix"])
def test_a_broadcast_and_a_name(tmp_path, scheme):
    path = written(tmp_path, f'broadcast = "{scheme}://host"\nname = "a"')
    assert Settings.load(path).name == "a"
    settings = Settings.load(path, name="b2", broadcast="redis://other")
    assert (settings.name, settings.broadcast) == ("b2", "redis://other")
    assert Settings(broadcast="redis://host").name == ""


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(SettingsError, match="no such file"):
        Settings.load(tmp_path / "none.toml")
