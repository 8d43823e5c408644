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
    /// Whether it was said which font was found, shared by all jobs: once is enough.
    final class FontReport: Sendable {
        private let isDone = Mutex(false)

        /// Does something the first time.
        func once(_ report: () -> Void) {
            isDone.withLock { isDone in
                if !isDone { report() }
                isDone = true
            }
        }
    }

    /// What a job has done so far.
    struct Progress {
        var framesDone: Int64 = 0
        var framesTotal: Int64 = 0
    }

    /// How a job ended.
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
    /// - Throws: What is wrong with the file, the options for it, or the output.
    func run() throws(CommandFailure) {
        let song = try PieceFile.load(input, reporting: .errors, reading: command.musical.reading)
        let (musical, rate) = (command.musical, command.musical.samples.rate)
        var pieces: [Piece] = []
        for sequence in try song.playable(musical) {
            pieces.append(try musical.piece(of: sequence, in: song, rate: rate))
        }
        let program = Program(pieces, musical.settings, rate: rate)
        for note in pieces.flatMap(\.notes) { Console.report(note) }
        var settings = musical.sound.engineSettings(fonts: fonts, rate: rate, threads: threads)
        let embeddedFont = try command.musical.embeddedFont(of: song, into: &settings.sampler)
        try destination.outputs.prepare(output)
        try CommandFailure.catching { () throws(PlaybackError) in
            try EmbeddedFont.catching(embeddedFont) { () throws(HostError) in
                try render(song, program, settings, hasOwnFont: embeddedFont != nil)
            }
        }
    }

    private func render(
        _ song: PieceFile,
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
                command.musical.sound.reportEmbeddedFont(of: song.name, fonts)
            } else {
                fontReport.once { command.musical.sound.reportFoundFont(fonts) }
            }
            Console.report(soundBankOf: song)
            if let rack = engine.stage {
                Console.report(
                    fontsOf: rack,
                    file: song.name,
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
            // A long list is handed over bit by bit.
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

    /// Has beats click from the first frame on, where that is asked for.
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

    /// Makes the job end soon, and leave nothing.
    ///
    /// Any thread.
    func cancel() {
        state.withLock {
            $0.isCancelled = true
            $0.engine?.cancel()
        }
    }

    /// How far it is.
    ///
    /// Any thread.
    var progress: Progress {
        state.withLock { state in
            guard let engine = state.engine else { return Progress() }
            return Progress(framesDone: engine.framesRendered, framesTotal: state.framesTotal)
        }
    }

    /// Whether the file's coder takes peaks above full scale, which are cut when it is decoded.
    var isLossy: Bool { destination.type.isLossy }

    /// How it ended; `nil` before that and after a failure.
    var outcome: Outcome? { state.withLock { $0.outcome } }
}
