"""Eleven minutes on masked language modelling."""

from lessons.bert import OPENING, PARTS
from lessons.kit.scenes import Scene, link

KING = OPENING.replace("queen", "king").replace("she", "he")


def part(name: str, place: str = "", **chosen: str) -> str:
    places = [f"bert-{name}={place}"] if place else []
    return link(*places, bert_part=PARTS[name][0], **chosen)


SCENES = (
    Scene(
        part("sum", "2"),
        "Which embeddings differ between the first and the last “the”?",
        "Say that BERT adds three embeddings for each token. Name the three strips from the top: token, position, "
        "segment. Point to "
        "the first “the” and to the last one in the row of tokens. Take a vote on which strips differ, then show the "
        "answer. To compare, step to the last “the” with →.",
        2,
        asks=True,
        finds=("position 1", "sentence A"),
    ),
    Scene(
        part("hide", "10/2"),
        "Which verb does a causal model rank first?",
        "Read the sentence aloud without the verb. Ask which word gives the verb away; it is “letter”, which comes "
        "after the gap. Take a vote on the answer of the causal model, which looks only backwards. Then compare "
        "its bars with those of the bidirectional model.",
        2,
        asks=True,
        finds=("looks both ways",),
    ),
    Scene(
        part("hide", "2/2"),
        "How certain is the model of a masked adjective?",
        "Ask the class to guess the masked adjective. Point to the bars: the model assigns roughly equal "
        "probabilities to four adjectives. "
        "Say that this is not a weakness, because no other word depends on the adjective.",
        1,
        finds=("young",),
    ),
    Scene(
        part("hide", "9/2", bert_text=KING),
        "Which word determines the pronoun “he”?",
        "Say that the queen is now a king and that the pronoun is masked. Point to the row of [MASK] in the map and "
        "to the column of “king”: "
        "the word that determines the pronoun is in the other sentence.",
        1,
        finds=("king",),
    ),
    Scene(
        part("learning", "10/3"),
        "Which kind of word is learned last?",
        "Take a vote, then show the answer. Point to step 450: “is” and the verb have been learned, but “he or "
        "she” is still a guess. Press → four times: at step 650, “he or she” has been learned as well. Say that "
        "each noun had to be learned separately.",
        3,
        asks=True,
        finds=("450 steps",),
    ),
    Scene(
        part("tables", "1"),
        "Are the learned embeddings of neighbouring positions similar?",
        "Say that each cell compares two positions. Take a vote, then show the table of this BERT. Press → to show "
        "the decoder, which copies from a few positions back. Press → again to show the sinusoids, which form a "
        "stripe.",
        2,
        asks=True,
        finds=("sinusoids",),
    ),
)
