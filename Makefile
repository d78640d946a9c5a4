# Inarow. `make run` plays; `make test` proves. Needs python3 >= 3.11, make and git.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
PROCESSES ?= 2
WORKERS ?= 2
MINUTES ?= 30
COUNT ?= 200
SEED ?= 1

VENV := .venv
PY := $(VENV)/bin/python
FRONTEND := $(shell find frontend/src frontend/styles frontend/icons -type f 2>/dev/null) \
	frontend/package.json frontend/build.mjs
COLLECTED := static/staticfiles.json

# Tests start hundreds of processes; without its bytecode each compiles all of the source again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test test-busy quick check unit types lint typescript generated coverage postgres collected smoke bench bench-peers bench-compare watch attack chaos fifty soak mutants cluster screenshots reach lighthouse format lock release-migrations clean help parts

help:
	@echo "make run          play: http://$(HOST):$(PORT)"
	@echo "make test         everything: format, lint, types, imports, unit, browser, live"
	@echo "make test-busy    the same beside two busy loops"
	@echo "make quick        what changed, in seconds: format, lint, types, the nearest tests"
	@echo "make check        the fast part of it, no browser"
	@echo "make coverage     all of games/mnk is covered by its own tests"
	@echo "make cluster      $(PROCESSES) server processes, $(WORKERS) workers, PostgreSQL and Redis on this machine"
	@echo "make bench        measure moves per second (docs/performance.md)"
	@echo "make bench-peers  the same moves on other game servers, from npm, beside ours"
	@echo "make bench-compare OLD=FILE NEW=FILE   two files of bench/results, side by side"
	@echo "make watch        1,000 spectators, 500 lobbies, 5,000 idle sockets: who waits, what it takes"
	@echo "make attack       what a stranger does to a server, and what others notice; and garbled input"
	@echo "make chaos        break the network, kill every part, set the clocks: is a move or a game lost?"
	@echo "make fifty        50 games in real browsers, every part killed once"
	@echo "make soak         $(MINUTES) minutes of 200 games: does memory grow, is anything left?"
	@echo "make mutants      $(COUNT) small changes of the source drawn by SEED=$(SEED): do tests notice?"
	@echo "make reach        is every page for everybody: axe, narrow and wide windows, large text, right to left"
	@echo "make lighthouse   what Lighthouse says of home, a game, a review, a player, the puzzles"
	@echo "make screenshots  take pictures of every page into build/screenshots"
	@echo "make format       format the code"
	@echo "make lock         pin the newest allowed dependencies (needs uv)"
	@echo "make release-migrations  note new migrations: from then on they never change"

run: $(VENV)/run.done $(VENV)/warm.done $(COLLECTED)
	$(PY) manage.py migrate --verbosity 0
	$(PY) -m config.serve --host $(HOST) --port $(PORT)

cluster: $(VENV)/run.done $(VENV)/warm.done $(COLLECTED) parts
	$(PY) -m tests.live.cluster --port $(PORT) --processes $(PROCESSES) --workers $(WORKERS)

quick: $(VENV)/dev.done
	$(PY) .ci/quick.py

check:
	$(MAKE) --jobs 2 --output-sync=target $(READ) $(VENV)/warm.done
	$(MAKE) unit

# What finds mistakes without running a test. The types take longest, with the installation that they
# wait for: they come first, and have one core to themselves.
READ := types lint typescript generated collected

unit: $(VENV)/dev.done $(VENV)/warm.done frontend/dist/.done
	@# Three at a time: some wait for processes of their own.
	$(PY) -m pytest -n 3 --dist worksteal --ignore tests/live -q

types: $(VENV)/dev.done
	$(VENV)/bin/mypy

lint: $(VENV)/dev.done
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/lint-imports --no-cache
	@# What a merge left; in code the other tools see it.
	! grep -nE '^(<{7}|>{7}) ' *.md */*.md docs/*/*.md

typescript: frontend/dist/.done
	. frontend/node.sh && npm --prefix frontend run --silent format:check
	. frontend/node.sh && npm --prefix frontend run --silent check
	. frontend/node.sh && npm --prefix frontend run --silent lint
	. frontend/node.sh && npm --prefix frontend test --silent

# Generated files are as their commands would write them.
generated: $(VENV)/dev.done frontend/node_modules/.done
	$(PY) manage.py makemigrations --check --dry-run --verbosity 0
	$(PY) manage.py protocol --check
	$(PY) manage.py findings --check
	$(PY) manage.py words --check

# Every test can be read. What pytest makes of their assertions is on file from then on: otherwise
# each of the processes that run tests would make it, 15 seconds of the processor each.
collected: $(VENV)/dev.done
	@found=$$($(PY) -m pytest --collect-only -qqq) || { echo "$$found"; exit 1; }

# Few examples and no figures on file: they reach every line as well, and ran in `check`.
coverage: $(VENV)/dev.done
	MNK_EXAMPLES=10 $(PY) -m coverage run --branch --source=games/mnk -m pytest tests/mnk -q \
		-k "not random_games_agree and not hundreds_of_games and not arbiter_would and not on_file and not thousands_of_boards \
			and not in_small_games_dead and not every_way_to_lay and not slow_referee_judges"
	$(PY) -m coverage report --show-missing --fail-under=100

