# Memory Hub. `make run` and `make test` need nothing but Python 3.11 or later and make; they set up the rest.
SHELL := /bin/sh
PY := .venv/bin/python
# As many workers as the machine has cores; ARGS="-n 0" runs the tests one after the other, with what they print.
PYTEST := $(PY) -m pytest -n auto --dist worksteal
PIP_FLAGS := --require-hashes --quiet --disable-pip-version-check --no-input
# Checks that only read the code need a key, not a secret one.
CHECK := SECRET_KEY=check

.PHONY: help run test check prove pictures figures sabotage venv lock texts

help:
	@echo 'make run       start everything on this machine; make run ARGS="--port 8123"'
	@echo 'make test      run the tests; make test ARGS="-k name"'
	@echo 'make check     the whole gate: format, lint, types, imports, migrations, templates, tests'
	@echo 'make prove     the longer property and browser runs'
	@echo 'make pictures  take a picture of every screen, in both themes and languages, wide and narrow'
	@echo 'make figures   measure what the hub takes and print it beside the goals; ARGS="--long" for the long forms'
	@echo 'make sabotage  break each guard on purpose and see its test go red'
	@echo 'make lock      pin the dependencies of pyproject.toml anew'
	@echo 'make texts     collect the texts to translate'

run: venv
	@exec $(PY) manage.py up --tied $(ARGS)

test: venv
	@exec $(PYTEST) $(ARGS)

check: venv
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	.venv/bin/lint-imports
	$(CHECK) $(PY) -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	$(PY) -m djlint --quiet --lint templates
	@if command -v msgfmt >/dev/null; then \
		for po in memoryhub/locale/*/LC_MESSAGES/*.po; do \
			[ ! -e "$$po" ] || msgfmt --check -o /dev/null "$$po" || exit 1; done; \
	else echo 'msgfmt is not installed: translations were not checked by it.'; fi
	$(PYTEST) $(ARGS)

prove: venv
	PROVE=1 $(PYTEST) $(ARGS)

pictures: venv
	@$(PY) -m pytest -q tests/browser/pictures.py $(ARGS)
	@echo 'The pictures are in var/pictures, a folder for each theme, language and width.'

figures: venv
	@$(PY) -m tests.figures $(ARGS)

sabotage: venv
	$(PY) -m tests.sabotage $(ARGS)

venv:
	@cmp -s requirements.lock .venv/requirements.lock || $(MAKE) --no-print-directory install

# The copy of the lock is written last: an interrupted installation is taken up again.
.PHONY: install
install:
	@set -e; \
	python=$${PYTHON:-}; \
	for name in python3 python3.14 python3.13 python3.12 python3.11; do \
		if [ -z "$$python" ] && $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=$$name; fi; \
	done; \
	if [ -z "$$python" ]; then echo 'No Python 3.11 or later was found. Install one, or name it: make run PYTHON=/path/to/python' >&2; exit 1; fi; \
	if [ -x $(PY) ] && ! $(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then rm -rf .venv; fi; \
	if [ ! -x $(PY) ]; then \
		echo 'Making the virtual environment in .venv ...'; \
		$$python -m venv .venv >/dev/null 2>&1 || { rm -rf .venv; $$python -m venv --without-pip .venv; } || { \
			echo "$$python has no venv module. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }; \
	fi; \
	echo 'Installing the pinned packages ...'; \
	if $(PY) -m pip --version >/dev/null 2>&1; then $(PY) -m pip install $(PIP_FLAGS) -r requirements.lock; \
	elif $$python -m pip --version >/dev/null 2>&1; then $$python -m pip --python $(PY) install $(PIP_FLAGS) -r requirements.lock; \
	else rm -rf .venv; echo "$$python has no pip to fill .venv with. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; fi; \
	cp requirements.lock .venv/requirements.lock

lock: venv
	$(PY) -m piptools compile --quiet --extra dev --extra mcp --extra langgraph --generate-hashes --allow-unsafe --strip-extras --no-header \
		--no-emit-index-url --no-emit-find-links --output-file requirements.lock pyproject.toml

texts: venv
	@command -v xgettext >/dev/null || { echo 'Collecting texts needs GNU gettext. On Debian and Ubuntu: apt-get install gettext' >&2; exit 1; }
	$(CHECK) $(PY) manage.py makemessages --locale pt_BR --no-wrap --no-obsolete --add-location=file \
		--ignore .venv --ignore tests --ignore var --ignore static
