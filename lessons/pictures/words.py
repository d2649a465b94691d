"""Texts of the page on pictures. Every number comes from a measurement."""

from collections.abc import Mapping

from lessons.pictures import HARD, SAMPLED
from transformer.measure.controls import Table

SCORE = "{share:.1%} of {count} new drawings right ({kind})"
# Kind of drawing → its name on the page.
KINDS = {
    "clean": "clean",
    "wobbly": "wobbly edges",
    "stretched": "stretched",
    "turned": "rotated",
    "outlines": "outlines",
    "outlines with a gap": "outlines with a gap",
    "all of these": "all of these: hand-drawn",
}
BY_KIND, ROWS = "Which changes break the captions?", "drawings"
WAYS_TITLE, WAYS_NAME = "One region instead of a weighted sum", "the captioner attends to"
WAYS = {
    "soft": "all regions, weighted (soft)",
    "argmax": "the best region only (argmax)",
    "sampled": "one sampled region",
}
LEARNED = {HARD: "argmax, trained straight-through", SAMPLED: "argmax, trained with REINFORCE"}
TRAINED_ON = (
    "The first three rows show one captioner, trained with soft attention. The last two captioners were trained with "
    "hard attention from random initialization, for 800 steps each. The **straight-through estimator** uses one "
    "region in the forward pass and the gradient of the soft weights in the backward pass. **REINFORCE** makes a "
    "sampled region more probable if the correct words were more probable than on average."
)
UNDERSTOOD = {
    "relation": "relation right (above, left of)",
    "colours": "both colours, in the right order",
    "shapes": "both shapes, in the right order",
    "shapes in any order": "both shapes, in any order",
}


def look(inside: Mapping[str, float]) -> str:
    return (
        f"**Step from word to word.** While the captioner writes a colour, {inside['colour']:.0%} of the weight lies "
        f"in the box around the named object; for a shape, the share is {inside['shape']:.0%} (means over 400 new "
        f"drawings). The box covers {inside['size']:.0%} of the image.\n\n"
        "**Training used no object positions.** The captioner learned only from images and captions.\n\n"
        "**A region sees more than its own square.** Its receptive field covers 17 × 17 pixels. So a peak of the "
        "weights next to an object can still belong to it, because the map shows where a vector comes from, not "
        "everything it contains.\n\n"
        "**The captioner without attention** has the same layers, but its W, U and v are multiplied by 0 and never "
        "trained.\n\n"
        "**Our images are drawings** because a photo-captioning model with a 14 × 14 feature map (Xu et al. 2015) is "
        "too large to ship."
    )


def mean(even: Mapping[str, float], steps: Table) -> str:
    """Return what the captioner learns from the mean of the regions."""
    scores = {
        n: " · ".join(f"{score:.1%}" for score in steps.scores_of("mean of the regions", n))
        for n in (300, 900)
    }
    return (
        f"After 300 steps, the mean-only captioner gets {even['relation']:.0%} of the relations and "
        f"{even['colours']:.0%} of the colour pairs right, but only {even['shapes in any order']:.0%} of the shape "
        "pairs, even if their order is ignored. The captioner knows which object is above the other, but not yet the "
        "shapes.\n\n"
        "**Attention needs only a third as many training steps as mean pooling.** After 900 steps, the mean of the "
        "regions is enough: "
        f"three seeds get {scores[900]} of the captions right; after 300 steps, they get {scores[300]}. The "
        "convolutions learn to write position and shape into different features, and the mean preserves them."
    )


def draw() -> str:
    return (
        "**Draw an outline, then fill it.** How does each caption change?\n\n"
        "**The first captioner recognizes colours, but not shapes.** The table shows the accuracy after each change. "
        "This captioner never saw an outline, and a filled shape has no inner edge.\n\n"
        "**A captioner always writes a caption.** Both captioners were trained on images of two objects, in four "
        "shapes and four colours, with one object above or left of the other. Draw a house, or only one shape: the "
        "caption is just as confident and does not show that the captioner has failed.\n\n"
        "A program drew the “hand-drawn” shapes: outlines 1 to 2 pixels wide, gaps, waves, and rotations of up to "
        "29°. Your drawing is the real test."
    )


