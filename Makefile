# Every task of the project is one word. `make help` lists them; CI calls these and nothing else.
PYTHON ?= python3
PREFIX ?= $(HOME)/.local
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

CORE_SOURCES := $(shell find core bindings third_party -name '*.[ch]pp' -o -name '*.h')
PAGES := src/hexmate/web/static tests/web
OWN_CPP := $(shell find core bindings -name '*.[ch]pp')
# A new file changes the time of its folder, and the editable install must then be told of it.
PACKAGE_FOLDERS := $(shell find src -type d -not -name __pycache__)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup build play test lint test-core test-python test-web test-examples stub bench soak docs wheel install clean

help: ## list these tasks
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

setup: $(VENV)/.built ## create .venv and install everything for development

$(VENV)/.tools: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Hexmate needs Python 3.11 or newer; set PYTHON=...")'
	@command -v c++ >/dev/null || { echo "Hexmate needs a C++20 compiler (Debian: apt-get install g++)"; exit 1; }
	@command -v cmake >/dev/null || { echo "Hexmate needs CMake 3.25 or newer (Debian: apt-get install cmake)"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
	  $$($(BIN)/python tools/requirements.py build dev)
	@touch $@

build: $(VENV)/.built ## compile the core and install the package, editable

$(VENV)/.built: $(VENV)/.tools CMakeLists.txt $(CORE_SOURCES) $(PACKAGE_FOLDERS)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

play: build ## play in the browser
	@$(BIN)/hexmate play

test: lint test-core test-web test-python test-examples ## run every check and test

lint: build node_modules/.installed ## formatting, types, layers, and the committed stub
	@mkdir -p build
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/clang-format --dry-run --Werror $(OWN_CPP)
	$(BIN)/python -m nanobind.stubgen -q -P -m hexmate._core -o build/_core.pyi
	diff -u src/hexmate/_core.pyi build/_core.pyi
	$(BIN)/python tools/web_types.py --check
	node_modules/.bin/biome check --error-on-warnings .
	! LC_ALL=C.UTF-8 grep -rnE '^.{121,}$$' $(PAGES) --include='*.js' --include='*.css' --include='*.html'
	node_modules/.bin/tsc --project tsconfig.json
	node_modules/.bin/tsc --project tsconfig.worker.json

stub: build ## write the stub of the core anew
	$(BIN)/python -m nanobind.stubgen -q -P -m hexmate._core -o src/hexmate/_core.pyi

test-core: $(VENV)/.tools
	@mkdir -p build
	@$(call core_tests,plain,)
	@$(call core_tests,asan,address$(comma)undefined)
	@$(call core_tests,tsan,thread)

comma := ,
define core_tests
cmake -S . -B build/core-$(1) -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DHEXMATE_CORE_TESTS=ON \
  -DHEXMATE_SANITIZE=$(2) >build/core-$(1).log 2>&1 || { cat build/core-$(1).log; exit 1; }; \
cmake --build build/core-$(1) >build/core-$(1).log 2>&1 || { cat build/core-$(1).log; exit 1; }; \
echo "C++ tests, $(1):"; build/core-$(1)/hexcore_tests
endef

# Only checks need packages of Node; the pages themselves are plain files.
node_modules/.installed: $(VENV)/.programs package.json package-lock.json
	npm ci --silent
	@touch $@

test-web: build node_modules/.installed
	@$(BIN)/python tests/web/oracle.py build/web-oracle.json
	HEXMATE_WEB_ORACLE=build/web-oracle.json node --test --test-reporter=dot $$(find tests/web -name "*.test.js")

test-python: build node_modules/.installed
	$(BIN)/python -m pytest -q -n $(JOBS) -m "not gpu" --durations 15

# Programs of other projects: installed where we may, otherwise named.
$(VENV)/.programs: $(VENV)/.tools tools/programs.py
	@$(BIN)/python tools/programs.py
	@touch $@

test-examples: build
	@printf '%s\n' examples/*.py | xargs -P $(JOBS) -I {} sh -c 'echo {}; $(BIN)/python {} >/dev/null'

$(VENV)/.bench: $(VENV)/.built
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
	  $$($(BIN)/python tools/requirements.py bench)
	@touch $@

bench: $(VENV)/.bench ## measure speed as ratios against peers
	$(BIN)/python -m benchmarks

soak: $(VENV)/.bench ## run the full figures (long; resumes when cut) and write docs/measurements.md
	$(BIN)/python -m tests.soak "$(ONLY)"

docs: build ## build the documentation into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

wheel: $(VENV)/.tools ## build a wheel into dist/
	$(BIN)/python -m build --wheel --no-isolation --outdir dist .

install: wheel ## install the newest wheel for PREFIX
	$(PYTHON) -m pip install --prefix $(PREFIX) --force-reinstall $$(ls -t dist/hexmate-*.whl | head -n 1)

clean: ## remove everything that can be made again
	rm -rf $(VENV) node_modules build dist site .soak .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
