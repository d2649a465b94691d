"""A student's solution of the exercise on masks as text, and one edit of it for each usual mistake."""

from tests.kit.exercise_text import ExerciseText

BODIES = {
    "causal": """\
    keys = queries if keys is None else keys
    everything = torch.ones(queries, keys, dtype=torch.bool)
    return everything.tril(keys - queries)
""",
    "padding": """\
    words = tokens.ne(pad)
    return words.view(words.size(0), 1, 1, words.size(1))
""",
    "both": """\
    n = tokens.size(1)
    rows = [causal(n) * padding(one.unsqueeze(0), pad)[0, 0] for one in tokens]
    return torch.stack(rows).unsqueeze(1)
""",
    "masked_softmax": """\
    seen = torch.where(mask, scores, torch.finfo(scores.dtype).min)
    powers = (seen - seen.amax(-1, keepdim=True)).exp() * mask
    sums = powers.sum(-1, keepdim=True)
    return powers / sums.where(sums > 0, 1.0)
""",
}

# The mistake that should be recognised → edits of the solution.
EDITS = {
    "Inverted": [("causal", "    k = keys or queries\n    return ~torch.ones(queries, k).bool().tril(k - queries)\n")],
    "Strict": [("causal", "    k = keys or queries\n    return torch.ones(queries, k).bool().tril(k - queries - 1)\n")],
    "Transposed": [("causal", "    k = keys or queries\n    return torch.ones(queries, k).bool().triu(k - queries)\n")],
    "OneAhead": [("causal", "    k = keys or queries\n    return torch.ones(queries, k).bool().tril(k - queries + 1)\n")],
    "TopLeft": [("causal", "    return torch.ones(queries, keys or queries).bool().tril()\n")],
    "Transposed: triu without keys": [("causal", "    return torch.ones(queries, keys or queries).triu().bool()\n")],
    "KeysIgnored": [("causal", "    return torch.ones(queries, queries).tril().bool()\n")],
    "KeysMissing": [("causal", "    return torch.ones(queries, keys).bool().tril(keys - queries)\n")],
    "OnesAndZeros": [("causal", "    k = keys or queries\n    return torch.ones(queries, k).int().tril(k - queries)\n")],
    "Numbers": [("causal", "    k = keys or queries\n    return torch.full((queries, k), -math.inf).triu(k - queries + 1)\n")],
    "PaddingInverted": [("padding", "    return tokens.eq(pad)[:, None, None]\n")],
    "PaddingOnQueries": [("padding", "    return tokens.ne(pad)[:, None].unsqueeze(-1)\n")],
    "PaddingWithoutAxes": [("padding", "    return ~tokens.eq(pad)\n")],
    "PaddingWithoutHeads": [("padding", "    return tokens.ne(pad).unsqueeze(1)\n")],
    "PadIsZero": [("padding", "    return tokens.bool()[:, None, None]\n")],
    "Either": [("both", "    return torch.logical_or(causal(tokens.size(1)), padding(tokens, pad))\n")],
    "PythonAnd": [("both", "    return causal(tokens.size(1)) and padding(tokens, pad)\n")],
    "RowsOfSentences": [("both", "    return causal(tokens.size(0)) & padding(tokens, pad)\n")],
    "CausalForgotten": [("both", "    return padding(tokens, pad).repeat(1, 1, tokens.size(1), 1)\n")],
    "PaddingForgotten": [("both", "    return torch.stack([causal(tokens.size(1))[None]] * len(tokens))\n")],
    "PaddingBothWays": [("both", "    p = padding(tokens, pad)\n    return causal(tokens.size(1)) & p & p.transpose(-1, -2)\n")],
    "SoftmaxInverted": [("masked_softmax", "    return torch.where(mask, -math.inf, scores).softmax(-1).where(~mask, 0.0)\n")],
    "ZeroScores": [("masked_softmax", "    return (scores * mask).softmax(-1)\n")],
    "ZeroIsHidden": [("masked_softmax", "    hidden = scores * mask\n    return hidden.masked_fill(hidden == 0, -math.inf).softmax(-1).nan_to_num(0.0)\n")],
    "ZeroWeights": [("masked_softmax", "    return scores.softmax(-1) * mask\n")],
    "Renormalised": [("masked_softmax", "    w = scores.softmax(-1) * mask\n    return w / (w.sum(-1, keepdim=True) + 1e-9)\n")],
    "Added": [("masked_softmax", "    return (scores + mask.float()).softmax(-1)\n")],
    "ZeroTimesInfinity": [("masked_softmax", "    return (scores - math.inf * ~mask).softmax(-1)\n")],
    "DividedAgain": [("masked_softmax", "    d = scores.size(-1)\n    return torch.where(mask, scores / d**0.5, -math.inf).softmax(-1).nan_to_num(0.0)\n")],
    "Overflow": [("masked_softmax", "    powers = torch.where(mask, scores.exp(), 0.0)\n    return (powers / powers.sum(-1, keepdim=True)).where(mask, 0.0)\n")],
    "Sigmoid": [("masked_softmax", "    return 1 / (1 + (-scores).exp()) * mask\n")],
    "NotDivided": [("masked_softmax", "    return scores.exp() * mask\n")],
    "OverHeads": [("masked_softmax", "    return torch.where(mask, scores, -math.inf).softmax(1).nan_to_num(0.0)\n")],
    "AlmostInfinity": [("masked_softmax", "    return torch.where(mask, scores, -math.inf).softmax(-1).nan_to_num(1 / scores.size(-1))\n")],
    "WrongAxis": [("masked_softmax", "    return torch.where(mask, scores, -math.inf).softmax(2).nan_to_num(0.0)\n")],
    "NothingLeft": [("masked_softmax", "    return torch.where(mask, scores, -math.inf).softmax(-1)\n")],
    "AlmostInfinity: −1e9": [("masked_softmax", "    return torch.where(mask, scores, -1e9).softmax(-1)\n")],
}  # fmt: skip

# Wrong in ways that are on no list.
UNKNOWN = {
    "nine back": [("causal", "    k = keys or queries\n    return torch.ones(queries, k).bool().tril(k - queries).triu(k - queries - 9)\n")],
    "two ahead": [("causal", "    k = keys or queries\n    return torch.ones(queries, k).bool().tril(k - queries + 2)\n")],
    "the last word is pad": [("padding", "    found = tokens.ne(pad)[:, None, None].clone()\n    found[..., -1] = False\n    return found\n")],
    "exclusive or": [("both", "    return causal(tokens.size(1)) ^ padding(tokens, pad)\n")],
    "minus a hundred": [("masked_softmax", "    return torch.where(mask, scores, -100.0).softmax(-1) * mask\n")],
    "colder": [("masked_softmax", "    return torch.where(mask, 2 * scores, -math.inf).softmax(-1).where(mask, 0.0)\n")],
}  # fmt: skip

STUDENT = ExerciseText("masks", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
