"""Scenes on memory networks: two hops over a story, and an accuracy of 50% that shows no learning."""

from lessons.kit.scenes import Scene, link
from lessons.memory import MODELS, NO_TIME, PARTS, STORY, pairs


def story_link(place: str, **chosen: str) -> str:
    return link(f"memory-story={place}", memory_part=PARTS["story"][0], **chosen)


def hops_link(place: str) -> str:
    return link(f"memory-hops={place}", memory_part=PARTS["hops"][0])


MOVED = "\n".join([*STORY.split("\n")[1:4], STORY.split("\n")[0], STORY.split("\n")[4]])
SCENES = (
    Scene(
        story_link("1"),
        "Which fact does the first hop attend to?",
        "Ask where the ball is. Ask the class which facts are needed. Then ask which fact the model, given "
        "only the question, attends to first.",
        2,
        asks=True,
        finds=("john takes the ball",),
    ),
    Scene(
        story_link("2"),
        "What is the query of the second hop?",
        "Point to u + o: the question plus the output of hop 1. Show that John’s last move has weight 0.99 in "
        "hop 2. Point to the answer: a softmax over six places.",
        2,
        finds=("u + o of hop 1",),
    ),
    Scene(
        story_link("2", memory_text=MOVED),
        "What if John goes to the garden last?",
        "Point to the fact that has moved. Ask for the answer, then reveal it: the garden, because the temporal "
        "encoding tells the facts apart by their order.",
        1,
        finds=("garden",),
    ),
    Scene(
        story_link("2", memory_model=MODELS[NO_TIME][0], memory_text=MOVED),
        "What does a model without temporal encoding answer?",
        "Show the same story to a model without temporal encoding. Reorder the facts: the answer stays the same. "
        "Tell the class that the model answers correctly for all stories with one move and for 60% of those with two.",
        2,
        finds=("john goes to the garden",),
    ),
    Scene(
        hops_link("1/1/2"),
        "What has a model with one hop learned?",
        "Show that the one-hop model correctly answers half of the questions that need two facts. Take a vote and "
        "reveal the answer. Point to the fourth row: a baseline that always picks the most frequent place is right "
        "just as often.",
        2,
        asks=True,
        finds=("0.497",),
    ),
    Scene(
        hops_link("1/3/3"),
        "How many hops does an answer need?",
        "Read out the rows of the grid: accuracy is 1.00 where there are at least as many hops as facts. Point to "
        "the lower map: hop 1 finds the holder, hop 2 the room, and hop 3 the floor.",
        1,
        finds=("1.000", ".70"),
    ),
    Scene(
        link(memory_part=PARTS["follows"][0]),
        "Does the hypothesis follow from the premise?",
        f"Ask which word of the premise decides whether “{pairs.HYPOTHESIS}” follows. Point to the last row of the "
        "map. Take a vote: how often is a model that reads only the hypothesis right?",
        2,
        finds=("follows", "roses"),
    ),
)
