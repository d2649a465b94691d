"""Scenes for ten minutes on embeddings: neighbours, and how far a projection of them can be trusted."""

from lessons.embeddings import PARTS
from lessons.kit.scenes import Scene, link, section_key


def part(name: str, place: str = "", text: str = "", **more: str) -> str:
    chosen = {"embeddings_text": text} if text else {}
    return link(place, embeddings_part=PARTS[name][0], **chosen, **more)


SCENES = (
    Scene(
        part("sum", text="the guitar is old"),
        "Why is one-hot × table a lookup?",
        "Say: for the model a word is an index. Point to the 1 in the one-hot column: multiplied by the table, this "
        "vector selects the row of the word. Say: 468 products are multiplications by 0.",
        2,
        finds=("468 products are multiplications by 0",),
        only=section_key("One-hot × table is a lookup"),
    ),
    Scene(
        part(
            "map", "embeddings-map=2d/396", "the animal did not cross the street", answered="true"
        ),
        "Which words are nearest to “street”?",
        "Point to the two lists. Say: by cosine similarity in all 64 dimensions, the nearest words are square, "
        "princess and road, all feminine in French. None of the eight nearest words is near in the figure, which "
        "shows 11.8% of the variance.",
        2,
        below=True,
        finds=("0 of 8 words are in both lists", "11.8%"),
    ),
    Scene(
        part(
            "map", "embeddings-map=3d/396", "the animal did not cross the street", answered="true"
        ),
        "Does a third axis show the nearest neighbours?",
        "Point to the lines: they lead to the true neighbours, which are still far apart in the figure. Say: a third "
        "axis adds little variance. Distances on a map are not distances in the table.",
        1,
        below=True,
        finds=("These 3 axes show",),
    ),
    Scene(
        part("film", "embeddings-film=1", answered="true"),
        "What does the embedding matrix look like before training?",
        "Point to the first frame: the rows are random numbers. Say: as the model learns to predict the next French "
        "word, words used in the same way become neighbours.",
        2,
        finds=("step 0",),
    ),
    Scene(
        part("pairs"),
        "Does one direction lead from petit to petite, and from each masculine form to its feminine form?",
        "Ask for a show of hands, then show the answer. Point to the number of pairs for which the mean "
        "difference leads to the correct word, and to the number without any direction.",
        2,
        asks=True,
        finds=("75 of 83 correct",),
    ),
    Scene(
        part("scores", text="the animal did not cross the street because it was too tired"),
        "How does the decoder compute its logits?",
        "Say: the embedding table also produces the logits. Each logit is the dot product of the decoder’s vector "
        "with a row; “animal” has the largest logit, 9.21. Point to the last column: the dot products by hand and "
        "the model’s logits agree to within rounding.",
        1,
        below=True,
        finds=("9.2069",),
    ),
)
