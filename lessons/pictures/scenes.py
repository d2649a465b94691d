"""Twelve minutes on captioning images and videos."""

from lessons.kit.scenes import Scene, link
from lessons.pictures import PARTS


def part(name: str, place: str = "", **chosen: str) -> str:
    return link(place, pictures_part=PARTS[name][0], **chosen)


SCENES = (
    Scene(
        part("look", "pictures-look=1/3", pictures_kind="clean", pictures_number="1"),
        "Where does the captioner attend for each word?",
        "Let the class guess before each press of →. Point out that the weights are spread out for “a”, but lie on "
        "the object for its colour and shape. Ask which region the word “above” needs.",
        3,
        finds=("of the weight is in the dashed box",),
    ),
    Scene(
        part("look", "pictures-look=3/3", pictures_kind="clean", pictures_number="1"),
        "How many captions are right without attention?",
        "Ask the question and show the answer. Compare the caption after 300 steps with the correct caption, word by "
        "word. Then choose the captioner trained for 1,500 steps: with the mean, it needs more steps, not attention.",
        2,
        asks=True,
        finds=("mean of the regions, 300 steps",),
    ),
    Scene(
        part("draw"),
        "Can the captioner describe your drawing?",
        "Ask a student to draw two outlines and the class to predict both captions. Then fill one outline with the pen.",
        2,
        asks=True,
        finds=("attention, clean drawings", "Pen"),
    ),
    Scene(
        part("hard"),
        "How large is the gradient of hard attention?",
        "Ask the question and show the answer. Point to the gradient of W, U and v: it is exactly 0 for argmax. "
        "Scroll to the training curves: straight-through learns where to attend with every seed, REINFORCE with only "
        "one of three.",
        3,
        asks=True,
        finds=("the best region only (argmax)", "one sampled region"),
    ),
    Scene(
        part("films"),
        "Does the mean of all frames keep the order of events?",
        "Step through the caption with →, and ask before each word which frames get the weight. Ask the question and "
        "show the answer. Compare the three captioners.",
        2,
        asks=True,
        finds=("local only: the mean of the frames",),
    ),
)
