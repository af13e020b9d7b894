# What the README calls. `make help` lists the targets.

SHELL := /usr/bin/env bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
# One target at a time; the parallelism is cargo's.
.NOTPARALLEL:

export CARGO_BUILD_JOBS ?= 2
export NEXTEST_TEST_THREADS ?= 2

CARGO ?= cargo
# Inputs for each fuzz target, so that runs are alike, and a minute at most.
FUZZ_RUNS ?= 50000
FUZZ_SECONDS ?= 60
TARGET_DIR := $(or $(CARGO_TARGET_DIR),target)
DEMO_DIR := $(TARGET_DIR)/demo

NEXTEST_PROFILE := $(if $(CI),ci,default)

PYTHON ?= python3
RUFF_VERSION := 0.17.6
MYPY_VERSION := 2.4.1
LINT_VENV := $(TARGET_DIR)/lint-venv
PYTHON_FILES = $(shell find . \( -name target -o -name .git -o -name '.venv*' \) -prune -o -name '*.py' -print)

.PHONY: help demo test lint lint-rust lint-dependencies lint-python bench docs fuzz clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-6s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## parse the replies of examples/ with the release command
	$(CARGO) build --release -p llmparse-cli
	@mkdir -p $(DEMO_DIR)
	@# 1 says that some replies hold no value; that is expected here, anything above is not.
	@status=0; \
	$(TARGET_DIR)/release/llmparse json --jsonl examples/replies.jsonl --summary \
	    > $(DEMO_DIR)/replies.parsed.jsonl || status=$$?; \
	(( status <= 1 )) || exit $$status
	@echo "The parsed replies are in $(DEMO_DIR)/replies.parsed.jsonl"

test: ## unit tests, case files, doc-tests and a short run of the fuzz targets
	@$(CARGO) nextest --version >/dev/null 2>&1 || $(CARGO) install cargo-nextest --locked
	@command -v valgrind >/dev/null || { apt-get update -qq && apt-get install -y -qq valgrind; }
	$(CARGO) nextest run --workspace --profile $(NEXTEST_PROFILE)
	$(CARGO) nextest run --package llmparse --all-features --lib --test schema --profile $(NEXTEST_PROFILE)
	$(CARGO) test --doc --workspace --all-features
	@$(MAKE) --no-print-directory fuzz

# cargo-fuzz needs a nightly compiler; without one the step says so and is left out.
fuzz: ## every fuzz target, FUZZ_RUNS inputs each
	@if [[ ! -f fuzz/Cargo.toml ]]; then \
	    echo "fuzz: skipped, there is no fuzz/Cargo.toml"; exit 0; \
	fi; \
	if ! $(CARGO) +nightly --version >/dev/null 2>&1; then \
	    echo "fuzz: skipped, there is no nightly toolchain"; exit 0; \
	fi; \
	if ! $(CARGO) fuzz --version >/dev/null 2>&1 && ! $(CARGO) install cargo-fuzz --locked; then \
	    echo "fuzz: skipped, cargo-fuzz cannot be installed"; exit 0; \
	fi; \
	$(CARGO) run --quiet -p llmparse-bench --bin seed_corpus; \
	for target in $$($(CARGO) +nightly fuzz list); do \
	    echo "fuzz: $$target, $(FUZZ_RUNS) inputs"; \
	    $(CARGO) +nightly fuzz run "$$target" -- -seed=1 -runs=$(FUZZ_RUNS) -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1; \
	done

lint: lint-rust lint-dependencies lint-python ## formatting, clippy, documentation, licences, Python files

lint-rust:
	$(CARGO) fmt --all --check
	$(CARGO) fmt --manifest-path fuzz/Cargo.toml --check
	$(CARGO) clippy --workspace --all-targets --all-features -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --all-features

lint-dependencies:
	@$(CARGO) deny --version >/dev/null 2>&1 || $(CARGO) install cargo-deny --locked
	$(CARGO) deny check bans licenses sources

lint-python:
	@if [[ -z "$(PYTHON_FILES)" ]]; then echo "lint: no Python files"; exit 0; fi; \
	if [[ ! -x $(LINT_VENV)/bin/mypy ]]; then \
	    $(PYTHON) -m venv $(LINT_VENV); \
	    $(LINT_VENV)/bin/pip install --quiet ruff==$(RUFF_VERSION) mypy==$(MYPY_VERSION); \
	fi; \
	set -x; \
	$(LINT_VENV)/bin/ruff format --check $(PYTHON_FILES); \
	$(LINT_VENV)/bin/ruff check $(PYTHON_FILES); \
	$(LINT_VENV)/bin/mypy $(PYTHON_FILES)

bench: ## micro-benchmarks, then the ratios of docs/performance.md
	$(CARGO) bench -p llmparse-bench
	$(CARGO) run --release -p llmparse-bench --bin ratios

docs: ## the documentation of all crates
	$(CARGO) doc --workspace --no-deps --all-features
	@echo "The documentation is in $(TARGET_DIR)/doc/llmparse/index.html"

clean: ## remove what the other targets made
	$(CARGO) clean
	rm -rf $(DEMO_DIR) $(LINT_VENV) fuzz/target fuzz/artifacts
