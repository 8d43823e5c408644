import CLinux
import Glibc
import JSON
import Playback
import SamplerHost
import Sequencer
import Synchronization

/// One file of `seqd render`: from loading to the finished sound file, on a thread of its own.
///
/// Each job has samplers of its own, since a FluidSynth instance that was used before sounds
/// different in the last bits, even after a reset.
final class RenderJob: Sendable {
    /// The report of the SoundFont that was found, which all jobs share: it is printed once.
    final class FontReport: Sendable {
        private let isDone = Mutex(false)

        /// Runs the report the first time.
        func once(_ report: () -> Void) {
            isDone.withLock { isDone in
                if !isDone { report() }
                isDone = true
            }
        }
    }

    /// The progress of a job.
    struct Progress {
        var framesDone: Int64 = 0
        var framesTotal: Int64 = 0
    }

    let input: String
    let output: String
    private let settings: RenderSettings
    private let state = Mutex(State())
    private let fontReport: FontReport

    private struct State {
        var engine: Engine?
        var framesTotal: Int64 = 0
        var isCancelled = false
        var levels: RenderWriter.Levels?
        var isSkipped = false
        var figures: JSONValue?
        var stems: [String] = []
    }

    /// Where the sound goes instead of the output; only the job uses it until it has ended.
    private nonisolated(unsafe) let sink: (any PeriodSink)?

    /// Makes a job, which does not run yet.
    ///
    /// - Parameters:
    ///   - settings: The settings, shared by all jobs.
    ///   - input: The MIDI file.
    ///   - output: The sound file.
    ///   - fontReport: The report that the jobs share.
    ///   - sink: Where the sound goes instead of the output; `nil` for the output.
    init(
        _ settings: RenderSettings,
        input: String,
        output: String,
        fontReport: FontReport,
        sink: (any PeriodSink)? = nil
    ) {
        unsafe self.sink = sink
        self.settings = settings
        self.input = input
        self.output = output
        self.fontReport = fontReport
    }

    /// Does the work.
    ///
    /// Any thread.
    ///
    /// - Throws: The fault in the file, the options for it, or the output.
    func run() throws(CommandFailure) {
        // Before the file is read: a change while it is rendered counts.
        let digest = settings.record?.fingerprint.digest(of: input)
        if let digest, let entry = settings.record?.record.entry(of: output, digest: digest),
            // A report needs figures that an earlier run may not have measured.
            entry.figures != nil || !settings.isMeasured
        {
            state.withLock {
                $0.isSkipped = true
                $0.figures = entry.figures
            }
            return
        }
        try render()
        if let digest {
            let outputs = [output] + state.withLock { $0.stems }
            try settings.record?.record.add(outputs, digest: digest, figures: figures)
        }
    }

    private func render() throws(CommandFailure) {
        let began = ContinuousClock.now
        let (musical, rate) = (settings.musical, settings.musical.samples.rate)
        let file = try PieceFile.load(input, reporting: .errors, reading: musical.reading)
        let sequences = try file.playable(musical)
        var rack = settings.rack
        let embeddedFont = try musical.embeddedFont(of: file, into: &rack)
        if let stems { rack = stems.rack(rack, for: sequences) }
        var pieces: [Piece] = []
        for sequence in sequences {
            pieces.append(try musical.piece(of: sequence, in: file, on: rack, rate: rate))
        }
        if let stems {
            rack = stems.rack(rack, withChannelsOf: pieces.compactMap(\.routed))
        }
        let program = Program(pieces, musical.settings, rate: rate)
        for note in pieces.flatMap(\.notes) { Console.report(note) }
        var engine = musical.sound.engineSettings(
            for: settings.rack,
            rate: rate,
            threads: settings.threads
        )
        engine.tail = settings.tail
        engine.maximumPeriod = RenderSettings.period
        // Normalizing has a limiter of its own, behind its gain.
        if settings.normalization != nil { engine.limiter = false }
        // The clicks come from the fallback's fonts, the file's own among them.
        engine.sampler.fonts = rack.fonts
        try settings.destination.outputs.prepare(output)
        try CommandFailure.catching { () throws(PlaybackError) in
            try EmbeddedFont.catching(embeddedFont) { () throws(HostError) in
                try render(
                    file,
                    program,
                    engine,
                    on: rack,
                    hasOwnFont: embeddedFont != nil,
                    since: began
                )
            }
        }
    }

