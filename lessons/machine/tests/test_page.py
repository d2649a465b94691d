"""The machine page and its two parts: their texts agree with measurements."""

import re

import pytest
import torch

from lessons.machine import CHANGED, EARLY, PARTS, SLIP, WRITER, results
from lessons.machine.figures.writing import writing
from lessons.machine.measure.context import vector_distances
from lessons.machine.measure.writing import (
    FORCED,
    FREE,
    count_errors,
    count_errors_in_all,
    edit_distance,
    ways,
)
from lessons.models.shipped import MODELS, OPENS_WITH, SENTENCE
from transformer.decoding import start_decoding
from transformer.objectives.scores import exact_match
from transformer.vocabulary import START
from transformer.weights import load


@pytest.fixture(scope="module")
def early():
    return load(EARLY)


@pytest.fixture(scope="module")
def slip(early):
    right = next(
        example.target for example in early.task.held_out if example.source == tuple(SLIP.split())
    )
    ids = early.source_vocabulary.encode(SLIP.split())
    return ids, early.target_vocabulary.encode(right)


def test_the_page_opens_with_the_whole_model(visitor):
    figure = visitor.go().figure
    assert figure.kind == "architecture" and figure.header["model"] == OPENS_WITH
    assert [label["full"] for label in figure.header["lanes"][0]["labels"]] == SENTENCE.split()
    assert len(visitor.go(model=WRITER).figure.header["lanes"]) == 1


def test_the_other_part_opens_with_a_mistake_and_each_model_with_its_own_sentence(visitor):
    header = visitor.go(part="writing").figure.header
    assert EARLY in header["origin"]
    assert "on its own **5**, with the right words **1**" in str(header["panels"])
    visitor.at.selectbox(key="machine-writer").select("reverse").run()
    assert "of reverse." in visitor.go().figure.header["origin"]
    assert visitor.at.text_input(key="machine-writes").value == MODELS["reverse"][1]
    visitor.at.selectbox(key="machine-writer").select(OPENS_WITH).run()
    typed = visitor.go(writes="the cat sleeps").figure
    forced_names = [name for name in typed.arrays if name.startswith("forced")]
    assert not forced_names, "its right answer is not known"
    assert "['le', 'chat', 'dort', '⟨end⟩']" in str(typed.header["panels"])


def test_each_step_agrees_with_step_by_step_decoding(early, slip):
    ids, right = slip
    for way in ways(early, ids, right):
        state = start_decoding(early.model, torch.tensor([ids]))
        with torch.no_grad():
            for step, token in enumerate(way.read):
                p = state.log_probabilities(torch.tensor([[token]]))[0].exp()
                torch.testing.assert_close(p[way.words[step]], way.shares[step], atol=1e-5, rtol=0)
                assert p.argmax() == way.predicted[step]
    free, forced = ways(early, ids, right)
    assert free.read == [START, *free.predicted[:-1]], "in free running it reads its own output"
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
def test_a_mistake_costs_more_in_free_running(early):
    """The sentence was chosen; in all of them a slip mostly costs more, and seldom less."""
    every, some = count_errors_in_all(early, early.task.held_out), early.task.held_out[:40]
    counts = [count_errors(early, example.source, example.target) for example in some]
    assert counts == count_errors_in_all(early, some) == every[:40]
    more, fewer = (sum(test) for test in zip(*((a > b, a < b) for a, b in every), strict=True))
    assert more > 5 * fewer and more + fewer < 0.1 * len(every)
    assert all((free == 0) == (forced == 0) for free, forced in every), (
        "both make a first mistake, or none"
    )
    batch = early.family.objective.batch(
        early.task.held_out[:40], (early.source_vocabulary, early.target_vocabulary)
    )
    assert sum(free == 0 for free, _ in counts) == round(40 * exact_match(early.model, batch))
    assert [edit_distance(*two) for two in (("abc", "abc"), ("abxc", "abc"), ("", "ab"), ("kitten", "sitting"))] == [0, 1, 2, 3]  # fmt: skip


def test_every_output_vector_depends_on_the_last_word():
    trained = load(OPENS_WITH)
    words = SENTENCE.split()
    distances = vector_distances(trained, words, [*words[:-1], CHANGED])
    with torch.no_grad():
        first, second = (
            trained.model.encode(torch.tensor([trained.source_vocabulary.encode([*words[:-1], w])]))
            for w in (words[-1], CHANGED)
        )
    torch.testing.assert_close(distances, (first - second)[0].norm(dim=-1))
    question = results.predict("model")
    assert (
        question.right == "those of all words"
        and f"by {distances[words.index('it')]:.2f}" in question.reason
    )
    assert re.search(
        r"5 words .* free running, but 1 with teacher forcing", results.predict("writing").reason
    )
    assert set(PARTS) == {"model", "writing"}


def test_a_model_without_a_probe_of_its_logits_raises_an_error(early, slip):
    with pytest.raises(ValueError, match=r"self\.logits = Probe"):
        ways(_Without(early), slip[0])


class _Without:
    """A trained model whose class has no probe of the scores."""

    def __init__(self, trained):
        self.__dict__.update(vars(trained))
        self.reads, self.family = trained.reads, trained.family
        self.model = load(EARLY).model
        self.model.logits = torch.nn.Identity()


def test_the_visitor_steps_through_a_translation(early, slip, show):
    shown = show(writing(early, SLIP, early.target_vocabulary.decode(slip[1])), "#figure=free/2")
    keys = shown.page.keyboard
    keys.press("ArrowRight")
    shown.at("free/3")
    assert shown.texts(".mark-e") == ["vieux"], "the word of this step, and wrong"
    keys.press("t")
    shown.at("forced/3")
    assert "Correct: ballon" in shown.text(".side-by-side > :nth-child(3)")
    assert shown.texts(".sentence:has(b) .mark-e") == ["vieux"]
    shown.page.get_by_role("button", name="play").click()
    shown.later(60_000)
    shown.at("forced/15")
    shown.fits(816)


def test_guidance_is_explained_and_can_be_switched_off(visitor):
    shown = visitor.go(part="model")
    assert "The model that this page opens with was **guided**" in shown.text
    table = results.pronouns()
    rows = re.findall(r"<th>([^<]+)</th><td>(0\.\d\d|1\.00)</td><td>(\w+)</td>", table)
    assert [name for name, weight, _ in rows if float(weight) > 0.9] == [
        "guided",
        "unguided, seed 2",
    ]
    assert len(rows) == 3 and table.count("l’animal n’a pas traversé la rue parce qu’il") == 3
    (switch,) = [group for group in shown.at.button_group if group.key == "machine-model-guidance"]
    assert len(switch.options) == 3
    shown = visitor.go(model="english_french_unguided_seed_2")
    assert shown.figure.header["model"] == "english_french_unguided_seed_2"
