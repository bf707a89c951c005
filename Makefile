# What people do here, one word each. `make help` prints the list.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

CARGO ?= cargo
TARGET := $(or $(CARGO_TARGET_DIR),target)
SECONDS_PER_TARGET ?= 60
ARGS ?=
MINUTES ?= 60

# Side by side: one of these waits for the network or a single core while another compiles.
BESIDE := $(MAKE) --no-print-directory --jobs 2 --output-sync=target

# Crates with which the rules could reach the world, or chance of their own.
IMPURE := tokio|mio|async-.*|actix.*|hyper.*|reqwest|sled|socket2|tempfile|memmap2|getrandom|rand|chrono|time|jiff|tracing.*|log

.PHONY: help
help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: check
check: ## everything a change must pass; all that CI runs
	@.ci/tools build
	@$(BESIDE) tools fmt lint scripts
	@$(MAKE) --no-print-directory doc test purity floors
	@$(BESIDE) fifth-game contract clients browser
	@if command -v cargo-deny >/dev/null; then $(MAKE) --no-print-directory deny; \
	else echo "skipped: make deny (cargo-deny is not installed, and building it takes minutes)"; fi
	@echo "make check: everything passed"

.PHONY: tools
tools: ## install what the checks need beyond Rust, into .tools/
	.ci/tools

.PHONY: fmt
fmt: ## the code is formatted
	$(CARGO) fmt --all --check

.PHONY: lint
lint: ## clippy has nothing to say
	$(CARGO) clippy --workspace --all-targets -- -D warnings

.PHONY: doc
doc: ## the documentation builds, with no broken link
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps

# Tests of servers wait longer than they compute.
.PHONY: test
test: ## every test of every crate
	RUST_TEST_THREADS=$${RUST_TEST_THREADS:-$$((3 * $$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)))} \
		$(CARGO) test --workspace

.PHONY: purity
purity: ## the rules can reach nothing, and no game knows another
	@tree=$$($(CARGO) tree -p domain -e normal --prefix none --locked | awk '{print $$1}' | sort -u); \
	if grep -xE '$(IMPURE)' <<<"$$tree"; then echo "purity: domain depends on the crates above"; exit 1; fi
	@if grep -rnE 'std::(fs|net|process|env|time|thread|io)\b|\b(Instant|SystemTime)::now\b' domain/src --include='*.rs'; \
	then echo "purity: domain reaches outside at the lines above"; exit 1; fi
	@games=$$(find domain/src/games -mindepth 1 -maxdepth 1 -type d -printf '%f\n'); \
	for game in $$games; do for other in $$games; do \
		[ "$$game" = "$$other" ] && continue; \
		if grep -rnE "\b(games|super)::$$other\b" domain/src/games/$$game*; \
		then echo "purity: $$game knows $$other"; exit 1; fi; \
	done; done
	@if grep -rnE '\bgames::' domain/src/kit --include='*.rs'; then echo "purity: the kit knows a game"; exit 1; fi
	@echo "purity: domain is pure"

.PHONY: floors
floors: ## each crate can be read from below: no circle of modules, no crate on one above it
	.ci/floors

.PHONY: fifth-game
fifth-game: ## a game more needs its folder, two lines, goldens, records and a line of the changelog
	.ci/fifth-game

.PHONY: contract
contract: tools ## lint the OpenAPI document, and fuzz a live server with it
	$(CARGO) test --workspace --no-run --quiet
	.ci/contract $(TARGET)/debug/cartulary

.PHONY: clients
clients: tools ## clients generated from the document and the kits in clients/: types, tests, every game
	$(CARGO) test --workspace --no-run --quiet
	.ci/clients $(TARGET)/debug/cartulary

.PHONY: browser
browser: tools ## every kind of page in a real browser: sound, for everybody, stepped through and followed
	$(CARGO) test --workspace --test browser --no-run --quiet
	.ci/browser $(CARGO) test --workspace --test browser --quiet

.PHONY: scripts
scripts: tools ## the scripts of the pages are typed by their comments
	.tools/node_modules/.bin/tsc --project web

.PHONY: deny
deny: ## licences, sources and duplicates of dependencies (cargo install --locked cargo-deny)
	$(CARGO) deny check bans licenses sources

.PHONY: golden
golden: ## accept new playthroughs and snapshots; review with git diff
	UPDATE_GOLDEN=1 INSTA_UPDATE=always $(CARGO) test --workspace

.PHONY: openapi
openapi: ## write openapi/openapi.json from the code
	$(CARGO) run -p openapi

.PHONY: run
run: ## a server on ./data at http://127.0.0.1:8080
	$(CARGO) run --release -- serve $(ARGS)

.PHONY: demo
demo: ## a few hundred matches on a temporary store, then a server to look at them
	$(CARGO) run --release -- demo $(ARGS)

