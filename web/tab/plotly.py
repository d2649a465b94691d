"""Plotly's place in a tab: Python needs one file of it there, the script that saved charts carry with them.

`pack.py` puts it where `import plotly` finds it; the file comes when somebody saves a chart.
"""

from pathlib import Path

from web.tab.desk import Needs

SCRIPT = Path(__file__).parent / "package_data" / "plotly.min.js"

if not SCRIPT.exists():
    SCRIPT.parent.mkdir(exist_ok=True)
    raise Needs(SCRIPT.name, SCRIPT)
