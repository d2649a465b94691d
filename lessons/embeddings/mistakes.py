"""The usual mistakes in an embedding, planted into the machine's own source one at a time."""

from lessons.kit.mistakes import planted
from transformer.embeddings import Embedding

# What the edits meet.
LOOKUP = "self.table(tokens)"
SCALED = f"{LOOKUP} * self.scale"
PLACES = "self.position(tokens.shape[1], start)"
SUM = "tokens_only + positions"
SCORES = "nn.functional.linear(vectors, self.table.weight, self.bias)"

# In the order in which a word passes through.
MISTAKES = planted(
    (Embedding,),
    ("Embedding",),
    NoScaling=(
        "the rows were not scaled; multiply them by √d_model before the positions are added",
        (SCALED, LOOKUP),
    ),
    Divided=(
        "the rows were divided by √d_model; that is attention's scaling, here multiply",
        (SCALED, f"{LOOKUP} / self.scale"),
    ),
    ScaledByModel=(
        "the rows were multiplied by d_model; multiply by its square root, √d_model",
        (SCALED, f"{LOOKUP} * self.table.embedding_dim"),
    ),
    PositionsScaledToo=(
        "the positions were scaled too; scale the words first, then add the positions",
        (PLACES, f"{PLACES} * self.scale"),
    ),
    PositionsConcatenated=(
        "the positions were put beside the words; add them, number by number",
        (SUM, "torch.cat((tokens_only, positions.expand_as(tokens_only)), -1)"),
    ),
    PositionsMultiplied=(
        "the words were multiplied by the positions; add them, number by number",
        (SUM, "tokens_only * positions"),
    ),
    PositionsForgotten=(
        "the positions were never added; without them a sentence is a bag of words",
        (SUM, "tokens_only"),
    ),
    PositionOfTheSentence=(
        "each sentence got one position, by its place in the batch; "
        "the place of the word is the second axis of tokens",
        (PLACES, "self.position(tokens.shape[0], start)[:, None]"),
    ),
    StartIgnored=(
        "start was never used; the first token stands at place start, not always at 0",
        (PLACES, "self.position(tokens.shape[1], 0)"),
    ),
    PositionsFromOne=(
        "the positions begin with 1; the first word stands at place 0",
        (PLACES, "self.position(tokens.shape[1], start + 1)"),
    ),
    TokenAsNumber=(
        "the token's number was used as a size; it is only a name: "
        "it says which row of the table to look up",
        (LOOKUP, "tokens[..., None].float().expand(-1, -1, self.table.embedding_dim)"),
    ),
    DropoutInEvaluation=(
        "dropout is on although the layer is in evaluation; use self.dropout, "
        "or pass training=self.training",
        ("return self.dropout(", "return nn.functional.dropout(p=self.dropout.p, input="),
    ),
    DropoutForgotten=(
        "dropout was never used; pass the sum through self.dropout",
        ("return self.dropout(", "return ("),
    ),
    GradientCut=(
        "forward cuts the gradient, so the words would never learn; "
        "look the rows up without .detach(), .data or no_grad()",
        (LOOKUP, f"{LOOKUP}.detach()"),
    ),
    ScoresScaled=(
        "the scores were multiplied by √d_model; they use the table as it is stored",
        (SCORES, f"{SCORES} * self.scale"),
    ),
    ScoresDivided=(
        "the scores were divided by √d_model; that is attention's scaling, here nothing is divided",
        (SCORES, f"{SCORES} / self.scale"),
    ),
    ScoresCosine=(
        "the scores are cosines: vectors and rows were cut to length 1; a score is their dot product",
        (
            SCORES,
            "nn.functional.normalize(vectors, dim=-1) @ nn.functional.normalize(self.table.weight, dim=-1).mT",
        ),
    ),
    ScoresTransposed=(
        "the table stands the wrong way round; vectors (…, d_model) times its transpose "
        "(d_model, vocabulary) gives (…, vocabulary)",
        (SCORES, "vectors @ self.table.weight"),
    ),
    ScoresUntied=(
        "scores has a matrix of its own; use self.table.weight, the table that reads words",
        (SCORES, SCORES.replace("self.table", "self.other")),
        ("self.scale =", "self.other = nn.Embedding(vocabulary, d_model); self.scale ="),
    ),
    ScoresNormalised=(
        "scores gave probabilities; leave the softmax to the loss and to decoding",
        (SCORES, f"{SCORES}.softmax(-1)"),
    ),
    ScoresLogarithms=(
        "scores gave logarithms of probabilities; leave the softmax to the loss and to decoding",
        (SCORES, f"{SCORES}.log_softmax(-1)"),
    ),
    ScoresCut=(
        "scores cuts the gradient, so the table would learn nothing from what was predicted; "
        "use self.table.weight without .detach(), .data or no_grad()",
        (SCORES, SCORES.replace("weight", "weight.detach()")),
    ),
)
