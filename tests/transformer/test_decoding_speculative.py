"""Drafting: whatever the draft is worth, the distribution of what is written is the target's."""

import itertools

import pytest
import torch

from tests.kit import writers
from tests.kit.chi_square import surprise
from transformer import weights
from transformer.decoding import NGram, Table, greedy, last, sample, speculative, start_decoding
from transformer.decoding.sample import Settings
from transformer.decoding.speculative import check, draw
from transformer.vocabulary import END, PAD, START

WORDS = ["a", "b", "c"]
TARGET = Table(
    {
        "<start>": {"a": 0.5, "b": 0.3, "c": 0.2},
        "a": {"a": 0.2, "b": 0.5, "<end>": 0.3},
        "b": {"a": 0.4, "c": 0.4, "<end>": 0.2},
        "c": {"b": 0.1, "c": 0.6, "<end>": 0.3},
    },
    WORDS,
)
DRAFTS = {
    "other": {
        "<start>": {"a": 0.2, "b": 0.2, "c": 0.6},
        "a": {"a": 0.7, "b": 0.1, "c": 0.1, "<end>": 0.1},
        "b": {"b": 0.3, "c": 0.1, "<end>": 0.6},
        "c": {"b": 0.3, "c": 0.3, "<end>": 0.4},
    },
    "right at the beginning": {
        "<start>": {"a": 0.5, "b": 0.3, "c": 0.2},
        "a": {"a": 0.6, "b": 0.1, "<end>": 0.3},
        "b": {"a": 0.2, "b": 0.2, "c": 0.4, "<end>": 0.2},
        "c": {"a": 1},
    },
    "proposes only what cannot be": {
        "<start>": {"<end>": 1},
        **dict.fromkeys("abc", {"c": 0.5, "<end>": 0.5}),
    },
}
LONG = 3


def nothing(batch: int) -> torch.Tensor:
    return torch.empty(batch, 0, dtype=torch.long)


def sentences(table: Table, settings: Settings) -> dict[tuple[int, ...], float]:
    """Every sentence of at most LONG tokens and its probability, from the rows of the table."""
    found, begun = {}, {(START,): 1.0}
    for place in range(LONG):
        going = {}
        for written, p in begun.items():
            reading = start_decoding(table, nothing(1))
            scores = [reading.log_probabilities(torch.tensor([[t]])) for t in written][-1]
            distribution = settings.distribution(scores).by_token()[0].tolist()
            for token, share in enumerate(distribution):
                if share:
                    closed = token == END or place == LONG - 1
                    (found if closed else going)[*written, token] = p * share
        begun = going
    assert sum(found.values()) == pytest.approx(1)
    return found


def counted(rows: torch.Tensor, distribution: dict) -> float:
    """How surprising these texts are under the distribution."""
    texts = [(START, *(t for t in row if t != PAD)) for row in rows.tolist()]
    assert set(texts) <= distribution.keys(), "a text that the target never writes"
    counts = torch.tensor([texts.count(sentence) for sentence in distribution])
    return surprise(counts, torch.tensor(list(distribution.values())))


@pytest.mark.parametrize("options", [{}, {"temperature": 0.6, "top_k": 2}, {"top_p": 0.7}], ids=str)
@pytest.mark.parametrize("name", [*DRAFTS, "the target itself"])
def test_ten_thousand_texts_follow_the_target(name, options):
    """A large batch goes on as far as its slowest sentence: all of its rounds are checked together."""
    draft = Table(DRAFTS[name], WORDS) if name in DRAFTS else TARGET
    distribution = sentences(TARGET, Settings(**options))
    rounds = list(speculative(TARGET, draft, nothing(10_000), 2, LONG, seed=4, **options))
    if name == "the target itself":
        assert len(rounds) == 1 and (rounds[0].acceptance == 1).all()
    assert counted(rounds[-1].tokens(), distribution) > 0.001
    if name == "other" and not options:  # and the test would see the distribution of the draft
        drafted = last(sample(draft, nothing(10_000), LONG)).answers().tokens[:, 0]
        texts = [(START, *(t for t in row if t != PAD)) for row in drafted.tolist()]
        counts = torch.tensor([texts.count(sentence) for sentence in distribution])
        assert surprise(counts, torch.tensor(list(distribution.values()))) < 1e-6


