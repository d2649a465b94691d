"""The pencil-and-paper tasks of the handouts; the numbers are computed by the project's code.

A cell that begins with "?" is left open on the students' pages and printed on the answers'.
"""

import math
from dataclasses import dataclass, replace

import torch

from lessons.attention.measure.three_inputs import W_K, W_Q, W_V, x
from lessons.memory.measure.hops import hop, look
from lessons.training.solution import adam_step
from transformer.layers import layer_norm
from transformer.masks import causal, padding
from transformer.measure.cost.counting import multiply_adds
from transformer.pictures.attention import best_place
from transformer.pictures.places import summary
from transformer.positions import sinusoidal
from transformer.recurrent import GRU
from transformer.vocabulary import PAD


@dataclass(frozen=True)
class Sum:
    """A task (markdown), and a table with a header row and a header column."""

    task: str
    rows: list[list[str]]


def sequences() -> Sum:
    words = (1, 2, 4, 8)  # each result is the square of the previous one

    def left(gate: float) -> list[float]:
        """Return the fraction of a 1 that a GRU with this gate and zero input keeps after each number of words."""
        cell, state, kept = GRU(1, 1), (torch.ones(1, 1),), []
        for weight in cell.parameters():
            torch.nn.init.zeros_(weight)
        torch.nn.init.constant_(cell.bias_ih[cell.keeps], math.log(gate / (1 - gate)))
        for _ in range(max(words)):
            state = cell(torch.zeros(1, 1), state)
            kept.append(state[0].item())
        return [kept[n - 1] for n in words]

    with torch.no_grad():
        rows = [[f"{z}", *(f"?{n:.3f}" for n in left(z))] for z in (0.5, 0.9, 0.99)]
    return Sum(
        "One component of a GRU’s state is 1. At every word, h becomes (1 − z) n + z h. Here the candidate n is 0, and "
        "the gate z stays the same. How much of the 1 is left after each number of words?",
        [["gate z", *(f"{n} words" if n > 1 else "1 word" for n in words)], *rows],
    )


def pictures() -> Sum:
    weights = torch.tensor([0.1, 0.6, 0.2, 0.1])
    places = torch.tensor([[0.0, 2.0], [4.0, 1.0], [1.0, 3.0], [2.0, 0.0]])
    ways = {
        "weighted sum": weights,
        "mean": torch.full((4,), 0.25),
        "best position only": best_place(weights),
    }
    summaries = [summary(way[None], places[None])[0] for way in ways.values()]
    return Sum(
        "A feature map has four positions with two-dimensional vectors and these weights. What is the context vector "
        "of soft attention (weighted sum), without attention (mean), and of hard attention (best position only)?",
        [
            ["", *(f"position {n}" for n in range(1, 5)), *ways],
            ["weight", *(f"{w:.1f}" for w in weights), *["–"] * 3],
            *([f"component {n + 1}", *(f"{v:.0f}" for v in places[:, n]), *(f"?{vector[n]:.2f}" for vector in summaries)]
              for n in range(2)),
        ],
    )  # fmt: skip


def cost() -> Sum:
    kinds, lengths = {"attention": "attention", "gru": "a GRU"}, (5, 10, 20)
    return Sum(
        "A layer reads n words of dimension d = 10. Attention needs n (4d² + 2nd) multiplications, a GRU 6nd². "
        "Fill in the table. For which n are both numbers equal?",
        [
            ["", *(f"n = {n}" for n in lengths)],
            *([name, *(f"?{multiply_adds(kind, n, 10, 0, 0):,}" for n in lengths)] for kind, name in kinds.items()),
        ],
    )  # fmt: skip


def attention() -> Sum:
    scores = ((x @ W_Q) @ (x @ W_K).T)[0]
    weights, value = scores.softmax(-1), x @ W_V
    shares = ", ".join(f"e{'⁰¹²³⁴'[int(s)]} = {s.exp():.2f}" for s in scores.unique())
    return Sum(
        "Input 1 of the lesson’s three inputs has these scores (here without scaling). Compute its "
        f"weights ({shares}; their sum is {scores.exp().sum():.2f}) and its output, the weighted sum of the values.",
        [
            ["", "input 1", "input 2", "input 3", "output"],
            ["score", *(f"{s:.0f}" for s in scores), "–"],
            ["weight", *(f"?{w:.3f}" for w in weights), "–"],
            *([f"value, component {n + 1}", *(f"{v:.0f}" for v in value[:, n]), f"?{(weights @ value)[n]:.2f}"]
              for n in range(3)),
        ],
    )  # fmt: skip


def alignment() -> Sum:
    scores, states = (
        torch.tensor([1.0, 3.0, 1.0]),
        torch.tensor([[1.0, 0.0], [0.0, 2.0], [3.0, 1.0]]),
    )
    weights = scores.softmax(-1)
    powers = ", ".join(f"e{'⁰¹²³'[int(s)]} = {s.exp():.2f}" for s in scores.unique())
    return Sum(
        f"The encoder has read three words with these energies ({powers}). Compute the weights and the "
        "context vector, the weighted sum of all h_j.",
        [
            ["", "word 1", "word 2", "word 3", "context"],
            ["energy", *(f"{s:.0f}" for s in scores), "–"],
            ["weight", *(f"?{w:.3f}" for w in weights), "–"],
            *([f"h_j, component {n + 1}", *(f"{h:.0f}" for h in states[:, n]), f"?{(weights @ states)[n]:.2f}"]
              for n in range(2)),
        ],
    )  # fmt: skip


