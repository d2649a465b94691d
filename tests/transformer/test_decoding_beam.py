"""Beam search: equal to Hugging Face's `generate` on the same weights, to exhaustive search where that
is possible, to greedy with one beam; and every step tells the truth about itself."""

import itertools
from functools import partial

import pytest
import torch

from tests.kit import writers
from transformer import weights
from transformer.decoding import (
    Fate,
    Table,
    beam,
    exhaustive,
    greedy,
    last,
    log_probability,
    sample,
    sequences,
    speculative,
)
from transformer.objectives.batch import Batch
from transformer.vocabulary import END, PAD, START

STOPS = {"complete": True, "certain": "never", "likely": False}  # ours: theirs
LONG = 8
NOTHING = torch.empty(1, 0, dtype=torch.long)


@pytest.fixture
def models(foreign_families):
    return writers.each()


def lists(answers) -> list[list[int]]:
    """The tokens of every answer, sentence after sentence."""
    tokens, length = answers.tokens.flatten(0, 1), answers.length.flatten()
    return [row[:n].tolist() for row, n in zip(tokens, length, strict=True)]


# ---- the same as others find ---------------------------------------------------------------------
class Called(torch.nn.Module):
    """Any of ours, called as `model(source, tokens)`."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, source, tokens):
        return writers.full(self.model, source, tokens)


@pytest.mark.parametrize("name", ["transformer", "gpt", "gru"])
def test_as_hugging_face_finds_it(models, name):
    """Beams, α, stopping rules, all sequences returned, their scores; and each setting matters."""
    from tests.kit.hugging_face import generate  # two seconds, for these tests alone

    model, source, theirs, found = models[name], writers.sources(3), Called(models[name]), {}
    alphas = (0.0, 0.6, 1.0, 2.0) if name == "gru" else (0.0, 1.3)
    for beams, alpha, stop in itertools.product(range(2, 6), alphas, STOPS):
        tokens, scores = generate(
            theirs,
            source,
            num_beams=beams,
            num_return_sequences=beams,
            length_penalty=alpha,
            early_stopping=STOPS[stop],
            max_new_tokens=LONG,
        )
        answers = last(beam(model, source, beams, LONG, alpha=alpha, stop=stop)).answers()
        assert lists(answers) == tokens, (beams, alpha, stop)
        torch.testing.assert_close(answers.score.flatten(), scores)
        found[beams, alpha, stop] = str(tokens)
    for place, what in enumerate(("beams", "alpha", "stop")):
        groups = {}
        for setting, tokens in found.items():
            groups.setdefault(setting[:place] + setting[place + 1 :], set()).add(tokens)
        assert max(map(len, groups.values())) > 1, f"{what} changes nothing here"


def test_as_hugging_face_finds_it_for_a_trained_model_with_a_prompt():
    from tests.kit.hugging_face import generate  # two seconds, for these tests alone

    trained = weights.load("english_french")
    words = trained.source_vocabulary, trained.target_vocabulary
    batch = Batch.from_examples(trained.task.held_out[:3], *words)
    prompt = batch.target[:, 1:3]
    for beams, (stop, early) in itertools.product((1, 2, 5), STOPS.items()):
        tokens, _ = generate(
            trained.model,
            batch.source,
            prompt,
            num_beams=beams,
            num_return_sequences=beams,
            early_stopping=early if beams > 1 else False,
            max_new_tokens=10,
        )
        found = last(beam(trained.model, batch.source, beams, 10, prompt, alpha=1.0, stop=stop))
        assert lists(found.answers()) == tokens


def test_one_beam_is_greedy(models):
    source = writers.sources(5)
    for name, model in models.items():
        for stop in STOPS:
            one = last(beam(model, source, 1, LONG, stop=stop)).answers().best()
            assert torch.equal(one, greedy(model, source, LONG)), name


# ---- exhaustive search -------------------------------------------------------------------------
def every_sentence(model, source, longest):
    """{tokens: log p} of all there is, each read by one forward pass: nothing of ours searches."""
    found = {}
    for length in range(longest + 1):
        for words in itertools.product(range(3, writers.WORDS), repeat=length):
            sentence = (*words, END)[:longest]
            found[sentence] = None
    for length in range(1, longest + 1):
        rows = [s for s in found if len(s) == length]
        line = torch.tensor([[START, *s] for s in rows])
        log_p = writers.full(model, source.expand(len(rows), -1), line[:, :-1]).log_softmax(-1)
        total = log_p.gather(2, line[:, 1:, None]).sum((1, 2))
        found.update(zip(rows, total.tolist(), strict=True))
    return found


@torch.no_grad()
def test_exhaustive_search_visits_everything(models):
    for name in ("transformer", "gpt", "gru"):
        source = writers.sources(1)
        steps = list(exhaustive(models[name], source, 3, most=10**4))
        answers = steps[-1].answers()
        truth = every_sentence(models[name], source, 3)
        assert sequences(writers.WORDS - 3, 3) == len(truth) == 1 + 9 + 81 + 729
        found = dict(zip(map(tuple, lists(answers)), answers.total[0].tolist(), strict=True))
        found = {s: total for s, total in found.items() if s}  # fewer than could be remembered
        assert found.keys() == truth.keys(), name
        assert all(found[s] == pytest.approx(truth[s], abs=1e-4) for s in truth)
        assert all(c.fate != Fate.CUT for step in steps for c in step.candidates())


def test_a_beam_as_wide_as_the_space_finds_what_exhaustive_search_finds(models):
    source = writers.sources(2)
    for name, longest in (("transformer", 3), ("gru", 3), ("gpt", 3), ("table", 5)):
        for alpha in (0.0, 1.0):
            wide = beam(models[name], source, 1000, longest, alpha=alpha, stop="certain")
            wide, all_of = (
                last(wide).answers(),
                last(exhaustive(models[name], source, longest, alpha=alpha)).answers(),
            )
            assert lists(wide)[:16] == lists(all_of)[:16], name


def test_what_greedy_misses_and_what_a_narrow_beam_misses(models):
    """Worked by hand: he 0.6 · sat 0.4 · END 0.55; she 0.4 · hit 0.9 · me 0.8; he · ran 0.31."""
    model = models["table"]
    words = model.vocabulary

    def found(steps):
        answers = last(steps).answers()
        rows = [" ".join(words.decode(row)) for row in answers.tokens[0]]
        return dict(zip(rows, answers.total[0].exp().tolist(), strict=True))

    assert found(beam(model, NOTHING, 1)) == pytest.approx({"he sat": 0.132})
    assert found(beam(model, NOTHING, 2)) == pytest.approx({"she hit me": 0.288, "he sat": 0.132})
    three = found(beam(model, NOTHING, 3))
    assert list(three) == ["she hit me", "he ran", "he sat"]
    truth = found(exhaustive(model, NOTHING, 5))
    assert sum(truth.values()) == pytest.approx(1)
    assert list(truth)[:3] == ["she hit me", "he ran", "he hit me"]


def test_exhaustive_search_says_how_much_it_would_visit(models):
    with pytest.raises(ValueError, match="9 words and up to 9 steps give 435,848,050 sequences"):
        exhaustive(models["gru"], writers.sources(1), 9)


# ---- every step tells the truth ----------------------------------------------------------------
@torch.no_grad()
@pytest.mark.parametrize("name", ["transformer", "gpt", "gru"])
def test_every_total_is_the_sum_of_the_log_probabilities_shown(models, name):
    """And each of these is what a pass over the whole beginning, without memory, gives."""
    model, source = models[name], writers.sources(2)
    steps = list(beam(model, source, 3, 5, stop="certain"))
    for sentence in range(2):
        behind = [0.0]  # the totals of the hypotheses
        for step in steps:
            listed = step.candidates(sentence)
            for place, c in enumerate(listed):
                assert c.rank == place + 1
                assert c.total == pytest.approx(behind[c.parent] + c.log_probability, abs=1e-5)
                tokens = step.tokens(sentence, place)
                assert len(tokens) == step.number + 1 and tokens[-1] == c.token
                line = torch.tensor([[START, *tokens]])
                log_p = writers.full(model, source[sentence, None], line).log_softmax(-1)
                shown = log_p[0, range(len(tokens)), tokens]
                assert c.total == pytest.approx(shown.sum().item(), abs=1e-4)
                said = step.log_probabilities[sentence, c.parent, c.token].item()
                assert said == c.log_probability == pytest.approx(shown[-1].item(), abs=1e-4)
            behind = [step.total[sentence, column].item() for column in step.kept[sentence]]
    answers = steps[-1].answers()
    for sentence, place in itertools.product(range(2), range(3)):
        tokens = answers.tokens[sentence, place, : answers.length[sentence, place]]
        line = torch.cat((torch.tensor([START]), tokens))[None]
        log_p = writers.full(model, source[sentence, None], line).log_softmax(-1)[0]
        total = log_p[range(len(tokens)), tokens].sum()
        torch.testing.assert_close(answers.total[sentence, place], total, rtol=0, atol=1e-4)


def test_how_probable_a_given_sentence_is(models):
    """Search error or model error? What a search found has the total that it said; and by hand."""
    for name, model in models.items():
        source = writers.sources(3)
        answers = last(beam(model, source, 2, 6)).answers()
        for place in range(2):
            total = log_probability(model, source, answers.tokens[:, place])
            torch.testing.assert_close(total, answers.total[:, place], atol=1e-4, rtol=0, msg=name)
    words = models["table"].vocabulary
    ran = torch.tensor([[*words.encode(["he", "ran"]), END, PAD]])
    assert log_probability(models["table"], NOTHING, ran).exp().item() == pytest.approx(0.186)
    found = last(beam(models["table"], NOTHING, 1)).answers().total[0, 0]
    assert log_probability(models["table"], NOTHING, ran) > found, "greedy erred, not the model"


def test_the_procedure_of_the_slides(models):
    """For each of k hypotheses the best words; the first k go on; END is put aside, and its rank
    decides whether it counts; in plain Python over the candidates that the steps show."""
    for name, model in models.items():
        ended = cut = 0
        for step in beam(model, writers.sources(1), 3, LONG, stop="certain"):
            listed = step.candidates()
            assert [c.total for c in listed] == sorted((c.total for c in listed), reverse=True)
            for hypothesis in {c.parent for c in listed}:
                seen = sorted(c.log_probability for c in listed if c.parent == hypothesis)
                best = step.log_probabilities[0, hypothesis].topk(4).values
                assert seen == sorted(best[best > -torch.inf].tolist())
            going = [c for c in listed if c.token != END][:3]
            if step.number < LONG - 1:
                assert [c.rank for c in listed if c.fate == Fate.KEPT] == [c.rank for c in going]
            for c in listed:
                if c.token == END:
                    assert c.fate == (Fate.ASIDE if c.rank <= 3 else Fate.CUT)
                    ended += 1
                cut += c.fate == Fate.CUT
        assert ended and cut, name


def test_reasons_in_words(models):
    steps = list(beam(models["table"], NOTHING, 2))
    reasons = [[c.reason for c in step.candidates()] for step in steps]
    assert reasons[0] == ["rank 1: kept", "rank 2: kept"]
    assert reasons[1][2] == "rank 3, pruned at 2: −1.7 < −1.4"
    assert reasons[2][:3] == ["rank 1: kept", "ended: put aside", "rank 3: kept (another ended)"]
    assert reasons[2][3] == "ended, but rank 4: only the first 2 are put aside"
    words = models["table"].vocabulary.words
    assert steps[2].words(0, 1, words) == ["he", "sat", "<end>"]
    short = list(beam(models["table"], NOTHING, 2, max_length=2))
    assert [c.reason for c in short[-1].candidates()][0] == "maximum length: put aside"


def test_end_counts_as_a_word_when_totals_are_normalised():
    """p = 0.4 at length 1 beside 0.6 · 0.6 · 0.9 at length 3; only END is written after each."""
    model = Table(
        {"<start>": {"a": 0.6, "<end>": 0.4}, "a": {"b": 0.6, "<end>": 0.4}, "b": {"<end>": 1}}
    )
    for alpha, best in ((0.0, []), (1.0, ["a", "b"])):
        answers = last(beam(model, NOTHING, 3, alpha=alpha)).answers()
        assert model.vocabulary.decode(answers.best()[0]) == best
        lengths = answers.length[0].tolist()
        assert sorted(lengths) == [1, 2, 3]
        torch.testing.assert_close(answers.score[0], answers.total[0] / answers.length[0] ** alpha)
        p = {1: 0.4, 2: 0.24, 3: 0.36}
        assert answers.total[0].exp().tolist() == pytest.approx([p[n] for n in lengths])


# ---- batches, prompts, stopping ----------------------------------------------------------------
def test_a_sentence_of_a_batch_gets_what_it_gets_alone(models):
    """With prompts of unequal length; every answer, and its score."""
    source = writers.sources(3)
    prompt = torch.tensor([[5, 6, 7], [5, 0, 0], [8, 9, 0]])
    for name, model in models.items():
        if name == "table":  # has rows for what it can write itself
            prompt = torch.tensor([[4, 6, 0], [5, 0, 0], [4, 8, 9]])
        for options in ({"beams": 1}, {"beams": 3}, {"beams": 3, "alpha": 1.0, "stop": "certain"}):
            together = last(beam(model, source, max_length=5, prompt=prompt, **options)).answers()
            for row, given in enumerate((prompt != PAD).sum(-1).tolist()):
                one = slice(row, row + 1)
                alone = last(
                    beam(model, source[one], max_length=5, prompt=prompt[one, :given], **options)
                ).answers()
                assert lists(alone) == [
                    tokens[:n].tolist()
                    for tokens, n in zip(together.tokens[row], together.length[row], strict=True)
                ], name
                torch.testing.assert_close(alone.score[0], together.score[row])
            if options == {"beams": 1}:
                assert torch.equal(together.best(), greedy(model, source, 5, prompt))
        steps = beam(model, source, 2, 5, prompt)
        assert next(steps).candidates(0)[0].reason == "the prompt is still being read"


def test_a_step_shows_the_answers_so_far(models):
    steps = list(beam(models["gru"], writers.sources(2), 3, LONG, stop="certain"))
    before = torch.full((2,), -torch.inf)
    for step in steps:
        best = step.answers().score[:, 0]
        assert (best >= before).all() and not (before > -torch.inf)[
            step.complete.score[:, 0] == -torch.inf
        ].any()
        before = best
    assert torch.equal(before, last(steps).answers().score[:, 0])


def test_enough_are_complete(models):
    """n is not k: it goes on until n are put aside, and no further."""
    for enough in (1, 2, 6):
        steps = list(beam(models["gru"], writers.sources(1), 3, 20, enough=enough))
        aside = [sum(c.fate == Fate.ASIDE for c in step.candidates()) for step in steps]
        assert sum(aside) >= enough > sum(aside[:-1])


def test_what_never_ends_ends_at_max_length():
    model = Table({"<start>": {"la": 1}, "la": {"la": 1}})
    steps = list(beam(model, NOTHING, 4, 20))
    answers = steps[-1].answers()
    assert len(steps) == 20 and answers.length[0].tolist() == [20, 0, 0, 0]
    assert (
        not answers.ended.any() and answers.total[0, 0] == 0 and answers.score[0, 1] == -torch.inf
    )


def test_a_beam_wider_than_the_vocabulary_is_as_wide_as_there_are_candidates(models):
    first, second, *_ = beam(models["table"], NOTHING, 50)
    assert [len(step.candidates()) for step in (first, second)] == [2, 5]
    assert first.kept.shape == (1, 2) and second.kept.shape == (1, 5)


def test_no_sentences_no_steps(models):
    assert list(beam(models["gru"], writers.sources(0))) == []
    with pytest.raises(ValueError, match="took no step"):
        last(beam(models["gru"], writers.sources(0)))


# ---- what cannot be ------------------------------------------------------------------------------
class NonFinite:
    """A model whose every score is this number."""

    def __init__(self, score: float):
        self.score = score

    def start_decoding(self, source):
        self.rows = len(source)
        return self

    def log_probabilities(self, tokens):
        return torch.full((len(tokens), 9), self.score)

    def select(self, rows):
        pass


@pytest.mark.parametrize("write", [beam, exhaustive, greedy])
def test_no_sentence_without_scores(write):
    source = torch.tensor([[4], [5]])
    with pytest.raises(FloatingPointError, match="token 1 are NaN"):
        list(write(NonFinite(float("nan")), source, max_length=3))
    with pytest.raises(FloatingPointError, match="at step 1, every token has probability 0"):
        list(write(NonFinite(-torch.inf), source, max_length=3))


def test_nan_is_refused_when_something_is_complete_already():
    class Later(NonFinite):
        def log_probabilities(self, tokens):
            begun = tokens[0, -1] == START
            return (
                torch.tensor([[-5.0] * 2 + [-0.5] + [-1.0] * 6] if begun else [[self.score] * 9])
                .expand(len(tokens), 9)
                .clone()
            )

    with pytest.raises(FloatingPointError, match="token 2 are NaN"):
        list(beam(Later(float("nan")), torch.tensor([[4]]), 2))
    (first, second) = beam(Later(-torch.inf), torch.tensor([[4]]), 2)  # a dead end is no mistake
    assert second.done.all() and second.answers().ended[0].tolist() == [True, False]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"beams": 0}, "beams is 0, but it must be between 1"),
        ({"beams": 10**6}, "beams is 1000000"),
        ({"max_length": 0}, "max_length is 0, but it must be at least 1"),
        ({"alpha": -1.0}, "alpha is -1.0"),
        ({"alpha": float("nan")}, "alpha is nan"),
        ({"stop": "soon"}, "`stop` is 'soon'. Choose one of: complete, certain, likely"),
        ({"enough": 0}, "`enough` is 0"),
        ({"enough": 10**9}, "`enough` is 1000000000, .* between 1 and 10,000"),
        ({"beams": 4.0}, "beams is 4.0, but it must be a whole number"),
        ({"enough": 2.5}, "enough is 2.5, but it must be a whole number"),
        ({"max_length": 2.5}, "max_length is 2.5, but it must be a whole number"),
        (
            {"prompt": torch.zeros(3, 1, dtype=torch.long)},
            "3 prompts were given, but the number of sentences is 1",
        ),
    ],
)
def test_what_is_refused_is_refused_at_once(models, options, said):
    with pytest.raises(ValueError, match=said):
        beam(models["table"], NOTHING, **options)


@pytest.mark.parametrize("write", [beam, exhaustive, greedy, sample])
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"max_length": -1}, "max_length is -1, but it must be at least"),
        ({"max_length": 2.5}, "max_length is 2.5, but it must be a whole number"),
        ({"banned": (99,)}, "token 99 is banned, but the model’s IDs range from 0 to "),
        ({"banned": (-1,)}, "token -1 is banned"),
        ({"banned": (1.5,)}, "banned is 1.5, but it must be a whole number"),
    ],
)
def test_every_search_refuses_the_same(models, write, options, said):
    with pytest.raises(ValueError, match=said):
        list(write(models["table"], NOTHING, **{"max_length": 3} | options))


class Lends(NonFinite):
    """A model that hands out a view of its own numbers."""

    def __init__(self):
        self.scores = torch.randn(9, generator=torch.Generator().manual_seed(3)).log_softmax(-1)

    def log_probabilities(self, tokens):
        return self.scores.expand(len(tokens), 9)


@pytest.mark.parametrize("write", [beam, exhaustive, greedy, sample, partial(speculative, Lends())])
def test_no_search_writes_into_what_the_model_hands_out(write):
    """It finds what it finds when it is given a copy."""
    lends, copies = Lends(), Lends()
    copies.log_probabilities = lambda tokens: lends.scores.repeat(len(tokens), 1)
    before, source = lends.scores.clone(), torch.tensor([[4], [5]])
    found = [list(write(model, source, max_length=3)) for model in (copies, lends)]
    assert torch.equal(lends.scores, before)
    if write is greedy:
        assert torch.equal(*map(torch.stack, found))
    elif hasattr(found[0][-1], "total"):
        assert torch.equal(found[0][-1].total, found[1][-1].total)
