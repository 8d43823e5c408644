import ArgumentParser
import Glibc
import SamplerHost
import Sequencer

/// `seqd play`: files to a sound device.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Play MIDI files.",
        discussion: """
            EXAMPLES:
              seqd play song.mid
              seqd play song.mid --sf2 piano.sf2
              seqd play a.mid b.mid --from 17:1 --mute 10
              seqd play song.mid --device hw:1 --rate 44100

            Files follow each other without a gap; --from, --to, --mute and --solo
            hold for each. Ctrl-C ends; Ctrl-Z gives the device back until fg.
            """
    )

    @Argument(help: ArgumentHelp("MIDI files; - is standard input.", valueName: "file"))
    var files: [String]

    @OptionGroup(title: "Musical options")
    var musical: MusicalOptions

    @OptionGroup(title: "Device options")
    var device: DeviceOptions

    @Flag(name: .long, help: "Print nothing but errors.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Say what the device gave, which font, and more.")
    var verbose = false

    func run() throws {
        var failures = FirstFailure()
        let songs = files.compactMap { path in
            failures.note { () throws(CommandFailure) in
                try SongFile.load(path, reporting: verbose ? .everything : .errors)
            }
        }
        guard !songs.isEmpty else { throw failures.asError }
        let fonts = try musical.sound.fonts()
        let output = try device.open(musical.samples)
        var program = Program(musical, rate: output.rate)
        for song in songs {
            failures.note { () throws(CommandFailure) in try program.add(song) }
        }
        guard !program.entries.isEmpty else { throw failures.asError }
        try play(program, fonts, output)
        if failures.status != nil { throw failures.asError }
    }

    private func play(
        _ program: Program,
        _ fonts: [SoundFontReference],
        _ output: DeviceOptions.Output
    ) throws {
        var settings = program.engineSettings(fonts: fonts, threads: Processors.count)
        settings.maximumPeriod = max(output.sink.periodFrames, 64)
        settings.workerPriority = device.isNull ? 0 : AudioThread.priority
        let engine = try CommandFailure.catching { () throws(HostError) in
            try Engine(settings, for: program.sequences)
        }
        if !quiet { musical.sound.reportFoundFont(fonts) }
        if !quiet { Console.report(engine.substitutions, all: verbose) }
        var feeder = ProgramFeeder(program, to: engine)
        // Not before: reading and opening may take long, and signals shall end that at once.
        try Signals.watch()
        let thread = try CommandFailure.catching { () throws(HostError) in
            try AudioThread(
                running: engine,
                into: output.sink,
                realTime: !device.isNull,
                whenEnded: { Signals.wake() }
            )
        }
        if verbose {
            Console.report(output.summary)
            if let refusal = thread.priorityRefusal {
                Console.report("real-time priority refused (\(refusal)); playing without it")
            }
        }
        let signal = watch(thread, engine, &feeder, program, rate: output.rate)
        do throws(HostError) {
            try thread.join()
        } catch {
            throw CommandFailure(error)
        }
        if verbose {
            let figures = engine.takeFigures()
            Console.report(
                "peak \(Level.text(figures.highestPeak)), clipped \(figures.clippedSamples), "
                    + "xruns \(figures.xruns)"
            )
        }
        if let signal { throw CommandFailure.silent(signal) }
    }

    /// Waits for the end while signals are served and the status line is kept.
    ///
    /// - Returns: The status of the signal that ended it, if one did.
    private func watch(
        _ thread: AudioThread,
        _ engine: Engine,
        _ feeder: inout ProgramFeeder,
        _ program: Program,
        rate: Int
    ) -> ExitStatus? {
        var line = StatusLine(isShown: !quiet, rate: rate)
        defer { line.end() }
        var ending: ExitStatus?
        while !thread.hasEnded {
            let signal = Signals.next(milliseconds: 100)
            switch signal {
            case SIGINT, SIGTERM, SIGHUP:
                if ending != nil {
                    // Asked twice: the device hangs.
                    line.end()
                    _exit(ending?.rawValue ?? 130)
                }
                ending = Signals.status(of: signal)
                engine.stop()
            case SIGTSTP where ending == nil:
                engine.pause()
                line.end()
                Signals.stopProcess()
                engine.resume()
            default:
                break
            }
            if let began = feeder.update() { line.entry = program.entries[began] }
            line.show(engine.takeFigures())
        }
        return ending
    }
}
