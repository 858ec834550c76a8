# Everything there is to do with this project; `make study` and `make test` are all most people need.

PREFIX ?= /usr/local
BUILD = swift build -c release --static-swift-stdlib
RELEASE = .build/release

.PHONY: study build test check format lint bench install system-libraries

study: build
	@$(RELEASE)/rabble study $(GROUPS)

build: system-libraries
	@$(BUILD) --product rabble

test: system-libraries
	swift test

check: system-libraries
	swift format lint --strict --recursive Package.swift Sources Tests Benchmarks
	swift build --build-tests --explicit-target-dependency-import-check error
	swift test --skip-build

format:
	swift format --in-place --recursive Package.swift Sources Tests Benchmarks

bench: build
	@Benchmarks/run

install: build
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/rabble"
	install -m 755 $(RELEASE)/rabble "$(DESTDIR)$(PREFIX)/bin/rabble"
	cp -R Decks "$(DESTDIR)$(PREFIX)/share/rabble/"

system-libraries:
	@Scripts/install-system-libraries
