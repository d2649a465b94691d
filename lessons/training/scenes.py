"""Ten minutes on training: a finished run, the order in which it learned, and one step of Adam."""

from lessons.kit.scenes import Scene, link
from lessons.training import PARTS


def part(name: str, place: str = "", **choices: str) -> str:
    return link(place, training_part=PARTS[name][0], **choices)


SCENES = (
    Scene(
        part("film", "training-film=0/2"),
        "What does the model learn first: to attend to the digit, or to write the correct sum?",
        "Point to the model’s first output: before the first step it guesses the sum of two numbers. The question "
        "concerns heads that no extra loss guides. Take a vote, then reveal the answer: the sums become correct, and "
        "no unguided head keeps attending to the digit.",
        2,
        asks=True,
        finds=("step 0", "No unguided head stays above 50%"),
    ),
    Scene(
        part("film", "training-film=256/1", answered="true"),
        "How long does the loss stay flat?",
        "Point to the orange line, from step 187 to 354: the loss changes by less than 5%. Point to the green "
        "curve: on the plateau hardly one sum in a hundred is correct. Then the loss falls, and the sums become "
        "correct.",
        2,
        finds=("from step 187 to 354", "step 256"),
    ),
    Scene(
        part("film", "training-film=800/1", answered="true"),
        "What does the trained model attend to?",
        "Point to the large map at the last frame. Each written digit attends to a digit of the first number, "
        "because an extra loss trained this head to do so. Choose head 2, which shows no digit pattern, although "
        "the sums are correct.",
        2,
        finds=("step 800",),
    ),
    Scene(
        part("adam"),
        "How far does Adam’s first step go if the gradient is 100 times as large?",
        "Point to the gradient, −3.9101. Take a vote, then read the computation from the top: the running mean m of "
        "the gradient, the running mean v of its square, and both corrected means. The step is 0.097, near the "
        "learning rate of 0.1, however large the gradient is.",
        4,
        asks=True,
        finds=("−3.9101", "0.097018"),
    ),
)
