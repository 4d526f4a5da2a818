PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: help
help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 22

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[all,dev]'
	@touch $@

.PHONY: install
install: $(VENV)/.installed  ## make the virtual environment with errdex and its development tools

.PHONY: check
check: lint types test docs wheel core  ## everything that CI runs

.PHONY: format
format: install  ## rewrite the code in the project's format
	$(BIN)/ruff format . && $(BIN)/ruff check --fix .

.PHONY: lint
lint: install  ## format, lint and import layers
	$(BIN)/ruff format --check . && $(BIN)/ruff check . && $(BIN)/lint-imports --no-cache

.PHONY: types
types: install  ## strict types, tests included
	$(BIN)/mypy

.PHONY: test
test: install  ## the default suite: offline, a few minutes
	$(BIN)/pytest -n auto

.PHONY: slow
slow: install  ## real packages from the index, minutes
	$(BIN)/pytest -m 'slow or network'