.PHONY: pictures
pictures: ## a picture of every kind of page of the demo, to docs/pictures/
	$(CARGO) build --release --bin cartulary
	.ci/pictures $(TARGET)/release/cartulary

.PHONY: load
load: ## full tables over HTTP against a server of its own; ARGS="--help" for more
	$(CARGO) run --release -p loadtest -- $(ARGS)

.PHONY: crowd
crowd: ## a thousand matches of all games at once by outside clients, beside a handler that only appends a commit
	$(CARGO) run --profile dist -p loadtest -- --matches 1000 --at-once 1000 --seats 1,2,3,4 --seconds 10 $(ARGS)

.PHONY: bad-line
bad-line: ## a thousand matches over a line that drops, doubles, delays and cuts: all end, none is forfeited
	CARTULARY_MATCHES=1000 $(CARGO) test --profile dist -p loadtest --test it -- --nocapture bad_line

.PHONY: camps
camps: ## Bunny Kingdom with bots that favor camps and think: no 422, no stuck table
	$(CARGO) run --release -p loadtest -- --games bunny_kingdom --seats 2,3,4 --matches 102 --at-once 102 \
		--think-ms 500 --favor camp

.PHONY: bench
bench: ## the rules, the store, boards, and durable decisions over HTTP as a ratio to their ceilings
	$(CARGO) bench --profile dist -p domain
	$(CARGO) bench --profile dist -p store
	$(CARGO) bench --profile dist -p web
	$(CARGO) run --profile dist -p loadtest -- --bench

.PHONY: bench-logs
bench-logs: ## durable decisions over HTTP on a directory, on one PostgreSQL and on three, by one server and by two
	$(CARGO) run --profile dist -p loadtest -- --bench-logs $(ARGS)

.PHONY: batches
batches: ## decisions a second of house bots, by the rules alone and in a durable, counted batch
	$(CARGO) bench --profile dist -p store --bench batches

.PHONY: measures
measures: tools ## in a browser: first paint, a key to the next board, weight of pages
	$(CARGO) test --profile dist -p api --test measures --no-run
	.ci/browser $(CARGO) test --profile dist -p api --test measures

.PHONY: kills
kills: ## a thousand kills: under load while matches are archived, segments go and the index is written anew, while starting, while it is backed up and while that is restored; and one at each named place; every acknowledged decision is there
	CARTULARY_KILLS=250 $(CARGO) test --release -p store --test it -- kill two_servers at_places

.PHONY: hour
hour: ## an hour of play: memory and open files of a server stay what they are
	$(CARGO) build --release -p api -p loadtest --bin cartulary --bin loadtest
	.ci/hour $(TARGET)/release/cartulary $(TARGET)/release/loadtest $(MINUTES)

.PHONY: strangers
strangers: ## an ordinary client beside attackers in a network namespace (as root)
	$(CARGO) build --profile dist --bin cartulary
	.ci/strangers $(TARGET)/dist/cartulary

.PHONY: full-disk
full-disk: ## a server on a disk that is filled to the last byte, on a file system of its own (as root)
	$(CARGO) build --release --bin cartulary
	.ci/full_disk $(TARGET)/release/cartulary

.PHONY: cluster-test
cluster-test: ## hundreds of matches on two servers and a replicated database while machines die, hang and are cut off (as root); ARGS="--help" for more
	$(CARGO) build --release --bin cartulary
	.ci/cluster/run $(TARGET)/release/cartulary $(ARGS)

.PHONY: boxes
boxes: ## change every value of every component file: it takes effect, or the box is refused
	CARTULARY_BOXES=all $(CARGO) test --release -p domain --test rules -- boxes:: --nocapture

.PHONY: ships
ships: ## a client beside bots of Big Monster wins its share, at once and 200 ms slow, on 1,000 deals
	$(CARGO) run --release -p domain --example ships

.PHONY: arranged
arranged: ## arrange the tables of 200 matches of each game anew; each goes on as its match did
	CARTULARY_ARRANGED=200 $(CARGO) test --release -p domain --test rules -- arranged::

.PHONY: coverage
coverage: ## a thousand batches of each game: every interval holds the truth as often as it says
	CARTULARY_COVERAGE=1000 $(CARGO) test --release -p store-statistics --lib -- --nocapture batch_tests

.PHONY: fuzz
fuzz: ## each fuzz target for a minute (needs nightly and cargo-fuzz)
	cd domain && for target in $$($(CARGO) +nightly fuzz list); do \
		$(CARGO) +nightly fuzz run $$target -- -max_total_time=$(SECONDS_PER_TARGET); done

.PHONY: mutants
mutants: ## change each line of the scoring cards; a test must notice (needs cargo-mutants)
	$(CARGO) mutants -p domain -f 'domain/src/games/*/edicts*' -f 'domain/src/games/*/edicts/**'

.PHONY: docker
docker: ## the image
	docker build -t cartulary .
