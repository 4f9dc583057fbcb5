"""An engine's process: its pipes, its memory, and its end with all that it has started."""

import gc
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from support.patience import kept
from support.processes import alive, eventually, mock

from hexmate.errors import EngineDiedError, EngineGarbledError, EngineTimeoutError
from hexmate.htp import process as processes
from hexmate.htp.process import EngineProcess

PATIENCE = 60.0


def soon(seconds=PATIENCE):
    return time.monotonic() + seconds


def python(code, *words):
    return [sys.executable, "-c", textwrap.dedent(code), *words]


def faulty(mode, word, **options):
    process = EngineProcess(mock("faulty", mode, word), **options)
    process.send("boardsize 3")
    assert [process.read_line(soon()) for _ in range(2)] == ["= ", ""]
    process.send("genmove b")
    return process


def test_lines_go_both_ways_and_complaints_are_kept(word):
    code = """
        import sys
        for line in sys.stdin:
            print(line.strip().upper(), end="\\r\\n", flush=True)
            print("read", line.strip(), file=sys.stderr, flush=True)
    """
    with EngineProcess(python(code, word)) as process:
        for text in ("one", "two ä"):
            process.send(text)
            assert process.read_line(soon()) == text.upper()
        assert process.alive
    assert not process.alive
    assert process.stderr.startswith("read one\nread two ä\n")


def test_a_line_that_does_not_come_changes_nothing(word):
    with EngineProcess(python("print(input()); input()", word)) as process:
        with pytest.raises(TimeoutError):
            process.read_line(soon(0.05))
        process.send("late")
        assert process.read_line(soon()) == "late"


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import os; os.write(2, b'no ideas'); exit(3)", "ended with status 3: no ideas"),
        ("import os; os.abort()", "was ended by SIGABRT"),
        ("import os; os.kill(os.getpid(), 9)", "was ended by SIGKILL"),
        ("pass", "ended with status 0"),
    ],
)  # fmt: skip
def test_how_it_ended(code, says, word):
    process = EngineProcess(python(code, word))
    process.title = "it"
    with pytest.raises(EngineDiedError, match=f"it {says}"):
        process.read_line(soon())
    with pytest.raises(EngineDiedError, match="it is not running"):
        process.send("anything")


def test_a_program_that_is_not_there():
    with pytest.raises(EngineDiedError, match=r"cannot run \./nowhere: .*No such file"):
        EngineProcess(["./nowhere"]).read_line(soon())


def test_output_closed_by_a_program_that_continues(word):
    process = faulty("mute", word)
    with pytest.raises(EngineDiedError, match="closed its output"):
        process.read_line(soon())


def test_a_flood_waits_in_its_pipe(word):
    process = faulty("floods", word)
    for _ in range(1000):
        assert process.read_line(soon()) == "flood"
    time.sleep(0.2)
    assert len(process._inbox._data) < 2 * processes._MOST_WAITING
    process.kill()


def test_a_line_without_end(word):
    process = faulty("floods_line", word)
    with pytest.raises(EngineGarbledError, match="without an end of line"):
        process.read_line(soon())


def test_of_a_flood_of_complaints_the_end_is_kept(word):
    with faulty("floods_stderr", word) as process:
        assert process.read_line(soon()) == "= a1"
        assert eventually(lambda: "last word" in process.stderr)
        assert process.stderr.endswith("flood\nthe last word\n")
        assert len(process.stderr) <= processes._MOST_STDERR


def test_a_program_that_does_not_read(word):
    process = EngineProcess(python("import time; time.sleep(3600)", word))
    with pytest.raises(EngineTimeoutError, match="does not read"):
        process.send("x" * 1_000_000)
    assert not process.alive


def test_memory_is_limited(word):
    code = "import sys; print(len(bytearray(int(sys.argv[2]) << 20)), flush=True)"
    with EngineProcess(python(code, word, "50"), memory=400) as process:
        assert process.read_line(soon()) == str(50 << 20)
    process = EngineProcess(python(code, word, "500"), memory=400)
    with pytest.raises(EngineDiedError, match="MemoryError"):
        process.read_line(soon())


