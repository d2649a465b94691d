"""Sampling: draws follow the distribution that is shown, and that is the one that was asked for."""

import itertools

import pytest
import torch

from tests.kit import writers
from tests.kit.chi_square import surprise
from transformer.decoding import Fate, Table, greedy, last, sample
from transformer.decoding.sample import Settings
from transformer.vocabulary import END, PAD

DRAWS = 10_000
SETTINGS = [
    {"temperature": t, "top_k": k, "top_p": p}
    for t, k, p in itertools.product((0.5, 1.0, 1.8), (None, 3), (1.0, 0.8))
]


@pytest.fixture
def models(foreign_families):
    return writers.each()


def nothing(batch: int) -> torch.Tensor:
    return torch.empty(batch, 0, dtype=torch.long)


# ---- the distribution ---------------------------------------------------------------------------------
def by_hand(p: list[float], temperature: float, top_k: int | None, top_p: float) -> list[float]:
    """Temperature, top-k and top-p in plain Python, a token at a time."""
    p = [x ** (1 / temperature) for x in p]
    order = sorted(range(len(p)), key=lambda n: -p[n])[: top_k or len(p)]
    kept, have = [], 0.0
    for n in order:
        if have >= top_p:
            break
        kept.append(n)
        have += p[n] / sum(p[m] for m in order)
    return [x / sum(p[m] for m in kept) if n in kept else 0.0 for n, x in enumerate(p)]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_the_law_is_the_one_asked_for(settings):
    """By hand, and by Hugging Face's warpers."""
    from transformers import TemperatureLogitsWarper, TopKLogitsWarper, TopPLogitsWarper

    scores = torch.randn(20, 12, generator=torch.Generator().manual_seed(0)) * 2
    distribution = Settings(**settings).distribution(scores).by_token()
    for row, p in zip(distribution.tolist(), scores.softmax(-1).tolist(), strict=True):
        assert row == pytest.approx(by_hand(p, **settings), abs=1e-6)
    theirs = TemperatureLogitsWarper(settings["temperature"])(None, scores)
    if settings["top_k"]:
        theirs = TopKLogitsWarper(settings["top_k"])(None, theirs)
    theirs = TopPLogitsWarper(settings["top_p"])(None, theirs).softmax(-1)
    torch.testing.assert_close(distribution.float(), theirs)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_ten_thousand_draws(settings):
    """Of the first token, and of whole sentences, whose probability is the product of their steps."""
    rows = {
        "<start>": {"a": 0.5, "b": 0.3, "c": 0.15, "d": 0.05},
        "a": {"b": 0.6, "c": 0.2, "d": 0.12, "<end>": 0.08},
        "b": {"<end>": 0.5, "a": 0.3, "c": 0.2},
        "c": {"<end>": 1},
        "d": {"a": 0.25, "b": 0.25, "c": 0.25, "<end>": 0.25},
    }
    table = Table(rows)
    words = table.vocabulary.words
    distribution = {
        ("<start>" if key == 1 else words[key]): by_hand(
            [row.get(word, 0.0) for word in words], **settings
        )
        for key in (1, *range(4, len(words)))
        for row in [rows[words[key]]]
    }
    expected = {}
    for two in itertools.product(range(len(words)), repeat=2):
        p = distribution["<start>"][two[0]]
        if p:
            p *= distribution[words[two[0]]][two[1]]
        expected[two] = p
    steps = list(sample(table, nothing(DRAWS), 2, seed=7, **settings))
    promised = steps[0].distribution.by_token()[0]
    torch.testing.assert_close(promised, torch.tensor(distribution["<start>"], dtype=torch.float64))
    tokens = steps[-1].answers().tokens[:, 0]
    first = tokens[:, 0].bincount(minlength=len(words))
    assert surprise(first, promised) > 0.001
    both = (tokens[:, 0] * len(words) + tokens[:, 1]).bincount(minlength=len(words) ** 2)
    assert surprise(both, torch.tensor(list(expected.values()))) > 0.001
    other = torch.full_like(promised, 1 / len(words)) + promised  # a wrong distribution is noticed
    assert surprise(first, other / other.sum()) < 1e-6


