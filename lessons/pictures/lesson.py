# The text and code of the lesson on pictures. `python -m lessons.build` makes the notebook from it.

# %% [markdown]
# # Pictures: where does it look?
#
# {opening}

# %%
import inspect

import torch

from lessons.figures.picture_map import Shown, picture_map
from lessons.kit.prediction import ask, covered
from lessons.pictures.mistakes import MISTAKES
from lessons.pictures.prediction import about_gradient, about_hands, about_mean
from transformer.families.captioner import Captioner
from transformer.measure import pictures as measure
from transformer.objectives.captioning import reinforce
from transformer.pictures import Seeing, place_weights
from transformer.pictures.looking import Hard
from transformer.probe import record
from transformer.recurrent import RecurrentWriter
from transformer.tasks.drawings import Thing, as_text, caption, draw
from transformer.weights import load

torch.set_num_threads(1)
torch.set_printoptions(precision=4, sci_mode=False)
_ = torch.set_grad_enabled(False)  # we look; only training needs gradients

# %% [markdown]
# ## Picture · 3 min
#
# A translator reads words and looks back at them while it writes. Nothing in that says “words”. Whatever can be made a
# list of vectors can be looked at: here a picture. Convolutions make a *map* of it, 14 × 14 places with a vector for each,
# and an LSTM writes what is on it, one word after the other (Xu et al. 2015). Before each word it looks at the 196 places, with the
# [attention](#term-attention-weight) that Bahdanau et al. (2015) made for words.
#
# Go from word to word with →. The area of a purple square is the weight of its place. Where does it look to write
# “circle”?

# %%
clean = load("drawings")
example = clean.task.held_out[0]
picture_map([Shown(clean, "trained on clean drawings")], example)

# %% [markdown]
# ## Predict · 4 min
#
# Is attention needed for that? Here is a captioner with the same convolutions and the same LSTM. But instead of looking, it takes
# the mean of the map, the same at each word. Answer before you go on.

# %%
even = load("drawings_even")
drawings = measure.kind("clean")
ask(about_mean(*(measure.scores(one, drawings)["exact"] for one in (even, clean))))

# %%
covered(picture_map([Shown(clean, "attention"), Shown(even, "the mean of the map")], example))

# %% [markdown]
# ## Run
#
# ### From a picture to a list · 6 min
#
# A picture of this lesson is a text: 28 rows of 28 characters, “.” for paper, “R” for red, “r” for half as much of it. None is
# stored. A shape is drawn by arithmetic: how far is each pixel from its edge? Where the distance is negative, there is ink.

# %%
things = Thing("red", "circle", 14, 7), Thing("blue", "square", 14, 21)
pixels = draw(things)
print(as_text(pixels))
print(" ".join(caption(*things, "above")))

# %% [markdown]
# Each kind of pixel has a small vector. Four convolutions make of these the map; then rows and columns become one axis. From
# there on it is what a sentence would be, with 196 “words”:

# %%
ids = torch.tensor([clean.source_vocabulary.encode(pixels)])  # (1, pixel)
with record(clean.model) as trace:
    past = clean.model.encode(ids)
print("pixels  ", tuple(ids.shape))
print("map     ", tuple(trace.one("seeing.map").shape), " batch, width, row, column")
print("places  ", tuple(past.memory.shape), "    batch, place, width")

# %% [markdown]
# And these are the weights of one word, laid back over the picture: the list was made row after row, so it is cut into rows
# again.

# %%
found = measure.described(clean, pixels)
word = 2
print(" ".join(found.words), "· while it writes", found.words[word])
for row in found.weights[word].unflatten(0, (14, 14)):
    print("".join(f"{100 * weight:4.0f}" if weight >= 0.005 else "   ." for weight in row))

# %% [markdown]
# ### Does it look at what it names? · 1 min
#
# We drew the things ourselves, so we know where they are, and can measure it. Nobody told the captioner. Its card holds
# the means over 400 drawings that it never saw: how much of the weight lies in the box around the thing, while its colour and
# while its shape is written, and how much of the picture that box is.

# %%
for what, share in clean.card["held_out"]["inside"].items():
    print(f"{what:8} {share:.1%}")

# %% [markdown]
# ### Drawings by hand · 7 min
#
# It gets every clean drawing right. What has it learned: circles, or *filled, upright, clean* circles?

# %%
hand = load("drawings_by_hand")
drawn_by_hand = measure.kind("all of these")
print(as_text(drawn_by_hand[0].source))
before, after = (measure.scores(one, drawn_by_hand) for one in (clean, hand))
ask(about_hands(before["exact"], after["exact"], before))

