"""Write the options of every command into docs/cli.md, from the commands themselves.

python tools/cli_docs.py          rewrites the reference at the end of the page
python tools/cli_docs.py --check  fails if it is not up to date
"""

import re
import sys
from pathlib import Path

from typer.main import get_command

from hexmate.cli.app import app

PAGE = Path(__file__).parents[1] / "docs" / "cli.md"
MARK = "## Every command and its options\n"


def reference() -> str:
    """The part of the page below its mark."""
    first = (
        "\nThis part is made by `python tools/cli_docs.py`. Every command also takes `--help`.\n"
    )
    return "".join([first, *sections("hexmate", get_command(app).commands)])


def sections(program, commands):
    """A section for each command, and for those below it."""
    for name, command in commands.items():
        if hasattr(command, "commands"):
            yield from sections(f"{program} {name}", command.commands)
            continue
        arguments = [each for each in command.params if each.param_type_name == "argument"]
        options = [each for each in command.params if each.param_type_name == "option"]
        words = " ".join(each.metavar or each.name.upper() for each in arguments)
        usage = f"{program} {name} [OPTIONS] {words}".strip()
        yield f"\n### {program} {name}\n\n```\n{usage}\n```\n"
        yield f"\n{flowing(command.help)}\n"
        rows = [(f"`{each.metavar or each.name.upper()}`", each.help) for each in arguments]
        rows += [(names_of(each), described(each)) for each in options]
        if rows:
            table = "".join(f"| {name} | {cell(text)} |\n" for name, text in rows)
            yield f"\n| option | meaning |\n|---|---|\n{table}"


def flowing(text):
    """Paragraphs as one line each."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))


def names_of(option):
    """All names of an option."""
    return ", ".join(f"`{name}`" for name in sorted(option.opts, key=lambda name: name[:2] != "--"))


def described(option):
    """Its help, with the default where there is one."""
    default = option.show_default if isinstance(option.show_default, str) else option.default
    if default is None or default is False or callable(default) or option.required:
        return option.help
    return f"{option.help} Default: {getattr(default, 'value', default)}."


def cell(text):
    """A text that can stand in a table."""
    return re.sub(r"\s+", " ", text).replace("|", "\\|")


def main() -> None:
    text = PAGE.read_text("utf-8")
    head, mark, _ = text.partition(MARK)
    made = head + MARK + reference()
    if "--check" in sys.argv:
        sys.exit(0 if mark and made == text else "docs/cli.md is stale: run tools/cli_docs.py")
    PAGE.write_text(made, "utf-8")


if __name__ == "__main__":
    main()
