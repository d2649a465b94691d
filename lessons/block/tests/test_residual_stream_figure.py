"""The picture of the residual stream, and of hidden units: any model, any length; and how one goes through."""

from types import SimpleNamespace

import numpy as np
import pytest
import torch

from lessons.block.figures.hidden_units import hidden_units
from lessons.block.figures.residual_stream import MOST_WORDS, residual_stream
from lessons.block.measure.hidden_units import all_units
from lessons.figures.kit.choices import names, picked
from tests.contract.families import labels
from transformer.measure.answer import answer
from transformer.probe import record
from transformer.tasks.english_french.lexicon import noun
from transformer.tasks.english_french.parts_of_speech import VERB, sorts
from transformer.training import build
from transformer.vocabulary import START, Vocabulary
from transformer.weights import load

SENTENCE = "the animal did not cross the street because it was too tired"


@pytest.fixture(scope="module")
def figure(trained):
    return residual_stream(trained, SENTENCE)


@pytest.fixture(scope="module")
def units(trained):
    return hidden_units(trained, SENTENCE, all_units(trained))


def choices(figure, name: str, stack: int) -> list[str]:
    """Return what can be chosen in one of its stacks."""
    (found_choice,) = (
        found_choice for found_choice in figure.header["choices"] if found_choice["name"] == name
    )
    return names(found_choice["labels"], {"stack": stack})


def cells(figure, stack: int, table: int = 0) -> list[list[str]]:
    """Return the word in each cell of the picture."""
    (grid,) = (panel for panel in figure.header["panels"] if panel["kind"] == "word_grid")
    return picked(grid["texts"], {"stack": stack, "table": table})


def test_one_stack_alone_shows_nothing_of_the_other(trained, figure):
    alone = residual_stream(trained, SENTENCE, stack="encoder")
    assert choices(alone, "stack", 0) == ["Encoder"] and cells(alone, 0) == cells(figure, 0)
    assert alone.header["start"]["stack"] == 1
    assert all(name.startswith("encoder.") for name in alone.arrays)


def test_the_last_row_is_what_the_model_writes(trained, figure):
    written = cells(figure, 1)[-1]
    assert " ".join(written[:3]) == "l' animal n'" and written[-1] == "⟨end⟩"
    ids = torch.tensor([trained.source_vocabulary.encode(SENTENCE.split())])
    words = answer(trained, ids[0].tolist()).inside
    with torch.no_grad():
        logits = trained.model(ids, torch.tensor([[START, *words]]))[0]  # (position, vocabulary)
    best = logits.softmax(-1).amax(-1).numpy()
    np.testing.assert_allclose(
        figure.arrays["decoder.0.probability"].values[-1, :, 0], best, atol=1e-5
    )
    score = figure.arrays["decoder.score"].values[:, 0]
    np.testing.assert_allclose(score, logits.amax(-1).numpy(), atol=1e-4)
    share = figure.arrays["decoder.share"].values  # (part, position, candidate)
    np.testing.assert_allclose(share.sum(0), figure.arrays["decoder.score"].values, atol=1e-4)
    apart = figure.arrays["decoder.apart"].values
    np.testing.assert_allclose(apart[..., 0], share[..., 0] - share[..., 1], atol=1e-4)
    np.testing.assert_allclose(apart[..., 2], share[..., 2] - share[..., 0], atol=1e-4)
    assert np.abs(figure.arrays["decoder.rest"].values).max() < 1e-4


def test_the_other_language_is_the_other_table(trained, figure):
    assert choices(figure, "table", 0) == ["English", "French"]
    assert choices(figure, "table", 1) == ["French", "English"]
    assert cells(figure, 0)[0] == SENTENCE.split()
    model = load("english_french").model
    ids = torch.tensor([trained.source_vocabulary.encode(SENTENCE.split())])
    with torch.no_grad(), record(model) as trace:
        memory = model.encode(ids)
        scores = (memory[0] @ model.target_embedding.table.weight.T).softmax(-1)
    shown = figure.arrays["encoder.1.probability"].values[-1, :, 0]
    np.testing.assert_allclose(shown, scores.amax(-1).numpy(), atol=1e-5)
    lengths = trace.one("source_embedding.sum")[0].norm(dim=-1)
    np.testing.assert_allclose(figure.arrays["encoder.length"].values[1], lengths, rtol=1e-5)


