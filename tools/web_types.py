"""Write the types of the pages from the models of the server: python tools/web_types.py

`make lint` runs it with `--check` and fails when the committed file differs.
"""

import argparse
import difflib
import json
import sys
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, TypeAdapter

from hexmate.web import errors
from hexmate.web.models import analysis, base, games, library, live, messages, people, records
from hexmate.web.schema_types import type_of, union

STATIC = Path(__file__).parents[1] / "src" / "hexmate" / "web" / "static"
TARGET = STATIC / "js" / "types" / "api.d.ts"
HEAD = "/** Types of the API, written by tools/web_types.py from hexmate.web.models. */\n"
WIDTH = 120

ALIASES = {
    "Side": base.Side,
    "ShapeName": base.ShapeName,
    "SwapName": base.SwapName,
    "StatusName": base.StatusName,
    "ModeName": base.ModeName,
    "SeatKindName": base.SeatKindName,
    "Ref": base.Ref,
    "Code": errors.Code,
    "Change": live.Change,
    "ServerMessage": live.ServerMessage,
    "ClientMessage": messages.ClientMessage,
    "AnalysisMessage": analysis.AnalysisMessage,
}
MODELS = (live, games, messages, analysis, people, library, records)


LITERALS = {
    get_args(annotation): name
    for name, annotation in ALIASES.items()
    if get_origin(annotation) is Literal
}
"""The names of literal types by their values."""


def definitions() -> dict[str, dict[str, Any]]:
    """The JSON schema of every model, by name."""
    found: dict[str, dict[str, Any]] = {}
    for module in MODELS:
        for name in module.__all__:
            model = getattr(module, name)
            if isinstance(model, type) and issubclass(model, BaseModel):
                schema = model.model_json_schema(ref_template="{model}")
                found |= schema.pop("$defs", {})
                found[name] = schema
    return found


def comment(text: str, indent: str = "") -> list[str]:
    """A documentation comment, on one line where it fits."""
    lines = text.strip().splitlines()
    if len(lines) == 1 and len(indent) + len(lines[0]) + 7 <= WIDTH:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def declared(head: str, text: str) -> str:
    """A name with its type; a union that does not fit on one line has a line for each option."""
    line = f"{head} {text};"
    if len(line) <= WIDTH or "(" in text or "<" in text:
        return line
    indent = " " * (len(head) - len(head.lstrip()) + 2)
    return head + "".join(f"\n{indent}| {each}" for each in text.split(" | ")) + ";"


def interface(name: str, schema: dict[str, Any]) -> str:
    """The interface of a model."""
    lines = comment(schema.get("description", name))
    lines.append(f"export interface {name} {{")
    required = schema.get("required", ())
    for field, each in schema.get("properties", {}).items():
        if "description" in each:
            lines += comment(each["description"], "  ")
        mark = "" if field in required else "?"
        lines.append(declared(f"  {field}{mark}:", type_of(each, LITERALS)))
    return "\n".join([*lines, "}"])


def alias(name: str, annotation: Any) -> str:
    """The alias of a literal or of a union of models."""
    if get_origin(annotation) is Literal:
        text = union(map(json.dumps, get_args(annotation)))
    else:
        text = type_of(TypeAdapter(annotation).json_schema(ref_template="{model}"), LITERALS)
    return declared(f"export type {name} =", text)


def written() -> str:
    """The whole file."""
    parts = [alias(name, annotation) for name, annotation in ALIASES.items()]
    parts += [interface(name, schema) for name, schema in sorted(definitions().items())]
    return HEAD + "\n" + "\n\n".join(parts) + "\n"


def main() -> int:
    """Write the file, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    text = written()
    if not parser.parse_args().check:
        TARGET.parent.mkdir(parents=True, exist_ok=True)
        TARGET.write_text(text, "utf-8")
        return 0
    before = TARGET.read_text("utf-8") if TARGET.exists() else ""
    changes = difflib.unified_diff(
        before.splitlines(True), text.splitlines(True), "committed", "from the models"
    )
    sys.stdout.writelines(changes)
    return int(before != text)


if __name__ == "__main__":
    sys.exit(main())
