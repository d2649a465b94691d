"""The cost of connecting words: multiplications counted, time measured, path lengths searched."""