    private func render(
        _ file: PieceFile,
        _ program: Program,
        _ engineSettings: EngineSettings,
        on rack: RackSettings,
        hasOwnFont: Bool,
        since began: ContinuousClock.Instant
    ) throws(HostError) {
        let engine = try program.makeEngine(engineSettings, on: rack)
        try addMetronome(to: engine, for: program)
        if !settings.isQuiet {
            let (sound, routing) = (settings.musical.sound, settings.musical.routing)
            let found = settings.rack.fallback?.settings.fonts ?? []
            if hasOwnFont {
                sound.reportEmbeddedFont(of: file.name, found, routing)
            } else if let stage = engine.stage, settings.rack.usesFallback(stage) {
                fontReport.once { sound.reportFoundFont(found, routing) }
            }
            for routed in program.pieces.compactMap(\.routed) {
                Console.report(
                    routing.words(of: routed.findings, in: settings.rack),
                    of: file.name
                )
            }
            Console.report(soundBankOf: file)
            if let rack = engine.stage {
                Console.report(
                    fontsOf: rack,
                    file: file.name,
                    metronome: engine.metronome
                )
            }
        }
        let isCancelled = state.withLock { state in
            state.engine = engine
            state.framesTotal = program.length
            return state.isCancelled
        }
        defer { state.withLock { $0.engine = nil } }
        if isCancelled { throw HostError(.cancelled, input, "cancelled") }
        let expected = program.length.addingReportingOverflow(
            settings.tail.longest(rate: engineSettings.rate)
        )
        let longest = expected.overflow ? .max : expected.partialValue
        var requests: [StemRequest] = []
        if let stems { requests = try stems.requests(engine, program, expected: longest) }
        let taps: RunningTaps
        do throws(HostError) {
            taps = try RunningTaps(engine, settings.taps, stems: requests)
        } catch {
            removeStemFolder()
            throw error
        }
        let feeder = Mutex(ProgramFeeder(program, to: engine))
        let levels: RenderWriter.Levels
        do throws(HostError) {
            levels = try RenderWriter(settings, output: output, sink: unsafe sink).write(
                engine,
                expected: longest,
                isCancelled: { state.withLock { $0.isCancelled } }
            ) {
                // The engine has no room for all pieces at once.
                feeder.withLock { _ = $0.update() }
            }
        } catch {
            try? taps.finish(keeping: false, isQuiet: true)
            removeStemFolder()
            throw error
        }
        try taps.finish(keeping: true, isQuiet: settings.isQuiet)
        state.withLock { $0.stems = requests.map(\.destination.path) }
        note(levels, engine, of: file, since: began)
    }

    /// Keeps the result.
    private func note(
        _ levels: RenderWriter.Levels,
        _ engine: Engine,
        of file: PieceFile,
        since began: ContinuousClock.Instant
    ) {
        let figures = RenderFigures(
            levels: levels,
            rate: engine.settings.rate,
            highestPolyphony: engine.takeFigures().highestVoices,
            substitutions: engine.stage?.substitutions.map(\.description) ?? [],
            sampleFaults: engine.stage?.sampleFaults.map(\.description) ?? [],
            diagnostics: file.diagnostics,
            duration: .now - began
        )
        let json = settings.isMeasured ? figures.json?.json : nil
        state.withLock {
            $0.figures = json
            $0.levels = levels
        }
    }

    /// Adds the clicks that the options ask for.
    private func addMetronome(to engine: Engine, for program: Program) throws(HostError) {
        let playing = settings.musical.playing
        guard playing.metronome || playing.countIn != nil,
            program.sequences.contains(where: \.hasBars)
        else { return }
        let rack = try SamplerRack(
            metronome: engine.settings.sampler,
            rate: engine.settings.rate,
            maximumPeriod: engine.settings.maximumPeriod
        )
        guard engine.installMetronome(rack) else { return }
        engine.setMetronome(playing.metronome)
    }

    /// Ends the job soon and without an output.
    ///
    /// Any thread.
    func cancel() {
        state.withLock {
            $0.isCancelled = true
            $0.engine?.cancel()
        }
    }

    /// The progress.
    ///
    /// Any thread.
    var progress: Progress {
        state.withLock { state in
            guard let engine = state.engine else { return Progress() }
            return Progress(framesDone: engine.framesRendered, framesTotal: state.framesTotal)
        }
    }

    /// Whether the file's coder accepts peaks above full scale, which are cut when it is decoded.
    var isLossy: Bool { settings.destination.type.isLossy }

    /// Whether there was nothing to do: the output is that of an earlier run.
    var isSkipped: Bool { state.withLock { $0.isSkipped } }

    /// The stems of the file; `nil` where none are asked for.
    private var stems: RenderStems? {
        settings.stems.map {
            RenderStems($0, output: output, destination: settings.destination)
        }
    }

    /// Removes the folder of the stems, unless something is in it.
    private func removeStemFolder() {
        if let stems { _ = unsafe rmdir(stems.folder) }
    }

    /// The figures for a report; `nil` where they were not measured.
    var figures: JSONValue? { state.withLock { $0.figures } }

    /// The result; `nil` before the end, after a failure, and where the job was skipped.
    var levels: RenderWriter.Levels? { state.withLock { $0.levels } }
}
