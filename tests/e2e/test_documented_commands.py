"""Every shell line of README and quickstart runs, or is covered by the test named here."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from support.patience import PATIENCE

from hexmate import Board
from hexmate.players import RandomPlayer

ROOT = Path(__file__).parents[2]
TUTORIALS = ROOT / "docs" / "tutorials.md"
PAGES = [ROOT / "README.md", ROOT / "docs" / "quickstart.md", TUTORIALS]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

COVERED = {
    "make play": "tests/soak/start.py",
    'pip install ".[play]"': "tests/e2e/test_wheel.py",
    "pip install .": "tests/e2e/test_wheel.py",
    "hexmate play": "tests/e2e/test_pages.py",
    "hexmate serve --host 0.0.0.0 --port 8080": "tests/e2e/test_server.py",
}
"""Lines that need a network or open a browser, with the file that comes closest to trying them."""


def blocks(page: Path, language: str) -> list[str]:
    return [code for name, code in BLOCK.findall(page.read_text("utf-8")) if name == language]


def shell_lines() -> list[str]:
    lines = [
        line.partition("  #")[0].strip()
        for page in PAGES
        for block in blocks(page, "")
        for line in block.splitlines()
    ]
    return list(dict.fromkeys(line for line in lines if line))


@pytest.mark.parametrize("line", shell_lines())
def test_shell_line(line, tmp_path):
    if line in COVERED:
        assert (ROOT / COVERED[line]).is_file()
        return
    (bot,) = blocks(TUTORIALS, "python")
    (tmp_path / "mybot.py").write_text(bot, "utf-8")
    program, *words = shlex.split(line)
    assert program == "hexmate", f"'{line}' is neither run nor covered"
    done = subprocess.run(
        [sys.executable, "-m", "hexmate", *words],
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path)},
        input="quit\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_ten_lines_against_the_engine(monkeypatch, capsys):
    (code,) = blocks(ROOT / "README.md", "python")
    code = code.replace("Board(11)", "Board(5)").replace("time=1", "visits=10")
    assert len(code.splitlines()) <= 10
    names: dict[str, object] = {}
    person = RandomPlayer(seed=1)

    def answer(prompt: str) -> str:
        board = names["board"]
        assert isinstance(board, Board)
        return board.name(person.play(board, None).move)

    monkeypatch.setattr("builtins.input", answer)
    exec(compile(code, "README.md", "exec"), names)
    board = names["board"]
    assert isinstance(board, Board)
    assert board.outcome() is not None
    assert "win probability" in capsys.readouterr().out
