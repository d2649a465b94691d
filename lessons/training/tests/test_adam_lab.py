"""The Adam lab: every array computed a second time, without the machine; and the lab in a browser."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
import torch
from playwright.sync_api import expect

from lessons.training.figures.adam_lab import adam_lab, tables
from lessons.training.figures.adam_lab.words import VIEWS, WALKERS
from tests.kit.saved_running import address_of, drag, fits, show, text_of  # noqa: F401
from transformer.tasks import TASKS
from transformer.training import Training, build
from transformer.training.recipes import RECIPES
from transformer.weights import load

A, LOWEST, START = np.array([1.0, 20.0]), np.array([3.0, 2.0]), np.array([-2.0, -1.0])


@pytest.fixture(scope="module")
def figure():
    return adam_lab()


def by_hand(kind, gradients, start, lr, beta1, beta2, decay, steps):
    """All parts of every step from the papers' formulas, in float64; `gradients(place, t)`."""
    place, rows = np.array(start, float), []
    values, m, v = [place.copy()], np.zeros_like(place), np.zeros_like(place)
    for t in range(1, steps + 1):
        g = gradients(place, t)
        entering = g + decay * place if kind == "Adam + L2" else g
        row = {"gradient": g, "entering": entering}
        if kind == "SGD":
            m = 0.9 * m + g
            nan = np.full_like(place, np.nan)
            row |= {"m": m, "v": nan, "m_hat": nan, "v_hat": nan, "direction": m}
            row |= {"uncorrected": nan, "move": -lr * m, "shrink": 0 * place}
        else:
            m = beta1 * m + (1 - beta1) * entering
            v = beta2 * v + (1 - beta2) * entering**2
            m_hat, v_hat = m / (1 - beta1**t), v / (1 - beta2**t)
            right, raw = m_hat / (np.sqrt(v_hat) + 1e-8), m / (np.sqrt(v) + 1e-8)
            row |= {"m": m, "v": v, "m_hat": m_hat, "v_hat": v_hat, "direction": right}
            row |= {"uncorrected": raw, "move": -lr * (raw if kind == "uncorrected" else right)}
            row["shrink"] = -lr * decay * place if kind == "AdamW" else 0 * place
        row["update"] = row["move"] + row["shrink"]
        place = place + row["update"]
        rows.append(row)
        values.append(place.copy())
    joined = {name: np.stack([row[name] for row in rows], -1) for name in tables.NAMES}
    return joined | {"value": np.stack(values, -1)}


def close(shown, right, rtol=2e-5):
    """Float32 keeps seven digits, of the largest number that went into a sum."""
    finite = np.abs(right[np.isfinite(right)])
    size = finite.max() if finite.size else 1.0
    return np.allclose(shown, right, rtol=rtol, atol=1e-6 * size, equal_nan=True)


SEEN = set()  # the arrays that something below has computed again


def values_of(figure, name):
    SEEN.add(name)
    return figure.arrays[name].values


def the_valley_is_computed_again(figure):
    for i, lr in enumerate((0.01, 0.03, 0.1, 0.3, 1.0)):
        for j, kind in enumerate(WALKERS):
            right = by_hand(kind, lambda p, t: A * (p - LOWEST), START, lr, 0.9, 0.999, 0.0, 100)
            after = np.abs(right["value"][:, 1:]).max(0)
            gone = np.maximum.accumulate(~(after <= 1e6))
            for name in tables.NAMES:
                right[name][:, gone] = np.nan
            right["value"][:, 1:][:, gone] = np.nan
            for name in (*tables.NAMES, "value"):
                for axis in (0, 1):
                    shown = values_of(figure, f"valley.{name}")[i, j, axis]
                    assert close(shown, right[name][axis]), (lr, kind, name, axis)
            height = 0.5 * (A[:, None] * (right["value"] - LOWEST[:, None]) ** 2).sum(0)
            assert np.allclose(
                values_of(figure, "valley.loss")[i, j], height, rtol=1e-4, atol=1e-9, equal_nan=True
            )
            logs = np.log10(np.maximum(height, 1e-12))
            assert np.allclose(
                values_of(figure, "valley.height")[i, j], logs, atol=1e-4, equal_nan=True
            )
            first = int(gone.argmax()) + 1 if gone.any() else -1
            assert figure.header["valley"]["ended"][i][j] == first
            inside = [t for t in range(101) if (height[t:] < 0.1).all()]  # NaN is outside
            assert figure.header["valley"]["arrived"][i][j] == (inside[0] if inside else -1)


