"""Find an error: the line to blame, the first step that differs, what returned nothing, which mask.

Contracts, exercises, training runs and the app all use this package; each words the result itself.
"""
