"""What the checks of a layer of one's own say where no mistake of theirs is made."""

from lessons.your_layer import trial
from lessons.your_layer.checks import check
from lessons.your_layer.tests import mutants


def test_a_step_in_place_is_told_what_it_writes_into(tmp_path, monkeypatch):
    """The scores come right out of it; whoever handed them in has others now."""
    file = tmp_path / "exercise.py"
    monkeypatch.setattr(trial.Student, "exercise", file)
    file.write_text(mutants.solution(*mutants.UNKNOWN["in place"]), encoding="utf-8")
    result = check()
    assert result.failed == "the inputs stay unchanged"
    assert result.saw.startswith("scale changes scores in place")
