"""Sentences of the page on pictures. What is a number comes from a measurement."""

from collections.abc import Mapping

from lessons.pictures import HARD, LOT

SCORE = "{share:.0%} of {count} new drawings right ({kind})"
# What is changed in a kind of drawing → how the page calls it.
KINDS = {
    "clean": "clean",
    "wobbly": "wobbly edges",
    "stretched": "stretched",
    "turned": "turned",
    "outlines": "outlines",
    "outlines with a gap": "outlines with a gap",
    "all of these": "all of these: by hand",
}
BY_KIND, ROWS = "What costs a captioner its right captions?", "drawings"
WAYS_TITLE, WAYS_NAME = "One place instead of a mean", "the captioner looks at"
WAYS = {
    "soft": "all places, by weight (soft)",
    "best": "the best place alone",
    "lot": "one place, drawn by lot",
}
TRAINED_SO = {HARD: "the best place, straight-through", LOT: "the best place, REINFORCE"}
TRAINED_ON = (
    "The last two began with the weights of the soft one. **Straight-through**, 200 steps: one place forwards, the soft "
    "weights’ gradient backwards. **REINFORCE**, 400 steps: a lot becomes more probable after which the right words were "
    "more probable than on average."
)


def look(inside: Mapping[str, float]) -> str:
    return (
        f"**Go from word to word.** At a colour {inside['colour']:.0%} of the weight lies in the box around the thing that is "
        f"named, at a shape {inside['shape']:.0%}: means over 400 new drawings. The box is {inside['size']:.0%} of the picture.\n\n"
        "**Nobody said where to look.** The captioner was given pictures and captions, and no place in them.\n\n"
        "**A place is more than its square.** The convolutions let each place see 17 × 17 pixels of the picture. So a peak of "
        "the weights beside a thing can still be about it: a map shows where a vector was taken, not all that went into it.\n\n"
        "**Without attention** the captioner has the same number of weights. What it lacks is a place for each word."
    )


def draw() -> str:
    return (
        "**Draw an outline, then fill it.** What does each captioner say now?\n\n"
        "**Colours are learned, shapes are not.** The table shows what each change costs. The first captioner never saw an outline, "
        "and a filled shape has no inner edge.\n\n"
        "**It must say something.** It knows two things in four shapes and four colours, one above or left of the other. Draw a "
        "house, or one shape only: it answers as surely, and nothing in its caption says that it is lost.\n\n"
        "“By hand” is a generator’s hand: outlines 1 to 2 pixels wide, gaps, waves, turned by up to 29°. Yours is the real test."
    )


def hard(soft: Mapping[str, float]) -> str:
    return (
        "**Soft:** z = Σ α a, so ∂z/∂α is a, and each score gets its share of the blame.\n\n"
        "**The best place:** z = a at argmax α. Move a score a little, and nothing happens, until another place wins; then it "
        "jumps. So the gradient is 0, exactly, for all that only says where to look. All else still learns: "
        f"the soft captioner has {soft['others']:.1f} there, and the others hardly less.\n\n"
        "**Drawn by lot** is something else than the best place. A slide (Gunhee Kim) samples one location “according to α”, and "
        "explains with argmax why no gradient passes. Sampling follows the weights, argmax never does; neither lets a gradient "
        "through. For lots there is REINFORCE (Williams 1992; Mnih et al. 2014): make a lot more probable after which the caption "
        "was good."
    )


FILM_SCORE = "{exact:.0%} of 200 new films right"


def films(
    frames: Mapping[str, float], second: Mapping[str, float], scores: Mapping[str, float]
) -> str:
    return (
        f"**Go from word to word.** While it is written what happens second, {second['second']:.0%} of the weight lies on the "
        f"frames of the second event, and {second['first']:.0%} on those of the first: means over 200 new films. At a colour "
        f"{frames['colour']:.0%} lies on the frames of its event, at a shape {frames['shape']:.0%}. An event is {frames['size']:.0%} "
        "of a film. Nobody said on which frames to look.\n\n"
        f"**It is not always right:** {scores['exact']:.0%} of 200 new films. Can you make one that it gets wrong?\n\n"
        "**One frame shows no movement.** The second convolution reads three frames at a time. So a vector tells how "
        "a thing moves there, and some weight lies one frame beside its event.\n\n"
        "**Attention alone does not know when.** A weighted mean is the same in any order. So a learned vector is added to each "
        "frame, another one for the first, the second and so on.\n\n"
        "**Train one yourself:** *Films → captions* on the training page. It then stands in a list here."
    )
