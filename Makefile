# Every target sets itself up: Python 3.11 or newer and make are all it takes.
#   make PYTHON=/some/python3 ...   choose the interpreter
#   make test ARGS="-k undo"        pass options on (play, all tests, coverage, bench, fuzz, lock)

SHELL := /bin/sh
VENV  := .venv
BIN   := $(VENV)/bin
STAMP := $(VENV)/.installed
LOCK  := locks/python.txt
PAGE  := src/smallworld/server/static/index.html
MODULES := web/node_modules/.package-lock.json
# What the page is made of: the client's own files, and the messages its types come from.
SOURCES := $(shell find web -path web/node_modules -prune -o -type f ! -name wire.ts ! -name generated.ts ! -name examples.json -print)
COMPILED := build/compiled/.built
SITE  := dist/site/index.html
CODE  := $(shell find src -type f ! -name '*.pyc' ! -name '*.so' ! -path '*/static/*')
GAMES ?= 1000
ARGS  ?=
PYTHON ?=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: play web site play-site test test-fast test-compiled test-lowest coverage check format lock bench fuzz compiled pure wheel sdist release clean help

play: web  ## play in the browser: builds the client, starts the server, opens the game
	@$(BIN)/smallworld serve --open $(ARGS)

web: $(PAGE)  ## build the browser client

site: $(SITE)  ## build the whole game as a folder of static files, dist/site, which needs no server

play-site: site  ## serve that folder and open it
	@$(BIN)/python -m tools.site --serve

test: web site  ## run the tests, on all cores
	@$(BIN)/python -m tools.chromium
	$(BIN)/python -m tools.node npm run --silent test
	$(BIN)/python -m pytest -n auto $(ARGS)

test-fast: $(STAMP)  ## run the tests that need no browser, no server, no database and no cluster
	$(BIN)/python -m pytest -n auto -m "not slow" --ignore=tests/browser $(ARGS)

test-compiled: $(COMPILED)  ## run the tests on the compiled engine, in a copy
	SMALLWORLD_COMPILED=1 PYTHONPATH=$(CURDIR)/build/compiled $(BIN)/python -m pytest -n auto -m "not plain" $(ARGS)

# One file or more for each package that has a lowest version.
LOWEST := tests/cli/commands/test_play.py tests/cli/table/test_commands.py tests/server/http/test_app.py tests/server/http/test_socket.py \
	tests/server/storage/test_storage.py tests/drawing tests/lab/rl/test_rl.py tests/lab/test_sim.py

test-lowest: $(STAMP)  ## run some tests with the lowest versions of all dependencies
	$(BIN)/python -m tools.lowest -n auto $(LOWEST) $(ARGS)

coverage: web site  ## run the tests and say which lines they reach; htmlcov/index.html shows them
	@$(BIN)/python -m tools.chromium
	$(BIN)/python -m pytest -n auto --cov --cov-report=term:skip-covered --cov-report=html $(ARGS)

check: $(STAMP) $(MODULES)  ## formatting, lint, types, import arrows, missing translations
	$(BIN)/python -m tools.web --generate
	$(BIN)/python -m tools.node npm run --silent check
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m smallworld.texts.check

format: $(STAMP) $(MODULES)  ## format the code and fix what can be fixed
	$(BIN)/python -m tools.node npm run --silent format
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

lock: $(STAMP)  ## choose the exact versions for locks/ and web/package-lock.json: make lock ARGS=--upgrade
	$(BIN)/python -m tools.lock $(ARGS)

bench: web site  ## measure speed: engine plain and compiled, server, browser, game in a page; write bench.json
	@$(BIN)/python -m tools.chromium
	$(BIN)/python -m smallworld.lab.bench $(ARGS)
	$(BIN)/python -m smallworld.server.bench
	$(BIN)/python -m tools.bench_browser
	$(BIN)/python -m tools.bench_page

fuzz: $(STAMP)  ## play random games and check the laws: make fuzz GAMES=20000
	$(BIN)/smallworld fuzz --games $(GAMES) $(ARGS)

compiled: $(STAMP)  ## compile the engine in place; again after each change of it
	$(BIN)/python -m smallworld.lab.compiled src

pure: $(STAMP)  ## remove what `make compiled` made
	$(BIN)/python -m smallworld.lab.compiled --remove src

wheel: web  ## build a wheel in dist: compiled if there is a compiler and not SMALLWORLD_PURE=1
	$(BIN)/python -m hatchling build --target wheel

release: web  ## build sdist and wheels in dist with checksums, and try them: make release ARGS="--python 3.13"
	$(BIN)/python -m tools.release $(ARGS)

sdist: web  ## build an archive of the sources in dist, with the built client
	$(BIN)/python -m hatchling build --target sdist

$(MODULES): web/package-lock.json $(STAMP)
	@echo "Fetching what the browser client is built with ..."
	@$(BIN)/python -m tools.node npm ci --silent --no-audit --no-fund
	@touch $@

$(PAGE): $(SOURCES) $(wildcard src/smallworld/packs/*/looks.toml) $(wildcard examples/homebrew/*.toml) $(wildcard src/smallworld/server/wire/*.py) tools/web.py $(MODULES)
	@$(BIN)/python -m tools.web

$(SITE): $(PAGE) $(CODE) tools/site.py web/scripts/compile-game.js
	@$(BIN)/python -m tools.site

clean:  ## remove everything that was built, the virtual environment too
	rm -rf $(VENV) web/node_modules $(dir $(PAGE)) build dist bench.json .coverage* htmlcov .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests -type d -name __pycache__ -prune -exec rm -rf {} +
	find src -name '*.so' -exec rm -f {} +

help:  ## show this list
	@sed -n 's/^\([a-z-]*\):.*  ## \(.*\)/make \1|\2/p' Makefile | \
	while IFS='|' read -r name text; do printf '  %-20s%s\n' "$$name" "$$text"; done

# A copy of the package with the engine compiled, made again when a source changes.
$(COMPILED): $(STAMP) $(CODE)
	$(BIN)/python -m smallworld.lab.compiled --copy build/compiled
	@touch $@

# The exact versions of the lock file, and nothing else. Done again only when one of the two files changes.
$(STAMP): pyproject.toml $(LOCK)
	@found=; old=; for python in $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11 python); do \
	    "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || continue; \
	    old="$${old:-$$python}"; \
	    "$$python" -c 'import ensurepip, venv' >/dev/null 2>&1 && { found="$$python"; break; }; \
	done; \
	if [ -z "$$found" ] && [ -n "$$old" ]; then \
	    echo "smallworld: $$old cannot make virtual environments; install its venv module (often a package named python3-venv)." >&2; exit 1; \
	elif [ -z "$$found" ]; then \
	    echo "smallworld needs Python 3.11 or newer, and found none$(if $(PYTHON), at $(PYTHON)). Install it, or name it: make PYTHON=/path/to/python3 ..." >&2; exit 1; \
	fi; \
	echo "Setting up $(VENV) with $$("$$found" --version); this takes a moment ..."; \
	"$$found" -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes --requirement $(LOCK)
	@$(BIN)/python -m pip uninstall -qq --yes smallworld  # its name in older environments
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@
