# `make app` and `make test` each set up all that they need; the second time that is quick.
# They work as the very first command after a clone.

VENV   := .venv
PYTHON := $(VENV)/bin/python

.PHONY: app class notebooks lab test check clean

app: $(VENV)/app         ## open the app in the browser
	$(PYTHON) -m streamlit run app.py

class: $(VENV)/app       ## the same for many visitors: edits show on the next click, not at once
	$(PYTHON) -m streamlit run app.py --server.fileWatcherType=none

lab: $(VENV)/app         ## open the notebooks in JupyterLab
	$(PYTHON) -m jupyterlab --notebook-dir=. notebooks

notebooks: $(VENV)/app   ## build notebooks/ from lessons/*/lesson.py
	$(PYTHON) -m lessons.build

test: $(VENV)/test       ## style, then every test, in a real browser too
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m pytest -n 2 --dist loadfile --no-loadscope-reorder

# Each stamp is renewed when one of the lists of requirements changes.
$(VENV)/app: requirements.txt constraints.txt
	sh tools/environment.sh $(VENV) requirements.txt
	touch $@

$(VENV)/test: $(VENV)/app requirements-dev.txt tools/browser.sh
	sh tools/environment.sh $(VENV) requirements-dev.txt
	sh tools/browser.sh $(PYTHON)
	touch $@

check: $(VENV)/app       ## check your exercises; `make check LESSON=attention` one of them
	$(PYTHON) -m lessons.check $(LESSON)

clean:                   ## remove the environment
	rm -rf $(VENV)
