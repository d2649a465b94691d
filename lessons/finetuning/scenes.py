"""Twelve minutes on fine-tuning."""

from lessons.finetuning import HEADS, PARTS
from lessons.kit.scenes import Scene, link


def part(name: str, place: str = "", **chosen: str) -> str:
    places = [f"finetuning-{name}={place}"] if place else []
    return link(*places, finetuning_part=PARTS[name][0], **chosen)


def head(name: str, place: str) -> str:
    title, text = HEADS[name]
    return part("heads", place, finetuning_model=title, finetuning_text=text)


SCENES = (
    Scene(
        part("heads", "12"),
        "How large is a head, compared with the body?",
        "Read the figure from top to bottom: the input consists of the question, [SEP] and the text. Say that the "
        "head gives each position a start logit and an end logit. "
        "Take a vote on the size of the head, then point to the two parameter counts.",
        2,
        asks=True,
        finds=("Answer: new letter",),
    ),
    Scene(
        head("pair", "1"),
        "Which position does the sentence-pair head read?",
        "Point to “he”, which follows a sentence about the queen, and then to the answer “wrong person”. Point to "
        "[CLS]: the head reads only this position. Ask how information from the other words reaches [CLS]; the "
        "answer is attention.",
        1,
        finds=("wrong person",),
    ),
    Scene(
        head("tags", "5"),
        "How can the tag of “the” depend on the context?",
        "Point to “the old letter”: the tags of all three words mark what is read. Compare “the old king "
        "is in the hall”, where “the old” describes the person who is there. "
        "Say that the head reads one position at a time, so the body must have mixed in the context.",
        2,
        finds=("what",),
    ),
    Scene(
        part("labels", "1/2"),
        "What should be trained with 12 labelled pairs?",
        "Take a vote, then show the curves. Say that the frozen body is best because the pretraining task was nearly "
        "the same. Point to “head first, then both”: this method also changes the body, but its accuracy is only a "
        "few points lower. Conclude that the untrained head does the harm.",
        2,
        asks=True,
        finds=("from scratch",),
    ),
    Scene(
        part("labels", "3/5"),
        "When are frozen features not enough?",
        "Point to the “frozen” curve of the span head: it stays at the accuracy of a constant answer, even "
        "with 96 labels. Say that pretraining never required finding one "
        "sentence in another.",
        1,
        finds=("Answers with both ends correct",),
    ),
    Scene(
        part("moved", "3"),
        "How many masked words does the fine-tuned body still predict?",
        "Take a vote, then show the bars. Say that most of the ability remains. Point to "
        "the bars on the left: the higher the layer, the more it changed. "
        "Say that four tasks need four bodies, or one frozen body.",
        2,
        asks=True,
        finds=("after fine-tuning",),
    ),
    Scene(
        part("search"),
        "Which ranking finds the English document for an Italian question?",
        "Take a vote, then show the lists. Point to BM25: all documents score 0, because no word is shared. Say "
        "that the encoder has learned the Italian words, and that its vectors therefore decide the order in the "
        "product.",
        2,
        asks=True,
        finds=("both must agree",),
    ),
)
