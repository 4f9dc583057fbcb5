# `make help` lists the tasks. CI runs the same ones.
PYTHON ?= python3
PREFIX ?= $(HOME)/.local
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

CORE_SOURCES := $(shell find core bindings third_party -name '*.[ch]pp' -o -name '*.h')
PAGES := src/hexmate/web/static tests/web tools engine
OWN_CPP := $(shell find core bindings wasm tools -name '*.[ch]pp')
# The editable install maps every file of the package: a new list of files needs a new install.
FILES := $(shell find src -type f -not -name '*.pyc' -not -name '*.so' | LC_ALL=C sort | cksum | tr ' ' '-')

# uv installs in seconds what takes pip half a minute; pip is used where uv finds no packages.
UV = $(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
REQUIREMENTS = $$($(BIN)/python tools/requirements.py $(1))

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play setup build check test lint pictures test-core test-sanitizers test-python test-web test-examples test-quick test-beside test-pythons stub wasm patterns bench soak docs bundle engine site wheel sdist wheels try-wheels packages try-packages release install clean

help: ## list these tasks
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 15

play: ## play in the browser; installs only what that needs
	@$(MAKE) --no-print-directory --silent --jobs 2 $(VENV)/.play $(VENV)/.built
	@$(BIN)/hexmate play

setup: $(VENV)/.tools $(VENV)/.built ## for developers: install everything that checks and tests need

build: $(VENV)/.built ## compile the core and install the package, editable

# .venv holds four stages: .compiler builds the core; .play, .tools and .bench add packages to it.
$(VENV)/.compiler: pyproject.toml constraints.txt tools/requirements.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Hexmate needs Python 3.11 or newer; set PYTHON=...")'
	@command -v c++ >/dev/null || { echo "Hexmate needs a C++20 compiler (Debian: apt-get install g++)"; exit 1; }
	@command -v cmake >/dev/null || { echo "Hexmate needs CMake 3.25 or newer (Debian: apt-get install cmake)"; exit 1; }
	@test -x $(BIN)/python || { echo "Creating $(VENV)"; $(PYTHON) -m venv $(VENV); }
	@$(PIP) uv || echo "uv cannot be installed here; using pip instead"
	@$(UV) ninja $(call REQUIREMENTS,build) || $(PIP) ninja $(call REQUIREMENTS,build)
	@touch $@

$(VENV)/.play: $(VENV)/.compiler
	@echo "Downloading the packages"
	@$(UV) $(call REQUIREMENTS,play) || $(PIP) $(call REQUIREMENTS,play)
	@touch $@

# PyTorch by pip, which finds one without CUDA where one is provided; uv keeps it as it is.
$(VENV)/.tools: $(VENV)/.compiler
	$(PIP) torch
	@$(UV) $(call REQUIREMENTS,dev) || $(PIP) $(call REQUIREMENTS,dev)
	@touch $@

$(VENV)/.files-$(FILES): | $(VENV)/.compiler
	@rm -f $(VENV)/.files-*
	@touch $@

# pip again: uv would wait until the packages are there.
$(VENV)/.built: $(VENV)/.compiler $(VENV)/.files-$(FILES) CMakeLists.txt $(CORE_SOURCES)
	@echo "Compiling the core"
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

check: lint test-quick ## formatting, types, layers and the quick unit tests, in two minutes

# The tests of Python often wait for other processes; what compiles takes those gaps, at a low priority.
test: ## every check and test, as CI runs them
	@$(MAKE) --no-print-directory --jobs 2 setup node_modules/.installed $(VENV)/.programs
	@$(MAKE) --no-print-directory --jobs 2 test-python test-beside

test-beside:
	@MAKEFLAGS= nice -n 10 $(MAKE) --no-print-directory --output-sync=target JOBS=$(JOBS) \
	  lint test-web test-core test-pythons test-examples docs

lint: setup node_modules/.installed build/.tidy ## formatting, types, layers, and the committed stub
	@mkdir -p build
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/clang-format --dry-run --Werror $(OWN_CPP)
	$(BIN)/python -m nanobind.stubgen -q -P -m hexmate._core -o build/_core.pyi
	diff -u src/hexmate/_core.pyi build/_core.pyi
	$(BIN)/python tools/web_types.py --check
	$(BIN)/python tools/wasm.py --check
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	node_modules/.bin/biome check --error-on-warnings .
	! LC_ALL=C.UTF-8 grep -rnE '^.{121,}$$' $(PAGES) --include='*.[jt]s' --include='*.css' --include='*.html'
	node_modules/.bin/tsc --project tsconfig.json
	node_modules/.bin/tsc --project tsconfig.worker.json

# clang-tidy over the unity build, bindings and compiler warnings (-Wall -Wextra -Wshadow) included: 40 s of
# processor time, skipped while nothing has changed.
build/.tidy: $(VENV)/.tools .clang-tidy CMakeLists.txt $(CORE_SOURCES)
	@mkdir -p build
	cmake -S . -B build/tidy -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
	  -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python -Dnanobind_DIR=$$($(BIN)/python -m nanobind --cmake_dir) \
	  >build/tidy.log 2>&1 || { cat build/tidy.log; exit 1; }
	find build/tidy/CMakeFiles/hexcore*.dir build/tidy/CMakeFiles/_core.dir -name '*.cxx' -print0 \
	  | xargs -0 -n 1 -P $(JOBS) $(BIN)/clang-tidy -p build/tidy --quiet
	@touch $@

stub: setup ## write src/hexmate/_core.pyi after a change to the bindings
	$(BIN)/python -m nanobind.stubgen -q -P -m hexmate._core -o src/hexmate/_core.pyi

# ziglang takes 411 MB, so it has a folder of its own; another version would write other bytes.
ZIG := build/zig

$(ZIG)/.installed:
	@echo "Downloading zig"
	@$(PYTHON) -m venv $(ZIG)
	@$(ZIG)/bin/python -m pip install --quiet --disable-pip-version-check ziglang==0.17.0
	@touch $@

wasm: $(ZIG)/.installed ## build hexmate.wasm after a change to the core (the first time: minutes)
	$(PYTHON) tools/wasm.py --python $(ZIG)/bin/python --jobs $(JOBS)

PATTERN_SIZE ?= 5

patterns: ## find and prove the local patterns again (core/inferior/patterns.inc; a minute)
	@mkdir -p build
	$${CXX:-c++} -std=c++20 -O2 -Icore -o build/find_patterns tools/patterns/find.cpp
	build/find_patterns $(PATTERN_SIZE) > build/patterns.inc
	mv build/patterns.inc core/inferior/patterns.inc

# The core as make build has compiled it; clang-tidy shows its warnings.
test-core: build
	@$(call run_core_tests,plain,-DHEXMATE_CORE_LIBRARY=$$(ls $(CURDIR)/build/cp*/libhexcore.a | head -n 1))

# Seven minutes of processor time: `make soak` runs it, CI does not.
test-sanitizers: $(VENV)/.compiler ## the C++ tests under ASan and UBSan, and those that start threads under TSan
	@$(call run_core_tests,asan,-DHEXMATE_SANITIZE=address$(comma)undefined)
	@$(call run_core_tests,tsan,-DHEXMATE_SANITIZE=thread)

comma := ,
define run_core_tests
mkdir -p build; \
cmake -S . -B build/core-$(1) -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DHEXMATE_CORE_TESTS=ON \
  -DHEXMATE_WERROR=ON $(2) >build/core-$(1).log 2>&1 || { cat build/core-$(1).log; exit 1; }; \
cmake --build build/core-$(1) >build/core-$(1).log 2>&1 || { cat build/core-$(1).log; exit 1; }; \
echo "C++ tests, $(1):"; build/core-$(1)/hexcore_tests
endef

# Only the checks and the bundle need packages of Node; the pages themselves are plain files.
node_modules/.installed: package.json package-lock.json
	@command -v npm >/dev/null || { echo "The checks of the pages need Node 20 with npm (Debian: apt-get install nodejs npm)"; exit 1; }
	npm ci --silent
	@touch $@

test-web: setup node_modules/.installed
	@$(BIN)/python tests/web/oracle.py build/web-oracle.json
	@$(BIN)/python tests/web/engine_oracle.py build/engine-oracle.json
	@$(BIN)/python tests/web/levels_oracle.py build/levels-oracle
	HEXMATE_WEB_ORACLE=build/web-oracle.json HEXMATE_ENGINE_ORACLE=build/engine-oracle.json \
	  HEXMATE_LEVELS_ORACLE=build/levels-oracle node --test --test-reporter=dot $$(find tests/web -name "*.test.js")

# Two workers more than there are cores, here and below: many tests wait for other processes.
test-quick: setup
	$(BIN)/python -m pytest -q -n $$(($(JOBS) + 2)) --dist worksteal -m "not gpu and not programs and not slow" --ignore tests/unit/learn tests/unit

test-python: setup $(VENV)/.programs node_modules/.installed
	$(BIN)/python tools/run_tests.py -q -n $$(($(JOBS) + 2)) --dist worksteal -m "not gpu" --durations 15

# Browser, databases and Node: installed as root on Debian, named elsewhere.
$(VENV)/.programs: $(VENV)/.tools tools/programs.py
	@$(BIN)/python tools/programs.py
	@touch $@

test-pythons: setup ## unit tests on Python 3.11, 3.12 and 3.13, and with the oldest packages
	@$(BIN)/python tools/pythons.py

test-examples: setup
	@printf '%s\n' examples/*.py | xargs -P $(JOBS) -I {} sh -c 'echo {}; $(BIN)/python {} >/dev/null'

$(VENV)/.bench: $(VENV)/.tools $(VENV)/.built
	$(PIP) $(call REQUIREMENTS,bench)
	@touch $@

bench: $(VENV)/.bench ## measure speed as ratios against other programs
	$(BIN)/python -m benchmarks

soak: $(VENV)/.bench ## measure the figures of docs/measurements.md (hours; can be stopped and resumed)
	$(BIN)/python -m tests.soak "$(ONLY)"

docs: setup ## build the documentation into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

pictures: setup $(VENV)/.programs ## draw and take every picture again: icons, social picture, drawings, screenshots (minutes)
	@mkdir -p build
	$(BIN)/python tools/readme_board.py > build/board.svg
	@mv build/board.svg docs/images/board.svg
	$(BIN)/python tools/web_icons.py
	$(BIN)/python tools/docs_pictures.py
	$(BIN)/python tools/screenshots.py

bundle: node_modules/.installed ## bundle the pages for production into build/bundle; wheels hold it
	@node tools/bundle/index.js

engine: node_modules/.installed ## build the engine as an npm-style package into build/engine; wheels hold it
	@node tools/engine_package.js

SITE_ARCHIVE = dist/hexmate-$$($(BIN)/python -c 'import hexmate; print(hexmate.__version__)')-site.zip

site: $(VENV)/.play $(VENV)/.built bundle ## write the pages as plain files that need no server, into build/site and an archive
	@mkdir -p dist
	$(BIN)/hexmate site --out build/site --bundle build/bundle --archive $(SITE_ARCHIVE)
	@$(PYTHON) packaging/bill.py $(SITE_ARCHIVE)

# Without Node the wheel works as well; its pages are then plain modules, as in a clone.
wheel: setup ## build a wheel into dist/, with the pages as a bundle
	@rm -rf build/bundle build/engine
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory bundle engine; \
	  else echo "No bundle of the pages: that needs Node 20 with npm"; fi
	$(BIN)/python -m build --wheel --no-isolation --outdir dist .

# What builds packages has an environment of its own: it is large, and other tasks do not need it.
PACKAGING := build/packaging

$(PACKAGING)/.installed: packaging/requirements.txt
	@echo "Downloading what builds packages"
	@$(PYTHON) -m venv $(PACKAGING)
	@$(PACKAGING)/bin/python -m pip install --quiet --disable-pip-version-check -r packaging/requirements.txt
	@touch $@

wheels: $(ZIG)/.installed $(PACKAGING)/.installed bundle engine ## wheels for Linux, Windows and macOS into dist/ (the first time: half an hour)
	$(PACKAGING)/bin/python packaging/wheels.py --zig $(ZIG)/bin/python --jobs $(JOBS) --only "$(ONLY)"

# From a clone: the build system looks at every file, and build/ may hold whole systems.
sdist: $(PACKAGING)/.installed ## the sources as an archive, into dist/
	@rm -rf build/sources
	git clone --quiet --depth 1 "file://$(CURDIR)" build/sources
	$(PACKAGING)/bin/python -m build --sdist --no-isolation --outdir dist build/sources
	@$(PYTHON) packaging/bill.py $$(ls -t dist/hexmate-*.tar.gz | head -n 1)

try-wheels: $(PACKAGING)/.installed ## run the wheels on this machine, under qemu and under wine
	$(PACKAGING)/bin/python packaging/try_wheels.py --only "$(ONLY)"

packages: $(ZIG)/.installed $(PACKAGING)/.installed ## a .deb, an AppImage, programs with their own Python and an installer, from the wheels in dist/
	$(PACKAGING)/bin/python packaging/packages.py --zig $(ZIG)/bin/python --only "$(ONLY)"

try-packages: $(PACKAGING)/.installed ## install and run those packages in bare systems (as root)
	$(PACKAGING)/bin/python packaging/try_packages.py --only "$(ONLY)"

release: ## test, build and tag VERSION=...
	$(PYTHON) packaging/release.py "$(VERSION)"

install: wheel ## install that wheel under PREFIX (~/.local)
	$(PYTHON) -m pip install --prefix $(PREFIX) --force-reinstall $$(ls -t dist/hexmate-*.whl | head -n 1)

clean: ## remove everything that make has made
	rm -rf $(VENV) node_modules build dist site .soak .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
