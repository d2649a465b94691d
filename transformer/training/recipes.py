"""How each shipped model was trained: task, sizes and settings. Its card repeats them."""

from dataclasses import dataclass, field, replace
from typing import Any

from transformer.objectives.settings import AttentionSupervision
from transformer.training.settings import Settings


@dataclass(frozen=True)
class Recipe:
    """A task, the sizes of the model that differ from its config's, and how to train it."""

    task: str
    settings: Settings
    sizes: dict = field(default_factory=dict)
    recorded_steps: tuple[int, ...] = ()  # steps after which the embedding table is recorded
    watch: tuple[
        int, ...
    ] = ()  # steps after which the held-out examples are measured, for its card
    family: str = ""  # the model family, if not the task's default
    stop: int | None = None  # stop after this step, before the schedule ends
    start: str = ""  # the shipped model whose parameters initialize this one


_one_layer = {"encoder_layers": 1, "decoder_layers": 1}
_reverse = Recipe("reverse", Settings(steps=600), _one_layer)
_walk = Recipe("walk", Settings(steps=400, smoothing=0.0), {"decoder_layers": 1, "d_model": 32})
_translate = Recipe("english_french", Settings(steps=1500, guide=AttentionSupervision()))
_copying = Recipe(
    "induction",
    Settings(steps=1800, smoothing=0.0),
    {"decoder_layers": 2, "feed_forward": "none", "position": "learned"},
)
# One decoder, three prompts: like GPT, with learned positions and GELU.
_prompts = Recipe(
    "prompts",
    Settings(steps=2500, batch=32, learning_rate=3e-3, smoothing=0.0, weight_decay=0.0),
    {"decoder_layers": 2, "position": "learned", "feed_forward": "gelu", "max_length": 48},
    watch=(0, 100, 200, 300, 400, 500, 600, 800, 1000, 1300, 1600, 2000, 2500),
)
# Before the Transformer: recurrent networks, without and with attention.
_state = Recipe("copy", Settings(steps=1200, learning_rate=3e-3, smoothing=0.0), family="recurrent")
_french = Recipe(
    "english_french",
    Settings(steps=3000, batch=32, learning_rate=5e-3, smoothing=0.0),
    {"hidden": 128, "embedding": 96},
    family="recurrent",
)
_written = Recipe(
    "dates",
    Settings(steps=1600, learning_rate=5e-3, smoothing=0.0),
    {"hidden": 96},
    family="recurrent",
)
# Answers a whole conversation; one word of the answer is copied.
_desk = Recipe(
    "desk",
    Settings(steps=1000, batch=32, learning_rate=5e-3, smoothing=0.0),
    {"embedding": 48},
    family="recurrent",
)
# Images. Hand drawings start from a model trained on clean ones: training from scratch takes far longer.
_drawings = Recipe("drawings", Settings(steps=300, learning_rate=5e-3, smoothing=0.0))
_films = Recipe("films", Settings(steps=600, batch=32, learning_rate=5e-3, smoothing=0.0))
# A memory network. With seed 0 the one for three facts stays at the baseline.
_stories = Recipe(
    "stories", Settings(steps=3000, batch=32, smoothing=0.0, clip=5.0, seed=1, weight_decay=0.0)
)
# A premise and a hypothesis. One model reads both, one only the hypothesis, and two use attention.
_judging = Recipe(
    "entailment",
    Settings(steps=2000, learning_rate=3e-3, smoothing=0.0, weight_decay=0.0),
    family="entailment",
)
_word_by_word = replace(_judging, family="entailment_attention")
# An encoder that predicts masked tokens; the longest pair has 16 tokens.
_hidden = Recipe(
    "discourses", Settings(steps=1000, learning_rate=3e-3, smoothing=0.0), {"max_length": 16}
)
# Close together at first, when the model changes most.
_recorded = (0, 10, 20, 40, 60, 80, 100, 120, 150, 190, 240, 320, 450, 650, 1000, 1500)


