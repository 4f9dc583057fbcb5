"""Where models learn: the device, and how many threads PyTorch takes."""

import torch

from hexmate.errors import TrainingError

__all__ = ["choose_device", "use_threads"]


def choose_device(name: str) -> torch.device:
    """``auto`` takes a GPU where there is one; ``cuda`` without one is an error."""
    if name not in ("auto", "cpu", "cuda"):
        raise TrainingError(f"a device is auto, cpu or cuda, not '{name}'")
    if name == "cuda" and not torch.cuda.is_available():
        raise TrainingError("a GPU was asked for and PyTorch finds none; use --device auto or cpu")
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    return torch.device(name)


def use_threads(count: int) -> None:
    """How many threads PyTorch computes with in this process."""
    torch.set_num_threads(count)
