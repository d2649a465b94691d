"""A student's step of Adam as text, and one edit of it for each usual mistake."""

from tests.kit.written import Written

BODY = """\
    slope = gradient
    if weight_decay and not decoupled:
        slope = torch.add(gradient, parameter, alpha=weight_decay)
    first = torch.lerp(slope, m, beta1)
    second = v * beta2 + slope * slope * (1 - beta2)
    growth1, growth2 = 1 - beta1**t, 1 - beta2**t
    denominator = torch.sqrt(second / growth2) + eps
    keep = 1 - lr * weight_decay if decoupled else 1
    new = keep * parameter - (lr / growth1) * (first / denominator)
    return new, first, second
"""
_ROOT = "torch.sqrt(second / growth2) + eps"
_L2 = "if weight_decay and not decoupled:"
_ADD = "torch.add(gradient, parameter, alpha=weight_decay)"
_KEEP = "keep = 1 - lr * weight_decay if decoupled else 1"
_SQUARE = "slope * slope * (1 - beta2)"

# name → (the mistake that should be recognised, edits of the solution)
EDITS = {
    "no correction": ("NoCorrection", ("1 - beta1**t, 1 - beta2**t", "1, 1")),
    "only m": ("OnlyMCorrected", ("1 - beta2**t", "1")),
    "only v": ("OnlyVCorrected", ("1 - beta1**t", "1")),
    "one for both": ("OneCorrectionForBoth", ("1 - beta2**t", "1 - beta1**t")),
    "no power": ("WithoutThePower", ("**t", "")),
    "times t": ("TimesT", ("**t", " * t")),
    "root first": ("RootFirst", (_ROOT, "torch.sqrt(second) / growth2 + eps")),
    "square of m": ("SquareOfM", (_SQUARE, "first * first * (1 - beta2)")),
    "from 0": ("StepsFromZero", ("**t", "**(t - 1)")),
    "from 2": ("StepsFromTwo", ("**t", "**(t + 1)")),
    "eps inside": ("EpsInsideTheRoot", (_ROOT, "torch.sqrt(second / growth2 + eps)")),
    "no eps": ("EpsForgotten", (" + eps", "")),
    "no root": ("RootForgotten", ("torch.sqrt(second / growth2)", "second / growth2")),
    "betas swapped": ("BetasSwapped", ("slope = gradient\n", "slope, beta1, beta2 = gradient, beta2, beta1\n")),
    "no square": ("SquareForgotten", (_SQUARE, "slope * (1 - beta2)")),
    "square of all": ("SquareOfTheWhole", (_SQUARE, "slope.norm() ** 2 * (1 - beta2)")),
    "momentum": ("GradientInFull", ("torch.lerp(slope, m, beta1)", "m * beta1 + slope")),
    "shares turned": ("ShareOnTheWrongSide", ("torch.lerp(slope, m, beta1)", "torch.lerp(m, slope, beta1)"), ("v * beta2 + slope * slope * (1 - beta2)", "v * (1 - beta2) + slope * slope * beta2")),
    "uphill": ("Uphill", ("parameter - (lr", "parameter + (lr")),
    "corrected kept": ("CorrectedReturned", ("new, first, second", "new, first / growth1, second / growth2")),
    "not kept": ("OldReturned", ("return new, first, second", "return new, m, v")),
    "decays swapped": ("Swapped", ("not decoupled", "decoupled"), ("if decoupled else 1", "if not decoupled else 1")),
    "always L2": ("AlwaysL2", (_L2, "if weight_decay:"), (_KEEP, "keep = 1")),
    "always decoupled": ("AlwaysDecoupled", (_L2, "if False:"), (_KEEP, "keep = 1 - lr * weight_decay")),
    "both decays": ("BothDecays", (_L2, "if weight_decay:")),
    "no decay": ("NoDecay", (_L2, "if False:"), (_KEEP, "keep = 1")),
    "L2 only": ("OnlyL2", (_KEEP, "keep = 1")),
    "decoupled only": ("OnlyDecoupled", (_L2, "if False:")),
    "the deck's first moment": ("OnlyTheFirstMoment", (_SQUARE, "gradient * gradient * (1 - beta2)")),
    "the deck's d": ("TwiceTheParameter", (_ADD, "gradient + 2 * weight_decay * parameter")),
    "L2 with the rate": ("L2WithTheRate", (_ADD, "gradient + lr * weight_decay * parameter")),
    "L2 subtracted": ("L2Sign", (_ADD, "gradient - weight_decay * parameter")),
    "decay without the rate": ("DecayWithoutTheRate", ("1 - lr * weight_decay if", "1 - weight_decay if")),
    "rate twice": ("RateTwice", ("1 - lr * weight_decay if", "1 - lr**2 * weight_decay if")),
    "grows": ("DecaySign", ("1 - lr * weight_decay if", "1 + lr * weight_decay if")),
    "decay after the step": ("DecayAfterTheStep", ("keep * parameter - (lr / growth1) * (first / denominator)", "keep * (parameter - (lr / growth1) * (first / denominator))")),
}  # fmt: skip

# Wrong in ways that are on no list: these must be caught, and must not be given a name.
UNKNOWN = {
    "half a step": [("(lr / growth1)", "(lr / 2 / growth1)")],
    "cubes": [("slope * slope *", "slope**3 *")],
    "two mistakes": [(" + eps", ""), ("parameter - (lr", "parameter + (lr")],
    "no correction when decoupled": [("1 - beta2**t", "1 if decoupled else 1 - beta2**t")],
    "decoupled ignores lr": [("keep = 1 - lr", "lr = 1.0 if decoupled else lr\n    keep = 1 - lr")],
    "default betas": [("slope = gradient\n", "slope, beta1 = gradient, 0.9\n")],
    "m of v": [("new, first, second", "new, second, first")],
    "v of v": [("v * beta2", "v**2 * beta2")],
}

STUDENT = Written("training", {"adam_step": BODY})
solution, stub_with = STUDENT.solution, STUDENT.stub_with
