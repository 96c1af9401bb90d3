# Everything happens in .venv; nothing is installed anywhere else, and no root is needed.
.DEFAULT_GOAL := help
.PHONY: help setup demo up test check simulate-queue chaos openapi fuzz bench goldens e2e-mock clean

BIN := .venv/bin
INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python
PACKAGES := -r layers/dependencies/requirements.txt --group local -e ./agent
LISTED := pyproject.toml agent/pyproject.toml layers/dependencies/requirements.txt

help: ## Lists what there is to make.
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  %-14s %s\n", $$1, $$2}' Makefile

setup: .venv/.dev ## Installs everything into .venv and does nothing else.

demo: .venv/.run ## Shows the main job: a board, its context, two answers by a model on this machine.
	@$(BIN)/python -m tools.demo

up: .venv/.run ## Keeps the local stack and an agent running; the data stays in .engawa/.
	@$(BIN)/python -m tools.up

test: .venv/.dev ## Runs lint, types and all quick tests; five minutes at most.
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/pytest -m "not slow"

check: .venv/.dev ## Runs the slow tests, and checks the template.
	@$(BIN)/pytest -m slow || [ $$? -eq 5 ] # 5: there is no slow test
	@$(BIN)/cfn-lint template.yaml
	@if command -v sam; then sam validate --lint; else echo "sam is not installed here: left out sam validate"; fi

simulate-queue: .venv/.dev ## Simulates the queue with failing agents: make simulate-queue N=1000000.
	@$(BIN)/python -m tools.simulation $(N) $(if $(SEED),--seed $(SEED))

chaos: .venv/.dev ## Runs jobs on failing agents: make chaos N=5000.
	@$(BIN)/python -m tools.chaos $(N) $(if $(SEED),--seed $(SEED))

openapi: .venv/.run ## Writes the API's OpenAPI document and its page anew.
	@$(BIN)/python -m tools.openapi

fuzz: .venv/.dev ## Sends what schemathesis invents to local stacks: make fuzz N=100000.
	@FUZZ_CASES=$(or $(N),100000) FUZZ_SEED=$(or $(SEED),$$(date +%s)) $(BIN)/pytest tests/test_schemathesis.py

bench: .venv/.dev ## Measures how soon a job starts, what it costs the table, and how the builders grow.
	@$(BIN)/python -m tools.bench

goldens: .venv/.dev ## Compares texts with recorded ones: make goldens DIR=folder.
	@$(BIN)/python tools/goldens.py "$(DIR)"

e2e-mock: .venv/.dev ## Drives every job type over HTTP on the local stack, without an agent.
	@$(BIN)/pytest tests/test_mock_mode.py

clean: ## Removes what was installed, built and cached; the data in .engawa/ stays.
	@rm -rf .venv build .aws-sam .mypy_cache .pytest_cache .ruff_cache .hypothesis

# A stamp is newer than what it was made from: a second run installs nothing.
.venv/.dev: .venv/.run
	@echo "Installing the development tools ..." && $(INSTALL) $(PACKAGES) --group dev
	@$(BIN)/engawa engines install embedded && touch $@ # one test runs a real model

.venv/.run: .venv/.uv $(LISTED)
	@echo "Installing Engawa into .venv ..." && $(INSTALL) $(PACKAGES) && touch $@

.venv/.uv:
	@python=$$(sh tools/python.sh) && $$python -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==0.13.9 && touch $@
