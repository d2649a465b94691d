"""Where things lie."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"  # real text that some tests use where it lies beside the checkout
