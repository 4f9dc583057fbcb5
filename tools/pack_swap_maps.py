"""Pack the swap maps for the package and the pages: python tools/pack_swap_maps.py [RESULTS.json]

Boards up to 8x8 come from the known openings, larger ones from RESULTS, which
`python tools/swap_maps.py` writes; without it the larger maps stay as they are. Writes
src/hexmate/book/swap_maps.json and js/book/swap-map-data.js.
"""

import json
import sys
import textwrap
from pathlib import Path
from typing import Any

from hexmate.board import Board
from hexmate.book.swap_maps import DATA, SIZES
from hexmate.files import replacing

ROOT = Path(__file__).parents[1]
KNOWN = ROOT / "tests" / "data" / "oracles" / "openings.json"
SCRIPT = ROOT / "src" / "hexmate" / "web" / "static" / "js" / "book" / "swap-map-data.js"
EXACT = range(3, 9)
WIDTH = 120
"""Of a line of JavaScript."""


def exact_map(rows: list[str]) -> dict[str, Any]:
    """The map of a board whose winning openings are known: `B` wins."""
    cells = "".join(rows)
    return {"values": [1000 * (cell == "B") for cell in cells[: (len(cells) + 1) // 2]]}


def searched_maps(results: dict[str, Any]) -> dict[str, Any]:
    """The maps of the searched boards that are complete; only proven values are 0 or 1000."""
    maps = {}
    for size in SIZES:
        board = Board(size)
        found = {board.parse(s["cell"]): s for s in results["stones"] if s["size"] == size}
        half = range((size * size + 1) // 2)
        if size in EXACT or any(cell not in found for cell in half):
            continue
        open_stones = [found[cell] for cell in half if found[cell]["proven"] is None]
        maps[str(size)] = {
            "visits": min((each["visits"] for each in open_stones), default=0),
            "network": results["net"],
            "sha256": results["sha256"],
            "date": results["date"],
            "values": [permille(found[cell]) for cell in half],
        }
    return maps


def permille(stone: dict[str, Any]) -> int:
    """Black's win probability in thousandths."""
    if stone["proven"] is not None:
        return round(1000 * stone["proven"])
    return min(999, max(1, round(1000 * stone["black"])))


def packed(maps: dict[str, Any]) -> str:
    """The data file: one line per map."""
    lines = ",\n".join(f'"{size}": {json.dumps(maps[size])}' for size in sorted(maps, key=int))
    return f'{{"schema": 1, "maps": {{\n{lines}\n}}}}\n'


def script(maps: dict[str, Any]) -> str:
    """The same for the pages, as the formatter wants it."""
    lines = []
    for size in sorted(maps, key=int):
        facts = {key: maps[size][key] for key in ("visits", "network", "date") if key in maps[size]}
        named = "".join(f"    {key}: {json.dumps(value)},\n" for key, value in facts.items())
        lines.append(f"  {size}: {{\n{named}{filled(maps[size]['values'])}  }},\n")
    return (
        "/**\n * The swap maps of `hexmate/book`, in thousandths, for half of each board.\n"
        " * `python tools/pack_swap_maps.py` writes this file.\n */\n\n"
        "/** @typedef {{values: number[], visits?: number, network?: string, date?: string}} "
        "Stored */\n\n/** @type {Record<number, Stored>} */\n"
        f"export default {{\n{''.join(lines)}}};\n"
    )


def filled(values: list[int]) -> str:
    """The list of values, in as many lines as it needs."""
    listed = ", ".join(map(str, values))
    line = f"    values: [{listed}],\n"
    if len(line) <= WIDTH + 1:
        return line
    indent = "      "
    rows = textwrap.fill(listed + ",", WIDTH, initial_indent=indent, subsequent_indent=indent)
    return f"    values: [\n{rows}\n    ],\n"


def main(results: Path | None) -> None:
    known = json.loads(KNOWN.read_text("utf-8"))["boards"]
    maps = json.loads(DATA.read_text("utf-8"))["maps"] if DATA.exists() else {}
    if results is not None:
        maps |= searched_maps(json.loads(results.read_text("utf-8")))
    maps |= {str(size): exact_map(known[str(size)]["map"]) for size in EXACT}
    SCRIPT.parent.mkdir(exist_ok=True)
    for path, text in ((DATA, packed(maps)), (SCRIPT, script(maps))):
        with replacing(path) as stream:
            stream.write(text)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
