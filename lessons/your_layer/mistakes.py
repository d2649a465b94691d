"""Common mistakes in your own step, injected into the real one (ALiBi) one at a time."""

from lessons.kit.mistakes import mutations
from transformer.variants.alibi import ALiBi, slopes
from transformer.variants.window import offsets

# Code that the edits replace.
OFFSETS = "offsets(scores.shape[-2], scores.shape[-1], scores.device)"
DISTANCE = f"{OFFSETS}.abs()"
POWERS = "2.0 ** (-8 * torch.arange(1, heads + 1) / heads)"
RESULT = "scores / d_k**0.5 - farther"

MISTAKES = mutations(
    (offsets, slopes, ALiBi),
    ("ALiBi",),
    NoScaling=(
        "the scores were not divided by √d_k; the overridden method divided them, so your method must divide them too",
        (RESULT, "scores - farther"),
    ),
    ByDk=(
        "the scores were divided by d_k; divide by its square root, √d_k",
        (RESULT, "scores / d_k - farther"),
    ),
    DividedAgain=(
        "the result was divided by √d_k again, for example by `super().scale`, which also divides",
        (RESULT, f"({RESULT}) / d_k**0.5"),
    ),
    BiasDividedToo=(
        "the bias was also divided by √d_k; divide only the scores, then subtract the bias",
        (RESULT, "(scores - farther) / d_k**0.5"),
    ),
    FurtherFirst=(
        "the bias was added, so the farthest word gets the highest score; subtract the bias",
        (RESULT, "scores / d_k**0.5 + farther"),
    ),
    NoBias=(
        "nothing depends on the distance yet: this is the standard layer",
        (RESULT, "scores / d_k**0.5"),
    ),
    LaterFirst=(
        "the distance is signed, so later words get higher scores. A causal mask hides this effect, but in an encoder, "
        "every word attends most to the last words. Use `.abs()`",
        (DISTANCE, f"-{OFFSETS}"),
    ),
    EarlierFirst=(
        "the distance is signed, so earlier words get higher scores, and the first word gets the highest. Use `.abs()`",
        (DISTANCE, OFFSETS),
    ),
    Squared=(
        "the distance was squared; ALiBi’s bias is linear in it",
        (DISTANCE, f"{OFFSETS} ** 2"),
    ),
    FromPlaceZero=(
        "the queries were counted from position 0; with a cache, there are fewer queries than keys, and the queries "
        "occupy the last positions",
        ("torch.arange(keys - queries, keys, device=device)", "torch.arange(queries, device=device)"),
    ),
    OneSlope=(
        "all heads have the same slope; each head needs its own, so that the heads attend over different distances",
        (POWERS, "2.0 ** (-8 * torch.ones(heads) / heads)"),
    ),
    HeadZero=(
        "the heads were counted from 0; the first slope is 2 to the power of −8/H, not 1",
        (POWERS, "2.0 ** (-8 * torch.arange(heads) / heads)"),
    ),
    NoMinus=(
        "the exponent has no minus sign: slopes of 2 to the power of 8 h / H grow with h and are far too steep",
        (POWERS, POWERS.replace("-8", "8")),
    ),
    NoEight=(
        "the exponent is −8 h / H; the 8 is missing, so all slopes are too steep",
        (POWERS, POWERS.replace("-8 *", "-1 *")),
    ),
    PlainPowers=(
        "the slopes are 2⁻¹, 2⁻², …, which is correct only for 8 heads; the exponent is −8 h / H",
        (POWERS, "2.0 ** -torch.arange(1, heads + 1)"),
    ),
    Backwards=(
        "the slopes are in reverse order; head 1 must have the steepest slope, 2 to the power of −8/H",
        (POWERS, "2.0 ** (-8 * torch.arange(heads, 0, -1) / heads)"),
    ),
    NoProbe=(
        "the result did not pass through its hook, so figures and checks cannot see it: return `self.scaled(...)`",
        (f"self.scaled({RESULT})", RESULT),
    ),
)  # fmt: skip
