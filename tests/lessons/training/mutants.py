"""A student's step of Adam as text, and one edit of it for each usual mistake.

Written apart from `lessons/training/mistakes.py`, in another style (one flat piece of code, each number of
a tensor on its own where that is possible), so that recognition is shown not to depend on the same code.
"""

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

Edit = tuple[str, str]
# name → (edits of the body, the mistake that should be recognised)
EDITS = {
    "no correction": (
        [("1 - beta1**t, 1 - beta2**t", "1, 1")],
        "NoCorrection",
    ),
    "only m": ([("1 - beta2**t", "1")], "OnlyMCorrected"),
    "only v": ([("1 - beta1**t", "1")], "OnlyVCorrected"),
    "one for both": ([("1 - beta2**t", "1 - beta1**t")], "OneCorrectionForBoth"),
    "no power": ([("**t", "")], "WithoutThePower"),
    "times t": ([("**t", " * t")], "TimesT"),
    "root first": ([(_ROOT, "torch.sqrt(second) / growth2 + eps")], "RootFirst"),
    "square of m": ([(_SQUARE, "first * first * (1 - beta2)")], "SquareOfM"),
    "from 0": ([("**t", "**(t - 1)")], "StepsFromZero"),
    "from 2": ([("**t", "**(t + 1)")], "StepsFromTwo"),
    "eps inside": ([(_ROOT, "torch.sqrt(second / growth2 + eps)")], "EpsInsideTheRoot"),
    "no eps": ([(" + eps", "")], "EpsForgotten"),
    "no root": ([("torch.sqrt(second / growth2)", "second / growth2")], "RootForgotten"),
    "betas swapped": ([("slope = gradient\n", "slope, beta1, beta2 = gradient, beta2, beta1\n")],
                      "BetasSwapped"),
    "no square": ([(_SQUARE, "slope * (1 - beta2)")], "SquareForgotten"),
    "square of all": ([(_SQUARE, "slope.norm() ** 2 * (1 - beta2)")], "SquareOfTheWhole"),
    "momentum": ([("torch.lerp(slope, m, beta1)", "m * beta1 + slope")], "GradientInFull"),
    "shares turned": (
        [("torch.lerp(slope, m, beta1)", "torch.lerp(m, slope, beta1)"),
         ("v * beta2 + slope * slope * (1 - beta2)", "v * (1 - beta2) + slope * slope * beta2")],
        "ShareOnTheWrongSide",
    ),
    "uphill": ([("parameter - (lr", "parameter + (lr")], "Uphill"),
    "corrected kept": (
        [("new, first, second", "new, first / growth1, second / growth2")],
        "CorrectedReturned",
    ),
    "not kept": ([("return new, first, second", "return new, m, v")], "OldReturned"),
    "decays swapped": (
        [("not decoupled", "decoupled"), ("if decoupled else 1", "if not decoupled else 1")],
        "Swapped",
    ),
    "always L2": ([(_L2, "if weight_decay:"), (_KEEP, "keep = 1")], "AlwaysL2"),
    "always decoupled": (
        [(_L2, "if False:"), (_KEEP, "keep = 1 - lr * weight_decay")],
        "AlwaysDecoupled",
    ),
    "both decays": ([(_L2, "if weight_decay:")], "BothDecays"),
    "no decay": ([(_L2, "if False:"), (_KEEP, "keep = 1")], "NoDecay"),
    "L2 only": ([(_KEEP, "keep = 1")], "OnlyL2"),
    "decoupled only": ([(_L2, "if False:")], "OnlyDecoupled"),
    "the deck's first moment": (
        [(_SQUARE, "gradient * gradient * (1 - beta2)")],
        "OnlyTheFirstMoment",
    ),
    "the deck's d": ([(_ADD, "gradient + 2 * weight_decay * parameter")],
                     "TwiceTheParameter"),
    "L2 with the rate": ([(_ADD, "gradient + lr * weight_decay * parameter")],
                         "L2WithTheRate"),
    "L2 subtracted": ([(_ADD, "gradient - weight_decay * parameter")], "L2Sign"),
    "decay without the rate": ([("1 - lr * weight_decay if", "1 - weight_decay if")],
                               "DecayWithoutTheRate"),
    "rate twice": ([("1 - lr * weight_decay if", "1 - lr**2 * weight_decay if")],
                   "RateTwice"),
    "grows": ([("1 - lr * weight_decay if", "1 + lr * weight_decay if")], "DecaySign"),
    "decay after the step": (
        [("keep * parameter - (lr / growth1) * (first / denominator)",
          "keep * (parameter - (lr / growth1) * (first / denominator))")],
        "DecayAfterTheStep",
    ),
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
