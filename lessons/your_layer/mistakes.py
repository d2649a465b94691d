"""The usual mistakes in a step of one's own, planted into the reference one at a time."""

from lessons.kit.mistakes import planted
from transformer.measure.linear_bias import LinearBias

# What the edits meet.
DISTANCE = "(place[keys - queries :, None] - place).abs()"
SLOPE = "2.0 ** (-8 * head / heads)"
RESULT = "scores / math.sqrt(d_k) - bias"

MISTAKES = planted(
    (LinearBias,),
    ("LinearBias",),
    NoScaling=(
        "the scores were not divided by √d_k; the step that you override did that, and now it is yours",
        (RESULT, "scores - bias"),
    ),
    BiasDividedToo=(
        "the bias was divided by √d_k too; only the scores are: divide first, then subtract",
        (RESULT, "(scores - bias) / math.sqrt(d_k)"),
    ),
    FurtherFirst=(
        "the bias was added; it is subtracted, or the farthest word gets the most",
        (RESULT, "scores / math.sqrt(d_k) + bias"),
    ),
    NoBias=(
        "nothing depends on the distance yet: this is the standard layer",
        (RESULT, "scores / math.sqrt(d_k)"),
    ),
    Signed=(
        "the distance has a sign: words to the right get more than the word itself. Behind a causal mask nobody "
        "sees it; in an encoder everybody looks to the end. Take .abs()",
        (DISTANCE, "place[keys - queries :, None] - place"),
    ),
    Squared=(
        "the distance was squared; the bias of ALiBi is linear",
        (DISTANCE, "(place[keys - queries :, None] - place).abs() ** 2"),
    ),
    FromPlaceZero=(
        "the queries were counted from place 0; with a cache there are fewer queries than keys, and the queries are "
        "the last places",
        (DISTANCE, "(place[:queries, None] - place).abs()"),
    ),
    OneSlope=(
        "all heads have the same slope; each has its own, so that some look near and others far",
        (SLOPE, "2.0 ** (-8 * torch.ones_like(head) / heads)"),
    ),
    HeadZero=(
        "the heads were counted from 0; the first slope is 2 to the power of −8/H and not 1",
        ("torch.arange(1, heads + 1,", "torch.arange(heads,"),
    ),
    PlainPowers=(
        "the slopes are 2⁻¹, 2⁻², …, which is right for 8 heads only; the power is −8 h / H",
        (SLOPE, "2.0 ** -head"),
    ),
    Backwards=(
        "the slopes are in reverse order: head 1 has the steepest one, 2 to the power of −8/H",
        ("torch.arange(1, heads + 1,", "torch.arange(heads, 0, -1,"),
    ),
    NoProbe=(
        "the result was returned without its probe; pictures and lights see nothing then: return self.scaled(...)",
        (f"self.scaled({RESULT})", RESULT),
    ),
)
