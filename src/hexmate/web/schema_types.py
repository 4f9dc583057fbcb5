"""JSON schemas as TypeScript types: for the pages' types and the API's documentation page."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["type_of", "union"]

Schema = Mapping[str, Any]
Names = Mapping[tuple[Any, ...], str]


def type_of(schema: Schema, literals: Names | None = None) -> str:
    """The type of a schema; `literals` names enumerations by their values.

    >>> type_of({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}})
    '(number | null)[]'
    """
    literals = literals or {}
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return literals.get(tuple(schema["enum"])) or union(map(json.dumps, schema["enum"]))
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return union(dict.fromkeys(type_of(each, literals) for each in schema[key]))
    match schema.get("type"):
        case "array":
            inner = type_of(schema["items"], literals)
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case "object":
            return _record(schema, literals)
        case "integer":
            return "number"
        case "string" | "number" | "boolean" | "null" as name:
            return str(name)
    return "any"


def union(types: Iterable[str]) -> str:
    """Any of some types."""
    return " | ".join(types)


def _record(schema: Schema, literals: Names) -> str:
    values = schema.get("additionalProperties", True)
    inner = "any" if values is True else type_of(values, literals)
    names = schema.get("propertyNames")
    if names is None:
        return f"Record<string, {inner}>"
    return f"Partial<Record<{type_of(names, literals)}, {inner}>>"
