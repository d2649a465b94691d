"""The sections of a lesson's own text, `lessons/<lesson>/lesson.py`, which is also its notebook."""

import re
from pathlib import Path


def read_sections(file: Path) -> dict[str, str]:
    """Heading → markdown of a file in percent format (`# %% [markdown]`); code becomes code blocks."""
    sections: dict[str, str] = {}
    heading = ""
    for cell in re.split(r"^# %%", file.read_text(encoding="utf-8"), flags=re.M)[1:]:
        kind, _, body = cell.partition("\n")
        if "[markdown]" not in kind:
            text = f"```python\n{body.strip()}\n```"
        else:
            text = re.sub(r"^# ?", "", body, flags=re.M).strip()
            if found := re.match(r"#+ (.*)\n?", text):
                heading, text = found[1].strip(), text[found.end() :].strip()
        sections[heading] = f"{sections.get(heading, '')}\n\n{text}".strip()
    return sections
