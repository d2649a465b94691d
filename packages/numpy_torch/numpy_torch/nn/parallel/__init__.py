"""Training in several processes; a tab has only one."""

from numpy_torch.refusal import refuse


class DistributedDataParallel:
    def __init__(self, *args, **kwargs):
        raise refuse("DistributedDataParallel, which trains in several processes,")
