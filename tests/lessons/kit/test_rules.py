"""What holds for every exercise, and where a student's layer leaves the real one's path."""

import pytest
import torch

from lessons.attention import trial as attention_trial
from lessons.attention.checks import check as check_attention
from lessons.attention.tests import mutants as attention
from lessons.block.checks import check as check_block
from lessons.embeddings import trial as embedding_trial
from lessons.embeddings.checks import check as check_embedding
from lessons.embeddings.tests import mutants as embeddings
from lessons.kit.checking import Failed
from lessons.kit.rules import clone, difference, unchanged
from lessons.machine.checks import check as check_machine
from lessons.masks.checks import check as check_masks
from lessons.scores.checks import check as check_scores
from tests.kit.stub import number_of
from transformer.masks import causal


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write a student's layer; returns what its lesson's checks say."""
    file = tmp_path / "exercise.py"

    def write(mutants, *edits):
        trial, check = (
            (attention_trial, check_attention)
            if mutants is attention
            else (embedding_trial, check_embedding)
        )
        monkeypatch.setattr(trial.Student, "exercise", file)
        file.write_text(mutants.solution(*edits), encoding="utf-8")
        return check()

    return write


# --- gradients ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edit", "saw"),
    [
        (("self.W_Q(x).", "self.W_Q(x).detach()."), "no gradient flows back through forward to x"),
        (("self.W_V(memory)", "self.W_V(memory.detach())"), "forward, the gradient of memory[0, "),
        (("return self.output(", "return self.output(0 * x.sum() + "), ""),
    ],
)
def test_a_layer_whose_gradient_is_cut_is_refused(write, edit, saw):
    result = write(attention, edit)
    assert result.passed == (not saw)
    if saw:
        assert result.failed == "it learns: gradients flow back"
        assert saw in result.saw and "as in the reference" in result.expected


def test_a_function_whose_gradient_is_cut_is_refused():
    def cut(query, key, W):
        return (query @ W @ key.mT).detach()

    def half(x, W_1, b_1, W_2, b_2):
        return (x @ W_1 + b_1).relu() @ W_2.detach() + b_2

    def counted(scores, mask):
        shares = scores.masked_fill(~mask, -float("inf")).softmax(-1).masked_fill(~mask, 0)
        return shares.new_tensor(shares.tolist())

    assert "no gradient flows back through general to query" in check_scores(cut).saw
    assert "no gradient flows back through feed_forward to W_2" in check_block(half).saw
    assert "masked_softmax to scores" in check_masks(masked_softmax=counted).saw


def test_positions_that_cannot_be_learned_are_refused(write):
    result = write(
        embeddings, ("self.position(length, start)", "self.position(length, start).data")
    )
    assert result.failed == "it learns: gradients flow back"
    assert result.saw == "no gradient flows back through forward to position.table"


# --- each call anew -------------------------------------------------------------------------------

BEGINS = "        batch, queries, d_model = x.shape\n"


@pytest.mark.parametrize(
    ("kept", "argument"),
    [
        ('if not hasattr(self, "kept"): self.kept = mask\n        mask = self.kept', "mask"),
        ('mask = self.kept = getattr(self, "kept", None) if mask is None else mask', "mask"),
        ('memory = self.kept = getattr(self, "kept", memory)', "memory"),
    ],
)
def test_what_stays_of_an_earlier_call_is_refused(write, kept, argument):
    result = write(attention, (BEGINS, f"{BEGINS}        {kept}\n"))
    assert result.failed == "each call is independent of earlier calls"
    assert result.saw.startswith(f"after a call with another {argument}, forward differs: at axis")
    assert "exercise.py:" in result.look_at


def test_a_function_that_remembers_is_refused():
    said = {}

    def general(query, key, W):
        return said.setdefault(len(query), query) @ W @ key.mT

    def score(query, key, W, seen=[]):  # noqa: B006  the mistake
        seen.append(1)
        return query @ W @ key.mT * (1 if len(seen) <= 13 else 2)  # asked 13 times by the checks

    assert not check_scores(general).passed
    result = check_scores(score)
    assert result.failed == "each call is independent of earlier calls"
    assert result.saw.startswith("called again, general ")


# --- what was handed in ---------------------------------------------------------------------------


def test_a_table_that_is_changed_in_place_is_no_dropout(write):
    result = write(embeddings, ("length = tokens", "self.table.weight.data *= 2; length = tokens"))
    assert result.failed == "two calls give the same result" and result.likely == ""
    assert result.saw.startswith("forward changes table.weight in place: [0, 0] was ")


def test_dropout_is_named_however_it_is_called_and_other_noise_is_not(write):
    for call in ("nn.functional.dropout(both)", "torch.dropout(both, 0.3, True)"):
        assert "dropout is on" in write(embeddings, ("self.dropout(both)", call)).likely, call
    noisy = write(embeddings, ("self.dropout(both)", "both + torch.randn_like(both)"))
    assert noisy.failed == "two calls give the same result" and noisy.likely == ""


def test_a_layer_that_writes_into_what_it_is_given_is_refused(write):
    result = write(attention, ("batch, queries, d_model = x.shape", "batch, queries, d_model = x.shape\n"
                               "        memory.mul_(1 + (memory.numel() == 1)).add_(1).sub_(1)"))  # fmt: skip
    assert result.failed == "the inputs stay unchanged"
    assert "memory" in result.saw


def test_kept_is_a_copy_of_all_that_can_be_written_into():
    given = {"a": [1, [2.0]], "b": (torch.tensor([1.0, float("nan")]),)}
    before = clone(given)
    assert unchanged(before, given)
    given["a"][1][0] = 3.0
    assert not unchanged(before, given)
    assert difference([1, [2.0]], given["a"]) == "1 [2.0] became 1 [3.0]"
    given["a"][1][0] = 2.0
    given["b"][0][0] = 5
    assert not unchanged(before, given)
    assert difference(before["b"][0], given["b"][0]) == "[0] was 1, is now 5"


# --- the first step that differs --------------------------------------------------------------------

PARITY = {  # an edit → the step that it changes, and the line to look at
    "twice the scaling": (("self.d_k**-0.5", "2 * self.d_k**-0.5"), "scaled", "s = self.scaled("),
    "keys too small": (("self.W_K(memory)", "(0.9 * self.W_K(memory))"), "key", "q, k, v ="),
    "only one head's values": (("self.head_output(torch", "self.head_output(0.5 * torch"), "head_output", "o = self.head"),
    "squares": (("torch.exp(s - s.amax(-1, keepdim=True))", "torch.exp(2 * (s - s.amax(-1, keepdim=True)))"), "weights", "w = self.weights("),
    "W_O twice": (("self.W_O(o)", "self.W_O(self.W_O(o))"), "output", "return self.output("),
    "queries and keys swapped": (("q, k, v = self.query(q), self.key(k)", "q, k, v = self.query(k), self.key(q)"), "query", "q, k, v ="),
    "divided early, and no bias": (
        ("q, k, v = self.query(q)", "q, k, v = self.query(q * self.d_k**-0.5)"), "masked", "s = self.masked("),
}  # fmt: skip


@pytest.mark.parametrize("name", PARITY)
def test_the_first_step_that_differs_is_named_with_its_line(write, name):
    edit, step, line = PARITY[name]
    edits = [edit]
    if name == "divided early, and no bias":  # what is made up for later is no mistake
        edits += [
            ("s * self.d_k**-0.5", "s"),
            ("s = self.masked(s)", "s = self.masked(s + 0.3 * s)"),
        ]
    result = write(attention, *edits)
    assert result.saw.startswith(f"{step} is the first step that differs: at batch 1, "), result
    number = number_of(attention.solution(*edits), line)
    assert result.look_at.startswith(f"exercise.py:{number} · {line}"), result


def test_two_numbers_stand_side_by_side_in_an_embedding_too(write):
    result = write(embeddings, ("torch.add(places, words)", "torch.add(places, words) + 1e-3"))
    assert result.saw.startswith(
        "sum is the first step that differs: at batch 1, position 1, d_model 1"
    )
    assert float(result.saw.split()[-1]) == pytest.approx(float(result.expected) + 1e-3, abs=1e-4)
    assert "both = self.sum(" in result.look_at


@pytest.mark.parametrize(
    ("edit", "step"),
    [
        (("self.key(k), self.value(v)", "(k + 0 * self.key(q).sum()), self.value(v)"), "key"),
        (("torch.tensor(-math.inf)", "torch.tensor(-100.0)"), "masked"),
    ],
)
def test_a_probe_that_is_shown_something_else_is_told(write, edit, step):
    result = write(attention, edit)
    assert result.failed == "every step can be seen"
    assert result.saw.startswith(f"{step} is the first step that differs")


def test_a_usual_way_to_the_same_numbers_is_right(write):
    early = ("q, k, v = self.query(q)", "q, k, v = self.query(q * self.d_k**-0.5)")
    own = ("self.dropout(w)", "(w * (torch.rand_like(w) > 0.1 * self.training))")
    for edits in ([early, ("s * self.d_k**-0.5", "s")], [own], [("-math.inf", "-1e9")]):
        write(attention, *edits).raise_if_failed()


def test_large_answers_may_be_off_by_as_much_as_rounding_makes_of_them():
    student, right = attention_trial.Student.reference(), torch.full((2,), 10.0)
    student.equal(right + 5e-4, right)
    with pytest.raises(Failed, match="axis 0: 1 the value is 10.01"):
        student.equal(right + 1e-2, right)
    with pytest.raises(Failed, match=r"forward has shape \(3,\)"):
        student.equal(torch.ones(3), right)


def test_a_model_that_is_put_together_wrongly_shows_its_first_wrong_step():
    def next_scores(model, source, target):
        memory = model.encoder(model.source_embedding(source.flip(1)))
        x = model.decoder(model.target_embedding(target), memory, causal(target.shape[1]))
        return model.target_embedding.scores(x)[0, -1]

    result = check_machine(next_scores)
    assert result.saw.startswith("“the cat sleeps”, after “”: source_embedding.tokens is the first")
    assert "batch 1, position 1, d_model 1 the value is" in result.saw and float(result.expected)


def test_what_a_function_is_given_is_a_step_too():
    def half(x, attention, feed_forward, norm_1, norm_2, pre):
        if pre:
            x = x + attention(norm_1(x)) / 2
            return x + feed_forward(norm_2(x))
        x = norm_1(x + attention(x))
        return norm_2(x + feed_forward(x))

    result = check_block(encoder_layer=half)
    begins = "pre=True, the first step that differs is the input of norm_2: number "
    assert result.failed == "`encoder_layer` equals the reference, pre and post"
    assert result.saw.startswith(begins) and float(result.expected) != float(result.saw.split()[-1])


def test_a_function_that_draws_by_lot_is_said_to_do_so():
    def restless(x, W_1, b_1, W_2, b_2):
        return torch.dropout((x @ W_1 + b_1).relu() @ W_2 + b_2, 0.1, True)

    result = check_block(restless)
    assert not result.passed
    assert result.likely.startswith("feed_forward gives a different answer to the same call")