def test_one_word_and_sixty_four(trained):
    for text in ("cat", " ".join(["cat"] * MOST_WORDS)):
        figure = residual_stream(trained, text)
        assert len(choices(figure, "word", 0)) == len(text.split())
        for array in figure.arrays.values():
            assert not np.isinf(array.values).any()
    with pytest.raises(ValueError, match="65 words"):
        residual_stream(trained, " ".join(["cat"] * (MOST_WORDS + 1)))


def test_a_decoder_alone_goes_on_with_its_text():
    writer = load("language_model")
    figure = residual_stream(writer, "a")
    assert choices(figure, "stack", 0) == ["Decoder"]
    assert choices(figure, "word", 0)[:2] == ["⟨start⟩", "a₁"]
    assert len(choices(figure, "table", 0)) == 1
    assert choices(figure, "place", 0)[1] == "1 self-attention"
    assert figure.header["start"]["stack"] == 1
    drawn = hidden_units(writer, "a", all_units(writer))
    assert [name for name in drawn.arrays if name.endswith(".hidden")] == [
        f"decoder.layers.{n}.feed_forward.hidden" for n in (0, 1)
    ]


@pytest.mark.parametrize("order", ["pre", "post"])
@pytest.mark.usefixtures("foreign_families")
def test_an_encoder_alone_and_a_layer_without_weights(order):
    task = labels.task()
    sizes = {"d_model": 16, "d_ff": 32, "self_heads": 2, "norm_order": order}
    model = build(task, family="labeller", **sizes).eval()
    for layer in model.encoder.layers:  # one that exposes none of its attention
        del layer.self_attention.weights, layer.self_attention.output
        layer.self_attention.forward = lambda x, *_: 0 * x
    words = Vocabulary(task.source_words), Vocabulary(task.target_words)
    alone = SimpleNamespace(
        model=model, task=task, name="mine", family=labels.FAMILY, reads=True,
        source_vocabulary=words[0], target_vocabulary=words[1],
    )  # fmt: skip
    figure = residual_stream(alone, "a b c")
    assert choices(figure, "stack", 0) == ["Encoder"] and len(choices(figure, "table", 0)) == 1
    share = figure.arrays["encoder.share"]
    assert not share.values[share.labels["part"].index("1 self-attention")].any()
    hidden_units(alone, "a b c", all_units(alone))
    for layer in model.encoder.layers:
        layer.feed_forward_residual.normed = layer.feed_forward_residual.sum = torch.nn.Identity()
    with pytest.raises(ValueError, match=r"feed_forward_residual.normed .* self.normed = "):
        hidden_units(alone, "a b c", all_units(alone))


def test_a_far_word_is_brought_into_sight_and_stays_there(trained, show):
    shown = show(
        residual_stream(trained, " ".join(["cat"] * MOST_WORDS)), "#figure=encoder/1/2/1/1/0"
    )
    seen = "root.querySelector('.scroll-x').scrollLeft"
    assert shown.run(seen) == 0
    for _ in range(40):
        shown.page.keyboard.press("ArrowRight")
    there = shown.run(seen)
    assert there > 500
    shown.page.keyboard.press("ArrowUp")
    assert shown.run(seen) == there
    shown.fits(1024)


