"""PyTorch states as files."""

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from hexmate.files import drafted

__all__ = ["save_state"]


def save_state(state: Mapping[str, Any], path: Path) -> None:
    """Write tensors and plain values to `path`; the file there is whole at every moment."""
    stream = io.BytesIO()
    torch.save(state, stream)
    with drafted(path) as draft:
        draft.write_bytes(stream.getbuffer())