def test_texts_written_one_or_two_at_a_time_follow_the_target():
    """Several tokens accepted in a round, refusals in every place, the one more after all."""
    distribution, generator, found, seen = (
        sentences(TARGET, Settings()),
        torch.Generator().manual_seed(8),
        [],
        set(),
    )
    draft = Table(DRAFTS["other"], WORDS)
    for batch in (1, 2) * 300:
        for made in speculative(TARGET, draft, nothing(batch), 2, LONG, seed=generator):
            seen.add((made.drafted.shape[1], int(made.accepted.min())))
        width = made.tokens().shape[1]
        found.append(torch.nn.functional.pad(made.tokens(), (0, LONG - width)))
    assert seen >= {(2, 0), (2, 1), (2, 2), (1, 0), (1, 1), (0, 0)}
    assert counted(torch.cat(found), distribution) > 0.001


def test_the_next_token_follows_the_target_in_every_place():
    """Sixty thousand checks at once: where a run of accepted tokens stops, the distribution is that of the target."""
    generator, many = torch.Generator().manual_seed(0), 60_000
    p, q = (torch.rand(k, 6, generator=generator, dtype=torch.float64) ** 2 for k in (3, 2))
    p, q = (t / t.sum(-1, keepdim=True) for t in (p, q))
    drafted = torch.stack([q[n].multinomial(many, True, generator=generator) for n in range(2)], 1)
    acceptance, residual = check(p.expand(many, -1, -1), q.expand(many, -1, -1), drafted)
    u = torch.rand(many, 2, generator=generator, dtype=torch.float64)
    run = (u < acceptance).long().cumprod(1).sum(1)
    new = draw(residual[torch.arange(many), run], torch.rand(many, generator=generator))
    for place in range(3):
        there = run >= place
        token = torch.where(run > place, drafted[:, min(place, 1)], new)[there]
        assert surprise(token.bincount(minlength=6), p[place]) > 0.001
    # The chance to be accepted is what p and q have in common.
    common = torch.minimum(p[0], q[0]).sum().item()
    assert (run > 0).double().mean().item() == pytest.approx(common, abs=0.01)


def test_a_round_shows_what_was_accepted_and_why():
    draft = Table(DRAFTS["other"], WORDS)
    for seed in range(15):
        for made in speculative(TARGET, draft, nothing(1), 2, 6, seed=seed):
            k, run = made.drafted.shape[1], int(made.accepted)
            p, q = made.target[0], made.draft[0]
            tokens = made.drafted[0].tolist()
            ratio = [min(1, (p[n, t] / q[n, t]).item()) for n, t in enumerate(tokens)]
            assert made.acceptance[0].tolist() == pytest.approx(ratio)
            until = next((n + 1 for n, t in enumerate(tokens) if t == END), k)
            fits = [bool(made.u[0, n] < ratio[n]) for n in range(until)]
            assert run == (fits.index(False) if False in fits else until)
            written = [t for t in made.written[0].tolist() if t != PAD]
            assert written[:run] == tokens[:run]
            if run < until:
                left = (p[run] - q[run]).clamp_min(0)
                torch.testing.assert_close(made.residual[0], left / left.sum())
                assert made.residual[0, written[run]] > 0
            elif END not in tokens[:until]:
                torch.testing.assert_close(made.residual[0], p[k])


def test_the_same_as_greedy_where_nothing_is_left_to_chance(foreign_families):
    """top_k = 1, for each family as target and as draft, with prompts of unequal length: memory is
    taken back rightly, in models that can forget and in one that cannot."""
    models = {"transformer": writers.transformer(), "gpt": writers.gpt(), "gru": writers.gru()}
    models["counts"] = NGram([[5, 6, 7, 8], [5, 5, 9], [8, 9, 10, 11, 4]], writers.WORDS, 3)
    source = writers.sources(3)
    prompt = torch.tensor([[5, 6, 7], [5, 0, 0], [8, 9, 0]])
    for (name, target), (other, draft) in itertools.product(models.items(), repeat=2):
        for given in (None, prompt):
            right = greedy(target, source, 7, given)
            for ahead in (1, 4):
                made = last(speculative(target, draft, source, ahead, 7, given, top_k=1))
                found = made.tokens()[:, : right.shape[1]]
                assert torch.equal(found, right), (name, other, ahead)
                assert not made.tokens()[:, right.shape[1] :].any() and made.done.all()


def test_the_shipped_language_model_with_counts_of_its_own_text():
    trained = weights.load("language_model")
    words = trained.target_vocabulary
    lines = [words.encode(e.target) for e in trained.task.train]
    draft, generator = NGram(lines, len(words), 5), torch.Generator().manual_seed(0)
    accepted = calls = symbols = tried = 0
    for _ in range(4):
        for made in speculative(trained.model, draft, nothing(1), 4, 40, seed=generator):
            accepted += int(made.accepted)
            tried += min(int(made.accepted) + 1, made.drafted.shape[1])
            calls += 1
        symbols += int((made.tokens() != PAD).sum())
    assert accepted / tried > 0.6 and symbols / calls > 2


