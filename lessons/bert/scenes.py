"""Eleven minutes on hidden words: what goes in, who looks where, and what is learned last."""

from lessons.bert import OPENING, PARTS
from lessons.kit.scenes import Scene, link

KING = OPENING.replace("queen", "king").replace("she", "he")


def part(name: str, place: str = "", **chosen: str) -> str:
    places = [f"bert-{name}={place}"] if place else []
    return link(*places, bert_part=PARTS[name][0], **chosen)


SCENES = (
    Scene(
        part("sum", "2"),
        "What goes in?",
        "Three strips, added number by number. Let the class say what each of them stands for before you name them: the word, its "
        "place, its sentence. Then ask about the two “the”.",
        2,
        asks=True,
        finds=("position 1", "sentence A"),
    ),
    Scene(
        part("hide", "10/2"),
        "Which word is hidden?",
        "“today she ▢ the new letter”: everybody knows. Ask which word told them. It stands behind the gap; so what does a model say "
        "that may look only back? Take a vote.",
        2,
        asks=True,
        finds=("looks both ways",),
    ),
    Scene(
        part("hide", "2/2"),
        "And when nobody can know?",
        "The adjective is hidden. Let the class guess, and then look: the model gives four words about equally much. That is no "
        "weakness; nothing else in the pair says how the queen is.",
        1,
        finds=("young",),
    ),
    Scene(
        part("hide", "9/2", bert_text=KING),
        "Who reads the letter?",
        "The queen has become a king. What hangs on it stands in the other sentence. Point at the row of [MASK] in the map, and "
        "find the king.",
        1,
        finds=("king",),
    ),
    Scene(
        part("learning", "21/3"),
        "What is learned last?",
        "Ask first. Then play, and stop at step 450: “is” and the verb are there, “he or she” is a coin. Two hundred steps later it is "
        "learned. Each noun had to be learned by itself.",
        3,
        asks=True,
        finds=("1000 steps",),
    ),
    Scene(
        part("tables", "1"),
        "Where does it stand?",
        "The formula makes a stripe. Does a table that is learned look like it? Show the decoder, which needs neighbours, then this one, "
        "which does not.",
        2,
        asks=True,
        finds=("sinusoids",),
    ),
)
