# The commands of README.md and CONTRIBUTING.md. Each does all the set-up that it needs.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# A self-contained program: it runs where no Swift toolchain is.
# Without debugging information, which takes a tenth of the time: packages strip it anyway.
RELEASE = $(SWIFT) build -c release --static-swift-stdlib -debug-info-format none --product seqd
# The server of seqd web, a program beside it.
RELEASE_WEB = $(RELEASE)-web
# clang's driver links RealtimeSanitizer's runtime; the Swift driver has no name for it.
REALTIME_FLAGS = --scratch-path .build-realtime -Xswiftc -Xclang-linker -Xswiftc -fsanitize=realtime

# How long `make soak` attacks, and `make fuzz` runs each target.
SECONDS ?= 60

.PHONY: demo test test-parts test-program test-voices test-crashes test-realtime test-threads test-alsa test-day test-deb test-bank test-web test-debian13 soak soak-rack mutations fuzz docs example bench-parsing bench-sequencing lint build program install uninstall \
	setup setup-tests bench bank clean deb band-fonts pictures screens

build: program
	$(RELEASE_WEB)

# seqd alone: the page in the browser takes Foundation and a library, and time.
program: setup
	@packaging/check-moved .build/release.yaml "$(CURDIR)"
	$(RELEASE)

# The SoundFonts of Examples/band, which the package has ready.
band-fonts: program
	Examples/band/fonts.sh "$$($(RELEASE) --show-bin-path)/seqd"

# Plays a song; where there is no sound device it renders one instead, and says so.
demo: program
	@Examples/demo.sh "$$($(RELEASE) --show-bin-path)/seqd"

# The tests of the program and of its daemon mostly wait for what plays in real time; those of its
# parts compute.
PROGRAM_TESTS = seqdTests|SeqdDaemonTests

# What attacks a daemon runs alone, so that nothing else is late, and so does what starts a JACK server,
# as there is one. What presses keys or waits for what processes do runs only beside its like: beside
# everything else the machine would be too slow for any bound.
ALONE = DaemonSound|DaemonLife|StateDaemon|LiveEngineThread|JACKTests|JACKLead
WAITING = LiveCommandTests|LiveRawTests|RecordCommandTests|DaemonRecording|TerminalPlay|TerminalMonitor|TerminalScope|PipeWireTests

# Of the others only a few at a time, where the toolchain can do that: what waits for a process shall
# not wait for what computes for minutes.
WIDTH = $(shell $(SWIFT) test --help-hidden 2>/dev/null \
	| grep -o -m 1 -e --experimental-maximum-parallelization-width)
AT_ONCE = $(if $(WIDTH),$(WIDTH) 4)
TWO_AT_ONCE = $(if $(WIDTH),$(WIDTH) 2,--no-parallel)

# Without debugging information, which takes its time. Whoever debugs a test wants it:
# make test FOR_TESTS=.
FOR_TESTS = -debug-info-format none
BUILD_TESTS = $(SWIFT) build --build-tests $(FOR_TESTS)
RUN_TESTS = Tests/tell-failures $(SWIFT) test --skip-build --ignore-lock

# Effects and loops over samples are compiled with optimisation for the tests: without, they take half
# of a core.
docs test test-web test-voices test-crashes test-realtime test-threads test-debian13 soak soak-rack mutations: export SEQD_FAST_EFFECTS = 1

test: setup-tests
	@packaging/check-moved .build/debug.yaml "$(CURDIR)"
	$(BUILD_TESTS)
	$(MAKE) --no-print-directory -j2 test-parts test-program
	$(RUN_TESTS) $(TWO_AT_ONCE) --filter '$(WAITING)'
	$(RUN_TESTS) --no-parallel --filter '$(ALONE)'

# Beside each other, after the build: what computes has the time that is left, so that a song of a
# daemon does not stand still.
test-parts:
	nice -n 19 $(RUN_TESTS) $(TWO_AT_ONCE) --skip '$(PROGRAM_TESTS)|$(ALONE)'

test-program:
	$(RUN_TESTS) $(AT_ONCE) --filter '$(PROGRAM_TESTS)' --skip '$(ALONE)|$(WAITING)'

# The audio thread under RealtimeSanitizer: any lock, allocation or system call ends the run.
test-realtime: setup-tests
	SEQD_ENGINE_ONLY=1 $(SWIFT) test $(FOR_TESTS) $(REALTIME_FLAGS) $(AT_ONCE) --filter SamplerHostTests --filter AudioOutputTests --filter RealtimeTests

