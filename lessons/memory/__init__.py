"""The memory lesson: the parts of its page, its models, and the story that it opens with."""

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "story": (
        "One question",
        "A story of your own, a fact a line. The question looks at all facts, and then it looks again.",
    ),
    "hops": (
        "Hops and facts",
        "How often must it look? As many looks as facts that hang together. And half right need not mean half learned.",
    ),
    "follows": (
        "Does it follow?",
        "A premise, and a hypothesis about it: does it follow? And which word decides?",
    ),
}
NEEDED = {
    1: "stories_one",
    2: "stories",
    3: "stories_three",
}  # facts that an answer needs → the task


def model(needed: int, hops: int, time: bool = True) -> str:
    """The name of a model that ships."""
    return f"{NEEDED[needed]}_hops_{hops}{'' if time else '_without_time'}"


MODEL, ONE_HOP, NO_TIME, FLOORS = model(2, 2), model(2, 1), model(2, 2, time=False), model(3, 3)
STORY = (
    "john goes to the garden\n"
    "mary takes the apple\n"
    "john takes the ball\n"
    "john goes to the office\n"
    "mary goes to the kitchen"
)
QUESTION = "where is the ball"
BUILDING = (
    "mary is in the office\n"
    "john has the ball\n"
    "the kitchen is on the second floor\n"
    "the garden is on the fourth floor\n"
    "john is in the kitchen\n"
    "mary has the milk\n"
    "daniel is in the garden\n"
    "the office is on the first floor\n"
    "daniel has the book\n"
    "the hallway is on the second floor"
)
ON_FLOOR = "on which floor is the ball"
# Each model of the first part: how the page calls it, and the story and the question that it opens with.
MODELS = {
    MODEL: ("2 hops", (STORY, QUESTION)),
    ONE_HOP: ("1 hop", (STORY, QUESTION)),
    model(2, 3): ("3 hops", (STORY, QUESTION)),
    NO_TIME: ("2 hops, no time", (STORY, QUESTION)),
    FLOORS: ("3 hops, three facts", (BUILDING, ON_FLOOR)),
}
