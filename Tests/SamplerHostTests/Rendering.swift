import Effects
import MIDI
import SMF
import SamplerHost
import Sequencer
import SoundTestSupport
import TestSupport

/// A song rendered in this process: what the engine gives, as numbers.
struct Rendering {
    var left: Signal
    var right: Signal
    /// The samples as the sink got them.
    var bytes: [UInt8]
    var figures: EngineFigures
    var reports: [EngineReport]

    /// How a song is rendered; the defaults leave nothing but the notes.
    struct Options {
        var rate = 48_000
        var period = 256
        var threads = 1
        var shards = 2
        var polyphony = 512
        var gain = 0.0
        var limiter = true
        var reverb = false
        var chorus = false
        var engine = TestedEngine.current
        var bankMode = BankMode.auto
        var noteCut = NoteCut.off
        var interpolation = Interpolation.fourthOrder
        var halfPedal = false
        var tuning = TuningSettings()
        var tail = TailPolicy.auto
        var format = SampleFormat.float
        var mute = ""
        var solo = ""
        /// In frames of the rate.
        var from: Int64 = 0
        var to: Int64?
        var transpose = 0
    }

    /// Renders the bytes of MIDI files, one after the other as one performance.
    init(_ files: [[UInt8]], font: String, _ options: Options = Options()) throws {
        let (engine, items) = try Self.engine(for: files, font: font, options)
        var waiting = items[...]
        func feed() {
            while let item = waiting.first,
                engine.enqueue(item, isLast: waiting.count == 1) != nil
            {
                waiting.removeFirst()
            }
        }
        feed()
        let sink = MemorySink(periodFrames: options.period, format: options.format)
        var reports: [EngineReport] = []
        try engine.run(into: sink) {
            reports += engine.takeReports()
            feed()
        }
        self.reports = reports + engine.takeReports()
        figures = engine.takeFigures()
        bytes = sink.bytes
        (left, right) = try sink.channels(rate: options.rate)
    }

    /// Renders one file.
    init(_ file: SMFBuilder, font: String, _ options: Options = Options()) throws {
        try self.init([file.bytes], font: font, options)
    }

    /// An engine and what it is to play, for tests that run it themselves.
    static func engine(
        for files: [[UInt8]],
        font: String,
        _ options: Options = Options()
    ) throws -> (engine: Engine, items: [PlayItem]) {
        var sequences: [PreparedSequence] = []
        for bytes in files {
            sequences += PreparedSequence.sequences(from: try MIDIFile(bytes))
        }
        var sampler = SamplerSettings(testing: font)
        sampler.shards = options.shards
        sampler.polyphony = options.polyphony
        sampler.engine = options.engine
        sampler.bankMode = options.bankMode
        sampler.interpolation = options.interpolation
        sampler.halfPedal = options.halfPedal
        sampler.noteCut = options.noteCut
        sampler.tuning = options.tuning
        var settings = EngineSettings(sampler: sampler)
        if !options.reverb { settings.effects.reverb = nil }
        if !options.chorus { settings.effects.chorus = nil }
        settings.rate = options.rate
        settings.gain = options.gain
        settings.limiter = options.limiter
        settings.tail = options.tail
        settings.threads = options.threads
        settings.maximumPeriod = options.period
        let items = try sequences.enumerated().map { index, sequence in
            PlayItem(
                sequence: sequence,
                rate: options.rate,
                from: options.from,
                to: options.to,
                muted: try selection(options.mute, in: sequence),
                soloed: try selection(options.solo, in: sequence),
                transpose: options.transpose,
                startsAnew: index == 0
            )
        }
        return (try Engine(settings, for: sequences), items)
    }

    private static func selection(
        _ selectors: String,
        in sequence: PreparedSequence
    ) throws -> Selection {
        guard !selectors.isEmpty else { return .none }
        return try SelectorSet(parsing: selectors).resolve(in: sequence)
    }
}
