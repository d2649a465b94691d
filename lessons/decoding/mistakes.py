"""Common mistakes in beam search, length normalisation, top-p and drafting."""

from lessons.decoding.solution import accept, beam_step, score, top_p
from lessons.kit.mistakes import mutations

# Lines that several edits replace, and long lines.
ENDED = "ended = [candidate for candidate in ranked[:k] if candidate[2] == END]"
KEPT = "kept = [candidate for candidate in ranked if candidate[2] != END][:k]"
K_OF_EACH = """\
others = [candidate for candidate in ranked if candidate[2] != END]
    kept = [candidate for h in range(len(totals)) for candidate in [c for c in others if c[1] == h][:k]]"""
TOKENS = "for token, p in enumerate(log_p[hypothesis])"
BEST_TOKEN = f"for p, token in [max((p, token) {TOKENS})]"
K_TOKENS = f"for p, token in sorted(((p, token) {TOKENS}), reverse=True)[:k]"
SWAPPED = "return *([(total, token, h) for total, h, token in part] for part in (kept, ended)),"
BY_TOKEN = "candidates = {candidate[2]: candidate for candidate in candidates}.values()"
SUM = "(total + p, "
DIVIDED = "return total / len(tokens) ** alpha"
ORDER = "order = sorted(range(len(probabilities)), key=lambda token: -probabilities[token])"
IN = "if before < p:"
SCALED = "return [probability / together for probability in kept]"

ACCEPTED = "accepted = u < p[drafted] / q[drafted]"
LEFT = "max(0.0, model - draft)"
RESIDUAL = "[part / missing for part in left]"

