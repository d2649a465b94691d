# `make app`, `make test` and the others each set up all that they need; the second time that is quick.
# They work as the very first command after a clone.

VENV   := .venv
PYTHON := $(VENV)/bin/python

.PHONY: app class notebooks handout site lab style test test-all check clean

app: $(VENV)/app         ## open the app in the browser, for this computer alone
	$(PYTHON) -m streamlit run app.py

class: $(VENV)/app       ## the same for the whole network: everybody in it can open the app and train in it
	@echo "Everybody in this network can open this app. An edit of the code shows on the next click."
	$(PYTHON) -m streamlit run app.py --server.address=0.0.0.0 --server.runOnSave=false

lab: $(VENV)/app         ## open the notebooks in JupyterLab
	$(PYTHON) -m jupyterlab --notebook-dir=. notebooks

notebooks: $(VENV)/app   ## build notebooks/ from lessons/*/lesson.py
	$(PYTHON) -m lessons.build

handout: $(VENV)/handout ## write handouts/ for paper: `make handout LESSON=attention`, without LESSON all
	$(PYTHON) -m tools.handout $(LESSON)

site: $(VENV)/app        ## write site/, the course as files: `make site LESSON=attention` one lesson, PYODIDE=folder with Python's own
	$(PYTHON) -m web.build $(if $(LESSON),--lesson $(LESSON))

# A process of the tests that dies ends the run: what it still had to do would be waited for.
PYTEST := $(PYTHON) -m pytest -n 2 --dist loadfile --no-loadscope-reorder --max-worker-restart 0

style: $(VENV)/test      ## the rules of style (ruff), and the types of transformer/ and lessons/kit (mypy)
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy

test: style              ## style and the quick tests, seven of ten: twelve and a half minutes of processor, within eight on two free cores
	$(PYTEST) -m "not slow"

test-all: style          ## and the slow ones, as CI runs them: notebooks, and what a class does in a browser
	$(PYTEST)

# Each stamp is renewed when one of the lists of requirements changes.
$(VENV)/app: requirements.txt constraints.txt
	sh tools/environment.sh $(VENV) requirements.txt
	touch $@

$(VENV)/handout: $(VENV)/app requirements-handout.txt
	sh tools/environment.sh $(VENV) requirements-handout.txt
	touch $@

$(VENV)/test: $(VENV)/app requirements-handout.txt requirements-dev.txt tools/browser.sh
	sh tools/environment.sh $(VENV) requirements-dev.txt
	sh tools/browser.sh $(PYTHON)
	touch $@

check: $(VENV)/app       ## check your exercises; `make check LESSON=attention` one of them
	$(PYTHON) -m lessons.check $(LESSON)

clean:                   ## remove the environment
	rm -rf $(VENV)
