"""A student's solution of the exercise on decoding as text, and one edit of it for each common mistake."""

from tests.kit.exercise_text import ExerciseText

BODIES = {
    "beam_step": """\
    found = []
    for h in range(len(totals)):
        row = [(log_p[h][w], w) for w in range(len(log_p[h]))]
        for new, w in row:
            found.append((h, w, totals[h] + new))
    found.sort(key=lambda one: -one[2])
    kept, ended = [], []
    for rank, (h, w, total) in enumerate(found):
        if w == END and rank < k:
            ended.append((total, h, w))
        if w != END and len(kept) < k:
            kept.append((total, h, w))
    return kept, ended
""",
    "score": """\
    length = len(tokens)
    return total * length ** -alpha
""",
    "top_p": """\
    pairs = sorted(zip(probabilities, range(len(probabilities))), reverse=True)
    left, together = {}, 0
    for one, token in pairs:
        if together >= p:
            break
        left[token] = one
        together += one
    return [left.get(token, 0) / together for token in range(len(probabilities))]
""",
    "accept": """\
    yes = u * q[drafted] < p[drafted]
    too_few = []
    for token in range(len(p)):
        too_few.append(p[token] - q[token] if p[token] > q[token] else 0)
    return yes, [one / sum(too_few) for one in too_few]
""",
}
_ASIDE = "w == END and rank < k"
_KEEP = "w != END and len(kept) < k"
_ALONE = """\
    left = [one if one >= p else 0 for one in probabilities]
    return [one / sum(left) for one in left]
"""

# Mistake to recognise → edits of the solution.
EDITS = {
    "OneChild": [("in row:", "in [max(row)]:")],
    "KTokens": [("in row:", "in sorted(row)[-k:]:")],
    "KOfEach": [(_KEEP, "w != END and [c[1] for c in kept].count(h) < k")],
    "EndGoesOn": [(_ASIDE, "False"), (_KEEP, "len(kept) < k")],
    "EndTwice": [(_KEEP, "len(kept) < k")],
    "EndTakesPlace": [(_KEEP, "w != END and rank < k")],
    "EndAnyRank": [(_ASIDE, "w == END")],
    "EndLost": [(_ASIDE, "False")],
    "Probabilities": [("totals[h] + new", "totals[h] + 2.718281828459 ** new")],
    "Multiplied": [("totals[h] + new", "totals[h] * new")],
    "TokenAlone": [("totals[h] + new", "new")],
    "RankedByToken": [("-one[2]", "totals[one[0]] - one[2]")],
    "Smallest": [("-one[2]", "one[2]")],
    "OncePerToken": [("found = []", "found = {}"), ("found.append((h, w, totals[h] + new))", "found[w] = h, w, totals[h] + new"), ("found.sort(", "found = sorted(found.values(), ")],
    "ListsSwapped": [("return kept, ended", "return ended, kept")],
    "ChangedPlaces": [("(total, h, w))", "(total, w, h))")],
    "EndNotCounted": [("len(tokens)", "len(tokens[:-1])")],
    "AlphaIgnored": [(" ** -alpha", " ** -1")],
    "WrongSign": [("-alpha", "alpha")],
    "TimesAlpha": [("total * length ** -alpha", "total / (alpha * length)")],
    "OtherPenalty": [("length **", "((length + 5) / 6) **")],
    "PIgnored": [("together >= p", "False")],
    "Crossing": [("together >= p", "together + one > p")],
    "OneMore": [("together >= p", "together > p")],
    "MinP": [("if together >= p:", "if one < p * pairs[0][0]:")],
    "EachAlone": [(BODIES["top_p"], _ALONE)],
    "ByCount": [("together >= p", "len(left) >= p * len(pairs) - 1e-9")],
    "LeastFirst": [(", reverse=True", "")],
    "Unsorted": [("sorted(zip", "list(zip"), (", reverse=True", "")],
    "NotScaled": [(" / together", "")],
    "DividedByP": [("/ together", "/ p")],
    "EveryDraft": [("u * q[drafted] < p[drafted]", "True")],
    "RatioUpsideDown": [("u * q[drafted] < p[drafted]", "u * p[drafted] < q[drafted]")],
    "OtherWay": [("u * q[drafted] < p[drafted]", "p[drafted] < u * q[drafted]")],
    "OnlyLikelier": [("u * q[drafted] < p[drafted]", "q[drafted] <= p[drafted]")],
    "PAlone": [("u * q[drafted] <", "u <")],
    "NotCut": [(" if p[token] > q[token] else 0", "")],
    "Absolute": [("p[token] - q[token] if p[token] > q[token] else 0", "abs(p[token] - q[token])")],
    "Excess": [("p[token] - q[token] if p[token] > q[token]", "q[token] - p[token] if p[token] < q[token]")],
    "ResidualNotScaled": [("[one / sum(too_few) for one in too_few]", "too_few")],
    "FromModel": [("[one / sum(too_few) for one in too_few]", "p")],
    "EveryDraft: both wrong": [("u * q[drafted] < p[drafted]", "True"), ("[one / sum(too_few) for one in too_few]", "p")],
    "NotRestored": [("for token in range(len(probabilities))]", "for _, token in pairs]")],
}  # fmt: skip

# Mistakes that are on no list: the checks must catch them without naming a mistake.
UNKNOWN = {
    "a shifted total": [("+ new", "+ new - 1")],
    "one more kept": [(_KEEP, "w != END and len(kept) <= k")],
    "the best left out": [("enumerate(found)", "enumerate(found[1:])")],
    "the worst in front": [("return kept", "return kept[::-1]")],
    "five at most": [("in row:", "in row[:5]:")],
    "a root": [("length ** -alpha", "length ** -(alpha**0.5)")],
    "squares": [("left[token] = one", "left[token] = one * one")],
    "half the chance": [("u * q", "2 * u * q")],
    "squared residual": [("[one / sum", "[one**2 / sum")],
    "aside one rank further": [("rank < k:", "rank <= k:")],
    "all that are as probable": [("    return [", "    least = pairs[len(left) - 1][0]\n    left = {t: one for one, t in pairs if one >= least}\n    together = sum(left.values())\n    return [")],
    "two at least": [("together >= p", "together >= p and len(left) > 1")],
}  # fmt: skip

STUDENT = ExerciseText("decoding", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
