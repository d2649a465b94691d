"""The attention page: guidance with its control, and the slides that it checks."""

import numpy as np
import torch

from lessons.attention import CHANGED, GUIDED, PARTS, UNGUIDED, pronoun, results, words
from lessons.attention.measure.three_inputs import W_K, W_Q, W_V, x
from lessons.kit.prediction import Prediction
from lessons.models.saved import trained
from transformer.attention import attention

HEAD = "Control: trained without guidance"


def test_the_control_waits_for_all_three_questions(visitor):
    visitor.at.session_state["text"] = CHANGED
    shown = visitor.go(part="model")
    assert "Answer the question for the guided model and" in shown.text
    assert "shipped, unguided" not in shown.markup
    for name in (GUIDED, *UNGUIDED):
        visitor.at.session_state[f"predicted-{name}"] = None
    shown = visitor.go(part="model")
    assert "Answer the question for the guided model and" not in shown.text
    assert shown.markup.count("<th>shipped, unguided</th>") == 2
    assert words.about_guidance(pronoun.control()) in shown.text


def test_of_two_unguided_models_one_links_it_to_its_noun():
    """The right answers differ, and so do the replies."""
    questions = [results.prediction(name) for name in (GUIDED, *UNGUIDED)]
    assert all(isinstance(question, Prediction) for question in questions)
    guided, seed_0, seed_2 = questions
    assert guided.right == seed_2.right == "street" != seed_0.right
    assert "emerged by itself" in seed_2.replies["street"]
    assert "did not develop such a head" in seed_0.reason
    mass = {name: trained(name).card["held_out"]["it"]["mass"] for name in UNGUIDED}
    assert mass[UNGUIDED[0]] < 0.1 < 0.9 < mass[UNGUIDED[1]]


def test_the_slides_are_computed(visitor):
    shown = visitor.go(part="slides")
    assert shown.drawn == ["attention-slides"]
    figure = results.slides()
    right = attention(x @ W_Q, x @ W_K, x @ W_V).T.numpy()
    np.testing.assert_allclose(figure.arrays["down"].values, right, atol=1e-5)
    assert np.abs(figure.arrays["along"].values - right).max() > 1
    printed = (x @ W_K)[:1].expand(3, -1) @ (x @ W_Q).T
    panels = str(figure.header["panels"])
    assert f"the matrix has rank **{torch.linalg.matrix_rank(printed)}**" in panels
    assert "['decoder.layers.0.cross_residual.norm', 'encoder', 'encoder'," in panels
    assert "12 × 64" in panels and "14 × 64" in panels and set(PARTS) == {"hand", "model", "slides"}
    assert HEAD not in shown.text
