"""Named where several processes share a training; a tab has one."""

from torch.refusal import refuse


class TorchDispatchMode:
    def __init__(self):
        raise refuse("TorchDispatchMode")
