"""Figures. A figure called `name` is a folder:

- `__init__.py` computes the numbers and returns `Figure("name", header, arrays)`; the header is JSON and
  contains all text and the choices (kit/choices.py);
- `words.py` contains this text;
- `draw.js`: `draw = drawing((self) => …)`, see kit/drawing.js; kit/app.js puts it into the app;
- `paper.py`: `write(figure, path)` with matplotlib;
- `example.py`: `example()` returns a small figure for the tests.

Shared code is in `kit/`; its `figure.py` shows figures in the app, a notebook cell and a file.
"""
