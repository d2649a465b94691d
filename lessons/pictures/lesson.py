# The text and code of the lesson on pictures. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Image captioning: Which parts of an image does a captioner attend to?
#
# {opening}

# %%
import inspect

import torch

from lessons.figures.picture_map import Shown, picture_map
from lessons.kit.controls import control_text
from lessons.kit.prediction import ask, covered
from lessons.pictures.measure import four_places
from lessons.pictures.mistakes import MISTAKES
from lessons.pictures.prediction import about_gradient, about_hands, about_mean
from transformer.families.captioner import Captioner
from transformer.measure import pictures as measure
from transformer.objectives.captioning import reinforce
from transformer.pictures import ImageEncoder, place_weights
from transformer.pictures.attention import Hard
from transformer.probe import record
from transformer.recurrent import RecurrentWriter
from transformer.tasks.drawings import Thing, as_text, caption, draw
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=4, sci_mode=False)
_ = torch.set_grad_enabled(False)  # only training needs gradients

# %% [markdown]
# ## Picture · 3 min
#
# A translator attends to words while it writes. But attention works on any list of vectors, for example those of an
# image. In **image captioning** (Xu et al. 2015), a **multimodal** task, a **convolutional network** turns the image
# into a **feature map**: 14 × 14 regions with one vector each. An LSTM writes a caption word by word; before each
# word, it attends to the 196 regions with the [attention](#term-attention-weight) of Bahdanau et al. (2015).
#
# Step from word to word with →. The area of each purple square shows the weight of its region. Where does the
# captioner attend when it writes “circle”?

# %%
clean = load("drawings")
example = clean.task.held_out[0]
picture_map([Shown(clean, "trained on clean drawings")], example)

# %% [markdown]
# ## Predict · 7 min
#
# A second captioner has the same convolutional network and the same LSTM, but no attention: at every word, it receives
# the mean of the 196 regions. Both captioners were trained for 300 steps. Answer before you continue.

# %%
even, even_long = load("drawings_even"), load("drawings_even_long")
drawings = measure.kind("clean")
fractions_right = measure.understood(even, measure.kind("clean", 400))
right = (measure.scores(model, drawings)["exact"] for model in (even, even_long, clean))
ask(about_mean(*right, fractions_right))

# %%
names = "mean of the regions, 300 steps", "mean of the regions, 1,500 steps"
shown = [Shown(clean, "attention, 300 steps"), Shown(even, names[0]), Shown(even_long, names[1])]
covered(picture_map(shown, example))

# %% [markdown]
# What does the mean-only captioner get right after 300 and 1,500 steps? The last table shows a control experiment
# with three seeds and longer runs.

# %%
with covered():
    for model, steps in ((even, 300), (even_long, 1500)):
        print(steps, "steps")
        for what, share in measure.understood(model, measure.kind("clean", 400)).items():
            print(f"   {what:20} {share:6.1%}")
    print(control_text("caption_length"))

# %% [markdown]
# Attention needs only a third as many training steps as mean pooling. After 900 steps, the mean of the regions is
# enough, because it preserves what the convolutions write into the 48 features.

# %% [markdown]
# ## Run
#
# ### From an image to a list · 6 min
#
# The images in this lesson are text: 28 rows of 28 characters, with “.” for paper, “R” for red and “r” for half as
# much red. The code computes the distance of each pixel from the edge of a shape and puts ink where the distance is
# negative.

# %%
things = Thing("red", "circle", 14, 7), Thing("blue", "square", 14, 21)
pixels = draw(things)
print(as_text(pixels))
print(" ".join(caption(*things, "above")))

# %% [markdown]
# Each kind of pixel is represented by a small vector. Four convolutions turn these vectors into the feature map. Then
# rows and columns are merged into one axis, and the map has the form of a sentence with 196 “words”:

# %%
ids = torch.tensor([clean.source_vocabulary.encode(pixels)])  # (1, pixel)
with record(clean.model) as trace:
    past = clean.model.encode(ids)
print("pixels  ", tuple(ids.shape))
print("map     ", tuple(trace.one("seeing.map").shape), " batch, width, row, column")
print("regions ", tuple(past.memory.shape), "    batch, region, width")

