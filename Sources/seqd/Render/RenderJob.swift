import CommandSupport
import JSON
import Playback
import SamplerHost
import Synchronization

/// One file of `seqd render`: from loading to the finished sound file, on a thread of its own.
final class RenderJob: QueuedJob {
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

    let input: String
    let output: String
    private let settings: RenderSettings
    private let state: Mutex<State>
    private let fontReport: FontReport

    /// The destination of the sound instead of the output; only ``run(albumGain:)`` uses it.
    private nonisolated(unsafe) let sink: (any PeriodSink)?

    private struct State {
        /// The one that runs, or is to run.
        var rendering: Rendering
        var isCancelled = false
        var isSkipped = false
        var levels: RenderedLevels?
        var figures: JSONValue?
        var stems: [String] = []
        var program: Program?
    }

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
        self.settings = settings
        state = Mutex(State(rendering: Rendering(settings.rendering, to: output)))
        unsafe self.sink = sink
        self.input = input
        self.output = output
        self.fontReport = fontReport
    }

    /// Makes a job whose sound goes to a sink, as `seqd render` writes it, before it is converted.
    ///
    /// - Parameters:
    ///   - input: The MIDI file.
    ///   - sink: The sink.
    ///   - musical: The musical options.
    ///   - rack: The samplers and rules.
    ///   - threads: The number of threads that render.
    ///   - isQuiet: Whether only errors are printed.
    ///   - fontReport: The report that jobs share.
    /// - Throws: Status 64 for a rate that cannot be written.
    convenience init(
        _ input: String,
        into sink: any PeriodSink,
        _ musical: MusicalOptions,
        on rack: RackSettings,
        threads: Int,
        isQuiet: Bool,
        fontReport: FontReport = FontReport()
    ) throws(CommandFailure) {
        // A name that nothing is written to.
        let output = "/dev/null"
        let settings = RenderSettings(
            musical: musical,
            isQuiet: isQuiet,
            destination: try RenderDestination(
                output: output,
                inputs: [OutputPaths.Input(input)],
                isForced: true,
                type: .raw,
                format: .float,
                rate: musical.samples.rate
            ),
            rack: rack,
            threads: threads
        )
        self.init(settings, input: input, output: output, fontReport: fontReport, sink: sink)
    }

    /// Measures what the file would sound like, and writes nothing.
    ///
    /// Any thread.
    ///
    /// - Parameters:
    ///   - album: Gets the measurement.
    ///   - number: The place of the file on the album.
    ///   - gain: A gain in dB before the limiter; `nil` for none, without the limiter.
    /// - Throws: The fault in the file, or the options for it.
    func measure(_ album: AlbumMeter, as number: Int, gain: Double?) throws(CommandFailure) {
        var settings = settings.rendering
        settings.album = (album, number)
        settings.albumGain = gain
        let (music, _) = try music(settings)
        let sink = DiscardingSink(periodFrames: RenderingSettings.period)
        _ = try render(music, settings, into: sink)
    }

    /// Does the work.
    ///
    /// Any thread.
    ///
    /// - Parameter albumGain: The gain in dB that brings all files to their level; `nil` for none.
    /// - Throws: The fault in the file, the options for it, or the output.
    func run(albumGain: Double? = nil) throws(CommandFailure) {
        // Before the file is read: a change while it is rendered counts.
        let digest = settings.record?.fingerprint.digest(of: input)
        if let digest, let entry = settings.record?.record.entry(of: output, digest: digest),
            // A report needs figures that an earlier run may not have measured.
            entry.figures != nil || !settings.rendering.isMeasured
        {
            state.withLock {
                $0.isSkipped = true
                $0.figures = entry.figures
            }
            return
        }
        try write(albumGain)
        if let digest {
            let outputs = [output] + state.withLock { $0.stems }
            try settings.record?.record.add(outputs, digest: digest, figures: figures)
        }
    }

    /// Reads the file.
    private func music(
        _ rendering: RenderingSettings
    ) throws(CommandFailure) -> (PreparedRendering, PieceFile) {
        let musical = settings.musical
        let file = try PieceFile.load(input, reporting: .errors, reading: musical.reading)
        let sequences = try file.playable(musical)
        let music = try CommandFailure.catching { () throws(PlaybackError) in
            try PreparedRendering(sequences, of: file, rendering, to: output)
        }
        return (music, file)
    }

    /// Renders music with settings, unless the job was cancelled.
    private func render(
        _ music: PreparedRendering,
        _ settings: RenderingSettings,
        into sink: (any PeriodSink)?,
        onStart: (Engine) -> Void = { _ in }
    ) throws(CommandFailure) -> RenderedSound {
        let rendering = Rendering(settings, to: output, into: sink)
        let isCancelled = state.withLock { state in
            state.rendering = rendering
            return state.isCancelled
        }
        if isCancelled { rendering.cancel() }
        return try CommandFailure.catching { () throws(PlaybackError) in
            try rendering.run(music, onStart: onStart)
        }
    }

    private func write(_ albumGain: Double?) throws(CommandFailure) {
        let began = ContinuousClock.now
        var rendering = settings.rendering
        rendering.albumGain = albumGain
        let (music, file) = try music(rendering)
        // A batch would hold the music of all its files.
        if unsafe sink != nil { state.withLock { $0.program = music.program } }
        for note in music.program.pieces.flatMap(\.notes) { Console.report(note) }
        try settings.destination.outputs.prepare(output)
        let sound = try render(music, rendering, into: unsafe sink) { report($0, music, of: file) }
        if !settings.isQuiet {
            for fault in sound.pluginFaults { Console.report("\(file.name): \(fault)") }
        }
        note(sound, of: file, since: began)
    }

    /// Reports what the user should know of the samplers before the file is rendered.
    private func report(_ engine: Engine, _ music: PreparedRendering, of file: PieceFile) {
        guard !settings.isQuiet else { return }
        let (sound, routing) = (settings.musical.sound, settings.musical.routing)
        let rack = settings.rendering.rack
        let found = rack.fallback?.settings.fonts ?? []
        if music.usesEmbeddedFont {
            sound.reportEmbeddedFont(of: file.name, found, routing)
        } else if let stage = engine.stage, rack.usesFallback(stage) {
            fontReport.once { sound.reportFoundFont(found, routing) }
        }
        for piece in music.program.pieces {
            guard let routed = piece.routed else { continue }
            Console.report(
                routing.words(of: routed.findings, in: rack, for: piece.sequence),
                of: file.name
            )
        }
        Console.report(soundBankOf: file)
        if let stage = engine.stage {
            Console.report(fontsOf: stage, file: file.name, metronome: engine.metronome)
        }
    }

    /// Keeps the result.
    private func note(
        _ sound: RenderedSound,
        of file: PieceFile,
        since began: ContinuousClock.Instant
    ) {
        let figures = RenderFigures(
            levels: sound.levels,
            rate: settings.rendering.engine.rate,
            highestPolyphony: sound.highestPolyphony,
            substitutions: sound.substitutions,
            sampleFaults: sound.sampleFaults,
            diagnostics: file.diagnostics,
            duration: .now - began
        )
        let json = settings.rendering.isMeasured ? figures.json?.json : nil
        state.withLock {
            $0.figures = json
            $0.levels = sound.levels
            $0.stems = sound.stems
        }
    }

    /// Ends the job soon and without an output.
    ///
    /// Any thread.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            return state.rendering
        }.cancel()
    }

    /// The music that was rendered into a sink; `nil` before it is read, and for a sound file.
    var program: Program? { state.withLock { $0.program } }

    /// The seconds of sound that are rendered so far; those of the whole file when it has ended.
    ///
    /// Any thread.
    var secondsDone: Double {
        let frames = levels?.frames ?? state.withLock(\.rendering).progress.framesDone
        return Double(frames) / Double(settings.musical.samples.rate)
    }

    /// The share of the file that is rendered, 0 to 1; 0 while its length is not known, and when it
    /// has ended.
    ///
    /// Any thread.
    var fractionDone: Double {
        let progress = state.withLock(\.rendering).progress
        guard levels == nil, progress.framesTotal > 0 else { return 0 }
        return Double(progress.framesDone) / Double(progress.framesTotal)
    }

    /// Whether the file's coder accepts peaks above full scale, which are cut when it is decoded.
    var isLossy: Bool { settings.destination.type.isLossy }

    /// Whether there was nothing to do: the output is that of an earlier run.
    var isSkipped: Bool { state.withLock { $0.isSkipped } }

    /// The figures for a report; `nil` where they were not measured.
    var figures: JSONValue? { state.withLock { $0.figures } }

    /// The result; `nil` before the end, after a failure, and where the job was skipped.
    var levels: RenderedLevels? { state.withLock { $0.levels } }
}
