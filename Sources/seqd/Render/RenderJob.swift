import CLinux
import Glibc
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

    /// The result of a job.
    struct Outcome {
        /// The length in frames.
        var frames: Int64
        var peak: Float
        var clipped: Int
    }

    let input: String
    let output: String
    private let command: RenderCommand
    private let destination: RenderDestination
    private let fonts: [SoundFontReference]
    private let threads: Int
    private let state = Mutex(State())
    private let fontReport: FontReport

    private struct State {
        var engine: Engine?
        var framesTotal: Int64 = 0
        var isCancelled = false
        var outcome: Outcome?
    }

    init(
        _ command: RenderCommand,
        input: String,
        output: String,
        destination: RenderDestination,
        fonts: [SoundFontReference],
        threads: Int,
        fontReport: FontReport
    ) {
        self.command = command
        self.input = input
        self.output = output
        self.destination = destination
        self.fonts = fonts
        self.threads = threads
        self.fontReport = fontReport
    }

    /// Does the work.
    ///
    /// Any thread.
    ///
    /// - Throws: The fault in the file, the options for it, or the output.
    func run() throws(CommandFailure) {
        let file = try PieceFile.load(input, reporting: .errors, reading: command.musical.reading)
        let (musical, rate) = (command.musical, command.musical.samples.rate)
        var pieces: [Piece] = []
        for sequence in try file.playable(musical) {
            pieces.append(try musical.piece(of: sequence, in: file, rate: rate))
        }
        let program = Program(pieces, musical.settings, rate: rate)
        for note in pieces.flatMap(\.notes) { Console.report(note) }
        var settings = musical.sound.engineSettings(fonts: fonts, rate: rate, threads: threads)
        let embeddedFont = try command.musical.embeddedFont(of: file, into: &settings.sampler)
        try destination.outputs.prepare(output)
        try CommandFailure.catching { () throws(PlaybackError) in
            try EmbeddedFont.catching(embeddedFont) { () throws(HostError) in
                try render(file, program, settings, hasOwnFont: embeddedFont != nil)
            }
        }
    }

    private func render(
        _ file: PieceFile,
        _ program: Program,
        _ settings: EngineSettings,
        hasOwnFont: Bool
    ) throws(HostError) {
        var settings = settings
        settings.tail = command.tailPolicy
        settings.maximumPeriod = RenderCommand.period
        let engine = try Engine(settings, for: program.sequences)
        try addMetronome(to: engine, for: program)
        if !command.quiet {
            if hasOwnFont {
                command.musical.sound.reportEmbeddedFont(of: file.name, fonts)
            } else {
                fontReport.once { command.musical.sound.reportFoundFont(fonts) }
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
            settings.tail.longest(rate: settings.rate)
        )
        let sink = try SoundFileWriter.open(
            path: output,
            type: destination.type,
            format: destination.format,
            rate: settings.rate,
            periodFrames: RenderCommand.period,
            expectedFrames: expected.overflow ? .max : expected.partialValue,
            mayReplace: destination.outputs.mayReplace
        )
        let feeder = Mutex(ProgramFeeder(program, to: engine))
        try engine.run(into: sink) {
            // The engine has no room for all pieces at once.
            feeder.withLock { _ = $0.update() }
        }
        let figures = engine.takeFigures()
        state.withLock {
            $0.outcome = Outcome(
                frames: figures.frame,
                peak: figures.highestPeak,
                clipped: figures.clippedSamples
            )
        }
    }

    /// Adds the clicks that the options ask for.
    private func addMetronome(to engine: Engine, for program: Program) throws(HostError) {
        let playing = command.musical.playing
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
    var isLossy: Bool { destination.type.isLossy }

    /// The result; `nil` before the end and after a failure.
    var outcome: Outcome? { state.withLock { $0.outcome } }
}
