"""Settings from a file."""

import pytest

from hexmate.errors import ModelError
from hexmate.web.engines.checks import check_engines
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


def engine(spec, analyses="true"):
    return f'[[engines]]\nname = "Ours"\nspec = {spec!r}\nanalyses = {analyses}\n'


def adviser(spec):
    return f"[search]\nadviser = {spec!r}\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (engine("deepblue"), "'engines': the spec of 'Ours': unknown player 'deepblue'"),
        (engine("htp:no-such-program --x"), "there is no program no-such-program"),
        (engine("htp[tempo=1]:python3"), "'tempo=1' is not an option of htp"),
        (engine("htp:"), "give the command of the engine"),
        (engine("file:missing.py"), "missing.py: no such file"),
        (engine("file:nothing"), "is not a Python file"),
        (engine("uct:time=0"), "time must be more than 0 seconds"),
        (engine("random") * 2, "two engines have the name 'Ours'"),
        (adviser("deepblue"), "'search.adviser': this server offers no engine 'deepblue'"),
        (adviser("negamax:depth=0"), "'search.adviser': depth must be at least 1"),
        (adviser("level:n=x"), "'x' is not a valid n"),
        (adviser("random"), "'search.adviser': random cannot analyse positions"),
        (adviser("engine:Ours"), "offers no engine 'engine:Ours'"),
        (adviser("engine:Ours") + engine("htp:python3", "false"), "set analyses = true"),
        (adviser("htp:python3"), "offers no engine"),
    ],
)
def test_engines_are_checked_before_anyone_needs_them(tmp_path, text, problem):
    settings = Settings.load(written(tmp_path, text))
    with pytest.raises(SettingsError) as refused:
        check_engines(settings)
    assert problem in str(refused.value)
    assert "\n" not in str(refused.value)


def test_engines_that_can_be_used(tmp_path):
    (tmp_path / "bot.py").write_text("1 / 0", "utf-8")  # whose code is not run here
    bot = engine(f"file:{tmp_path / 'bot.py'}:Bot,depth=2").replace("Ours", "Bot")
    for text in (
        adviser("negamax:depth=2"),
        adviser("engine:Ours") + engine("htp[time=2]:python3 -V") + bot,
        engine("uct:memory=16"),
        "",
    ):
        check_engines(Settings.load(written(tmp_path, text)))


def test_an_adviser_with_a_network_that_cannot_run_is_replaced(tmp_path, monkeypatch):
    def refuse(*_):
        raise ModelError("networks cannot run here")

    monkeypatch.setattr("hexmate.nets.evaluator.check_device", refuse)
    check_engines(Settings.load(written(tmp_path, adviser("hexmate:visits=3"))))