def test_the_paths_are_those_of_torch(figure):
    shown = values_of(figure, "valley.value")
    makers = {
        "SGD": lambda p, lr: torch.optim.SGD(p, lr, momentum=0.9),
        "Adam": lambda p, lr: torch.optim.Adam(p, lr, (0.9, 0.999)),
    }
    for i, lr in enumerate(tables.RATES[:3]):  # where none leaves for good
        for name, make in makers.items():
            place = torch.tensor(START, requires_grad=True)
            optimizer, path = make([place], lr), [START]
            for _ in range(100):
                optimizer.zero_grad()
                loss = 0.5 * (torch.tensor(A) * (place - torch.tensor(LOWEST)) ** 2).sum()
                loss.backward()
                optimizer.step()
                path.append(place.detach().numpy().copy())
            at = tables.WALKERS.index(name)
            assert np.allclose(shown[i, at], np.array(path).T, rtol=1e-5, atol=1e-6), (lr, name)


def the_decay_is_computed_again(figure):
    for i, kind in enumerate(("Adam", "Adam + L2", "AdamW")):
        for j, size in enumerate((10.0, 1.0, 0.1)):
            swing = lambda p, t, size=size: np.array(size if t % 2 else -size)  # noqa: E731
            right = by_hand(kind, swing, 1.0, 0.01, 0.9, 0.999, 0.1, 200)
            for name in (*tables.NAMES, "value"):
                assert close(values_of(figure, f"decay.{name}")[i, j], right[name]), (kind, name)


def test_only_l2_minds_how_large_the_gradients_are(figure):
    """What the note under the chart says."""
    none, l2, decoupled = values_of(figure, "decay.value")[:, :, -1]
    assert np.ptp(none) < 1e-6 and np.ptp(decoupled) < 1e-6
    assert l2[0] > 0.95 > l2[1] > 0.5 > l2[2] < 0.2
    assert abs(l2[1] - decoupled[1]) < 1e-3  # where √v̂ is 1 both agree
    assert none[0] > decoupled[0] + 0.1


def the_shares_and_what_the_map_needs(figure):
    for view, (beta1, beta2) in (
        ("valley", (0.9, 0.999)),
        ("decay", (0.9, 0.999)),
        ("weight", (0.9, 0.98)),
    ):
        t = np.arange(1, figure.header[view]["steps"] + 1)
        shares = np.stack((1 - beta1**t, 1 - beta2**t))
        assert np.allclose(values_of(figure, f"{view}.shares"), shares, rtol=1e-6)
        ratio = values_of(figure, f"{view}.ratio")
        assert np.allclose(ratio, shares[0] / np.sqrt(shares[1]), rtol=1e-6)
    raw, used = (
        figure.arrays[f"valley.{name}"].values[2, 1] for name in ("uncorrected", "direction")
    )
    some = np.abs(used) > 1e-2  # elsewhere ε and rounding are part of it
    wide = np.broadcast_to(figure.arrays["valley.ratio"].values, used.shape)
    assert np.allclose((raw / used)[some], wide[some], rtol=1e-3)
    radii = values_of(figure, "valley.radii")
    for axis in (0, 1):  # the ends of each ellipse's axes are at that height
        ends = np.tile(LOWEST, (len(radii), 1))
        ends[:, axis] += radii[:, axis]
        assert np.allclose(0.5 * (A * (ends - LOWEST) ** 2).sum(1), tables.LEVELS, rtol=1e-6)


