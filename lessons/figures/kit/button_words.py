"""What buttons say that several figures have."""

BUTTONS = {"copy_link": "Copy link", "copied": "Copied", "present": "Present", "leave": "Leave"}
# Of a number that Python computes again; where there is no Python, the call stands there.
RECOMPUTE = {
    "recompute": "Recompute",
    "recomputing": "computing …",
    "recompute_here": "Recompute in Python:",
    "same": "✓ difference {difference}",
    "differs": "✗ difference {difference}: Python gets {value}",
}
