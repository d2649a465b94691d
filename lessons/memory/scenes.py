"""Ten minutes on memory: a question looks at facts twice, and a score that is half of nothing."""

from lessons.kit.scenes import Scene, link
from lessons.memory import MODELS, NO_TIME, PARTS, STORY, pairs


def told(place: str, **chosen: str) -> str:
    return link(f"memory-story={place}", memory_part=PARTS["story"][0], **chosen)


def scored(place: str) -> str:
    return link(f"memory-hops={place}", memory_part=PARTS["hops"][0])


MOVED = "\n".join([*STORY.split("\n")[1:4], STORY.split("\n")[0], STORY.split("\n")[4]])
SCENES = (
    Scene(
        told("1"),
        "Where is the ball?",
        "Everybody knows: in the office. But how? Let the class name the facts that they needed, in order. Then ask at which of "
        "them a machine must look first, if all it has is the question.",
        2,
        asks=True,
        finds=("john takes the ball",),
    ),
    Scene(
        told("2"),
        "Who is asked about now?",
        "The second hop asks with u + o: the question and what was found. It looks at John’s last move with 0.99. Point at "
        "the answer; it is a softmax over six places.",
        2,
        finds=("u + o of hop 1",),
    ),
    Scene(
        told("2", memory_text=MOVED),
        "What if John goes to the garden last?",
        "One line has moved. Ask for the answer before you point at it: the garden, because each fact knows how many were told "
        "after it.",
        1,
        finds=("garden",),
    ),
    Scene(
        told("2", memory_model=MODELS[NO_TIME][0], memory_text=MOVED),
        "And without time?",
        "The same story to a model that was never told when. Move facts as you like: its answer stays. "
        "It is right in all stories in which the person moves once, and in 60% of those with two moves.",
        2,
        finds=("john goes to the garden",),
    ),
    Scene(
        scored("1/1/2"),
        "Half right: half learned?",
        "One hop for two facts is right in half of the stories. Take a vote. Then the fourth row: who always says the place that is named "
        "most often is right as often.",
        2,
        asks=True,
        finds=("0.497",),
    ),
    Scene(
        scored("1/3/3"),
        "How many hops, then?",
        "As many as facts that hang together. Read the rows: 1.00 where there are at least as many hops as facts. Below right: hop 1 finds the "
        "holder, hop 2 the room, hop 3 the floor.",
        1,
        finds=("1.000", ".70"),
    ),
    Scene(
        link(memory_part=PARTS["follows"][0]),
        "Does it follow?",
        f"“{pairs.HYPOTHESIS.capitalize()}”: from which word of the premise? Then point at the last row of the picture. "
        "Below, one model has read the hypothesis alone. Take a vote on how often that one is right.",
        2,
        finds=("follows", "roses"),
    ),
)