# %% [markdown]
# The next cell shows the weights for one word as a map. The list was made row by row, so the code splits it into
# rows:

# %%
description = measure.described(clean, pixels)
word = 2
print(" ".join(description.words), "· while it writes", description.words[word])
for row in description.weights[word].unflatten(0, (14, 14)):
    print("".join(f"{100 * weight:4.0f}" if weight >= 0.005 else "   ." for weight in row))

# %% [markdown]
# ### Does the captioner attend to the named thing? · 1 min
#
# We know the position of each object, but the captioner never saw these positions. The next cell shows the share of
# the weight in the box around an object while the captioner writes its colour or shape (means over 400 new drawings).
# `size` is the share of the image that the box covers.

# %%
for what, share in clean.card["held_out"]["inside"].items():
    print(f"{what:8} {share:.1%}")

# %% [markdown]
# ### Hand-drawn shapes · 6 min
#
# The captioner describes every clean drawing correctly. Has it learned circles, or only *filled, upright, clean*
# circles?

# %%
hand = load("drawings_by_hand")
drawn_by_hand = measure.kind("all of these")
print(as_text(drawn_by_hand[0].source))
before, after = (measure.scores(model, drawn_by_hand) for model in (clean, hand))
ask(about_hands(before["exact"], after["exact"], before))

# %%
with covered():
    print(f"{'':22} clean   colours  shapes    by hand")
    for kind in measure.DRAWING_KINDS:
        before, after = (measure.scores(model, measure.kind(kind)) for model in (clean, hand))
        print(
            f"{kind:22} {before['exact']:5.1%} {before['colour']:9.1%} {before['shape']:7.1%}",
            end=" ",
        )
        print(f"{after['exact']:9.1%}")

# %% [markdown]
# The captioner recognizes colours after almost every change, but not shapes, because it never saw an outline or a
# rotated shape. The second captioner is the first captioner, fine-tuned on drawings in which each of these changes
# occurs in six of ten cases. On the lesson’s page (`make app`), you can draw with a pen and compare both captions.
#
# ### Hard attention · 10 min
#
# **Soft attention** takes a weighted sum of all regions. **Hard attention** selects one region: the region with the
# largest weight (*argmax*), or a region that is sampled with the weights as probabilities (*stochastic*). What is the
# gradient of W, U and v if the captioner attends to only one region? The next cell runs a real backward pass on 64
# hand-drawn images, on which the captioner still makes mistakes.

# %%
best, soft = (
    measure.gradients(clean, drawn_by_hand[:64], measure.WAYS[way]) for way in ("argmax", "soft")
)
ask(about_gradient(best, soft))

# %%
with covered():
    print(f"norm of the gradient    {'W, U and v':>14} {'all others':>10}")
    for name, gradient in (("soft", soft), ("argmax", best)):
        print(f"{name:23} {gradient['looking']:14.4f} {gradient['others']:10.4f}")
    print("captions right, trained with soft attention:")
    for name, way in measure.WAYS.items():
        print(f"{name:23} {measure.scores(clean, drawings, way)['exact']:14.1%}")

# %% [markdown]
# The trained captioner still gets most captions right with argmax, but fewer with sampling. The next cell shows a small
# example: four regions a, b, c, d (Gunhee Kim’s slide), the context vector z, and the gradient for each score.

# %%
with covered():
    for way in four_places.WAYS:
        read = four_places.attend(way)
        gradient = " ".join(f"{number:7.3f}" for number in read.gradient.tolist())
        print(
            f"{way:17} z = ({read.z[0]:.2f}, {read.z[1]:.2f})   gradient of the scores {gradient}"
        )

# %% [markdown]
# The slide samples one location “according to α” and then explains the missing gradient with argmax. But *sampling*
# is not *argmax*, which always selects the region with the largest weight. Neither method passes a gradient to the
# scores. There are two solutions:
#
# * The **straight-through estimator** (Bengio et al. 2013) uses one region in the forward pass and the gradient of
#   the soft weights in the backward pass.
# - **REINFORCE** (Williams 1992; Mnih et al. 2014) makes a sampled region more probable if the correct words were
#   more probable than the batch average.
#
# Can a randomly initialized captioner learn where to attend with these methods? The control experiment uses three seeds
# and 800 steps:

