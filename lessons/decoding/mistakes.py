"""The usual mistakes in a step of beam search, in length normalisation, in top-p and in checking a draft,
one at a time."""

from lessons.decoding.solution import accept, beam_step, score, top_p
from lessons.kit.mistakes import planted

# What the edits meet more than once, or what is long.
ENDED = "ended = [one for one in ranked[:k] if one[2] == END]"
KEPT = "kept = [one for one in ranked if one[2] != END][:k]"
K_OF_EACH = """\
others = [one for one in ranked if one[2] != END]
    kept = [one for h in range(len(totals)) for one in [c for c in others if c[1] == h][:k]]"""
TOKENS = "for token, p in enumerate(log_p[hypothesis])"
BEST_TOKEN = f"for p, token in [max((p, token) {TOKENS})]"
K_TOKENS = f"for p, token in sorted(((p, token) {TOKENS}), reverse=True)[:k]"
SWAPPED = "return *([(total, token, h) for total, h, token in part] for part in (kept, ended)),"
BY_TOKEN = "candidates = {one[2]: one for one in candidates}.values()"
SUM = "(total + p, "
DIVIDED = "return total / len(tokens) ** alpha"
ORDER = "order = sorted(range(len(probabilities)), key=lambda token: -probabilities[token])"
IN = "if before < p:"
SCALED = "return [one / together for one in kept]"

ACCEPTED = "accepted = u < p[drafted] / q[drafted]"
LEFT = "max(0.0, model - draft)"
RESIDUAL = "[one / missing for one in left]"

