"""The usual mistakes in a step of one's own, planted into the real one (ALiBi) one at a time."""

from lessons.kit.mistakes import planted
from transformer.variants.alibi import ALiBi, slopes
from transformer.variants.window import offsets

# What the edits meet.
OFFSETS = "offsets(scores.shape[-2], scores.shape[-1], scores.device)"
DISTANCE = f"{OFFSETS}.abs()"
POWERS = "2.0 ** (-8 * torch.arange(1, heads + 1) / heads)"
RESULT = "scores / d_k**0.5 - farther"

MISTAKES = planted(
    (offsets, slopes, ALiBi),
    ("ALiBi",),
    NoScaling=(
        "the scores were not divided by √d_k; the step that you override did that, and now it is yours",
        (RESULT, "scores - farther"),
    ),
    ByDk=(
        "the scores were divided by d_k; divide by its square root, √d_k",
        (RESULT, "scores / d_k - farther"),
    ),
    DividedAgain=(
        "all was divided by √d_k once more, as by super().scale, which divides too",
        (RESULT, f"({RESULT}) / d_k**0.5"),
    ),
    BiasDividedToo=(
        "the bias was divided by √d_k too; only the scores are: divide first, then subtract",
        (RESULT, "(scores - farther) / d_k**0.5"),
    ),
    FurtherFirst=(
        "the bias was added; it is subtracted, or the farthest word gets the most",
        (RESULT, "scores / d_k**0.5 + farther"),
    ),
    NoBias=(
        "nothing depends on the distance yet: this is the standard layer",
        (RESULT, "scores / d_k**0.5"),
    ),
    LaterFirst=(
        "the distance has a sign: later words gain by it. Behind a causal mask nobody sees that; in an encoder "
        "everybody looks to the end. Take .abs()",
        (DISTANCE, f"-{OFFSETS}"),
    ),
    EarlierFirst=(
        "the distance has a sign: earlier words gain by it, the first one most. Take .abs()",
        (DISTANCE, OFFSETS),
    ),
    Squared=(
        "the distance was squared; the bias of ALiBi is linear",
        (DISTANCE, f"{OFFSETS} ** 2"),
    ),
    FromPlaceZero=(
        "the queries were counted from place 0; with a cache there are fewer queries than keys, and the queries are "
        "the last places",
        ("torch.arange(keys - queries, keys, device=device)", "torch.arange(queries, device=device)"),
    ),
    OneSlope=(
        "all heads have the same slope; each has its own, so that some look near and others far",
        (POWERS, "2.0 ** (-8 * torch.ones(heads) / heads)"),
    ),
    HeadZero=(
        "the heads were counted from 0; the first slope is 2 to the power of −8/H and not 1",
        (POWERS, "2.0 ** (-8 * torch.arange(heads) / heads)"),
    ),
    NoMinus=(
        "the power has no minus: slopes of 2 to the power of 8 h / H grow with the head, and are far too steep",
        (POWERS, POWERS.replace("-8", "8")),
    ),
    NoEight=(
        "the power is −8 h / H; the 8 is missing, so all slopes are steep",
        (POWERS, POWERS.replace("-8 *", "-1 *")),
    ),
    PlainPowers=(
        "the slopes are 2⁻¹, 2⁻², …, which is right for 8 heads only; the power is −8 h / H",
        (POWERS, "2.0 ** -torch.arange(1, heads + 1)"),
    ),
    Backwards=(
        "the slopes are in reverse order: head 1 has the steepest one, 2 to the power of −8/H",
        (POWERS, "2.0 ** (-8 * torch.arange(heads, 0, -1) / heads)"),
    ),
    NoProbe=(
        "the result was returned without its probe; pictures and lights see nothing then: return self.scaled(...)",
        (f"self.scaled({RESULT})", RESULT),
    ),
)  # fmt: skip