def positions() -> Sum:
    pe = sinusoidal(5, 4, dtype=torch.float64)
    return Sum(
        "n = 5 positions, d = 4. The row of position p is sin p, cos p, sin(p/100), cos(p/100); p counts in "
        "radians. Fill in row 1, and the dot product of each row with row 0.",
        [
            ["p", "sin p", "cos p", "sin(p/100)", "cos(p/100)", "row · row 0"],
            *([str(p), *(f"{'?' * (p == 1)}{n:.4f}" for n in pe[p]), f"?{pe[p] @ pe[0]:.4f}"] for p in range(5)),
        ],
    )  # fmt: skip


def masks() -> Sum:
    words = ["the", "cat", "sleeps", "⟨pad⟩"]
    tokens = torch.tensor([[11, 12, 13, PAD]])  # any three tokens except PAD
    allowed = (causal(4) & padding(tokens, PAD))[0, 0].int().tolist()
    return Sum(
        "Rows are queries, columns are keys. A position may attend neither to later positions "
        "nor to padding. Write 1 if attention is allowed, and 0 if it is not.",
        [["", *words], *([word, *(f"?{n}" for n in row)] for word, row in zip(words, allowed, strict=True))],
    )  # fmt: skip


def block() -> Sum:
    numbers = torch.tensor([1.0, 2.0, 3.0, 4.0])
    normed = layer_norm(numbers, torch.ones(4), torch.zeros(4), 0.0)
    mean, root = numbers.mean(), numbers.var(correction=0).sqrt()
    return Sum(
        "Compute layer normalization for four numbers, with γ = 1, β = 0 and no ε: the mean, the standard "
        "deviation (divide the sum of squares by 4), and the result.",
        [
            ["", "x₁", "x₂", "x₃", "x₄", "mean", "deviation"],
            ["x", *(f"{n:.0f}" for n in numbers), f"?{mean:.2f}", f"?{root:.4f}"],
            ["LayerNorm(x)", *(f"?{n:.4f}" for n in normed), f"?{normed.mean().abs():.2f}",
             f"?{normed.var(correction=0).sqrt():.4f}"],
        ],
    )  # fmt: skip


def training() -> Sum:
    m = v = weight = torch.zeros(1, dtype=torch.float64)
    rows = []
    for t, g in ((1, -4.0), (2, -2.0)):
        moved, m, v = adam_step(weight, torch.full_like(weight, g), m, v, t, lr=0.1)
        values = (m, v, m / (1 - 0.9**t), v / (1 - 0.999**t), moved - weight)
        rows.append([str(t), f"{g:.0f}", *(f"?{n.item():.4f}" for n in values)])
        weight = moved
    return Sum(
        "Compute two steps of Adam with learning rate 0.1, β₁ = 0.9 and β₂ = 0.999. Ignore ε.",
        [["step", "gradient", "m", "v", "m̂", "v̂", "change of the parameter"], *rows],
    )


def decoding() -> Sum:
    # The table of the lesson's "The best next word is not the best sentence".
    first = {"the": 0.6, "a": 0.4}
    then = {"the": {"dog": 0.4, "cat": 0.35, "⟨end⟩": 0.25}, "a": {"cat": 0.9, "⟨end⟩": 0.1}}
    continuations = ". ".join(
        f"After *{word}*: " + ", ".join(f"{p} {n}" for n, p in after.items())
        for word, after in then.items()
    )
    begin = max(first, key=first.get)
    greedy = f"?{begin} {max(then[begin], key=then[begin].get)}"
    return Sum(
        f"A model, given as a table, begins with *the* (0.6) or *a* (0.4). {continuations}. After *dog* and *cat* "
        "comes ⟨end⟩. How probable is each sentence? Which one does greedy search choose?",
        [
            ["sentence", *(f"{w} {n}" for w in first for n in then[w]), "greedy chooses"],
            [
                "probability",
                *(f"?{first[w] * p:.2f}" for w in first for p in then[w].values()),
                greedy,
            ],
        ],
    )


def memory() -> Sum:
    u = torch.tensor([[1.0, 0.0]])
    m = torch.tensor([[[2.0, 1.0], [0.0, 2.0], [1.0, 1.0]]])
    c = torch.tensor([[[0.0, 2.0], [1.0, 1.0], [4.0, 0.0]]])
    weights, then = look(u, m), hop(u, m, c)
    again = look(then, m)
    return Sum(
        "A question u = (1, 0) is compared with three facts, each with a match vector m and an output vector c. "
        f"Compute the weights (e⁰ = 1.00, e¹ = {math.e:.2f}, e² = {math.e**2:.2f}), the output, and the next u. Which fact "
        "would get the largest weight in the next hop with the same m?",
        [
            ["", "fact 1", "fact 2", "fact 3", "sum of weight × c"],
            *([f"m, component {n + 1}", *(f"{v:.0f}" for v in m[0, :, n]), "–"] for n in range(2)),
            ["weight", *(f"?{w:.3f}" for w in weights[0]), "–"],
            *([f"c, component {n + 1}", *(f"{v:.0f}" for v in c[0, :, n]), f"?{o:.2f}"]
              for n, o in enumerate((then - u)[0])),
            ["next weight", *(f"?{w:.3f}" for w in again[0]), f"?u = ({then[0, 0]:.2f}, {then[0, 1]:.2f})"],
        ],
    )  # fmt: skip


SUMS = {
    function.__name__: function
    for function in (
        *(sequences, alignment, pictures, memory, cost),
        *(attention, positions, masks, block, training, decoding),
    )
}


def sum_of(lesson: str) -> Sum | None:
    """Return the task of a lesson; None if it has none."""
    if lesson not in SUMS:
        return None
    task = SUMS[lesson]()
    return replace(task, rows=[[cell.replace("-", "−") for cell in row] for row in task.rows])
