"""What holds for every figure that is a chart: Plotly takes it, each of its numbers is an array's, what people typed stays
text, and it has axes before it has numbers; in a file it is drawn without a network, in the colours of the reader's theme."""

import json
import re
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest

from lessons.embeddings.figures.embedding_map import agreement_map, embedding_map, training_map
from lessons.figures.kit import chart, chart_page, plotting
from lessons.figures.kit.choices import picked
from lessons.figures.kit.examples import TYPED as HOSTILE
from lessons.figures.kit.figure import PAGE, Figure
from tests.contract.test_figures import NAMES, draws_charts, made
from tests.kit.chosen import few
from transformer.weights import film as films
from transformer.weights import load

CHARTED = [name for name in NAMES if draws_charts(name)]
MORE = {  # other faces of the same kind
    "embedding_map in space": lambda: made("embedding_map").at(view="3d"),
    "embedding_map through training": lambda: training_map(load("english_french"), films.load("english_french"), "street"),
    "embedding_map of pairs": lambda: agreement_map(load("english_french")).at(pair=3),
}  # fmt: skip


QUICK = ("live_curve", "embedding_map in space")  # a chart of lines, and one of points


@pytest.fixture(scope="module", params=few(QUICK, [*CHARTED, *MORE]))
def figure(request) -> Figure:
    return MORE[request.param]() if request.param in MORE else made(request.param)


def panels(figure: Figure) -> list[dict]:
    return picked(figure.header["chart"]["panels"], chart.place_of(figure.header))


def drawn(figure: Figure, hidden=()) -> list[dict]:
    """Its panels as Plotly takes them, at the place where it is opened."""
    header, arrays = figure.header, {name: array.values for name, array in figure.arrays.items()}
    rest = header["palette"]["light"], chart.place_of(header), hidden
    return [plotting.drawn(header, arrays, panel, *rest) for panel in panels(figure)]


def test_plotly_takes_every_panel(figure):
    assert drawn(figure)
    for panel in drawn(figure):
        go.Figure(panel)  # refuses what it does not know


def test_each_number_of_a_trace_is_an_arrays(figure):
    """Whatever index led to it: the axes of a trace hold what some array holds, and 1, 2, … where nothing is named."""
    held = np.concatenate([array.values.ravel() for array in figure.arrays.values()])
    for said, panel in zip(panels(figure), drawn(figure), strict=True):
        traces = picked(said["traces"], chart.place_of(figure.header))
        known = [held * np.float32(factor) for factor in {one.get("times", 1) for one in traces}]
        known += (
            [10.0 ** held.astype(float).clip(-300, 300)]
            if any("powers" in one for one in traces)
            else []
        )
        known = np.sort(np.concatenate(known))
        known = known[~np.isnan(known)]  # NaN: a gap in a line
        moved = (one for frame in panel["frames"] for one in frame["data"])
        for axis in "xyz":
            for one in (*panel["data"], *moved):
                values = np.array([v for v in one.get(axis, ()) if v is not None and v == v])
                if axis == "x" and not traces[0]["x"]:
                    assert values.tolist() == list(range(1, len(values) + 1))
                    continue
                near = np.searchsorted(known, values).clip(1, len(known) - 1)
                away = np.minimum(abs(known[near] - values), abs(known[near - 1] - values))
                assert (away <= 1e-6 + 1e-6 * abs(values)).all()


def test_what_people_typed_stays_text():
    """Of a vocabulary, and of a run's name: Plotly would read <b> and, where MathJax is, $x$."""
    said = plotting.text(HOSTILE)
    assert not re.search(r"[<$]", said) and said.startswith("&lt;/script&gt;&lt;img")
    figure = embedding_map(load("english_french"), "source", ["the"])
    header = json.loads(json.dumps(figure.header).replace("street", json.dumps(HOSTILE)[1:-1]))
    texts = json.dumps([panel["data"] for panel in drawn(replace(figure, header=header))])
    assert "&lt;img" in texts and not re.search(r"<(?!/?b>|/?extra>)", texts) and "$" not in texts


def test_what_tells_an_answer_is_not_drawn_and_axes_are():
    """Plotly's own Python refuses a chart without data."""
    figure = made("live_curve")
    loss, *others = drawn(figure, hidden=("telling",))
    assert loss["data"] == [plotting.NOTHING] and not loss["layout"]["shapes"]
    assert loss["layout"]["xaxis"]["range"] == [0, figure.header["steps"]]
    assert all(one["data"] != [plotting.NOTHING] for one in others)
    (loss, *_) = drawn(figure, hidden=("floor",))
    assert loss["data"][0]["y"] and not loss["layout"]["shapes"]


def test_a_curve_of_many_steps_keeps_its_extremes():
    values = np.sin(np.arange(20_000)).astype(np.float32)
    values[777], values[12_345] = 9, -9
    kept = plotting.thinned({"x": np.arange(20_000), "y": values})
    assert len(kept["y"]) <= 3000 and {9, -9} <= set(kept["y"]) and (np.diff(kept["x"]) > 0).all()


def test_a_name_that_no_array_has_is_refused():
    for ref, said in (
        ("nowhere[:]", "there is no array called 'nowhere'; the arrays are a"),
        ("[", "does not name an array"),
    ):
        with pytest.raises(ValueError, match=re.escape(said)):
            chart.read_numbers({"a": np.zeros(3)}, ref, {})


# --- in a browser ------------------------------------------------------------------------------------
PLOTS = ".js-plotly-plot"


@pytest.mark.slow
def test_a_file_draws_it_without_a_network(show, figure):
    """`show` fails on any request, error or dialog."""
    for dark, width in ((False, 1240), (True, 400)):
        shown = show(figure, width=width, dark=dark)
        shown.page.locator(f"{PLOTS} :is(.main-svg, canvas)").first.wait_for(state="attached")
        shown.later(1000)
        shown.fits(width, dark=dark)
        ink = figure.header["palette"]["dark" if dark else "light"]["ink"]
        told = "document.querySelector('.js-plotly-plot').layout.hoverlabel.font.color"
        assert shown.page.evaluate(told) == ink
    assert shown.page.locator("img[src], a[href]").count() == 0


def test_two_charts_in_one_page_share_plotly(show, shown, tmp_path):
    """The script once a file; in a notebook, once a kernel."""
    one, other = (made(name)._html("page") for name in ("length_curve", "depth_gradients"))
    script = chart_page.script("page")
    file = tmp_path / "both.html"
    file.write_text(
        PAGE.format(
            title="both", figure=one + other.replace(script, ""), images="img-src data: blob:; "
        )
    )
    shown.problems.clear()
    shown.open(file=file)
    shown.wait(lambda: shown.page.locator(f"{PLOTS} .main-svg").count() >= 2)
    assert shown.problems == []
