"""What a reader does on each page, done in a tab's Python: with numpy's PyTorch, without threads and processes.

    python -c "from tests.web.apart import in_the_tab; print(in_the_tab('-m', 'tests.web.live_pages'))"

Each row: lesson, part, what is done, and the events, in which a function makes a value of the figure's header. It is
right where nothing went wrong and what `key` shows is another one than before.
"""

import json
import re
import sys
import time
from html import unescape
from typing import Any

THEY = "the dogs did not cross the street because they were too tired"
DOG = "the dog did not cross the road because it was too wide"


def typed(key: str, text: str) -> dict[str, Any]:
    return {"key": key, "value": text}


def chosen(key: str, value: Any) -> dict[str, Any]:
    return {"key": key, "trigger": "chosen", "value": value}


def recompute(key: str, **cell: Any) -> dict[str, Any]:
    return {"key": key, "trigger": "recompute", "value": cell}


def setting(**changed: Any) -> Any:
    return lambda header: header["setting"] | changed


LIVE: tuple[tuple[str, str, str, str, list[dict]], ...] = (
    ("sequences", "read", "a sentence", "sequences-read", [typed("sequences-text", "a b c d")]),
    ("sequences", "desk", "a line to the help desk", "sequences-desk", [typed("sequences-line", "where is my parcel")]),
    ("alignment", "step", "a sentence", "alignment-step", [typed("alignment-text", "the dog runs")]),
    ("alignment", "map", "another model", "alignment-map", [typed("alignment-model", 1)]),
    ("pictures", "look", "another drawing", "pictures-look", [typed("pictures-number", 1)]),
    ("pictures", "draw", "a drawing of one's own", "pictures-draw",
     [chosen("pictures-draw", lambda header: {"pixels": "R" * 8 + header["pixels"][8:]})]),
    ("pictures", "films", "another film", "pictures-films", [typed("pictures-first-thing", 1)]),
    ("memory", "story", "another question", "memory-story", [typed("memory-question", "where is the milk")]),
    ("memory", "follows", "a sentence", "memory-follows", [typed("memory-hypothesis", "a man sleeps")]),
    ("machine", "model", "a sentence", "machine-figure-model", [typed("machine-text", DOG)]),
    ("machine", "writing", "a sentence", "machine-figure-writing", [typed("machine-writes", DOG)]),
    ("tokens", "", "a text", "tokens-player", [typed("tokens-text", "banana bandana banana")]),
    ("tokens", "", "a word, another rule", "tokens-player", [typed("tokens-word", "wider"), typed("tokens-tie", 1)]),
    ("embeddings", "map", "a sentence", "embeddings-map", [typed("embeddings-text", DOG)]),
    ("embeddings", "pairs", "another model", "embeddings-pairs", [typed("embeddings-model", 1)]),
    ("attention", "model", "a sentence", "figure", [typed("text", DOG)]),
    ("attention", "model", "another model", "figure", [typed("model", 1)]),
    ("attention", "model", "a number again", "figure",
     [recompute("figure", map="encoder", layer=1, head=0, row=2, column=1, stage="scores")]),
    ("scores", "head", "a sentence, another head", "scores-plane", [typed("scores-text", THEY)]),
    ("scores", "head", "a query that is dragged", "scores-plane", [chosen("scores-plane", {"place": [1.0, -1.0]})]),
    ("positions", "why", "another order", "positions-figure-why",
     [chosen("positions-figure-why", lambda header: [*range(1, len(header["labels"])), 0])]),
    ("positions", "lab", "another wave", "positions-figure-lab",
     [chosen("positions-figure-lab", setting(positions=20))]),
    ("positions", "score", "a sentence", "positions-figure-score", [typed("positions-text", "the dog was tired")]),
    ("masks", "paint", "a sentence", "masks-figure-paint", [typed("masks-text", "the dog runs")]),
    ("masks", "leak", "another rule", "masks-figure-leak", [typed("masks-rule", 1)]),
    ("heads", "roles", "a sentence", "heads-joined", [typed("heads-text", DOG)]),
    ("heads", "patch", "another sentence to take from", "heads-patch", [typed("heads-donor", DOG)]),
    ("block", "stream", "a sentence", "block-figure-stream", [typed("block-text", DOG)]),
    ("block", "units", "a sentence", "block-figure-units", [typed("block-text", DOG)]),
    ("decoding", "tree", "a sentence", "decoding-figure-tree", [typed("decoding-text", DOG)]),
    ("decoding", "tree", "a word that is forced", "decoding-figure-tree", [chosen("decoding-figure-tree", [5])]),
    ("decoding", "sampling", "other lots", "decoding-figure-sampling",
     [chosen("decoding-figure-sampling", setting(seed=5))]),
    ("decoding", "drafting", "another length of the draft", "decoding-figure-drafting",
     [chosen("decoding-figure-drafting", setting(ahead=2))]),
    ("bert", "sum", "a sentence", "bert-sum", [typed("bert-text", "the woman sings . she is happy .")]),
    ("bert", "hide", "a sentence", "bert-hide", [typed("bert-text", "the woman sings . she is happy .")]),
    ("finetuning", "heads", "a sentence", "finetuning-heads", [typed("finetuning-text", "he reads the ___. today he reads the old letter")]),
    ("finetuning", "search", "a question", "finetuning-search", [typed("finetuning-question", "who owns a red car")]),
    ("gpt", "swap", "a sentence", "gpt-swap", [typed("gpt-text", "the dog runs")]),
    ("your_layer", "write", "another layer", "your_layer-figure-lights", [typed("your_layer-name", 2)]),
    ("your_layer", "compare", "a sentence", "your_layer-figure-maps", [typed("your_layer-text", DOG)]),
    ("your_layer", "source", "a sentence", "your_layer-figure-source", [typed("your_layer-text", DOG)]),
)  # fmt: skip


def header_of(data: bytes) -> dict:
    length = int.from_bytes(data[:4], "little")
    return json.loads(data[4 : 4 + length])["header"]


def done(desk: Any, key: str, events: list[dict]) -> dict[str, Any]:
    """What became of it, and how many seconds the last event took."""
    text, blobs = desk.handle("[]")
    said = []
    for event in events:
        before = data_of(text, blobs, key)
        value = event["value"](header_of(before)) if callable(event["value"]) else event["value"]
        begun = time.perf_counter()
        text, blobs = desk.handle(json.dumps([event | {"value": value}]))
        said += mistakes(json.loads(text)["html"])
    changed = data_of(text, blobs, key) != before
    return {"wrong": said, "changed": changed, "seconds": round(time.perf_counter() - begun, 2)}


def data_of(text: str, blobs: list[bytes], key: str) -> bytes:
    one = json.loads(text)["components"].get(key)
    return b"" if one is None else blobs[one["bytes"]]


def mistakes(html: str) -> list[str]:
    found = re.findall(r'st-key-mistake-[^"]*".*?stText" [^>]*>(.*?)</div>', html)
    return [unescape(re.sub("<[^>]+>", " ", one)) for one in found]


def main(names: list[str]) -> None:
    from web.tab import desk

    desk.begin([])
    for lesson, part, does, key, events in LIVE:
        if names and lesson not in names:
            continue
        begun = time.perf_counter()
        page = desk.Desk(lesson, {f"{lesson}-part": part} if part else {})
        try:
            told = done(page, key, events)
        except Exception as error:  # the others are told all the same
            told = {"wrong": [f"{type(error).__name__}: {error}"[:300]], "changed": False}
        all_of_it = round(time.perf_counter() - begun, 1)
        row = {"page": f"{lesson} {part}", "does": does, "all": all_of_it, **told}
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
