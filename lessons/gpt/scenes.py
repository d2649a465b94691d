"""Ten minutes on GPT: what the loss counts, one token that decides, three tasks in one training, and sizes."""

from lessons.gpt import PARTS
from lessons.kit.scenes import Scene, link


def part(name: str, place: str = "", **chosen: str) -> str:
    return link(f"gpt-{name}={place}" if place else "", gpt_part=PARTS[name][0], **chosen)


SCENES = (
    Scene(
        part("rows", "answer/1/1"),
        "Which words does the loss count?",
        "Six rows, side by side, filled up to the longest. Walk along the first one with →: hatched until the task token; "
        "from there on each word counts, and that the row ends counts, too. Then switch to all of the row and take a vote.",
        3,
        asks=True,
        finds=("It is given: no loss",),
    ),
    Scene(
        part("swap"),
        "One sentence, three tokens",
        "Let the class say what each token will bring. Then swap it with T and look at a head: all rows above the token stay, "
        "for nothing looks ahead. The sentence has no names, so its summary is nonsense; it was never asked for one.",
        3,
        asks=True,
        finds=("le vieux chat ne dort jamais", "sleeps never cat old the"),
    ),
    Scene(
        part("learning", "answer/500"),
        "Which task falls first?",
        "Collect guesses, then play the film. One training, the same weights for all three.",
        2,
        asks=True,
        finds=("<summarize>",),
    ),
    Scene(
        part("learning", "everything/500"),
        "And if the mask is forgotten?",
        "The loss stays far above the other one, and yet the answers come. Ask what the loss would have to be for a model "
        "that is perfect: nobody can guess a prompt.",
        1,
        finds=("all of the row",),
    ),
    Scene(
        part("sizes", "GPT-3"),
        "Where are the numbers of GPT-3?",
        "Take a vote on the part, then compare with GPT-2 small. The same class, built with other sizes on a device without "
        "memory.",
        2,
        asks=True,
        finds=("174,604,259,328",),
    ),
)