def test_draws_of_a_trained_distribution(models):
    """From each family, with its memory: 10,000 second tokens after their first."""
    for name in ("transformer", "gpt", "gru"):
        source = writers.sources(1).expand(DRAWS, -1)
        steps = list(sample(models[name], source, 2, seed=3, top_p=0.95))
        tokens = steps[-1].answers().tokens[:, 0]
        common = tokens[:, 0].masked_fill(tokens[:, 0] == END, PAD).bincount().argmax()
        after = tokens[:, 0] == common
        distribution = (
            Settings(top_p=0.95)
            .distribution(banned(models[name], source[:1], common))
            .by_token()[0]
        )
        assert surprise(tokens[after, 1].bincount(minlength=writers.WORDS), distribution) > 0.001, (
            name
        )


@torch.no_grad()
def banned(model, source, token):
    scores = writers.full(model, source, torch.tensor([[1, int(token)]]))[:, -1]
    scores[:, :2] = -torch.inf
    return scores


def partitions(whole: int, largest: int):
    """All ways to write `whole` as a sum of whole numbers, the largest first."""
    if not whole:
        yield []
    for first in range(min(whole, largest), 0, -1):
        yield from ([first, *rest] for rest in partitions(whole - first, first))


def test_top_p_keeps_the_fewest_words_that_together_have_p():
    """All tables in twentieths and all p in twentieths, against whole numbers: the sum often reaches p exactly."""
    tables = list(partitions(20, 20))
    typed = torch.zeros(len(tables), 20)  # (table, word) float32, as in a `Table`
    for row, parts in zip(typed, tables, strict=True):
        row[: len(parts)] = torch.tensor(parts) / 20
    for twentieths in range(1, 20):
        kept = Settings(top_p=twentieths / 20).distribution(typed.log()).probability > 0
        for parts, count in zip(tables, kept.sum(-1).tolist(), strict=True):
            sums = list(itertools.accumulate(parts))
            assert count == 1 + sum(so_far < twentieths for so_far in sums), (parts, twentieths)
    assert (Settings(top_p=1e-9).distribution(typed.log()).probability > 0).sum(-1).eq(1).all()


def test_a_step_prunes_a_word_for_the_reason_that_it_names():
    """0.3 + 0.2 + 0.2 is p = 0.7, although the sum of the rounded numbers is smaller."""
    row = {"a": 0.3, "b": 0.2, "c": 0.2, "d": 0.15, "<end>": 0.15}
    table = Table({"<start>": row, **dict.fromkeys("abcd", {"<end>": 1})})
    step = next(sample(table, nothing(1), 5, top_p=0.7))
    assert [c.fate == Fate.CUT for c in step.candidates()] == [False] * 3 + [True] * 2
    assert step.candidates()[3].reason == "pruned: tokens before it sum to 0.7 ≥ p = 0.7"


# ---- steps -----------------------------------------------------------------------------------
def test_a_step_says_which_tokens_survive_and_why(models):
    (step,) = sample(models["table"], nothing(1), 1, temperature=2.0, seed=0)
    assert sorted(c.reason for c in step.candidates()) == ["not sampled", "sampled: the last"]
    line = Table(
        {
            "<start>": {"a": 0.5, "b": 0.3, "c": 0.15, "<end>": 0.05},
            **dict.fromkeys("abc", {"<end>": 1}),
        }
    )
    step = next(sample(line, nothing(1), 5, top_k=3, top_p=0.75))
    listed = step.candidates()
    assert [c.rank for c in listed] == [1, 2, 3, 4] and listed[0].fate in (Fate.KEPT, Fate.LEFT)
    assert listed[2].reason == "pruned: tokens before it sum to 0.842 ≥ p = 0.75"
    assert listed[3].reason == "rank 4, pruned at k = 3"
    assert all(c.fate == Fate.CUT for c in listed[2:])
    assert step.distribution.probability[0, :3].tolist() == pytest.approx([0.625, 0.375, 0])


