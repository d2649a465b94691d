"""A substitute for Plotly in a tab, where Python needs only one file of it: the script inside saved charts.

`pack.py` puts it where `import plotly` finds it; the file is loaded when a visitor saves a chart.
"""

from pathlib import Path

from web.tab.desk import Needs

SCRIPT = Path(__file__).parent / "package_data" / "plotly.min.js"

if not SCRIPT.exists():
    SCRIPT.parent.mkdir(exist_ok=True)
    raise Needs(SCRIPT.name, SCRIPT)
