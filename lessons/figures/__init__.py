"""Figures. A figure called `name` is a folder:

- `__init__.py` computes the numbers and returns `Figure("name", header, arrays)`; the header is JSON and
  holds every word that is read, and what can be chosen (kit/choices.py);
- `words.py` has those words;
- `draw.js`: `draw = drawing((self) => …)`, see kit/drawing.js; kit/app.js puts it into the app;
- `paper.py`: `write(figure, path)` with matplotlib;
- `example.py`: `example()` returns a small one, for the tests.

What drawings share is in `kit/`; its `figure.py` brings them into the app, a notebook cell and a file.
"""
