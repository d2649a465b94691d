"""The figures with which each lesson opens, some of typed sentences, and some after an intervention, computed with
whichever torch is on the path.

    python tests/web/figures.py OUT.json LESSON …
"""

import base64
import json
import sys
from importlib import import_module
from pathlib import Path

MODEL = "english_french"
TYPED = "the dog sleeps because it is tired"
OTHER = "the dog sleeps because it is wide"
LIVE = {  # lesson → what its pages ask of `results` when somebody types, drags, paints or patches
    "machine": ["written(MODEL, encode(MODEL, TYPED))", "model_map(MODEL, encode(MODEL, TYPED))"],
    "embeddings": ["map_figure(MODEL, 'source', encode(MODEL, TYPED, 'source'))"],
    "positions": ["why(encode(MODEL, TYPED), (1, 0, *range(2, 7)))", "score(encode(MODEL, TYPED))"],
    "attention": ["figure(MODEL, encode(MODEL, TYPED))", "figure('reverse', encode('reverse', 'a b c d'))"],
    "scores": [
        "plane(MODEL, encode(MODEL, TYPED), opening(MODEL), 4, (1.0, 0.5))",
        "changed_row(MODEL, encode(MODEL, TYPED), opening(MODEL), 4, (3, 0.5))",
    ],
    "masks": ["painter(TRANSLATOR, (TYPED, OTHER), 'encoder')", "leak('encoder', next(iter(lab('encoder').masks)))"],
    "heads": ["sum_figure(MODEL, encode(MODEL, TYPED))", "patch_figure(MODEL, encode(MODEL, TYPED), encode(MODEL, OTHER))"],
    "block": ["stream_figure(MODEL, encode(MODEL, TYPED))"],
    "decoding": ["tree(EARLY, encode(EARLY, TYPED), ())", "tree(EARLY, encode(EARLY, TYPED), (5,))"],
}  # fmt: skip


def direct():
    """Work is done where it is asked for: no thread, and no limit, as in a tab."""
    host = import_module("lessons.host.host").current()
    host.run_with_timeout = lambda seconds, work, *args: work(*args)


def watched():
    """Every figure that is made from now on, in a list."""
    figure, made = import_module("lessons.figures.kit.figure").Figure, []
    begin = figure.__init__

    def init(self, *args, **kwargs):
        begin(self, *args, **kwargs)
        made.append(self)

    figure.__init__ = init
    return made


def of(lesson, made):
    """What the lesson opens with, then what is asked live; the sentences of its questions too."""
    results, seen, said = import_module(f"lessons.{lesson}.results"), [], []
    for ask in ("warm()", *LIVE.get(lesson, ())):
        try:
            found = eval(ask, {**vars(results), **globals()} if ask != "warm()" else vars(results))
            said.append(f"{ask}: {type(found).__name__}")
        except Exception as error:
            said.append(f"{ask}: {type(error).__name__}: {error}")
    for figure in made:
        header = json.loads(json.dumps(figure.complete_header, default=str))
        floats = base64.b64encode(figure.floats).decode()
        seen.append({"kind": figure.kind, "header": header, "floats": floats})
    made.clear()
    return {"figures": seen, "said": said}


if __name__ == "__main__":
    out, *lessons = sys.argv[1:]
    direct()
    made = watched()
    Path(out).write_text(json.dumps({lesson: of(lesson, made) for lesson in lessons}))