def test_the_first_step_is_the_rate_and_not_3_16_of_it(figure):
    update = figure.arrays["valley.update"].values
    for i, lr in enumerate(tables.RATES):
        assert np.allclose(update[i, 1, :, 0], lr, rtol=1e-5)  # Adam, x and y
        assert np.allclose(update[i, 2, :, 0], math.sqrt(10) * lr, rtol=1e-4)  # not corrected
    assert figure.arrays["weight.ratio"].values[0] == pytest.approx(0.1 / math.sqrt(0.02))


@pytest.fixture(scope="module")
def trained():
    """The same 40 steps with torch's own AdamW, and each gradient as the optimiser got it."""
    recipe = RECIPES["reverse"]
    training = Training(
        build(TASKS["reverse"](), 0, **recipe.sizes), TASKS["reverse"](), recipe.settings
    )
    training.model.train()
    named = dict(training.model.named_parameters())
    values, gradients, norms = [], [], []

    def now():
        return [named[name].detach()[at].item() for name, at in tables.WEIGHTS]

    values.append(now())
    for _ in range(40):
        training.step()
        values.append(now())
        gradients.append([named[name].grad[at].item() for name, at in tables.WEIGHTS])
        norms.append(training.norm)
    return np.array(values).T, np.array(gradients).T, np.array(norms)


def the_weights_are_those_of_the_training_with_torchs_optimiser(figure, trained):
    values, gradients, norms = trained
    # Rounding differs in the last digit, and grows from step to step.
    for name, right, few, all_of_them in (
        ("value", values, 1e-6, 5e-4),
        ("gradient", gradients, 1e-7, 1e-4),
    ):
        away = np.abs(values_of(figure, f"weight.{name}") - right)
        assert away[:, :13].max() < few and away.max() < all_of_them, name
    assert np.allclose(values_of(figure, "weight.clipped"), np.minimum(1, 1 / norms), rtol=1e-3)
    rates = [RECIPES["reverse"].settings.rate(step) for step in range(40)]
    assert np.allclose(values_of(figure, "weight.rate"), rates, rtol=1e-6)


def the_parts_of_a_weights_step_follow_from_its_gradients_and_give_its_update(figure):
    value, rates = figure.arrays["weight.value"].values, figure.arrays["weight.rate"].values
    for k in range(len(tables.WEIGHTS)):
        g = figure.arrays["weight.gradient"].values[k].astype(float)
        m, v = 0.0, 0.0
        for t in range(1, 41):
            lr = float(rates[t - 1])
            m, v = 0.9 * m + 0.1 * g[t - 1], 0.98 * v + 0.02 * g[t - 1] ** 2
            m_hat, v_hat = m / (1 - 0.9**t), v / (1 - 0.98**t)
            right = {"m": m, "v": v, "m_hat": m_hat, "v_hat": v_hat, "entering": g[t - 1]}
            right["direction"] = m_hat / (math.sqrt(v_hat) + 1e-8)
            right["uncorrected"] = m / (math.sqrt(v) + 1e-8)
            right["move"] = -lr * right["direction"]
            right["shrink"] = -lr * 0.01 * float(value[k, t - 1])
            for name, expected in right.items():
                shown = float(values_of(figure, f"weight.{name}")[k, t - 1])
                # A direction is a share of about 1; near 0 it is a difference of such, and rounded so.
                sizes = {"v": 1e-6, "v_hat": 1e-6, "move": 1.0, "direction": 0.1}
                size = sizes.get(name, 1e-3)
                assert shown == pytest.approx(expected, rel=2e-4, abs=1e-5 * size), (k, t, name)
            # The update that was made, to the last digit that a weight in float32 can have.
            made = float(values_of(figure, "weight.update")[k, t - 1])
            digit = float(np.spacing(np.float32(abs(value[k, t - 1]) + lr)))
            assert made == float(value[k, t] - value[k, t - 1])
            assert abs(made - right["move"] - right["shrink"]) <= 3 * digit + 1e-4 * abs(made)


def test_every_array_is_computed_again(figure, trained):
    for compare in (
        the_valley_is_computed_again,
        the_decay_is_computed_again,
        the_shares_and_what_the_map_needs,
        the_parts_of_a_weights_step_follow_from_its_gradients_and_give_its_update,
    ):
        compare(figure)
    the_weights_are_those_of_the_training_with_torchs_optimiser(figure, trained)
    assert set(figure.arrays) == SEEN, "none was left out"


