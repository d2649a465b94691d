"""Ten minutes on embeddings: neighbours, and how far a picture of them can be trusted."""

from lessons.embeddings import PARTS
from lessons.kit.scenes import Scene, link


def part(name: str, place: str = "", text: str = "") -> str:
    chosen = {"embeddings_text": text} if text else {}
    return link(place, embeddings_part=PARTS[name][0], **chosen)


SCENES = (
    Scene(
        part("sum", text="the guitar is old"),
        "What does the model know of a word?",
        "A number. Point at the 1 in the column of one-hots: times the table it is the row of that word, and "
        "nothing else. 468 products are with 0.",
        2,
        below=True,
        finds=("468 products in each column are with 0",),
    ),
    Scene(
        part("map", "embeddings-map=2d/396", "the animal did not cross the street"),
        "Which words are near “street”?",
        "Point at the two lists. By cosine, in all 64 dimensions: square, princess, road. None of these eight "
        "is near in the picture: it shows 11.8% of the variance.",
        2,
        below=True,
        finds=("0 of 8 are in both lists", "11.8%"),
    ),
    Scene(
        part("map", "embeddings-map=3d/396", "the animal did not cross the street"),
        "Does a third axis help?",
        "Drag the cloud slowly. A third axis adds a little. The lines lead to the true neighbours: still "
        "all over the picture. Distances on a map are not distances in the table.",
        1,
        below=True,
        finds=("These 3 axes show",),
    ),
    Scene(
        part("film", "embeddings-film=1"),
        "Where does the order come from?",
        "The first frame is random numbers. Press play. Nobody told the model what a noun is: the groups come "
        "from guessing the next word, and from nothing else.",
        2,
        finds=("step 0",),
    ),
    Scene(
        part("pairs"),
        "Is there one direction from petit to petite?",
        "Take a show of hands before you click. Then point at the share of pairs for which the mean "
        "difference leads to the right word.",
        2,
        asks=True,
        finds=("75 of 83 right",),
    ),
    Scene(
        part("scores", text="the animal did not cross the street because it was too tired"),
        "How does it choose a word?",
        "The way back, with the same table. Each score is the decoder’s vector times a row: animal wins with "
        "9.21. The column of differences: by hand and in the model, the same to the last digits.",
        1,
        below=True,
        finds=("9.2069",),
    ),
)
