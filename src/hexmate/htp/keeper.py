"""Runs an engine; when it ends or is no longer needed, ends everything that it started.

``python -S -E keeper.py PARENT MEMORY -- COMMAND...`` runs between Hexmate and an engine. The
engine inherits the three standard streams as they are, gets at most MEMORY MiB of addresses (0 for
no limit), and is killed with all its children when it ends by itself, when the keeper is asked to
end (SIGTERM), and when the process PARENT dies. The keeper ends as the engine did, by the same
status or signal.

On Linux the keeper adopts what the engine leaves behind, so that a child that detached itself is
found too. Elsewhere the engine's process group is killed, and a line on its error output says that
detached children are not. The file imports nothing from Hexmate, to start quickly.
"""

import os
import resource
import signal
import sys
import time

__all__ = ["main"]

ON_LINUX = sys.platform == "linux"

_CANNOT_RUN = 127
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
# The kernel sends SIGUSR1 when the thread that started the keeper ends; elsewhere a timer sends
# SIGALRM. Both only mean: check whether the parent is still there.
_PARENT_MAY_BE_GONE = signal.SIGUSR1
_SIGNALS = {signal.SIGTERM, signal.SIGCHLD, signal.SIGALRM, _PARENT_MAY_BE_GONE}
_LOOK_AFTER = 0.5
_LONGEST_PAUSE = 0.05


def main(arguments: list[str]) -> int:
    """Run one engine; returns its exit status, if it had one."""
    parent, memory, _, *command = arguments
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    # A signal that is ignored by default may be lost before it is waited for.
    signal.signal(signal.SIGCHLD, lambda *_: None)
    _watch(int(parent))
    if os.getppid() != int(parent):
        return 0
    engine = os.fork()
    if engine == 0:
        _become(command, int(memory))
    # Only the engine holds its streams, so that their other ends see when it closes them.
    for stream in (0, 1):
        os.close(stream)
    status = _wait(engine, int(parent))
    return _end_as(_kill_all(engine, status))


def _watch(parent: int) -> None:
    if ON_LINUX:
        _prctl(_PR_SET_CHILD_SUBREAPER, 1)
        _prctl(_PR_SET_PDEATHSIG, _PARENT_MAY_BE_GONE)
    else:
        signal.setitimer(signal.ITIMER_REAL, _LOOK_AFTER, _LOOK_AFTER)
        print("this system cannot end children that an engine detaches", file=sys.stderr)


def _prctl(option: int, value: int) -> None:
    import ctypes

    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _become(command: list[str], memory: int) -> None:
    """Turn this process into the engine."""
    try:
        os.setpgid(0, 0)
        if ON_LINUX:  # an engine that kills its keeper dies too
            _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            _go_first()
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for number in (signal.SIGPIPE, signal.SIGCHLD):  # as programs that Python starts expect
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        os.execvp(command[0], command)  # noqa: S606 - the engine that the user named
    except (OSError, ValueError) as error:
        print(f"cannot run {command[0]}: {error}", file=sys.stderr, flush=True)
    finally:
        os._exit(_CANNOT_RUN)


def _go_first() -> None:
    """If memory runs out, let the kernel kill the engine and not the program that uses it."""
    try:
        with open("/proc/self/oom_score_adj", "w") as score:  # noqa: PTH123 (pathlib starts slowly)
            score.write("1000")
    except OSError:  # some sandboxes forbid it
        pass


def _wait(engine: int, parent: int) -> int | None:
    """How the engine ended; None if it must be killed."""
    while True:
        wanted = signal.sigwait(_SIGNALS) != signal.SIGTERM and os.getppid() == parent
        while True:  # one signal may stand for several children
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == engine:
                return status
            if pid == 0:
                break
        if not wanted:
            return None


def _kill_all(engine: int, status: int | None) -> int | None:
    """Kill until nothing is left. On Linux orphans become our children, so none is missed."""
    pause = 0.001
    while True:
        try:
            while (found := os.waitpid(-1, os.WNOHANG))[0] != 0:
                status = found[1] if found[0] == engine else status
        except ChildProcessError:
            if ON_LINUX:
                return status
        victims = _descendants() if ON_LINUX else [-engine]
        for pid in victims:
            try:
                os.kill(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                if not ON_LINUX:
                    return status
        time.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)


def _descendants() -> list[int]:
    """Every process below this one, by the parents that /proc names."""
    children: dict[int, list[int]] = {}
    for folder in os.scandir("/proc"):
        if not folder.name.isdigit():
            continue
        try:
            with open(f"{folder.path}/stat", "rb") as stat:  # noqa: PTH123 (pathlib starts slowly)
                # The second field is the program's name in brackets, which may contain anything.
                parent = int(stat.read().rpartition(b")")[2].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(folder.name))
    found, waiting = [], [os.getpid()]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def _end_as(status: int | None) -> int:
    """Exit as the engine did: by its signal, which does not return, or with its status."""
    if status is None:
        return 0
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if number != signal.SIGKILL:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        os.kill(os.getpid(), number)
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
