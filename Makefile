# What there is to do with this project; `make study` and `make test` are all most people need.
# `make study GROUPS="Numbers Hiragana"` studies those groups.

PREFIX ?= /usr/local
STATIC = $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)
# Without these accessors Swift looks for conformances through the whole program at each start, which takes an eighth of it.
QUICK = -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# Debugging information would name the folder it was built in, and takes time to make. Where the compiler unrolls loops before
# LLVM does, the order of instructions changes from one build to the next.
ALIKE = -debug-info-format none -Xswiftc -Xllvm -Xswiftc -sil-disable-pass=loop-unroll
BUILD = swift build -c release $(STATIC) $(QUICK) $(ALIKE)
RELEASE = .build/release
# What is checked, and what the checks need: the release build, unless another program is named.
PROGRAM ?= $(RELEASE)/rabble
PROGRAM_BUILD = $(if $(filter $(RELEASE)/rabble,$(PROGRAM)),build)
# `rabble --version` names the commit.
export RABBLE_COMMIT ?= $(shell git describe --always --dirty --exclude '*' 2>/dev/null)
# An import that Package.swift does not declare is an error. What is tested is optimized: tests simulate years of study, which
# takes four times as long otherwise; without it the build takes two thirds of the time. Whatever is built for tests uses
# these flags, so that it is built once.
OPTIMIZED ?= -Xswiftc -O
TESTED = --explicit-target-dependency-import-check error $(OPTIMIZED)
# `make test TESTS="--filter Kana"` runs those.
TESTS ?=
FORMATTED = Package.swift Sources Tests Tools Benchmarks Examples

.PHONY: study build rabble-bench debug test check lint check-decks documentation forms format bench fuzz manual install uninstall package system-libraries

study: build
	@$(RELEASE)/rabble study $(GROUPS) || case $$? in 1|130) ;; *) exit $$? ;; esac

build: system-libraries
	@$(BUILD) --product rabble

# What measures it, for Benchmarks/run: with the same flags, or everything would be built twice.
rabble-bench: build
	@$(BUILD) --product rabble-bench

test: system-libraries
	swift test $(TESTED) $(TESTS)

# What has to pass before a commit: the format, the module boundaries, and the tests.
check: lint test

lint:
	swift format lint --strict --parallel --recursive $(FORMATTED)
	@$(MAKE) --no-print-directory debug

# The program with debugging information, in .build/debug, and the tests.
debug: system-libraries
	swift build --build-tests $(TESTED)

format:
	swift format --in-place --recursive $(FORMATTED)

forms:
	swift run $(TESTED) rabble-forms < Tools/Forms/words.tsv > .build/Forms.json
	mv .build/Forms.json Decks/Japanese/Forms.json

bench: build
	@Benchmarks/run

# A million broken decks through the reader and the checker; then the randomized tests at length: crashes, power cuts,
# damaged pages, moved and changed logs, decks made to take long, 500 scripts of authors who edit their decks, devices
# that study apart, 200 scripts of decks that git merges.
ROUNDS ?= 10000
fuzz: build
	@Benchmarks/run fuzz
	RABBLE_FUZZ=$(ROUNDS) swift test $(TESTED) --filter 'CrashTests|SalvageTests|AuthorScriptTests|BlankScriptTests|LearnedFormTests|EnglishWordTests'
	RABBLE_FUZZ=1000 swift test $(TESTED) --filter 'MovedLogTests|WriteAheadLogTests|SyncHistoryTests|ThresholdTests'
	RABBLE_FUZZ=200 swift test $(TESTED) --filter TwoAuthorsTests
	RABBLE_FUZZ=4000 swift test $(TESTED) --filter 'BombTests|NeverWorseTests'
	RABBLE_FUZZ=100000 swift test $(TESTED) --filter 'MutatedLogTests|AnkiReaderTests'

# The bundled decks by the checker, by their JSON Schema, by the dictionaries, and by the rules of Spanish; and what the
# first days of the courses bring.
check-decks: $(PROGRAM_BUILD)
	@$(PROGRAM) deck check Decks
	@Scripts/check-schema $(PROGRAM)
	@Scripts/check-decks
	@python3 -B Scripts/course_days.py $(PROGRAM)
	@Scripts/check-spanish Decks/Spanish $(PROGRAM)

# A page a command and two of file formats, from what the program says of itself.
manual: $(PROGRAM_BUILD)
	@Scripts/make-manual $(PROGRAM) .build/manual

# Pages for those who use the libraries, by DocC.
documentation: debug
	@Scripts/make-documentation

# A Debian package, a tarball for other systems, and their checksums, in .build/package; of what is committed.
package:
	@Scripts/make-package

# Without its symbols the program is half as large. It finds the bundled decks from where it is: in ../share/rabble.
# Shells find what completes its arguments in ../share, too.
install: build manual
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/rabble"
	install -s -m 755 $(RELEASE)/rabble "$(DESTDIR)$(PREFIX)/bin/rabble"
	cp -R Decks "$(DESTDIR)$(PREFIX)/share/rabble/"
	@for shell in bash-completion/completions/rabble:bash zsh/site-functions/_rabble:zsh \
	  fish/vendor_completions.d/rabble.fish:fish; do \
	  file="$(DESTDIR)$(PREFIX)/share/$${shell%%:*}"; install -d "$${file%/*}"; \
	  $(RELEASE)/rabble --generate-completion-script "$${shell##*:}" > "$$file"; done
	@for page in .build/manual/*.[15]; do \
	  folder="$(DESTDIR)$(PREFIX)/share/man/man$${page##*.}"; install -d "$$folder"; \
	  install -m 644 "$$page" "$$folder/"; done
	install -d "$(DESTDIR)$(PREFIX)/share/doc/rabble"
	cp -R Documentation "$(DESTDIR)$(PREFIX)/share/doc/rabble/"
	@echo "Installed $(DESTDIR)$(PREFIX)/bin/rabble; its decks are in $(DESTDIR)$(PREFIX)/share/rabble/Decks," \
	  "its pages in $(DESTDIR)$(PREFIX)/share/doc/rabble."

# What `make install` has put there. With PREFIX=~/.local the learner's log and own decks are beside the bundled decks, and stay.
uninstall:
	cd "$(DESTDIR)$(PREFIX)" && rm -f bin/rabble share/man/man[15]/rabble.1 share/man/man[15]/rabble-*.[15] \
	  share/bash-completion/completions/rabble share/zsh/site-functions/_rabble \
	  share/fish/vendor_completions.d/rabble.fish && rm -rf share/rabble/Decks share/doc/rabble

system-libraries:
	@Scripts/install-system-libraries
