"""Training in several processes, of which there is only one here."""

from numpy_torch.refusal import refuse


class DistributedDataParallel:
    def __init__(self, *args, **kwargs):
        raise refuse("DistributedDataParallel, which trains in several processes,")
