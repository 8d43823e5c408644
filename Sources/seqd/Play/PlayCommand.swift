import ArgumentParser
import CommandSupport
import Glibc
import Platform
import Playback
import SMF
import SamplerHost
import Sequencer
import Wording

/// `seqd play`: files to a sound device.
struct PlayCommand: ParsableCommand, MusicalCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Play MIDI files.",
        discussion: """
            EXAMPLES:
              seqd play song.mid
              seqd play song.mid --sf2 piano.sf2
              seqd play ~/midi --shuffle --loop
              seqd play --open song.mid                     in the daemon, if it runs
              seqd play a.mid b.mid --from 17:1 --mute 10
              seqd play etude.mid --speed 0.8 --loops 3
              seqd play etude.mid --loop-range 5:1..9:1 --tempo 72 --count-in 1
              seqd play draft.mid --watch --loop
              seqd play ~/midi --level lufs=-16             all equally loud
              seqd play song.mid --route 'track:Bass=bass.sf2' --route 'ch:10=drums.sf2'
              seqd play song.mid --device hw:1 --rate 44100
              seqd play song.mid --practice track:Melody    waits for your keys
              seqd play etude.mid --loops 5 --ramp 60%..100%/5
              seqd play song.mid --follow clock --follow-from 'Drums*'
              seqd play song.mid --out 'FLUID Synth*'       MIDI only, without a device
              seqd play song.mid --route 'track:Bass=out:1' --out 'MKS-50*'
              seqd play song.mid --sf2 piano.sf2 --out 'TR-8*' --send-clock 1

            Files play one after the other without a gap. --from, --to, --loop-range,
            --mute and --solo apply to each file, --count-in to the first. With --watch, a
            file that changes on disk continues at the same beat of the same bar. A device
            that is unplugged is used again when it is back, in the bar that is due then;
            if it is still gone at the end, the exit status is 69. Ctrl-C quits; Ctrl-Z
            suspends and releases the device until fg.

            With --practice, the parts that it names are yours: they are not heard, and the
            music waits before each of their notes or chords for your keys on a MIDI
            keyboard. Sounding notes continue meanwhile. If keys are pressed in time, nothing
            stops; wrong ones are counted. The keyboard plays the preset with
            which your part begins. The options for live MIDI are those of seqd live.

            With --follow clock, a quarter note of the clock is one of the file, from the
            song position on. With --follow mtc, the file begins at the time of start. A
            difference above 0.1 s is a jump; a smaller one is corrected by the speed.

            --out alone plays on MIDI outputs without a sampler, a SoundFont and a device:
            port n of the file on output n. With --route, --rack or --sf2 it connects the
            outputs that the rules lead to (out:1), and the rest is heard as usual.
            Messages are sent when the sound of that moment is heard.

            A terminal of 32 rows or more shows the tracks too, each with the keys that mute
            its channel.

            KEYS, on a terminal:
              space          pause, resume     [ ] \\       loop start, end, off
              left right     seek by 5 s       1 ... 9 0   mute channel 1 ... 10
              shift + those  seek by 30 s      t 1 ... t 6 mute channel 11 ... 16
              PgUp PgDn      seek by a bar     s 1         solo channel 1; s s off
              up down        faster, slower    + -         louder, softer
              backspace      normal speed      r           restart
              n p            next, previous    m           metronome
              i              change an instrument: 4=Violin
              ?              help              q           quit
            """
    )

    @OptionGroup var input: InputOptions

    @Flag(
        help: ArgumentHelp(
            "Have the user's daemon play the files, if it runs: at once, and its queue afterwards. "
                + "Without a daemon they play here. Its own settings count, so other options "
                + "are refused."
        )
    )
    var open = false

    @Flag(help: "Repeat the list for ever.")
    var loop = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Number of times to play the list, 1 to 1000000 (default: 1).",
            valueName: "n"
        ),
        transform: Quantity(1...1_000_000, .count(of: "times")).whole
    )
    var loops: Int?

    @Flag(help: "Play the list in random order, a new one for each pass.")
    var shuffle = false

    @Flag(help: "Reload files that change on disk, and continue at the same bar.")
    var watch = false

    @Option(
        help: ArgumentHelp(
            "Time at which --watch switches to the new version: now, or bar for the next bar "
                + "(default: now).",
            valueName: "when"
        )
    )
    var watchAt: VersionTime?

    @OptionGroup var leveling: LevelOption

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Time for which two files play together where one follows the other, 0 to 60 seconds "
                + "(default: 0).",
            valueName: "seconds"
        ),
        transform: Quantity(PlayModes.crossfades, .seconds).value
    )
    var crossfade: Double?

    @OptionGroup(title: "Musical options")
    var sound: SoundOptions

    @OptionGroup(title: "Musical options")
    var routing: RoutingOptions

    @OptionGroup(title: "Musical options")
    var piece: PieceOptions

    @OptionGroup(title: "Musical options")
    var playing: PlayingOptions

    @OptionGroup(title: "Musical options")
    var text: TextOptions

    @OptionGroup(title: "Musical options")
    var samples: SampleOptions

    @OptionGroup(title: "Options for practice")
    var practising: PracticeOptions

    @OptionGroup(title: "Options for practice")
    var live: LiveOptions

    @OptionGroup(title: "Options for following")
    var following: FollowOptions

    @OptionGroup(title: "Options for following")
    var leading: LeadOptions

    @OptionGroup(title: "Device options")
    var device: DeviceOptions

    @OptionGroup(title: "MIDI output options")
    var midi: MIDIOutOptions

    @OptionGroup(title: "MIDI output options")
    var sync: SyncOptions

    @OptionGroup(title: "Device options")
    var loss: LossOptions

    @OptionGroup(title: "Device options")
    var streaming: StreamOptions

    @OptionGroup(title: "Device options")
    var outputs: OutputOptions

    @OptionGroup(title: "Device options")
    var taps: TapOptions

    @OptionGroup var desktop: DesktopOptions

    @Flag(name: .long, help: "Print errors only.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Print the device's settings, the SoundFont and more.")
    var verbose = false

    func validate() throws {
        try Verbosity.check(quiet: quiet, verbose: verbose)
        if loops != nil, loop {
            throw ValidationError("--loop and --loops cannot be used together")
        }
        if isMIDIOnly, musical.playing.metronome || musical.playing.countIn != nil {
            throw ValidationError(
                "--\(musical.playing.metronome ? "metronome" : "count-in"): clicks need a sampler; "
                    + "with --out alone there is none, --sf2 makes one"
            )
        }
        for (option, isGiven) in [
            ("level", leveling.level != nil), ("crossfade", crossfade ?? 0 > 0),
        ] where isMIDIOnly && isGiven {
            throw ValidationError(
                "--\(option): with --out alone there is no sound; --sf2 makes a sampler"
            )
        }
        if !watch, let watchAt {
            throw ValidationError(
                "--watch-at \(watchAt.rawValue): needs --watch"
            )
        }
        if open, input.files.contains("-") {
            throw ValidationError("--open: a daemon cannot read standard input (-)")
        }
        try checkFollowing()
        try checkPractice()
        if watch, input.files.contains("-") {
            throw ValidationError("--watch cannot watch standard input")
        }
    }

    /// Refuses options for what the source decides.
    private func checkFollowing() throws {
        try leading.check(following: following.follow)
        guard let source = following.follow else { return }
        if musical.speed != .normal { throw ValidationError("--speed: not with --follow") }
        if musical.varispeed != .normal { throw ValidationError("--varispeed: not with --follow") }
        if musical.playing.countIn != nil {
            throw ValidationError("--count-in: not with --follow")
        }
        if source.source == .clock, musical.playing.tempo != nil {
            throw ValidationError("--tempo: not with --follow clock")
        }
    }

    /// Whether it plays on MIDI outputs alone.
    var isMIDIOnly: Bool {
        !midi.out.isEmpty && !musical.routing.choosesSamplers && musical.sound.sf2.isEmpty
            && musical.routing.clip.isEmpty
    }

    /// Whether no device is opened.
    private var isWithoutDevice: Bool {
        device.isNull || isMIDIOnly && device.chosenDevices.isEmpty
    }

    func run() throws {
        if open {
            // Settings of the configuration are no options of the command line.
            try DaemonOpening.check(Array(ProcessArguments.all.dropFirst()))
            let opening = DaemonOpening(
                files: input.files,
                encoding: text.encoding?.name,
                embeddedFont: piece.embeddedFont ? true : nil
            )
            if try opening.perform(isQuiet: quiet) { return }
        }
        var command = self
        // At one tempo, of which the clock's is a multiple.
        if let settings = following.follow {
            command.playing.tempo = PieceFollower(settings).tempo(musical.playing.tempo)
        }
        try command.play()
    }

    private func play() throws {
        streaming.apply(isQuiet: quiet)
        try MixedUpInput.checkFonts(among: input.files, command: "play")
        try MixedUpInput.checkOutput(among: input.files, command: "play")
        var failures = FirstFailure()
        var paths: [String] = []
        for source in input.files {
            paths += PlaylistSource.files(source) { failures.note(CommandFailure($0)) }
        }
        var playlist = Playlist(paths, passes: loop ? nil : loops ?? 1, isShuffled: shuffle)
        let reporting: PieceFile.Reporting = verbose ? .everything : .errors
        // Before anything is read: a file that changes meanwhile is read again.
        let changes = watch ? FileChanges() : nil
        let watching = try changes.map { changes in
            let watching = try CommandFailure.catching { () throws(PlaybackError) in
                try FileWatch { failure in
                    Console.report("\(failure)")
                } onChange: { paths in
                    changes.add(paths)
                    Signals.wake()
                }
            }
            for path in paths {
                do throws(PlaybackError) {
                    try watching.add(path)
                } catch {
                    Console.report("\(error)")
                }
            }
            return watching
        }
        // No device is opened if no file can be played.
        var sequences = 1
        while let step = playlist.step(after: 1) {
            let file = failures.note { () throws(CommandFailure) in
                let file = try PieceFile.load(
                    paths[step.file],
                    reporting: reporting,
                    reading: musical.reading
                )
                sequences = try file.playable(musical).count
                return file
            }
            if let file {
                playlist.keep(file, of: step.file)
                break
            }
            playlist.noteUnplayable(step.file)
        }
        guard playlist.step(after: 1) != nil else { throw failures.asError }
        let repeatsPiece = try repeatsPiece(of: paths.count == 1 ? sequences : 2)
        if repeatsPiece { playlist.addNoMorePasses() }
        let keyboard = try practising.settings == nil ? nil : live.settings()
        if let keyboard {
            // Before the fonts are read, which may take long.
            try CommandFailure.catching { () throws(HostError) in try LiveInput.check(keyboard) }
        }
        let followed = try following.input()
        var rack: RackSettings
        if isMIDIOnly {
            rack = .midi(outputs: try midi.outputs(needed: max(1, sync.settings.outputs)).count)
            try musical.routing.applyToParts(of: &rack)
        } else {
            // Practice has live inputs.
            if keyboard == nil { try musical.routing.checkWithoutLiveSources() }
            rack = try musical.routing.rack(musical.sound)
        }
        rack = try outputs.applied(to: rack).withChannels(of: taps.requests(musical.samples.format))
        let midiOutputs = try midi.outputs(
            needed: max(rack.midiOutputs, sync.settings.outputs)
        )
        var device = device
        device.isNull = isWithoutDevice
        let output = try device.open(
            musical.samples,
            outputs.channels(
                rack.assignments,
                elsewhere: device.further.map(\.pair),
                isQuiet: quiet
            ),
            of: rack.assignments,
            onLoss: loss.onDeviceLoss
        )
        try play(
            playlist,
            &failures,
            rack,
            midiOutputs,
            output,
            followed,
            keyboard,
            repeatsPiece: repeatsPiece,
            reporting,
            changes,
            watching
        )
        if failures.status != nil { throw failures.asError }
    }

    private func play(
        _ playlist: Playlist,
        _ failures: inout FirstFailure,
        _ rack: RackSettings,
        _ midiOutputs: MIDIOutOptions.Outputs,
        _ output: DeviceOptions.Output,
        _ followed: LiveInputSettings?,
        _ keyboardSettings: LiveInputSettings?,
        repeatsPiece: Bool,
        _ reporting: PieceFile.Reporting,
        _ changes: FileChanges?,
        _ watching: FileWatch?
    ) throws {
        var settings = musical.sound.engineSettings(for: rack, rate: output.rate)
        settings.variSpeed = musical.varispeed.factor
        settings.maximumPeriod = max(output.sink.periodFrames, 64)
        settings.workerPriority = isWithoutDevice ? 0 : AudioThread.priority
        settings.midiOutputs = midiOutputs.count
        settings.sync = sync.settings
        settings.latency = live.latency
        try CommandFailure.catching { () throws(HostError) in try settings.prepareInserts() }
        let engine = try makeEngine(settings, on: rack)
        let further = try device.openFurther(musical.samples, of: rack.assignments, behind: output)
        try further.connect(to: engine)
        let loader = PlaylistLoader(
            musical,
            on: rack,
            for: settings,
            reporting: reporting,
            practice: practising.settings,
            level: leveling.level.map { PieceLevel($0, for: settings) }
        )
        let source = try following.follow.map { settings in
            try CommandFailure.catching { () throws(HostError) in
                try FollowedInput(
                    settings,
                    from: followed ?? LiveInputSettings(),
                    onMessages: { Signals.wake() }
                )
            }
        }
        defer { source?.close() }
        let keyboard = try keyboardSettings.map { settings in
            try CommandFailure.catching { () throws(HostError) in
                try PracticeInput(
                    settings,
                    on: engine,
                    isQuiet: quiet,
                    onMessages: { Signals.wake() }
                )
            }
        }
        defer { keyboard?.close() }
        let wires = try PlayOutputs(midiOutputs, midi, of: engine)
        let player = Player(
            playlist,
            engine: engine,
            loader: loader,
            musical: musical,
            outputs: wires,
            isQuiet: quiet,
            changes: changes,
            versionTime: watchAt ?? .now,
            crossfade: crossfade ?? 0,
            device: DeviceReports(
                output.device,
                further: further,
                loss.onDeviceLoss,
                isQuiet: quiet
            ),
            lossAction: loss.onDeviceLoss,
            following: source,
            keyboard: keyboard,
            failures: failures
        )
        try beginPractice(of: player, repeatsPiece: repeatsPiece)
        defer { failures = player.failures }
        guard player.prepare() else { throw player.failures.asError }
        // Not before: reading and opening may take long, and signals end that at once.
        try Signals.watch()
        try CommandFailure.catching { () throws(PlaybackError) in try watching?.start() }
        defer { watching?.end() }
        try further.start(isVerbose: verbose)
        let tapRequests = try taps.requests(musical.samples.format)
        let runningTaps = try CommandFailure.catching { () throws(HostError) in
            try RunningTaps(
                engine,
                tapRequests,
                samplers: rack.stripNames
            )
        }
        if !quiet { wires.report(isVerbose: verbose) }
        player.begin()
        let thread = try CommandFailure.catching { () throws(HostError) in
            try AudioThread(
                running: engine,
                into: output.sink,
                // MIDI is to be on time too.
                realTime: !isWithoutDevice || midiOutputs.count > 0,
                onEnd: { Signals.wake() }
            )
        }
        if verbose {
            Console.report(output.summary)
            if let refusal = thread.priorityRefusal {
                Console.report("real-time priority refused (\(refusal)); playing without it")
            }
            if let refusal = thread.memoryRefusal {
                Console.report("memory not locked (\(refusal))")
            }
        }
        if leading.lead == .jack {
            player.lead = try CommandFailure.catching { () throws(HostError) in
                try PieceLead { Console.report("--lead jack: \($0)") }
            }
        }
        if !desktop.noMpris { player.joinDesktop(isVerbose: verbose) }
        let signal = player.run(until: thread)
        keyboard?.close()
        let end = Result { () throws(HostError) in try thread.join() }
        if !quiet, let summary = player.practiceSummary { Console.report(summary) }
        wires.finish(isVerbose: verbose)
        further.finish(isVerbose: verbose)
        do throws(HostError) {
            try end.get()
        } catch {
            try? runningTaps.finish(keeping: true, isQuiet: quiet)
            throw CommandFailure(error)
        }
        try CommandFailure.catching { () throws(HostError) in
            try runningTaps.finish(keeping: true, isQuiet: quiet)
        }
        if verbose {
            let figures = engine.takeFigures()
            Console.report(
                "peak \(Level.text(figures.highestPeak))"
                    + Level.limited(figures.highestGainReduction)
                    + ", clipped \(figures.clippedSamples), xruns \(figures.xruns)"
            )
            Console.report(figures.renderTimes.text)
            if let losses = player.device.summary { Console.report(losses) }
            if let source { Console.report(source.summary) }
        }
        if let signal { throw CommandFailure.silent(signal) }
        if !player.hasQuit, let failure = player.device.failure { throw failure }
    }
}
