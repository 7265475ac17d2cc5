# The two commands: `make report` and `make test`. Everything runs in .venv, which `make setup` makes from the lock.
#
#   make report            set up, play the default scenarios, execute the notebooks, write data/results/report.html
#   make report GAMES=N    the same with N games in all
#   make test              set up, lint, compile the kernels, run every test
#   make lint              ruff, mypy and the import contracts
#   make lab               JupyterLab on the notebooks
#   make bench             speed and memory beside their targets, and ratios within one run (some minutes)
#   make lock              remake requirements.lock (UPGRADE=1: with the newest releases)
#   make clean             remove .venv, caches and builds; results stay
#
# PYTHON=python3.13 makes .venv with that Python.

.PHONY: setup report test lint lab bench lock clean

PYTHON ?=
GAMES ?=
WORKERS ?= 2
UV = uv==0.13.9

BIN = .venv/bin
PIP = -m pip --disable-pip-version-check --no-input
# What an installed .venv depends on: the lock, the project's settings and the folder it stands in.
KEY := $(shell { cat requirements.lock pyproject.toml; pwd; } | cksum | tr -d ' ')
STAMP = .venv/installed-$(KEY)

# Sets $$python to a Python that can make .venv, or ends with one line.
define FIND_PYTHON
set -e; python=; \
for name in $(or $(PYTHON),python3 python3.15 python3.14 python3.13 python3.12 python3.11); do \
  if $$name -c "import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info < (3, 16))" 2>/dev/null; then \
    python=$$name; break; \
  fi; \
done; \
if [ -z "$$python" ]; then \
  echo "huntlab needs Python 3.11 to 3.15 with venv (Debian, Ubuntu: apt-get install python3 python3-venv)" >&2; exit 1; \
fi
endef

setup:
	@if [ -e "$(STAMP)" ] && $(BIN)/python -c "" 2>/dev/null; then \
	  if [ -z "$(PYTHON)" ] || [ "$$(cat "$(STAMP)")" = "$$($(PYTHON) --version)" ]; then exit 0; fi; \
	fi; \
	$(FIND_PYTHON); \
	echo "Making .venv with $$($$python --version) and the packages of requirements.lock (a minute or two)"; \
	rm -rf .venv; \
	$$python -m venv .venv; \
	$(BIN)/python $(PIP) install --require-hashes --requirement requirements.lock; \
	$(BIN)/python $(PIP) install --no-deps --no-build-isolation --editable . ; \
	$$python --version > "$(STAMP)"

report: setup
	$(BIN)/huntlab report $(if $(GAMES),--games $(GAMES))

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: setup lint
	$(BIN)/huntlab warm
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadgroup --durations 15
	@for name in chromium chromium-browser google-chrome chrome; do \
	  if command -v $$name >/dev/null; then exit 0; fi; \
	done; \
	echo "Chromium is missing, so the tests of the report's looks were skipped (Debian: apt-get install chromium)"

lab: setup
	$(BIN)/jupyter lab notebooks

bench: setup
	$(BIN)/python -m tests.benchmarks

lock:
	@$(FIND_PYTHON); \
	$$python -m venv build/lock; \
	build/lock/bin/python $(PIP) install --quiet $(UV); \
	build/lock/bin/uv pip compile pyproject.toml --no-config --universal --python-version 3.11 --generate-hashes --quiet \
	  --extra lab --group build --group dev --group bench --custom-compile-command "make lock" \
	  $(if $(UPGRADE),--upgrade) --output-file requirements.lock

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
