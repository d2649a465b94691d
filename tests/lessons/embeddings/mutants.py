"""A student's `MyEmbedding` as text, and one edit of it for each of the usual mistakes.

Written apart from `lessons/embeddings/mistakes.py`, in another style, so that recognition is shown
not to depend on the same code.
"""

from tests.kit.written import Written

FORWARD = """
        length = tokens.size(-1)
        one_hot = nn.functional.one_hot(tokens, self.table.num_embeddings).float()
        rows = torch.einsum("bpv,vd->bpd", one_hot, self.table.weight)
        words = self.tokens(self.d_model**0.5 * rows)
        places = self.positions(self.position(length, start))
        both = self.sum(torch.add(places, words))
        return self.dropout(both)
"""
SCORES = """
        return torch.einsum("...d,vd->...v", vectors, self.table.weight)
"""

# name → (edits of FORWARD or SCORES, the mistake that should be recognised)
EDITS = {
    "no scaling": ([("self.d_model**0.5 * rows", "rows")], "NoScaling"),
    "divided": ([("self.d_model**0.5 * rows", "rows * self.d_model**-0.5")], "Divided"),
    "× d_model": ([("self.d_model**0.5 * rows", "rows * self.d_model")], "ScaledByModel"),
    "scaled after the sum": (
        [
            ("self.d_model**0.5 * rows", "rows"),
            (
                "self.sum(torch.add(places, words))",
                "self.sum((places + words) * self.d_model**0.5)",
            ),
        ],
        "PositionsScaledToo",
    ),
    "positions concatenated": (
        [
            (
                "torch.add(places, words)",
                "torch.cat([words, places.repeat(len(words), 1, 1)], 2)",
            )
        ],
        "PositionsConcatenated",
    ),
    "positions multiplied": (
        [("torch.add(places, words)", "places.mul(words)")],
        "PositionsMultiplied",
    ),
    "positions forgotten": ([("torch.add(places, words)", "words")], "PositionsForgotten"),
    "position of the batch index": (
        [
            ("length = tokens.size(-1)", "length = len(tokens)"),
            ("torch.add(places, words)", "torch.stack([w + p for w, p in zip(words, places)])"),
        ],
        "PositionOfTheSentence",
    ),
    "start ignored": ([("(length, start)", "(length)")], "StartIgnored"),
    "positions from 1": (
        [("self.position(length, start)", "self.position(length + 1, start)[1:]")],
        "PositionsFromOne",
    ),
    "token id as number": (
        [("rows = torch.einsum(", "rows = tokens.unsqueeze(2) * torch.ones(self.d_model)  # ")],
        "TokenAsNumber",
    ),
    "token id as number, × a row": (
        [
            (
                "rows = torch.einsum(",
                "rows = tokens.unsqueeze(2) * self.table.weight[1]  # ",
            )
        ],
        "TokenAsNumber",
    ),
    "dropout in evaluation": (
        [("self.dropout(both)", "nn.functional.dropout(both, self.dropout.p)")],
        "DropoutInEvaluation",
    ),
    "dropout forgotten": ([("self.dropout(both)", "both")], "DropoutForgotten"),
    "gradient cut by .data": (
        [
            (
                'torch.einsum("bpv,vd->bpd", one_hot, self.table.weight)',
                "self.table.weight.data[tokens]",
            )
        ],
        "GradientCut",
    ),
    "gradient cut by no_grad": (
        [("        rows = ", "        with torch.no_grad():\n            rows = ")],
        "GradientCut",
    ),
    "scores scaled": (
        [("vectors, self", "vectors * self.d_model**0.5, self")],
        "ScoresScaled",
    ),
    "scores divided": (
        [("vectors, self.table.weight)", "vectors, self.table.weight) * self.d_model**-0.5")],
        "ScoresDivided",
    ),
    "scores as cosines": (
        [
            (
                'torch.einsum("...d,vd->...v", vectors, self.table.weight)',
                "torch.cosine_similarity(vectors[..., None, :], self.table.weight, dim=-1)",
            )
        ],
        "ScoresCosine",
    ),
    "scores as logarithms": (
        [("vectors, self.table.weight)", "vectors, self.table.weight).softmax(dim=2).log()")],
        "ScoresLogarithms",
    ),
    "scores transposed": (
        [
            (
                'torch.einsum("...d,vd->...v", vectors, self.table.weight)',
                "torch.matmul(vectors, self.table.weight)",
            )
        ],
        "ScoresTransposed",
    ),
    "scores with a matrix of its own": (
        [
            (
                'torch.einsum("...d,vd->...v", vectors, self.table.weight)',
                "nn.Linear(self.d_model, self.table.num_embeddings, bias=False)(vectors)",
            )
        ],
        "ScoresUntied",
    ),
    "scores as probabilities": (
        [("vectors, self.table.weight)", "vectors, self.table.weight).softmax(dim=2)")],
        "ScoresNormalised",
    ),
    "scores cut by .detach()": (
        [("vectors, self.table.weight)", "vectors, self.table.weight.detach())")],
        "ScoresCut",
    ),
}

