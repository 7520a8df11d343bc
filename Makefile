# Thin names for what a person does here; CMake does the building. `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run packages deb wheel try-packages docs-site live-demo suite-demo suite-faults faults long-haul teleports test lint build install bench asan fuzz-maps fuzz-traces fuzz tsan format clean
MAKEFLAGS += --no-print-directory

say = @printf '\n\033[1m== %s\033[0m\n' "$(1)"
# TOGETHER=ON (or MODULE) compiles several sources at once: quicker from nothing, slower after a change (cmake/ScrutineerModule.cmake).
configure = cmake --preset $(1) --log-level=WARNING $(if $(TOGETHER),-DSCRUTINEER_TOGETHER=$(TOGETHER))
# What the target needs, installed where it is missing: groups of scripts/install-deps.
needs = @scripts/install-deps $(1)

help: ## this list
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 21

run: build ## build the program and show what it does
	$(call say,demo)
	@scripts/demo

live-demo: ## relocate the ego of a running SUMO, 30 episodes (docs/teleporter.md)
	$(call needs,live)
	@$(MAKE) build
	$(call say,30 episodes)
	@rm -rf build/live-demo
	@build/scrutineer live sumo --map examples/maps/town.xodr --teleporter examples/teleporter/loop.json --episodes 30 --vehicles 12 --out build/live-demo || test $$? -eq 1
	@echo "build/live-demo: arrival.svg, arrival.csv, episodes.csv and the result"

suite-demo: build ## two nights of 300 runs, what changed between them, and whether that is good enough
	$(call say,two nights)
	@scripts/suite-demo

suite-faults: build ## kill suites, workers, shards, a database and a cluster's node at random moments: nothing may be lost (minutes)
	$(call needs,cluster)
	$(call say,faults)
	@scripts/suite-faults

faults: ## let every outside call (files, memory, threads, processes, sockets) fail once: nothing may crash, hang or be half (an hour; docs/hardness.md)
	$(call needs,test)
	@$(call configure,dev)
	@cmake --build --preset dev --target scrutineer fail_calls
	$(call say,faults)
	@scripts/faults --program build/dev/bin/scrutineer

long-haul: build ## two hours of 100 actors at 100 Hz, and 1,000 runs ten times: memory may not grow (minutes)
	$(call say,long haul)
	@scripts/long-haul

teleports: ## relocate the ego 200 times on each of three maps, in three ways: it must arrive from every candidate
	$(call needs,live)
	$(call needs,test)
	@$(call configure,dev)
	@cmake --build --preset dev --target live_test scrutineer_sumo
	$(call say,200 episodes on each map)
	@SCRUTINEER_EPISODES=200 build/dev/bin/live_test --gtest_filter=SumoSession.ArrivesFromEveryCandidate --gtest_brief=1

docs-site: ## the manual as a web site with search, at build/docs-site/index.html
	$(call needs,docs)
	@scripts/docs-site

test: ## build everything and run all tests
	$(call needs,test)
	$(call say,build)
	@$(call configure,dev)
	@cmake --build --preset dev
	$(call say,tests (with folder layers and repository hygiene))
	@scripts/run-tests

lint: ## clang-format and clang-tidy; what was clean once is remembered beside the compiler cache
	$(call needs,lint)
	$(call say,format)
	@scripts/format --check
	$(call say,sizes of files and functions)
	@scripts/check-sizes
	$(call say,clang-tidy)
	@cmake --preset lint --log-level=WARNING
	@scripts/tidy

build: ## the program, at build/scrutineer
	$(call needs,run)
	$(call say,build)
	@$(call configure,program)
	@cmake --build --preset program --target scrutineer
	@ln -sfn program/bin/scrutineer build/scrutineer

install: build ## the program and its library for other programs, into PREFIX (default: /usr/local)
	@cmake --build --preset program
	@cmake --install build/program --prefix "$(or $(PREFIX),/usr/local)"

packages: ## Debian packages, a tar archive and a Python wheel, in build/packages (docs/install.md)
	$(call needs,packaging)
	@$(MAKE) build
	@cmake --build --preset program
	$(call say,packages)
	@scripts/make-packages

deb wheel: packages # one script makes all of them

try-packages: packages ## install them on a bare Debian 12, use them, and remove them again (root; minutes)
	$(call needs,trying)
	@scripts/try-packages

bench: ## build and run all benchmarks, and hold them against their bounds in one table (build/bench/table.md)
	$(call needs,bench)
	$(call say,build)
	@$(call configure,release)
	@cmake --build --preset release
	@scripts/bench
	@for bench in build/release/bin/*_microbench; do printf '\n== %s\n' "$$bench"; "$$bench"; done

asan: ## the tests with the address and undefined behaviour sanitizers
	$(call needs,test)
	@cmake --workflow --preset asan

fuzz-maps: ## 3,000 damaged maps with the address and undefined behaviour sanitizers
	$(call needs,test)
	@$(call configure,asan)
	@cmake --build --preset asan --target map_test
	@SCRUTINEER_MUTATIONS=3000 build/asan/bin/map_test --gtest_filter='Mutations.*'

fuzz-traces: ## 3,000 damaged runs of each format, likewise
	$(call needs,test)
	@$(call configure,asan)
	@cmake --build --preset asan --target trace_test
	@SCRUTINEER_MUTATIONS=3000 build/asan/bin/trace_test --gtest_filter='TraceMutations.*:OsiLanes.Damaged*'

fuzz: ## coverage-guided fuzzing of all that reads, compiles or is called from outside; FUZZ_SECONDS each (default: 20)
	$(call needs,clang)
	@$(call configure,fuzz)
	@cmake --build --preset fuzz --target fuzzers
	$(call say,fuzzing (docs/hardness.md))
	@scripts/fuzz

tsan: ## the tests with the thread sanitizer
	$(call needs,test)
	@cmake --workflow --preset tsan

format: ## format the C++ sources
	$(call needs,lint)
	@scripts/format

clean: ## remove everything that was built
	rm -rf build
