"""The device that models are trained on, and the number of PyTorch's threads."""

import torch

from hexmate.errors import TrainingError

__all__ = ["choose_device", "use_threads"]


def choose_device(name: str) -> torch.device:
    """The device of a name: ``auto`` is a GPU if there is one; ``cuda`` without one is an error."""
    if name not in ("auto", "cpu", "cuda"):
        raise TrainingError(f"the device must be auto, cpu or cuda (got '{name}')")
    if name == "cuda" and not torch.cuda.is_available():
        raise TrainingError("PyTorch finds no GPU; use --device auto or --device cpu")
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    return torch.device(name)


def use_threads(count: int) -> None:
    """Set the number of threads that PyTorch computes with in this process."""
    torch.set_num_threads(count)