def hard(gradients: Mapping[str, Mapping[str, float]]) -> str:
    others = {way: gradient["others"] for way, gradient in gradients.items()}
    return (
        "**Soft attention:** z = Σ α a, so ∂z/∂α is a, and each score receives a gradient.\n\n"
        "**Argmax:** z is the vector with the largest α. A small change in a score does not change the choice. The "
        "gradient is exactly 0 for W, U and v, which produce the scores. The other parameters still learn: the norm "
        f"of their gradient is {others['argmax']:.2f}; with soft attention, it is {others['soft']:.2f}.\n\n"
        "**Sampling is not argmax.** Gunhee Kim’s slide samples one location “according to α” and then explains the "
        "missing gradient with argmax. Sampling uses the weights as probabilities; argmax always selects the largest "
        "weight. Neither method passes a gradient to the scores. REINFORCE (Williams 1992; Mnih et al. 2014) makes a "
        "sample more probable if its caption was good."
    )


def learned(table: Table) -> str:
    """Return the result of the control of hard attention from random initialization."""
    scores = {arm: table.scores_of(arm, 800) for arm in table.arms()}
    reached = sum(score > 0.9 for score in scores["REINFORCE"])
    count = {0: "no", 1: "one", 2: "two", 3: "all three"}[reached]
    return (
        f"**Straight-through learns where to attend**, with every seed: at least {min(scores['straight-through']):.1%} "
        f"of the captions are right. **REINFORCE does so with {count} of three seeds** in 800 steps; the other seeds "
        f"reach {min(scores['REINFORCE']):.1%} and {sorted(scores['REINFORCE'])[1]:.1%}. The REINFORCE gradient is a "
        "random sample with high variance. **Without a gradient, W, U and v do not change**: at most "
        f"{max(scores['argmax, no gradient']):.1%} of the captions are right. The chosen regions still change, "
        "because the feature map and the decoder state change.\n\n"
        "**A weight outside the box need not be a mistake.** With seeds 1 and 2, soft attention gets all captions "
        "right with much of its weight outside the box, because a region sees its surroundings."
    )


FILM_SCORE = "{exact:.0%} of 200 new videos right"


def films(
    frames: Mapping[str, float], second: Mapping[str, float], scores: Mapping[str, float]
) -> str:
    return (
        f"**Step from word to word.** While the captioner describes the second event, {second['second']:.0%} of the "
        f"weight lies on the frames of the second event and {second['first']:.0%} on those of the first (means over "
        f"200 new videos). While the captioner writes a colour, {frames['colour']:.0%} of the weight lies on the "
        f"frames of its event; for a shape, the share is {frames['shape']:.0%}. An event lasts for "
        f"{frames['size']:.0%} of a video.\n\n"
        f"**The captioner makes mistakes:** {scores['exact']:.0%} of 200 captions are right. Can you make a video that "
        "the captioner describes wrongly?\n\n"
        "**A single frame shows no movement.** The second convolution reads three frames at a time. So each vector "
        "also encodes movement, and some weight lies one frame before or after the event.\n\n"
        "**Attention ignores the order of the frames.** A weighted sum is the same in any order. So the encoder "
        "adds a learned vector, the *temporal encoding*, to each frame.\n\n"
        "**Train your own captioner:** choose *Videos → captions* on the training page. Your captioner then appears "
        "in the list of captioners."
    )


def structure(scores: Mapping[str, Mapping[str, float]]) -> str:
    """Return a comparison of local and global structure of a video."""
    both, local, alone = scores["both"], scores["local"], scores["global"]
    return (
        "Yao et al. (2015) call the movement between neighbouring frames the **local** structure of a video, and "
        "attention over all frames its **global** structure. Gunhee Kim’s slides compare captions generated with both "
        "structures, one or neither. We trained three variants of the captioner once each, for 600 steps:\n\n"
        f"- **Local and global:** {both['exact']:.1%} of 200 new captions are right.\n- **Global only** "
        f"({alone['exact']:.1%}): the convolutions see each frame separately and hardly learn movement. The captions "
        f"name both events in {alone['both']:.0%} of the videos, and in the right order in {alone['ordered']:.0%} of "
        f"these.\n- **Local only** ({local['exact']:.1%}): the decoder gets the mean of all frames. The captions name "
        f"both events in {local['both']:.0%} of the videos, and in the right order in {local['ordered']:.0%} of these."
    )
