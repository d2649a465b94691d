"""Twelve minutes on fine-tuning: where an answer is read, how many labels it takes, what is lost, and a search."""

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
        "One body: where is the answer read?",
        "Read it from above: question, [SEP], text go in. The head says two things of each position, start and end. Ask first how large such a head must be, then "
        "compare how many parameters the body has, and how many are new.",
        2,
        asks=True,
        finds=("Its answer: new letter",),
    ),
    Scene(
        head("pair", "1"),
        "And of two sentences?",
        "The queen has become “he”. Only [CLS] is read now. Where do the others come in? Through attention, inside the body. Let the class guess the label.",
        1,
        finds=("wrong person",),
    ),
    Scene(
        head("tags", "5"),
        "Who gave “the” its tag?",
        "One label a word. “old” belongs to the letter here. Then type: the old king is in the hall. Same word, other tag, and the head sees one position "
        "alone.",
        2,
        finds=("what",),
    ),
    Scene(
        part("labels", "1/2"),
        "Twelve labelled pairs: what should be trained?",
        "Take a vote before you show it. Frozen features win, because the body was trained on nearly this question. Then go to one sentence with ↓: there fine-tuning "
        "wins.",
        2,
        asks=True,
        finds=("from scratch",),
    ),
    Scene(
        part("labels", "3/5"),
        "When do frozen features fail?",
        "The span. The blue line stays at what a guess reaches, with 96 labels too. Nothing in the first training asked to find one sentence in another. Point at the intervals.",
        1,
        finds=("Answers of which both ends are right",),
    ),
    Scene(
        part("moved", "3"),
        "What does it cost the body?",
        "Ask: does it still guess hidden words? Some are lost, most are not. The higher the layer, the farther it moved. Who has four tasks keeps four bodies, or one frozen one.",
        2,
        asks=True,
        finds=("after fine-tuning",),
    ),
    Scene(
        part("search"),
        "An Italian question, English documents: who finds the right one?",
        "Take a vote before you show it. BM25 is silent, because no word is shared. Then click “Two replaced”, and the first document of BM25: which words brought it "
        "there? At last “Code alone”: which order is lost now?",
        2,
        asks=True,
        finds=("both must agree",),
    ),
)