# Wrong in ways that are on no list: name → (edits, the check that must catch it). None gets a name.
CAUGHT_BY = {
    "dropout of one half": (
        [("self.dropout(both)", "nn.functional.dropout(both, training=self.training)")],
        "dropout in training, of the sum",
    ),
    "scores of sentences alone": (
        [('"...d,vd->...v"', '"bpd,vd->bpv"')],
        "scores of shape (2, 5, 11)",
    ),
    "positions that learn nothing": (
        [("self.position(length, start)", "self.position(length, start).detach()")],
        "it learns: gradients flow back",
    ),
    "twice the scaling": (
        [("self.d_model**0.5", "2 * self.d_model**0.5")],
        "words are √24 times their rows",
    ),
    "the next row": (
        [("one_hot, self", "one_hot.roll(1, 2), self")],
        "one-hot × table is the lookup",
    ),
    "positions backwards": (
        [("(length, start)", "(length, start).flip(0)")],
        "one word, two places: positions",
    ),
    "half the positions": (
        [("torch.add(places, words)", "words + places / 2")],
        "positions are not scaled",
    ),
    "positions taken away": (
        [("torch.add(places, words)", "words - places")],
        "one word, two places: positions",
    ),
    "two mistakes": (
        [("self.d_model**0.5 * rows", "rows"), ("(length, start)", "(length)")],
        "words are √24 times their rows",
    ),
    "dropout of the words alone": (
        [
            ("torch.add(places, words)", "places + self.dropout(words)"),
            ("self.dropout(both)", "both"),
        ],
        "dropout in training, of the sum",
    ),
    "dropout without making up for it": (
        [("self.dropout(both)", "self.dropout(both) * (1 - self.dropout.p * self.training)")],
        "dropout in training, of the sum",
    ),
    "waves of its own": (
        [
            (
                "self.position(length, start)",
                "__import__('transformer.positions').positions.sinusoidal("
                "length, self.d_model, start=start)",
            )
        ],
        "vectors equal the real layer's",
    ),
    "half of the gradient": (
        [
            (
                "self.tokens(self.d_model**0.5 * rows)",
                "self.tokens(self.d_model**0.5 * (rows + rows.detach()) / 2)",
            )
        ],
        "the table learns from both",
    ),
    "scores halved": (
        [("vectors, self", "vectors / 2, self")],
        "a row's score is its length²",
    ),
    "scores on the wrong axis": (
        [('"...d,vd->...v"', '"bpd,vd->bvp"')],
        "scores of shape (2, 5, 11)",
    ),
    "scores that add up": (
        [("vectors, self.table.weight)", "vectors, self.table.weight).cumsum(-1)")],
        "scores change with the table",
    ),
}

UNKNOWN = {name: edits for name, (edits, _) in CAUGHT_BY.items()}

STUDENT = Written("embeddings", {"forward": FORWARD, "scores": SCORES})
solution, stub_with = STUDENT.solution, STUDENT.stub_with