# %%
with covered():
    print(f"{'':22} clean   colours  shapes    by hand")
    for kind in measure.KINDS:
        before, after = (measure.scores(one, measure.kind(kind)) for one in (clean, hand))
        print(
            f"{kind:22} {before['exact']:5.1%} {before['colour']:9.1%} {before['shape']:7.1%}",
            end=" ",
        )
        print(f"{after['exact']:9.1%}")

# %% [markdown]
# Colours survive nearly everything. Shapes do not: it never saw an outline, or a shape that leans. The cure is to show it
# some. The second captioner began with the weights of the first, and went on with drawings in which each of these changes is made in
# six of ten cases. On the lesson’s page (`make app`) you can draw with a pen, and see what both say.
#
# ### One place instead of all · 6 min
#
# Soft attention takes a mixture of all places. Would it not be simpler to look at one place, the best?

# %%
for name, way in measure.WAYS.items():
    share = measure.scores(clean, drawings, way)["exact"]
    print(f"{name:6} {share:.1%} of the captions right")

# %% [markdown]
# It hardly costs a caption. So why not train like this from the start? The loss, and a real backward pass, over
# 64 drawings by hand, at which it still has something to learn:

# %%
best, soft = (
    measure.gradients(clean, drawn_by_hand[:64], measure.WAYS[way]) for way in ("best", "soft")
)
ask(about_gradient(best, soft))

# %%
with covered():
    print(f"length of the gradient  {'where to look':>14} {'all else':>9}")
    for name, found in (("soft", soft), ("best", best)):
        print(f"{name:23} {found['looking']:14.4f} {found['others']:9.4f}")

# %% [markdown]
# A slide (Gunhee Kim) samples one location “according to α”, and explains with argmax why there is no gradient. These are two things.
# *Sampling* draws a place, each as often as its weight says; *argmax* always takes the best. Neither lets a gradient
# through. One way out is to borrow one (*straight-through*): one place forwards, the gradient of the soft weights backwards.

# %%
hard = load("drawings_hard")
share = measure.scores(hard, drawings)["exact"]
print(f"trained on so: {share:.1%}")
print(inspect.getsource(Hard))

# %% [markdown]
# For lots there is a gradient that nobody has to borrow, REINFORCE (Williams 1992). A lot after which the right words were
# more probable than they were on average is made more probable, any other one less. The average is taken over the pictures of the batch. This
# captioner began as the soft one, too, and went on with lots; now that it has learned, it looks at the best place.

# %%
share = measure.scores(load("drawings_lot"), drawings)["exact"]
print(f"trained with lots: {share:.1%}")
print(inspect.getsource(reinforce))

# %% [markdown]
# ### Films · 7 min · further
#
# A film is a list, too: of frames. A captioner of films makes one vector of each of 12 frames, and its decoder, the same as above,
# looks at them before each word (*temporal attention*, Yao et al. 2015). Its films tell two events, one after the
# other. A thing is seen only while its event lasts, so we know on which frames the weight should lie. Again, nobody told
# the captioner.
#
# And a second one takes the mean of the 12 frames. Answer before you go on.

# %%
from lessons.figures.film_strip import film_strip
from lessons.pictures.prediction import about_order
from transformer.measure import films as measure_films
from transformer.pictures.watching import Watching
from transformer.tasks.films import Event

watcher, even_watcher = load("films"), load("films_even")
films = measure_films.fresh()
right, without = (measure_films.scores(one, films) for one in (watcher, even_watcher))
ask(about_order(without, right["exact"]))

# %%
events = (
    Event(Thing("red", "circle"), "moves left", begins=1),
    Event(Thing("blue", "square"), "grows", begins=7),
)
shown = [Shown(watcher, "attention over the frames"), Shown(even_watcher, "the mean of the frames")]
covered(film_strip(shown, events))

# %% [markdown]
# How much of the weight lies on the frames of the event that is told, and how many of the frames are these? Means over 200
# new films, by what is being written: a colour, a shape, what happens.

# %%
for what, share in measure_films.on_frames(watcher, films).items():
    print(f"{what:8} {share:.1%}")

# %% [markdown]
# One frame shows no movement. So the second convolution reads three frames at a time. Yao et al. call that the *local* structure
# of a film, and attention over all frames its *global* one: the slides (Gunhee Kim) compare captions with either and with
# both.

# %%
print(inspect.getsource(Watching))

# %% [markdown]
# ## Read the source · 4 min · further
#
# This is the code that was trained. There is no other copy.