# %%
with covered():
    print(control_text("hard_attention"))

# %% [markdown]
# Straight-through learns where to attend with every seed, but REINFORCE with only one of three, because its gradient
# is a random sample with high variance. Without a gradient, W, U and v do not change. The figure shows the weight
# inside the correct box during training:

# %%
from lessons.pictures.figures.box_weight import box_weight
from transformer.measure.controls import read as control

covered(box_weight(control("hard_attention")))

# %%
for part in (Hard, reinforce):
    print(inspect.getsource(part))

# %% [markdown]
# ### Videos · 9 min · optional
#
# A video is a list of frames. In **video captioning**, the encoder turns each of 12 frames into one vector, and the
# same decoder attends to them (**temporal attention**, Yao et al. 2015). Each video shows two successive events. An
# object is visible only during its event, so we know which frames should get the weight. The captioner never received
# this information.
#
# A second captioner receives the mean of the 12 frames. Answer before you continue.

# %%
from lessons.pictures.figures.film_strip import film_strip
from lessons.pictures.measure import films as measure_films
from lessons.pictures.prediction import about_order
from transformer.pictures.video_encoder import VideoEncoder
from transformer.tasks.films import Event

watcher, even_watcher = load("films"), load("films_even")
films = measure_films.fresh()
right, without = (measure_films.scores(model, films) for model in (watcher, even_watcher))
ask(about_order(without, right["exact"]))

# %%
events = (
    Event(Thing("red", "circle"), "moves left", begins=1),
    Event(Thing("blue", "square"), "grows", begins=7),
)
shown = [Shown(watcher, "attention over the frames"), Shown(even_watcher, "the mean of the frames")]
covered(film_strip(shown, events))

# %% [markdown]
# The next cell shows the share of the weight on the frames of the described event, and the share of frames that
# belong to it (means over 200 new videos).

# %%
for what, share in measure_films.on_frames(watcher, films).items():
    print(f"{what:8} {share:.1%}")

# %% [markdown]
# A single frame shows no movement, so the second convolution reads three frames at a time. Yao et al. call movement the
# *local* structure of a video, and attention over all frames its *global* structure. Gunhee Kim’s slides compare
# captions generated with both structures, one or neither. We trained three variants of the captioner for 600 steps:

# %%
variants = {
    "local, global": watcher,
    "global only": load("films_global"),
    "local only": even_watcher,
}
with covered():
    for name, model in variants.items():
        score = measure_films.scores(model, films)
        print(
            f"{name:13} right {score['exact']:6.1%}   both events {score['both']:6.1%}", end="   "
        )
        print(f"of these in order {score['ordered']:6.1%}")

# %% [markdown]
# “Global only” sees each frame separately, so it hardly learns which events happen, but it learns their order. “Local
# only” learns the events, but hardly their order.

# %%
print(inspect.getsource(VideoEncoder))

# %% [markdown]
# ## Read the source · 4 min · optional
#
# The models above were trained with exactly this code.

# %%
for part in (ImageEncoder, Captioner, RecurrentWriter.forward):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 34 min
#
# Open `lessons/pictures/exercise.py` next to this notebook. Write `places`, `place_weights`, `summary` and `on_map`,
# and save the file. The checks re-read the file, stop at the first failure and report what they find.

# %%
from lessons.pictures.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, your functions compute the attention of the trained captioner from its matrices and its state
# before the first word. Your weights must equal those of the captioner.

# %%
from lessons.pictures.checks import Student

if check().passed:
    student = Student()
    student.find()
    mine, look = student.found, clean.model.decoder.attention
    features = trace.one("seeing.map")
    state = past.layers[0][0]  # (1, hidden)
    weights = mine["place_weights"](state, mine["places"](features), look.W_a, look.U_a, look.v_a)
    theirs = measure.described(clean, pixels).weights[:1]
    print(f"largest difference {(weights - theirs).abs().max():.1e}")
    print(mine["on_map"](weights, 14).shape)