@pytest.mark.skipif(sys.platform != "linux", reason="Linux can be told whom to end first")
def test_an_engine_goes_first_where_memory_is_short(word):
    code = "print(open('/proc/self/oom_score_adj').read(), flush=True)"
    with EngineProcess(python(code, word)) as process:
        assert process.read_line(soon()) == "1000"


def test_quit_is_waited_for(word):
    code = "print(input()); print('bye', file=__import__('sys').stderr)"
    process = EngineProcess(python(code, word))
    process.close(grace=PATIENCE)
    assert process.stderr == "bye\n"


@pytest.mark.parametrize("mode", ["stubborn", "hangs", "detaches", "floods", "floods_stderr"])
def test_the_end_is_certain(mode, word):
    process = faulty(mode, word)
    if mode not in ("hangs", "floods"):
        assert process.read_line(soon()) == "= a1"
    began = time.monotonic()
    process.close(grace=0.2)
    assert kept(10, time.monotonic() - began)
    assert alive(word) == []


def test_what_a_program_leaves_behind_ends_with_it(word):
    process = faulty("abandons", word)
    with pytest.raises(EngineDiedError, match="ended with status 0"):
        process.read_line(soon())
    assert alive(word) == []


def test_a_whole_family_of_detached_children(word):
    code = """
        import os, subprocess, sys, time
        depth, word = int(sys.argv[2]), sys.argv[1]
        if depth:
            for _ in range(2):
                command = [sys.executable, "-c", open("/proc/self/cmdline").read().split("\\0")[2]]
                subprocess.Popen([*command, word, str(depth - 1)], start_new_session=True)
        os.write(1, b"here\\n")
        time.sleep(3600)
    """
    process = EngineProcess(python(code, word, "3"))
    for _ in range(15):
        assert process.read_line(soon()) == "here"
    assert len(alive(word)) == 16  # and the keeper, which has the word too
    process.kill()
    assert alive(word) == []


def test_a_process_that_was_not_closed_ends_with_its_object(word):
    process = EngineProcess(python("print(1, flush=True); input()", word))
    process.read_line(soon())
    assert alive(word)
    del process
    gc.collect()
    assert alive(word) == []


@pytest.mark.slow
@pytest.mark.parametrize("end", ["exit()", "os.kill(os.getpid(), signal.SIGKILL)"])
def test_engines_end_with_the_program_that_started_them(end, word):
    """Also when the thread that started them has long ended."""
    code = f"""
        import os, signal, sys, threading, time
        from hexmate.htp.process import EngineProcess
        engines = []
        def start():
            engines.append(EngineProcess({mock("faulty", "detaches", word)!r}))
            engines[0].send("genmove b")
            print(engines[0].read_line(), flush=True)
        thread = threading.Thread(target=start)
        thread.start()
        thread.join()
        time.sleep(0.3)
        engines[0].send("genmove w")
        engines[0].read_line()
        print(engines[0].read_line(), flush=True)
        {end}
    """
    run = subprocess.run(python(code), capture_output=True, text=True, timeout=PATIENCE)
    assert run.stdout.split() == ["=", "a1", "=", "b1"]
    assert run.returncode == (0 if "exit" in end else -signal.SIGKILL)
    assert alive(word, wait=PATIENCE) == []


def test_an_engine_that_kills_its_keeper_dies_too(word):
    code = "import os, time; os.kill(os.getppid(), 9); time.sleep(3600)"
    process = EngineProcess(python(code, word))
    with pytest.raises(EngineDiedError, match="was ended by SIGKILL"):
        process.read_line(soon())
    assert alive(word, wait=PATIENCE) == []


def test_the_keeper_stands_alone():
    """It must start without the package, whose libraries would cost more than it does."""
    keeper = Path(processes.__file__).with_name("keeper.py")
    command = [sys.executable, "-S", "-E", "-X", "importtime", str(keeper)]
    run = subprocess.run(
        [*command, str(os.getpid()), "0", "--", "true"], capture_output=True, text=True
    )
    assert run.returncode == 0
    assert not any(name in run.stderr for name in ("hexmate", "numpy", "pathlib", "subprocess"))
