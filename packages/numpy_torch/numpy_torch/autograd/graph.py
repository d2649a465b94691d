"""Hooks on the tensors that are saved for the backward pass."""

from numpy_torch.operation import hooks


class saved_tensors_hooks:
    """Pass every saved tensor to `pack_hook` inside the block."""

    def __init__(self, pack_hook, unpack_hook):
        self.pair = pack_hook, unpack_hook

    def __enter__(self):
        hooks.append(self.pair)

    def __exit__(self, *_):
        hooks.remove(self.pair)
