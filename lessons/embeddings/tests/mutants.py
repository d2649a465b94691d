"""A student's `MyEmbedding` as text, and one edit of it for each of the usual mistakes."""

from tests.kit.exercise_text import ExerciseText

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

# The mistake that should be recognised → edits of the solution.
EDITS = {
    "NoScaling": [("self.d_model**0.5 * rows", "rows")],
    "Divided": [("self.d_model**0.5 * rows", "rows * self.d_model**-0.5")],
    "ScaledByModel": [("self.d_model**0.5 * rows", "rows * self.d_model")],
    "PositionsScaledToo": [
        ("self.d_model**0.5 * rows", "rows"),
        ("self.sum(torch.add(places, words))", "self.sum((places + words) * self.d_model**0.5)"),
    ],
    "PositionsConcatenated": [
        ("torch.add(places, words)", "torch.cat([words, places.repeat(len(words), 1, 1)], 2)")
    ],
    "PositionsMultiplied": [("torch.add(places, words)", "places.mul(words)")],
    "PositionsForgotten": [("torch.add(places, words)", "words")],
    "PositionOfTheSentence": [
        ("length = tokens.size(-1)", "length = len(tokens)"),
        ("torch.add(places, words)", "torch.stack([w + p for w, p in zip(words, places)])"),
    ],
    "StartIgnored": [("(length, start)", "(length)")],
    "PositionsFromOne": [("self.position(length, start)", "self.position(length + 1, start)[1:]")],
    "TokenAsNumber": [
        ("rows = torch.einsum(", "rows = tokens.unsqueeze(2) * torch.ones(self.d_model)  # ")
    ],
    "TokenAsNumber: token id as number, × a row": [
        ("rows = torch.einsum(", "rows = tokens.unsqueeze(2) * self.table.weight[1]  # ")
    ],
    "DropoutInEvaluation": [("self.dropout(both)", "nn.functional.dropout(both, self.dropout.p)")],
    "DropoutForgotten": [("self.dropout(both)", "both")],
    "DropoutOnAPart": [
        ("self.dropout(both)", "both"),
        ("torch.add(places, words)", "places + self.dropout(words)"),
    ],
    "GradientCut": [
        (
            'torch.einsum("bpv,vd->bpd", one_hot, self.table.weight)',
            "self.table.weight.data[tokens]",
        )
    ],
    "GradientCut: gradient cut by no_grad": [
        ("        rows = ", "        with torch.no_grad():\n            rows = ")
    ],
    "ScoresScaled": [("vectors, self", "vectors * self.d_model**0.5, self")],
    "ScoresDivided": [
        ("vectors, self.table.weight)", "vectors, self.table.weight) * self.d_model**-0.5")
    ],
    "ScoresCosine": [
        (
            'torch.einsum("...d,vd->...v", vectors, self.table.weight)',
            "torch.cosine_similarity(vectors[..., None, :], self.table.weight, dim=-1)",
        )
    ],
    "ScoresLogarithms": [
        ("vectors, self.table.weight)", "vectors, self.table.weight).softmax(dim=2).log()")
    ],
    "ScoresTransposed": [
        (
            'torch.einsum("...d,vd->...v", vectors, self.table.weight)',
            "torch.matmul(vectors, self.table.weight)",
        )
    ],
    "ScoresUntied": [
        (
            'torch.einsum("...d,vd->...v", vectors, self.table.weight)',
            "nn.Linear(self.d_model, self.table.num_embeddings, bias=False)(vectors)",
        )
    ],
    "ScoresNormalised": [
        ("vectors, self.table.weight)", "vectors, self.table.weight).softmax(dim=2)")
    ],
    "ScoresCut": [("vectors, self.table.weight)", "vectors, self.table.weight.detach())")],
}

# Wrong in ways that are on no list: name → (edits, the check that must catch it). None gets a name.
CAUGHT_BY = {
    "dropout of one half": (
        [("self.dropout(both)", "nn.functional.dropout(both, training=self.training)")],
        "dropout on the sum in training",
    ),
    "scores of sentences alone": (
        [('"...d,vd->...v"', '"bpd,vd->bpv"')],
        "logits of shape (2, 5, 11)",
    ),
    "positions that learn nothing": (
        [("self.position(length, start)", "self.position(length, start).detach()")],
        "it learns: gradients flow back",
    ),
    "twice the scaling": (
        [("self.d_model**0.5", "2 * self.d_model**0.5")],
        "word vectors are √24 times their rows",
    ),
    "the next row": (
        [("one_hot, self", "one_hot.roll(1, 2), self")],
        "one-hot × table equals the lookup",
    ),
    "positions backwards": (
        [("(length, start)", "(length, start).flip(0)")],
        "positions change the vector",
    ),
    "half the positions": (
        [("torch.add(places, words)", "words + places / 2")],
        "positions are not scaled",
    ),
    "positions taken away": (
        [("torch.add(places, words)", "words - places")],
        "positions change the vector",
    ),
    "two mistakes": (
        [("self.d_model**0.5 * rows", "rows"), ("(length, start)", "(length)")],
        "word vectors are √24 times their rows",
    ),
    "dropout without making up for it": (
        [("self.dropout(both)", "self.dropout(both) * (1 - self.dropout.p * self.training)")],
        "dropout on the sum in training",
    ),
    "waves of its own": (
        [
            (
                "self.position(length, start)",
                "__import__('transformer.positions').positions.sinusoidal("
                "length, self.d_model, start=start)",
            )
        ],
        "vectors equal the real layer’s",
    ),
    "half of the gradient": (
        [
            (
                "self.tokens(self.d_model**0.5 * rows)",
                "self.tokens(self.d_model**0.5 * (rows + rows.detach()) / 2)",
            )
        ],
        "the table learns from both uses",
    ),
    "scores halved": (
        [("vectors, self", "vectors / 2, self")],
        "a row’s logit is its squared norm",
    ),
    "scores on the wrong axis": (
        [('"...d,vd->...v"', '"bpd,vd->bvp"')],
        "logits of shape (2, 5, 11)",
    ),
    "scores that add up": (
        [("vectors, self.table.weight)", "vectors, self.table.weight).cumsum(-1)")],
        "logits change with the table",
    ),
}

UNKNOWN = {name: edits for name, (edits, _) in CAUGHT_BY.items()}

STUDENT = ExerciseText("embeddings", {"forward": FORWARD, "scores": SCORES})
solution, stub_with = STUDENT.solution, STUDENT.stub_with