def test_one_goes_through_the_rows_and_asks_about_a_word(figure, show):
    shown = show(figure)
    keys = shown.page.keyboard
    assert shown.pressed("stack") == "Decoder" and shown.pressed("table") == "French"
    cells = ".word-grid tbody tr:nth-child({}) td:nth-child({}) button"
    assert shown.text(cells.format(7, 3)) == "animal"
    assert shown.text(".card .read").startswith("Total: 9.2070. The logit is 9.2070.")
    keys.press("ArrowUp")
    keys.press("ArrowRight")
    assert "2 cross-attention" in shown.text(".told-table .named")
    shown.at(r"decoder/1/6/3/1/0")
    shown.page.locator(cells.format(6, 3)).click()
    assert shown.text("h2 .which") == "after 2 cross-attention, at “l'”"
    assert shown.texts(".bars .word")[0].startswith("jeune")
    keys.press("a")
    assert "and not “l'”" in shown.text(".choosing") and "minus" in shown.texts(".label")[1]
    assert shown.text(".card .read").endswith(", the difference of the two logits.")
    held = (
        "root.activeElement.matches('{}')"  # what was clicked keeps the focus, and the keys go on
    )
    assert shown.run(held.format(".word-grid [aria-pressed=true]"))
    shown.page.locator(".choosing input").uncheck()
    assert "The logit of" in shown.texts(".label")[1]
    assert shown.run(held.format(".choosing input"))
    keys.press("t")
    assert shown.pressed("table") == "English" and "other table" in shown.text(".card .label")
    shown.page.get_by_role("button", name="Encoder").click()
    assert shown.texts(".word-grid thead th")[1:3] == ["the₁", "animal"]
    keys.press(" ")
    shown.later(60_000)
    assert shown.run("root.querySelectorAll('.word-grid .later').length") == 0
    shown.fits(1024, dark=True)
    show(figure, "#figure=decoder/9/-3/99/x/7")
    assert shown.text(".card .read").startswith("Total: ")  # a mistyped address is none


def test_units_that_the_lesson_calls_animals_and_verbs(trained):
    units = all_units(trained)["encoder.layers.0.feed_forward"]

    def named(unit: int) -> list[str]:
        most = units.words[units.strength[unit - 1].topk(8).indices]
        return trained.source_vocabulary.decode(most.tolist())

    assert {noun[word].kind for word in named(195)} == {"animal"}
    assert {sorts("source")[word].part for word in named(81)} == {VERB}


def test_it_moves_towards_the_pronoun_that_french_needs(trained):
    for last, second in (("tired", ""), ("wide", "she")):
        figure = residual_stream(trained, SENTENCE.replace("tired", last), stack="encoder")
        (candidates,) = (made for made in figure.header["choices"] if made["name"] == "candidate")
        at_it = names(candidates["labels"], {"stack": 0, "word": SENTENCE.split().index("it")})
        assert at_it[:2] == ["it", second] if second else at_it[0] == "he"


def test_hidden_units_are_picked_and_ranked(trained, units, show):
    shown = show(units, "#figure=1/5/81")
    hidden = units.arrays["encoder.layers.0.feed_forward.hidden"].values[4]  # at "cross"
    assert shown.text("h2").startswith("Unit 81")
    assert f"Its value here is {hidden[80]:.2f}" in shown.text(".panel")
    assert shown.texts(".bars .word")[0].startswith("tasted")
    # and under the map, where a narrow page has the panel out of sight
    assert shown.text(".card .read").startswith("Unit 81 fires most on tasted, ")
    order = np.argsort(-hidden, kind="stable")
    place = int(np.flatnonzero(order == 80)[0])
    shown.page.keyboard.press("w")
    assert shown.text("h2").startswith(f"Unit {order[place + 1] + 1}")
    shown.page.keyboard.press("l")
    assert shown.pressed("feed-forward of") == "encoder 2"
    assert any("127 of 256" in text for text in shown.texts(".read"))
    moved = units.arrays["encoder.layers.1.feed_forward.elsewhere"].values[1]
    (moved_text,) = (
        moved_text
        for moved_text in shown.texts(".read")
        if "Positions are independent" in moved_text
    )
    assert (
        "this feed-forward network changes by 0 at" in moved_text
        and f"up to {moved:.2f} times" in moved_text
    )
    shown.page.locator(".body").click(position={"x": 3, "y": 30})
    assert shown.text("h2").startswith("Unit 1") and "0 at all" in shown.text(".panel")
    shown.fits(1024)
