"""Common mistakes in a step of Adam, injected into the reference source one at a time."""

from lessons.kit.mistakes import mutations
from lessons.training.solution import adam_step
from transformer.training.optimizers import Adam, AdamW

# The source text that the edits replace: in Adam, in AdamW, and where the code chooses between them.
JOINED = "gradient = gradient + self.weight_decay * parameter"
NUMBER = 'memory["step"].item()'
CORRECTED = 'm, v = memory["m"] / (1 - beta1**t), memory["v"] / (1 - beta2**t)'
ROOT = "v.sqrt() + self.eps"
SHRINK = "parameter *= 1 - self.lr * self.weight_decay"
MEAN = 'memory["m"] = beta1 * memory.get("m", 0)'
MOVE = "parameter -= self.lr * self.direction(gradient, memory)"
KIND = "kind = AdamW if decoupled else Adam"
NEW = 'return moved, memory["m"], memory["v"]'

MISTAKES = mutations(
    (Adam, AdamW, adam_step),
    ("adam_step",),
    NoCorrection=(
        "m and v are not corrected: both start at 0 and are too small, v even more so than m",
        (CORRECTED, 'm, v = memory["m"], memory["v"]'),
    ),
    OnlyMCorrected=(
        "only m is corrected; v also started at 0, so divide it by `1 - beta2**t`",
        (" / (1 - beta2**t)", ""),
    ),
    OnlyVCorrected=(
        "only v is corrected; m also started at 0, so divide it by `1 - beta1**t`",
        (" / (1 - beta1**t)", ""),
    ),
    OneCorrectionForBoth=(
        "both m and v are divided by `1 - beta1**t`; use `beta2` for v",
        ("1 - beta2**t", "1 - beta1**t"),
    ),
    TimesT=(
        "β was multiplied by t; raise it to the power t: `beta1**t`, `beta2**t`",
        ("1 - beta1**t", "1 - beta1 * t"),
        ("1 - beta2**t", "1 - beta2 * t"),
    ),
    WithoutThePower=(
        "the correction divides by 1 − β; the exponent t is missing, so the correction never fades",
        ("1 - beta1**t", "1 - beta1"),
        ("1 - beta2**t", "1 - beta2"),
    ),
    StepsFromZero=(
        "the steps are numbered from 0 (t − 1), so the first step divides by 1 − 1 = 0",
        (NUMBER, f"{NUMBER} - 1"),
    ),
    StepsFromTwo=(
        "the steps are numbered from 2 (t + 1); the first step is t = 1",
        (NUMBER, f"{NUMBER} + 1"),
    ),
    EpsInsideTheRoot=(
        "`eps` is inside the root; Adam adds it to the root: √v̂ + `eps`",
        (ROOT, "(v + self.eps).sqrt()"),
    ),
    EpsForgotten=(
        "`eps` is missing, so a gradient of 0 produces 0 / 0",
        (ROOT, "v.sqrt()"),
    ),
    RootForgotten=(
        "the root is missing: v averages squares, and only the root of v has the scale of the gradient",
        (ROOT, "v + self.eps"),
    ),
    RootFirst=(
        "v was corrected after the root was taken; divide v by `1 - beta2**t`, then take the root",
        ('memory["v"] / (1 - beta2**t)', 'memory["v"] / (1 - beta2**t) ** 2'),
    ),
    BetasSwapped=(
        "`beta1` and `beta2` are swapped; `beta1` belongs to m, and `beta2` belongs to v",
        ("(beta1, beta2), t =", "(beta2, beta1), t ="),
    ),
    SquareForgotten=(
        "v is the mean of the gradient itself; square each entry of the gradient first",
        ("gradient.square()", "gradient"),
    ),
    SquareOfM=(
        "v is the mean of the squares of m; use the squares of the gradient",
        ("gradient.square()", 'memory["m"].square()'),
    ),
    SquareOfTheWhole=(
        "v uses the squared norm of the whole gradient; square each entry separately",
        ("gradient.square()", "gradient.square().sum()"),
    ),
    GradientInFull=(
        "the gradient enters m in full, as in momentum; for a mean, multiply it by `1 - beta1`",
        ("(1 - beta1) * gradient", "gradient"),
    ),
    ShareOnTheWrongSide=(
        "the two factors are swapped; β multiplies the old mean, and 1 − β multiplies the new value",
        ("= self.betas, memory", "= (1 - self.betas[0], 1 - self.betas[1]), memory"),
        (CORRECTED, f"beta1, beta2 = self.betas; {CORRECTED}"),
    ),
    Uphill=(
        "the parameter moves uphill, because the direction was added; subtract the direction",
        ("return m / (", "return -m / ("),
    ),
    CorrectedReturned=(
        "the corrected m and v are returned; return the uncorrected ones for the next step",
        ("m, v = memory", 'm, v = memory["m"], memory["v"] = memory'),
    ),
    StepWithOldM=(
        "the step uses the old m; update m with the gradient first",
        (MEAN, f"before = memory.get('m', 0 * gradient); {MEAN}"),
        (CORRECTED, CORRECTED.replace('memory["m"]', "before")),
    ),
    Nesterov=(
        "the step uses β₁·m + (1 − β₁)·gradient, as in Nesterov’s momentum (NAdam); Adam uses m itself",
        (
            CORRECTED,
            CORRECTED.replace('memory["m"]', '(beta1 * memory["m"] + (1 - beta1) * gradient)'),
        ),
    ),
    OldReturned=(
        "the old m and v are returned; return the new ones",
        (NEW, "return moved, m, v"),
    ),
    Swapped=(
        "L2 and decoupled decay are swapped; check the condition that tests `decoupled`",
        (KIND, "kind = Adam if decoupled else AdamW"),
    ),
    AlwaysL2=(
        "the decay always enters the gradient; if `decoupled` is True, it must not",
        (KIND, "kind = Adam"),
    ),
    AlwaysDecoupled=(
        "the decay never enters the gradient; if `decoupled` is False, it must",
        (KIND, "kind = AdamW"),
    ),
    BothDecays=(
        "if `decoupled` is True, the decay is applied twice: to the gradient and to the parameter",
        (SHRINK, f"gradient = gradient + self.weight_decay * parameter; {SHRINK}"),
    ),
    NoDecay=(
        "`weight_decay` is never used",
        ("optimizer = kind(", "weight_decay = 0.0; optimizer = kind("),
    ),
    OnlyL2=(
        "if `decoupled` is True, nothing decays, because `lr * weight_decay * parameter` is missing",
        (SHRINK, "pass"),
    ),
    OnlyDecoupled=(
        "if `decoupled` is False, nothing decays, because `weight_decay * parameter` is missing from the gradient",
        ("if self.weight_decay:", "if False:"),
    ),
    OnlyTheFirstMoment=(
        (
            "λ·parameter enters m but not v. A deck calls gradient + λ·parameter “the first moment”, but this sum is the "
            "gradient, which enters both moments"
        ),
        (JOINED, f"memory['alone'] = gradient; {JOINED}"),
        ("gradient.square()", "memory.get('alone', gradient).square()"),
    ),
    TwiceTheParameter=(
        (
            "`2 * weight_decay * parameter` was added to the gradient. This matches a deck’s d‖θ‖², but `weight_decay` "
            "is the λ in ½ λ‖θ‖², so λ = 2d"
        ),
        (JOINED, "gradient = gradient + 2 * self.weight_decay * parameter"),
    ),
    L2WithTheRate=(
        "in L2, λ is multiplied by `lr`; the gradient of ½ λ θ² is λ θ, and `lr` is applied later",
        (JOINED, "gradient = gradient + self.lr * self.weight_decay * parameter"),
    ),
    L2Sign=(
        "in L2, λ·parameter is subtracted from the gradient; add it instead",
        (JOINED, "gradient = gradient - self.weight_decay * parameter"),
    ),
    DecayWithoutTheRate=(
        "the decoupled decay is not multiplied by `lr`; in AdamW, it is `lr * weight_decay * parameter`",
        (SHRINK, "parameter *= 1 - self.weight_decay"),
    ),
    RateTwice=(
        "the decoupled decay is multiplied by `lr` twice",
        (SHRINK, "parameter *= 1 - self.lr**2 * self.weight_decay"),
    ),
    DecaySign=(
        "the decoupled decay makes the parameter grow; it must shrink",
        (SHRINK, "parameter *= 1 + self.lr * self.weight_decay"),
    ),
    DecayAfterTheStep=(
        "the decay is applied after the step and shrinks the step as well; AdamW shrinks the old parameter",
        (f"{SHRINK}\n        {MOVE}", f"{MOVE}\n        {SHRINK}"),
    ),
)
