# runtrackd: `make help` lists the targets.
SWIFT   ?= swift
PREFIX  ?= /usr
DESTDIR ?=
SAMPLE  ?= Samples/riverside-10min.gpx

# The arrows between modules are those of Package.swift: an import that is not declared there does not compile.
ARROWS  := --explicit-target-dependency-import-check error
# The shipped binary carries the Swift library, so that a device needs no Swift. Its own scratch path: a debug build stays as it is.
HARDEN  := -Xlinker --gc-sections -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now
RELEASE := --configuration release --product runtrackd --static-swift-stdlib $(HARDEN) --scratch-path .build-release $(ARROWS)

SOURCES := Package.swift $(shell find Sources -type f 2>/dev/null)

.DEFAULT_GOAL := build
.PHONY: help deps build demo test acceptance check lint fuzz bench-accuracy bench-gpx bench-live golden format install uninstall deb clean

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

deps:  ## install the Debian packages that building and testing need
	@tools/deps

build: build/runtrackd  ## the release binary, build/runtrackd

build/runtrackd: $(SOURCES)
	$(SWIFT) build $(RELEASE)
	@mkdir -p build
	@# Symbols go beside the binary, for gdb and for reading a crash; the binary that ships is stripped.
	@objcopy --only-keep-debug .build-release/release/runtrackd build/runtrackd.debug
	@strip --strip-all --remove-section=.comment -o build/runtrackd.new .build-release/release/runtrackd
	@cd build && objcopy --add-gnu-debuglink=runtrackd.debug runtrackd.new && mv -f runtrackd.new runtrackd
	@echo "built build/runtrackd ($$(($$(stat -c %s build/runtrackd) / 1000)) kB)"

demo:  ## install, build, and replay a recorded run
	@$(MAKE) --no-print-directory deps
	@$(MAKE) --no-print-directory build
	@rm -rf build/demo
	build/runtrackd replay --output build/demo $(SAMPLE)

test:  ## everything quick: unit tests, then the built program from outside
	$(SWIFT) build --build-tests $(ARROWS)
	$(SWIFT) test --skip-build
	Tests/Acceptance/run quick

acceptance: build  ## the slow ones: real gpsd, kills, the release binary
	$(SWIFT) build --product RecorderRig $(ARROWS)
	$(SWIFT) build --product NetworkRig $(ARROWS)
	RUNTRACKD=build/runtrackd Tests/Acceptance/run all

lint:  ## format and the house's rules
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Benchmarks Package.swift
	tools/house-rules

check: lint test  ## what has to pass before a change is kept

fuzz:  ## any bytes as GPX, as a number, as a time; 15 minutes each, or make fuzz FUZZ_SECONDS=60
	Fuzz/run $(or $(FUZZ_SECONDS),900)

bench-accuracy:  ## simulated runs whose truth is known: how far each figure is off; writes Benchmarks/accuracy.md
	$(SWIFT) build -c release --product AccuracyBench $(ARROWS)
	Benchmarks/accuracy

bench-gpx: build  ## a million points: ours beside bare expat, gpsbabel and gpxpy; writes Benchmarks/gpx.md
	Benchmarks/gpx

bench-live: build  ## 10 fixes a second through a real gpsd: ours beside gpxlogger and gpspipe; writes Benchmarks/live.md
	Benchmarks/live

golden:  ## rewrite the expected files; read the diff before keeping it
	RUNTRACKD_GOLDEN=rewrite $(SWIFT) test $(ARROWS)
	@git --no-pager diff --stat -- Fixtures

format:  ## format the sources in place
	$(SWIFT) format --in-place --recursive --parallel Sources Tests Benchmarks Package.swift

# systemd reads units and users below /usr/local too; Debian 12 keeps those of packages in /lib.
UNITS := $(if $(filter /usr,$(PREFIX)),/lib/systemd/system,$(PREFIX)/lib/systemd/system)
PLACE := $(DESTDIR)$(PREFIX)

install:  ## install what `make build` built, below DESTDIR and PREFIX (/usr)
	@test -x build/runtrackd || { echo "install: error: build/runtrackd is missing" >&2; echo "install: hint: make build" >&2; exit 1; }
	install -D -m 755 build/runtrackd $(PLACE)/bin/runtrackd
	install -D -m 644 man/runtrackd.1 $(PLACE)/share/man/man1/runtrackd.1
	install -D -m 644 man/runtrackd.conf.5 $(PLACE)/share/man/man5/runtrackd.conf.5
	install -D -m 644 completions/runtrackd.bash $(PLACE)/share/bash-completion/completions/runtrackd
	install -D -m 644 systemd/sysusers.d/runtrackd.conf $(PLACE)/lib/sysusers.d/runtrackd.conf
	install -D -m 644 Samples/runtrackd.conf $(PLACE)/share/doc/runtrackd/examples/runtrackd.conf
	install -D -m 644 runtrackd.status.schema.json $(PLACE)/share/runtrackd/runtrackd.status.schema.json
	install -d $(DESTDIR)$(UNITS) $(PLACE)/lib/systemd/user
	sed 's|/usr/bin/runtrackd|$(PREFIX)/bin/runtrackd|' systemd/runtrackd.service >$(DESTDIR)$(UNITS)/runtrackd.service
	sed 's|/usr/bin/runtrackd|$(PREFIX)/bin/runtrackd|' systemd/user/runtrackd.service >$(PLACE)/lib/systemd/user/runtrackd.service
	@chmod 644 $(DESTDIR)$(UNITS)/runtrackd.service $(PLACE)/lib/systemd/user/runtrackd.service
	@[ -n "$(DESTDIR)" ] || echo "installed; then: sudo systemd-sysusers && sudo systemctl daemon-reload && sudo systemctl enable --now runtrackd"

uninstall:  ## remove what `make install` installed; runs and settings stay
	rm -f $(PLACE)/bin/runtrackd $(PLACE)/share/man/man1/runtrackd.1 $(PLACE)/share/man/man5/runtrackd.conf.5 \
	    $(PLACE)/share/bash-completion/completions/runtrackd $(PLACE)/lib/sysusers.d/runtrackd.conf \
	    $(DESTDIR)$(UNITS)/runtrackd.service $(PLACE)/lib/systemd/user/runtrackd.service
	rm -rf $(PLACE)/share/doc/runtrackd $(PLACE)/share/runtrackd

deb: build  ## a Debian package of the release binary, below build/
	@packaging/build-deb

clean:  ## remove what was built
	rm -rf .build .build-release build
