"""Common mistakes in an embedding, each planted into the reference source."""

from lessons.kit.mistakes import mutations
from transformer.embeddings import Embedding

# Source text that the edits replace.
LOOKUP = "self.table(tokens)"
SCALED = f"{LOOKUP} * self.scale"
PLACES = "self.position(tokens.shape[1], start)"
SUM = "tokens_only + positions"
SCORES = "nn.functional.linear(vectors, self.table.weight, self.bias)"

# In the order of the computation.
MISTAKES = mutations(
    (Embedding,),
    ("Embedding",),
    NoScaling=(
        "the rows were not scaled; multiply them by √d_model before adding the positions",
        (SCALED, LOOKUP),
    ),
    Divided=(
        "the rows were divided by √d_model, as in attention; here, multiply them by √d_model",
        (SCALED, f"{LOOKUP} / self.scale"),
    ),
    ScaledByModel=(
        "the rows were multiplied by d_model; multiply them by its square root, √d_model",
        (SCALED, f"{LOOKUP} * self.table.embedding_dim"),
    ),
    PositionsScaledToo=(
        "the positions were scaled as well; scale the words first, then add the positions",
        (PLACES, f"{PLACES} * self.scale"),
    ),
    PositionsConcatenated=(
        "the positions were concatenated with the words; add them component by component",
        (SUM, "torch.cat((tokens_only, positions.expand_as(tokens_only)), -1)"),
    ),
    PositionsMultiplied=(
        "the words were multiplied by the positions; add them component by component",
        (SUM, "tokens_only * positions"),
    ),
    PositionsForgotten=(
        "the positions were never added; without them, the model ignores the word order",
        (SUM, "tokens_only"),
    ),
    PositionOfTheSentence=(
        "each sentence got one position, its index in the batch; "
        "use the second axis of `tokens`, the position of the word",
        (PLACES, "self.position(tokens.shape[0], start)[:, None]"),
    ),
    StartIgnored=(
        "`start` was never used; the first token has position `start`, not always 0",
        (PLACES, "self.position(tokens.shape[1], 0)"),
    ),
    PositionsFromOne=(
        "the positions begin at 1; the first word must have position 0",
        (PLACES, "self.position(tokens.shape[1], start + 1)"),
    ),
    TokenAsNumber=(
        "the token ID was used as a quantity; use it only to select a row of the table",
        (LOOKUP, "tokens[..., None].float().expand(-1, -1, self.table.embedding_dim)"),
    ),
    DropoutInEvaluation=(
        "dropout is on in evaluation mode; use `self.dropout`, or pass `training=self.training`",
        ("return self.dropout(", "return nn.functional.dropout(p=self.dropout.p, input="),
    ),
    DropoutForgotten=(
        "dropout was never used; pass the sum through `self.dropout`",
        ("return self.dropout(", "return ("),
    ),
    DropoutOnAPart=(
        "dropout was applied to only one part of the sum; pass the whole sum through `self.dropout`",
        ("return self.dropout(", "return ("),
        (LOOKUP, f"self.dropout({LOOKUP})"),
    ),
    GradientCut=(
        "`forward` blocks the gradient, so the table would learn nothing from the words that it embeds; look up the "
        "rows without `.detach()`, `.data` or `no_grad()`",
        (LOOKUP, f"{LOOKUP}.detach()"),
    ),
    ScoresScaled=(
        "the logits were multiplied by √d_model; use the table as it is stored",
        (SCORES, f"{SCORES} * self.scale"),
    ),
    ScoresDivided=(
        "the logits were divided by √d_model, as in attention; do not divide them here",
        (SCORES, f"{SCORES} / self.scale"),
    ),
    ScoresCosine=(
        "vectors and rows were scaled to unit norm, which gives cosine similarities; use their dot product",
        (
            SCORES,
            "nn.functional.normalize(vectors, dim=-1) @ nn.functional.normalize(self.table.weight, dim=-1).mT",
        ),
    ),
    ScoresTransposed=(
        "the table was not transposed; vectors (…, d_model) times its transpose "
        "(d_model, vocabulary) gives (…, vocabulary)",
        (SCORES, "vectors @ self.table.weight"),
    ),
    ScoresUntied=(
        "`scores` uses a separate matrix; use `self.table.weight`, the table that embeds words",
        (SCORES, SCORES.replace("self.table", "self.other")),
        ("self.scale =", "self.other = nn.Embedding(vocabulary, c.d_model); self.scale ="),
    ),
    ScoresNormalised=(
        "`scores` returned probabilities; leave the softmax to the loss and to decoding",
        (SCORES, f"{SCORES}.softmax(-1)"),
    ),
    ScoresLogarithms=(
        "`scores` returned log-probabilities; leave the softmax to the loss and to decoding",
        (SCORES, f"{SCORES}.log_softmax(-1)"),
    ),
    ScoresCut=(
        "`scores` blocks the gradient, so the table would learn nothing from predictions; use `self.table.weight` "
        "without `.detach()`, `.data` or `no_grad()`",
        (SCORES, SCORES.replace("weight", "weight.detach()")),
    ),
)
