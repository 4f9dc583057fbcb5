"""Several kinds of attack at once, from Python or from a command line."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Figures = dict[str, Any]
Kinds = Mapping[str, Callable[..., Awaitable[Figures]]]
"""Attacks by name; each takes the address of a server, seconds, and its own options."""
Options = Mapping[str, dict[str, Any]]


async def attack(kinds: Kinds, url: str, seconds: float, options: Options) -> Figures:
    """The kinds that `options` names, at once, each with its options; figures by kind."""
    work = (kinds[kind](url, seconds, **given) for kind, given in options.items())
    return dict(zip(options, await asyncio.gather(*work), strict=True))


def command(kinds: Kinds, dose: Options | None = None) -> None:
    """`URL SECONDS [KIND ...]`, by default all kinds; after `--dose`, a little of each."""
    _, url, seconds, *names = sys.argv
    options = (dose or {}) if "--dose" in names else {}
    chosen = [name for name in names if name != "--dose"] or list(options or kinds)
    given = {name: options.get(name, {}) for name in chosen}
    print(json.dumps(asyncio.run(attack(kinds, url, float(seconds), given))))
