"""Twelve minutes on pictures: where a captioner looks, what it has never seen, one place instead of all, and films."""

from lessons.kit.scenes import Scene, link
from lessons.pictures import PARTS


def part(name: str, place: str = "", **chosen: str) -> str:
    return link(place, pictures_part=PARTS[name][0], **chosen)


SCENES = (
    Scene(
        part("look", "pictures-look=1/3", pictures_kind="clean", pictures_number="1"),
        "Where does it look to write this word?",
        "Let the class guess before you go on: with → word by word. At “a” the weights are spread, at colour and shape they lie on the "
        "thing. Ask what “above” has to look at.",
        3,
        asks=True,
        finds=("of the weight lies in the dashed box",),
    ),
    Scene(
        part("look", "pictures-look=3/3", pictures_kind="clean", pictures_number="1"),
        "And without attention?",
        "The third captioner gets the mean of the map at each word: all squares are alike. Compare its caption with the right one, word for word.",
        2,
        finds=("no attention: the mean of the map",),
    ),
    Scene(
        part("draw"),
        "Can it describe what you draw?",
        "Let somebody draw two outlines, and the class predict what each captioner says. Then fill one of them with the pen.",
        2,
        asks=True,
        finds=("trained on clean drawings", "Pen"),
    ),
    Scene(
        part("hard"),
        "What if it looks at one place only?",
        "Nearly all captions stay right. Point at the column of the gradient: 0, and not nearly 0. Whoever has only this can never learn where to "
        "look.",
        3,
        asks=True,
        finds=("the best place alone", "drawn by lot"),
    ),
    Scene(
        part("films"),
        "What happens first, and what then?",
        "Go through the caption with →, and ask before each word which frames get the weight. Then let the class change places: "
        "the second event first.",
        2,
        asks=True,
        finds=("no attention: the mean of the frames",),
    ),
)
