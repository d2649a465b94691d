"""The usual mistakes in a step of Adam, planted into the machine's own source one at a time."""

from lessons.kit.mistakes import planted
from lessons.training.solution import adam_step
from transformer.training.optimizers import Adam, AdamW

# What the edits meet, each once: in Adam, in AdamW, and where one of the two is chosen.
JOINED = "gradient = gradient + self.weight_decay * parameter"
NUMBER = 'memory["step"].item()'
CORRECTED = 'm, v = memory["m"] / (1 - beta1**t), memory["v"] / (1 - beta2**t)'
ROOT = "v.sqrt() + self.eps"
SHRINK = "parameter *= 1 - self.lr * self.weight_decay"
MOVE = "parameter -= self.lr * self.direction(gradient, memory)"
KIND = "kind = AdamW if decoupled else Adam"
NEW = 'return moved, memory["m"], memory["v"]'

MISTAKES = planted(
    (Adam, AdamW, adam_step),
    ("adam_step",),
    NoCorrection=(
        "m and v are not corrected: both begin at 0 and are too small, v more so than m",
        (CORRECTED, 'm, v = memory["m"], memory["v"]'),
    ),
    OnlyMCorrected=(
        "only m is corrected; v began at 0 too, and needs 1 − beta2^t",
        (" / (1 - beta2**t)", ""),
    ),
    OnlyVCorrected=(
        "only v is corrected; m began at 0 too, and needs 1 − beta1^t",
        (" / (1 - beta1**t)", ""),
    ),
    OneCorrectionForBoth=(
        "both are divided by 1 − beta1^t; v needs its own beta2",
        ("1 - beta2**t", "1 - beta1**t"),
    ),
    TimesT=(
        "beta was multiplied by t; it is a power: beta1**t, beta2**t",
        ("1 - beta1**t", "1 - beta1 * t"),
        ("1 - beta2**t", "1 - beta2 * t"),
    ),
    WithoutThePower=(
        "the correction divides by 1 − beta; the power t is missing, so it never fades",
        ("1 - beta1**t", "1 - beta1"),
        ("1 - beta2**t", "1 - beta2"),
    ),
    StepsFromZero=(
        "the steps are counted from 0 (t − 1), so that the first divides by 1 − 1 = 0",
        (NUMBER, f"{NUMBER} - 1"),
    ),
    StepsFromTwo=(
        "the steps are counted one too far (t + 1); the first step is t = 1 already",
        (NUMBER, f"{NUMBER} + 1"),
    ),
    EpsInsideTheRoot=(
        "eps stands under the root; in Adam it is added to the root: √v̂ + eps",
        (ROOT, "(v + self.eps).sqrt()"),
    ),
    EpsForgotten=(
        "eps is missing, so a gradient of 0 gives 0 / 0",
        (ROOT, "v.sqrt()"),
    ),
    RootForgotten=(
        "the root is missing: v is of squares, and its root has the gradient's size",
        (ROOT, "v + self.eps"),
    ),
    RootFirst=(
        "v was corrected after the root was taken; divide v by 1 − beta2^t, then take the root",
        ('memory["v"] / (1 - beta2**t)', 'memory["v"] / (1 - beta2**t) ** 2'),
    ),
    BetasSwapped=(
        "beta1 and beta2 changed places: beta1 belongs to m, beta2 to v",
        ("(beta1, beta2), t =", "(beta2, beta1), t ="),
    ),
    SquareForgotten=(
        "v is the mean of the gradient itself; it needs the square of each entry",
        ("gradient.square()", "gradient"),
    ),
    SquareOfM=(
        "v is the mean of the squares of m; it needs the squares of the gradient",
        ("gradient.square()", 'memory["m"].square()'),
    ),
    SquareOfTheWhole=(
        "v gets the squared length of the whole gradient; each parameter has its own square",
        ("gradient.square()", "gradient.square().sum()"),
    ),
    GradientInFull=(
        "the gradient enters m in full, as in momentum; a mean takes 1 − beta1 of it",
        ("(1 - beta1) * gradient", "gradient"),
    ),
    ShareOnTheWrongSide=(
        "the shares are the wrong way round: beta is the share of the old mean",
        ("= self.betas, memory", "= (1 - self.betas[0], 1 - self.betas[1]), memory"),
        (CORRECTED, f"beta1, beta2 = self.betas; {CORRECTED}"),
    ),
    Uphill=(
        "the parameter moves along the direction, uphill; it must go against it",
        ("return m / (", "return -m / ("),
    ),
    CorrectedReturned=(
        "the corrected m and v come back; the next step needs the ones without the correction",
        ("m, v = memory", 'm, v = memory["m"], memory["v"] = memory'),
    ),
    OldReturned=(
        "the m and v that came in go out again; the new ones are needed",
        (NEW, "return moved, m, v"),
    ),
    Swapped=(
        "L2 and decoupled decay changed places; look at the test of decoupled",
        (KIND, "kind = Adam if decoupled else AdamW"),
    ),
    AlwaysL2=(
        "the decay always enters the gradient; with decoupled it must not",
        (KIND, "kind = Adam"),
    ),
    AlwaysDecoupled=(
        "the decay always stays out of the gradient; without decoupled it belongs there",
        (KIND, "kind = AdamW"),
    ),
    BothDecays=(
        "with decoupled the decay acts twice: in the gradient and on the parameter",
        (SHRINK, f"gradient = gradient + self.weight_decay * parameter; {SHRINK}"),
    ),
    NoDecay=(
        "weight_decay is never used",
        ("optimizer = kind(", "weight_decay = 0.0; optimizer = kind("),
    ),
    OnlyL2=(
        "with decoupled nothing decays: lr · weight_decay · parameter is missing",
        (SHRINK, "pass"),
    ),
    OnlyDecoupled=(
        "without decoupled nothing decays: weight_decay · parameter is missing from the gradient",
        ("if self.weight_decay:", "if False:"),
    ),
    OnlyTheFirstMoment=(
        "λ·parameter enters m but not v. A deck calls the sum “the first moment”, but it is the "
        "gradient, and enters both",
        (JOINED, f"memory['alone'] = gradient; {JOINED}"),
        ("gradient.square()", "memory.get('alone', gradient).square()"),
    ),
    TwiceTheParameter=(
        "the gradient gets 2 · weight_decay · parameter. That is a deck's d, of d‖θ‖²; weight_decay "
        "is of ½ λ‖θ‖², so 2d",
        (JOINED, "gradient = gradient + 2 * self.weight_decay * parameter"),
    ),
    L2WithTheRate=(
        "in L2, λ is multiplied by lr; the gradient of ½ λ θ² is λ θ, and lr comes later",
        (JOINED, "gradient = gradient + self.lr * self.weight_decay * parameter"),
    ),
    L2Sign=(
        "in L2, λ · parameter is subtracted from the gradient; it is added",
        (JOINED, "gradient = gradient - self.weight_decay * parameter"),
    ),
    DecayWithoutTheRate=(
        "the decoupled decay is not multiplied by lr; in AdamW it is lr · λ · parameter",
        (SHRINK, "parameter *= 1 - self.weight_decay"),
    ),
    RateTwice=(
        "the decoupled decay is multiplied by lr twice",
        (SHRINK, "parameter *= 1 - self.lr**2 * self.weight_decay"),
    ),
    DecaySign=(
        "the decoupled decay makes the parameter grow; it must shrink",
        (SHRINK, "parameter *= 1 + self.lr * self.weight_decay"),
    ),
    DecayAfterTheStep=(
        "the decay shrinks the parameter after its step, and so the step with it; AdamW shrinks "
        "the old parameter",
        (f"{SHRINK}\n        {MOVE}", f"{MOVE}\n        {SHRINK}"),
    ),
)
