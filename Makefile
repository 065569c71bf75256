# Two commands are enough: `make run` starts Merels, `make test` checks everything.
# Both create .venv and install what they need; nothing has to be done by hand.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Python compiles what it imports; compiling all modules of all packages would take another half minute.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# In three processes for two processors: a quarter of the time, tests wait for other processes. Each file
# stays in one, since its tests share what they solve. Files come in the order that tests/conftest.py
# gives them, not by their number of tests.
PYTEST := $(BIN)/pytest -n 3 --dist loadfile --no-loadscope-reorder
# Bytecode is kept here, also if the environment tells Python to write none: the tests start hundreds of
# processes, and each would spend half of its start on compiling what it imports.
export PYTHONPYCACHEPREFIX := $(abspath build/bytecode)
unexport PYTHONDONTWRITEBYTECODE
CREATED := $(VENV)/.created
READY := $(VENV)/.ready
INSTALLED := $(VENV)/.installed
DOCUMENTING := $(VENV)/.documenting

.PHONY: run test soak kernels kernels-to-play kernels-to-solve lint types pytest programs frontend frontend-checks frontend-sources \
  frontend-generated frontend-browser frontend-build frontend-tools format docs dist pythons clean

run: $(READY)
	@$(BIN)/merels serve --log-level warning $(ARGS)

# Two jobs at a time, so that no processor waits: while Python's packages are installed, the front end
# is checked, and the tests in the browser run beside those in Python. A job starts as soon as those
# that it needs are done, in the order given here.
test:
	@$(MAKE) --no-print-directory --jobs=2 kernels frontend-sources lint types frontend-generated pytest frontend-browser

# What takes long by its nature; `make test` has a short form of each. See CONTRIBUTING.md for when to run it.
soak: $(INSTALLED) programs
	$(PYTEST) --hypothesis-profile=soak -m "soak or hypothesis"
	@$(MAKE) --no-print-directory -C frontend speed soak PYTHON=$(abspath $(BIN))/python

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(INSTALLED)
	$(BIN)/mypy

pytest: kernels programs
	$(PYTEST)

# For all processes of the tests, which would otherwise compile the same kernels at the same time. The
# two halves have few kernels in common.
kernels: kernels-to-play kernels-to-solve

kernels-to-play: $(INSTALLED)
	@echo "Compiling all kernels; the first time takes a minute or two."
	@$(BIN)/python tests/programs/bounds_tour.py --unchecked bits rules search chances environments

kernels-to-solve: $(INSTALLED)
	@$(BIN)/python tests/programs/bounds_tour.py --unchecked tables unusual-rules unusual-search

# The database that tests start; nothing if the machine has it.
programs:
	@sh tools/install-postgresql.sh

# The board in the browser: generated files, lint, types, unit tests, the built script, browser tests.
frontend: frontend-checks frontend-browser

frontend-checks: frontend-sources frontend-generated

frontend-sources: frontend-tools
frontend-generated: kernels frontend-sources
frontend-browser: kernels frontend-sources

frontend-sources frontend-generated frontend-browser: frontend-%:
	@$(MAKE) --no-print-directory -C frontend $* PYTHON=$(abspath $(BIN))/python

# Its packages and the browser, after the database: Debian's packages are installed one at a time.
frontend-tools: programs
	@$(MAKE) --no-print-directory -C frontend tools

# Writes the generated files and the built script anew; both are committed.
frontend-build: $(INSTALLED)
	@$(MAKE) --no-print-directory -C frontend build PYTHON=$(abspath $(BIN))/python

# The documentation as a site, in build/site; fails on warnings, dead links, and anything loaded from elsewhere.
docs: $(DOCUMENTING)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	$(BIN)/python tools/site_pages/check.py build/site

# The wheel and the source archive, in dist: built twice, checked, and installed with each extra.
dist: soak
	$(INSTALL) --editable '.[release]'
	PYTHONPATH=tools $(BIN)/python -m release.check

# The quick tests on every supported Python that the machine has.
pythons: $(INSTALLED)
	$(BIN)/python tools/release/pythons.py

format: $(INSTALLED)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist frontend/node_modules frontend/dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(CREATED): pyproject.toml Makefile
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Merels needs Python 3.11 or later; name one, as in: make test PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

# What running needs, without the tools of the tests. A stamp is written last, so an interrupted
# installation starts again.
$(READY): $(CREATED)
	@echo "Installing Merels into $(VENV); this takes a minute, once."
	$(INSTALL) --editable '.[web]'
	@touch $@

# What the tests need contains what running needs.
$(INSTALLED): $(CREATED)
	@echo "Installing Merels and what its tests need into $(VENV); this takes a minute, once."
	$(INSTALL) --editable '.[dev]'
	@$(BIN)/python tests/programs/oldest_uvicorn.py
	@touch $(READY) $@

$(DOCUMENTING): $(READY)
	$(INSTALL) --editable '.[docs]'
	@touch $@
