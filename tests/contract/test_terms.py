"""The field's terms: each lesson introduces those of its subject, in bold where they first matter."""

import re

import pytest

from lessons import LESSONS
from tests.kit import questions
from tests.kit.paths import ROOT

# The terms that lectures and papers use for what a lesson teaches.
TERMS = {
    "sequences": "neural network, recurrent network, sequence-to-sequence, machine translation, hidden state, update gate, "
    "reset gate, forget gate, backpropagation through time, gradient clipping, conditional language model, exact match",
    "alignment": "attention mechanism, context vector, additive attention, alignment, local attention",
    "pictures": "convolutional network, feature map, image captioning, soft attention, hard attention, REINFORCE, "
    "straight-through, temporal attention",
    "memory": "memory network, hop, temporal encoding, position encoding, weight tying, baseline, textual entailment",
    "cost": "multiply-adds, sequential operations, path length, receptive field, dilated, wall-clock time",
    "machine": "encoder–decoder attention, residual connection, layer normalization, autoregressive, greedy decoding, logits",
    "tokens": "tokenization, byte-pair encoding, vocabulary, out-of-vocabulary, WordPiece, SentencePiece",
    "embeddings": "embedding matrix, one-hot, cosine similarity, contextual embedding, weight tying",
    "attention": "scaled dot-product attention, self-attention, query, key, value, attention weight, attention map",
    "scores": "bilinear, additive attention, saturat, QK-norm, soft lookup",
    "positions": "positional encoding, sinusoidal, relative position, rotary, ALiBi, extrapolation",
    "masks": "causal mask, padding mask, teacher forcing, data leakage",
    "heads": "multi-head attention, attention head, induction head, activation patching, causal tracing",
    "block": "residual connection, residual stream, layer normalization, feed-forward, pre-norm, post-norm, logit lens, "
    "rank collapse, polysemantic, dead ReLU, direct logit attribution",
    "training": "loss function, cross-entropy, backpropagation, learning rate, warm-up, weight decay, bias correction, "
    "label smoothing, dropout, teacher forcing, scheduled sampling, overfitting, mini-batch, epoch, hyperparameter, "
    "validation set, test set, initialization",
    "decoding": "autoregressive, greedy decoding, beam search, hypothesis, pruned, length normali, brevity problem, BLEU, "
    "n-gram, temperature, top-k, nucleus, renormalized, speculative decoding, draft model, target model",
    "bert": "encoder-only, masked language modelling, segment embedding, next sentence prediction, bidirectional",
    "finetuning": "fine-tuning, frozen, span, dense retrieval, mean pooling, in-batch negatives, BM25",
    "gpt": "decoder-only, autoregressive, prompt, loss mask, zero-shot, few-shot, in-context learning",
    "your_layer": "hook, confidence interval, McNemar",
    "ablations": "ablation, null hypothesis, significant, effect size, multiple comparisons, confidence interval",
}  # fmt: skip


def markdown(lesson: str) -> str:
    """Return the text of a notebook, each paragraph on one line."""
    source = (ROOT / "lessons" / lesson / "lesson.py").read_text(encoding="utf-8")
    cells = re.findall(r"^# %% \[markdown\]\n((?:#.*\n)+)", source, re.MULTILINE)
    return "\n\n".join(re.sub(r"\n# ?(?=\S)", " ", cell) for cell in cells)


def terms_of(lesson: str) -> list[str]:
    """Return the terms of a lesson, which a new one lists in its own folder."""
    listed = TERMS.get(lesson) or getattr(questions.module(lesson), "TERMS", "")
    assert listed, f'write TERMS = "term, term" in lessons/{lesson}/tests/questions.py'
    return listed.split(", ")


@pytest.mark.parametrize("lesson", [lesson.name for lesson in LESSONS])
def test_a_lesson_uses_the_terms_of_its_field(lesson):
    text = markdown(lesson).lower()
    missing = [term for term in terms_of(lesson) if term.lower() not in text]
    assert not missing, f"{lesson}: {', '.join(missing)}"


@pytest.mark.parametrize("lesson", [lesson.name for lesson in LESSONS])
def test_a_lesson_introduces_terms_in_bold(lesson):
    bold = " ".join(re.findall(r"\*\*([^*]+)\*\*", markdown(lesson))).lower()
    terms = terms_of(lesson)
    introduced = [term for term in terms if term.lower() in bold]
    assert len(introduced) >= len(terms) / 2, f"{lesson}: in bold are only {', '.join(introduced)}"
