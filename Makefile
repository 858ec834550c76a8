# Everything there is to do with this project; `make study` and `make test` are all most people need.
# `make study GROUPS="Numbers Hiragana"` studies those groups.

PREFIX ?= /usr/local
STATIC = $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)
BUILD = swift build -c release $(STATIC)
RELEASE = .build/release

.PHONY: study build test check lint check-decks forms format bench fuzz install system-libraries

study: build
	@$(RELEASE)/rabble study $(GROUPS) || case $$? in 1|130) ;; *) exit $$? ;; esac

build: system-libraries
	@$(BUILD) --product rabble

test: system-libraries
	swift test

check: lint
	swift test --skip-build

# Style, and the walls between the modules.
lint: system-libraries
	swift format lint --strict --recursive Package.swift Sources Tests Tools Benchmarks
	swift build --build-tests --explicit-target-dependency-import-check error

format:
	swift format --in-place --recursive Package.swift Sources Tests Tools Benchmarks

forms:
	swift run rabble-forms < Tools/Forms/words.tsv > .build/Forms.json
	mv .build/Forms.json Decks/Japanese/Forms.json

bench: build
	@Benchmarks/run

# A million broken decks through the reader and the checker.
fuzz: build
	@Benchmarks/run fuzz

# The bundled decks by the checker, by their JSON Schema, and by the dictionaries.
check-decks: build
	@$(RELEASE)/rabble deck check Decks
	@Scripts/check-schema
	@Scripts/check-decks

install: build
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/rabble"
	install -m 755 $(RELEASE)/rabble "$(DESTDIR)$(PREFIX)/bin/rabble"
	cp -R Decks "$(DESTDIR)$(PREFIX)/share/rabble/"

system-libraries:
	@Scripts/install-system-libraries