def _placed(position: str, steps: int = _reverse.settings.steps, **sizes: Any) -> Recipe:
    settings = replace(_reverse.settings, steps=steps)
    return replace(_reverse, settings=settings, sizes={**_one_layer, "position": position, **sizes})


def _changed(recipe: Recipe, settings: dict | None = None, **sizes: Any) -> Recipe:
    """Return a recipe with some settings or sizes changed."""
    changed = replace(recipe.settings, **(settings or {}))
    return replace(recipe, settings=changed, sizes={**recipe.sizes, **sizes})


def _ablations(name: str, recipe: Recipe, **head: AttentionSupervision) -> dict[str, Recipe]:
    """Return the recipe without each part in turn, for the lesson *Ablations*.

    One more recipe removes nothing and has another seed, to show how far two equivalent training runs differ.
    `head` says what else changes where the first head is removed.
    """
    return {
        f"{name}_again": _changed(recipe, {"seed": 1}),
        f"{name}_without_head": _changed(recipe, head, attention="one_head_less"),
        f"{name}_without_scaling": _changed(recipe, attention="unscaled"),
        f"{name}_without_mask": _changed(recipe, attention="unmasked"),
        f"{name}_without_residual": _changed(recipe, residual="none"),
        f"{name}_without_norm": _changed(recipe, norm="none"),
        f"{name}_without_feed_forward": _changed(recipe, feed_forward="none"),
        f"{name}_without_smoothing": _changed(recipe, {"smoothing": 0.0}),
        f"{name}_without_warmup": _changed(recipe, {"warmup": 0.0}),
    }


def _looking(recipe: Recipe, settings: dict | None = None, **sizes: Any) -> Recipe:
    """Return a recurrent recipe with attention."""
    return replace(_changed(recipe, settings, **sizes), family="recurrent_attention")


def _hops(task: str) -> dict[str, Recipe]:
    """Return a memory network with one, two and three hops, and each of them without temporal encoding."""
    recipe = replace(_stories, task=task)
    recipes = {f"{task}_hops_{hops}": _changed(recipe, hops=hops) for hops in (1, 2, 3)}
    return recipes | {f"{n}_without_time": _changed(r, time=False) for n, r in recipes.items()}