# The measurements of sound with seqd's own voices in the place of FluidSynth's.
test-voices: setup-tests
	$(BUILD_TESTS)
	SEQD_TEST_ENGINE=seqd $(RUN_TESTS) $(TWO_AT_ONCE) --filter SamplerHostTests

# The engine's threads under ThreadSanitizer. One test after the other: where two threads meet at a
# Mutex (two tests that open one font), the kernel hands it over (FUTEX_LOCK_PI), which the sanitizer
# does not see and takes for a race. What the tests are about uses no Mutex.
test-threads: setup-tests
	SEQD_ENGINE_ONLY=1 $(SWIFT) test $(FOR_TESTS) --no-parallel --scratch-path .build-threads --sanitize=thread \
		--filter RealtimeTests --filter EngineThread --filter RackSoak

# ALSA's own drivers, in a User Mode Linux kernel that is built once (some minutes) and kept in
# ~/.cache/alsa-vm.
test-alsa: build
	@packaging/setup.sh --alsa
	Tests/ALSA/run "$$($(RELEASE) --show-bin-path)/seqd"

# A daemon through 24 hours of use, in virtual time: make test-day HOURS=4.
HOURS ?= 24
test-day: build
	@packaging/setup.sh --alsa
	ALSA_DAY_HOURS=$(HOURS) Tests/ALSA/run "$$($(RELEASE) --show-bin-path)/seqd" day

# Debian's package: made, checked, then installed, used, removed and purged in small Debian systems,
# which are made once and kept in ~/.cache/seqd.
test-deb: build band-fonts
	@packaging/setup.sh --deb
	@packaging/setup.sh --debian
	Tests/Debian/package "$$($(RELEASE) --show-bin-path)/seqd" bookworm trixie

# The page of seqd web in a browser, beside a daemon that plays. The program is that of `make test`, and
# what drives the browser is stored in ~/.cache/seqd.
test-web: setup-tests
	@packaging/setup.sh --web
	$(SWIFT) build $(FOR_TESTS) --product seqd
	$(SWIFT) build $(FOR_TESTS) --product seqd-web
	Tests/Web/run "$$($(SWIFT) build --show-bin-path)/seqd"

# The measurements of sound with the FluidSynth and the alsa-lib of Debian 13.
test-debian13: setup-tests
	@packaging/setup.sh --debian
	$(BUILD_TESTS)
	AT_ONCE="$(AT_ONCE)" Tests/tell-failures Tests/Debian/sound trixie "$$($(SWIFT) build --show-bin-path)"

# Daemons and recordings that are killed at random moments, and what they leave: make test-crashes
# CRASHES=1000.
CRASHES ?= 200
test-crashes: setup-tests
	$(BUILD_TESTS)
	SEQD_CRASHES=$(CRASHES) $(RUN_TESTS) --no-parallel --filter 'StateDaemonTests.crashes|RecordCommandTests.crashes'

# A daemon's sound while its socket is attacked: make soak SECONDS=600.
soak: build setup-tests
	SEQD_SOAK_SECONDS=$(SECONDS) SEQD_SOAK_PROGRAM="$$($(RELEASE) --show-bin-path)/seqd" \
		$(SWIFT) test --filter DaemonSoundTests

# A full rack under random commands, for so many seconds of music: make soak-rack SECONDS=600. The
# seed is new each time, and said at the end; SEED= gives one again.
soak-rack: setup-tests
	SEQD_ENGINE_ONLY=1 SEQD_RACK_SOAK_SECONDS=$(SECONDS) SEQD_RACK_SOAK_SEED=$(SEED) \
		$(SWIFT) test --scratch-path .build-engine --filter RackSoakTests

# Damaged SoundFonts through the whole chain, to the sound, with both engines: make mutations
# COUNT=10000.
COUNT ?= 10000
mutations: setup-tests
	for engine in fluidsynth seqd; do \
		SEQD_TEST_ENGINE=$$engine SEQD_FONT_MUTATIONS=$(COUNT) \
			$(SWIFT) test --filter whatPassesNeitherTrapsNorCrashes || exit 1; \
	done

# The readers of files and text under libFuzzer and AddressSanitizer: make fuzz SECONDS=600; for a
# short run, make fuzz SECONDS=10 FUZZ=--quick.
FUZZ ?=
fuzz: setup
	Fuzz/run $(FUZZ) --seconds $(SECONDS)

# The pages of the libraries for developers, into .build-docs. The compiler's symbol graphs, which are
# read out of the modules that the tests use as well, and docc, both of the toolchain: a reference to
# nothing, or a page that nothing leads to, is an error.
DOCUMENTED = MIDI SMF SMFText GameMusic MIDI2 Transcoding Sequencer PianoRoll Realtime Effects SoundFont \
	Instruments Voices Tuning Racks MIDIPorts SamplerHost Playback SeqdPlayer ControlProtocol SeqdClient

