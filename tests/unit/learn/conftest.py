"""One thread for PyTorch: models this small are much slower on several busy ones."""

import torch

torch.set_num_threads(1)
