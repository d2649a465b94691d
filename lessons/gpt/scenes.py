"""Ten minutes on GPT: the loss mask, task tokens, three tasks in one training run, and model sizes."""

from lessons.gpt import PARTS
from lessons.kit.scenes import Scene, link


def part(name: str, place: str = "", **chosen: str) -> str:
    return link(f"gpt-{name}={place}" if place else "", gpt_part=PARTS[name][0], **chosen)


SCENES = (
    Scene(
        part("rows", "answer/1/1"),
        "How large is the loss if it includes the prompt?",
        "Point to the six sequences of the batch, padded to one length. Step through the first sequence with →: "
        "its cells are hatched up to the task token. After the token, each word counts, and so does END. Take a "
        "vote on the loss of a second model that learned the whole sequence, then show the answer.",
        3,
        asks=True,
        finds=("It is given, so it adds no loss",),
    ),
    Scene(
        part("swap"),
        "What changes in the rows of the sentence when the task token changes?",
        "Read the three answers aloud: one for each task token. Take a vote on the attention maps: what changes in the rows above the token? Then show the answer and "
        "press T to swap the token. The sentence contains no names, so its summary is nonsense; such a prompt never "
        "occurred in training.",
        2,
        asks=True,
        finds=("le vieux chat ne dort jamais", "sleeps never cat old the"),
    ),
    Scene(
        part("learning", "answer/500"),
        "On which task does the model first reach 50% correct answers?",
        "Collect guesses, then show the curves. Point to the 50% level and read off the step at which each "
        "curve reaches it. Say: all three tasks share the same parameters.",
        2,
        asks=True,
        finds=("<summarize>",),
    ),
    Scene(
        part("learning", "everything/500"),
        "What happens if the loss mask is forgotten?",
        "Point to the loss: it stays far above the loss with the mask. Then point to the answers: the model learns them, but later. Ask what loss a perfect "
        "model would have: not zero, because a prompt cannot be predicted.",
        1,
        finds=("the whole sequence",),
    ),
    Scene(
        part("sizes", "GPT-3"),
        "Which part has most of the parameters of GPT-3?",
        "Take a vote, then show the answer. Compare GPT-3 with GPT-2 small. Say: the same class builds "
        "all "
        "these models, on a device that stores no values.",
        2,
        asks=True,
        finds=("174,604,259,328",),
    ),
)
