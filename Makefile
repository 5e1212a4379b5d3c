# runtrackd: `make help` lists the targets.
SWIFT   ?= swift
PREFIX  ?= /usr
DESTDIR ?=
SAMPLE  ?= Samples/riverside-10min.gpx

# The arrows between modules are those of Package.swift: an import that is not declared there does not compile.
ARROWS  := --explicit-target-dependency-import-check error
# The shipped binary carries the Swift library, so that a device needs no Swift. Its own scratch path: a debug build stays as it is.
RELEASE := --configuration release --product runtrackd --static-swift-stdlib -Xlinker --gc-sections --scratch-path .build-release $(ARROWS)

SOURCES := Package.swift $(shell find Sources -type f 2>/dev/null)

.DEFAULT_GOAL := build
.PHONY: help deps build demo test acceptance check lint golden format clean

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
	@strip --strip-all -o build/runtrackd.new .build-release/release/runtrackd
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
	RUNTRACKD=build/runtrackd Tests/Acceptance/run all

lint:  ## format and the house's rules
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Package.swift
	tools/house-rules

check: lint test  ## what has to pass before a change is kept

golden:  ## rewrite the expected files; read the diff before keeping it
	RUNTRACKD_GOLDEN=rewrite $(SWIFT) test $(ARROWS)
	@git --no-pager diff --stat -- Fixtures

format:  ## format the sources in place
	$(SWIFT) format --in-place --recursive --parallel Sources Tests Package.swift

clean:  ## remove what was built
	rm -rf .build .build-release build
