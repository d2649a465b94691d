"""A student's solution of the decoding exercise as text, and one edit of it for each usual mistake.

Written apart from `lessons/decoding/mistakes.py`, in another style (loops and running lists), so that
recognition is shown not to depend on the same code.
"""

from tests.kit.written import Written

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

# name → ((the function, edits of its body), the mistake that should be recognised)
EDITS = {
    "one child": (("beam_step", [("in row:", "in [max(row)]:")]), "OneChild"),
    "k tokens": (("beam_step", [("in row:", "in sorted(row)[-k:]:")]), "KTokens"),
    "k of each": (("beam_step", [(_KEEP, "w != END and [c[1] for c in kept].count(h) < k")]), "KOfEach"),
    "END like any": (("beam_step", [(_ASIDE, "False"), (_KEEP, "len(kept) < k")]), "EndGoesOn"),
    "END twice": (("beam_step", [(_KEEP, "len(kept) < k")]), "EndTwice"),
    "narrower": (("beam_step", [(_KEEP, "w != END and rank < k")]), "EndTakesPlace"),
    "END of any rank": (("beam_step", [(_ASIDE, "w == END")]), "EndAnyRank"),
    "END lost": (("beam_step", [(_ASIDE, "False")]), "EndLost"),
    "a probability": (("beam_step", [("totals[h] + new", "totals[h] + 2.718281828459 ** new")]), "Probabilities"),
    "product of logs": (("beam_step", [("totals[h] + new", "totals[h] * new")]), "Multiplied"),
    "last token": (("beam_step", [("totals[h] + new", "new")]), "TokenAlone"),
    "by the token": (("beam_step", [("-one[2]", "totals[one[0]] - one[2]")]), "RankedByToken"),
    "worst first": (("beam_step", [("-one[2]", "one[2]")]), "Smallest"),
    "a dict by token": (("beam_step", [("found = []", "found = {}"), ("found.append((h, w, totals[h] + new))", "found[w] = h, w, totals[h] + new"), ("found.sort(", "found = sorted(found.values(), ")]), "OncePerToken"),
    "ended, kept": (("beam_step", [("return kept, ended", "return ended, kept")]), "ListsSwapped"),
    "token, hypothesis": (("beam_step", [("(total, h, w))", "(total, w, h))")]), "ChangedPlaces"),
    "without END": (("score", [("len(tokens)", "len(tokens[:-1])")]), "EndNotCounted"),
    "mean": (("score", [(" ** -alpha", " ** -1")]), "AlphaIgnored"),
    "wrong sign": (("score", [("-alpha", "alpha")]), "WrongSign"),
    "times α": (("score", [("total * length ** -alpha", "total / (alpha * length)")]), "TimesAlpha"),
    "Wu": (("score", [("length **", "((length + 5) / 6) **")]), "OtherPenalty"),
    "p ignored": (("top_p", [("together >= p", "False")]), "PIgnored"),
    "crossing": (("top_p", [("together >= p", "together + one > p")]), "Crossing"),
    "one more": (("top_p", [("together >= p", "together > p")]), "OneMore"),
    "each alone": (("top_p", [(BODIES["top_p"], _ALONE)]), "EachAlone"),
    "by count": (("top_p", [("together >= p", "len(left) >= p * len(pairs) - 1e-9")]), "ByCount"),
    "least first": (("top_p", [(", reverse=True", "")]), "LeastFirst"),
    "vocabulary order": (("top_p", [("sorted(zip", "list(zip"), (", reverse=True", "")]), "Unsorted"),
    "not scaled": (("top_p", [(" / together", "")]), "NotScaled"),
    "by p": (("top_p", [("/ together", "/ p")]), "DividedByP"),
    "all accepted": (("accept", [("u * q[drafted] < p[drafted]", "True")]), "EveryDraft"),
    "q / p": (("accept", [("u * q[drafted] < p[drafted]", "u * p[drafted] < q[drafted]")]), "RatioUpsideDown"),
    "above": (("accept", [("u * q[drafted] < p[drafted]", "p[drafted] < u * q[drafted]")]), "OtherWay"),
    "no chance below": (("accept", [("u * q[drafted] < p[drafted]", "q[drafted] <= p[drafted]")]), "OnlyLikelier"),
    "u and p": (("accept", [("u * q[drafted] <", "u <")]), "PAlone"),
    "not cut": (("accept", [(" if p[token] > q[token] else 0", "")]), "NotCut"),
    "size of the difference": (("accept", [("p[token] - q[token] if p[token] > q[token] else 0", "abs(p[token] - q[token])")]), "Absolute"),
    "q − p": (("accept", [("p[token] - q[token] if p[token] > q[token]", "q[token] - p[token] if p[token] < q[token]")]), "Excess"),
    "residual as it is": (("accept", [("[one / sum(too_few) for one in too_few]", "too_few")]), "ResidualNotScaled"),
    "from p again": (("accept", [("[one / sum(too_few) for one in too_few]", "p")]), "FromModel"),
    "both wrong": (("accept", [("u * q[drafted] < p[drafted]", "True"), ("[one / sum(too_few) for one in too_few]", "p")]), "EveryDraft"),
    "sorted": (("top_p", [("for token in range(len(probabilities))]", "for _, token in pairs]")]), "NotRestored"),
}  # fmt: skip

# Wrong in ways that are on no list: these must be caught, and must not be given a name.
UNKNOWN = {
    "a shifted total": ("beam_step", [("+ new", "+ new - 1")]),
    "one more kept": ("beam_step", [(_KEEP, "w != END and len(kept) <= k")]),
    "the best left out": ("beam_step", [("enumerate(found)", "enumerate(found[1:])")]),
    "the worst in front": ("beam_step", [("return kept", "return kept[::-1]")]),
    "five at most": ("beam_step", [("in row:", "in row[:5]:")]),
    "a root": ("score", [("length ** -alpha", "length ** -(alpha**0.5)")]),
    "squares": ("top_p", [("left[token] = one", "left[token] = one * one")]),
    "half the chance": ("accept", [("u * q", "2 * u * q")]),
    "squared residual": ("accept", [("[one / sum", "[one**2 / sum")]),
    "aside one rank further": ("beam_step", [("rank < k:", "rank <= k:")]),
    "all that are as probable": ("top_p", [("    return [", "    least = pairs[len(left) - 1][0]\n    left = {t: one for one, t in pairs if one >= least}\n    together = sum(left.values())\n    return [")]),
    "two at least": ("top_p", [("together >= p", "together >= p and len(left) > 1")]),
}  # fmt: skip

STUDENT = Written("decoding", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
