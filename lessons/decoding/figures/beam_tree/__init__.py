"""Beam search as a tree that grows step by step: every candidate, and why it was kept or pruned.

One search per beam width is run and packed, so the browser can change the width, α and the step. Forced
words go back to Python. If exhaustive search is possible, the tree shows how far the beam kept the
best sequence.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from lessons.decoding.figures.beam_tree import words as say
from lessons.decoding.measure.searching import (
    BestOfAll,
    Tree,
    attended_source,
    log_probability_of,
    search_trees,
    table_as_model,
)
from lessons.figures.kit import palette
from lessons.figures.kit.choices import by, choice, choice_header
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import data_words, labels, truncated, visible
from lessons.figures.kit.numbers import rounded
from lessons.kit.encoded_text import EncodedText, encoded_text
from transformer.measure.answer import room
from transformer.vocabulary import END
from transformer.weights import Trained

WIDTHS = tuple(range(1, 11))
ALPHAS = tuple(tenth / 10 for tenth in range(21))
MOST_WORDS = MOST_STEPS = 64  # characters, if a model continues a text
WORKS = "lessons.decoding.measure.searching.search_trees"


def beam_tree(
    trained: Trained,
    text: str | EncodedText,
    beams: int = 4,
    forced: Sequence[int] = (),
    right: Sequence[str] = (),
    most: int | None = None,
    enough: int | None = None,
) -> Figure:
    """Search for the answer to `text` with beams of every width, opened at `beams`. All outputs start with the
    tokens `forced`; `right` is the known answer in words, if any. The search stops after `most` steps, or when
    `enough` hypotheses are complete (by default the beam width).

    Raises ValueError if the sentence is empty or too long.
    """
    reading = encoded_text(trained, text, MOST_WORDS)
    title = say.TITLE.format(sentence=reading.text or " ".join(reading.words))
    return _figure(trained, title, reading, beams, forced, right, most, enough)


def table_tree(
    table,
    beams: int = 2,
    forced: Sequence[int] = (),
    most: int | None = None,
    enough: int | None = None,
) -> Figure:
    """Do the same for a `Table`, starting from its first words."""
    nothing = EncodedText("", (), (), ())
    return _figure(table_as_model(table), say.TABLE, nothing, beams, forced, (), most, enough)


def _figure(
    trained: Trained, title: str, reading: EncodedText, beams: int, forced, right, most, enough
) -> Figure:
    ids = reading.ids if trained.reads else ()
    forced = (*(() if trained.reads else reading.ids), *forced)
    prompt_length = 0 if trained.reads else len(reading.ids)  # of `forced`: the text to continue
    source = torch.tensor([list(ids)], dtype=torch.long)  # (1, source)
    most = room(trained, len(forced), min(most or MOST_STEPS, MOST_STEPS))
    grown, of_all = search_trees(trained.model, source, WIDTHS, forced, most, enough)
    gone = {node.tokens[:-1] for tree in grown for node in tree.nodes}  # hypotheses that continued
    attended = attended_source(trained, ids, sorted(gone)) if trained.reads else {}
    places = {prefix: number for number, prefix in enumerate(sorted(attended))}
    (greedy, *_) = grown
    path = {greedy.nodes[k].tokens for k in greedy.complete()[:1]}
    path = {answer[:n] for answer in path for n in range(1, len(answer) + 1)}
    vocabulary = trained.target_vocabulary
    arrays = {}
    for tree in grown:
        for name in ("log_probability", "total"):
            values = np.array([getattr(node, name) for node in tree.nodes], np.float32)
            arrays[f"{name} {tree.beams}"] = Array(values, "node", "log_probabilities", WORKS)
    sentence = (
        labels(reading.words, reading.is_unknown, reading.languages[0]) if trained.reads else []
    )
    if attended:
        values = torch.stack([attended[prefix] for prefix in places]).numpy()
        where = "lessons.decoding.measure.searching.attended_source"
        arrays["looks"] = Array(
            values, "prefix source", "cross_attention.weights", where, {"source": sentence}
        )
    if of_all:
        values = np.array([total for _, total in of_all.best], np.float32)
        where = "lessons.decoding.measure.searching.best_of_all"
        arrays["of_all"] = Array(values, "length", "log_probabilities", where)
    drawn = [_tree_data(tree, path, places, trained, of_all) for tree in grown]
    written = {
        node[key]
        for tree in drawn
        for node in tree["nodes"]
        for key in ("word", "text")
        if key in node
    }
    header = {
        "title": title,
        "source": sentence,
        "forced": [visible(word) for word in vocabulary.decode(forced, specials=True)],
        "fixed": [int(token) for token in forced[prompt_length:]],
        "given": prompt_length,
        "trees": drawn,
        "data": data_words((written, reading.languages[1])),
        "of_all": _best_of_each_length(of_all, len(forced), trained),
        "right": _known_answer(trained, source, forced, right, grown),
        "model": trained.name,
        "stops": say.STOPS.format(most=most, enough=enough or "k, the number of beams"),
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **choice_header(
            choice("beams", labels=len(WIDTHS), opens=beams),
            choice(
                "step",
                labels=by("beams", [len(tree.rest) + 1 for tree in grown]),
                first=0,
                optional=True,
                opens=1,
            ),
            choice("alpha", values=ALPHAS),
            choice(
                "node",
                labels=by("beams", [len(tree.nodes) for tree in grown]),
                first=0,
                optional=True,
            ),
        ),
    }
    return Figure("beam_tree", header, arrays)


def _best_of_each_length(
    of_all: BestOfAll | None, begun: int, trained: Trained
) -> dict[str, Any] | None:
    """Describe the result of exhaustive search: the best of each length, and how far each tree got."""
    if of_all is None:
        return None
    decode, join = trained.target_vocabulary.decode, trained.task.join
    best = [
        {"text": truncated(join(decode(t)), 80), "length": len(t) - begun} for t, _ in of_all.best
    ]
    return {"visited": say.exhaustive_text(of_all.visited, of_all.longest), "best": best}


def _tree_data(
    tree: Tree, greedy: set, places: dict, trained: Trained, of_all: BestOfAll | None
) -> dict[str, Any]:
    """Convert one search for the drawing: a list of nodes, how many more were pruned in each step, and where
    it lost the best sequence of each length."""
    vocabulary, join = trained.target_vocabulary, trained.task.join
    nodes = [
        {
            "word": _word(vocabulary, node.tokens[-1]),
            "id": node.tokens[-1],
            "parent": node.parent,
            "step": node.step,
            "fate": node.fate.name.lower(),
            "reason": node.reason,
            "greedy": node.tokens in greedy,
            "looks": places.get(node.tokens[:-1]),
        }
        | ({"text": join(vocabulary.decode(node.tokens))} if node.fate.name == "ASIDE" else {})
        for node in tree.nodes
    ]
    lost = [tree.lost(tokens) for tokens, _ in (of_all.best if of_all else ())]
    return {"beams": tree.beams, "nodes": nodes, "rest": list(tree.rest), "lost": lost}


def _word(vocabulary, token: int) -> str:
    (word,) = vocabulary.decode([token], specials=True)
    return f"⟨{word[1:-1]}⟩" if token == END else visible(word)


def _known_answer(
    trained: Trained, source, forced, right: Sequence[str], grown: list[Tree]
) -> dict | None:
    """Return the known answer, its log p, and the kind of error for each width: search or model."""
    vocabulary = trained.target_vocabulary
    if not right or forced:
        return None
    wanted = (*vocabulary.encode(list(right)), END)
    total = log_probability_of(trained.model, source, wanted)
    kinds = [tree.error(wanted, total) for tree in grown]
    return {"text": trained.task.join(list(right)), "total": total, "kinds": kinds}


def recompute(figure: Figure, beams: int, node: int) -> dict[str, Any]:
    """Recompute the total of a node: the sum of the log-probabilities of its prefix, in float64."""
    figure.at(beams=beams, node=node)
    nodes = figure.header["trees"][beams - 1]["nodes"]
    values, way, at = figure.arrays[f"log_probability {beams}"].values, [], node
    while at is not None:
        way.append(float(values[at]))
        at = nodes[at]["parent"]
    again, shown = math.fsum(way), float(figure.arrays[f"total {beams}"].values[node])
    difference = abs(again - shown)
    return {
        "cell": {"beams": beams, "node": node},
        "value": again,
        "difference": difference,
        "same": difference <= 1e-5 * max(1.0, abs(shown)),
        "shown_value": rounded(again, 6),
        "shown_difference": rounded(difference) if difference else "0.0",
    }


def best_node(figure: Figure, beams: int, alpha: float = 0.0) -> int | None:
    """Find the node of the answer: the complete one with the highest total / |y|^α, counting END."""
    nodes = figure.header["trees"][beams - 1]["nodes"]
    total = figure.arrays[f"total {beams}"].values
    aside = [k for k, node in enumerate(nodes) if node["fate"] == "aside"]
    score = {k: float(total[k]) / (nodes[k]["step"] + 1) ** alpha for k in aside}
    return max(aside, key=score.get, default=None)
