"""`make packages` resumes: what was made from the same stays; and nothing says who installed it."""

import json

import pytest


@pytest.fixture
def workshop(tmp_path, monkeypatch):
    """A function that opens the workshop again, as the next run of `make packages` does."""
    from workshop import Workshop

    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    wheel = tmp_path / "hexmate-0.1.0-py3-none-any.whl"
    wheel.write_bytes(b"a wheel")
    return lambda: Workshop(wheel, tmp_path, tmp_path / "notes")


def make(workshop, content, built):
    def build(path):
        built.append(content)
        path.write_bytes(content)

    path = workshop.path("hexmate_{}.deb")
    workshop.make(path, build, lambda: [])
    return path


def test_what_was_made_from_the_same_stays(workshop, capsys):
    built = []
    path = make(workshop(), b"one", built)
    assert path.name == "hexmate_0.1.0.deb"
    assert (
        json.loads(path.with_name(f"{path.name}.cdx.json").read_text("utf-8"))["components"] == []
    )
    make(workshop(), b"two", built)
    assert (built, path.read_bytes()) == ([b"one"], b"one")
    assert "as before" in capsys.readouterr().out


@pytest.mark.parametrize("change", ["wheel", "artefact", "date"])
def test_it_is_made_again_after_a_change(workshop, tmp_path, monkeypatch, change):
    built = []
    path = make(workshop(), b"one", built)
    if change == "date":
        monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    else:
        changed = path if change == "artefact" else next(tmp_path.glob("*.whl"))
        changed.write_bytes(b"changed")
    make(workshop(), b"two", built)
    assert built == [b"one", b"two"]


def test_metadata_does_not_say_where_it_was_installed(tmp_path):
    from wheel_file import tidy_metadata

    info = tmp_path / "some-1.0.dist-info"
    info.mkdir()
    (tmp_path / "some.py").write_text("")
    for name in ("METADATA", "direct_url.json", "uv_cache.json"):
        (info / name).write_text("file:///home/ada/some.whl")
    lines = [
        "some.py",
        "gone.py",
        "../../../bin/some",
        *(f"{info.name}/{each}" for each in ("direct_url.json", "METADATA", "RECORD")),
    ]
    (info / "RECORD").write_text("".join(f"{line},,\n" for line in lines))
    tidy_metadata(tmp_path)
    assert sorted(path.name for path in info.iterdir()) == ["METADATA", "RECORD"]
    kept = [f"{info.name}/METADATA,,", f"{info.name}/RECORD,,", "some.py,,"]
    assert (info / "RECORD").read_text().splitlines() == kept


def test_what_was_interrupted_leaves_no_artefact(workshop):
    def stopped(path):
        path.write_bytes(b"half")
        raise KeyboardInterrupt

    opened = workshop()
    path = opened.path("hexmate_{}.deb")
    with pytest.raises(KeyboardInterrupt):
        opened.make(path, stopped, lambda: [])
    assert not path.exists()
