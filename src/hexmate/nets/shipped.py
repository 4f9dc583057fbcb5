"""The models that come with Hexmate: networks for tree search, value models for negamax."""

from pathlib import Path

from hexmate.errors import ModelError

__all__ = ["BEST", "find_model", "is_shipped", "page_models", "shipped_models"]

BEST = "medium"
"""The default network: none is stronger at half a second per move."""

_FOLDER = Path(__file__).parent.parent / "models"
_IN_PAGES = ("human", "medium", "small", "tiny")


def shipped_models() -> dict[str, Path]:
    """The files of the models, by name.

    >>> "small" in shipped_models()
    True
    """
    return {path.stem: path for path in sorted(_FOLDER.glob("*.onnx"))}


def page_models() -> dict[str, Path]:
    """The networks in 8 bits that the pages use, by name.

    >>> sorted(page_models())
    ['human', 'medium', 'small', 'tiny']
    """
    return {name: _FOLDER / f"{name}.hexnet" for name in _IN_PAGES}


def find_model(name: str) -> Path:
    """The file of a model, given the name of a shipped one or a path; ModelError if there is none.

    >>> find_model("small").name
    'small.onnx'
    """
    shipped = shipped_models()
    if name in shipped:
        return shipped[name]
    path = Path(name)
    try:
        if path.is_file():
            return path
    except OSError as error:  # such as a name that is too long
        raise ModelError(f"cannot read the model file {name[:80]}: {error.strerror}") from None
    names = ", ".join(shipped) or "none"
    raise ModelError(f"there is no model file {name}; models that come with Hexmate: {names}")


def is_shipped(path: Path) -> bool:
    """Whether a file lies among the shipped models, which are trusted as the code beside them is.

    >>> is_shipped(find_model("small")), is_shipped(Path("small.onnx"))
    (True, False)
    """
    return path.resolve().parent == _FOLDER.resolve()
