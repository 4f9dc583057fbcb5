"""Edge templates: each proven again, and those to the third row found again."""

import subprocess
import sys
from pathlib import Path

from support.template_proofs import problems

from hexmate.templates import edge_templates

from .job import Job, Totals

ROOT = Path(__file__).parents[2]
FOUND_AGAIN = 3
"""The highest row that is searched again; the fourth takes minutes."""


class TemplateProofs(Job):
    """Every template holds, and no cell can be left out, by proofs and by playing out."""

    name = "edge templates"
    figure = "the proof checker confirms every template and every cell of it"
    steps = 20

    def step(self, number: int, totals: Totals) -> None:
        for template in edge_templates()[number :: self.steps]:
            totals["templates"] = totals.get("templates", 0) + 1
            totals["wrong"] = totals.get("wrong", 0) + bool(problems(template))

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return totals["wrong"] == 0, f"{totals['wrong']} of {totals['templates']:,} wrong"


class TemplatesFoundAgain(Job):
    """The program that found the templates finds the same ones again."""

    name = "edge templates, found again"
    figure = "tools/templates.py finds the templates to the third row that are stored"

    def step(self, number: int, totals: Totals) -> None:
        program = [sys.executable, "tools/templates.py", str(FOUND_AGAIN)]
        run = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=True)
        low = [each for each in edge_templates() if each.row <= FOUND_AGAIN]
        totals["found"] = len(low)
        totals["same"] = all(f"{each.name or 'without a name'}\n{each}\n" in run.stdout + "\n"
                             for each in low)  # fmt: skip

    def verdict(self, totals: Totals) -> tuple[bool, str]:
        return totals["same"], f"{totals['found']} found, the same: {totals['same']}"


TEMPLATE_JOBS = (TemplateProofs(), TemplatesFoundAgain())
