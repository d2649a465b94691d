from lessons.figures.kit.examples import TYPED, Figure, load
from lessons.figures.kit.labels import side_labels
from lessons.finetuning.figures.four_heads import four_heads
from lessons.finetuning.measure.finetuning import record_head
from lessons.kit.encoded_text import EncodedText
from transformer.finetuning.tuning import initial_model


def example() -> Figure:
    trained = load("discourses")
    reading = EncodedText.encode(trained, f"the ___ is here. {TYPED}", 14)
    model = initial_model(trained, "span", "tuned", 0).eval()
    seen = record_head(trained, model, reading.words)
    tokens = side_labels({"tokens": seen.tokens}, reading)["tokens"]
    return four_heads(seen, tokens, "span", {"layers": 2, "body": 3, "head": 4}, 0)