def test_the_training_is_the_one_that_made_the_shipped_model(figure):
    card = load("reverse").card
    recipe = RECIPES["reverse"].settings
    for name in ("steps", "batch", "learning_rate", "warmup", "smoothing", "clip", "seed"):
        assert card["settings"][name] == getattr(recipe, name), name
    assert figure.header["weight"]["decay"] == recipe.weight_decay
    assert figure.header["weight"]["beta2"] == 0.98


# --- recompute, place, paper -------------------------------------------------------------------------


def test_recomputing_gives_what_was_computed(figure):
    done = 0
    for view in VIEWS:
        shape = figure.arrays[f"{view}.update"].values.shape
        for at in np.ndindex(*shape[:-1]):
            for step in (1, 2, 7, shape[-1]):
                if not np.isnan(figure.arrays[f"{view}.update"].values[(*at, step - 1)]):
                    case = "/".join(map(str, at))
                    again = figure.recompute(view=view, case=case, step=step)
                    assert again["same"], (view, case, step, again)
                    done += 1
    assert done > 150


def test_recomputing_finds_a_number_that_is_not_the_machines(figure):
    name = "valley.update"
    values = figure.arrays[name].values.copy()
    values[2, 1, 0, 11] *= 1.001
    forged = replace(
        figure, arrays={**figure.arrays, name: replace(figure.arrays[name], values=values)}
    )
    assert not forged.recompute(view="valley", case="2/1/0", step=12)["same"]


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ({"view": "weight", "case": "4", "step": 1}, "case '4' is not a case of view weight"),
        ({"view": "weight", "case": "0", "step": True}, "got True"),
        ({"view": "valley", "case": 3, "step": 1}, "case must be numbers"),
        ({"view": "valley", "case": "4/0/0", "step": 99}, "this walk has ended"),
    ],
)
def test_a_cell_that_does_not_exist_is_refused(figure, cell, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        figure.recompute(**cell)


def test_paper_says_what_it_shows(figure, tmp_path):
    captions = {
        "valley": "20 times as steep in y as in x; learning rate 0.3, 30 steps",
        "weight": "encoder.layers.0.self_attention.W_Q[0, 0] of reverse",
        "decay": "under alternating gradients ±G; λ = 0.1",
    }
    for view, words in captions.items():
        text = figure.at(view=view, step=30, rate=3).save(tmp_path / "x.svg").read_text()
        assert words in text
        assert "mathdefault" not in text  # text is no formula here


# --- in a browser ------------------------------------------------------------------------------------


def turn_to(page, address: str) -> None:
    """The same page, opened at another address."""
    page.evaluate("(address) => { location.hash = address; }", f"figure={address}")
    page.reload()
    page.locator(".card").wait_for()


def printed(text: str) -> str:
    plain = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
    powers = re.sub(r" · 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda power: f"e{power[1].translate(plain)}", text)
    return powers.replace("−", "-").replace("\n", " ")


def test_the_panel_fills_the_formulas_in(show, figure):  # noqa: F811
    page = show(figure, "#figure=valley/1/2/1/0")
    names = page.locator(".panel .line .name").all_text_contents()
    assert names == ["g", "m", "v", "m̂", "v̂", "step", "θ"]
    panel = printed(text_of(page, ".panel"))
    for part in (
        "= 1 · (-2 - 3) = -5", "= 0.9 · 0 + 0.1 · (-5) = -0.5", "0.999 · 0 + 0.001 · (-5)² = 0.025",
        "(-0.5) / (1 - 0.9^1) = (-0.5) / 0.1 = -5", "0.025 / 0.001 = 25",
        "-0.1 · (-5) / (√25 + ε) = 0.1", "(-2) + 0.1 = -1.9", "would be 3.16 times as long",
        'figure.recompute(view="valley", case="2/1/0", step=1)',
    ):  # fmt: skip
        assert part in panel, part
    page.get_by_role("button", name="Adam, not corrected", exact=True).click()
    panel = printed(text_of(page, ".panel"))
    assert "-0.1 · (-0.5) / (√0.025 + ε) = 0.3162" in panel
    expect(page.locator(".line.unused")).to_have_count(2)
    page.get_by_role("button", name="SGD + momentum", exact=True).click()
    assert "0.9 · 0 + (-5) = -5" in printed(text_of(page, ".panel"))


def test_decay_enters_the_gradient_or_stays_outside(show, figure):  # noqa: F811
    page = show(figure, "#figure=decay/1/0/0/0/0/1/0")  # a parameter of 1, a gradient of 10
    assert "= 10 + 0.1 · 1 = 10.1" in printed(text_of(page, ".panel"))
    turn_to(page, "decay/1/0/0/0/0/2/0")
    assert "-0.01 · 0.1 · 1 = -0.001" in printed(text_of(page, ".panel"))


def test_the_valley_says_who_arrives_and_when(show, figure):  # noqa: F811
    page = show(figure)
    about = figure.header["valley"]
    opened = about["arrived"][figure.header["start"]["rate"]]
    text = text_of(page, ".card")
    for walker, step in zip(about["walkers"], opened, strict=True):
        assert step > 0 and f"{walker['title']} from step {step} on" in text
    assert opened[1] < opened[0]  # Adam, then SGD: what is seen first is no accident of a decay
    drag(page, "learning rate", 3)
    assert "SGD + momentum not within 100 steps" in text_of(page, ".card")


def test_every_number_of_a_weights_step_is_the_arrays(show, figure):  # noqa: F811
    page = show(figure, "#figure=weight/5/0/0/0/2")
    panel = printed(text_of(page, ".panel"))
    printed_numbers = [float(x) for x in re.findall(r"= (-?\d[\d.]*(?:e[+-]?\d+)?)(?= |$)", panel)]
    for name in ("gradient", "m", "v", "m_hat", "v_hat", "move", "shrink"):
        value = float(figure.arrays[f"weight.{name}"].values[2, 4])
        assert any(x == pytest.approx(value, rel=1e-3) for x in printed_numbers), (
            name,
            value,
            printed_numbers,
        )
    assert "source_embedding.table[4, 0], step 5" in panel
    clipped = figure.arrays["weight.clipped"].values[4]
    assert f"{round(100 * float(clipped))}% of their norm" in text_of(page, ".card")


def test_keys_and_cells_choose(show, figure):  # noqa: F811
    page = show(figure)
    page.locator(".card").hover()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "o", "r", "c"):
        page.keyboard.press(key)
    address_of(page, r"=valley/13/3/2/1/0/1/0$")
    assert "SGD + momentum has left the figure" in text_of(page, ".card")
    page.reload()
    assert "y, step 13" in text_of(page, ".panel")
    drag(page, "step", 40)
    drag(page, "learning rate", 0)
    address_of(page, r"=valley/40/0/2/1")
    page.locator(".gb").focus()
    page.keyboard.press("v")
    address_of(page, r"=weight/40/")
    page.keyboard.press("v")
    page.keyboard.press("Shift+ArrowRight")
    address_of(page, r"=decay/50/")
    page.locator(".adam-table button").nth(5).click()
    assert "AdamW, gradient ±1, step 50" in text_of(page, ".panel")
    cells = page.locator(".adam-table button").all_text_contents()
    right = figure.arrays["decay.value"].values[:, :, 50].T.flatten()
    assert [float(c) for c in cells] == pytest.approx(right, abs=6e-5)


def test_playing_stops_at_the_end_and_a_walk_may_have_ended(show, figure):  # noqa: F811
    page = show(figure, "#figure=valley/99/2/1/0")
    page.get_by_role("button", name="play").click()
    page.get_by_text("step 100 of 100").wait_for()
    page.get_by_role("button", name="▷ play").wait_for()
    turn_to(page, "valley/60/4/0/0")
    assert "This walk has ended" in text_of(page, ".panel")
    assert "NaN" not in text_of(page, ".gb")
