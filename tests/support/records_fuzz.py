"""A mutation fuzzer for the records: damaged files must end in a RecordError or in a game.

`fuzz(count, seed)` damages sample files of each format, byte by byte and token by token, and
reads them forgivingly and strictly. Mutation number n depends only on the seed and n, so a run
can be stopped and resumed with `start`.
"""

import random
import re
import tempfile
import time
import traceback
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hexmate import records
from hexmate.errors import RecordError, RecordWarning

DATA = Path(__file__).parents[1] / "data" / "records"
TIME_BOUND = 2.0
"""Seconds of processor time that one damaged file may take, many times what a sample takes."""

_TOKEN = re.compile(rb"[A-Za-z]+|\d+|\s+|.", re.DOTALL)
_WORDS = [
    b"", b"\0", b"\xff", b"\xed\xa0\x80", b"\n", b"\r\n", b" ", b"(", b")", b";", b"[", b"]", b"\\",
    b":", b",", b"#", b"{", b"}", b'"', b"(;", b"[]", b"()", b":s", b":S", b":p", b":rb", b"swap",
    b"swap-pieces", b"swap-sides", b"resign", b"forfeit", b"pass", b"time-out", b"a1", b"zz99",
    b"A1", b"B", b"W", b"AB", b"AE", b"PL", b"SZ", b"GM", b"HXSWAP", b"HXSHAPE", b"HXTIMEOUT",
    b"HXCURSOR", b"triangle", b"offset", b"a1:e5", b"0", b"-1", b"1", b"11x5", b"99999999999999",
    b"1" * 5000, b"(" * 3000, b"[" * 3000, b"{" * 3000, b"\\" * 999, b"null", b"true", b"1e999",
    b"\\hex", b"\\play * 0 0", b"\\endgame", b"\\dim 3", b'"parent": 0', b'"parent": 99',
    b"CA[zip]",
]  # fmt: skip


@dataclass
class Report:
    """What a run of the fuzzer found."""

    count: int = 0
    games: int = 0
    refused: int = 0
    slowest: float = 0.0
    failures: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.count} mutations: {self.games} games, {self.refused} refused, "
            f"slowest {self.slowest:.3f} s, {len(self.failures)} failures"
        )


def samples(formats: Sequence[str] | None = None) -> list[tuple[str, bytes]]:
    """The sample files of the formats, each with the name of its format."""
    found = []
    for path in sorted(DATA.iterdir()):
        data = path.read_bytes()
        name = records.detect(data.decode(), path)
        if formats is None or name in formats:
            found.append((name, data))
    by_format: dict[str, list[bytes]] = {}
    for name, data in found:
        by_format.setdefault(name, []).append(data)
    most = max(map(len, by_format.values()))
    return [
        (name, files[at % len(files)]) for at in range(most) for name, files in by_format.items()
    ]


def mutate(data: bytes, rng: random.Random) -> bytes:
    """The data with one to four places damaged."""
    for _ in range(rng.randint(1, 4)):
        data = _damage_bytes(data, rng) if rng.random() < 0.4 else _damage_tokens(data, rng)
    return data[:200_000]


def _damage_bytes(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    end = min(len(data), at + rng.choice((0, 1, 1, 2, 8, 64)))
    junk = bytes(rng.randrange(256) for _ in range(rng.choice((0, 1, 1, 3))))
    choice = rng.randrange(4)
    if choice == 0:
        return data[:at] + junk + data[end:]
    if choice == 1:
        return data[:at]
    if choice == 2:
        return data[:at] + data[at:end] * rng.choice((2, 3, 50)) + data[end:]
    flipped = bytes(byte ^ (1 << rng.randrange(8)) for byte in data[at:end])
    return data[:at] + flipped + data[end:]


def _damage_tokens(data: bytes, rng: random.Random) -> bytes:
    tokens = _TOKEN.findall(data) or [b""]
    at, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
    choice = rng.randrange(4)
    if choice == 0:
        tokens[at] = rng.choice(_WORDS)
    elif choice == 1:
        tokens.insert(at, rng.choice(_WORDS))
    elif choice == 2:
        tokens[at], tokens[other] = tokens[other], tokens[at]
    else:
        low, high = sorted((at, other))
        tokens[at:at] = tokens[low:high]
    return b"".join(tokens)


def fuzz(
    count: int,
    seed: int = 0,
    formats: Sequence[str] | None = None,
    *,
    start: int = 0,
    rewrite_every: int = 1,
) -> Report:
    """Try the mutations `start` to `start + count - 1`; failures name their number.

    Games are also written and read again, those of every mutation or, because that is most of the
    work, of every so many.
    """
    report = Report()
    originals = samples(formats)
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", RecordWarning)
        path = Path(folder) / "damaged"
        for number in range(start, start + count):
            name, original = originals[number % len(originals)]
            data = mutate(original, random.Random(f"{seed}/{number}"))
            path.write_bytes(data)
            began = time.process_time()
            _try(
                report,
                path,
                name if number % 3 else None,
                rewrite=number % rewrite_every == 0,
                label=f"seed {seed}, mutation {number}",
            )
            spent = time.process_time() - began
            report.slowest = max(report.slowest, spent)
            if spent > TIME_BOUND:
                report.failures.append(f"seed {seed}, mutation {number}: took {spent:.1f} s")
            report.count += 1
    return report


def _try(report: Report, path: Path, format: str | None, *, rewrite: bool, label: str) -> None:
    """Read the file in all ways; anything but a game or a RecordError is a failure."""
    for strict in (False, True):
        try:
            for game in records.iter_games(path, strict, format=format):
                report.games += 1
                if rewrite:
                    _check_rewriting(game, format or records.detect(path.read_text("latin-1")))
        except RecordError:
            report.refused += 1
        except Exception:
            report.failures.append(f"{label}: {traceback.format_exc(limit=-4)}")


def _check_rewriting(game, origin: str) -> None:
    """What was read, however damaged, is written in full and read back the same.

    Words that one format could not understand may mean something in another, so the comparison
    starts with a game that the format itself has read.
    """
    for name in dict.fromkeys((origin, "jsonl", "sgf")):
        if name != origin:
            game = records.load(records.dumps(game, name, lossy=True), format=name)
        text = records.dumps(game, name)
        again = records.load(text, format=name)
        if again != game:
            raise AssertionError(f"a game changed on its way through {name}")
        if records.dumps(again, name) != text:
            raise AssertionError(f"a second writing as {name} differs from the first")
