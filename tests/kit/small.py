"""What many tests need: the sizes of a model that is built and trained at once, and what somebody may type."""

TINY = {"d_model": 16, "d_ff": 16, "encoder_layers": 1, "decoder_layers": 1, "self_heads": 2}
HOSTILE = "<img src=x onerror=alert(1)>"