else:
    print("Not yet. This cell waits for your functions.")

# %% [markdown]
# ## Modify · 6 min · optional
#
# Change one line in each cell. First say what you expect, then run the cell.
#
# **1. An outline.** Change `line` to 1.5. *Expect* only the first captioner to name a different shape; the colours
# stay the same.

# %%
line = 0.0

shown = draw((Thing("red", "circle", 14, 7, line=line), Thing("blue", "square", 14, 21, line=line)))
print("clean  ", " ".join(measure.described(clean, shown).words))
print("by hand", " ".join(measure.described(hand, shown).words))

# %% [markdown]
# **2. One object.** Change `things` to `1`. *Expect* a caption that still names two objects, because the captioner
# never saw an image with one object.

# %%
things = 2

alone = draw((Thing("green", "cross", 14, 7), Thing("yellow", "circle", 14, 21))[:things])
print(" ".join(measure.described(hand, alone).words))

# %% [markdown]
# **3. Other positions.** Change the positions to `(7, 14), (21, 14)`. *Expect* “left of” in the caption.

# %%
first, second = (14, 7), (14, 21)

two = draw((Thing("red", "circle", *first), Thing("blue", "square", *second)))
print(" ".join(measure.described(clean, two).words))

# %% [markdown]
# ## Break · 3 min
#
# A friend has changed your `place_weights`. *“Your map is blurred. I give all the weight to **the best region**. Now
# you can see where the captioner attends!”* The friend’s map is sharper:

# %%
friends = MISTAKES["BestPlace"].code[1]
look = clean.model.decoder.attention
arguments = past.layers[0][0], past.memory, look.W_a, look.U_a, look.v_a
for name, function in (("yours", place_weights), ("theirs", friends)):
    weights = function(*arguments)  # (1, region)
    print(
        f"{name:7} largest weight {weights.max():.2f}, {(weights > 0.01).sum()} regions with more than 0.01"
    )

# %% [markdown]
# *Before you run the next cell:* what evidence should your friend show?

# %%
with torch.enable_grad():
    v = look.v_a.detach().clone().requires_grad_()
    weights = friends(*arguments[:-1], v)
    print("does a gradient reach v?", weights.requires_grad)

# %% [markdown]
# No gradient reaches v. A trained captioner still gets most captions right, and the loss of a new captioner falls at
# first, because all other parameters learn. W, U and v do not change. The chosen regions still change, because the
# feature map and the decoder state change. **A sharp map does not show that the captioner learned where to attend.**
#
# The next cell shows what the checks report for common mistakes:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:14} ✗ {result.failed:42} {result.saw[:50]}")

# %% [markdown]
# ## Recall · 6 min · optional
#
# Answer without scrolling up.
#
# 1. Which list of vectors does the decoder attend to, and how long is it?
# 2. Why does the same attention work for words and images?
# 3. What does the mean-only captioner know after 300 steps?
# 4. A captioner describes all clean drawings correctly, but few hand-drawn shapes. Which caption words are wrong most
#    often?
# 5. Why can a peak of the weights lie next to the named object?
# 6. What is the gradient of the scores with argmax, and why?
# 7. How do argmax and sampling differ?
# 8. What does straight-through do in the forward and backward passes?
# 9. What is hardest to learn from the mean of all frames of a video?

# %% [markdown]
# ### Answers
#
# 1. The decoder attends to the 14 × 14 regions of the feature map, row by row: 196 vectors.
# 2. Attention accepts any list of vectors, whatever its length.
# 3. The captioner knows the relation and the colours, but few shapes.
# 4. Shape words are wrong most often; the colour of an outline does not change.
# 5. Each region sees 17 × 17 pixels, which include its surroundings.
# 6. The gradient is 0, because a small change in a score does not change the choice.
# 7. Argmax selects the region with the largest weight; sampling selects each region with its weight as the
#    probability.
# 8. The forward pass uses one region with weight 1; the backward pass uses the gradient of the soft weights.
# 9. The order of the events is hardest to learn.
#
# Next: the lesson *Attention* computes the scores, the weights and the weighted sum.
