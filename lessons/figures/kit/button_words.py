"""Labels of buttons that several figures share."""

BUTTONS = {
    "copy_link": "Copy link",
    "copied": "Copied",
    "present": "Present",
    "leave": "Leave",
    "numbers": "Show the numbers",
    "numbers_cut": "{rows} of {of_rows} rows, {columns} of {of_columns} columns",
}
# For a number that Python recomputes; without Python, the call itself is shown.
RECOMPUTE = {
    "recompute": "Recompute",
    "recomputing": "computing …",
    "recompute_here": "Recompute in Python:",
    "same": "✓ difference {difference}",
    "differs": "✗ difference {difference}: Python gets {value}",
}
