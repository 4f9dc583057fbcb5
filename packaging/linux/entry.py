"""The program `hexmate` as PyInstaller makes it: the command line, and its own Python.

Hexmate starts processes by `sys.executable` with `-m`, `-c` or a file, as with any Python. Inside a
frozen program that is this file, so it answers to the same words.
"""

import multiprocessing
import os
import runpy
import sys

FLAGS = {"-S", "-E", "-P", "-I", "-B", "-u", "-s"}


def as_python(words: list[str]) -> bool:
    """Do what `python words...` does; False if these are words of the command line."""
    rest = list(words)
    while rest and rest[0] in FLAGS:
        rest.pop(0)
    if not rest:
        return False
    if rest[0] == "-c" and len(rest) > 1:
        sys.argv = ["-c", *rest[2:]]
        exec(compile(rest[1], "<string>", "exec"), {"__name__": "__main__"})  # noqa: S102
    elif rest[0] == "-m" and len(rest) > 1:
        sys.argv = rest[1:]
        runpy.run_module(rest[1], run_name="__main__", alter_sys=True)
    elif rest[0].endswith(".py") and len(words) > len(rest):
        sys.argv = rest
        runpy.run_path(rest[0], run_name="__main__")
    else:
        return False
    return True


def main() -> None:
    multiprocessing.freeze_support()
    if sys.stdout is None:  # no console
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115
    if not as_python(sys.argv[1:]):
        from hexmate.cli import main as command_line

        command_line()


if __name__ == "__main__":
    main()
