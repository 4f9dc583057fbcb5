"""`make bench`: print speed ratios against other programs; exit with 1 if a target is missed."""

import sys

from rich.console import Console
from rich.table import Table

from benchmarks import measures
from hexmate.cli.bench import signature


def main() -> int:
    results = [result for measure in measures() for result in measure()]
    table = Table(title="Hexmate against other programs in the same run, on one core unless stated")
    for column in ("what", "Hexmate", "peer (OpenSpiel, numpy)", "measured", "target", ""):
        table.add_column(column, justify="left" if column == "what" else "right")
    for result in results:
        measured = f"{result.ratio:,.2f}"
        cells = (result.name, result.ours, result.peer, measured, result.limit, result.verdict)
        table.add_row(*cells)
    Console(width=110).print(table)
    print(f"signature {signature():016x}")
    return 0 if all(result.met for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
