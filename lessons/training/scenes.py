"""Ten minutes on training: a finished run, what it learned when, and one step of Adam."""

from lessons.kit.scenes import Scene, link
from lessons.training import PARTS


def part(name: str, place: str = "") -> str:
    return link(place, training_part=PARTS[name][0])


SCENES = (
    Scene(
        part("film", "training-film=0/1"),
        "What will this curve do?",
        "A model that adds two numbers. Before the first step it guesses: ask for the loss of a guess. The "
        "question on screen is for a show of hands; then show the film.",
        2,
        asks=True,
        finds=("step 0",),
    ),
    Scene(
        part("film", "training-film=256/1"),
        "Why does the loss rest here?",
        "Point at the orange line, from step 187 to 354: the loss moves by less than 5%. Then the fall, and with "
        "it the green curve rises: on the plateau hardly one sum in a hundred is right.",
        2,
        finds=("from step 187 to 354", "step 256"),
    ),
    Scene(
        part("film", "training-film=800/1"),
        "And at the end?",
        "The last frame. Point at the large head: each digit that is written looks at the digits that it "
        "needs. Drag the slider back and watch that pattern appear.",
        2,
        finds=("step 800",),
    ),
    Scene(
        part("adam"),
        "What happens between gradient and step?",
        "A ball on a slope. Read from the top: the gradient −3.9101, its running mean m, the running mean v of "
        "its square. Both start at 0, and the division corrects that. The step that comes out is .097: near "
        "the learning rate of .1, however large the gradient is. Step with → and watch.",
        4,
        below=True,
        finds=("−3.9101", "0.097018"),
    ),
)