docs: setup
	$(SWIFT) build $(FOR_TESTS)
	rm -rf .build-docs/graphs .build-docs/symbols && mkdir -p .build-docs/symbols
	set -e; built=$$($(SWIFT) build --show-bin-path); \
	headers=$$(for folder in Sources/*/include; do echo "-Xcc -I$$folder"; done); \
	maps=$$(for map in $$built/*.build/module.modulemap; do echo "-Xcc -fmodule-map-file=$$map"; done); \
	target=$$($(SWIFT) -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -1); \
	for module in $(DOCUMENTED); do \
		$(SWIFT) symbolgraph-extract -module-name $$module -minimum-access-level public \
			-target $$target -I $$built/Modules $$headers $$maps -output-dir .build-docs/symbols; \
		mkdir -p .build-docs/graphs/$$module; \
		find .build-docs/symbols \( -name "$$module.symbols.json" -o -name "$$module@*.json" \) \
			-exec cp {} .build-docs/graphs/$$module \; ; \
		docc convert Sources/$$module/$$module.docc \
			--additional-symbol-graph-dir .build-docs/graphs/$$module \
			--output-path .build-docs/$$module.doccarchive --warnings-as-errors; \
	done

# The example programs for Swift developers, built and run.
example: build
	Tests/Examples/run "$$($(RELEASE) --show-bin-path)/seqd"

bench-parsing:
	Benchmarks/parsing $(if $(MIDLY),--midly $(MIDLY))

bench-sequencing:
	Benchmarks/sequencing

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Fuzz Benchmarks/reading/Package.swift Benchmarks/stage \
		Benchmarks/reading/Sources Benchmarks/voices SoundFonts Examples/*/Package.swift Examples/*/Sources
	Tests/check-folders Sources
	Tests/check-words .

bench: build
	@packaging/setup.sh --bench
	Benchmarks/peers "$$($(RELEASE) --show-bin-path)/seqd"
	Benchmarks/clients "$$($(RELEASE) --show-bin-path)/seqd"

# A package of its own.
GENERATOR = --package-path SoundFonts/generator --scratch-path .build-bank

# After a change of the generator; the result is committed with it.
bank:
	$(SWIFT) run $(GENERATOR) make-bank SoundFonts/seqd-gm.sf2

# That the committed bank is what its generator makes.
test-bank:
	$(SWIFT) test $(GENERATOR)

setup:
	@packaging/setup.sh

setup-tests:
	@packaging/setup.sh --tests

# The pictures of the README; they are committed.
pictures: build
	@packaging/setup.sh --pictures
	docs/pictures/make "$$($(RELEASE) --show-bin-path)/seqd"

# The screens of seqd monitor in docs/guide.md; they are committed.
screens: build
	@packaging/setup.sh --pictures
	docs/screens/make "$$($(RELEASE) --show-bin-path)/seqd"

# Debian's package, in this folder.
deb: build band-fonts
	@packaging/setup.sh --deb
	packaging/deb "$$($(RELEASE) --show-bin-path)/seqd" .

# Without building: root need not have a Swift toolchain, nor own what lies in .build.
PROGRAM = .build/release/seqd
WEB_PROGRAM = $(PROGRAM)-web
SHARE = $(DESTDIR)$(PREFIX)/share
# Where zsh looks: Debian has another folder for those of its packages.
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions
# Where systemd looks for units of the machine.
SYSTEM_UNITS ?= $(PREFIX)/lib/systemd/system
INSTALLED_PATHS = sed 's|/usr/local|$(PREFIX)|g'
install:
	@for program in $(PROGRAM) $(WEB_PROGRAM); do test -x $$program \
		|| { echo "install: no $$program: run make first" >&2; exit 1; }; done
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(SHARE)/doc/seqd/examples/clients" \
		"$(SHARE)/doc/seqd/examples/band" "$(SHARE)/doc/seqd/examples/tunings" \
		"$(SHARE)/doc/seqd/examples/shell" "$(SHARE)/doc/seqd/screens" "$(SHARE)/seqd" \
		"$(SHARE)/man/man1" \
		"$(SHARE)/bash-completion/completions" "$(DESTDIR)$(ZSH_COMPLETIONS)" \
		"$(SHARE)/fish/vendor_completions.d" "$(DESTDIR)$(PREFIX)/lib/systemd/user" \
		"$(SHARE)/applications" "$(DESTDIR)$(PREFIX)/libexec/seqd" "$(DESTDIR)$(SYSTEM_UNITS)"
	install -m 755 $(PROGRAM) "$(DESTDIR)$(PREFIX)/bin/seqd"
	install -m 755 $(WEB_PROGRAM) "$(DESTDIR)$(PREFIX)/libexec/seqd/seqd-web"
	install -m 644 SoundFonts/seqd-gm.sf2 "$(SHARE)/seqd"
	pages=$$($(PROGRAM) manual) || exit; for page in $$pages; do \
		$(PROGRAM) manual $$page > "$(SHARE)/man/man1/$$page.1" || exit; done
	$(PROGRAM) --generate-completion-script bash > "$(SHARE)/bash-completion/completions/seqd"
	$(PROGRAM) --generate-completion-script zsh > "$(DESTDIR)$(ZSH_COMPLETIONS)/_seqd"
	$(PROGRAM) --generate-completion-script fish > "$(SHARE)/fish/vendor_completions.d/seqd.fish"
	install -m 644 CHANGELOG.md LICENSE docs/*.md "$(SHARE)/doc/seqd"
	for text in README.md Examples/README.md docs/guide.md docs/web.md; do \
		packaging/installed-text $$text "$(PREFIX)" > "$(SHARE)/doc/seqd/$$(echo $$text \
		| sed 's|^docs/||; s|^Examples/|examples/|')" || exit; done
	install -m 644 docs/screens/*.txt "$(SHARE)/doc/seqd/screens"
	$(INSTALLED_PATHS) packaging/seqd.service > "$(DESTDIR)$(PREFIX)/lib/systemd/user/seqd.service"
	$(INSTALLED_PATHS) packaging/seqd-mpd.service > "$(DESTDIR)$(PREFIX)/lib/systemd/user/seqd-mpd.service"
	$(INSTALLED_PATHS) packaging/seqd-web.service > "$(DESTDIR)$(PREFIX)/lib/systemd/user/seqd-web.service"
	install -m 644 packaging/seqd.socket "$(DESTDIR)$(PREFIX)/lib/systemd/user/seqd.socket"
	$(INSTALLED_PATHS) packaging/system/seqd.service > "$(DESTDIR)$(SYSTEM_UNITS)/seqd.service"
	$(INSTALLED_PATHS) packaging/seqd.desktop > "$(SHARE)/applications/seqd.desktop"
	$(INSTALLED_PATHS) packaging/play-in-terminal > "$(DESTDIR)$(PREFIX)/libexec/seqd/play-in-terminal"
	chmod 755 "$(DESTDIR)$(PREFIX)/libexec/seqd/play-in-terminal"
	install -m 644 Examples/*.mid "$(SHARE)/doc/seqd/examples"
	install -m 644 Examples/band/band.json $(wildcard Examples/band/*.sf2) "$(SHARE)/doc/seqd/examples/band"
	install -m 755 Examples/band/render.sh "$(SHARE)/doc/seqd/examples/band"
	install -m 644 Examples/tunings/*.scl Examples/tunings/*.kbm "$(SHARE)/doc/seqd/examples/tunings"
	install -m 644 Examples/clients/* "$(SHARE)/doc/seqd/examples/clients"
	install -m 755 Examples/shell/*.sh "$(SHARE)/doc/seqd/examples/shell"
	install -m 644 Examples/shell/*.service Examples/shell/*.timer "$(SHARE)/doc/seqd/examples/shell"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/seqd" "$(DESTDIR)$(PREFIX)/lib/systemd/user/seqd.service" \
		"$(DESTDIR)$(PREFIX)/lib/systemd/user/seqd-mpd.service" \
		"$(DESTDIR)$(PREFIX)/lib/systemd/user/seqd-web.service" \
		"$(DESTDIR)$(PREFIX)/lib/systemd/user/seqd.socket" "$(DESTDIR)$(SYSTEM_UNITS)/seqd.service" \
		"$(SHARE)/man/man1/seqd.1" "$(SHARE)"/man/man1/seqd-*.1 \
		"$(SHARE)/bash-completion/completions/seqd" "$(DESTDIR)$(ZSH_COMPLETIONS)/_seqd" \
		"$(SHARE)/fish/vendor_completions.d/seqd.fish" "$(SHARE)/applications/seqd.desktop"
	rm -rf "$(SHARE)/doc/seqd" "$(SHARE)/seqd" "$(DESTDIR)$(PREFIX)/libexec/seqd"

clean:
	rm -rf .build .build-realtime .build-threads .build-fuzz .build-docs .build-bench .build-bank .build-example demo.wav seqd_*.deb
