# Each command installs what it needs the first time, and works directly after `git clone`.

VENV   := .venv
PYTHON := $(VENV)/bin/python

.PHONY: app class notebooks handout site lab style test test-all test-newest check clean

app: $(VENV)/app         ## open the app in the browser, only for this computer
	$(PYTHON) -m streamlit run app.py

class: $(VENV)/app       ## open the app to everyone in the network, with votes on phones
	$(PYTHON) -m lessons.host.classroom

lab: $(VENV)/app         ## open the notebooks in JupyterLab
	$(PYTHON) -m jupyterlab --notebook-dir=. notebooks

notebooks: $(VENV)/app   ## build notebooks/ from lessons/*/lesson.py
	$(PYTHON) -m lessons.build

handout: $(VENV)/handout ## write handouts/ for print: `make handout LESSON=attention`; without LESSON, all of them
	$(PYTHON) -m tools.handout $(LESSON)

site: $(VENV)/app        ## write site/, the course as static files (options: docs/site.md): LESSON=attention for one lesson
	$(PYTHON) -m web.build $(if $(LESSON),--lesson $(LESSON)) $(if $(URL),--url $(URL))

# If a test process dies, the run ends, because pytest would wait for its remaining tests.
PYTEST := $(PYTHON) -m pytest -n 2 --dist loadfile --no-loadscope-reorder --max-worker-restart 0

style: $(VENV)/test      ## check style (ruff), types (mypy) and common faults of our English (tools/prose.py)
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy
	$(PYTHON) -m tools.prose

ifdef LESSON
# The names of a lesson and its figures choose the contract tests that concern it.
FIGURES := $(notdir $(patsubst %/,%,$(filter-out %__pycache__/,$(wildcard lessons/$(LESSON)/figures/*/))))
test: $(VENV)/test       ## style and the fast tests: about eight minutes on two free cores; LESSON=heads: only this lesson
	$(PYTHON) -m ruff check lessons/$(LESSON)
	$(PYTHON) -m ruff format --check lessons/$(LESSON)
	$(PYTHON) -m tools.prose lessons/$(LESSON)
	$(PYTHON) -m pytest lessons/$(LESSON)/tests tests/contract -m "not slow" -k "$(LESSON)$(foreach name,$(FIGURES), or $(name))"
else
test: style
	$(PYTEST) -m "not slow"
endif

test-all: style          ## all tests, as CI runs them: also the notebooks, and the app in a browser
	$(PYTEST)

test-newest:             ## the fast tests of transformer/ and contract/ with the newest Python that is installed
	@python=$$(sh tools/newest.sh); \
	if [ -z "$$python" ]; then echo "There is no Python newer than 3.11 on this computer."; exit; fi; \
	PYTHON=$$python sh tools/environment.sh $(VENV)/newest requirements-dev.txt && \
	$(VENV)/newest/bin/python -m pytest -n 2 -m "not slow" tests/transformer tests/contract

# Each stamp file is renewed when a list of requirements changes.
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

check: $(VENV)/app       ## check your exercises; LESSON=attention checks one of them
	$(PYTHON) -m lessons.check $(LESSON)

clean:                   ## remove the environment
	rm -rf $(VENV)
