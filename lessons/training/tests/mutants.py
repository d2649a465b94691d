"""A student's step of Adam as text, and one edit of it for each usual mistake."""

from tests.kit.exercise_text import ExerciseText

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

# The mistake that should be recognised → edits of the solution.
EDITS = {
    "NoCorrection": [("1 - beta1**t, 1 - beta2**t", "1, 1")],
    "OnlyMCorrected": [("1 - beta2**t", "1")],
    "OnlyVCorrected": [("1 - beta1**t", "1")],
    "OneCorrectionForBoth": [("1 - beta2**t", "1 - beta1**t")],
    "WithoutThePower": [("**t", "")],
    "TimesT": [("**t", " * t")],
    "RootFirst": [(_ROOT, "torch.sqrt(second) / growth2 + eps")],
    "SquareOfM": [(_SQUARE, "first * first * (1 - beta2)")],
    "StepsFromZero": [("**t", "**(t - 1)")],
    "StepsFromTwo": [("**t", "**(t + 1)")],
    "EpsInsideTheRoot": [(_ROOT, "torch.sqrt(second / growth2 + eps)")],
    "EpsForgotten": [(" + eps", "")],
    "RootForgotten": [("torch.sqrt(second / growth2)", "second / growth2")],
    "BetasSwapped": [("slope = gradient\n", "slope, beta1, beta2 = gradient, beta2, beta1\n")],
    "SquareForgotten": [(_SQUARE, "slope * (1 - beta2)")],
    "SquareOfTheWhole": [(_SQUARE, "slope.norm() ** 2 * (1 - beta2)")],
    "GradientInFull": [("torch.lerp(slope, m, beta1)", "m * beta1 + slope")],
    "ShareOnTheWrongSide": [("torch.lerp(slope, m, beta1)", "torch.lerp(m, slope, beta1)"), ("v * beta2 + slope * slope * (1 - beta2)", "v * (1 - beta2) + slope * slope * beta2")],
    "Uphill": [("parameter - (lr", "parameter + (lr")],
    "CorrectedReturned": [("new, first, second", "new, first / growth1, second / growth2")],
    "StepWithOldM": [("(first / denominator)", "(m / denominator)")],
    "Nesterov": [("(first / denominator)", "((beta1 * first + (1 - beta1) * slope) / denominator)")],
    "OldReturned": [("return new, first, second", "return new, m, v")],
    "Swapped": [("not decoupled", "decoupled"), ("if decoupled else 1", "if not decoupled else 1")],
    "AlwaysL2": [(_L2, "if weight_decay:"), (_KEEP, "keep = 1")],
    "AlwaysDecoupled": [(_L2, "if False:"), (_KEEP, "keep = 1 - lr * weight_decay")],
    "BothDecays": [(_L2, "if weight_decay:")],
    "NoDecay": [(_L2, "if False:"), (_KEEP, "keep = 1")],
    "OnlyL2": [(_KEEP, "keep = 1")],
    "OnlyDecoupled": [(_L2, "if False:")],
    "OnlyTheFirstMoment": [(_SQUARE, "gradient * gradient * (1 - beta2)")],
    "TwiceTheParameter": [(_ADD, "gradient + 2 * weight_decay * parameter")],
    "L2WithTheRate": [(_ADD, "gradient + lr * weight_decay * parameter")],
    "L2Sign": [(_ADD, "gradient - weight_decay * parameter")],
    "DecayWithoutTheRate": [("1 - lr * weight_decay if", "1 - weight_decay if")],
    "RateTwice": [("1 - lr * weight_decay if", "1 - lr**2 * weight_decay if")],
    "DecaySign": [("1 - lr * weight_decay if", "1 + lr * weight_decay if")],
    "DecayAfterTheStep": [("keep * parameter - (lr / growth1) * (first / denominator)", "keep * (parameter - (lr / growth1) * (first / denominator))")],
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
    "m in place": [("torch.lerp(slope, m, beta1)", "m.mul_(beta1).add_(slope, alpha=1 - beta1)")],
    "in place": [
        ("keep * parameter - (lr / growth1) *", "parameter.mul_(keep) - (lr / growth1) *")
    ],
}

STUDENT = ExerciseText("training", {"adam_step": BODY})
solution, stub_with = STUDENT.solution, STUDENT.stub_with
