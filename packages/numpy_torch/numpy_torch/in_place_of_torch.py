"""A file to place on the path under the name `torch.py`: `import torch` then gives numpy_torch."""

import numpy_torch

numpy_torch.use()