# %%
for part in (Seeing, Captioner, RecurrentWriter.forward):
    print(inspect.getsource(part))

# %% [markdown]
# ## Write · 34 min
#
# Your turn. Open `lessons/pictures/exercise.py` beside this notebook. Write `places`, `place_weights`, `summary` and `on_map`, and save.
# The checks read the file anew each time. They stop at the first thing that does not hold, and say what they saw.

# %%
from lessons.pictures.checks import check, hint, reveal

check()

# %% [markdown]
# When all checks pass, your functions can look for the trained captioner. They get its state before the first word, and its
# own matrices; the weights must be those that it used.

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
# ## Modify · 6 min · further
#
# Each cell has one line to change. Say first what you expect; then run it.
#
# **1. An outline.** Change `line` to 1.5. *Expect* the colours to stay, and one shape to change, for the first captioner only.

# %%
line = 0.0

shown = draw((Thing("red", "circle", 14, 7, line=line), Thing("blue", "square", 14, 21, line=line)))
print("clean  ", " ".join(measure.described(clean, shown).words))
print("by hand", " ".join(measure.described(hand, shown).words))

# %% [markdown]
# **2. One thing alone.** Change `things` to `1`. *Expect* a caption with two things all the same: it has never seen anything else.

# %%
things = 2

alone = draw((Thing("green", "cross", 14, 7), Thing("yellow", "circle", 14, 21))[:things])
print(" ".join(measure.described(hand, alone).words))

# %% [markdown]
# **3. Another place.** Change the places to `(7, 14), (21, 14)`. *Expect* “left of”.

# %%
first, second = (14, 7), (14, 21)

two = draw((Thing("red", "circle", *first), Thing("blue", "square", *second)))
print(" ".join(measure.described(clean, two).words))

# %% [markdown]
# ## Break · 3 min
#
# A friend has improved your `place_weights`. *"Your map is blurred. I take **the best place** and give it all the weight. Now one
# sees where it looks!"* It does look sharper:

# %%
friends = MISTAKES["BestPlace"].code[1]
look = clean.model.decoder.attention
given = past.layers[0][0], past.memory, look.W_a, look.U_a, look.v_a
for name, function in (("yours", place_weights), ("theirs", friends)):
    weights = function(*given)  # (1, place)
    print(
        f"{name:7} largest weight {weights.max():.2f}, {(weights > 0.01).sum()} places with more than 0.01"
    )

# %% [markdown]
# *Before you run on:* what would you ask your friend to show?

# %%
with torch.enable_grad():
    v = look.v_a.detach().clone().requires_grad_()
    weights = friends(*given[:-1], v)
    print("is there a way back from the weights to v?", weights.requires_grad)

# %% [markdown]
# There is none. The captions of a trained captioner stay right, and the loss of a new one falls at first, because all else still
# learns. Only where to look stays as it was drawn at the beginning. **A sharp map is no sign that it was learned.**
#
# The mistakes that people make in the exercise, and what each check says:

# %%
for name, planted in MISTAKES.items():
    result = check(*planted.code)
    print(f"{name:14} ✗ {result.failed:42} {result.saw[:50]}")

# %% [markdown]
# ## Recall · 6 min · further
#
# Answer without scrolling up.
#
# 1. What is the list that the decoder looks at, and how long is it?
# 2. Why can the same attention look at words and at pictures?
# 3. Why does the mean of the map not say which thing is red?
# 4. A captioner gets all clean drawings right and few by hand. Which of its words are wrong most often?
# 5. Why may a peak of the weights lie beside the thing that is named?
# 6. What is the gradient of the scores when only the best place is looked at, and why?
# 7. What is the difference between the best place and one drawn by lot?
# 8. What does straight-through do forwards, and what backwards?
# 9. What does a captioner lose that takes the mean of all frames of a film?

# %% [markdown]
# ### Answers
#
# 1. The 14 × 14 places of the map, row after row: 196 vectors.
# 2. It asks for a list of vectors, of any length, and nothing else.
# 3. A sum keeps what is there, and loses what belongs together.
# 4. The shapes. Colours are the same in an outline.
# 5. Each place sees 17 × 17 pixels, its surroundings too.
# 6. 0: a small change of a score does not change the choice.
# 7. The best place is always the same one; a lot falls on each place as often as its weight says.
# 8. Forwards one place with weight 1; backwards the gradient of the soft weights.
# 9. The order: which event came first. What happened is still in the mean.
#
# Next: the lesson *Attention* takes the score, the weights and the mixture apart, number by number.
