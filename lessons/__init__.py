"""The table of contents. Navigation, notebooks, the README's table and the tests are built from it.

It imports neither torch nor `transformer`, so a broken layer cannot break the navigation.
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
    numbers: str = "is computed by a trained model or by the code in this notebook"


PARTS = (
    "Before the Transformer",
    "The whole model",
    "From text to vectors",
    "Attention",
    "Inside a Transformer block",
    "Training",
    "Decoding",
    "BERT and GPT",
    "Change the model",
)
LESSONS: tuple[Lesson, ...] = (
    Lesson(
        name="sequences",
        part="Before the Transformer",
        title="Recurrent networks",
        question="How does a recurrent network read a sentence?",
        goal=(
            "follow a sentence through a recurrent network, and compute one step of a GRU by hand",
            "explain how the gradient shrinks over many words, and what the bias of a gate changes",
            "read how accuracy falls with length, and say when one state for a whole sentence is enough",
        ),
    ),
    Lesson(
        name="alignment",
        part="Before the Transformer",
        title="Bahdanau attention",
        question="Which source words does the decoder attend to?",
        goal=(
            "follow one step of Bahdanau’s decoder: energies, weights, context vector, state, word",
            "read an alignment matrix, and say why it is mostly diagonal and where it is not",
            "implement the step, and find an alignment that is shifted by one",
        ),
    ),
    Lesson(
        name="pictures",
        part="Before the Transformer",
        title="Image captioning",
        question="Which parts of an image does a captioner attend to?",
        goal=(
            "implement soft attention over a feature map, and draw the weights over the image",
            "say what a captioner has learned about images, and which drawings show what it has not",
            "show with a backward pass why hard attention needs its own gradient estimate",
        ),
    ),
    Lesson(
        name="memory",
        part="Before the Transformer",
        title="Memory networks",
        difficulty=1,
        question="How can a model answer questions about a story?",
        goal=(
            "follow a question through the facts: match, weights, output, and the next hop",
            "say how many hops an answer needs, and what a memory without word order cannot know",
            "implement a memory network, and compare its accuracy with a baseline that ignores the question",
        ),
    ),
    Lesson(
        name="cost",
        part="Before the Transformer",
        title="The cost of attention",
        difficulty=1,
        numbers="is counted or timed while the code in this notebook runs",
        question="How expensive is self-attention?",
        goal=(
            "count the multiplications of a self-attention layer, a GRU and a convolution",
            "say from which length on attention costs more, and why the running time can differ from the count",
            "compute the path length between two words for neighbours, dilated kernels and attention",
        ),
    ),
    Lesson(
        name="machine",
        part="The whole model",
        title="The Transformer",
        difficulty=1,
        question="How does a Transformer translate a sentence?",
        goal=(
            "name the parts between a sentence and its translation, in order",
            "say what the decoder reads at each step, and what stays the same",
            "put encoder and decoder together, and name the mistake when a check fails",
        ),
    ),
    Lesson(
        name="tokens",
        part="From text to vectors",
        title="Tokenization",
        numbers="is counted by the code in this notebook",
        question="How is text split into tokens?",
        goal=(
            "run byte-pair encoding by hand: count pairs, merge the most frequent, repeat",
            "say why “the most frequent pair” is not yet an algorithm, and name three rules for ties",
            "choose a number of merges, and say how it changes the length and the attention map",
        ),
    ),
    Lesson(
        name="embeddings",
        part="From text to vectors",
        title="Embeddings",
        difficulty=1,
        question="Which words have similar embeddings?",
        goal=(
            "show that one-hot × matrix is the lookup of one row",
            "say how √d_model changes the sum of token embedding and positional encoding",
            "read a projection with care: how much it shows, and how much it hides",
        ),
    ),
    Lesson(
        name="attention",
        part="Attention",
        title="Attention",
        difficulty=3,
        question="Which words does “it” attend to?",
        goal=(
            "compute an attention weight by hand",
            "read an attention map: which word attends to which, and how much",
            "implement scaled dot-product attention, and name the mistake when a check fails",
        ),
    ),
    Lesson(
        name="scores",
        part="Attention",
        title="Attention scores",
        difficulty=1,
        question="How is a query compared with a key?",
        goal=(
            "compute a score in seven ways, and say what each one needs and what it cannot do",
            "explain with numbers why scores are divided by √d_k",
            "change one attention weight, and tell where a head looks from what the answer depends on",
        ),
    ),
    Lesson(
        name="positions",
        part="Attention",
        title="Positional encoding",
        question="How does a Transformer know the order of the words?",
        goal=(
            "compute a sinusoidal positional encoding by hand, and find the slip in a printed one",
            "explain why the dot product of two positional encodings depends only on their distance",
            "say which positional encodings still work on texts longer than those of training, and why",
        ),
    ),
    Lesson(
        name="masks",
        part="Attention",
        title="Attention masks",
        question="Which positions may attend to which?",
        goal=(
            "build a causal mask and a padding mask, combine them, and say what True means in PyTorch",
            "prove by measurement that nothing leaks, and identify a mistake by what leaks",
            "distinguish a good model from one that has seen the answer",
        ),
    ),
    Lesson(
        name="heads",
        part="Attention",
        title="Multi-head attention",
        question="What does each attention head do?",
        goal=(
            "say what a head attends to, with a number, and when it has no clear pattern",
            "split, attend, concatenate and × W_O, and show that the output is a sum over heads",
            "patch one value from one sentence into another, and name the head that matters",
        ),
    ),
    Lesson(
        name="block",
        part="Inside a Transformer block",
        title="The Transformer block",
        question="What does each sub-layer add to a word’s vector?",
        goal=(
            "follow the residual stream, and say which sub-layer a word’s logit comes from",
            "compute layer normalization by hand, and say what it and the residual connection do in a deep stack",
            "implement feed-forward and a whole encoder layer, pre-norm and post-norm, and name the mistake",
        ),
    ),
    Lesson(
        name="training",
        part="Training",
        title="Training",
        numbers="is computed by a training run: one that runs in this notebook, or one that comes with the project",
        question="How does a Transformer learn?",
        goal=(
            "read a loss curve: floor, cliff, plateau, and how the learning rate affects them",
            "compute one step of Adam by hand, with and without bias correction",
            "say what weight decay does in Adam + L2 and in AdamW, and why they differ",
        ),
    ),
    Lesson(
        name="decoding",
        part="Decoding",
        title="Decoding",
        difficulty=3,
        question="How does the model choose its output sentence?",
        goal=(
            "step through a beam search by hand, and give the reason for every hypothesis that is pruned",
            "tell a search error from a model error, and say which of them a wider beam can fix",
            "say what temperature, top-k and top-p do to a distribution, and check it with samples",
        ),
    ),
    Lesson(
        name="bert",
        part="BERT and GPT",
        title="BERT",
        question="What does a model learn by filling in masked words?",
        goal=(
            "add up BERT’s input for a token: token, position and segment embedding",
            "mask words as BERT does, and say what a bidirectional model can know",
            "judge a score by the best possible one, and find a loss that looks too good",
        ),
    ),
    Lesson(
        name="finetuning",
        part="BERT and GPT",
        title="Fine-tuning",
        question="How is one pretrained model adapted to four tasks?",
        goal=(
            "say for four kinds of tasks what BERT reads, and where the answer is read",
            "choose between frozen features, fine-tuning and training from scratch, by the number of labels",
            "implement the losses of tags and of spans, and read an answer that does not end before it starts",
        ),
    ),
    Lesson(
        name="gpt",
        part="BERT and GPT",
        title="GPT",
        difficulty=1,
        question="Can one model do many tasks by predicting the next word?",
        goal=(
            "read a sequence of prompt, task token and answer, and say which words the loss counts",
            "say what in a decoder changes with the task token, and what cannot",
            "count the parameters of a GPT by hand, from the small one to GPT-3",
        ),
    ),
    Lesson(
        name="your_layer",
        part="Change the model",
        title="Your own layer",
        question="Does my own layer work, and is it better?",
        goal=(
            "write a layer by overriding one step, and see it in every figure and training run",
            "read the checks of a layer, and name the first step at which it differs from another layer",
            "say whether a layer is better: same start, same sentences, and an interval",
        ),
    ),
    Lesson(
        name="ablations",
        part="Change the model",
        title="Ablations",
        difficulty=3,
        question="What does each part of the model contribute?",
        goal=(
            "predict what a part is for, remove it, and tell “switched off” from “trained without”",
            "implement layer normalization and the residual connection, and name the mistake when a check fails",
            "read a difference in accuracy with its confidence interval, and recognise what is only chance",
        ),
    ),
)


def by_part() -> dict[str, list[Lesson]]:
    """The lessons of each part, in order; a part without a lesson is left out."""
    lessons = {part: [lesson for lesson in LESSONS if lesson.part == part] for part in PARTS}
    return {part: members for part, members in lessons.items() if members}
