"""Figures. A figure called `name` is

- `name.py`: computes the numbers and returns `Figure("name", header, arrays)`; the header is JSON and
  holds every word that is read. `place(figure, start)` checks where it opens;
- `name.js`: `draw(root, header, floats, options)`, put into the app by `mounting(draw)` of app.js;
- `name_paper.py`: `write(figure, path)` with matplotlib.

`figure.py` brings it into the app, a notebook cell and a file.
"""
