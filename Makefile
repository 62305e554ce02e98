# Two commands do everything: `make play` opens the chest, `make test` runs the tests.
# Both set up what they need in .venv; nothing else on the machine is touched.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
LOCK := $(if $(CI),-c requirements.lock)
# tests wait for servers and browsers as often as they reckon: two at once for each core
JOBS ?= $(shell $(PYTHON) -c 'import os; print(2 * (os.cpu_count() or 1))')

.PHONY: play test slow mutants check style types imports docs format bench golden gallery players words lock clean help

help: ## this list
	@grep -E '^[a-z]+:.*## ' Makefile | sed 's/:.*## /\t/' | expand -t 12

play: $(VENV)/play.done ## set up if need be, and open the chest
	@$(BIN)/fabletop

test: $(VENV)/dev.done ## set up if need be, and run the tests
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not slow" $(ARGS)

slow: $(VENV)/dev.done ## whole matches solved, answers in time: minutes, on a quiet machine
	$(BIN)/python -m pytest -m slow $(ARGS)

mutants: $(VENV)/dev.done ## how much do the tests notice? a sample of small faults: docs/mutants.md, half an hour
	PYTHONPATH=tools $(BIN)/python -m mutants cover
	PYTHONPATH=tools $(BIN)/python -m mutants run $(ARGS)

check: style types imports ## style, types, and who may import whom

style: $(VENV)/dev.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev.done
	$(BIN)/mypy

imports: $(VENV)/dev.done
	$(BIN)/lint-imports --no-logo

docs: $(VENV)/docs.done ## the docs as a site in build/site; a warning is an error
	$(BIN)/mkdocs build --clean

format: $(VENV)/dev.done ## put the code into the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/bench.done ## measure speed: games and batches beside others, pictures, the server
	$(BIN)/python benchmarks/games.py $(ARGS)
	$(BIN)/python benchmarks/batch.py
	$(BIN)/python benchmarks/drawing.py
	$(BIN)/python benchmarks/server.py

golden: $(VENV)/dev.done ## write the golden records anew
	$(BIN)/python -m fabletop.testing.golden $(ARGS)

gallery: $(VENV)/dev.done ## draw the pictures of docs/gallery.md anew
	$(BIN)/python -m fabletop.testing.gallery
	$(BIN)/python tests/browser/screens.py

players: $(VENV)/dev.done ## measure the computer players: docs/players.md
	$(BIN)/python -m fabletop.players.strength $(ARGS)

words: $(VENV)/dev.done ## bring all catalogues up to date; fails while something is to be translated
	$(BIN)/python -m fabletop.words

lock: $(VENV)/dev.done ## write down the exact versions that CI uses
	@echo '# The exact versions that CI installs; `make lock` writes this.' > requirements.lock
	$(BIN)/python -m pip --disable-pip-version-check freeze --exclude-editable --exclude fabletop >> requirements.lock

clean: ## remove what `make` has set up
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	@echo "Setting up (once) …"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Fabletop needs Python 3.11 or newer; say which: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -m venv $(VENV)

# Without a Numba for this Python everything still works, only slower.
$(VENV)/play.done: pyproject.toml | $(BIN)/python
	@$(PIP) -e '.[fast]' 2>/dev/null || $(PIP) -e .
	@touch $@

$(VENV)/dev.done: pyproject.toml requirements.lock | $(BIN)/python
	@$(PIP) $(LOCK) -e '.[dev]'
	@touch $@ $(VENV)/play.done

$(VENV)/bench.done: $(VENV)/dev.done
	@$(PIP) -e '.[dev,bench]'
	@touch $@

$(VENV)/docs.done: pyproject.toml | $(BIN)/python
	@$(PIP) -e '.[docs]'
	@touch $@
