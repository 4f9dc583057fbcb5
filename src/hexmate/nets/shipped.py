"""The models that come with the package: networks for tree search, value models for negamax."""

from pathlib import Path

from hexmate.errors import ModelError

__all__ = ["BEST", "find_model", "shipped_models"]

BEST = "medium"
"""The network that plays where none is named: at half a second a move none is stronger."""

_FOLDER = Path(__file__).parent.parent / "models"


def shipped_models() -> dict[str, Path]:
    """Files by name.

    >>> "small" in shipped_models()
    True
    """
    return {path.stem: path for path in sorted(_FOLDER.glob("*.onnx"))}


def find_model(name: str) -> Path:
    """The file of a model that is shipped, or the file of that path.

    >>> find_model("small").name
    'small.onnx'
    """
    shipped = shipped_models()
    if name in shipped:
        return shipped[name]
    path = Path(name)
    if path.is_file():
        return path
    names = ", ".join(shipped) or "none"
    raise ModelError(f"there is no model file {name}; models that come with Hexmate: {names}")
