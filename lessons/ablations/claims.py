"""Conclusions of this lesson from training runs, and the controls that could refute them."""

from lessons.kit.claims import Claim

WITHOUT = "2 + 2 layers, without residual connections"

CLAIMS = (
    Claim(
        "longer training does not change that",
        "parts_reverse",
        lambda table: max(table.scores_of("positions", 1800)) < 0.1,
    ),
    Claim(
        "steps close most of the gap.",
        "parts_reverse",
        lambda table: (
            min(
                table.scores_of("residual connections", 1800)
                + table.scores_of("feed-forward", 1800)
            )
            > 0.95
        ),
    ),
    Claim(
        "The learning rate of 0.01 is too large for unscaled scores.",
        "scaling",
        lambda table: (
            max(table.scores_of("not divided, rate 0.01", 1800)) < 0.2
            and min(table.scores_of("not divided, rate 0.003", 1800)) > 0.9
        ),
    ),
    Claim(
        "The deeper model needs its residual connections more.",
        "depth",
        lambda table: max(table.scores_of(WITHOUT, 1800)) < 0.5,
    ),
    Claim(
        "The benefit of the feed-forward network depends on the task:",
        "feed_forward",
        lambda table: (
            max(table.scores_of("addition, without feed-forward", 2400))
            < min(table.scores_of("addition, whole", 2400)) - 0.03
        ),
    ),
    Claim(
        "Without warm-up, training with LayerNorm after the sub-layer can fail.",
        "warmup",
        lambda table: (
            min(table.scores_of("pre, no warm-up", 600))
            > 0.9
            > 0.5
            > min(table.scores_of("post, no warm-up", 600))
        ),
    ),
)
