"""The usual mistakes in a step of Adam, planted into it one at a time.

`recognise.py` compares a student's numbers with theirs and so can name a mistake; the tests make sure
that each one is caught.
"""

from torch import Tensor


class Mistake:
    """One step, taken apart into pieces that a mistake can override. Itself it makes none."""

    sentence = ""

    def adam_step(
        self,
        parameter: Tensor,
        gradient: Tensor,
        m: Tensor,
        v: Tensor,
        t: int,
        lr: float = 0.01,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        decoupled: bool = False,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """As in exercise.py."""
        beta1, beta2 = self.betas(beta1, beta2)
        coupled, apart = self.decays(weight_decay, decoupled)
        for_m, for_v = self.gradients(gradient, coupled, parameter)
        new_m = self.mean(m, for_m, beta1)
        new_v = self.mean_square(v, for_v, beta2)
        m_hat, v_hat = self.corrected(new_m, new_v, beta1, beta2, self.number(t))
        direction = m_hat / self.root(v_hat, eps)
        shrunk = parameter - self.shrinking(lr, apart) * parameter
        return self.returned(
            self.moved(shrunk, lr, direction), (m, v), (new_m, new_v), m_hat, v_hat
        )

    def betas(self, beta1: float, beta2: float) -> tuple[float, float]:
        return beta1, beta2

    def decays(self, weight_decay: float, decoupled: bool) -> tuple[float, float]:
        """λ of L2 and λ of the decoupled decay; one of them is 0."""
        return (0.0, weight_decay) if decoupled else (weight_decay, 0.0)

    def gradients(self, gradient: Tensor, coupled: float, parameter: Tensor):
        """What enters m, and what enters v."""
        regularised = gradient + coupled * parameter
        return regularised, regularised

    def mean(self, m: Tensor, gradient: Tensor, beta1: float) -> Tensor:
        return beta1 * m + (1 - beta1) * gradient

    def mean_square(self, v: Tensor, gradient: Tensor, beta2: float) -> Tensor:
        return beta2 * v + (1 - beta2) * gradient**2

    def number(self, t: int) -> int:
        return t

    def corrected(self, m: Tensor, v: Tensor, beta1: float, beta2: float, t: int):
        return m / (1 - beta1**t), v / (1 - beta2**t)

    def root(self, v_hat: Tensor, eps: float) -> Tensor:
        return v_hat.sqrt() + eps

    def shrinking(self, lr: float, apart: float) -> float:
        return lr * apart

    def moved(self, parameter: Tensor, lr: float, direction: Tensor) -> Tensor:
        return parameter - lr * direction

    def returned(self, parameter, old, new, m_hat, v_hat):
        return parameter, *new


class NoCorrection(Mistake):
    sentence = "m and v are not corrected: both begin at 0 and are too small, v more so than m"

    def corrected(self, m, v, beta1, beta2, t):
        return m, v


class OnlyMCorrected(Mistake):
    sentence = "only m is corrected; v began at 0 too, and needs 1 − beta2^t"

    def corrected(self, m, v, beta1, beta2, t):
        return m / (1 - beta1**t), v


class OnlyVCorrected(Mistake):
    sentence = "only v is corrected; m began at 0 too, and needs 1 − beta1^t"

    def corrected(self, m, v, beta1, beta2, t):
        return m, v / (1 - beta2**t)


class OneCorrectionForBoth(Mistake):
    sentence = "both are divided by 1 − beta1^t; v needs its own beta2"

    def corrected(self, m, v, beta1, beta2, t):
        return m / (1 - beta1**t), v / (1 - beta1**t)


class WithoutThePower(Mistake):
    sentence = "the correction divides by 1 − beta; the power t is missing, so it never fades"

    def corrected(self, m, v, beta1, beta2, t):
        return m / (1 - beta1), v / (1 - beta2)


class StepsFromZero(Mistake):
    sentence = "the steps are counted from 0 (t − 1), so that the first divides by 1 − 1 = 0"

    def number(self, t):
        return t - 1


class StepsFromTwo(Mistake):
    sentence = "the steps are counted one too far (t + 1); the first step is t = 1 already"

    def number(self, t):
        return t + 1


class EpsInsideTheRoot(Mistake):
    sentence = "eps stands under the root; in Adam it is added to the root: √v̂ + eps"

    def root(self, v_hat, eps):
        return (v_hat + eps).sqrt()


class EpsForgotten(Mistake):
    sentence = "eps is missing, so a gradient of 0 gives 0 / 0"

    def root(self, v_hat, eps):
        return v_hat.sqrt()


class RootForgotten(Mistake):
    sentence = "the root is missing: v is of squares, and its root has the gradient's size"

    def root(self, v_hat, eps):
        return v_hat + eps


class BetasSwapped(Mistake):
    sentence = "beta1 and beta2 changed places: beta1 belongs to m, beta2 to v"

    def betas(self, beta1, beta2):
        return beta2, beta1


class SquareForgotten(Mistake):
    sentence = "v is the mean of the gradient itself; it needs the square of each entry"

    def mean_square(self, v, gradient, beta2):
        return beta2 * v + (1 - beta2) * gradient


class SquareOfTheWhole(Mistake):
    sentence = "v gets the squared length of the whole gradient; each parameter has its own square"

    def mean_square(self, v, gradient, beta2):
        return beta2 * v + (1 - beta2) * (gradient**2).sum()


class GradientInFull(Mistake):
    sentence = "the gradient enters m in full, as in momentum; a mean takes 1 − beta1 of it"

    def mean(self, m, gradient, beta1):
        return beta1 * m + gradient


class ShareOnTheWrongSide(Mistake):
    sentence = "the shares are the wrong way round: beta is the share of the old mean"

    def betas(self, beta1, beta2):
        return 1 - beta1, 1 - beta2

    def corrected(self, m, v, beta1, beta2, t):
        return m / (1 - (1 - beta1) ** t), v / (1 - (1 - beta2) ** t)


class Uphill(Mistake):
    sentence = "the parameter moves along the direction, uphill; it must go against it"

    def moved(self, parameter, lr, direction):
        return parameter + lr * direction


class CorrectedReturned(Mistake):
    sentence = (
        "the corrected m and v come back; the next step needs the ones without the correction"
    )

    def returned(self, parameter, old, new, m_hat, v_hat):
        return parameter, m_hat, v_hat


class OldReturned(Mistake):
    sentence = "the m and v that came in go out again; the new ones are needed"

    def returned(self, parameter, old, new, m_hat, v_hat):
        return parameter, *old


class Swapped(Mistake):
    sentence = "L2 and decoupled decay changed places; look at the test of decoupled"

    def decays(self, weight_decay, decoupled):
        return super().decays(weight_decay, not decoupled)


class AlwaysL2(Mistake):
    sentence = "the decay always enters the gradient; with decoupled it must not"

    def decays(self, weight_decay, decoupled):
        return weight_decay, 0.0


class AlwaysDecoupled(Mistake):
    sentence = "the decay always stays out of the gradient; without decoupled it belongs there"

    def decays(self, weight_decay, decoupled):
        return 0.0, weight_decay


class BothDecays(Mistake):
    sentence = "with decoupled the decay acts twice: in the gradient and on the parameter"

    def decays(self, weight_decay, decoupled):
        return weight_decay, weight_decay if decoupled else 0.0


class NoDecay(Mistake):
    sentence = "weight_decay is never used"

    def decays(self, weight_decay, decoupled):
        return 0.0, 0.0


class OnlyL2(Mistake):
    sentence = "with decoupled nothing decays: lr · weight_decay · parameter is missing"

    def decays(self, weight_decay, decoupled):
        return (0.0, 0.0) if decoupled else (weight_decay, 0.0)


class OnlyDecoupled(Mistake):
    sentence = (
        "without decoupled nothing decays: weight_decay · parameter is missing from the gradient"
    )

    def decays(self, weight_decay, decoupled):
        return (0.0, weight_decay) if decoupled else (0.0, 0.0)


class OnlyTheFirstMoment(Mistake):
    sentence = (
        "λ·parameter enters m but not v. A deck calls the sum “the first moment”, but it is the "
        "gradient, and enters both"
    )

    def gradients(self, gradient, coupled, parameter):
        return gradient + coupled * parameter, gradient


class TwiceTheParameter(Mistake):
    sentence = (
        "the gradient gets 2 · weight_decay · parameter. That is a deck's d, of d‖θ‖²; weight_decay "
        "is of ½ λ‖θ‖², so 2d"
    )

    def gradients(self, gradient, coupled, parameter):
        return super().gradients(gradient, 2 * coupled, parameter)


class L2WithTheRate(Mistake):
    sentence = "in L2, λ is multiplied by lr; the gradient of ½ λ θ² is λ θ, and lr comes later"

    def adam_step(self, *given, lr=0.01, weight_decay=0.0, decoupled=False, **settings):
        decay = weight_decay if decoupled else lr * weight_decay
        return super().adam_step(*given, lr=lr, weight_decay=decay, decoupled=decoupled, **settings)


class L2Sign(Mistake):
    sentence = "in L2, λ · parameter is subtracted from the gradient; it is added"

    def gradients(self, gradient, coupled, parameter):
        return super().gradients(gradient, -coupled, parameter)


class DecayWithoutTheRate(Mistake):
    sentence = "the decoupled decay is not multiplied by lr; in AdamW it is lr · λ · parameter"

    def shrinking(self, lr, apart):
        return apart


class RateTwice(Mistake):
    sentence = "the decoupled decay is multiplied by lr twice"

    def shrinking(self, lr, apart):
        return lr * lr * apart


class DecaySign(Mistake):
    sentence = "the decoupled decay makes the parameter grow; it must shrink"

    def shrinking(self, lr, apart):
        return -lr * apart


class DecayAfterTheStep(Mistake):
    sentence = (
        "the decay shrinks the parameter after its step, and so the step with it; AdamW shrinks "
        "the old parameter"
    )

    def adam_step(self, *given, lr=0.01, weight_decay=0.0, decoupled=False, **settings):
        if not decoupled:
            return super().adam_step(*given, lr=lr, weight_decay=weight_decay, **settings)
        parameter, m, v = super().adam_step(*given, lr=lr, decoupled=True, **settings)
        return parameter * (1 - lr * weight_decay), m, v


def _all(of: type[Mistake]) -> list[type[Mistake]]:
    return [one for child in of.__subclasses__() for one in (child, *_all(child))]


MISTAKES: tuple[type[Mistake], ...] = tuple(_all(Mistake))
