"""The table of contents. Navigation, notebooks, the README's table and the tests are built from it.

It imports neither torch nor the machine, so a layer that is broken cannot break the navigation.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Lesson:
    """One lesson: the folder `lessons/<name>/` and what a reader should know before opening it."""

    name: str
    part: str  # of the course, one of `PARTS`
    title: str
    question: str
    goal: tuple[str, ...]  # completes the sentence "You will be able to …"
    difficulty: int = 2  # of its exercise: 1 short, 2 takes some thought, 3 hard
    numbers: str = "comes out of a trained model or out of the code in front of you"


PARTS = (
    "Why attention",
    "The whole machine",
    "From text to vectors",
    "Attention",
    "The Transformer",
    "Training",
    "Writing it out",
    "BERT and GPT",
    "Change the model",
)
LESSONS: tuple[Lesson, ...] = (
    Lesson(
        name="sequences",
        part="Why attention",
        title="Sequences",
        question="How does a network read a sentence?",
        goal=(
            "follow a sentence through a recurrent network, and compute a step of a GRU by hand",
            "say what becomes of a gradient over many words, and what the bias of a gate has to do with it",
            "read how accuracy falls with length, and say when one state for a whole sentence is enough",
        ),
    ),
    Lesson(
        name="alignment",
        part="Why attention",
        title="Alignment",
        question="Where does the decoder look?",
        goal=(
            "follow one step of Bahdanau’s decoder: energies, weights, context, state, word",
            "read an alignment matrix, and say why it is mostly a diagonal and where it is not",
            "write the step, and find an alignment that is shifted by one",
        ),
    ),
    Lesson(
        name="pictures",
        part="Why attention",
        title="Pictures",
        question="Where does it look on a picture?",
        goal=(
            "write soft attention over the map of a picture, and lay the weights back over it",
            "say what a captioner has learned of pictures, and which drawings show what it has not",
            "show with a backward pass why a look at one place alone cannot be learned",
        ),
    ),
    Lesson(
        name="memory",
        part="Why attention",
        title="Memory",
        difficulty=1,
        question="How does it answer about a story?",
        goal=(
            "follow a question through the facts: match, weights, what is found, and the next hop",
            "say how many hops an answer needs, and what an order-blind memory cannot know",
            "write a memory network, and hold a score against the best guess that understands nothing",
        ),
    ),
    Lesson(
        name="cost",
        part="Why attention",
        title="Cost",
        difficulty=1,
        numbers="is counted or timed while the code in front of you runs",
        question="What does it cost to look everywhere?",
        goal=(
            "count what a layer of attention, a GRU and a convolution multiply",
            "say from which length on attention costs more, and why a clock says something else",
            "find how many layers lie between two words, with neighbours, dilated kernels and attention",
        ),
    ),
    Lesson(
        name="machine",
        part="The whole machine",
        title="The machine",
        difficulty=1,
        question="How does it translate a sentence?",
        goal=(
            "name the boxes between a sentence and its translation, in their order",
            "say what goes in at each step of writing, and what stays the same",
            "put encoder and decoder together, and name the mistake when a check fails",
        ),
    ),
    Lesson(
        name="tokens",
        part="From text to vectors",
        title="Tokens",
        numbers="is counted by the code in front of you",
        question="Where does a text fall apart?",
        goal=(
            "run byte-pair encoding by hand: count pairs, merge the most frequent, repeat",
            "say why “the most frequent pair” is not yet an algorithm, and name three rules for ties",
            "choose a number of merges, and say what it does to length and to the attention map",
        ),
    ),
    Lesson(
        name="embeddings",
        part="From text to vectors",
        title="Embeddings",
        difficulty=1,
        question="Which words are neighbours?",
        goal=(
            "show that one-hot × matrix is the lookup of one row",
            "say what √d_model does to the sum of word and position",
            "read a projection with care: how much it shows, and how much it hides",
        ),
    ),
    Lesson(
        name="attention",
        part="Attention",
        title="Attention",
        difficulty=3,
        question="Where does “it” look?",
        goal=(
            "compute by hand how much one word looks at another: an attention weight",
            "read a map of weights: who looks, at whom, and how much",
            "write scaled dot-product attention, and name the mistake when a check fails",
        ),
    ),
    Lesson(
        name="scores",
        part="Attention",
        title="Scores",
        difficulty=1,
        question="What makes two vectors match?",
        goal=(
            "compute a score in seven ways, and say what each needs and what it cannot do",
            "explain with numbers why scores are divided by √d_k",
            "change one attention weight, and tell where a head looks from what the answer depends on",
        ),
    ),
    Lesson(
        name="positions",
        part="Attention",
        title="Positions",
        question="Who stands where?",
        goal=(
            "compute a sinusoidal position vector by hand, and find the slip in a printed one",
            "explain why the dot product of two positions depends on their distance alone",
            "say which ways to mark positions survive a text longer than those of training, and why",
        ),
    ),
    Lesson(
        name="masks",
        part="Attention",
        title="Masks",
        question="Who may look at whom?",
        goal=(
            "write a causal and a padding mask, combine them, and say what True means in PyTorch",
            "prove by measuring that nothing leaks, and name the mistake by what does",
            "tell a model that is good from one that has seen the answer",
        ),
    ),
    Lesson(
        name="heads",
        part="Attention",
        title="Heads",
        question="What does each head do?",
        goal=(
            "say what a head looks at, with a number, and when it has no clear pattern",
            "split, attend, concatenate and × W_O, and show that the output is a sum over heads",
            "carry one value from one sentence into another, and name the head that matters",
        ),
    ),
    Lesson(
        name="block",
        part="The Transformer",
        title="A layer",
        question="What does a layer add?",
        goal=(
            "follow the residual stream, and say which sub-layer a word’s score comes from",
            "compute LayerNorm by hand, and say what it and the residual do to a deep stack",
            "write feed-forward and a whole encoder layer, pre and post, and name the mistake",
        ),
    ),
    Lesson(
        name="training",
        part="Training",
        title="Training",
        numbers="comes out of a training: one that runs in front of you, or one that comes with the project",
        question="How does it learn?",
        goal=(
            "read a loss curve: floor, cliff, plateau, and what the learning rate has to do with them",
            "compute one step of Adam by hand, with and without bias correction",
            "say what weight decay does in Adam + L2 and in AdamW, and why they differ",
        ),
    ),
    Lesson(
        name="decoding",
        part="Writing it out",
        title="Decoding",
        difficulty=3,
        question="What does it write?",
        goal=(
            "step through a beam search by hand, and give the reason for every candidate that is cut",
            "tell a search error from a model error, and say which of them a wider beam can mend",
            "say what temperature, top-k and top-p do to a distribution, and check it with draws",
        ),
    ),
    Lesson(
        name="bert",
        part="BERT and GPT",
        title="Hidden words",
        question="What does a hidden word teach?",
        goal=(
            "add up what BERT reads of a token: what it is, where it stands, in which sentence",
            "hide words as BERT does, and say what a model can know that looks both ways",
            "judge a score by the best that is possible, and find a loss that looks too good",
        ),
    ),
    Lesson(
        name="finetuning",
        part="BERT and GPT",
        title="Fine-tuning",
        question="One body, four heads: what changes?",
        goal=(
            "say for four kinds of tasks what goes into BERT, and where the answer is read",
            "choose between frozen features, fine-tuning and a start from scratch, by the number of labels",
            "write the losses of tags and of spans, and read an answer that does not end before it starts",
        ),
    ),
    Lesson(
        name="gpt",
        part="BERT and GPT",
        title="GPT",
        difficulty=1,
        question="Can the next word be everything?",
        goal=(
            "read a row of a prompt, a task token and an answer, and say which words the loss counts",
            "say what in a decoder changes with the task token, and what cannot",
            "count the parameters of a GPT by hand, from the small one to GPT-3",
        ),
    ),
    Lesson(
        name="your_layer",
        part="Change the model",
        title="Your layer",
        question="Does my layer work, and is it better?",
        goal=(
            "write a layer by overriding one step, and see it in every picture and training",
            "read the lights of a layer, and name the first line where it parts from another",
            "say whether a layer is better: same start, same sentences, and an interval",
        ),
    ),
    Lesson(
        name="ablations",
        part="Change the model",
        title="Ablations",
        difficulty=3,
        question="What is it for?",
        goal=(
            "predict what a part is for, remove it, and tell “switched off” from “trained without”",
            "write LayerNorm and the residual, and name the mistake when a check fails",
            "read a difference in accuracy with its confidence interval, and not be fooled by chance",
        ),
    ),
)


def by_part() -> dict[str, list[Lesson]]:
    """The lessons under the titles of their parts; a part without a lesson is left out."""
    found = {part: [lesson for lesson in LESSONS if lesson.part == part] for part in PARTS}
    return {part: lessons for part, lessons in found.items() if lessons}
