"""The usual mistakes in an embedding, planted into the real layer one at a time.

`recognise.py` compares a student's output with theirs and so can name a mistake; the tests make sure
that each one is caught. A mistake changes exactly one step of `Embedding`.
"""

import torch
from torch import Tensor, nn

from transformer.embeddings import Embedding


class Mistake(Embedding):
    """The real layer, taken apart into steps that a mistake can override. Itself it makes none."""

    sentence = ""
    method = "forward"  # or "scores": where the mistake is

    def forward(self, tokens: Tensor, start: int = 0) -> Tensor:
        """As `Embedding.forward`."""
        words = self.tokens(self.words(tokens))
        places = self.positions(self.places(tokens, start))
        return self.dropped(self.sum(self.combined(words, places)))

    def scores(self, vectors: Tensor) -> Tensor:
        """As `Embedding.scores`."""
        return vectors @ self.matrix()

    def words(self, tokens: Tensor) -> Tensor:
        return self.scaled(self.table(tokens))  # (batch, position, d_model)

    def scaled(self, words: Tensor) -> Tensor:
        return words * self.scale

    def places(self, tokens: Tensor, start: int) -> Tensor:
        return self.position(tokens.shape[1], start)  # (position, d_model)

    def combined(self, words: Tensor, places: Tensor) -> Tensor:
        return words + places

    def dropped(self, both: Tensor) -> Tensor:
        return self.dropout(both)

    def matrix(self) -> Tensor:
        return self.table.weight.T  # (d_model, vocabulary)

    @property
    def d_model(self) -> int:
        return self.table.embedding_dim


class NoScaling(Mistake):
    sentence = "the rows were not scaled; multiply them by √d_model before the positions are added"

    def scaled(self, words):
        return words


class Divided(Mistake):
    sentence = "the rows were divided by √d_model; that is attention's scaling, here multiply"

    def scaled(self, words):
        return words / self.scale


class ScaledByModel(Mistake):
    sentence = "the rows were multiplied by d_model; multiply by its square root, √d_model"

    def scaled(self, words):
        return words * self.d_model


class PositionsScaledToo(Mistake):
    sentence = "the positions were scaled too; scale the words first, then add the positions"

    def places(self, tokens, start):
        return super().places(tokens, start) * self.scale


class PositionsConcatenated(Mistake):
    sentence = "the positions were put beside the words; add them, number by number"

    def combined(self, words, places):
        return torch.cat((words, places.expand_as(words)), dim=-1)  # (batch, position, 2 · d_model)


class PositionsMultiplied(Mistake):
    sentence = "the words were multiplied by the positions; add them, number by number"

    def combined(self, words, places):
        return words * places


class PositionsForgotten(Mistake):
    sentence = "the positions were never added; without them a sentence is a bag of words"

    def combined(self, words, places):
        return words


class PositionOfTheSentence(Mistake):
    sentence = (
        "each sentence got one position, by its place in the batch; "
        "the place of the word is the second axis of tokens"
    )

    def places(self, tokens, start):
        return self.position(tokens.shape[0], start)[:, None]  # (batch, 1, d_model)


class StartIgnored(Mistake):
    sentence = "start was never used; the first token stands at place start, not always at 0"

    def places(self, tokens, start):
        return super().places(tokens, 0)


class PositionsFromOne(Mistake):
    sentence = "the positions begin with 1; the first word stands at place 0"

    def places(self, tokens, start):
        return super().places(tokens, start + 1)


class TokenAsNumber(Mistake):
    sentence = (
        "the token's number was used as a size; it is only a name: "
        "it says which row of the table to look up"
    )

    def words(self, tokens):
        return self.scaled(tokens[..., None].float().expand(-1, -1, self.d_model))


class DropoutInEvaluation(Mistake):
    sentence = (
        "dropout is on although the layer is in evaluation; use self.dropout, "
        "or pass training=self.training"
    )

    def dropped(self, both):
        return nn.functional.dropout(both, self.dropout.p, training=True)


class DropoutForgotten(Mistake):
    sentence = "dropout was never used; pass the sum through self.dropout"

    def dropped(self, both):
        return both


class GradientCut(Mistake):
    sentence = (
        "forward cuts the gradient, so the words would never learn; "
        "look the rows up without .detach(), .data or no_grad()"
    )

    def words(self, tokens):
        return super().words(tokens).detach()


class ScoresScaled(Mistake):
    method = "scores"
    sentence = "the scores were multiplied by √d_model; they use the table as it is stored"

    def matrix(self):
        return super().matrix() * self.scale


class ScoresTransposed(Mistake):
    method = "scores"
    sentence = (
        "the table stands the wrong way round; vectors (…, d_model) times its transpose "
        "(d_model, vocabulary) gives (…, vocabulary)"
    )

    def matrix(self):
        return self.table.weight


class ScoresUntied(Mistake):
    method = "scores"
    sentence = "scores has a matrix of its own; use self.table.weight, the table that reads words"

    def __init__(self, *sizes):
        super().__init__(*sizes)
        self.own = nn.Parameter(self.table.weight.detach().clone())

    def matrix(self):
        return self.own.T


class ScoresNormalised(Mistake):
    method = "scores"
    sentence = "scores gave probabilities; leave the softmax to the loss and to decoding"

    def scores(self, vectors):
        return super().scores(vectors).softmax(-1)


class ScoresCut(Mistake):
    method = "scores"
    sentence = (
        "scores cuts the gradient, so the table would learn nothing from what was predicted; "
        "use self.table.weight without .detach(), .data or no_grad()"
    )

    def matrix(self):
        return super().matrix().detach()


# In the order in which a word passes through.
MISTAKES: tuple[type[Mistake], ...] = (
    NoScaling,
    Divided,
    ScaledByModel,
    PositionsScaledToo,
    PositionsConcatenated,
    PositionsMultiplied,
    PositionsForgotten,
    PositionOfTheSentence,
    StartIgnored,
    PositionsFromOne,
    TokenAsNumber,
    DropoutInEvaluation,
    DropoutForgotten,
    GradientCut,
    ScoresScaled,
    ScoresTransposed,
    ScoresUntied,
    ScoresNormalised,
    ScoresCut,
)
