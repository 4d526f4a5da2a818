# `make check` is the whole of CI. Everything runs in a virtual environment that `make install` makes here.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: help
help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[all,dev]'
	@touch $@

.PHONY: install
install: $(VENV)/.installed  ## make the virtual environment with errdex and its development tools

.PHONY: check
check: lint types test docs wheel core  ## everything that CI runs

.PHONY: format
format: install  ## rewrite the code in the project's format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

.PHONY: lint
lint: install  ## format, lint rules and import layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports --no-cache

.PHONY: types
types: install  ## strict types, tests included
	$(BIN)/mypy

.PHONY: test
test: install  ## the default suite: offline, a few minutes
	$(BIN)/pytest -n auto

.PHONY: slow
slow: install  ## the suite over real packages from the index: minutes, needs pip's index
	$(BIN)/pytest -m 'slow or network'

.PHONY: golden
golden: install  ## rewrite the expected outputs; review the diff
	ERRDEX_GOLDEN=rewrite $(BIN)/pytest -n auto

.PHONY: docs
docs: install  ## the generated reference is current
	$(BIN)/python docs/generate.py --check

.PHONY: reference
reference: install  ## rewrite the generated reference
	$(BIN)/python docs/generate.py

.PHONY: wheel
wheel: install  ## the suite against the built wheel, the source folder not on the path
	scripts/test-wheel "$(BIN)/python" dev

.PHONY: core
core: install  ## the suite against the built wheel without any extra
	scripts/test-wheel "$(BIN)/python" core

