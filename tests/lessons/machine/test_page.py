"""The machine page, its two parts and its notebook: what they say is what is measured."""

import re

import pytest
import torch

from lessons.figures.writing import writing
from lessons.machine import CHANGED, EARLY, PARTS, SLIP, WRITER, results
from lessons.models.shipped import MODELS, OPENS_WITH, SENTENCE
from transformer.decoding import begin
from transformer.measure.decoding.writing import FORCED, FREE, compared, compared_all, ways
from transformer.measure.decoding.writing import mistakes as words_to_mend
from transformer.measure.words.context import apart
from transformer.objectives.scores import exact_match
from transformer.vocabulary import START
from transformer.weights import load


@pytest.fixture(scope="module")
def early():
    return load(EARLY)


@pytest.fixture(scope="module")
def slip(early):
    right = next(one.target for one in early.task.held_out if one.source == tuple(SLIP.split()))
    ids = early.source_vocabulary.encode(SLIP.split())
    return ids, early.target_vocabulary.encode(right)


def test_the_first_lesson_opens_with_the_machine(visitor):
    figure = visitor.go().figure
    assert figure.kind == "architecture" and figure.header["model"] == OPENS_WITH
    assert [one["full"] for one in figure.header["lanes"][0]["labels"]] == SENTENCE.split()
    assert len(visitor.go(model=WRITER).figure.header["lanes"]) == 1


def test_the_other_part_opens_with_a_slip_and_another_model_with_its_own_sentence(visitor):
    header = visitor.go(part="writing").figure.header
    assert EARLY in header["origin"]
    assert "on its own **5**, with the right words **1**" in str(header["panels"])
    visitor.at.selectbox(key="machine-writer").select("reverse").run()
    assert "of reverse." in visitor.go().figure.header["origin"]
    assert visitor.at.text_input(key="machine-writes").value == MODELS["reverse"][1]
    visitor.at.selectbox(key="machine-writer").select(OPENS_WITH).run()
    typed = visitor.go(writes="the cat sleeps").figure
    known = [name for name in typed.arrays if name.startswith("forced")]
    assert not known, "no right answer of it is known"
    assert "['le', 'chat', 'dort', '⟨end⟩']" in str(typed.header["panels"])


def test_each_step_is_what_the_decoder_says_when_it_really_goes_step_by_step(early, slip):
    ids, right = slip
    for way in ways(early, ids, right):
        state = begin(early.model, torch.tensor([ids]))
        with torch.no_grad():
            for step, token in enumerate(way.read):
                p = state.log_probabilities(torch.tensor([[token]]))[0].exp()
                torch.testing.assert_close(p[way.words[step]], way.shares[step], atol=1e-5, rtol=0)
                assert p.argmax() == way.said[step]
    free, forced = ways(early, ids, right)
    assert free.read == [START, *free.said[:-1]], "on its own it reads what it wrote"
    assert forced.read == [START, *right]


def test_the_keys_stay_and_the_query_changes(early, slip):
    figure = writing(early, SLIP, early.target_vocabulary.decode(slip[1]))
    keys = [torch.from_numpy(figure.arrays[f"{way}.key"].values) for way in (FREE, FORCED)]
    torch.testing.assert_close(*keys)
    query = torch.from_numpy(figure.arrays["free.query"].values)
    assert (query[1:] - query[:-1]).abs().amax(-1).min() > 0.1
    scores = query @ keys[0].T / query.shape[1] ** 0.5  # this layer has a single head
    weights = torch.from_numpy(figure.arrays["free.cross"].values)
    torch.testing.assert_close(scores.softmax(-1), weights)


@pytest.mark.slow
def test_a_slip_costs_more_on_its_own(early):
    """The sentence was chosen; in all of them a slip mostly costs more, and seldom less."""
    every, some = compared_all(early, early.task.held_out), early.task.held_out[:40]
    found = [compared(early, one.source, one.target) for one in some]
    assert found == compared_all(early, some) == every[:40]
    more, fewer = (sum(test) for test in zip(*((a > b, a < b) for a, b in every), strict=True))
    assert more > 5 * fewer and more + fewer < 0.1 * len(every)
    assert all((free == 0) == (forced == 0) for free, forced in every), "so it is by logic"
    batch = early.family.objective.batch(
        early.task.held_out[:40], (early.source_vocabulary, early.target_vocabulary)
    )
    assert sum(free == 0 for free, _ in found) == round(40 * exact_match(early.model, batch))
    assert [words_to_mend(*two) for two in (("abc", "abc"), ("abxc", "abc"), ("", "ab"), ("kitten", "sitting"))] == [0, 1, 2, 3]  # fmt: skip


def test_every_word_has_seen_the_last_one():
    trained = load(OPENS_WITH)
    words = SENTENCE.split()
    found = apart(trained, words, [*words[:-1], CHANGED])
    with torch.no_grad():
        one, other = (
            trained.model.encode(torch.tensor([trained.source_vocabulary.encode([*words[:-1], w])]))
            for w in (words[-1], CHANGED)
        )
    torch.testing.assert_close(found, (one - other)[0].norm(dim=-1))
    question = results.predict("model")
    assert (
        question.right == "those of all words"
        and f"by {found[words.index('it')]:.2f}" in question.reason
    )
    assert re.search(r"on its own 5 .* right words 1", results.predict("writing").reason)
    assert set(PARTS) == {"model", "writing"}


def test_a_model_that_hands_its_scores_to_no_probe_is_told_so(early, slip):
    with pytest.raises(ValueError, match=r"self\.logits = Probe"):
        ways(_Without(early), slip[0])


class _Without:
    """A trained model whose class has no probe of the scores."""

    def __init__(self, trained):
        self.__dict__.update(vars(trained))
        self.reads, self.family = trained.reads, trained.family
        self.model = load(EARLY).model
        self.model.logits = torch.nn.Identity()


def test_one_steps_through_a_translation(early, slip, show):
    shown = show(writing(early, SLIP, early.target_vocabulary.decode(slip[1])), "#figure=free/2")
    keys = shown.page.keyboard
    keys.press("ArrowRight")
    shown.at("free/3")
    assert shown.texts(".mark-e") == ["vieux"], "the word of this step, and wrong"
    keys.press("t")
    shown.at("forced/3")
    assert "Right: ballon" in shown.text(".side-by-side > :nth-child(3)")
    assert shown.texts(".sentence:has(b) .mark-e") == ["vieux"]
    shown.page.get_by_role("button", name="play").click()
    shown.later(60_000)
    shown.at("forced/15")
    shown.fits(816)