test:
	$(MAKE) --jobs 2 --output-sync=target $(READ) parts $(VENV)/warm.done $(COLLECTED)
	$(MAKE) unit
	$(MAKE) --jobs 3 --output-sync=target postgres coverage smoke
	@# Four at a time: they wait as much as they work.
	$(PY) -m tests.live.again -n 4 --dist loadgroup --no-loadscope-reorder -q tests/live

# The benchmarks run, and find no fault; what they measure beside others is nothing.
smoke: $(VENV)/dev.done $(VENV)/warm.done $(COLLECTED) parts
	$(PY) -m bench.moves --games 10 --seconds 1 --rounds 1 --modes embedded,cluster
	$(PY) -m bench.bots --what kill --games 20 --every 5

# The same beside two busy loops: no test may need a machine of its own.
test-busy: $(VENV)/dev.done
	$(PY) -m tests.busy $(MAKE) test

bench: $(VENV)/dev.done $(VENV)/warm.done $(COLLECTED) parts
	$(PY) -m bench.moves --games 20,100,500 --modes embedded,naive,cluster
	$(PY) -m bench.bots
	$(PY) -m bench.people
	$(PY) -m bench.calls

bench-peers: $(VENV)/dev.done $(VENV)/warm.done $(COLLECTED) parts
	$(PY) -m bench.peers

bench-compare: $(VENV)/dev.done
	$(PY) -m bench.compare $(OLD) $(NEW)

watch: $(VENV)/dev.done $(VENV)/warm.done $(COLLECTED)
	$(PY) -m bench.watch

attack: $(VENV)/dev.done $(VENV)/warm.done $(COLLECTED)
	$(PY) -m drills.attack
	$(PY) -m drills.garbled

chaos: $(VENV)/dev.done $(VENV)/warm.done $(COLLECTED) parts
	$(PY) -m drills.chaos
	$(PY) -m drills.steps

fifty: $(VENV)/dev.done $(VENV)/warm.done $(COLLECTED) parts
	$(PY) -m drills.fifty

soak: $(VENV)/dev.done $(VENV)/warm.done $(COLLECTED)
	$(PY) -m drills.soak --minutes $(MINUTES)

mutants: $(VENV)/dev.done
	$(PY) -m drills.mutants --count $(COUNT) --seed $(SEED)

reach: $(VENV)/dev.done $(COLLECTED) parts
	$(PY) -m tests.live.reach

# Lighthouse comes from npm, and its marks hold only with nothing beside it.
lighthouse: $(VENV)/dev.done $(COLLECTED) parts
	$(PY) -m tests.live.lighthouse build/lighthouse

screenshots: $(VENV)/dev.done $(COLLECTED) parts
	$(PY) -m tests.live.screenshots build/screenshots

format: $(VENV)/dev.done frontend/node_modules/.done
	$(VENV)/bin/ruff check --fix-only --quiet .
	$(VENV)/bin/ruff format .
	. frontend/node.sh && npm --prefix frontend run --silent format

lock:
	for name in requirements requirements-dev requirements-node; do \
		uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --upgrade \
			$$name.in -o $$name.txt --quiet; done

release-migrations: $(VENV)/dev.done
	$(PY) -m tests.upgrade.released

clean:
	rm -rf $(VENV) static frontend/dist frontend/dist-test frontend/node_modules

# Tests of code with queries of its own, once more on PostgreSQL and Redis. The rest of what happens
# there is played in tests/live.
postgres: $(VENV)/dev.done parts
	$(PY) -m tests.live.backends -m pytest -n 3 -q -k "not slow_search and not trying_everything" \
		tests/test_prepared.py $(addprefix tests/,accounts chat library lobby moderation ops play players puzzles studies) \
		$(addprefix --ignore tests/play/test_,connections.py offers.py openings.py reducer.py refusals.py) --ignore tests/ops/test_upgrading.py \
		$(addprefix tests/workers/test_,library.py reviewing.py timekeeper.py) \
		tests/api/test_pairing.py $(addprefix tests/reviews/test_,agreement.py badges.py kept.py reviews.py) \
		$(addprefix tests/pages/test_,admin.py chat.py library.py moderation.py moderators.py people.py television.py)

# --- How things come about ----------------------------------------------------------------------

$(VENV)/made.done:
	PYTHON=$(PYTHON) .ci/environment $(VENV)
	touch $@

$(VENV)/run.done: $(VENV)/made.done requirements.txt
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	touch $@

# The bots' engines are compiled once, here: nobody's first game waits for it.
$(VENV)/warm.done: $(VENV)/run.done $(wildcard games/evaluator/*.py games/evaluator/strong/*.py)
	@echo "Compiling the bots' engines: about ten seconds, once."
	$(PY) -m games.evaluator --warm-up
	touch $@

$(VENV)/dev.done: $(VENV)/run.done requirements-dev.txt
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	touch $@

frontend/node_modules/.done: frontend/package.json frontend/package-lock.json | $(VENV)/made.done
	. frontend/node.sh && npm --prefix frontend ci --no-audit --no-fund --loglevel error
	touch $@

frontend/dist/.done: frontend/node_modules/.done $(FRONTEND)
	. frontend/node.sh && npm --prefix frontend run --silent build
	touch $@

$(COLLECTED): frontend/dist/.done $(VENV)/run.done
	$(PY) manage.py collectstatic --noinput --clear --verbosity 0
	touch $@

parts:
	.ci/parts