# Mistakes in `beam_step`, then in `score`, `top_p` and `accept`.
MISTAKES = mutations(
    (beam_step, score, top_p, accept),
    OneChild=(
        (
            "each hypothesis was extended only with its best token; two of the best k candidates can extend the "
            "same hypothesis"
        ),
        (TOKENS, BEST_TOKEN),
    ),
    KTokens=(
        "k tokens per hypothesis are too few if one of them is END; take k + 1 tokens, or all tokens",
        (TOKENS, K_TOKENS),
    ),
    KOfEach=(
        "k candidates of each hypothesis were kept; keep only the best k of all candidates",
        (KEPT, K_OF_EACH),
    ),
    EndGoesOn=(
        "END was kept like any other token; nothing can follow END, so put the finished hypothesis aside",
        (ENDED, "ended = []"),
        (KEPT, "kept = ranked[:k]"),
    ),
    EndTwice=("a finished hypothesis was put aside and also kept", (KEPT, "kept = ranked[:k]")),
    EndTakesPlace=(
        "a finished hypothesis took one of the k slots, as on the slides; here, k unfinished hypotheses continue",
        (KEPT, "kept = [candidate for candidate in ranked[:k] if candidate[2] != END]"),
    ),
    EndAnyRank=(
        "every finished hypothesis was put aside, even an improbable one; it counts only if it ranks among the first k",
        (ENDED, "ended = [candidate for candidate in ranked if candidate[2] == END]"),
    ),
    EndLost=(
        "the finished hypothesis was discarded; it could be the answer",
        (ENDED, "ended = []"),
    ),
    Probabilities=(
        "a probability was added to a sum of log-probabilities; add the log-probability instead",
        (SUM, "(total + math.exp(p), "),
    ),
    Multiplied=("log-probabilities were multiplied; add them", (SUM, "(total * p, ")),
    TokenAlone=("the total of the hypothesis is missing from the sum", (SUM, "(p, ")),
    RankedByToken=(
        "the candidates were ranked only by their last token; rank them by the new total",
        ("candidate: candidate[0]", "candidate: log_p[candidate[1]][candidate[2]]"),
    ),
    Smallest=(
        "the least probable candidates were kept; the best total is the one nearest to 0",
        (", reverse=True", ""),
    ),
    OncePerToken=(
        "when two candidates had the same next token, only one was kept, as in a dict with tokens as keys; keep "
        "both candidates",
        ("ranked = sorted(candidates", f"{BY_TOKEN}; ranked = sorted(candidates"),
    ),
    ListsSwapped=(
        "`kept` and `ended` are swapped; return `kept` first",
        ("return kept, ended", "return ended, kept"),
    ),
    ChangedPlaces=("the hypothesis and the token are swapped", ("return kept, ended", SWAPPED)),
    EndNotCounted=(
        "END was not counted in the length; here, |y| includes END",
        (DIVIDED, "return total / (len(tokens) - 1) ** alpha"),
    ),
    AlphaIgnored=(
        "α is not used, so the score is the mean log-probability per token",
        (DIVIDED, "return total / len(tokens)"),
    ),
    WrongSign=(
        (
            "the total, which is negative, was multiplied by |y|^α, so long sentences are penalised twice. "
            "Divide instead"
        ),
        (DIVIDED, "return total * len(tokens) ** alpha"),
    ),
    TimesAlpha=(
        "the length was multiplied by α; α is its exponent",
        (DIVIDED, "return total / (len(tokens) * alpha)"),
    ),
    OtherPenalty=(
        "the divisor is ((5 + |y|)/6)^α, as in Wu et al. (2016); divide by |y|^α",
        (DIVIDED, "return total / ((5 + len(tokens)) / 6) ** alpha"),
    ),
    PIgnored=("p is not used, so no token was removed", (SCALED, "return probabilities")),
    Crossing=(
        "the token that reaches p was also removed; without it, the probabilities add up to less than p",
        (IN, "if before + probabilities[token] <= p:"),
    ),
    OneMore=("one token too many was kept when the sum was exactly p", (IN, "if before <= p:")),
    MinP=(
        "this is min-p: each probability was compared with p times the largest one. Top-p compares p with the sum "
        "before each token",
        (IN, "if probabilities[token] >= p * max(probabilities):"),
    ),
    EachAlone=(
        "each probability was compared with p; compare the sum before each token with p",
        (IN, "if probabilities[token] >= p:"),
    ),
    ByCount=(
        "p was used as a fraction of the number of tokens; p is a probability",
        (IN, "if order.index(token) < round(p * len(order)):"),
    ),
    LeastFirst=(
        "the tokens were sorted with the least probable first",
        ("token: -prob", "token: prob"),
    ),
    Unsorted=(
        "the tokens were taken in vocabulary order; begin with the most probable token",
        (ORDER, "order = range(len(probabilities))"),
    ),
    NotScaled=(
        "the kept probabilities do not add up to 1; divide them by their sum",
        (SCALED, "return kept"),
    ),
    DividedByP=(
        "the kept probabilities were divided by p; their sum is at least p, so divide by the sum",
        (SCALED, "return [probability / p for probability in kept]"),
    ),
    NotRestored=(
        "the distribution is still sorted; put each probability back at the index of its token",
        (SCALED, "return [kept[token] / together for token in order]"),
    ),
    EveryDraft=(
        "every token was accepted, so the text follows q, not p",
        (ACCEPTED, "accepted = True"),
    ),
    RatioUpsideDown=(
        "q was divided by p, so tokens that q proposes too often are always accepted. Divide p by q",
        (ACCEPTED, "accepted = u < q[drafted] / p[drafted]"),
    ),
    OtherWay=(
        "the token was accepted if u was above p / q; accept it if u is below p / q",
        (ACCEPTED, "accepted = u > p[drafted] / q[drafted]"),
    ),
    OnlyLikelier=(
        "the token was accepted only if p was at least q; otherwise, accept it with probability p / q",
        (ACCEPTED, "accepted = p[drafted] >= q[drafted]"),
    ),
    PAlone=(
        "u was compared with p; the token has already been drawn from q, so divide p by q",
        (ACCEPTED, "accepted = u < p[drafted]"),
    ),
    NotCut=(
        "p − q was not clipped at 0, so its values add up to 0, and you cannot sample from it",
        (LEFT, "model - draft"),
    ),
    Absolute=(
        "the absolute value of p − q was taken; the residual is 0 where p is smaller than q",
        (LEFT, "abs(model - draft)"),
    ),
    Excess=(
        "the residual is reversed: it contains the excess of q over p. Use p − q",
        (LEFT, "max(0.0, draft - model)"),
    ),
    ResidualNotScaled=(
        "the residual does not add up to 1; divide it by its sum",
        (RESIDUAL, "left"),
    ),
    FromModel=(
        "a rejected token was replaced by one drawn from p, so tokens with a large q still occur too often. Sample "
        "from the residual",
        (RESIDUAL, "p"),
    ),
)