RECIPES: dict[str, Recipe] = {
    "copy": Recipe("copy", Settings(steps=400), _one_layer),
    "reverse": _reverse,
    # The same task with other positional encodings, and with none, for the lesson *Positional encoding*.
    # A learned table has as many rows as training needs: START and 10 letters.
    "reverse_learned": _placed("learned", max_length=11),
    "reverse_rotary": _placed("rotary", steps=1500),  # these two need longer to learn the task
    "reverse_binary": _placed("binary", steps=1500),
    "reverse_index": _placed("index"),
    "reverse_none": _placed("none"),
    **_ablations("reverse", _reverse),
    "sort": Recipe("sort", Settings(steps=600), _one_layer),
    # Guided like English → French: the cross-attention to the aligned characters.
    "dates": Recipe("dates", Settings(steps=600, guide=AttentionSupervision(layer=0)), _one_layer),
    # One head is guided to a digit of the first number; the others find the second, and the carry.
    "addition": Recipe(
        "addition",
        Settings(steps=800, learning_rate=5e-3, guide=AttentionSupervision(layer=0)),
        {"encoder_layers": 2, "decoder_layers": 1, "cross_heads": 4},
    ),
    # A decoder-only model. No label smoothing, because the probability of the next character is measured.
    "language_model": Recipe(
        "language_model", Settings(steps=1000, smoothing=0.0), {"decoder_layers": 2}
    ),
    "prompts": _prompts,
    # Without the mask of the loss, so that the prompts are also learned.
    "prompts_everything": replace(_prompts, task="prompts_everything"),
    # Coin tosses, which cannot be predicted: a decoder-only model, and the same without the causal mask.
    "walk": _walk,
    "walk_without_mask": _changed(_walk, attention="unmasked"),
    # Attention-only models, for the lesson *Multi-head attention*: with two layers, and with one.
    "induction": _copying,
    "induction_one_layer": _changed(_copying, decoder_layers=1),
    "induction_fixed": replace(
        _changed(_copying, {"steps": 500}, decoder_layers=1), task="induction_fixed"
    ),
    "english_french": replace(_translate, recorded_steps=_recorded),
    # Stopped early, with the learning rate still high: wrong often enough for the lesson *Decoding*.
    "english_french_early": replace(_translate, stop=300),
    "english_french_unguided": _changed(_translate, {"guide": None}),
    # Another seed, with which a head from *it* to its noun develops without guidance.
    "english_french_unguided_seed_2": _changed(_translate, {"guide": None, "seed": 2}),
    "english_french_none": _changed(_translate, position="none"),
    # The auxiliary loss acts on the first head of a layer. Where that head is removed, on the second.
    **_ablations("english_french", _translate, guide=AttentionSupervision(head=1)),
    "copy_recurrent": _state,
    # Models whose name ends in _long had three to five times the steps.
    "copy_recurrent_long": _changed(_state, {"steps": 6000}),
    "copy_recurrent_backwards": _changed(_state, source="backwards"),
    "copy_recurrent_twice": _changed(_state, source="twice"),
    "copy_bahdanau": _looking(_state),
    "dates_recurrent": _written,
    "dates_bahdanau": _looking(_written),
    "english_french_recurrent": _french,
    "english_french_recurrent_backwards": _changed(_french, source="backwards"),
    # With attention fewer steps are enough.
    "english_french_bahdanau": _looking(_french, {"steps": 2000}, hidden=96, both_ways=True),
    "english_french_luong": _looking(
        _french, {"steps": 2000}, hidden=96, both_ways=True, decoder="luong", score="general"
    ),
    "desk_recurrent": _desk,
    "desk_recurrent_long": _changed(_desk, {"steps": 3000}),
    # The same as a prompt: a decoder-only model with learned positions.
    "desk_prompt": Recipe(
        "desk_prompt",
        Settings(steps=1000, batch=32, learning_rate=3e-3, smoothing=0.0),
        {"d_model": 48, "d_ff": 192, "position": "learned", "feed_forward": "gelu"},
    ),
    "desk_luong": _looking(_desk, {"steps": 500}, decoder="luong", score="dot"),
    "drawings": _drawings,
    "drawings_by_hand": replace(
        _changed(_drawings, {"steps": 700}), task="drawings_by_hand", start="drawings"
    ),
    "drawings_even": _changed(_drawings, look="even"),
    "drawings_even_long": _changed(_drawings, {"steps": 1500}, look="even"),
    # Hard attention from fresh weights: straight-through, and REINFORCE on a sampled region.
    "drawings_hard": _changed(_drawings, {"steps": 800}, look="hard"),
    "drawings_lot": _changed(_drawings, {"steps": 800}, look="lot"),
    "films": _films,
    "films_even": _changed(_films, look="even"),
    "films_global": _changed(_films, local=1),  # attention over frames that are encoded separately
    **_hops("stories_one"),
    **_hops("stories"),
    **_hops("stories_three"),
    # The two stories of a slide. With most other seeds they stay at the baseline.
    "stories_dropped": replace(
        _changed(_stories, {"steps": 6000, "learning_rate": 5e-3, "seed": 4}, d_model=64),
        task="stories_dropped",
    ),
    "stories_alike": replace(
        _changed(_stories, {"steps": 6000, "seed": 2}, d_model=64), task="stories_alike"
    ),
    "entailment_hypothesis": _changed(_judging, premise=False),
    "entailment_none": _judging,
    "entailment_none_long": _changed(_judging, {"steps": 6000}),
    "entailment_additive": _changed(_word_by_word, score="additive"),
    "entailment_dot": _word_by_word,
    "discourses": _hidden,
    "discourses_causal": _changed(_hidden, mask="causal"),
    "entailment_two_none": replace(_judging, task="entailment_two"),
    # Dense retrieval: one vector for each question and each document.
    "collection": Recipe(
        "collection", Settings(steps=200, learning_rate=3e-3, smoothing=0.0, weight_decay=0.0)
    ),
}
