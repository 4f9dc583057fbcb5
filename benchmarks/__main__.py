"""`make bench`: prints a table of ratios against peers; exits with 1 when a target is missed."""

import sys

from rich.console import Console
from rich.table import Table

from benchmarks import measures
from hexmate.cli.bench import signature


def main() -> int:
    results = [result for measure in measures() for result in measure()]
    table = Table(title="Hexmate against its peers, same run, one core where it says nothing else")
    for column in ("what", "Hexmate", "peer (OpenSpiel, numpy)", "measured", "target", ""):
        table.add_column(column, justify="left" if column == "what" else "right")
    for result in results:
        sign = "<=" if result.at_most else ">="
        mark = "met" if result.met else "MISSED"
        measured, target = (f"{value:,.2f}" for value in (result.ratio, result.target))
        table.add_row(result.name, result.ours, result.peer, measured, f"{sign} {target}", mark)
    Console(width=110).print(table)
    print(f"signature {signature():016x}")
    return 0 if all(result.met for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