# ---- the counts -------------------------------------------------------------------------------
def test_pairs_are_those_of_the_lesson():
    """The same mean −ln p as `task.ngram_counts`, which stands on the model's card."""
    trained = weights.load("language_model")
    words, task = trained.target_vocabulary, trained.task
    lines = [words.encode(e.target) for e in task.train]
    held = task.held_out[:20]
    rows = [[START, *words.encode(e.target), END] for e in held]
    right = task.ngram_counts.losses([e.target for e in held])
    for order, name in ((1, "frequencies"), (2, "pairs")):
        model = NGram(lines, len(words), order)
        context = torch.tensor(
            [row[n + 2 - order : n + 1] for row in rows for n in range(len(row) - 1)]
        )
        after = torch.tensor([token for row in rows for token in row[1:]])
        p = model.probabilities(context.view(len(after), order - 1))
        loss = -p.gather(1, after[:, None]).log().mean().item()
        assert loss == pytest.approx(right[name], abs=1e-6)


def test_counts_by_hand():
    """Two lines, order 3: what follows "a b" was c once and END once."""
    a, b, c = 4, 5, 6
    model = NGram([[a, b, c], [a, b]], 7, 3)
    p1 = torch.tensor([0, 0, 3, 1, 3, 3, 2]) / 12  # +1 for all but PAD and START: 7 + 5 in all
    p2 = (torch.tensor([0, 0, 1, 0, 0, 0, 1]) + p1) / 3
    p3 = (torch.tensor([0, 0, 1, 0, 0, 0, 1]) + p2) / 3
    torch.testing.assert_close(model.probabilities(torch.tensor([[a, b]]))[0].float(), p3)
    never = model.probabilities(torch.tensor([[c, c]]))[0].float()
    torch.testing.assert_close(never, (torch.tensor([0, 0, 1, 0, 0, 0, 0]) + p1) / 2)
    for context in ([START, START], [START, a], [b, END]):
        assert model.probabilities(torch.tensor([context])).sum().item() == pytest.approx(1)


def test_counts_write_with_the_same_lines_as_any_model():
    lines = [[4, 5, 6], [4, 5, 6], [5, 5]]
    for order in (1, 2, 3, 5):
        model = NGram(lines, 7, order)
        first = start_decoding(model, nothing(1)).log_probabilities(torch.tensor([[START]]))
        context = torch.full((1, order - 1), START)
        torch.testing.assert_close(first.exp()[0], model.probabilities(context)[0].float())
    assert greedy(NGram(lines, 7, 3), nothing(1))[0].tolist() == [4, 5, 6, END]


# ---- what cannot be ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"ahead": 0}, "`ahead` is 0, but the draft model must generate at least 1 token"),
        ({"max_length": 0}, "max_length is 0"),
        ({"temperature": 0}, "temperature is 0"),
        ({"top_p": 2}, "top_p is 2"),
    ],
)
def test_what_is_refused_is_refused_at_once(options, said):
    with pytest.raises(ValueError, match=said):
        speculative(TARGET, TARGET, nothing(1), **options)


def test_two_vocabularies_do_not_draft_for_each_other():
    small = Table({"<start>": {"a": 1}, "a": {"<end>": 1}})
    with pytest.raises(
        ValueError, match="the draft model has 5 tokens, but the target model has 7"
    ):
        list(speculative(TARGET, small, nothing(1)))


class NonFinite:
    """Says what TARGET says, and from its second token on that nothing is known, or possible."""

    def __init__(self, score: float):
        self.score = score

    def start_decoding(self, source):
        self.inner, self.read = start_decoding(TARGET, source), 0
        return self

    def log_probabilities(self, tokens):
        self.read += tokens.shape[1]
        log_p = self.inner.log_probabilities(tokens)
        return log_p if self.read == 1 else torch.full_like(log_p, self.score)


@pytest.mark.parametrize(
    ("score", "said"), [(float("nan"), "are NaN"), (-torch.inf, "has probability 0")]
)
def test_no_text_without_scores_of_either(score, said):
    for models in ((NonFinite(score), TARGET), (TARGET, NonFinite(score))):
        with pytest.raises(FloatingPointError, match=said):
            for seed in range(9):
                list(speculative(*models, nothing(3), 3, 6, seed=seed))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"order": 0}, "order is 0"),
        ({"vocabulary": 10**6, "order": 5}, "which is too many"),
        ({"lines": []}, "no lines to count"),
    ],
)
def test_what_cannot_be_counted(options, said):
    with pytest.raises(ValueError, match=said):
        NGram(**{"lines": [[4]], "vocabulary": 9, "order": 2, **options})