# First those of `beam_step`, then those of `score`, of `top_p` and of `accept`.
MISTAKES = planted(
    (beam_step, score, top_p, accept),
    OneChild=(
        "each hypothesis went on with its best token only; two of the best k may go on from the same one",
        (TOKENS, BEST_TOKEN),
    ),
    KTokens=(
        "k tokens of each hypothesis are too few where one of them is END; take k + 1, or all",
        (TOKENS, K_TOKENS),
    ),
    KOfEach=("k of each hypothesis were kept; keep k of all together", (KEPT, K_OF_EACH)),
    EndGoesOn=(
        "END was kept like any token; nothing can follow it, so put it aside",
        (ENDED, "ended = []"),
        (KEPT, "kept = ranked[:k]"),
    ),
    EndTwice=("what ended was put aside, and kept as well", (KEPT, "kept = ranked[:k]")),
    EndTakesPlace=(
        "what ended took a place among the k, so fewer go on, as on the slides; here k others go on",
        (KEPT, "kept = [one for one in ranked[:k] if one[2] != END]"),
    ),
    EndAnyRank=(
        "every END was put aside, however improbable; it counts only among the first k of the ranking",
        (ENDED, "ended = [one for one in ranked if one[2] == END]"),
    ),
    EndLost=("what ended was thrown away; it may be the answer", (ENDED, "ended = []")),
    Probabilities=(
        "a probability was added to a sum of log-probabilities; add the log-probability as it is",
        (SUM, "(total + math.exp(p), "),
    ),
    Multiplied=("log-probabilities were multiplied; they are added", (SUM, "(total * p, ")),
    TokenAlone=("the total of the hypothesis is missing from the sum", (SUM, "(p, ")),
    RankedByToken=(
        "the candidates were ranked by their last token alone; what ranks them is the new total",
        ("one: one[0]", "one: log_p[one[1]][one[2]]"),
    ),
    Smallest=("the least probable were kept; the best is nearest to 0", (", reverse=True", "")),
    OncePerToken=(
        "the same token after two hypotheses was kept once, as in a dict whose keys are the tokens; these are two "
        "candidates",
        ("ranked = sorted(candidates", f"{BY_TOKEN}; ranked = sorted(candidates"),
    ),
    ListsSwapped=(
        "kept and ended changed places; kept comes first",
        ("return kept, ended", "return ended, kept"),
    ),
    ChangedPlaces=("hypothesis and token changed places", ("return kept, ended", SWAPPED)),
    EndNotCounted=(
        "END was not counted in the length; here |y| counts it",
        (DIVIDED, "return total / (len(tokens) - 1) ** alpha"),
    ),
    AlphaIgnored=("α is not used: this is the mean", (DIVIDED, "return total / len(tokens)")),
    WrongSign=(
        "the total was multiplied by |y|^α; it is negative, so this punishes a long sentence twice. Divide",
        (DIVIDED, "return total * len(tokens) ** alpha"),
    ),
    TimesAlpha=(
        "the length was multiplied by α; α is its power",
        (DIVIDED, "return total / (len(tokens) * alpha)"),
    ),
    OtherPenalty=(
        "this is ((5 + |y|)/6)^α, as in Wu et al. 2016; here it is |y|^α",
        (DIVIDED, "return total / ((5 + len(tokens)) / 6) ** alpha"),
    ),
    PIgnored=("p is not used: nothing was cut", (SCALED, "return probabilities")),
    Crossing=(
        "the token with which p is reached was cut too; without it the rest has less than p",
        (IN, "if before + probabilities[token] <= p:"),
    ),
    OneMore=("one more was kept where exactly p was reached", (IN, "if before <= p:")),
    EachAlone=(
        "each probability was compared with p; what counts is the sum of those before it",
        (IN, "if probabilities[token] >= p:"),
    ),
    ByCount=(
        "p was taken as a share of the number of tokens; it is a share of the probability",
        (IN, "if order.index(token) < round(p * len(order)):"),
    ),
    LeastFirst=("the least probable came first", ("token: -prob", "token: prob")),
    Unsorted=(
        "the tokens were taken in the order of the vocabulary; begin with the most probable",
        (ORDER, "order = range(len(probabilities))"),
    ),
    NotScaled=("what was kept does not add to 1; divide it by its sum", (SCALED, "return kept")),
    DividedByP=(
        "what was kept was divided by p; its sum is p or more, so divide by the sum",
        (SCALED, "return [one / p for one in kept]"),
    ),
    NotRestored=(
        "the distribution is still sorted; put each probability back at the place of its token",
        (SCALED, "return [kept[token] / together for token in order]"),
    ),
    EveryDraft=(
        "every draft was accepted; so the text follows the draft’s distribution, not the model’s",
        (ACCEPTED, "accepted = True"),
    ),
    RatioUpsideDown=(
        "q was divided by p; what the draft gives too often would always be accepted. Divide p by q",
        (ACCEPTED, "accepted = u < q[drafted] / p[drafted]"),
    ),
    OtherWay=(
        "it was accepted where u is above p / q; u is below it with just this chance",
        (ACCEPTED, "accepted = u > p[drafted] / q[drafted]"),
    ),
    OnlyLikelier=(
        "it was accepted only where p is not below q; below, it still has the chance p / q",
        (ACCEPTED, "accepted = p[drafted] >= q[drafted]"),
    ),
    PAlone=(
        "u was compared with p alone; the token has been drawn from q already, so divide p by q",
        (ACCEPTED, "accepted = u < p[drafted]"),
    ),
    NotCut=(
        "p − q was not cut at 0; it adds to 0, so nothing can be drawn from it",
        (LEFT, "model - draft"),
    ),
    Absolute=(
        "the size of p − q was taken, so what q gives too much is drawn too; where p is smaller it is 0",
        (LEFT, "abs(model - draft)"),
    ),
    Excess=(
        "the residual is the wrong way round: it has what q gives too much. Take p − q",
        (LEFT, "max(0.0, draft - model)"),
    ),
    ResidualNotScaled=("the residual does not add to 1; divide it by its sum", (RESIDUAL, "left")),
    FromModel=(
        "instead of a refused token one is drawn from p; so what q gives too often still comes too "
        "often. Draw from the residual",
        (RESIDUAL, "p"),
    ),
)
