"""Questions in a notebook: folds that "Run All" leaves closed, without a script."""

import re

from lessons.figures.kit.figure import Figure
from lessons.kit.prediction import ask, covered, from_reasons

QUESTION = from_reasons(
    "**Which** of *these* <two>, `a` or \\*b\\*?", {"1 < 2": "It is 1.", "b": "It is 2."}, "b", ""
)


def folds(html: str) -> list[tuple[str, str]]:
    """(what is seen, what it opens) of each fold; all of them are closed."""
    assert html.count("<details") == html.count("</details>") == html.count("<summary")
    assert "<details open" not in html and "<script" not in html
    return re.findall(r"<summary[^>]*>(.*?)</summary>(.*?)</details>", html)


def test_each_option_opens_its_reply():
    html = ask(QUESTION)._repr_html_()
    assert folds(html) == [("1 &lt; 2", "No. It is 1."), ("b", "Yes. It is 2.")]
    seen = re.sub(r"</summary>.*?</details>", "", html)
    assert "Yes" not in seen and "It is" not in seen
    assert "<b>Which</b> of <i>these</i> &lt;two&gt;, <code>a</code> or &#42;b&#42;?" in html
    assert "It is" not in repr(ask(QUESTION)), "where no HTML is shown"


def test_what_prints_is_folded(capsys, monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", shown.append)
    with covered():
        print("spread <0.91>")
    print("after")
    assert capsys.readouterr().out == "after\n"
    (fold,) = shown
    ((title, inside),) = folds(fold._repr_html_())
    assert title.startswith("Predict, then see") and inside == "<pre>spread &lt;0.91&gt;</pre>"
    assert repr(fold) == "spread <0.91>"


def test_a_figure_is_folded(monkeypatch):
    monkeypatch.setattr(Figure, "_repr_html_", lambda figure: "<p>drawn</p>")
    assert folds(covered(Figure("ablation", {}, {}))._repr_html_())[0][1] == "<p>drawn</p>"
