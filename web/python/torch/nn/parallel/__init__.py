"""Several processes train together; a tab has one."""

from torch.refusal import refuse


class DistributedDataParallel:
    def __init__(self, *args, **kwargs):
        raise refuse("DistributedDataParallel, a training in several processes")
