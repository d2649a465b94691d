"""The usual mistakes in sinusoidal positions, planted into the formula one at a time.

`recognise.py` compares a student's numbers with theirs and so can name a mistake; the tests make sure
that each one is caught. Several stand on slides of the decks that this lesson follows.
"""

import math

import torch
from torch import Tensor

from transformer import positions


class Mistake:
    """The formula, taken apart into steps that a mistake can override. Itself it makes none."""

    sentence = ""

    def sinusoidal(self, length: int, d_model: int, base: float = 10000.0) -> Tensor:
        """As `positions.sinusoidal`; (length, d_model)."""
        place = self.places(length)[:, None]  # (length, 1)
        pair = torch.arange(d_model // 2, dtype=torch.float64)  # (d_model / 2,)
        sine, cosine = self.angles(place, pair, d_model, self.used(base))
        return self.arranged(sine.sin(), cosine.cos()).float()

    def shift(self, offset: int, d_model: int, base: float = 10000.0) -> Tensor:
        """As `positions.shift`; (d_model, d_model)."""
        return positions.shift(offset, d_model, base)

    def places(self, length: int) -> Tensor:
        return torch.arange(length, dtype=torch.float64)  # (length,)

    def used(self, base: float) -> float:
        return base

    def angles(self, place: Tensor, pair: Tensor, d_model: int, base: float):
        """The angle of each sine and of each cosine, both (length, d_model / 2)."""
        angle = place * self.frequency(pair, d_model, base)
        return angle, angle

    def frequency(self, pair: Tensor, d_model: int, base: float) -> Tensor:
        return base ** -self.exponent(pair, d_model)

    def exponent(self, pair: Tensor, d_model: int) -> Tensor:
        return 2 * pair / d_model

    def arranged(self, sine: Tensor, cosine: Tensor) -> Tensor:
        return torch.stack((sine, cosine), dim=-1).flatten(1)


class OddDimensionsOnTheirOwn(Mistake):
    sentence = (
        "the exponent is i/d_model for odd i too, as on one slide; a cosine needs the exponent of "
        "the sine before it, so that both see the same angle"
    )

    def angles(self, place, pair, d_model, base):
        return place * base ** (-2 * pair / d_model), place * base ** (-(2 * pair + 1) / d_model)


class BaseThousand(Mistake):
    sentence = "the base is 1000, as on one slide, whatever the argument says; the paper has 10000"

    def used(self, base):
        return 1000.0


class DefaultThousand(Mistake):
    sentence = "without an argument the base is 1000, as on one slide; the paper has 10000"

    def sinusoidal(self, length, d_model, base=1000.0):
        return super().sinusoidal(length, d_model, base)


class BaseIgnored(Mistake):
    sentence = "10000 stands in the formula itself, so the argument base is never used"

    def used(self, base):
        return 10000.0


class FromOne(Mistake):
    sentence = "the positions count from 1; the first one is position 0"

    def places(self, length):
        return super().places(length) + 1


class SineAndCosineSwapped(Mistake):
    sentence = "sine and cosine changed places: the even columns are the sines"

    def arranged(self, sine, cosine):
        return super().arranged(cosine, sine)


class Concatenated(Mistake):
    sentence = (
        "all sines come first, then all cosines; the paper interleaves them: sine, cosine, sine, …"
    )

    def arranged(self, sine, cosine):
        return torch.cat((sine, cosine), dim=-1)


class LastPairAtTheBase(Mistake):
    sentence = (
        "the exponent is i/(d_model/2 − 1), as in the tensor2tensor library; in the paper it is "
        "2i/d_model and never quite reaches 1"
    )

    def exponent(self, pair, d_model):
        return pair / max(1, d_model // 2 - 1)


class Tensor2Tensor(LastPairAtTheBase):
    sentence = (
        "this is the table of the tensor2tensor library: halves instead of pairs, and the exponent "
        "i/(d_model/2 − 1) instead of 2i/d_model"
    )
    arranged = Concatenated.arranged


class HalfTheExponent(Mistake):
    sentence = "the exponent is i/d_model; pair i has the exponent 2i/d_model"

    def exponent(self, pair, d_model):
        return pair / d_model


class TwiceTheExponent(Mistake):
    sentence = (
        "the exponent is twice too large: 2i is the number of the column already, so with columns "
        "0, 2, 4, … the exponent is column/d_model"
    )

    def exponent(self, pair, d_model):
        return 4 * pair / d_model


class PairsFromOne(Mistake):
    sentence = "the pairs count from 1, as on one slide; the first one is pair 0, with exponent 0"

    def exponent(self, pair, d_model):
        return 2 * (pair + 1) / d_model


class OnePairPerColumn(Mistake):
    sentence = (
        "the index ran over all d_model columns, so there are twice as many; there are only "
        "d_model/2 pairs, i = 0 … d_model/2 − 1"
    )

    def sinusoidal(self, length, d_model, base=10000.0):
        angle = self.places(length)[:, None] * base ** -(2 * torch.arange(d_model) / d_model)
        return self.arranged(angle.sin(), angle.cos()).float()


class Multiplied(Mistake):
    sentence = "the position was multiplied by base^(2i/d_model); divide by it"

    def frequency(self, pair, d_model, base):
        return base ** self.exponent(pair, d_model)


class WholeExponents(Mistake):
    sentence = "the exponent was divided without a remainder (//), so it is 0 for every pair; divide with /"

    def exponent(self, pair, d_model):
        return 2 * pair // d_model


class Transposed(Mistake):
    sentence = "the table lies on its side; its rows should be positions, its columns dimensions"

    def sinusoidal(self, length, d_model, base=10000.0):
        return super().sinusoidal(length, d_model, base).mT


class Degrees(Mistake):
    sentence = "the angle was turned from degrees into radians; it is in radians already"

    def angles(self, place, pair, d_model, base):
        sine, cosine = super().angles(place, pair, d_model, base)
        return sine.deg2rad(), cosine.deg2rad()


class RolesSwapped(Mistake):
    sentence = (
        "position and pair changed places: the position stands in the exponent and the pair is "
        "divided"
    )

    def angles(self, place, pair, d_model, base):
        angle = pair / base ** (2 * place / d_model)
        return angle, angle


class OnlySines(Mistake):
    sentence = "every column is a sine; the odd ones need the cosine"

    def arranged(self, sine, cosine):
        return super().arranged(sine, sine)


class DividedByLength(Mistake):
    sentence = (
        "the positions were divided by the length, so the same position changes when the text grows"
    )

    def places(self, length):
        return super().places(length) / length


class TurnsBackwards(Mistake):
    sentence = (
        "the matrix turns backwards: it leads to position p − offset. The minus belongs into the "
        "second row of each block"
    )

    def shift(self, offset, d_model, base=10000.0):
        return super().shift(offset, d_model, base).mT


class NoMinus(Mistake):
    sentence = (
        "both sines of a block have the same sign; cos(a + b) = cos a · cos b − sin a · sin b, so the "
        "one in the second row has a minus"
    )

    def shift(self, offset, d_model, base=10000.0):
        matrix = super().shift(offset, d_model, base)
        return torch.where(matrix.tril(-1) != 0, -matrix, matrix)


class OneAngleForAll(Mistake):
    sentence = "every pair turns by the same angle; pair i turns by offset × its own frequency"

    def shift(self, offset, d_model, base=10000.0):
        sin, cos = math.sin(offset), math.cos(offset)
        block = torch.tensor([[cos, sin], [-sin, cos]])
        return torch.block_diag(*[block] * (d_model // 2))


class OffsetIgnored(Mistake):
    sentence = "the matrix leads one position on, whatever the offset is"

    def shift(self, offset, d_model, base=10000.0):
        return super().shift(1, d_model, base)


class ShiftIgnoresBase(Mistake):
    sentence = "shift takes 10000 whatever its argument base says; the table takes the argument"

    def shift(self, offset, d_model, base=10000.0):
        return super().shift(offset, d_model)


class ShiftOfHalves(Mistake):
    sentence = (
        "this matrix fits a table with all sines first; here each sine stands beside its cosine, so "
        "the blocks of 2 × 2 lie along the diagonal"
    )

    def shift(self, offset, d_model, base=10000.0):
        order = torch.arange(d_model).reshape(-1, 2).mT.flatten()  # 0, 2, 4, …, 1, 3, 5, …
        return super().shift(offset, d_model, base)[order][:, order]


# In the order in which a table is computed, then those of `shift`.
MISTAKES: tuple[type[Mistake], ...] = (
    FromOne,
    DividedByLength,
    OddDimensionsOnTheirOwn,
    HalfTheExponent,
    TwiceTheExponent,
    PairsFromOne,
    OnePairPerColumn,
    WholeExponents,
    LastPairAtTheBase,
    Tensor2Tensor,
    DefaultThousand,
    BaseThousand,
    BaseIgnored,
    Multiplied,
    RolesSwapped,
    Degrees,
    SineAndCosineSwapped,
    OnlySines,
    Concatenated,
    Transposed,
    TurnsBackwards,
    NoMinus,
    OneAngleForAll,
    OffsetIgnored,
    ShiftIgnoresBase,
    ShiftOfHalves,
)
