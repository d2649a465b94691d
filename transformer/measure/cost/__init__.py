"""What it costs to let words meet: multiplications counted, time measured, paths searched."""