def test_where_the_number_falls_is_what_is_drawn(models):
    for step in sample(models["gru"], writers.sources(3), 6, seed=2):
        line = step.distribution.probability.cumsum(-1)
        for sentence in range(3):
            column = int(step.kept[sentence, 0])
            assert line[sentence, column] >= step.u[sentence]
            assert column == 0 or line[sentence, column - 1] <= step.u[sentence]


def test_totals_are_the_models_own_log_probabilities(models):
    for name in ("transformer", "gpt", "gru"):
        source = writers.sources(2)
        steps = list(sample(models[name], source, 5, temperature=1.7, top_k=4, seed=5))
        answers = steps[-1].answers()
        for row, tokens in enumerate(answers.tokens[:, 0]):
            tokens = tokens[: answers.length[row, 0]]
            line = torch.cat((torch.tensor([1]), tokens))[None]
            with torch.no_grad():
                log_p = writers.full(models[name], source[row, None], line).log_softmax(-1)[0]
            torch.testing.assert_close(
                answers.total[row, 0], log_p[range(len(tokens)), tokens].sum(), atol=1e-4, rtol=0
            )
            final = steps[len(tokens) - 1]
            assert final.tokens(row, int(final.kept[row, 0])) == tokens.tolist()


def test_the_same_seed_the_same_text(models):
    def text(seed):
        return last(sample(models["gpt"], nothing(4), 8, seed=seed)).answers().best()

    assert torch.equal(text(1), text(1)) and not torch.equal(text(1), text(2))
    generator = torch.Generator().manual_seed(1)
    assert torch.equal(text(generator), text(1)) and not torch.equal(text(generator), text(1))


def test_only_the_most_probable_is_greedy(models):
    source, prompt = writers.sources(3), torch.tensor([[5, 6, 7], [5, 0, 0], [4, 9, 0]])
    for name, model in models.items():
        given = torch.tensor([[4, 6, 0], [5, 0, 0], [4, 8, 9]]) if name == "table" else prompt
        right = greedy(model, source, 7, given)
        for options in ({"top_k": 1}, {"temperature": 1e-6}, {"top_p": 1e-9}):
            found = last(sample(model, source, 7, given, **options)).answers().best()
            assert torch.equal(found, right), name


def test_what_never_ends_ends_at_max_length():
    table = Table({"<start>": {"la": 1}, "la": {"la": 1}})
    answers = last(sample(table, nothing(2), 20)).answers()
    assert answers.length.tolist() == [[20], [20]] and not answers.ended.any()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"temperature": 0}, "temperature is 0, but it must be greater than 0"),
        ({"temperature": -1.0}, "temperature is -1.0"),
        ({"temperature": float("nan")}, "temperature is nan"),
        ({"temperature": float("inf")}, "temperature is inf"),
        ({"top_k": 0}, "top_k is 0, but it must be at least 1"),
        ({"top_p": 0.0}, "top_p is 0.0, but 0 < top_p"),
        ({"top_p": 1.1}, "top_p is 1.1"),
        ({"top_p": float("nan")}, "top_p is nan"),
        ({"max_length": 0}, "max_length is 0"),
    ],
)
def test_what_is_refused_is_refused_at_once(models, options, said):
    with pytest.raises(ValueError, match=said):
        sample(models["table"], nothing(1), **options)


@pytest.mark.parametrize(
    ("score", "said"),
    [
        (float("nan"), "the scores for token 1 are NaN"),
        (-torch.inf, "at step 1, every token has probability 0"),
    ],
)
def test_no_text_without_scores(score, said):
    class NonFinite:
        def start_decoding(self, source):
            return self

        def log_probabilities(self, tokens):
            return torch.full((len(tokens), 9), score)

    with pytest.raises(FloatingPointError, match=said):
        list(sample(NonFinite(), nothing(2)))
