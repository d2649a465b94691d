"""The controls of all lessons, each a list of training runs. The lesson that shows a control draws the
conclusion."""

from transformer.measure.controls import Arm, Control, untouched
from transformer.measure.controls import extras as e


def _parts(name: str, base: str, lengths: tuple[int, ...]) -> Control:
    """Leave out every part of a Transformer, each with three seeds and three training lengths."""
    parts = {
        "nothing": base,
        "one head": f"{base}_without_head",
        "scaling": f"{base}_without_scaling",
        "positions": f"{base}_none",
        "causal mask": f"{base}_without_mask",
        "residual connections": f"{base}_without_residual",
        "layer normalization": f"{base}_without_norm",
        "feed-forward": f"{base}_without_feed_forward",
        "label smoothing": f"{base}_without_smoothing",
        "warm-up": f"{base}_without_warmup",
    }
    arms = tuple(Arm(label, recipe, lengths) for label, recipe in parts.items())
    return Control(
        name, f"Can {base} be learned without one part of the model?", "exact_match", arms
    )


_ALL = (
    # ---- before the Transformer -----------------------------------------------------------------
    Control(
        "copy_length",
        "Is copying from a single state limited by the size of the state, or by the number of training steps?",
        "exact_match",
        (
            Arm("one state", "copy_recurrent", (1200, 3600, 6000)),
            Arm("read backwards", "copy_recurrent_backwards", (1200, 3600)),
            Arm("read twice", "copy_recurrent_twice", (1200, 3600)),
            Arm("with attention", "copy_bahdanau", (400, 1200, 3600)),
        ),
    ),
    Control(
        "copy_capacity",
        "How many strings are copied from a state of 16 to 128 dimensions after 6,000 training steps?",
        "exact_match",
        tuple(
            Arm(f"{hidden} dimensions", "copy_recurrent", (6000,), sizes={"hidden": hidden})
            for hidden in (16, 32, 64, 128)
        ),
    ),
    Control(
        "french_length",
        "Does a model with a single state translate better after three times as many steps?",
        "exact_match",
        (
            Arm("one state", "english_french_recurrent", (3000,)),
            Arm("read backwards", "english_french_recurrent_backwards", (3000,)),
        ),
    ),
    Control(
        "desk_length",
        "Does the help desk without attention lose the name, or has it not learned to keep the name yet?",
        "exact_match",
        (
            Arm("one state", "desk_recurrent", (1000, 3000), extra=e.desk_scores),
            Arm("with attention", "desk_luong", (500, 1500), extra=e.desk_scores),
        ),
    ),
    Control(
        "caption_length",
        "Does a model with the mean of the regions lose track of what belongs together, or only learn more slowly?",
        "exact_match",
        (
            Arm("attention", "drawings", (300, 900)),
            Arm("mean of the regions", "drawings_even", (300, 900, 1500)),
        ),
    ),
    Control(
        "hard_attention",
        "Does hard attention learn where to attend when it starts from random parameters?",
        "exact_match",
        tuple(
            Arm(label, recipe, (800,), tweak=tweak, extra=e.inside, watch=tuple(range(0, 801, 50)))
            for label, recipe, tweak in (
                ("soft", "drawings", untouched),
                ("argmax, no gradient", "drawings", e.choice_without_gradient),
                ("straight-through", "drawings_hard", untouched),
                ("REINFORCE", "drawings_lot", untouched),
            )
        ),
    ),
    Control(
        "entailment_length",
        "Does a model with a single state fail on four clauses, or has it not learned them yet?",
        "accuracy",
        (
            Arm("one state", "entailment_none", (2000, 6000)),
            Arm("word by word", "entailment_dot", (2000, 6000)),
            Arm("one state, two clauses", "entailment_two_none", (2000, 6000)),
            Arm("hypothesis only", "entailment_hypothesis", (2000, 6000)),
        ),
    ),
    # ---- attention ------------------------------------------------------------------------------
    Control(
        "unguided",
        "Does a head link *it* to its noun when no loss rewards this link?",
        "exact_match",
        (
            Arm("unguided", "english_french_unguided", (1500,), (0, 1, 2, 3, 4)),
            Arm("guided", "english_french", (1500,)),
        ),
    ),
    Control(
        "scaling",
        "Does attention fail without division by √d_k, or is only the learning rate unsuitable?",
        "exact_match",
        (
            Arm("divided, rate 0.01", "reverse", (600, 1800)),
            Arm("divided, rate 0.003", "reverse", (600, 1800), settings={"learning_rate": 3e-3}),
            Arm("not divided, rate 0.01", "reverse_without_scaling", (600, 1800)),
            Arm(
                "not divided, rate 0.003",
                "reverse_without_scaling",
                (600, 1800),
                settings={"learning_rate": 3e-3},
            ),
            Arm(
                "not divided, same initial scores",
                "reverse_without_scaling",
                (600,),
                tweak=e.first_scores_divided,
            ),
            Arm("cosine, learned factor", "reverse", (600, 1800), sizes={"attention": "cosine"}),
        ),
    ),
    Control(
        "root_d_model",
        "Does training without the factor √d_model make a model worse?",
        "exact_match",
        (
            Arm("reverse", "reverse", (600,)),
            Arm("reverse, without the factor", "reverse", (600, 1800), tweak=e.unscaled_words),
            Arm(
                "English → French, without the factor",
                "english_french",
                (1500,),
                tweak=e.unscaled_words,
            ),
        ),
    ),
    Control(
        "lengths",
        "Which positional encoding generalises to longer strings, and does longer training help?",
        "exact_match",
        (
            Arm("sinusoidal", "reverse", (600, 1500)),
            Arm("rotary", "reverse_rotary", (600, 1500, 4500)),
            Arm("index", "reverse_index", (600, 1500)),
            Arm("binary", "reverse_binary", (600, 1500)),
            Arm("none", "reverse_none", (600, 1500, 4500)),
            Arm("ALiBi", "reverse_none", (600, 1500, 4500), sizes={"attention": "alibi"}),
        ),
    ),
    Control(
        "copying",
        "Can induction be learned when the first layer sees only the previous position?",
        "repeated_right",
        (
            Arm(
                "first layer sees one position back",
                "induction",
                (1800, 5400),
                tweak=e.first_layer_sees(lambda back: back == 1),
            ),
        ),
    ),
    # ---- parts ----------------------------------------------------------------------------------
    _parts("parts_reverse", "reverse", (200, 600, 1800)),
    Control(
        "parts_french",
        "Can English → French be learned without one part of the model?",
        "exact_match",
        tuple(
            Arm(label, recipe, (1500,))
            for label, recipe in (
                ("nothing", "english_french"),
                ("residual connections", "english_french_without_residual"),
                ("layer normalization", "english_french_without_norm"),
                ("feed-forward", "english_french_without_feed_forward"),
                ("scaling", "english_french_without_scaling"),
            )
        ),
    ),
    Control(
        "depth",
        "Does a deeper model need its residual connections more than a shallower model on the same task?",
        "exact_match",
        tuple(
            Arm(
                f"2 + 2 layers, {label}",
                "reverse",
                steps,
                settings={"learning_rate": 3e-3},
                sizes={"encoder_layers": 2, "decoder_layers": 2, "residual": residual},
            )
            for label, residual, steps in (
                ("whole", "standard", (600,)),
                ("without residual connections", "none", (600, 1800)),
            )
        ),
    ),
    Control(
        "feed_forward",
        "On which task does the feed-forward network matter?",
        "exact_match",
        tuple(
            Arm(f"{task}, {label}", task, steps, sizes=sizes)
            for task, steps in (("addition", (800, 2400)), ("sort", (600,)))
            for label, sizes in (("whole", {}), ("without feed-forward", {"feed_forward": "none"}))
        ),
    ),
    Control(
        "warmup",
        "Is warm-up needed when LayerNorm comes after the sub-layer?",
        "exact_match",
        tuple(
            Arm(
                f"{order}, {label}",
                "reverse",
                (600,),
                settings=settings,
                sizes={"norm_order": order},
            )
            for order in ("pre", "post")
            for label, settings in (("warm-up", {}), ("no warm-up", {"warmup": 0.0}))
        ),
    ),
    Control(
        "residual_french",
        "Can English → French be learned without residual connections if the learning rate is smaller?",
        "exact_match",
        (
            Arm(
                "rate 0.002",
                "english_french_without_residual",
                (1500,),
                (0,),
                settings={"learning_rate": 2e-3},
            ),
        ),
    ),
)
CONTROLS: dict[str, Control] = {control.name: control for control in _ALL}
